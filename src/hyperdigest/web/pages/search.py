"""The page that searches a collection for words."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.base.text import counted, displayed
from hyperdigest.errors import OptionError
from hyperdigest.web.pages.browse import titled
from hyperdigest.web.pages.form import Form, form_of, form_page
from hyperdigest.web.pages.posts import place_in
from hyperdigest.web.registry import registry_of
from hyperdigest.web.requests import whole_in
from hyperdigest.web.search import LONGEST, Hit, Wanted, listed_hits, sentences_with

PER_PAGE = 25
"""Sentences on a page of results."""

SHOWN = 400
"""Most characters of a sentence that is shown."""


async def search(request: Request) -> Response:
    """The sentences of the collection in which words stand, a page at a time."""
    _, form = await form_of(request)
    text = request.query_params.get("find", "").strip()
    exactly = request.query_params.get("match") == "exact"
    content: dict[str, Any] = {"find": text, "exactly": exactly, "longest": LONGEST}
    if text:
        number = max(1, whole_in(request, "page", 1))
        run = registry_of(request).threads.run
        try:
            content |= await run(lambda: searched(form, Wanted.of(text, exactly), text, number))
        except OptionError as error:
            content["error"] = str(error)
    return form_page("search.html", form, view="search", **content)


def searched(form: Form, wanted: Wanted, text: str, page: int) -> dict[str, Any]:
    """A page of results for its template."""
    found = sentences_with(form.model.collection, wanted)
    total = len(found.sentences)
    pages = max(1, -(-total // PER_PAGE))
    page = min(page, pages)
    hits = listed_hits(form.model.collection, found, (page - 1) * PER_PAGE, PER_PAGE)
    asked = [("find", text), *([("match", "exact")] if wanted.exactly else [])]

    def link(number: int) -> str:
        query = urlencode([*form.address.pairs, *asked, ("page", number)])
        return f"{form.base}/search?{query}"

    return {
        "total": counted(total, "sentence") + ("" if found.complete else " or more"),
        "hits": [_shown(form, hit, wanted, text) for hit in hits],
        "page": page,
        "pages": pages,
        "previous": link(page - 1) if page > 1 else "",
        "next": link(page + 1) if page < pages else "",
    }


def _shown(form: Form, hit: Hit, wanted: Wanted, text: str) -> dict[str, Any]:
    query = form.address.adding(
        ("start", str(hit.start)), ("end", str(hit.end)), ("find", text)
    ).query
    document = form.model.collection.documents[hit.document]
    return {
        "text": lit(displayed(hit.text, document.format), wanted),
        "title": titled(document),
        "place": place_in(document, hit.start),
        "address": f"{form.base}/documents/{hit.document}{query}#at",
    }


def lit(text: str, wanted: Wanted) -> Markup:
    """A sentence with the words that were looked for marked; of a long one, what is around them."""
    slices = wanted.slices(text)
    begin, end = 0, len(text)
    if len(text) > SHOWN:
        first = slices[0][0] if slices else 0
        begin = max(0, text.rfind(" ", 0, max(0, first - SHOWN // 3)) + 1)
        end = min(len(text), begin + SHOWN)
    pieces, done = ["…" if begin else ""], begin
    for start, stop in slices:
        if done <= start and stop <= end:
            pieces += [escape(text[done:start]), f"<mark>{escape(text[start:stop])}</mark>"]
            done = stop
    pieces += [escape(text[done:end]), "…" if end < len(text) else ""]
    return Markup("".join(pieces))  # noqa: S704 (all text in it is escaped)
