"""Digests as files to download, and what such files are called."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.responses import Response

from hyperdigest.render import file_type, formats, renderer

if TYPE_CHECKING:
    from hyperdigest.answer import Answer

__all__ = ["attachment", "exported", "formats"]

NAME = 60
"""Most characters of a file's name, its suffix aside."""


def exported(answer: Answer, format: str) -> Response:
    """The digest of an answer as a file of one of `formats`, named after the question."""
    content = renderer(format)(answer.digest())
    data = content if isinstance(content, bytes) else f"{content}\n".encode("utf-8", "replace")
    suffix, kind = file_type(format)
    response = Response(data, media_type=kind)
    response.headers["Content-Disposition"] = attachment(answer.question, suffix)
    return response


def attachment(title: str, suffix: str) -> str:
    """The header that names a file after a question or a name, in letters of any script."""
    name = re.sub(r"[\W_]+", "-", title.lower())[:NAME].strip("-") or "digest"
    plain = re.sub(r"[^a-z0-9]+", "-", name).strip("-") or "digest"
    header = f'attachment; filename="{plain}{suffix}"'
    return header if plain == name else f"{header}; filename*=UTF-8''{quote(name + suffix)}"
