"""What all pages of a collection begin with: its entry, its model, what is asked, the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request

from hyperdigest.web.asking import asked_in_query
from hyperdigest.web.entry import Entry
from hyperdigest.web.pages.address import Address
from hyperdigest.web.pages.form import Form
from hyperdigest.web.shelf import Shelf

if TYPE_CHECKING:
    from hyperdigest.answer import Answer
    from hyperdigest.model import Model


class CollectionPages:
    """Pages of the collections on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def _form(self, request: Request) -> tuple[Entry, Model, Form]:
        """The collection of a request, and the form with what it asks."""
        entry = self._shelf.get(request.path_params["id"])
        model = await self._shelf.model(entry)
        address = Address.of(request.query_params.multi_items())
        return entry, model, Form(entry, model, address, self._shelf.limits.question)

    async def _answer(self, entry: Entry, address: Address) -> Answer:
        """The answer to what an address asks; errors as for `asked_in_query` and `Shelf.ask`."""
        return await self._shelf.ask(entry, asked_in_query(address.pairs, self._shelf.limits))
