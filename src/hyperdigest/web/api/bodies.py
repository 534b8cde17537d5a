"""Bodies of requests and answers in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.web.refusals import RefusedError

DEEPEST = 10
"""Lists and objects within each other that a request has; what is asked needs three."""

MOST = 100_000
"""Lists and objects of a request."""

QUOTES = 400_000
"""Quotation marks around the texts of a request."""

BESIDE_TEXTS = 1 << 20
"""Bytes of a request besides its texts."""

_TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)


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
    body = await request.body()
    if _is_litter(body):
        raise RefusedError(413, "the request is JSON of too many small parts: send fewer")
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RefusedError(400, "the request is not JSON: send one object") from error
    if _is_tangled(value):
        raise RefusedError(
            400, f"the request has more than {MOST} lists and objects, or {DEEPEST} in each other"
        )
    if not isinstance(value, dict):
        raise RefusedError(400, "the request is JSON, but no object: send one")
    return value


def _is_litter(body: bytes) -> bool:
    """Whether JSON has so many parts, for its texts or beside them, that it takes long to read."""
    if len(body) <= BESIDE_TEXTS:
        return False
    quotes = body.count(b'"') - body.count(b'\\"')
    return quotes > QUOTES or len(_TEXT.sub(b"", body)) > BESIDE_TEXTS


def _is_tangled(value: Any) -> bool:
    """Whether lists and objects are more than `MOST`, or deeper in each other than `DEEPEST`."""
    level, left = [value], MOST
    for _ in range(DEEPEST + 1):
        inner = (part for each in level for part in _parts(each) if isinstance(part, list | dict))
        level = list(islice(inner, left + 1))
        left -= len(level)
        if left < 0:
            return True
    return bool(level)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def answered(text: str) -> Response:
    """An answer that is JSON already."""
    return Response(text.encode("utf-8"), media_type="application/json")
