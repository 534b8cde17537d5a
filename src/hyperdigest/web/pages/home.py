"""Pages about whole collections: the home page, the progress of a job, history and search."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.base.text import counted
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.file_formats import TABLE
from hyperdigest.split.languages import name_of
from hyperdigest.split.terms import LANGUAGES
from hyperdigest.views.search import LONGEST, Wanted, hits_of, sentences_with
from hyperdigest.web.pages.form import form_of, listed
from hyperdigest.web.record import Change, FitProgress, Record
from hyperdigest.web.registry import registry_of
from hyperdigest.web.templates import page

READ = (
    ("reading", "Read the files", "Reading the files"),
    ("split", "Find the sentences", "Finding the sentences"),
    ("topics", "Find the topics", "Finding the topics"),
)
RECOGNIZING = "Reading scanned pages by machine"
OPEN = ("loading", "Open the collection", "Opening the collection")
SAVE = ("saving", "Save", "Saving")
SCANS = ("reading", "Read the scanned pages", "Reading the files")
STEPS: dict[Change, tuple[tuple[str, str, str], ...]] = {
    "": (*READ, SAVE),
    "adding": (OPEN, *READ, SAVE),
    "removing": (OPEN, SAVE),
    "updating": (OPEN, *READ, SAVE),
    "recognizing": (OPEN, SCANS, *READ[1:], SAVE),
    "completing": (*READ, SAVE),
}
"""Stages of a job with their names in the list of steps and their messages."""

KINDS = ", ".join(each.label for each in TABLE if each.label)
"""The formats that are read, for the forms that take files."""

LANGUAGE_NAMES = sorted(((code, name_of(code)) for code in LANGUAGES), key=itemgetter(1))
"""The codes and names of the languages that can be chosen."""


async def home(request: Request) -> Response:
    """The home page."""
    settings = request.app.state.settings
    return page(
        "home.html",
        records=registry_of(request).collections,
        kinds=KINDS,
        languages=LANGUAGE_NAMES,
        may_name_files=settings.may_name_files,
        loopback=settings.loopback,
    )


async def history(request: Request) -> Response:
    """What was asked of a collection."""
    form = await form_of(request)
    return await form.page("history.html", view="history")


def fitting_page(record: Record) -> Response:
    """The page of a collection that is not ready."""
    at, scanned = job_progress(record, f"/c/{record.id}/remove"), scanned_pages(record, ())
    return page("fitting.html", record=record, at=at, scanned=scanned)


def scanned_pages(record: Record, documents: Iterable[Document]) -> int:
    """How many pages of a collection have no text and were not recognized."""
    inside = sum(len(document.scanned) for document in documents)
    return inside + sum(pages for _, pages in record.scans)


def job_progress(record: Record, cancel: str) -> dict[str, Any]:
    """The steps of a record's job, its progress, and the address that ends it.

    Each step has its stage, name, message and state, which is ``done``, ``now`` or empty.
    """
    steps, stage = STEPS[record.changing], record.progress.stage
    by_machine = stage == "recognizing"
    stage = "reading" if by_machine else stage
    at = next((i for i, step in enumerate(steps) if step[0] == stage), -1)
    waiting = "Getting ready" if stage else "Waiting for its turn"
    return {
        "steps": [
            (*step, "done" if i < at else "now" if i == at else "") for i, step in enumerate(steps)
        ],
        "message": waiting if at < 0 else RECOGNIZING if by_machine else steps[at][2],
        "count": _count(record.progress),
        "cancel": cancel,
    }


def _count(progress: FitProgress) -> str:
    """The progress of a stage in words, with an estimate of the time left."""
    if not progress.total:
        return ""
    share = f"{progress.done} of {progress.total}"
    if progress.seconds_left is None or progress.done == progress.total:
        return share
    left = round(progress.seconds_left)
    if left < 60:
        return f"{share}, {counted(max(left, 1), 'second')} left"
    return f"{share}, {counted(round(left / 60), 'minute')} left"


PER_PAGE = 25
"""Sentences on a page of results."""


async def search(request: Request) -> Response:
    """The sentences of the collection that contain some words, a page at a time."""
    form = await form_of(request)
    text = request.query_params.get("find", "").strip()
    exactly = request.query_params.get("match") == "exact"
    content: dict[str, Any] = {"find": text, "exactly": exactly, "longest": LONGEST}
    if text:
        collection = form.model.collection
        try:
            wanted = Wanted.of(text, exactly)
            found = await form.registry.threads.run(lambda: sentences_with(collection, wanted))
            shown, current, pages = listed(request.query_params, found.sentences, PER_PAGE)
            content |= {"found": found, "wanted": wanted, "hits": hits_of(collection, shown)}
            content |= {"current": current, "pages": pages}
        except OptionError as error:
            content["error"] = str(error)
    return await form.page("search.html", view="search", **content)
