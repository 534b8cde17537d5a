"""Digests as files to download."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from starlette.responses import Response

from hyperdigest.render import file_type, formats, renderer

if TYPE_CHECKING:
    from hyperdigest.answer import Answer

__all__ = ["exported", "formats"]

NAME = 60
"""Most characters of a file's name, its suffix aside."""


def exported(answer: Answer, format: str) -> Response:
    """The digest of an answer as a file of one of `formats`, named after the question."""
    content = renderer(format)(answer.digest())
    data = content if isinstance(content, bytes) else f"{content}\n".encode("utf-8", "replace")
    suffix, kind = file_type(format)
    name = re.sub(r"[^a-z0-9]+", "-", answer.question.lower())[:NAME].strip("-") or "digest"
    response = Response(data, media_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}{suffix}"'
    return response
