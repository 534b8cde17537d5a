"""Readers of plugins: each for the files of one suffix."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, pairwise
from typing import Any, get_args

from hyperdigest.documents import Block, BlockKind
from hyperdigest.errors import PluginError, ReadError
from hyperdigest.plugins.installed import Plugin
from hyperdigest.read.content import Content
from hyperdigest.read.decode import whole

_KINDS = get_args(BlockKind)


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
    try:
        blocks, pages = tuple(content.blocks), tuple(content.pages)
        notes = tuple(content.notes)
    except TypeError as error:
        raise plugin.gave(f"blocks, pages or notes that are no tuple ({error})") from error
    if not all(isinstance(note, str) for note in notes):
        raise plugin.gave("notes that are no str")
    if not all(isinstance(block, Block) and block.kind in _KINDS for block in blocks):
        raise plugin.gave(f"blocks that are no Block of a kind among {', '.join(_KINDS)}")
    if not all(isinstance(n, int) for n in (*pages, *chain.from_iterable(map(_span, blocks)))):
        raise plugin.gave("offsets of blocks or pages that are no int")
    length = len(content.text)
    if not all(0 <= block.start < block.end <= length for block in blocks):
        raise plugin.gave("blocks outside the text")
    if not all(one.end <= other.start for one, other in pairwise(blocks)):
        raise plugin.gave("blocks out of order")
    if not all(0 <= page <= length for page in pages):
        raise plugin.gave("pages outside the text")
    if list(pages) != sorted(pages) or pages[:1] not in ((), (0,)):
        raise plugin.gave("pages out of order")
    text, title = _of_same_length(content.text), whole(content.title)
    return replace(content, text=text, title=title, blocks=blocks, pages=pages, notes=notes)


def _span(block: Block) -> tuple[int, int]:
    return block.start, block.end


def _of_same_length(text: str) -> str:
    """`text` with surrogates that stand alone shown as U+FFFD; offsets into it stay right."""
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
