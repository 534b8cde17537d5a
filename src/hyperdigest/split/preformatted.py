"""Running text and steps that a page sets as they were typed, in the element of code: no code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hyperdigest.documents import Block
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.code_blocks import has_signs, is_wrapped_prose

_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")

_STEP = re.compile(r"[ \t]*(?P<number>\d{1,3})[.)][ \t]+(?P<words>[A-Z]\S*[ \t]+\S.*)")

MOST_OF_IT = 0.5
"""Share of the words in wrapped paragraphs of prose from which on code is running text."""


def with_running_text(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with those of a plain text in place of code that is running text or steps."""
    for block in blocks:
        begin = block.start
        while block.kind == "code" and begin and text[begin - 1] in " \t":
            begin -= 1
        own = text[begin : block.end]
        if block.kind == "code" and (is_running_text(own) or are_steps(own)):
            for part in find_blocks(own):
                level = part.level if part.kind == "heading" else block.level + part.level
                start, end = begin + part.start, begin + part.end
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


def are_steps(code: str) -> bool:
    """Whether some code is several steps, numbered from 1 on, each with words but no signs of code,
    and with its further lines below its words."""
    steps = list[str]()
    for line in filter(str.strip, code.splitlines()):
        if found := _STEP.fullmatch(line):
            if int(found["number"]) != len(steps) + 1:
                return False
            steps.append(found["words"])
        elif not steps or not line.startswith((" ", "\t")):
            return False
    return len(steps) > 1 and not has_signs(steps)
