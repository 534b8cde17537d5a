"""Readers of plugins: each for the files of one suffix."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from hyperdigest.errors import PluginError, ReadError
from hyperdigest.plugins.installed import Plugin
from hyperdigest.read.content import Content
from hyperdigest.read.decode import whole


def read_by(plugin: Plugin, data: bytes) -> Content:
    """What a plugin makes of the bytes of a file; halves of surrogate pairs are mended.

    Raises
    ------
    ReadError
        where it fails, or gives what is no content, so that the file is skipped and the rest read.
    """
    try:
        return _checked(plugin, plugin(data))
    except PluginError as error:
        raise ReadError(f"cannot be read: {error}") from error


def _checked(plugin: Plugin, content: Any) -> Content:
    if not isinstance(content, Content):
        raise plugin.gave(f"{type(content).__name__}, not Content")
    if not all(isinstance(part, str) for part in (content.text, content.format, content.title)):
        raise plugin.gave("a text, format or title that is no str")
    length = len(content.text)
    if not all(0 <= block.start < block.end <= length for block in content.blocks):
        raise plugin.gave("blocks outside the text")
    if not all(one.end <= other.start for one, other in pairwise(content.blocks)):
        raise plugin.gave("blocks out of order")
    if not all(0 <= page <= length for page in content.pages):
        raise plugin.gave("pages outside the text")
    if list(content.pages) != sorted(content.pages) or content.pages[:1] not in ((), (0,)):
        raise plugin.gave("pages out of order")
    return replace(content, text=_of_same_length(content.text), title=whole(content.title))


def _of_same_length(text: str) -> str:
    """`text` with surrogates that stand alone shown as U+FFFD; offsets into it stay right."""
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
