"""Results to read, to quote and to compute with: one pure function a format, text or bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from hyperdigest.documents import Digest, Topic
from hyperdigest.errors import OptionError
from hyperdigest.render.bibtex import render_bibtex
from hyperdigest.render.csl import render_csl
from hyperdigest.render.csv import render_csv
from hyperdigest.render.explanation import render_explanation
from hyperdigest.render.html import render_html
from hyperdigest.render.json import render_explanation_json, render_json, render_topics_json
from hyperdigest.render.markdown import render_markdown
from hyperdigest.render.text import render_text
from hyperdigest.render.topics import render_topics

if TYPE_CHECKING:
    from hyperdigest.explain import Explanation
    from hyperdigest.plugins.installed import Plugin


def render_docx(digest: Digest) -> bytes:
    """The digest as a Word file; what writes it is loaded when it is asked for."""
    from hyperdigest.render.docx import render_docx

    return render_docx(digest)


FORMATS: Mapping[str, Callable[[Digest], str | bytes]] = MappingProxyType(
    {
        "text": render_text,
        "markdown": render_markdown,
        "html": render_html,
        "json": render_json,
        "docx": render_docx,
        "csv": render_csv,
        "bibtex": render_bibtex,
        "csl": render_csl,
    }
)
FORMAT_TYPES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "text": (".txt", "text/plain; charset=utf-8"),
        "markdown": (".md", "text/markdown; charset=utf-8"),
        "html": (".html", "text/html; charset=utf-8"),
        "json": (".json", "application/json"),
        "docx": (
            ".docx",
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ),
        "csv": (".csv", "text/csv; charset=utf-8"),
        "bibtex": (".bib", "application/x-bibtex; charset=utf-8"),
        "csl": (".csl.json", "application/vnd.citationstyles.csl+json"),
    }
)
"""The suffix of a file of each format, and its media type."""
EXPLANATION_FORMATS: Mapping[str, Callable[[Explanation], str]] = MappingProxyType(
    {"text": render_explanation, "json": render_explanation_json}
)
TOPIC_FORMATS: Mapping[str, Callable[[Sequence[Topic]], str]] = MappingProxyType(
    {"text": render_topics, "json": render_topics_json}
)

__all__ = [
    "EXPLANATION_FORMATS",
    "FORMATS",
    "FORMAT_TYPES",
    "TOPIC_FORMATS",
    "file_type",
    "format_of_suffix",
    "formats",
    "render_bibtex",
    "render_csl",
    "render_csv",
    "render_docx",
    "render_explanation",
    "render_explanation_json",
    "render_html",
    "render_json",
    "render_markdown",
    "render_text",
    "render_topics",
    "render_topics_json",
    "renderer",
]


def renderer(format: str) -> Callable[[Digest], str | bytes]:
    """What shows a digest in a form: built in, or a plugin, which is looked for only then.

    Raises
    ------
    OptionError
        where there is none of that name.
    PluginError
        where the plugin cannot be loaded; the function raises it where the plugin fails.
    """
    if format in FORMATS:
        return FORMATS[format]
    from hyperdigest.plugins.renderers import renderer_of

    return renderer_of(_plugin(format))


def formats() -> tuple[str, ...]:
    """The names of all forms of a digest, those of plugins among them."""
    from hyperdigest.plugins.renderers import added

    return (*FORMATS, *added(FORMATS))


def format_of_suffix(suffix: str) -> str:
    """The plugin's form whose files have a suffix; nothing where no plugin that works names it."""
    from hyperdigest.plugins.renderers import called

    return called(suffix, FORMATS)


def file_type(format: str) -> tuple[str, str]:
    """The suffix of a file of a form, of what is built in or of a plugin, and its media type.

    Raises
    ------
    OptionError
        where there is none of that name.
    PluginError
        where the plugin cannot be loaded.
    """
    if format in FORMAT_TYPES:
        return FORMAT_TYPES[format]
    from hyperdigest.plugins.renderers import file_type_of

    return file_type_of(_plugin(format))


def _plugin(format: str) -> Plugin:
    from hyperdigest.plugins.renderers import added

    plugins = added(FORMATS)
    if format not in plugins:
        known = ", ".join((*FORMATS, *plugins))
        raise OptionError(f"there is no format {format!r}: choose one of {known}")
    return plugins[format]
