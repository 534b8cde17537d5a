"""Pages of notes: all of a collection, one to write, and all as a file."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.web.errors import RequestError
from hyperdigest.web.notes import LONGEST, Note, notes_csv, notes_markdown
from hyperdigest.web.pages.form import QuestionForm, form_of
from hyperdigest.web.requests import whole_in
from hyperdigest.web.responses import attachment, download

FILES = {
    "csv": (".csv", "text/csv; charset=utf-8", notes_csv),
    "markdown": (".md", "text/markdown; charset=utf-8", notes_markdown),
}


async def notes(request: Request) -> Response:
    """All notes on sentences of a collection, with links to these."""
    form = await form_of(request)
    return await form.page("notes.html", view="notes", notes=_ordered(form))


async def write(request: Request) -> Response:
    """The form for a note on the sentence of a document that contains an offset."""
    form = await form_of(request)
    query = request.query_params
    number, offset = whole_in(query, "document", 0), whole_in(query, "at", 0)
    collection = form.model.collection
    sentence = collection.sentence_around(number, offset) if number < len(form.documents) else None
    if sentence is None:
        raise RequestError(404, "there is no such sentence")
    document, start, end = collection.slice_of(sentence)
    return await form.page(
        "note.html",
        document=document,
        start=start,
        sentence=document.text[start:end],
        longest=LONGEST,
        back=query.get("back", ""),
    )


async def export(request: Request) -> Response:
    """All notes as a file."""
    form = await form_of(request)
    name = request.query_params.get("format", "markdown")
    if name not in FILES:
        raise RequestError(404, f"format is {name[:40]!r}: choose one of {', '.join(FILES)}")
    suffix, kind, render = FILES[name]
    title = f"Notes on {form.record.name}"
    text = render(title, _ordered(form))
    return download(text.encode("utf-8", "replace"), kind, attachment(title, suffix))


def _ordered(form: QuestionForm) -> list[Note]:
    """The notes in the order of the documents."""
    return form.record.notes.ordered(form.model.collection.document_numbers)
