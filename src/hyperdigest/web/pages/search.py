"""The page that searches a collection for words."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.errors import OptionError
from hyperdigest.views.search import LONGEST, Wanted, hits_of, sentences_with
from hyperdigest.web.pages.form import QuestionForm, form_of
from hyperdigest.web.requests import whole_in

PER_PAGE = 25
"""Sentences on a page of results."""


async def search(request: Request) -> Response:
    """The sentences of the collection that contain some words, a page at a time."""
    form = await form_of(request)
    text = request.query_params.get("find", "").strip()
    exactly = request.query_params.get("match") == "exact"
    content: dict[str, Any] = {"find": text, "exactly": exactly, "longest": LONGEST}
    if text:
        number = max(1, whole_in(request.query_params, "page", 1))
        try:
            content |= await form.registry.threads.run(
                lambda: _found(form, Wanted.of(text, exactly), number)
            )
        except OptionError as error:
            content["error"] = str(error)
    return await form.page("search.html", view="search", **content)


def _found(form: QuestionForm, wanted: Wanted, current: int) -> dict[str, Any]:
    """A page of results for its template."""
    found = sentences_with(form.model.collection, wanted)
    pages = max(1, -(-len(found.sentences) // PER_PAGE))
    current = min(current, pages)
    listed = found.sentences[(current - 1) * PER_PAGE : current * PER_PAGE]
    return {
        "found": found,
        "wanted": wanted,
        "hits": hits_of(form.model.collection, listed),
        "current": current,
        "pages": pages,
    }
