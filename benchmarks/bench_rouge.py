"""Time ROUGE-1, -2 and -SU4 of many systems on many tasks, and the intervals of their scores.

    python benchmarks/bench_rouge.py [--tasks 300]

Texts are made up: Zipf words, 250 to a candidate and to each of four references. Times are CPU
seconds.
"""

from __future__ import annotations

import argparse

import numpy as np

from hyperdigest.evaluation.rouge import METRICS, Rouge, Score, bootstrap
from measuring import seconds, table

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


def made(tasks: int) -> tuple[list[list[str]], list[list[str]]]:
    """The references and the candidates of each task."""
    rng = np.random.default_rng(0)
    words = vocabulary(rng)

    def text() -> str:
        ranks = (VOCABULARY ** rng.random(WORDS)).astype(int) - 1
        return " ".join(words[rank] for rank in ranks)

    references = [[text() for _ in range(REFERENCES)] for _ in range(tasks)]
    return references, [[text() for _ in range(SYSTEMS)] for _ in range(tasks)]


def report(tasks: int) -> None:
    """Print what it costs to score `SYSTEMS` systems on so many tasks."""
    references, candidates = made(tasks)
    scorers: list[Rouge] = []
    scores: list[list[dict[str, Score]]] = []

    def count() -> None:
        scorers.extend(Rouge(known, limit=WORDS) for known in references)

    def score() -> None:
        for scorer, given in zip(scorers, candidates, strict=True):
            scores.append([scorer.score(candidate) for candidate in given])

    def draw() -> None:
        for system in range(SYSTEMS):
            for metric in METRICS:
                bootstrap([task[system][metric].recall for task in scores])

    print(f"{tasks} tasks, {SYSTEMS} systems, {REFERENCES} references of {WORDS} words\n")
    steps = (
        ("references counted", tasks * REFERENCES, count),
        ("candidates scored", tasks * SYSTEMS, score),
        ("intervals drawn", SYSTEMS * len(METRICS), draw),
    )
    rows = ((name, f"{many:,}", seconds(work, warm=False)) for name, many, work in steps)
    table(("step", "how many", "CPU s"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tasks", type=int, default=300)
    report(parser.parse_args().tasks)


if __name__ == "__main__":
    main()
