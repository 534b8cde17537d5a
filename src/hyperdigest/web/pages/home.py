"""The first page, and the page of a collection that is being read."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.render.sources import counted
from hyperdigest.web.entry import Entry, Progress
from hyperdigest.web.settings import Settings
from hyperdigest.web.shelf import Shelf
from hyperdigest.web.templating import page

KINDS = "PDF, Word, EPUB, web pages, Markdown, plain text, JSON lines"
LOCAL = (
    "Everything stays on this computer: no account, no network, no language model that could"
    " invent anything."
)
ELSEWHERE = (
    "Files go to the machine that runs this app, and nowhere else. No language model that could"
    " invent anything."
)

STEPS = (
    ("reading", "Read the files", "Reading the files"),
    ("split", "Find the sentences", "Finding the sentences"),
    ("topics", "Find the topics", "Finding the topics"),
    ("saving", "Save", "Saving"),
)
"""Stages of a fit, what the list of steps calls them, and what is told while they last."""


@dataclass(frozen=True, slots=True)
class Step:
    """A stage of a fit and how it stands: ``done``, ``now`` or nothing."""

    stage: str
    name: str
    told: str
    state: str


class Home:
    """The page that takes files."""

    def __init__(self, shelf: Shelf, settings: Settings) -> None:
        self._shelf = shelf
        self._settings = settings

    async def home(self, request: Request) -> Response:
        """The first page."""
        return page(
            "home.html",
            entries=self._shelf.collections,
            kinds=KINDS,
            may_name_files=self._settings.may_name_files,
            privacy=LOCAL if self._settings.loopback else ELSEWHERE,
        )


def being_read(entry: Entry) -> Response:
    """The page of a collection that is not ready."""
    return page(
        "fitting.html",
        entry=entry,
        steps=_steps(entry.progress.stage),
        stage=_told(entry),
        count=count_told(entry.progress),
    )


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
    for stage, _, told in STEPS:
        if stage == entry.progress.stage:
            return told
    return "Waiting for its turn" if entry.status == "waiting" else "Getting ready"


def _steps(stage: str) -> list[Step]:
    stages = [name for name, _, _ in STEPS]
    at = stages.index(stage) if stage in stages else -1
    return [
        Step(name, label, told, "done" if i < at else "now" if i == at else "")
        for i, (name, label, told) in enumerate(STEPS)
    ]
