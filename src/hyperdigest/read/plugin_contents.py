"""Check the `Content` that the reader of a plugin returns."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, pairwise
from typing import Any

from hyperdigest.base.plugins import Plugin
from hyperdigest.documents import BLOCK_KINDS, Block, Place
from hyperdigest.errors import PluginError, ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.encoding import replace_surrogates

_TUPLES_OF_TEXTS = ("notes", "page_labels", "authors")
"""Fields of a `Content` that are tuples of str."""


def read_by_plugin(plugin: Plugin, data: bytes) -> Content:
    """The content that a plugin reads from the bytes of a file, lone surrogates replaced.

    Raises ReadError if the plugin fails or returns an invalid content, so that only this file is
    skipped.
    """
    try:
        return _checked(plugin, plugin(data))
    except PluginError as error:
        raise ReadError(f"cannot be read: {error}") from error


def _checked(plugin: Plugin, content: Any) -> Content:
    if not isinstance(content, Content):
        raise plugin.invalid_result(f"{type(content).__name__}, not Content")
    texts_alone = content.text, content.format, content.title, content.date
    if not all(isinstance(each, str) for each in texts_alone):
        raise plugin.invalid_result("a text, format, title or date that is no str")
    try:
        blocks, pages = tuple(content.blocks), tuple(content.pages)
        places = tuple(content.places)
        texts = {name: tuple(getattr(content, name)) for name in _TUPLES_OF_TEXTS}
    except TypeError as error:
        raise plugin.invalid_result(
            f"blocks, pages, places, {', '.join(_TUPLES_OF_TEXTS)} that are no tuple ({error})"
        ) from error
    for name, values in texts.items():
        if not all(isinstance(value, str) for value in values):
            raise plugin.invalid_result(f"{name} that are no str")
    if not all(isinstance(block, Block) and block.kind in BLOCK_KINDS for block in blocks):
        raise plugin.invalid_result(
            f"blocks that are no Block of a kind in {', '.join(BLOCK_KINDS)}"
        )
    if not all(isinstance(place, Place) for place in places):
        raise plugin.invalid_result("places that are no Place")
    starts = [place.start for place in places]
    offsets = chain(pages, starts, *((block.start, block.end) for block in blocks))
    if not all(isinstance(offset, int) for offset in offsets):
        raise plugin.invalid_result("offsets of blocks, pages or places that are no int")
    length = len(content.text)
    if not all(0 <= block.start < block.end <= length for block in blocks):
        raise plugin.invalid_result("blocks outside the text")
    if not all(one.end <= other.start for one, other in pairwise(blocks)):
        raise plugin.invalid_result("blocks out of order")
    if not all(0 <= page <= length for page in pages):
        raise plugin.invalid_result("pages outside the text")
    if list(pages) != sorted(pages) or pages[:1] not in ((), (0,)):
        raise plugin.invalid_result("pages out of order")
    if starts != sorted(starts) or not all(0 <= start <= length for start in starts):
        raise plugin.invalid_result("places out of order or outside the text")
    if len(texts["page_labels"]) not in (0, len(pages)):
        raise plugin.invalid_result("more or fewer page labels than pages")
    # One character for each lone surrogate, so that the offsets of blocks and pages stay right.
    text = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in content.text)
    title = replace_surrogates(content.title)
    further: dict[str, Any] = {n: tuple(map(replace_surrogates, each)) for n, each in texts.items()}
    date = replace_surrogates(content.date)
    further["places"] = tuple(
        Place(start, replace_surrogates(name), replace_surrogates(speaker))
        for start, name, speaker in places
    )
    return replace(
        content, text=text, title=title, blocks=blocks, pages=pages, date=date, **further
    )
