"""The page that searches a collection for words."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.errors import OptionError
from hyperdigest.views.search import LONGEST, Wanted, hits_of, sentences_with
from hyperdigest.web.pages.form import form_of, listed

PER_PAGE = 25
"""Sentences on a page of results."""


async def search(request: Request) -> Response:
    """The sentences of the collection that contain some words, a page at a time."""
    form = await form_of(request)
    text = request.query_params.get("find", "").strip()
    exactly = request.query_params.get("match") == "exact"
    content: dict[str, Any] = {"find": text, "exactly": exactly, "longest": LONGEST}
    if text:
        collection = form.model.collection
        try:
            wanted = Wanted.of(text, exactly)
            found = await form.registry.threads.run(lambda: sentences_with(collection, wanted))
            shown, current, pages = listed(request.query_params, found.sentences, PER_PAGE)
            content |= {"found": found, "wanted": wanted, "hits": hits_of(collection, shown)}
            content |= {"current": current, "pages": pages}
        except OptionError as error:
            content["error"] = str(error)
    return await form.page("search.html", view="search", **content)
