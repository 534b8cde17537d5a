"""The app as a Starlette application: routes, middleware, exception handlers, lifespan."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Mount, Route

from hyperdigest.errors import HyperdigestError
from hyperdigest.web.api.routes import API_ROUTES
from hyperdigest.web.jobs import IncomingDocuments
from hyperdigest.web.pages import (
    ask,
    document,
    documents,
    drawings,
    home,
    notes,
    pdfs,
    verify,
)
from hyperdigest.web.registry import Registry
from hyperdigest.web.responses import (
    Assets,
    client_disconnected,
    http_error,
    library_error,
    server_error,
)
from hyperdigest.web.security import security_middleware
from hyperdigest.web.settings import Settings

PAGE_ROUTES = [
    Route("/", home.home),
    Route("/c/{id}", ask.ask),
    Route("/c/{id}/digest", ask.digest),
    Route("/c/{id}/why", ask.why),
    Route("/c/{id}/compare", ask.compare),
    Route("/c/{id}/export", ask.export),
    Route("/c/{id}/marked", pdfs.marked_pdfs),
    Route("/c/{id}/graph", drawings.graph),
    Route("/c/{id}/topics", drawings.topics),
    Route("/c/{id}/documents", documents.documents),
    Route("/c/{id}/documents/{number:number}", document.document),
    Route("/c/{id}/pages/{number:number}-{page:number}", pdfs.page_view),
    Route("/c/{id}/pages/{number:number}-{page:number}.png", pdfs.page_png),
    Route("/c/{id}/history", home.history),
    Route("/c/{id}/search", home.search),
    Route("/c/{id}/verify", verify.verify, methods=["GET", "POST"]),
    Route("/c/{id}/notes", notes.notes),
    Route("/c/{id}/notes/write", notes.write),
    Route("/c/{id}/notes/export", notes.export),
]


def create_app(
    settings: Settings,
    registry: Registry,
    paths: Sequence[str] = (),
    started: Callable[[], None] = lambda: None,
) -> Starlette:
    """The app over a registry of collections, which it closes when it ends. Documents of this
    machine at `paths` are read, as one collection, when it starts; `started` is called then."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        registry.resume()
        if paths:
            registry.add(IncomingDocuments.from_paths(paths), lasting=False, ahead=True)
        registry.once.warm_up()
        watching = asyncio.create_task(registry.keep_watch())
        started()
        yield
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await registry.close()

    app = Starlette(
        routes=[*API_ROUTES, *PAGE_ROUTES, Mount("/static", Assets())],
        middleware=security_middleware(settings),
        exception_handlers={
            HTTPException: http_error,
            HyperdigestError: library_error,
            ClientDisconnect: client_disconnected,
            Exception: server_error,
        },
        lifespan=lifespan,
    )
    app.state.registry, app.state.settings = registry, settings
    return app
