"""What pages call documents and posts: authors, kinds, places, and posts of a thread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from hyperdigest.base.names import credited
from hyperdigest.base.text import line
from hyperdigest.digest import Citation, Corroboration, Digest
from hyperdigest.documents import Document
from hyperdigest.file_formats import label_of
from hyperdigest.render.parts import (
    CitedSource,
    corroboration_place,
    placed_in,
    placed_under,
    sources,
)

_SHORTER = {"text": "text", "html": "web page"}
"""What documents of these formats are called on pages, if more than their format is known."""


def author_of(document: Document) -> str:
    """Who wrote a post; empty for a document that is not a post."""
    return line(credited(document.authors, "")) if document.post else ""


def kind_of(document: Document) -> str:
    """What a document is: ``Word``, ``answer``, ``accepted answer``."""
    post = document.post
    if post is None or post.kind == "message":
        shorter = _SHORTER.get(document.format)
        return shorter or label_of(document.path, document.format) or document.format
    return f"accepted {post.kind}" if post.accepted else post.kind


def standing_of(document: Document) -> str:
    """What a document is, with the votes for a post: ``accepted answer, score 12``."""
    return (document.post.summary if document.post else "") or kind_of(document)


def place_in(document: Document, offset: int) -> str:
    """The place of a sentence of a document; of a post also who wrote it and when."""
    authors, date = document.authors, document.dated.stated
    return placed_in(document.place(offset), document.post, authors, date)


def place_of(other: Corroboration, document: Document) -> str:
    """The place of a sentence that says the same; of a post, who wrote it and when."""
    if document.post is None:
        return corroboration_place(other)
    return place_in(document, other.start) + (" (copy)" if other.copy else "")


def quoted(sentence: Citation, source: CitedSource) -> str:
    """A sentence after its context, with its source, to be copied."""
    text = source.quoted((*sentence.context, sentence))
    return f"“{text}” ({source.title}, {placed_under(sentence)})"


def copied(digest: Digest) -> str:
    """The question and all sentences with their sources, to be copied."""
    cited = sources(digest)
    sentences = (quoted(each, cited[each.document]) for each in digest.sentences)
    return "\n".join((digest.question, "", *sentences))


def first_sentences(digest: Digest | None) -> dict[str, int]:
    """The number, from 1, of the sentence to look at first in each document that a digest cites.

    It is the first one; if that is a row of a table, it is the most relevant row that is quoted.
    """
    first = dict[str, int]()
    numbered = enumerate(digest.sentences if digest else (), 1)
    for (document, table), group in groupby(numbered, lambda each: _table_of(each[1])):
        alike = list(group)
        best = max(alike, key=lambda each: each[1].score) if table else alike[0]
        first.setdefault(document, best[0])
    return first


def _table_of(sentence: Citation) -> tuple[str, tuple[int, ...]]:
    """The document of a sentence, and what tells the table of a row from others; else nothing."""
    if sentence.kind != "row":
        return sentence.document, ()
    return sentence.document, (1, *(part.start for part in sentence.context[:1]))


def by_thread(documents: Sequence[Document], numbers: Iterable[int]) -> list[tuple[str, list[int]]]:
    """Documents by their numbers, the posts of a thread together where its first one is.

    Each group has the title of its thread, empty for a document that is in none.
    """
    groups: dict[tuple[str, object], list[int]] = {}
    for number in numbers:
        post = documents[number].post
        thread = post.thread if post else ""
        groups.setdefault(
            (thread, post and post.kind == "message") if thread else ("", number), []
        ).append(number)
    return [(title if len(group) > 1 else "", group) for (title, _), group in groups.items()]


def thread_of(documents: Sequence[Document], index: int) -> list[int]:
    """The numbers of the posts of a post's thread in their order; empty if it is the only one."""
    post = documents[index].post
    if post is None or not post.thread:
        return []
    of_mail = post.kind == "message"
    found = [
        (each.post.position, each.dated.date, number)
        for number, each in enumerate(documents)
        if each.post and each.post.thread == post.thread
        if (each.post.kind == "message") == of_mail
    ]
    return [number for *_, number in sorted(found)] if len(found) > 1 else []
