"""The text that LaTeX prints, collected as blocks, with the line of its file for each part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hyperdigest.documents import Block, BlockKind, Place
from hyperdigest.read.content import BlockText, join

Line = tuple[str, int]
"""The name of an input file, empty for the main one, and the number of a line of it."""


class Piece(NamedTuple):
    """A block, and the lines in which its parts stand: the offset in its text at which each
    begins."""

    part: BlockText
    lines: tuple[tuple[int, Line], ...]


class Flow:
    """Collects text as paragraphs; the next one is of a kind, a level and a mark that can be set.

    Parameters
    ----------
    level : the number of lists that the text is in.
    """

    def __init__(self, level: int = 0) -> None:
        self.pieces: list[Piece] = []
        self.level = level
        self.kind: BlockKind = "paragraph"
        self.default: BlockKind = "paragraph"
        self.mark = ""
        self.later: list[Piece] = []
        self._parts: list[str] = []
        self._length = 0
        self._lines: list[tuple[int, Line]] = []
        self._spaced = True

    def add(self, text: str, line: Line) -> None:
        """Append text without line ends to the paragraph; white space counts as one space."""
        if not text:
            return
        words = text.split()
        if not words:
            self.space()
            return
        if text[0].isspace():
            self.space()
        if not self._lines or self._lines[-1][1] != line:
            self._lines.append((self._length, line))
        self._append(" ".join(words), spaced=False)
        if text[-1].isspace():
            self.space()

    def space(self) -> None:
        """Append a space, unless there is one."""
        if not self._spaced:
            self._append(" ", spaced=True)

    def line_end(self) -> None:
        """Append a line end."""
        if self._parts and self._parts[-1] == " ":
            self._parts.pop()
            self._length -= 1
        if self._length:
            self._append("\n", spaced=True)

    def _append(self, text: str, *, spaced: bool) -> None:
        self._parts.append(text)
        self._length += len(text)
        self._spaced = spaced

    @property
    def last(self) -> str:
        """The last part of the paragraph; empty if it has none yet."""
        return self._parts[-1] if self._parts else ""

    @property
    def end_of_text(self) -> tuple[int, int]:
        """Where the next text will be: the number of its paragraph, and the place in it."""
        return len(self.pieces), self._length

    @property
    def begun(self) -> bool:
        """Whether the paragraph has text."""
        return bool(self._length)

    def end(self) -> None:
        """End the paragraph, if it has text. What was to follow it follows."""
        text = "".join(self._parts).rstrip()
        if text:
            self.pieces.append(
                Piece(BlockText(self.kind, text, self.level, self.mark), tuple(self._lines))
            )
            self.kind, self.mark = self.default, ""
        self._parts, self._length, self._lines, self._spaced = [], 0, [], True
        if self.later:
            self.pieces += self.later
            self.later = []

    def block(self, kind: BlockKind, text: str, line: Line, level: int | None = None) -> None:
        """End the paragraph, and append a block."""
        self.end()
        part = BlockText(kind, text, self.level if level is None else level)
        self.pieces.append(Piece(part, ((0, line),)))

    def text(self) -> str:
        """End the paragraph; the text of all on one line."""
        self.end()
        return " ".join(" ".join(piece.part.text.split()) for piece in self.pieces)

    def first_line(self) -> Line | None:
        """The line in which the text begins; None if there is none."""
        return next((line for piece in self.pieces for _, line in piece.lines), None)


def ranked(pieces: list[Piece]) -> list[Piece]:
    """Pieces whose headings have the levels from 1, in place of their ranks."""
    ranks = sorted({piece.part.level for piece in pieces if piece.part.kind == "heading"})
    levels = {rank: level for level, rank in enumerate(ranks, 1)}
    return [
        piece._replace(part=piece.part._replace(level=levels[piece.part.level]))
        if piece.part.kind == "heading"
        else piece
        for piece in pieces
    ]


def laid_out(pieces: Iterable[Piece]) -> tuple[str, tuple[Block, ...], tuple[Place, ...]]:
    """The text of all pieces, their blocks, and the line of each part as a place."""
    pieces = [piece for piece in pieces if piece.part.text.strip()]
    text, blocks = join(piece.part for piece in pieces)
    return text, blocks, tuple(_places(zip(pieces, blocks, strict=True)))


def _places(placed: Iterable[tuple[Piece, Block]]) -> Iterator[Place]:
    before = ""
    for piece, block in placed:
        for offset, (file, number) in piece.lines:
            name = f"{file}, line {number}" if file else f"line {number}"
            if name != before:
                yield Place(block.start + offset, name)
            before = name
