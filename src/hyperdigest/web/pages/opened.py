"""A document opened beside a digest: its text, the cited sentences marked where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from hyperdigest.documents import Block, Citation, Digest, Document
from hyperdigest.render.plain import line, visible
from hyperdigest.render.source_text import NO_NUMBER, marked
from hyperdigest.render.sources import counted
from hyperdigest.views.sizes import document_sizes

if TYPE_CHECKING:
    from hyperdigest.model import Model

MUCH = 120_000
"""Characters of a document above which a panel shows but a part of it."""
BEFORE, AFTER = 20_000, 60_000
"""Characters of that part before and after the first sentence that is cited."""

KINDS = {
    "text": "text",
    "markdown": "Markdown",
    "html": "web page",
    "pdf": "PDF",
    "docx": "Word",
    "epub": "EPUB",
}


@dataclass(frozen=True, slots=True)
class Opened:
    """A document for its template: `index` in the collection, `number` in the digest or 0."""

    index: int
    number: int
    title: str
    path: str
    note: str
    text: Markup
    level: str
    part: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """A document in a list."""

    index: int
    title: str
    path: str
    kind: str
    pages: int
    sentences: int
    words: int
    address: str


def titled(document: Document) -> str:
    """What a reader calls a document."""
    return line(document.title) or visible(document.name)


def opened(
    model: Model, index: int, digest: Digest | None, level: str = "h2", stretch: Block | None = None
) -> Opened:
    """A document, with the sentences that `digest` cites of it marked.

    Parameters
    ----------
    level : of its heading; beneath another (``h2``) but a part of a long document is shown.
    stretch : of it to be marked besides.
    """
    document = model.collection.documents[index]
    cited = [
        (number, sentence)
        for number, sentence in enumerate(digest.sentences if digest else (), 1)
        if sentence.document == document.name
    ]
    names = list(dict.fromkeys(each.document for each in digest.sentences)) if digest else []
    known = stretch and any(each.start == stretch.start for _, each in cited)
    looked_at = [(NO_NUMBER, stretch)] if stretch and not known else []
    part = _part(document.text, cited[0][1].start) if cited and level == "h2" else None
    return Opened(
        index=index,
        number=names.index(document.name) + 1 if cited else 0,
        title=titled(document),
        path=visible(document.path),
        note=_note(document, cited),
        text=Markup(marked(document, [*cited, *looked_at], part)),  # noqa: S704 (it escapes the text itself)
        level=level,
        part=part is not None,
    )


def _part(text: str, first: int) -> tuple[int, int] | None:
    """From which line end to which a long text is shown around `first`; None for all of it."""
    if len(text) <= MUCH:
        return None
    begin = max(0, text.rfind("\n", 0, max(0, first - BEFORE)))
    end = text.find("\n", first + AFTER)
    return begin, end if end >= 0 else len(text)


def _note(document: Document, cited: list[tuple[int, Citation]]) -> str:
    parts = [KINDS.get(document.format, document.format)]
    if document.pages:
        parts.append(counted(len(document.pages), "page"))
    if cited:
        parts.append(f"{counted(len(cited), 'sentence')} in the digest")
    return ", ".join(parts)


def listed(model: Model, base: str, first: int = 0, most: int | None = None) -> list[Listed]:
    """The documents of a collection from the number `first`, `most` of them."""
    documents = model.collection.documents
    sentences, words = document_sizes(model.collection)
    last = len(documents) if most is None else min(first + most, len(documents))
    return [
        Listed(
            index=i,
            title=titled(documents[i]),
            path=visible(documents[i].path),
            kind=KINDS.get(documents[i].format, documents[i].format),
            pages=len(documents[i].pages),
            sentences=int(sentences[i]),
            words=int(words[i]),
            address=f"{base}/documents/{i}",
        )
        for i in range(first, last)
    ]
