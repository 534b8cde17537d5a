"""A report before it is rendered."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """Opens a part of the report."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """A command."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """Sentences that stand beside each other."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """Text of a table, at times in bold."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the first column names the row.

    Parameters
    ----------
    groups : a name and a number of columns for each group of the other columns, shown above
        their names, where there are groups.
    prose : whether the other columns hold text, not numbers.
    command : what makes the table, where it is told beside it.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    prose: bool = False
    command: str = ""
    groups: tuple[tuple[str, int], ...] = ()

    @property
    def full_head(self) -> tuple[str, ...]:
        """The names of the columns, each with that of its group."""
        first, *others = self.head
        above = [name for name, size in self.groups for _ in range(size)] or [""] * len(others)
        pairs = zip(above, others, strict=True)
        return (first, *(f"{group} {name}".strip() for group, name in pairs))


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture, kept in a file of its own too.

    Parameters
    ----------
    name : of the file, without its suffix.
    themed : whether it follows the reader's choice of dark or light by itself.
    """

    name: str
    caption: str
    svg: str
    themed: bool = True


Block = Heading | Text | Code | Bullets | Grid | Drawing


@dataclass(frozen=True, slots=True)
class Page:
    """A whole report."""

    title: str
    blocks: tuple[Block, ...]
