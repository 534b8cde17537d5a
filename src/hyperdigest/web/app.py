"""The app: routes, what stands before them, and what is answered where something goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Mount

from hyperdigest.errors import HyperdigestError
from hyperdigest.web import api, pages
from hyperdigest.web.arriving import Arriving
from hyperdigest.web.assets import Assets
from hyperdigest.web.failures import crashed, gone, mistaken, not_served
from hyperdigest.web.guards import guards
from hyperdigest.web.settings import Settings
from hyperdigest.web.shelf import Shelf


def create_app(settings: Settings, shelf: Shelf, paths: Sequence[str] = ()) -> Starlette:
    """The app over a shelf of collections, which it closes when it ends.

    Parameters
    ----------
    paths : documents of this machine to read, as one collection, when it starts.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if paths:
            shelf.add(Arriving.from_paths(paths))
        await shelf.once.warm_up()
        yield
        await shelf.close()

    return Starlette(
        routes=[
            *api.routes(shelf, settings),
            *pages.routes(shelf, settings),
            Mount("/static", Assets()),
        ],
        middleware=guards(settings),
        exception_handlers={
            HTTPException: not_served,
            HyperdigestError: mistaken,
            ClientDisconnect: gone,
            Exception: crashed,
        },
        lifespan=lifespan,
    )
