"""The handler of the API that looks up the quotations of a draft in a collection."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.verify import Pile
from hyperdigest.verify import verify as look_up
from hyperdigest.web.errors import RequestError
from hyperdigest.web.registry import record_of, registry_of
from hyperdigest.web.requests import object_of
from hyperdigest.web.responses import json_text

DRAFT_FORMATS = ("text", "markdown")


async def verify(request: Request) -> Response:
    """What became of each quotation of the draft in the request."""
    registry, record, body = registry_of(request), record_of(request), await object_of(request)
    draft = body.pop("draft", None)
    format, claims = body.pop("format", "text"), body.pop("claims", False)
    if body:
        raise OptionError(f"{min(body)!r:.60} is unknown: give only draft, format and claims")
    if not isinstance(draft, str):
        raise OptionError("draft is not a text: give the text of the draft")
    if format not in DRAFT_FORMATS:
        raise OptionError(f"format is {format!r:.60}: choose one of {', '.join(DRAFT_FORMATS)}")
    if not isinstance(claims, bool):
        raise OptionError(f"claims is {claims!r:.60}: give true or false")
    most = registry.limits.once_characters
    if len(draft) > most:
        raise RequestError(413, f"the draft has {len(draft)} characters: give {most} at most")
    pile = Pile.of((await registry.model(record)).collection)
    document = Document("draft", "", draft, format=format)
    task = partial(look_up, document, pile, claims=claims)
    result = await registry.threads.run(task, slow=True)
    return json_text(result.to_json())
