"""The pages of PDFs that a digest cites, as images with the cited sentences marked."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from hyperdigest.documents import Digest, Document
from hyperdigest.errors import ReadError
from hyperdigest.read.pages import Page, PageDrawer, PageImage, has_pages, page_of, pages_of

WIDTH = 900
"""Pixels of the width of an image."""


@dataclass(frozen=True, slots=True)
class CitedPage:
    """A page of a document, what a reader calls it, and the numbers, from 1, of the sentences of
    the digest that stand on it, wholly or in part."""

    document: str
    number: int
    place: str
    sentences: tuple[int, ...]
    image: PageImage


@dataclass(frozen=True, slots=True)
class CitedPlace:
    """A page of a document with what to mark on it, and the numbers of the sentences there."""

    document: Document
    page: Page
    sentences: tuple[int, ...]

    @property
    def place(self) -> str:
        """What a reader calls the page."""
        return f"p. {self.document.page_name(self.page.number)}"

    def drawn(self, image: PageImage) -> CitedPage:
        """The page with its image."""
        return CitedPage(self.document.name, self.page.number, self.place, self.sentences, image)

    def missing(self, why: str) -> str:
        """The warning where there is no image; `why` goes on from the name of the file."""
        return f"no image of {self.document.name}, {self.place}: it {why}"


def cited_pages(
    digest: Digest, width: int = WIDTH
) -> tuple[tuple[CitedPage, ...], tuple[str, ...]]:
    """Each page of a PDF that a digest cites, in order of first citation, and warnings about those
    that cannot be drawn, as where a file is gone or has changed since it was read.

    The images are `width` pixels wide, the files are read where their paths say.
    """
    found: list[CitedPage] = []
    warnings: dict[str, None] = {}
    with PageDrawer() as drawer:
        for cited in to_draw(digest):
            try:
                image = drawer.draw(Path(cited.document.path), cited.page, width)
            except ReadError as error:
                warnings[cited.missing(str(error))] = None
                continue
            found.append(cited.drawn(image))
    return tuple(found), tuple(warnings)


def to_draw(digest: Digest) -> list[CitedPlace]:
    """The pages of PDFs that a digest cites, in order of first citation."""
    documents = {each.name: each for each in digest.documents if has_pages(each)}
    cited: dict[tuple[str, int], list[int]] = defaultdict(list)
    for n, sentence in enumerate(digest.sentences, start=1):
        if sentence.document in documents:
            document = documents[sentence.document]
            for page in pages_of(document, sentence.start, sentence.end):
                cited[sentence.document, page].append(n)
    found = []
    for (name, number), numbers in cited.items():
        spans = [(s.start, s.end) for s in (digest.sentences[n - 1] for n in numbers)]
        on_page = page_of(documents[name], number, spans)
        found.append(CitedPlace(documents[name], on_page, tuple(numbers)))
    return found
