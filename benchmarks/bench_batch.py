"""Time a batch on each backend: whole processes, start and end included.

    python benchmarks/bench_batch.py [--tasks 200] [--collections 20]

Questions to synthetic folders of ten documents, each fitted once, and then one question alone,
which shows what a backend takes to start and to end. Wall seconds; CPU seconds where the workers
are our own (those of Ray are not).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from corpora import corpus, question, write_files
from measuring import MISSING, peer, table

CALLS = (("loky", 1), ("loky", 2), ("dask", 2), ("ray", 2))
LIBRARIES = {"loky": "joblib", "dask": "distributed", "ray": "ray"}
DOCUMENTS = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--collections", type=int, default=20)
    arguments = parser.parse_args()
    header = "backend", "workers", "wall s", "CPU s", "wall s of one task", "CPU s of one task"
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        tasks = list(written(folder, arguments.tasks, arguments.collections))
        for name, some in (("all", tasks), ("one", tasks[:1])):
            (folder / f"{name}.jsonl").write_text("".join(some), encoding="utf-8")
        table(header, rows(folder))


def rows(folder: Path) -> Iterator[tuple[object, ...]]:
    """A row for each backend."""
    for backend, workers in CALLS:
        if peer(LIBRARIES[backend]) is None:
            yield backend, workers, MISSING, "", "", ""
        else:
            times = (call(folder, name, backend, workers) for name in ("all", "one"))
            yield backend, workers, *chain.from_iterable(times)


def written(folder: Path, n_tasks: int, n_collections: int) -> Iterator[str]:
    """The tasks as lines, their documents written to `folder`."""
    questions = []
    for number in range(n_collections):
        made = corpus(DOCUMENTS, seed=number)
        write_files(made, folder / str(number))
        questions.append(made)
    for number in range(n_tasks):
        place = number % n_collections
        asked = question(questions[place], seed=number)
        yield json.dumps({"question": asked, "paths": [str(place)], "words": 100}) + "\n"


def call(folder: Path, name: str, backend: str, workers: int) -> tuple[float, object]:
    """Wall and CPU seconds of a batch, the latter where they are known."""
    before, start = os.times(), time.perf_counter()
    command = [sys.executable, "-m", "hyperdigest", "batch", f"{name}.jsonl", "-o", "out.jsonl"]
    how = ["--backend", backend, "--workers", str(workers)]
    subprocess.run([*command, *how], check=True, capture_output=True, cwd=folder)
    wall, after = time.perf_counter() - start, os.times()
    cpu = after.children_user + after.children_system
    return wall, "" if backend == "ray" else cpu - before.children_user - before.children_system


if __name__ == "__main__":
    main()
