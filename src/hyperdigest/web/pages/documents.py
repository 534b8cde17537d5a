"""The page of what is in a collection, where documents are added and removed."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.render.sources import counted
from hyperdigest.web.holdings import holdings
from hyperdigest.web.numerals import whole_in
from hyperdigest.web.pages.address import Address
from hyperdigest.web.pages.collection import CollectionPages
from hyperdigest.web.pages.home import KINDS
from hyperdigest.web.pages.opened import listed, named
from hyperdigest.web.pages.under_way import under_way
from hyperdigest.web.settings import Settings
from hyperdigest.web.shelf import Shelf
from hyperdigest.web.templating import page

PER_PAGE = 200
"""Documents on a page of their list."""
MANY = 12
"""Documents above which they can be looked for by name."""


class Documents(CollectionPages):
    """The list of the documents of a collection."""

    def __init__(self, shelf: Shelf, settings: Settings) -> None:
        super().__init__(shelf)
        self._settings = settings

    async def documents(self, request: Request) -> Response:
        """The documents, a page at a time; while they are being changed, how far that is."""
        _, form = await self._form(request)
        entry, model = form.entry, form.model
        find = request.query_params.get("find", "").strip()
        here = Address(tuple(request.query_params.multi_items())).without("name")
        found = await self._shelf.desk.work(lambda: named(model, find))
        pages = range(1, max(1, -(-len(found) // PER_PAGE)) + 1)
        current = min(max(whole_in(request, "page", 1), 1), pages[-1])
        numbers = found[(current - 1) * PER_PAGE : current * PER_PAGE]
        rows = await self._shelf.desk.work(lambda: listed(model, form.base, numbers))
        return page(
            "documents.html",
            view="documents",
            entry=entry,
            asked_query=form.address.query,
            asked=form.address.pairs,
            here=here,
            documents=rows,
            find=find,
            found=f"{counted(len(found), 'document')} found",
            many=len(model.collection.documents) > MANY,
            alone=len(model.collection.documents) == 1,
            summary=holdings(model),
            pages=pages,
            current=current,
            kinds=KINDS,
            may_name_files=self._settings.may_name_files,
            at=under_way(entry, f"{form.base}/documents/cancel{here.query}"),
        )
