"""Time the command line as its users do: whole processes, start included.

    python benchmarks/bench_start.py [--runs 9]

Medians over some runs of CPU and wall seconds: the help, a question to a saved collection
(`examples/eclipse`), a question to 30 synthetic documents of a thousand words whose topics are
found anew. Then the first run ever, with no compiled kernel to be found, and a run of a copy of
the package that may neither be written to nor keep kernels elsewhere.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import hyperdigest
from corpora import corpus, question, write_files
from measuring import table

COMMAND = [sys.executable, "-m", "hyperdigest"]
EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "eclipse"
QUESTION = "How and in what location will the total solar eclipse occur?"
FORBIDDEN = "-dac_override"
"""What lets the superuser write where nobody may."""


@dataclass(frozen=True)
class Call:
    """What one call of the command line took and said."""

    cpu: float
    wall: float
    said: str


def call(arguments: list[str], prefix: list[str] | None = None, **environment: str) -> Call:
    """One call of the command line in a process of its own."""
    before, start = os.times(), time.perf_counter()
    done = subprocess.run(
        [*(prefix or []), *COMMAND, *arguments],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    after, wall = os.times(), time.perf_counter() - start
    cpu = after.children_user + after.children_system
    return Call(cpu - before.children_user - before.children_system, wall, done.stderr)


def usual(arguments: list[str], runs: int) -> tuple[float, float]:
    """Median CPU and wall seconds of `runs` calls, after one that is not counted."""
    call(arguments)
    calls = [call(arguments) for _ in range(runs)]
    return statistics.median(c.cpu for c in calls), statistics.median(c.wall for c in calls)


def first_line(said: str) -> str:
    """What a run said of compiling, or nothing."""
    return next((line for line in said.splitlines() if "compil" in line), "says nothing")


def first_ever(arguments: list[str], place: Path) -> Call:
    """A call that finds no compiled kernel."""
    return call(arguments, NUMBA_CACHE_DIR=str(place / "kernels"))


def read_only(arguments: list[str], place: Path) -> Call:
    """A call of a copy of the package that may not be written to, nor the user's home."""
    copy = place / "read-only"
    package = Path(str(hyperdigest.__file__)).parent
    shutil.copytree(package, copy / "hyperdigest", ignore=shutil.ignore_patterns("__pycache__"))
    for path in (copy, *copy.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)
    forbidden = ["setpriv", "--bounding-set", FORBIDDEN] if os.geteuid() == 0 else []
    try:
        return call(
            arguments, forbidden, PYTHONPATH=str(copy), HOME=str(copy), XDG_CACHE_HOME=str(copy)
        )
    finally:
        for path in (copy, *copy.rglob("*")):
            path.chmod(path.stat().st_mode | 0o200)


def rows(place: Path, runs: int) -> Iterator[tuple[object, ...]]:
    """A row for each command."""
    yield "`hyperdigest --help`", *usual(["--help"], runs), ""
    folder, case = place / "documents", str(place / "case.hdig")
    data = corpus(30)
    write_files(data, folder)
    call(["doctor", "--warm"])
    call(["fit", str(EXAMPLES), "-o", case])
    yield "`ask` on a saved collection", *usual(["ask", QUESTION, case], runs), ""
    anew = ["ask", question(data, 0), str(folder)]
    yield "`ask` on 30 documents of 1,000 words", *usual(anew, runs), ""
    small = ["ask", QUESTION, str(EXAMPLES)]
    yield "`ask` on 14 documents (`examples/eclipse`)", *usual(small, runs), ""
    for name, run in (("first ever", first_ever), ("read-only", read_only)):
        done = run(small, place)
        yield f"the same, {name}", done.cpu, done.wall, first_line(done.said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=9)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        table(("command", "CPU s", "wall s", "it says"), rows(Path(place), arguments.runs))


if __name__ == "__main__":
    main()
