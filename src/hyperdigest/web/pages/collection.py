"""What all pages of a collection begin with: its entry, its model, what is asked, the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request

from hyperdigest.web.asking import asked_in_query
from hyperdigest.web.loaded import Loaded
from hyperdigest.web.pages.address import Address
from hyperdigest.web.pages.form import Form
from hyperdigest.web.pages.gone import without_gone
from hyperdigest.web.shelf import Shelf

if TYPE_CHECKING:
    from hyperdigest.answer import Answer


class CollectionPages:
    """Pages of the collections on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def _form(self, request: Request) -> tuple[Loaded, Form]:
        """The collection of a request in memory, and the form with what it asks."""
        entry = self._shelf.get(request.path_params["id"])
        loaded = await self._shelf.loaded(entry)
        given = Address.of(request.query_params.multi_items())
        address = without_gone(given, loaded.model.collection)
        gone = len(given.pairs) - len(address.pairs)
        return loaded, Form(entry, loaded.model, address, self._shelf.limits.question, gone)

    async def _answer(self, loaded: Loaded, address: Address) -> Answer:
        """The answer to what an address asks; errors as for `asked_in_query` and `Shelf.ask`."""
        asked = asked_in_query(address.pairs, self._shelf.limits)
        return await self._shelf.answer(loaded, asked)
