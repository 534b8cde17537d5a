"""The words, lines and rows of pages.

Lengths are relative to the height of a line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, pairwise

CELL_GAP = 2.0
"""Smallest gap between words that separates the cells of a table."""

GUTTER_WIDTH = 0.8
"""Smallest width of a gutter."""

TOUCHING = (-0.05, 0.005)
"""The gap between two parts of one word, in heights of the word."""

SAME_BASE = 0.05
"""Largest distance between the baselines of two parts of one word, in heights of the word."""

DOT_LEADERS = re.compile(r"(?:\. ?){5}")
ENDS_SENTENCE = re.compile(r"""[.!?:;…]["'”’»)\]]*\d*$""")

_MONOSPACED = re.compile(
    r"mono|courier|typewriter|consol|menlo|fixed|nimbusmon|sourcecode|inconsolat|(?:t1x|newtx)tt"
    r"|(?<![a-z])(?:[a-z]{0,4}tt|[a-z]*sltt|[a-z]*tcsc)\d",
    re.I,
)
_LETTER = re.compile(r"[^\W_]")


@dataclass(slots=True)
class Word:
    """A word and its place, in points from the lower left of the page; no word is changed.

    It is not frozen, because that would make it twice as slow to create, and pages have many words.

    Parameters
    ----------
    base : its baseline.
    height : of its characters' boxes.
    order : its position in the drawing order of the page's words.
    first, last : indices of its first and last character on the page.
    mark : the mark of the note that begins with the word, or empty.
    turns : quarter turns from the direction of most words of the page; the places of turned words
        are those after turning them back.
    bulleted : whether a bullet is drawn before it that is no character.
    """

    text: str
    left: float
    right: float
    base: float
    height: float
    font: str = ""
    order: int = 0
    first: int = 0
    last: int = 0
    mark: str = ""
    turns: int = 0
    bulleted: bool = False


@dataclass(frozen=True)
class Line:
    """The words of a line, from left to right.

    `starts` are the left edges of words that begin a cell by what is above and below them.
    """

    words: tuple[Word, ...]
    page: int = 0
    starts: frozenset[float] = frozenset()

    @cached_property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @cached_property
    def cells(self) -> str:
        """The text with a tab between the cells of a table."""
        text = self.words[0].text
        for before, word in pairwise(self.words):
            text += ("\t" if self._ends_cell(before, word) else " ") + word.text
        return text

    @cached_property
    def gaps(self) -> list[tuple[float, float]]:
        """Where each gap between two cells begins and ends."""
        pairs = pairwise(self.words)
        return [(one.right, other.left) for one, other in pairs if self._ends_cell(one, other)]

    @cached_property
    def last_cell(self) -> float:
        """The left edge of the last cell."""
        pairs = reversed(list(pairwise(self.words)))
        return next(
            (word.left for before, word in pairs if self._ends_cell(before, word)), self.left
        )

    def _ends_cell(self, before: Word, word: Word) -> bool:
        """Whether a cell ends between two words: their gap is wide, or drawing was interrupted.

        A short first word may be the bullet or number of an item, which is drawn separately.
        """
        if word.left in self.starts:
            return True
        if word.left - before.right <= GUTTER_WIDTH * self.height:
            return False
        is_marker = before is self.words[0] and len(before.text) < 4
        interrupted = not is_marker and word.order not in (before.order, before.order + 1)
        least_gap = GUTTER_WIDTH if interrupted else CELL_GAP
        return word.left - before.right > least_gap * self.height

    @cached_property
    def monospaced(self) -> bool:
        """Whether all words are in monospaced fonts, save for a sign at the end, such as an arrow
        that says that the line goes on below."""
        is_sign = len(self.words) > 1 and not _LETTER.search(self.words[-1].text)
        words = self.words[:-1] if is_sign else self.words
        return all(is_monospaced(word.font) for word in words)

    def spaced(self, left: float) -> str:
        """The text of a line of code, with as many spaces as fit in its gaps from `left` on."""
        letters = sum(len(word.text) for word in self.words)
        width = sum(word.right - word.left for word in self.words) / letters
        text = ""
        end = left
        for word in self.words:
            spaces = round((word.left - end) / width) if width > 0 else 1
            text += " " * min(max(spaces, 1 if text else 0), 80) + word.text
            end = word.right
        return text

    @cached_property
    def left(self) -> float:
        return self.words[0].left

    @cached_property
    def right(self) -> float:
        return max(word.right for word in self.words)

    @cached_property
    def height(self) -> float:
        """The height of most characters."""
        first = self.words[0].height
        if all(word.height == first for word in self.words):
            return round(first, 1)
        weight: Counter[float] = Counter()
        for word in self.words:
            weight[round(word.height, 1)] += len(word.text)
        return max(weight, key=lambda height: (weight[height], height))

    @cached_property
    def base(self) -> float:
        """The median of the words' baselines, so that superscripts do not count."""
        return median([word.base for word in self.words])

    @cached_property
    def font(self) -> str:
        """The font of all words; empty if they have several."""
        first = self.words[0].font
        return first if all(word.font == first for word in self.words) else ""


@lru_cache(1000)
def is_monospaced(font: str) -> bool:
    """Whether the name of a font says that all its characters have the same width."""
    return _MONOSPACED.search(font) is not None


@dataclass(frozen=True)
class TableRow(Line):
    """A row of a table whose columns are known; its words are ordered by cells.

    Parameters
    ----------
    parts : the lines of each cell; none if it is empty.
    is_header : whether rulings set it alone apart from all other rows.
    is_sure : whether it is known which cells of other rows are in the same columns.
    is_first : whether it is the first row of its table.
    defines : whether it is no row, but a term with its definition beside it.
    """

    parts: tuple[tuple[Line, ...], ...] = ()
    is_header: bool = False
    is_sure: bool = True
    is_first: bool = False
    defines: bool = False

    @classmethod
    def of(cls, parts: Sequence[Sequence[Line]], page: int) -> TableRow:
        """The row with these lines in its cells, of which some must have words."""
        words = tuple(word for cell in parts for line in cell for word in line.words)
        return cls(words, page, parts=tuple(map(tuple, parts)))

    @cached_property
    def cells(self) -> str:
        return "\t".join(" ".join(line.text for line in cell) for cell in self.parts)

    @cached_property
    def gaps(self) -> list[tuple[float, float]]:
        return []

    @cached_property
    def left(self) -> float:
        return min(word.left for word in self.words)

    @cached_property
    def base(self) -> float:
        """The baseline of its first line."""
        return max(line.base for cell in self.parts for line in cell)


Column = list[Line]


def joined(words: Iterable[Word]) -> list[Word]:
    """Words in drawing order, with parts joined between which pdfium saw a space but none is.

    It sees one after letters that are drawn back or forth, as under accents and in "ob-ject".
    """
    found: list[Word] = []
    for word in words:
        if found and _touches(found[-1], word):
            text = found[-1].text + word.text
            found[-1] = replace(found[-1], text=text, right=word.right, last=word.last)
        else:
            found.append(word)
    return found


def _touches(before: Word, word: Word) -> bool:
    height = min(before.height, word.height)
    least, most = TOUCHING
    return (
        least * height < word.left - before.right < most * height
        and abs(word.base - before.base) < SAME_BASE * height
        and before.font == word.font
        and before.text[-1].isalpha()
        and word.text[0].isalpha()
    )


def lines_of(words: Iterable[Word], page: int = 0) -> list[Line]:
    """The lines of a page from top to bottom, whatever the order in which words were drawn."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (-word.base, word.left)):
        last = rows[-1][-1] if rows else None
        if last and last.base - word.base < 0.4 * max(last.height, word.height):
            rows[-1].append(word)
        else:
            rows.append([word])
    layers = chain.from_iterable(_layers(sorted(row, key=lambda word: word.left)) for row in rows)
    return [Line(tuple(layer), page) for layer in layers]


def _layers(row: list[Word]) -> list[list[Word]]:
    """The words of a row from left to right; if texts are drawn over each other, each separately.

    Each word is added to one of the last eight layers, in drawing order, in which it fits.
    """
    if not any(
        word.left < before.right and _overlap(before, word) for before, word in pairwise(row)
    ):
        return [row]
    layers: list[list[Word]] = []
    for word in sorted(row, key=lambda word: word.order):
        latest = reversed(layers[-8:])
        fitting = (layer for layer in latest if _follows(layer[-1], word))
        layer = next(fitting, None)
        if layer is None:
            layers.append(layer := [])
        layer.append(word)
    return [sorted(layer, key=lambda word: word.left) for layer in layers]


def _follows(before: Word, word: Word) -> bool:
    """Whether a word is to the right of another."""
    return word.left > before.left and not _overlap(before, word)


def _overlap(one: Word, other: Word) -> bool:
    """Whether two words have more than half the width of the narrower in common."""
    least = min(one.right - one.left, other.right - other.left)
    shared = min(one.right, other.right) - max(one.left, other.left)
    return shared > 0.5 * least > 0


def median(values: Sequence[float]) -> float:
    """The median of `values`, the upper one of two."""
    return sorted(values)[len(values) // 2]
