"""Results to read, to quote and to compute with: one function a format, each a pure string."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from hyperdigest.documents import Digest, Topic
from hyperdigest.render.explanation import render_explanation
from hyperdigest.render.html import render_html
from hyperdigest.render.json import render_explanation_json, render_json, render_topics_json
from hyperdigest.render.markdown import render_markdown
from hyperdigest.render.text import render_text
from hyperdigest.render.topics import render_topics

if TYPE_CHECKING:
    from hyperdigest.explain import Explanation

FORMATS: Mapping[str, Callable[[Digest], str]] = MappingProxyType(
    {"text": render_text, "markdown": render_markdown, "html": render_html, "json": render_json}
)
EXPLANATION_FORMATS: Mapping[str, Callable[[Explanation], str]] = MappingProxyType(
    {"text": render_explanation, "json": render_explanation_json}
)
TOPIC_FORMATS: Mapping[str, Callable[[Sequence[Topic]], str]] = MappingProxyType(
    {"text": render_topics, "json": render_topics_json}
)

__all__ = [
    "EXPLANATION_FORMATS",
    "FORMATS",
    "TOPIC_FORMATS",
    "render_explanation",
    "render_explanation_json",
    "render_html",
    "render_json",
    "render_markdown",
    "render_text",
    "render_topics",
    "render_topics_json",
]
