"""Pages of notes: all of a collection, one to write, and all as a file."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.base.text import displayed
from hyperdigest.documents import Document
from hyperdigest.web.errors import RequestError
from hyperdigest.web.notes import LONGEST, Note, notes_csv, notes_markdown, sentence_around
from hyperdigest.web.pages.browse import titled
from hyperdigest.web.pages.form import Form, form_of, form_page
from hyperdigest.web.requests import whole_in
from hyperdigest.web.responses import attachment, download

FILES = {
    "csv": (".csv", "text/csv; charset=utf-8"),
    "markdown": (".md", "text/markdown; charset=utf-8"),
}


async def notes(request: Request) -> Response:
    """All notes on sentences of a collection, with links to these."""
    _, form = await form_of(request)
    shown = [_listed(form, note) for note in ordered(form)]
    return form_page("notes.html", form, view="notes", notes=shown)


async def write(request: Request) -> Response:
    """The form for a note on the sentence of a document that holds an offset."""
    _, form = await form_of(request)
    documents = form.model.collection.documents
    number, offset = whole_in(request, "document", 0), whole_in(request, "at", 0)
    found = (
        sentence_around(form.model.collection, number, offset) if number < len(documents) else None
    )
    if found is None:
        raise RequestError(404, "there is no such sentence")
    document, (start, end) = documents[number], found
    text = document.text[start:end]
    content: dict[str, Any] = {
        "document": document.name,
        "start": start,
        "text": displayed(text, document.format),
        "title": titled(document),
        "place": document.place(start),
        "note": form.record.notes.on(document.name, start, text),
        "longest": LONGEST,
        "back": request.query_params.get("back", ""),
    }
    return form_page("note.html", form, **content)


async def export(request: Request) -> Response:
    """All notes as a file."""
    _, form = await form_of(request)
    name = request.query_params.get("format", "markdown")
    if name not in FILES:
        raise RequestError(404, f"format is {name[:40]!r}: choose one of {', '.join(FILES)}")
    suffix, kind = FILES[name]
    text = notes_csv(ordered(form))
    if name == "markdown":
        text = f"{notes_markdown(form.record.name, ordered(form))}\n"
    disposition = attachment(f"Notes on {form.record.name}", suffix)
    return download(text.encode("utf-8", "replace"), kind, disposition)


def ordered(form: Form) -> list[Note]:
    """The notes in the order of the documents."""
    return form.record.notes.ordered(form.model.collection.document_numbers)


def _listed(form: Form, note: Note) -> dict[str, str]:
    """A note for its template; without an address where its sentence is gone."""
    collection = form.model.collection
    number = collection.document_numbers.get(note.document)
    document: Document | None = None if number is None else collection.documents[number]
    there = document is not None and document.text[note.start : note.end] == note.sentence
    query = form.address.adding(("start", str(note.start)), ("end", str(note.end))).query
    return {
        "document": note.document,
        "start": str(note.start),
        "note": note.note,
        "text": displayed(note.sentence, document.format if document else "text"),
        "title": titled(document) if document else note.document,
        "place": note.place,
        "address": f"{form.base}/documents/{number}{query}#at" if there else "",
        "edit": f"{form.base}/notes/write?document={number}&at={note.start}" if there else "",
    }
