"""Running text that a page sets as it was typed, in the element of code: it is no code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hyperdigest.documents import Block
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.code_blocks import is_wrapped_prose

_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")

MOST_OF_IT = 0.5
"""Share of the words in wrapped paragraphs of prose from which on code is running text."""


def with_running_text(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with those of a plain text in place of code that is running text."""
    for block in blocks:
        if block.kind == "code" and is_running_text(text[block.start : block.end]):
            for part in find_blocks(text[block.start : block.end]):
                level = part.level if part.kind == "heading" else block.level + part.level
                start, end = block.start + part.start, block.start + part.end
                yield replace(part, start=start, end=end, level=level)
        else:
            yield block


def is_running_text(code: str) -> bool:
    """Whether most words of some code are in paragraphs of prose, wrapped at a margin."""
    if "\n" not in code:
        return False
    words = prose = 0
    for paragraph in _BLANK_LINES.split(code):
        size = len(paragraph.split())
        words += size
        prose += size if is_wrapped_prose(paragraph) else 0
    return prose > MOST_OF_IT * words
