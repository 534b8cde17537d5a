"""Time the command line as its users do: whole processes, start included.

    python benchmarks/bench_start.py [RUNS]

Prints the median over RUNS (9) of CPU and wall seconds for the help, for a question to a saved
collection (`examples/eclipse`), and for a question to 30 documents of 1,000 words made up from a
seed, their topics found anew. Kernels are compiled before.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

COMMAND = [sys.executable, "-m", "hyperdigest"]
EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "eclipse"
QUESTION = "How and in what location will the total solar eclipse occur?"
DOCUMENTS, WORDS, TOPICS, TERMS = 30, 1000, 60, 4000


def write_documents(folder: Path, seed: int = 0) -> None:
    """Documents of made-up words: Zipf terms, a few topics each, sentences of 8 to 30 words."""
    rng = np.random.default_rng(seed)
    letters = np.array(list("abcdefghijklmnoprstuvw"))
    words = ["".join(rng.choice(letters, rng.integers(3, 10))) for _ in range(TERMS)]
    for number in range(DOCUMENTS):
        favourites = rng.integers(0, TOPICS, 8)
        sentences, left = [], WORDS
        while left > 0:
            length = min(left, int(rng.integers(8, 31)))
            ranks = (TERMS ** rng.random(length)).astype(int) - 1
            shift = np.where(rng.random(length) < 0.4, 0, 97 * rng.choice(favourites))
            sentence = " ".join(words[i] for i in (ranks + shift) % TERMS)
            sentences.append(f"{sentence.capitalize()}.")
            left -= length
        paragraphs = [" ".join(sentences[n : n + 5]) for n in range(0, len(sentences), 5)]
        text = "\n\n".join(paragraphs)
        (folder / f"{number:02}.txt").write_text(f"{text}\n", encoding="utf-8")


def seconds(arguments: list[str]) -> tuple[float, float]:
    """CPU and wall seconds of one call of the command line."""
    before, start = os.times(), time.perf_counter()
    subprocess.run([*COMMAND, *arguments], check=True, capture_output=True)
    after = os.times()
    processor = after.children_user + after.children_system
    return (
        processor - before.children_user - before.children_system,
        time.perf_counter() - start,
    )


def report(name: str, arguments: list[str], runs: int) -> None:
    """Print the medians of `runs` calls after one that is not counted."""
    seconds(arguments)
    processor, wall = map(
        statistics.median, zip(*(seconds(arguments) for _ in range(runs)), strict=True)
    )
    print(f"{name:<36} {processor:6.2f} CPU s {wall:6.2f} wall s")


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        documents, case = Path(place, "documents"), str(Path(place, "case.hdig"))
        documents.mkdir()
        write_documents(documents)
        seconds(["doctor", "--warm"])
        seconds(["fit", str(EXAMPLES), "-o", case])
        word = (documents / "00.txt").read_text(encoding="utf-8").split()[3]
        report("--help", ["--help"], runs)
        report("ask, saved collection", ["ask", QUESTION, case], runs)
        report("ask, 30 documents x 1,000 words", ["ask", word, str(documents)], runs)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
