"""How the time of each reader grows with inputs that repeat one thing ever more often.

    python benchmarks/bench_reader_growth.py [KIND ...] [--most 1000000] [--all]

Each input is read, and what is read of it is split into sentences, with a tenth of its size before:
the slope is that of log seconds over log bytes, 1 being linear. Named are the inputs whose slope is
above 1.35 where they take more than 0.3 s; an input is not made larger then. Exit code 1 if there
is one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from math import log10
from pathlib import Path
from tempfile import TemporaryDirectory

from growing_inputs import CASES, Make
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.file_formats import SEVERAL
from hyperdigest.read.content import Content
from hyperdigest.read.formats import entries_at
from hyperdigest.read.isolated import read_content
from hyperdigest.read.several import AttachedFiles, Part, read_entry
from hyperdigest.read.threads import in_threads
from hyperdigest.split.sentences import split

LEAST, MOST = 10_000, 1_000_000
STEEP, SLOW, ENOUGH = 1.35, 0.3, 5.0


def read(data: bytes, kind: str, folder: Path) -> list[Content]:
    """What a reader makes of bytes; nothing if it refuses them."""
    try:
        if kind not in SEVERAL:
            return [read_content(data, kind)]
        path = folder / ("Posts.xml" if kind == "posts" else "input")
        path.write_bytes(data)
        items = [i for e in entries_at(kind, path) for i in read_entry(e, "", AttachedFiles())]
        return in_threads([item.content for item in items if isinstance(item, Part)])
    except ReadError:
        return []


def cost(data: bytes, kind: str, folder: Path) -> float:
    """Seconds of processor that it takes to read and split bytes."""
    begun = time.process_time()
    for content in read(data, kind, folder):
        split(Document("", "", content.text, "", content.format, content.blocks, content.pages))
    return time.process_time() - begun


def growth(make: Make, kind: str, most: int, folder: Path) -> tuple[int, float, float]:
    """The largest size tried, the seconds that it took, and the slope of the last tenfold."""
    size, seconds, slope = LEAST, cost(make(LEAST), kind, folder), 0.0
    while size < most and seconds < ENOUGH and not (slope > STEEP and seconds > SLOW):
        size, before = 10 * size, seconds
        seconds = cost(make(size), kind, folder)
        slope = log10(max(seconds, 1e-3) / max(before, 1e-3))
    return size, seconds, slope


def measured(kinds: list[str], most: int) -> Iterator[tuple[str, str, int, float, float]]:
    """Each kind and case with its growth."""
    with TemporaryDirectory() as place:
        for kind in kinds:
            cost(CASES[kind][next(iter(CASES[kind]))](LEAST), kind, Path(place))  # loads the reader
            for name, make in CASES[kind].items():
                yield kind, name, *growth(make, kind, most, Path(place))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kinds", nargs="*", default=list(CASES), metavar="KIND")
    parser.add_argument("--most", type=int, default=MOST, help="bytes of the largest input")
    parser.add_argument("--all", action="store_true", help="name all inputs")
    given = parser.parse_args()
    count = steep = 0
    for kind, name, size, seconds, slope in measured(given.kinds, given.most):
        is_steep = slope > STEEP and seconds > SLOW
        count, steep = count + 1, steep + is_steep
        if is_steep or given.all:
            print(
                f"{kind}, {name}: {seconds:.2f} s for {size:,} bytes, slope {slope:.2f}", flush=True
            )
    print(f"{count} inputs, {steep} of them steep")
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
