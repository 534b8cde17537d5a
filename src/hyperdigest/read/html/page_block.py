"""A block of a page: what it says, how much of it is links, and whether it is prose or a notice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from resiliparse.parse.html import TextNode

from hyperdigest.documents import BlockKind
from hyperdigest.read.content import BlockText
from hyperdigest.read.paragraphs.typed_lists import typed_lines, with_typed_numbers

SHORTEST_PROSE = 80
"""In characters; a shorter paragraph may be part of a notice or a menu."""

SHORTEST_SENTENCE = 40
"""In characters; a shorter block that is left out is not reported."""

MOST_LINKED = 0.3
"""Share of a block in links; more is a teaser or a menu."""

_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\Z")
_LEGAL = re.compile(
    r"©|\(c\) ?\d|copyright\s(?:©|\(c\)|\d|by\b|notice)|rights reserved|powered by"
    r"|licen[sc]ed under|trademarks? of|registered trademark"
    r"|privacy (?:policy|notice|statement)|terms of (?:use|service)|cookie (?:policy|settings)"
    r"|(?:use|uses|using|accept) (?:of )?(?:\w+ )?cookies"
    r"|^\W*(?:this (?:page|site|website|document) (?:was |is )?)?"
    r"(?:last (?:updated|modified|changed|edited)|(?:created|generated|built) (?:using|with|by))\b",
    re.I,
)
"""What notices of rights, of cookies and of dates say, and sentences about such matters do not."""


@dataclass(frozen=True, slots=True)
class PageBlock:
    """A block, the node in which its text begins, and the number of its characters in links.

    `kind` and `level` are those of `Block`, `mark` is that of `BlockText`.
    """

    kind: BlockKind
    text: str
    node: TextNode
    linked: int
    level: int = 0
    mark: str = ""

    @property
    def is_linked(self) -> bool:
        """Whether its text, but for white space between links, is links."""
        return self.linked > 0 and self.linked >= len(self.text) - self.text.count("\t")

    @property
    def part(self) -> BlockText:
        """The block without where it is in the page."""
        return BlockText(self.kind, self.text, self.level, self.mark)

    def followed_by(self, cell: PageBlock) -> PageBlock:
        """The block as a row with one more cell."""
        return replace(self, text=f"{self.text}\t{cell.text}", linked=self.linked + cell.linked)

    def is_prose(self) -> bool:
        """Whether it is a long sentence, or more, with few links, and not about rights or dates."""
        return self.is_sentence(SHORTEST_PROSE) and not is_notice(self.text)

    def is_sentence(self, shortest: int) -> bool:
        """Whether it is a sentence of so many characters, or more, with few links."""
        return (
            len(self.text) >= shortest
            and self.linked <= MOST_LINKED * len(self.text)
            and _SENTENCE_END.search(self.text) is not None
        )


def is_notice(text: str) -> bool:
    """Whether a text is about the rights in a page, its cookies, or when it was written."""
    return _LEGAL.search(text) is not None


def with_numbers_as_steps(blocks: Sequence[PageBlock]) -> list[PageBlock]:
    """The blocks, with paragraphs with rising numbers as steps."""
    parts = with_typed_numbers([block.part for block in blocks])
    return [
        replace(
            block, kind=part.kind or block.kind, text=part.text, level=part.level, mark=part.mark
        )
        for block, part in zip(blocks, parts, strict=True)
    ]


def as_list(block: PageBlock) -> list[PageBlock]:
    """A paragraph, as a list if its lines are one."""
    if "\n" not in block.text:
        return [block]
    return [
        replace(
            block,
            kind=part.kind or block.kind,
            text=part.text,
            linked=block.linked * len(part.text) // len(block.text),
            level=part.level,
            mark=part.mark,
        )
        for part in typed_lines(block.part)
    ]
