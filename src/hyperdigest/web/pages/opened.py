"""A document opened beside a digest: its text, the cited sentences marked where they stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from hyperdigest.documents import Block, Citation, Digest, Document
from hyperdigest.render.plain import line, visible
from hyperdigest.render.source_text import NO_NUMBER, marked
from hyperdigest.render.sources import counted
from hyperdigest.split.languages import name_of
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
    """A document for its template: `index` in the collection, `number` in the digest or 0.

    Parameters
    ----------
    edition : another one after every change of the collection, which moves both numbers.
    """

    index: int
    number: int
    title: str
    path: str
    note: str
    text: Markup
    level: str
    edition: str
    part: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """A document in a list."""

    index: int
    name: str
    title: str
    path: str
    kind: str
    language: str
    pages: int
    sentences: int
    words: int
    address: str


def titled(document: Document) -> str:
    """What a reader calls a document."""
    return line(document.title) or visible(document.name)


def opened(
    model: Model,
    index: int,
    digest: Digest | None,
    near: int | None = 0,
    stretch: Block | None = None,
) -> Opened:
    """A document, with the sentences that `digest` cites of it marked.

    Parameters
    ----------
    near : beside its digest, but a part of a long document is shown: that around the sentence of
        this number, or around the first it cites. None: all of it, on a page of its own.
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
    starts = {number: sentence.start for number, sentence in cited}
    part = None
    if cited and near is not None:
        part = _part(document.text, starts.get(near, cited[0][1].start))
    return Opened(
        index=index,
        number=names.index(document.name) + 1 if cited else 0,
        title=titled(document),
        path=visible(document.path),
        note=_note(document, cited),
        text=Markup(marked(document, [*cited, *looked_at], part)),  # noqa: S704 (it escapes the text itself)
        level="h1" if near is None else "h2",
        edition=model.collection.corpus_hash[:12],
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


def named(model: Model, find: str) -> list[int]:
    """The numbers of the documents with `find` in their titles or paths, in capitals or not."""
    wanted = find.casefold()
    return [
        number
        for number, document in enumerate(model.collection.documents)
        if wanted in titled(document).casefold() or wanted in visible(document.path).casefold()
    ]


def listed(model: Model, base: str, numbers: Iterable[int]) -> list[Listed]:
    """Some documents of a collection, by their numbers."""
    documents = model.collection.documents
    sentences, words = document_sizes(model.collection)
    return [
        Listed(
            index=i,
            name=documents[i].name,
            title=titled(documents[i]),
            path=visible(documents[i].path),
            kind=KINDS.get(documents[i].format, documents[i].format),
            language=name_of(model.collection.language_of(i)),
            pages=len(documents[i].pages),
            sentences=int(sentences[i]),
            words=int(words[i]),
            address=f"{base}/documents/{i}",
        )
        for i in numbers
    ]
