"""The HTTP API: JSON in and out, described by `openapi`."""

from __future__ import annotations

from starlette.routing import BaseRoute

from hyperdigest.web.api import (
    changes,
    collections,
    contents,
    documentation,
    events,
    once,
    questions,
)
from hyperdigest.web.settings import Settings
from hyperdigest.web.shelf import Shelf


def routes(shelf: Shelf, settings: Settings) -> list[BaseRoute]:
    """All routes of the API."""
    return [
        *collections.routes(shelf, settings),
        *events.routes(shelf),
        *contents.routes(shelf),
        *changes.routes(shelf, settings),
        *questions.routes(shelf),
        *once.routes(shelf),
        *documentation.routes(settings),
    ]
