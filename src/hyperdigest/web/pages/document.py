"""The page of a document, and the panel of a source beside the digest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.digest import Citation, Digest
from hyperdigest.documents import Block, Document
from hyperdigest.errors import OptionError
from hyperdigest.read.pages import has_pages
from hyperdigest.render.source_text import NO_NUMBER, contexts_of, marked
from hyperdigest.views.search import MOST_MATCHES, Wanted
from hyperdigest.web.errors import RequestError
from hyperdigest.web.labels import first_sentences
from hyperdigest.web.pages.form import QuestionForm, form_of
from hyperdigest.web.requests import range_in, whole_in

MUCH = 40_000
"""Characters of a document above which only a part of it is shown."""

BEFORE, AFTER = 5_000, 13_000
"""Characters of that part before and after what is looked at."""

STEP = 20_000
"""Characters of the part before it, or after it."""

SLACK = 3_000
"""Characters by which a part may be longer, so that it ends with a paragraph."""

Part = tuple[int, int]


async def document(request: Request) -> Response:
    """One document; after a question, with the sentences of the digest marked."""
    form = await form_of(request)
    index, query = request.path_params["number"], request.query_params
    if index >= len(form.documents):
        raise RequestError(404, f"there is no document {index}")
    digest = (await form.answer()).digest() if form.question else None
    shown = await form.registry.threads.run(lambda: opened(form, index, digest, query))
    return await form.page("source.html" if shown["panel"] else "document.html", opened=shown)


def slice_in(query: QueryParams) -> Block | None:
    """The slice of a document from ``start`` to ``end`` in a query."""
    start, end = whole_in(query, "start", 0), whole_in(query, "end", 0)
    return Block(start, end) if start < end else None


def opened(
    form: QuestionForm, index: int, digest: Digest | None, query: QueryParams
) -> dict[str, Any]:
    """A document for its template, with the sentences that `digest` cites of it marked.

    Only a part of a long document is shown: that around the sentence, the slice or the match looked
    at, or around the sentence of it that the digest shows first.

    The query may have

    near : the number of the sentence of the digest that is looked at.
    start, end : a slice that is marked besides.
    find, hit : words that are looked for, and the number of the match that is looked at.
    part, whole : the part that is shown, as BEGIN-END, or all of it.
    panel : if it stands beside the digest, not on a page of its own.
    """
    document, looked_at = form.documents[index], slice_in(query)
    find, panel = query.get("find", ""), "panel" in query
    cited = [
        (number, sentence)
        for number, sentence in enumerate(digest.sentences if digest else (), 1)
        if sentence.document == document.name
    ]
    starts = {number: sentence.start for number, sentence in cited}
    first = first_sentences(digest)
    middle = starts.get(
        whole_in(query, "near", 0),
        looked_at.start if looked_at else starts.get(first.get(document.name, 0), 0),
    )
    finds = find_in(document, find, whole_in(query, "hit", 0), middle)
    middle = finds.current[0] if finds.current else middle
    shown = None
    if "whole" not in query:
        named = _part_named(document.text, query.get("part", ""))
        shown = named or _part_around(document.text, middle)
    slices: list[tuple[int, Citation | Block]] = [*cited]
    if looked_at:
        slices.append((NO_NUMBER, looked_at))
    found = {"find": find} if finds.slices else {}
    back = form.url() if panel else form.url(f"/documents/{index}", **found)
    noted = _noted(form, index, back)
    contexts = contexts_of(digest).get(document.name, ()) if digest else ()
    body = marked(document, slices, shown, finds.slices, finds.current, contexts, noted)
    return {
        "document": document,
        "index": index,
        "panel": panel,
        "cited": len(cited),
        "first": first,
        "number": list(first).index(document.name) + 1 if cited else 0,
        "text": Markup(body),  # noqa: S704 (it escapes the text itself)
        "part": shown,
        "beside": _parts_beside(document.text, shown) if shown else ("", ""),
        "image": has_pages(document) and document.page(cited[0][1].start if cited else 0),
        "finds": finds,
        "found": found,
        "write": form.note_url(index, middle, back),
    }


def _noted(form: QuestionForm, index: int, back: str) -> dict[int, str]:
    """The links to the notes on the sentences of a document, by the ends of these."""
    return {
        end: f'<a class="noted" href="{escape(form.note_url(index, start, back))}"'
        f' title="{escape(note)}" aria-label="Note: {escape(note)}">✎</a>'
        for start, end, note in form.record.notes.inside(form.documents[index])
    }


def _part_around(text: str, offset: int) -> Part | None:
    """The part of a text around an offset, which begins and ends with a paragraph.

    None if all of the text is shown.
    """
    if len(text) <= MUCH:
        return None
    return _begin(text, offset - BEFORE, offset), _end(text, offset + AFTER)


def _part_named(text: str, named: str) -> Part | None:
    """The part of a text that is named as BEGIN-END, or None."""
    begin, end = range_in(named) or (0, 0)
    end = min(end, len(text))
    return (begin, end) if begin < end else None


def _parts_beside(text: str, part: Part) -> tuple[str, str]:
    """The names of the parts before and after one; empty if it begins or ends the text."""
    begin, end = part
    before = f"{_begin(text, begin - STEP, begin)}-{begin}" if begin else ""
    after = f"{end}-{_end(text, end + STEP)}" if end < len(text) else ""
    return before, after


def _begin(text: str, offset: int, last: int) -> int:
    """The start of a paragraph or a line near before an offset, and not after `last`."""
    if offset <= 0:
        return 0
    for ends in ("\n\n", "\n", " "):
        at = text.rfind(ends, max(0, offset - SLACK), min(offset, last))
        if at >= 0:
            return at + len(ends)
    return offset


def _end(text: str, offset: int) -> int:
    """The end of a paragraph or a line near after an offset."""
    if offset >= len(text):
        return len(text)
    for ends in ("\n\n", "\n", " "):
        at = text.find(ends, offset, offset + SLACK)
        if at >= 0:
            return at + len(ends)
    return offset


@dataclass(frozen=True, slots=True)
class Finds:
    """The matches of a `text` in a document.

    Parameters
    ----------
    slices : those that match, in order.
    number : the number, from 1, of the one looked at; 0 if there is none.
    error : why it could not be looked for.
    """

    text: str = ""
    slices: Sequence[tuple[int, int]] = ()
    number: int = 0
    error: str = ""

    @property
    def current(self) -> tuple[int, int] | None:
        """The match that is looked at."""
        return self.slices[self.number - 1] if self.number else None

    def beside(self, step: int) -> int:
        """The number of the match so many steps on; the first follows the last."""
        return (self.number - 1 + step) % len(self.slices) + 1

    @property
    def message(self) -> str:
        """The number of the match looked at and of all, or the error."""
        if self.error or not self.text:
            return self.error
        more = " or more" if len(self.slices) >= MOST_MATCHES else ""
        return f"{self.number} of {len(self.slices)}{more}" if self.slices else "Not found"


def find_in(document: Document, text: str, hit: int, near: int) -> Finds:
    """The matches of a text in a document, of which number `hit` is looked at.

    If there is no such number, it is the first that does not begin before the offset `near`.
    """
    if not text.strip():
        return Finds()
    try:
        found = Wanted.of(text if '"' in text else f'"{text}"').slices(document.text)
    except OptionError as error:
        return Finds(text, error=str(error))
    slices = found[:MOST_MATCHES]
    if not slices:
        return Finds(text)
    if not 1 <= hit <= len(slices):
        hit = next((n for n, each in enumerate(slices, 1) if each[0] >= near), 1)
    return Finds(text, slices, hit)
