"""The pages a person reads: a route gathers what its template shows, nothing is computed here."""

from __future__ import annotations

from starlette.routing import Route

from hyperdigest.web.pages.ask import Ask
from hyperdigest.web.pages.documents import Documents
from hyperdigest.web.pages.home import Home
from hyperdigest.web.pages.look import Look
from hyperdigest.web.settings import Settings
from hyperdigest.web.shelf import Shelf


def routes(shelf: Shelf, settings: Settings) -> list[Route]:
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
