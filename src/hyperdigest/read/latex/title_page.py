"""The title, authors and date of a LaTeX file, wherever it prints them."""

from __future__ import annotations

import re

from hyperdigest.documents import BlockKind
from hyperdigest.read.latex.flow import Flow, Piece

TITLE_RANK = 0
"""The rank of the heading that is the title; those of sections are higher."""

_MARKS = re.compile(r"[*∗†‡§¶‖⁰¹²³⁴-⁹]+[,\d]*|(?<=[a-z])\d+(?:,\d+)*\b|\\?\^\S+")

_PROSE = re.compile(r"[^\W_a-z][^=#\\]+\Z")


class TitlePage:
    """What the commands for the title page say, which are often in the preamble; `names` are the
    lines with the names of the authors, `further` is what follows the date."""

    def __init__(self) -> None:
        self.title, self.date = "", ""
        self.authors_flow: Flow | None = None
        self._pieces: dict[str, list[Piece]] = {
            name: [] for name in ("title", "subtitle", "authors", "date")
        }
        self.names: list[str] = []
        self.further: list[Piece] = []
        self.is_printed = False

    def set_title(self, text: Flow) -> None:
        """Take the title."""
        pieces = text.pieces[:1]
        self.title = text.text()
        self._pieces["title"] = [
            each._replace(part=each.part._replace(text=self.title)) for each in pieces
        ]

    def add_subtitle(self, text: Flow) -> None:
        """Take what stands below the title."""
        self._pieces["subtitle"] += text.pieces

    def add_authors(self, text: Flow) -> None:
        """Take some of the authors: each paragraph begins with the line of their names."""
        self._pieces["authors"] += text.pieces
        for piece in text.pieces:
            self.names.append(_MARKS.sub("", piece.part.text.partition("\n")[0]))

    def add_further(self, text: Flow) -> None:
        """Take what another command says, if that is prose."""
        said = text.text()
        if _PROSE.match(said) and (" " in said or not said.isascii()):
            self.further += text.pieces

    def set_date(self, text: Flow) -> None:
        """Take the date."""
        self._pieces["date"] = text.pieces
        self.date = " ".join(piece.part.text for piece in text.pieces)

    def printed(self) -> list[Piece]:
        """The title page, unless it was printed before."""
        if self.is_printed or not (self._pieces["title"] or self.further):
            return []
        self.is_printed = True
        kinds: tuple[tuple[str, BlockKind], ...] = (
            ("title", "heading"), ("subtitle", "paragraph"), ("authors", "paragraph"),
            ("date", "paragraph"),
        )  # fmt: skip
        return [
            piece._replace(part=piece.part._replace(kind=kind, level=TITLE_RANK))
            for name, kind in kinds
            for piece in self._pieces[name]
        ] + self.further
