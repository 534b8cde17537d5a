"""Only names of this machine are answered to, so that no foreign name can be bent to lead here."""

from __future__ import annotations

import socket
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from hyperdigest.web.failures import refusal
from hyperdigest.web.settings import Settings, is_loopback

STRANGE = "this app is not called by that name: open it by the address it printed"


class Hosts:
    """Refuses requests whose Host is none that the app goes by.

    These are the names of the loopback, the host it listens on, and the names its owner gave;
    where other machines reach it, also its own name and any address in digits, which a foreign
    name server cannot bend.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._loopback = settings.loopback
        own = () if settings.loopback else (socket.gethostname(), socket.getfqdn())
        self._names = {_plain(name) for name in (settings.host, *settings.names, *own)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http" or self._known(Headers(scope=scope).getlist("host")):
            await self._app(scope, receive, send)
            return
        await refusal(scope["path"], 400, STRANGE)(scope, receive, send)

    def _known(self, given: list[str]) -> bool:
        if len(given) != 1:
            return False
        host = host_of(given[0])
        if is_loopback(host) or host in self._names:
            return True
        return not self._loopback and _in_digits(host)


def host_of(authority: str) -> str:
    """The host of ``host:port``, an address in brackets without these."""
    text = authority.strip()
    if text.startswith("["):
        return text[1 : text.find("]")] if "]" in text else ""
    return _plain(text.rpartition(":")[0] if ":" in text else text)


def _plain(name: str) -> str:
    return name.lower().rstrip(".")


def _in_digits(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
