"""Posts of threads: what they are called beside each other, and the way from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hyperdigest.base.names import credited
from hyperdigest.base.text import line
from hyperdigest.documents import Document
from hyperdigest.render.json import FORMAT_NAMES
from hyperdigest.render.parts import placed_in
from hyperdigest.web.pages.form import Form

KINDS = FORMAT_NAMES | {"text": "text", "html": "web page"}


def credit(document: Document) -> str:
    """Who wrote a document and when, as far as it says."""
    return line(credited(document.authors, document.dated.stated))


def written_by(document: Document) -> str:
    """Who wrote a post; empty for a document that is none."""
    return line(credited(document.authors, "")) if document.post else ""


def kind_of(document: Document) -> str:
    """What a document is: ``Word``, ``answer``, ``accepted answer``."""
    post = document.post
    if post is None or post.kind == "message":
        return KINDS.get(document.format, document.format)
    return f"accepted {post.kind}" if post.accepted else post.kind


def standing_of(document: Document) -> str:
    """What a document is, and what others think of it: ``accepted answer, score 12``."""
    return (document.post.summary if document.post else "") or kind_of(document)


def place_in(document: Document, offset: int) -> str:
    """Where a sentence of a document stands, of a post also who wrote it and when."""
    authors, date = document.authors, document.dated.stated
    return placed_in(document.place(offset), document.post, authors, date)


def thread_of(documents: Sequence[Document], index: int) -> list[int]:
    """The numbers of the posts of a post's thread in their order; none where it stands alone."""
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


def in_thread(form: Form, index: int, first: dict[str, int]) -> dict[str, Any] | None:
    """The place of a post in its thread, and the addresses of the posts before and after it.

    `first` has the first sentence of the digest in each document, by the document's name: there a
    post is opened. None where it stands alone.
    """
    documents = form.model.collection.documents
    thread = thread_of(documents, index)
    if not thread:
        return None
    at = thread.index(index)

    def link(place: int) -> str:
        if not 0 <= place < len(thread):
            return ""
        here, number = thread[place], first.get(documents[thread[place]].name)
        near, mark = ([("near", f"{number}")], f"#m{number}") if number else ([], "")
        return f"{form.base}/documents/{here}{form.address.adding(*near).query}{mark}"

    post = documents[index].post
    what = "message" if post and post.kind == "message" else "post"
    return {
        "told": f"{what} {at + 1} of {len(thread)}",
        "what": what,
        "previous": link(at - 1),
        "next": link(at + 1),
    }
