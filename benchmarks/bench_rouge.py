"""Time ROUGE-1, -2 and -SU4 of many systems on many tasks, and the intervals of their scores.

    python benchmarks/bench_rouge.py [TASKS ...]

Texts are made up: Zipf words, 250 to a candidate and to each of four references. Times are CPU
seconds.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from hyperdigest.evaluation.rouge import METRICS, Rouge, bootstrap

SYSTEMS = 30
REFERENCES = 4
WORDS = 250
VOCABULARY = 5_000


def vocabulary(rng: np.random.Generator) -> list[str]:
    """Words of three to ten letters, some with an ending that is stemmed."""
    letters = np.array(list("etaoinshrdlucmfwypvbgk"))
    endings = ("", "", "", "s", "ed", "ing", "ation", "fulness")
    lengths = rng.integers(3, 11, VOCABULARY)
    stems = ("".join(rng.choice(letters, length)) for length in lengths)
    return [stem + endings[rng.integers(len(endings))] for stem in stems]


def report(tasks: int) -> None:
    """Print what it costs to score `SYSTEMS` systems on so many tasks."""
    rng = np.random.default_rng(0)
    words = vocabulary(rng)

    def text() -> str:
        ranks = (VOCABULARY ** rng.random(WORDS)).astype(int) - 1
        return " ".join(words[rank] for rank in ranks)

    references = [[text() for _ in range(REFERENCES)] for _ in range(tasks)]
    candidates = [[text() for _ in range(SYSTEMS)] for _ in range(tasks)]
    start = time.process_time()
    scorers = [Rouge(known, limit=WORDS) for known in references]
    counted = time.process_time()
    scores = [
        [scorer.score(candidate) for candidate in given]
        for scorer, given in zip(scorers, candidates, strict=True)
    ]
    scored = time.process_time()
    for system in range(SYSTEMS):
        for metric in METRICS:
            bootstrap([score[system][metric].recall for score in scores])
    drawn = time.process_time()
    print(f"{tasks} tasks, {SYSTEMS} systems, {REFERENCES} references of {WORDS} words")
    print(f"  references counted: {counted - start:.2f} s")
    print(f"  {tasks * SYSTEMS} candidates scored: {scored - counted:.2f} s")
    print(f"  {SYSTEMS * len(METRICS)} intervals: {drawn - scored:.2f} s")


if __name__ == "__main__":
    for argument in sys.argv[1:] or ["300"]:
        report(int(argument))
