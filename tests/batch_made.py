"""Batches of small tasks, executors that need no process, and batches as processes of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest

from hyperdigest.batch import read_tasks, running
from hyperdigest.batch.executors import Executor, Outcomes
from hyperdigest.batch.tasks import TaskGroup
from hyperdigest.batch.worker import work
from hyperdigest.errors import WorkerEndedError
from hyperdigest.progress import Progress

COMMAND = [sys.executable, "-m", "hyperdigest", "batch"]
SWEEPS = 10
OUT = Path("out.jsonl")

ENCODER = """
import os, signal, time
from pathlib import Path
import numpy as np

class SentenceTransformer:
    def __init__(self, folder, **options):
        if Path(folder).name == "deadly":
            os.kill(os.getpid(), signal.SIGKILL)

    def encode(self, texts, **options):
        time.sleep(0.1)
        return np.ones((len(texts), 1))
"""
"""A stand-in for sentence-transformers whose models take their time or end the process."""

SUBJECTS = ("bridge", "harbour", "orchard", "theatre", "school", "mill", "ferry", "choir")


def documents(number: int) -> list[dict[str, str]]:
    """Two short documents on the subject of that number, as a task carries them."""
    subject, other = (SUBJECTS[n % len(SUBJECTS)] for n in (number, number + 3))
    return [
        {
            "name": f"{subject}.txt",
            "text": f"The old {subject} number {number} was closed by the town in the cold winter."
            f" Ice and storms damaged its roof, and people went to the {other} in its place."
            f" The town council paid for a new roof of the {subject} in the following spring.",
        },
        {
            "name": f"{other}.txt",
            "text": f"Nobody worked at the {other} before people came from the {subject} to it."
            f" In summer number {number} of the papers wrote that the {subject} opens again.",
        },
    ]


def inline(number: int, **more: Any) -> dict[str, Any]:
    """A task with its documents."""
    question = f"Why was the {SUBJECTS[number % len(SUBJECTS)]} closed?"
    return {
        "id": f"t{number}",
        "question": question,
        "documents": documents(number),
        "words": 20,
        "sweeps": SWEEPS,
        **more,
    }


def write_tasks(path: Path, tasks: Iterable[Any]) -> Path:
    lines = (task if isinstance(task, str) else json.dumps(task) for task in tasks)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def answers(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_encoder(folder: Path) -> None:
    """The stand-in library in `folder`, and models ``slow`` and ``deadly`` in it."""
    (folder / "sentence_transformers.py").write_text(ENCODER, encoding="utf-8")
    for name in ("slow", "deadly"):
        (folder / name).mkdir()
        (folder / name / "modules.json").write_text("[]", encoding="utf-8")


def environment(folder: Path) -> dict[str, str]:
    """That of a process which finds the stand-in library in `folder`."""
    path = os.pathsep.join(str(Path(place).absolute()) for place in (folder, *sys.path))
    return os.environ | {"PYTHONPATH": path}


def docs(**more: Any) -> dict[str, Any]:
    """A task on the documents in ``docs``."""
    return {"question": "Who sees the corona?", "paths": ["docs"], "sweeps": SWEEPS, **more}


def by(monkeypatch: pytest.MonkeyPatch, executor: Executor) -> None:
    """Let batches be done by `executor`."""
    monkeypatch.setattr(running, "open_executor", lambda *_: nullcontext(executor))


def run(*lines: Any, **more: Any) -> running.Tally:
    """A batch of these tasks, by this process, to `OUT`."""
    return running.run(read_tasks(write_tasks(Path("tasks.jsonl"), lines)), OUT, **more)


def interrupted_after(count: int) -> Progress:
    """What interrupts a batch when so many tasks are done."""

    def tell(stage: str, done: int, total: int) -> None:
        if done >= count:
            raise KeyboardInterrupt

    return tell


def here(groups: Iterable[tuple[int, TaskGroup]]) -> Iterator[tuple[int, Outcomes]]:
    """An executor that is this process."""
    return ((number, work(group)) for number, group in groups)


class Mortal:
    """An executor that loses its worker at every question with a word; keeps what it was given.

    Three groups are handed out before the first is done.
    """

    def __init__(self, word: str) -> None:
        self.word = word
        self.seen: list[list[str]] = []

    def __call__(self, groups: Iterable[tuple[int, TaskGroup]]) -> Iterator[tuple[int, Outcomes]]:
        given = iter(groups)
        queue: list[tuple[int, TaskGroup]] = []
        self.seen.append([])
        while True:
            with suppress(StopIteration):
                while len(queue) < 3:
                    queue.append(next(given))
            if not queue:
                return
            number, group = queue.pop(0)
            questions = [task.question for _, task in group.tasks]
            self.seen[-1] += questions
            if any(self.word in question for question in questions):
                raise WorkerEndedError("killed")
            yield number, work(group)


@contextmanager
def started(*arguments: object, folder: Path, **more: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A batch at work in `folder`."""
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        cwd=folder,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        **more,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def finished(*arguments: object, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """A batch from its beginning to its end."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        timeout=120,
    )


def until(true: Callable[[], Any], seconds: float = 60) -> Any:
    """What `true` gives as soon as it is something."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
    return found


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    found = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, children.read_text().split()):
                found += [child, *descendants(child)]
    return found


def workers_of(pid: int, name: str) -> list[int]:
    """Those of them whose command line holds `name`."""
    return [child for child in descendants(pid) if name in _command(child)]


def gone(pids: Iterable[int]) -> bool:
    return not any(map(_command, pids))


def _command(pid: int) -> str:
    """The command line of a process; that of one that has ended is empty."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
    except OSError:
        return ""
