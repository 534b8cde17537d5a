"""What a reader makes of the bytes of one file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hyperdigest.documents import Block, BlockKind

Part = tuple[BlockKind, str]

LONGEST_TITLE = 300
"""Characters; a broken file may call its whole content its title."""


@dataclass(frozen=True, slots=True)
class Content:
    """The text of a file with what its format says of it, as in `Document`.

    `notes` are sentences for the user about what was left out.
    """

    text: str
    format: str
    title: str = ""
    blocks: tuple[Block, ...] = ()
    pages: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


def one_line(title: str) -> str:
    """A title on one line, and no longer than `LONGEST_TITLE`."""
    return " ".join(title.split())[:LONGEST_TITLE]


def join(parts: Iterable[Part]) -> tuple[str, tuple[Block, ...]]:
    """The texts of `parts`, one blank line apart, and the block each of them is."""
    texts: list[str] = []
    blocks: list[Block] = []
    offset = 0
    for kind, text in parts:
        text = text.strip()
        if not text:
            continue
        texts.append(text)
        blocks.append(Block(offset, offset + len(text), kind))
        offset += len(text) + len("\n\n")
    return "\n\n".join(texts), tuple(blocks)
