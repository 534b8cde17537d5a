"""What files made to harm cost: the command line on each of them, memory of all its processes.

    python benchmarks/bench_hostile.py [--only PART] [--size 20]

Each file is made and put, alone, to `hyperdigest ask`; then endless files, as a document, as an
option and as standard input; then a folder of all that is small. Peak is the most memory that the
process and all that it started held together, sampled (Linux).
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hostile import MB, files
from measuring import table

ASK = [sys.executable, "-m", "hyperdigest", "ask", "Is the bridge closed today?"]
PAUSE = 0.02
"""Seconds between two looks at the processes."""

SMALL = 64 * 1024
"""Bytes up to which a file is put into the folder of all."""

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "eclipse" / "where-and-when.txt"


@dataclass(frozen=True)
class Cost:
    """What a command took, and how it ended."""

    code: int
    peak: float  # MB of all its processes together
    cpu: float
    wall: float
    told: str


def cost(command: Sequence[str], limit: float, stdin: Path | None = None) -> Cost:
    """What a command takes, which is ended after `limit` seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with tempfile.TemporaryFile() as said, (stdin or Path(os.devnull)).open("rb") as given:
        process = subprocess.Popen(command, stdin=given, stdout=subprocess.DEVNULL, stderr=said)
        peak = 0
        while process.poll() is None:
            peak = max(peak, resident(process.pid))
            if time.perf_counter() - start > limit:
                process.kill()
            time.sleep(PAUSE)
        said.seek(0)
        lines = said.read().decode(errors="replace").splitlines()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    told = next((line for line in reversed(lines) if "hyperdigest:" in line), (lines or [""])[-1])
    wall = time.perf_counter() - start
    return Cost(process.returncode, peak / MB, cpu, wall, told[-110:])


def resident(process: int) -> int:
    """Bytes that a process and those it started hold."""
    parents, held = {}, {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(place.name)], held[int(place.name)] = int(fields[1]), int(fields[21])
    family = {process}
    while more := {one for one, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(held.get(one, 0) for one in family) * resource.getpagesize()


def costs(folder: Path, size: int, only: str, limit: float) -> Iterator[tuple[str, Cost]]:
    """The name of each hostile input and its cost."""
    small = folder / "small"
    small.mkdir()
    for name, make in files(size):
        if only not in name and only != "folder":
            continue
        content = make()
        if len(content) <= SMALL:
            (small / name).write_bytes(content)
        if only != "folder":
            path = folder / name
            path.write_bytes(content)
            del content
            yield name, cost([*ASK, str(path)], limit)
            path.unlink()
    zero, example = "/dev/zero", str(EXAMPLE)
    more = {
        "endless document": ([*ASK, zero], None),
        "endless --config": ([*ASK, example, "--config", zero], None),
        "endless --after": ([*ASK, example, "--after", zero], None),
        "endless input": ([*ASK, "-"], Path(zero)),
    }
    for name, (command, stdin) in more.items():
        if only in name:
            yield name, cost(command, limit, stdin)
    if only in ("", "folder"):
        (small / "example.txt").write_bytes(EXAMPLE.read_bytes())
        filler = "The old bridge carries no trams, and nobody in the town has asked why.\n\n"
        (small / "filler.txt").write_text(filler * 40_000)  # so much that processes are worth it
        yield "folder of all that is small", cost([*ASK, str(small)], 20 * limit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the names of the files to try")
    parser.add_argument("--size", type=int, default=20, help="MB of a text")
    parser.add_argument("--limit", type=float, default=180.0, help="most seconds of a command")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        found = costs(Path(place), given.size * MB, given.only, given.limit)
        rows = ((n, c.code, c.peak, c.cpu, c.wall, c.told.replace(place, "")) for n, c in found)
        table(["input", "exit code", "peak, MB", "CPU s", "wall s", "told"], rows)


if __name__ == "__main__":
    main()
