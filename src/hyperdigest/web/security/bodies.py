"""How large a request may be, and how slow."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hyperdigest.web.failures import refusal
from hyperdigest.web.refusals import RefusedError
from hyperdigest.web.settings import MB, Limits

PATIENCE = 3.0
"""Seconds for which what is too large is still listened to, so that the answer is heard."""


class Bodies:
    """Refuses bodies that are too large, or come too slowly."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its body bounded, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        most = self._most(headers)
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > most:
            if "expect" not in headers:
                await _drain(receive)
            await refusal(scope["path"], 413, _too_large(most))(scope, receive, send)
            return
        await self._app(scope, self._bounded(receive, most), send)

    def _most(self, headers: Headers) -> int:
        upload = headers.get("content-type", "").lower().startswith("multipart/form-data")
        return self._limits.upload_bytes + MB if upload else self._limits.body_bytes

    def _bounded(self, receive: Receive, most: int) -> Receive:
        heard = 0
        whole = False

        async def bounded() -> Message:
            nonlocal heard, whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout(self._limits.body_seconds):
                    message = await receive()
            except TimeoutError as error:
                raise RefusedError(408, "the request came too slowly: send it again") from error
            heard += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if heard > most:
                raise RefusedError(413, _too_large(most))
            return message

        return bounded


def _too_large(most: int) -> str:
    return f"the request is larger than {most // MB} MB: send less at a time"


async def _drain(receive: Receive) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while (await receive()).get("more_body", False):
                pass
