"""Commands with their explanation below them, one after the other, as in examples of manuals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from hyperdigest.documents import Block
from hyperdigest.split.lists import announces

_EXAMPLES = re.compile(r"\W*(?:[\w&]+ ){0,3}(?:examples?|beispiele?|exemples?|ejemplos?)\W*", re.I)
_MOST_BLOCKS = 200
_LONGEST_COMMAND = 200
"""In characters; longer code is no command."""


def with_explained_commands(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with the commands of examples as terms, and the paragraphs below them as their
    definitions, if the section begins with a command and no paragraph announces one."""
    section: list[Block] = []
    in_examples = False
    for block in blocks:
        if block.kind == "heading":
            yield from _explained(text, section)
            section = []
            in_examples = _EXAMPLES.fullmatch(text[block.start : block.end][:80]) is not None
            yield block
        elif in_examples and len(section) < _MOST_BLOCKS:
            section.append(block)
        else:
            yield from section
            section, in_examples = [], False
            yield block
    yield from _explained(text, section)


def _explained(text: str, section: Sequence[Block]) -> Iterator[Block]:
    """The blocks of a section of examples."""
    kinds = [block.kind for block in section]
    begin = [pair == ("code", "paragraph") for pair in pairwise(kinds)]
    if sum(begin) < 2 or not begin[0] or any(_announces_code(text, *p) for p in pairwise(section)):
        yield from section
        return
    is_explained = False
    for place, block in enumerate(section):
        if block.kind != "paragraph":
            is_explained = place < len(begin) and begin[place] and _is_command(block)
            yield replace(block, kind="term") if is_explained else block
        else:
            yield replace(block, kind="definition") if is_explained else block


def _announces_code(text: str, block: Block, after: Block) -> bool:
    is_lead_in = announces(text[block.start : block.end][-10:])
    return after.kind == "code" and block.kind == "paragraph" and is_lead_in


def _is_command(block: Block) -> bool:
    return block.kind == "code" and block.end - block.start <= _LONGEST_COMMAND
