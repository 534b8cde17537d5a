"""Output formats: each is a pure function, built in or of a plugin, that returns text or bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING

from hyperdigest.base.plugins import Plugin, in_use
from hyperdigest.digest import Digest, Topic
from hyperdigest.errors import OptionError, PluginError
from hyperdigest.render.csv import render_csv
from hyperdigest.render.json import (
    render_bibtex,
    render_csl,
    render_expansion_json,
    render_explanation_json,
    render_json,
    render_topics_json,
)
from hyperdigest.render.markdown import render_markdown
from hyperdigest.render.text import (
    render_expansion,
    render_explanation,
    render_text,
    render_topics,
)

if TYPE_CHECKING:
    from hyperdigest.answer.expand import Expansion
    from hyperdigest.answer.explain import Explanation
    from hyperdigest.render.cited_pages import CitedPage


# What these three import takes long, and most digests are written in other formats.


def render_docx(digest: Digest) -> bytes:
    """The digest as a Word file."""
    from hyperdigest.render.docx import render_docx

    return render_docx(digest)


def render_annotations(digest: Digest) -> str:
    """The digest as W3C Web Annotations."""
    from hyperdigest.render.annotations import render_annotations

    return render_annotations(digest)


def render_html(digest: Digest, pages: Sequence[CitedPage] = ()) -> str:
    """The digest as one self-contained page; see `hyperdigest.render.html`."""
    from hyperdigest.render.html import render_html

    return render_html(digest, pages)


_BUILT_IN: dict[str, tuple[Callable[[Digest], str | bytes], str, str]] = {
    "text": (render_text, ".txt", "text/plain; charset=utf-8"),
    "markdown": (render_markdown, ".md", "text/markdown; charset=utf-8"),
    "html": (render_html, ".html", "text/html; charset=utf-8"),
    "json": (render_json, ".json", "application/json"),
    "docx": (
        render_docx,
        ".docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
    "csv": (render_csv, ".csv", "text/csv; charset=utf-8"),
    "bibtex": (render_bibtex, ".bib", "application/x-bibtex; charset=utf-8"),
    "csl": (render_csl, ".csl.json", "application/vnd.citationstyles.csl+json"),
    "annotations": (
        render_annotations,
        ".jsonld",
        'application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"',
    ),
}
FORMATS: Mapping[str, Callable[[Digest], str | bytes]] = MappingProxyType(
    {name: render for name, (render, _, _) in _BUILT_IN.items()}
)
FORMAT_TYPES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {name: (suffix, media_type) for name, (_, suffix, media_type) in _BUILT_IN.items()}
)
"""The suffix of a file of each format, and its media type."""
EXPLANATION_FORMATS: Mapping[str, Callable[[Explanation], str]] = MappingProxyType(
    {"text": render_explanation, "json": render_explanation_json}
)
EXPANSION_FORMATS: Mapping[str, Callable[[Expansion], str]] = MappingProxyType(
    {"text": render_expansion, "json": render_expansion_json}
)
TOPIC_FORMATS: Mapping[str, Callable[[Sequence[Topic]], str]] = MappingProxyType(
    {"text": render_topics, "json": render_topics_json}
)

__all__ = [
    "EXPANSION_FORMATS",
    "EXPLANATION_FORMATS",
    "FORMATS",
    "FORMAT_TYPES",
    "TOPIC_FORMATS",
    "file_type",
    "format_of_suffix",
    "formats",
    "render_annotations",
    "render_bibtex",
    "render_csl",
    "render_csv",
    "render_docx",
    "render_expansion",
    "render_expansion_json",
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
    """The function that writes digests in a format; plugins are searched if it is not built in.

    Raises OptionError if there is no format of that name, and PluginError if its plugin cannot be
    loaded. The function raises PluginError if the plugin fails or returns neither text nor bytes.
    """
    if format in FORMATS:
        return FORMATS[format]
    plugin = _plugin(format)
    plugin.load()

    def render(digest: Digest) -> str | bytes:
        result = plugin(digest)
        if not isinstance(result, str | bytes):
            raise plugin.invalid_result(f"{type(result).__name__}, neither str nor bytes")
        return result

    return render


def formats() -> tuple[str, ...]:
    """The names of all formats of a digest, including those of plugins."""
    return (*FORMATS, *in_use("renderers", FORMATS))


def format_of_suffix(suffix: str) -> str:
    """The format of a plugin whose files have a suffix; empty if no working plugin names it."""
    for name, plugin in in_use("renderers", FORMATS).items():
        with suppress(PluginError):
            if getattr(plugin.load(), "suffix", "") == suffix.lower():
                return name
    return ""


def file_type(format: str) -> tuple[str, str]:
    """The suffix of files in a format, and its media type.

    Those of a plugin are the attributes ``suffix`` and ``media_type`` of its function; the defaults
    are those of plain text. Raises OptionError if there is no format of that name, and PluginError
    if its plugin cannot be loaded.
    """
    if format in FORMAT_TYPES:
        return FORMAT_TYPES[format]
    plugin = _plugin(format)
    function = plugin.load()
    suffix = getattr(function, "suffix", ".txt")
    media_type = getattr(function, "media_type", "text/plain; charset=utf-8")
    if not isinstance(suffix, str) or not isinstance(media_type, str):
        raise plugin.invalid_result("a suffix or media type that is no str")
    return suffix, media_type


def _plugin(format: str) -> Plugin:
    plugins = in_use("renderers", FORMATS)
    if format not in plugins:
        known = ", ".join((*FORMATS, *plugins))
        raise OptionError(f"there is no format {format!r}: choose one of {known}")
    return plugins[format]
