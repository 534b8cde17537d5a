"""The pages that look around in a collection: a document, topics, the hypergraph, the past."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.documents import Block
from hyperdigest.render.sources import counted
from hyperdigest.web.numerals import whole_in
from hyperdigest.web.pages.collection import CollectionPages
from hyperdigest.web.pages.drawn import graph_drawn, map_drawn
from hyperdigest.web.pages.opened import opened
from hyperdigest.web.pages.past import asked_before
from hyperdigest.web.pages.topics import listed_topics, shown_topic
from hyperdigest.web.refusals import RefusedError
from hyperdigest.web.templating import page

if TYPE_CHECKING:
    from hyperdigest.model import Model


class Look(CollectionPages):
    """The pages that show what a collection holds."""

    async def document(self, request: Request) -> Response:
        """One document; after a question, with the sentences of the digest marked."""
        loaded, form = await self._form(request)
        model = form.model
        index = request.path_params["number"]
        if index >= len(model.collection.documents):
            raise RefusedError(404, f"there is no document {index}")
        digest = None
        if form.question:
            digest = (await self._answer(loaded, form.address)).digest()
        start, end = whole_in(request, "start", 0), whole_in(request, "end", 0)
        stretch = Block(start, end) if start < end else None
        beside = digest is not None and "near" in request.query_params
        near = whole_in(request, "near", 0) if beside else None
        found = await self._shelf.desk.work(lambda: opened(model, index, digest, near, stretch))
        return page(
            "document.html",
            entry=form.entry,
            form=form,
            asked_query=form.address.query,
            document=found,
        )

    async def topics(self, request: Request) -> Response:
        """The topics drawn and listed, one of them looked at."""
        _, form = await self._form(request)
        model = form.model
        rows = await self._shelf.desk.work(lambda: listed_topics(model))
        number = whole_in(request, "topic", rows[0].id if rows else 0)
        return page(
            "topics.html",
            view="topics",
            entry=form.entry,
            asked_query=form.address.query,
            drawing=await self._shelf.desk.work(lambda: map_drawn(model, form.base)),
            lead=_topics_lead(model),
            topics=rows,
            chosen=await self._shelf.desk.work(lambda: shown_topic(model, number, form.base)),
        )

    async def graph(self, request: Request) -> Response:
        """The hypergraph around a digest, or around one sentence."""
        loaded, form = await self._form(request)
        around = request.query_params.get("around", "")
        drawn = None
        if form.question:
            answer = await self._answer(loaded, form.address)
            drawn = await self._shelf.desk.work(
                lambda: graph_drawn(answer, around, form.base, form.address)
            )
        return page(
            "graph.html",
            view="graph",
            entry=form.entry,
            form=form,
            asked_query=form.address.query,
            drawn=drawn,
        )

    async def history(self, request: Request) -> Response:
        """What was asked of a collection."""
        _, form = await self._form(request)
        return page(
            "history.html",
            view="history",
            entry=form.entry,
            asked_query=form.address.query,
            past=asked_before(form.entry),
        )


def _topics_lead(model: Model) -> str:
    documents = len(model.collection.documents)
    return (
        f"{counted(model.topics.best.n_topics, 'topic')} in {counted(documents, 'document')}: each"
        " is a group of words that keep company. The darker a cell, the more of the document is"
        " about the topic."
    )
