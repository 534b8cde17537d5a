"""Bodies of requests and answers in JSON."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.web.refusals import RefusedError


async def object_of(request: Request) -> dict[str, Any]:
    """The object of JSON that a request carries.

    Raises
    ------
    RefusedError
        where it is said to be something else (415), or is none (400).
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError(415, "the request is not JSON: send Content-Type: application/json")
    try:
        value = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise RefusedError(400, "the request is not JSON: send one object") from error
    if not isinstance(value, dict):
        raise RefusedError(400, "the request is JSON, but no object: send one")
    return value


def answered(text: str) -> Response:
    """An answer that is JSON already."""
    return Response(text.encode("utf-8"), media_type="application/json")
