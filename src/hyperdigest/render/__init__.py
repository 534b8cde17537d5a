"""Digests to read, to quote and to compute with: one function a format, each a pure string."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from hyperdigest.documents import Digest
from hyperdigest.render.html import render_html
from hyperdigest.render.json import render_json
from hyperdigest.render.markdown import render_markdown
from hyperdigest.render.text import render_text

FORMATS: Mapping[str, Callable[[Digest], str]] = MappingProxyType(
    {"text": render_text, "markdown": render_markdown, "html": render_html, "json": render_json}
)

__all__ = ["FORMATS", "render_html", "render_json", "render_markdown", "render_text"]
