"""The pages of PDFs that a digest cites, as images with the cited sentences marked."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from hyperdigest.digest import Digest
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.read.pages import Page, PageDrawer, PageImage, has_pages, page_of, pages_of

WIDTH = 900
"""Pixels of the width of an image."""


@dataclass(frozen=True, slots=True)
class CitedPage:
    """The image of a page with cited sentences.

    Parameters
    ----------
    document : the name of its document.
    number : of the page, from 1.
    place : the page for a reader, such as ``p. iv (4)``.
    sentences : numbers, from 1, of the sentences of the digest that are on it, wholly or in part.
    """

    document: str
    number: int
    place: str
    sentences: tuple[int, ...]
    image: PageImage


@dataclass(frozen=True, slots=True)
class CitedPlace:
    """A page of a document with the slices to mark, and the numbers of the cited sentences."""

    document: Document
    page: Page
    sentences: tuple[int, ...]

    @property
    def place(self) -> str:
        """The page for a reader, such as ``p. iv (4)``."""
        return f"p. {self.document.page_name(self.page.number)}"

    def with_image(self, image: PageImage) -> CitedPage:
        """The page with its image."""
        return CitedPage(self.document.name, self.page.number, self.place, self.sentences, image)

    def missing_warning(self, reason: str) -> str:
        """The warning if there is no image; the subject of the phrase `reason` is the file."""
        return f"no image of {self.document.name}, {self.place}: it {reason}"


def cited_pages(digest: Digest) -> tuple[tuple[CitedPage, ...], tuple[str, ...]]:
    """The pages of PDFs that a digest cites, in order of first citation, and warnings.

    A page gets a warning instead of an image if its file is missing, has changed since it was read,
    or cannot be drawn.
    """
    pages: list[CitedPage] = []
    warnings: dict[str, None] = {}
    with PageDrawer() as drawer:
        for cited in cited_page_places(digest):
            try:
                image = drawer.draw(Path(cited.document.path), cited.page, WIDTH)
            except ReadError as error:
                warnings[cited.missing_warning(str(error))] = None
                continue
            pages.append(cited.with_image(image))
    return tuple(pages), tuple(warnings)


def cited_page_places(digest: Digest) -> list[CitedPlace]:
    """The pages of PDFs that a digest cites, in order of first citation."""
    documents = {each.name: each for each in digest.documents if has_pages(each)}
    cited: dict[tuple[str, int], list[int]] = defaultdict(list)
    for n, sentence in enumerate(digest.sentences, start=1):
        if sentence.document in documents:
            document = documents[sentence.document]
            for page in pages_of(document, sentence.start, sentence.end):
                cited[sentence.document, page].append(n)
    places = []
    for (name, number), numbers in cited.items():
        spans = [(s.start, s.end) for s in (digest.sentences[n - 1] for n in numbers)]
        with_spans = page_of(documents[name], number, spans)
        places.append(CitedPlace(documents[name], with_spans, tuple(numbers)))
    return places
