"""How far a collection is that is being read or changed."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.render.sources import counted
from hyperdigest.web.entry import Change, Entry, Progress

READ = (
    ("reading", "Read the files", "Reading the files"),
    ("split", "Find the sentences", "Finding the sentences"),
    ("topics", "Find the topics", "Finding the topics"),
)
OPEN = ("loading", "Open the collection", "Opening the collection")
SAVE = ("saving", "Save", "Saving")

STEPS: dict[Change, tuple[tuple[str, str, str], ...]] = {
    "": (*READ, SAVE),
    "adding": (OPEN, *READ, SAVE),
    "removing": (OPEN, SAVE),
}
"""Stages of a job, what the list of steps calls them, and what is told while they last."""


@dataclass(frozen=True, slots=True)
class Step:
    """A stage of a job and how it stands: ``done``, ``now`` or nothing."""

    stage: str
    name: str
    told: str
    state: str


@dataclass(frozen=True, slots=True)
class UnderWay:
    """The steps of a job, what is being done, how far that is, and the address that ends it."""

    steps: list[Step]
    told: str
    count: str
    cancel: str


def under_way(entry: Entry, cancel: str) -> UnderWay:
    """How far an entry is, and the address that ends that."""
    return UnderWay(_steps(entry), _told(entry), count_told(entry.progress), cancel)


def count_told(progress: Progress) -> str:
    """How far a stage is, and how long it will take."""
    if not progress.total:
        return ""
    share = f"{progress.done} of {progress.total}"
    if progress.left is None or progress.done == progress.total:
        return share
    left = round(progress.left)
    if left < 60:
        return f"{share}, {counted(max(left, 1), 'second')} left"
    return f"{share}, {counted(round(left / 60), 'minute')} left"


def _told(entry: Entry) -> str:
    for stage, _, told in STEPS[entry.changing]:
        if stage == entry.progress.stage:
            return told
    return "Getting ready" if entry.progress.stage else "Waiting for its turn"


def _steps(entry: Entry) -> list[Step]:
    steps = STEPS[entry.changing]
    stages = [stage for stage, _, _ in steps]
    at = stages.index(entry.progress.stage) if entry.progress.stage in stages else -1
    return [
        Step(stage, name, told, "done" if i < at else "now" if i == at else "")
        for i, (stage, name, told) in enumerate(steps)
    ]
