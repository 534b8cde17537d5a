"""Digests as files to download."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

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
    response = Response(data, media_type=kind)
    response.headers["Content-Disposition"] = _named(answer.question, suffix)
    return response


def _named(question: str, suffix: str) -> str:
    """The header that names a file after a question, in letters of any script."""
    name = re.sub(r"[\W_]+", "-", question.lower())[:NAME].strip("-") or "digest"
    plain = re.sub(r"[^a-z0-9]+", "-", name).strip("-") or "digest"
    header = f'attachment; filename="{plain}{suffix}"'
    return header if plain == name else f"{header}; filename*=UTF-8''{quote(name + suffix)}"
