"""Requests that another site made in the user's browser are refused."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from hyperdigest.web.failures import refusal

READING = ("GET", "HEAD", "OPTIONS")
OWN = ("same-origin", "none")
FOREIGN = "another site asked for this: open the app itself, and ask there"


class Origins:
    """Refuses what other sites make a browser ask for.

    A link to a page may be followed from anywhere. What is no browser says neither where a request
    comes from nor sends cookies along, and is let through. A form of a page that tells no referrer
    has the origin ``null``, so what a browser says of the site itself goes before it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http" or _own(scope["method"], Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        await refusal(scope["path"], 403, FOREIGN)(scope, receive, send)


def _own(method: str, headers: Headers) -> bool:
    site = headers.get("sec-fetch-site")
    if site is not None and site not in OWN:
        followed = headers.get("sec-fetch-mode") == "navigate"
        return (
            method in ("GET", "HEAD") and followed and headers.get("sec-fetch-dest") == "document"
        )
    origin = headers.get("origin")
    if origin is None or site is not None or method in READING:
        return True
    return origin.lower() in {
        f"{scheme}://{headers['host'].lower()}" for scheme in ("http", "https")
    }
