"""What is answered where something goes wrong: JSON to programs, a page to people."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from hyperdigest.errors import HyperdigestError
from hyperdigest.web.refusals import RefusedError, status_of
from hyperdigest.web.security.headers import harden
from hyperdigest.web.templating import page

CRASHED = "something went wrong here: the app goes on, and its terminal says more"
LONGEST = 500
"""Most characters of a message."""

SENTENCES = {
    404: "there is no such page",
    405: "this address does not take such a request",
}


async def not_served(request: Request, error: Any) -> Response:
    """The answer where there is no such route, or none that takes the method."""
    assert isinstance(error, HTTPException)  # noqa: S101 (the only kind it is registered for)
    message = SENTENCES.get(error.status_code, error.detail)
    return refusal(request.url.path, error.status_code, message, dict(error.headers or {}))


async def mistaken(request: Request, error: Any) -> Response:
    """The answer to a request that cannot be met."""
    assert isinstance(error, HyperdigestError)  # noqa: S101
    after = error.after if isinstance(error, RefusedError) else 0
    headers = {"Retry-After": str(after)} if after else {}
    return refusal(request.url.path, status_of(error), str(error), headers)


async def crashed(request: Request, error: Exception) -> Response:
    """The answer where the fault is not the request's."""
    response = refusal(request.url.path, 500, CRASHED)
    harden(response.headers)
    return response


async def gone(request: Request, error: Exception) -> Response:
    """The answer that nobody hears, since who asked has left."""
    return Response(status_code=400)


def refusal(
    path: str, status: int, message: str, headers: dict[str, str] | None = None
) -> Response:
    """Why a request to `path` was not met; a message that quotes too much is cut."""
    message = message if len(message) <= LONGEST else f"{message[: LONGEST - 1]}…"
    if path.startswith("/api/"):
        content = {"error": {"status": status, "message": message}}
        return JSONResponse(content, status, headers)
    response = page("error.html", status, message=message, status=status)
    response.headers.update(headers or {})
    return response
