"""Time a batch on each backend: whole processes, start and end included.

    python benchmarks/bench_batch.py [TASKS] [COLLECTIONS]

TASKS (200) questions to COLLECTIONS (20) synthetic folders of ten documents, each fitted once, and
then one question alone, which shows what a backend takes to start and to end. Wall seconds; CPU
seconds where the workers are our own (those of Ray are not).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from corpora import corpus, question, write_files
from measuring import table

CALLS = (("loky", 1), ("loky", 2), ("dask", 2), ("ray", 2))
DOCUMENTS = 10


def main() -> None:
    n_tasks, n_collections = (int(n) for n in (*sys.argv[1:], 200, 20)[:2])
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        tasks = list(written(folder, n_tasks, n_collections))
        for name, some in (("all", tasks), ("one", tasks[:1])):
            (folder / f"{name}.jsonl").write_text("".join(some), encoding="utf-8")
        table(
            ("backend", "workers", "wall s", "CPU s", "wall s of one task", "CPU s of one task"),
            (
                (backend, workers, *call(folder, "all", backend, workers),
                 *call(folder, "one", backend, workers))
                for backend, workers in CALLS
            ),
        )  # fmt: skip


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
