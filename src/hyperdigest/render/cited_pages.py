"""The pages of PDFs that a digest cites, as images with the cited sentences marked."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from hyperdigest.documents import Digest
from hyperdigest.errors import ReadError
from hyperdigest.read.pages import PageDrawer, PageImage, has_pages, page_of, pages_of

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


def cited_pages(
    digest: Digest, width: int = WIDTH
) -> tuple[tuple[CitedPage, ...], tuple[str, ...]]:
    """Each page of a PDF that a digest cites, in order of first citation, and warnings about those
    that cannot be drawn, as where a file is gone or has changed since it was read.

    The images are `width` pixels wide, the files are read where their paths say.
    """
    documents = {each.name: each for each in digest.documents if has_pages(each)}
    cited: dict[tuple[str, int], list[int]] = defaultdict(list)
    for n, sentence in enumerate(digest.sentences, start=1):
        if sentence.document in documents:
            for page in pages_of(documents[sentence.document], sentence.start, sentence.end):
                cited[sentence.document, page].append(n)
    found: list[CitedPage] = []
    warnings: dict[str, None] = {}
    with PageDrawer() as drawer:
        for (name, number), numbers in cited.items():
            document = documents[name]
            spans = [(digest.sentences[n - 1].start, digest.sentences[n - 1].end) for n in numbers]
            try:
                image = drawer.draw(Path(document.path), page_of(document, number, spans), width)
            except ReadError as error:
                warnings[f"no image of {name}, p. {document.page_name(number)}: it {error}"] = None
                continue
            place = f"p. {document.page_name(number)}"
            found.append(CitedPage(name, number, place, tuple(numbers), image))
    return tuple(found), tuple(warnings)
