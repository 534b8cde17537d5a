"""The pages that look around in a collection: documents, topics, the hypergraph, what was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.documents import Block
from hyperdigest.render.sources import counted
from hyperdigest.web.holdings import holdings
from hyperdigest.web.numerals import number_in
from hyperdigest.web.pages.collection import CollectionPages
from hyperdigest.web.pages.drawn import graph_drawn, map_drawn
from hyperdigest.web.pages.opened import listed, named, opened
from hyperdigest.web.pages.past import asked_before
from hyperdigest.web.pages.topics import listed_topics, shown_topic
from hyperdigest.web.refusals import RefusedError
from hyperdigest.web.templating import page

if TYPE_CHECKING:
    from hyperdigest.model import Model

PER_PAGE = 200
"""Documents on a page of their list."""
MANY = 12
"""Documents above which they can be looked for by name."""


class Look(CollectionPages):
    """The pages that show what a collection holds."""

    async def documents(self, request: Request) -> Response:
        """The documents, a page at a time."""
        entry, model, form = await self._form(request)
        find = request.query_params.get("find", "").strip()
        found = await self._shelf.desk.work(lambda: named(model, find))
        pages = range(1, max(1, -(-len(found) // PER_PAGE)) + 1)
        current = min(max(_whole(request, "page", 1), 1), pages[-1])
        here = found[(current - 1) * PER_PAGE : current * PER_PAGE]
        rows = await self._shelf.desk.work(lambda: listed(model, form.base, here))
        return page(
            "documents.html",
            view="documents",
            entry=entry,
            asked_query=form.address.query,
            documents=rows,
            find=find,
            found=f"{counted(len(found), 'document')} found",
            many=len(model.collection.documents) > MANY,
            summary=holdings(model),
            pages=pages,
            current=current,
        )

    async def document(self, request: Request) -> Response:
        """One document; after a question, with the sentences of the digest marked."""
        entry, model, form = await self._form(request)
        index = request.path_params["number"]
        if index >= len(model.collection.documents):
            raise RefusedError(404, f"there is no document {index}")
        digest = None
        if form.question:
            digest = (await self._answer(entry, form.address)).digest()
        start, end = _whole(request, "start", 0), _whole(request, "end", 0)
        stretch = Block(start, end) if start < end else None
        beside = digest is not None and "near" in request.query_params
        near = _whole(request, "near", 0) if beside else None
        found = await self._shelf.desk.work(lambda: opened(model, index, digest, near, stretch))
        return page(
            "document.html",
            entry=entry,
            form=form,
            asked_query=form.address.query,
            document=found,
        )

    async def topics(self, request: Request) -> Response:
        """The topics drawn and listed, one of them looked at."""
        entry, model, form = await self._form(request)
        rows = await self._shelf.desk.work(lambda: listed_topics(model))
        number = _whole(request, "topic", rows[0].id if rows else 0)
        return page(
            "topics.html",
            view="topics",
            entry=entry,
            asked_query=form.address.query,
            drawing=await self._shelf.desk.work(lambda: map_drawn(model, form.base)),
            lead=_topics_lead(model),
            topics=rows,
            chosen=await self._shelf.desk.work(lambda: shown_topic(model, number, form.base)),
        )

    async def graph(self, request: Request) -> Response:
        """The hypergraph around a digest, or around one sentence."""
        entry, _, form = await self._form(request)
        around = request.query_params.get("around", "")
        drawn = None
        if form.question:
            answer = await self._answer(entry, form.address)
            drawn = await self._shelf.desk.work(
                lambda: graph_drawn(answer, around, form.base, form.address)
            )
        return page(
            "graph.html",
            view="graph",
            entry=entry,
            form=form,
            asked_query=form.address.query,
            drawn=drawn,
        )

    async def history(self, request: Request) -> Response:
        """What was asked of a collection."""
        entry, _, form = await self._form(request)
        return page(
            "history.html",
            view="history",
            entry=entry,
            asked_query=form.address.query,
            past=asked_before(entry),
        )


def _whole(request: Request, name: str, default: int) -> int:
    """A whole number in the query of a request."""
    number = number_in(request.query_params.get(name, ""))
    return default if number is None else number


def _topics_lead(model: Model) -> str:
    documents = len(model.collection.documents)
    return (
        f"{counted(model.topics.best.n_topics, 'topic')} in {counted(documents, 'document')}: each"
        " is a group of words that keep company. The darker a cell, the more of the document is"
        " about the topic."
    )
