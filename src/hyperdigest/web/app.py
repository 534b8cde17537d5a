"""The app: routes, what stands before them, and what is answered where something goes wrong.

The HTTP API: JSON in and out, described by `openapi`.

The pages a person reads: a route gathers what its template shows, nothing is computed here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import BaseRoute, Mount, Route

from hyperdigest.errors import HyperdigestError
from hyperdigest.web.api import collections, openapi, queries
from hyperdigest.web.jobs import Arriving
from hyperdigest.web.pages.ask import Ask
from hyperdigest.web.pages.documents import Documents, Home
from hyperdigest.web.pages.explore import Look
from hyperdigest.web.registry import Shelf
from hyperdigest.web.responses import Assets, crashed, gone, mistaken, not_served
from hyperdigest.web.security import guards
from hyperdigest.web.settings import Settings


def api_routes(shelf: Shelf, settings: Settings) -> list[BaseRoute]:
    """All routes of the API."""
    return [
        *collections.collection_routes(shelf, settings),
        *collections.event_routes(shelf),
        *queries.content_routes(shelf),
        *collections.change_routes(shelf, settings),
        *queries.question_routes(shelf),
        *queries.single_question_routes(shelf),
        *openapi.routes(settings),
    ]


def page_routes(shelf: Shelf, settings: Settings) -> list[Route]:
    """The routes of all pages."""
    home, ask, look = Home(shelf, settings), Ask(shelf), Look(shelf)
    documents = Documents(shelf, settings)
    return [
        Route("/", home.home),
        Route("/c/{id}", ask.ask),
        Route("/c/{id}/digest", ask.digest),
        Route("/c/{id}/why", ask.why),
        Route("/c/{id}/compare", ask.compare),
        Route("/c/{id}/export", ask.export),
        Route("/c/{id}/graph", look.graph),
        Route("/c/{id}/topics", look.topics),
        Route("/c/{id}/documents", documents.documents),
        Route("/c/{id}/documents/{number:number}", look.document),
        Route("/c/{id}/history", look.history),
    ]


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
            *api_routes(shelf, settings),
            *page_routes(shelf, settings),
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
