"""The first page, and the page of a collection that is being read."""

from __future__ import annotations

from operator import itemgetter

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.split.languages import name_of
from hyperdigest.split.terms import LANGUAGES
from hyperdigest.web.entry import Entry
from hyperdigest.web.pages.under_way import under_way
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


LANGUAGE_NAMES = sorted(((code, name_of(code)) for code in LANGUAGES), key=itemgetter(1))
"""Each language that documents may be said to be in, by code, with its name."""


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
            languages=LANGUAGE_NAMES,
            may_name_files=self._settings.may_name_files,
            privacy=LOCAL if self._settings.loopback else ELSEWHERE,
        )


def being_read(entry: Entry) -> Response:
    """The page of a collection that is not ready."""
    return page("fitting.html", entry=entry, at=under_way(entry, f"/c/{entry.id}/remove"))
