"""What stands before every route, from the outside in: headers, hosts, origins, tokens, bodies."""

from __future__ import annotations

from starlette.middleware import Middleware

from hyperdigest.web.security.bodies import Bodies
from hyperdigest.web.security.headers import Headers
from hyperdigest.web.security.hosts import Hosts
from hyperdigest.web.security.origins import Origins
from hyperdigest.web.security.tokens import Tokens
from hyperdigest.web.settings import Settings


def guards(settings: Settings) -> list[Middleware]:
    """All of them, the outermost first."""
    tokens = [Middleware(Tokens, settings.token, settings.port)] if settings.token else []
    return [
        Middleware(Headers),
        Middleware(Hosts, settings),
        Middleware(Origins),
        *tokens,
        Middleware(Bodies, settings.limits),
    ]
