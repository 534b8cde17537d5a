"""Footnotes of PDFs: the marks that lead to them, and the notes at the foot of a page.

A mark is a small raised number or sign behind a word, or before the note itself. Notes are set in
small type below the text, so that a sentence may go on over them to the next page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from hyperdigest.read.pdf.layout import Column, Line, Word

SMALLER = 0.9
"""Height of a mark over that of the word beside it, at most."""

RAISED = 0.12
"""Height of a mark over the baseline, in heights of the word beside it, at least."""

SMALL_TYPE = 0.93
"""Height of the lines of a note over that of the text, at most."""

_SIGN = r"(?:[1-9]\d{0,2}|[*∗†‡§¶]{1,3})"
_MARK = re.compile(_SIGN)
_AFTER = re.compile(
    rf"(?P<word>[^_/*^=+\\]*(?:[^\W\d_]{{4}}|[^\W\d_][.,;:!?”’\"'»]))(?P<mark>{_SIGN})[.,;:!?)\]”’\"'»]*"
)
_BEFORE = re.compile(rf"(?P<mark>{_SIGN})[^\W_].*")
_MARKED_WORD = re.compile(r"[^\W\d_]{4}$|[\w)\]][.,;:!?”’\"'»]+$")
_NOTED_WORD = re.compile(r"[^\W\d_]{2}$|[.,;:!?”’\"'»)]$")

Place = Callable[[int], tuple[float, float]]
"""Of a character of a word, by its number in it: its baseline and the height of its box."""


def glued_mark(text: str, place: Place) -> tuple[int, int]:
    """Where the mark of a note begins and ends in a word that it is drawn together with, behind
    its letters or before them; twice the same where there is none."""
    found = _AFTER.fullmatch(text) or _BEFORE.fullmatch(text)
    if not found or text.isdigit():
        return 0, 0
    start, end = found.span("mark")
    base, height = place(start - 1 if start else end)
    mark_base, mark_height = place(start)
    raised = mark_base - base > RAISED * height and mark_height < SMALLER * height
    return (start, end) if raised else (0, 0)


def without_marks(words: Sequence[Word]) -> list[Word]:
    """The words of a page in the order drawn, without marks of notes. The first word of a note has
    its mark in `mark`."""
    marks = [n for n, word in enumerate(words) if len(word.text) < 4 and _MARK.fullmatch(word.text)]
    if not marks:
        return list(words)
    found: list[Word | None] = list(words)
    notes: set[str] = set()
    behind: list[int] = []
    for n in marks:
        mark = words[n]
        if n and _is_beside(words[n - 1], mark):
            behind.append(n)
        elif (
            n + 1 < len(words) and _is_raised(mark, words[n + 1]) and mark.left < words[n + 1].left
        ):
            found[n], found[n + 1] = None, replace(words[n + 1], mark=mark.text)
            notes.add(mark.text)
    for n in behind:
        word, mark = words[n - 1], words[n]
        pattern = _NOTED_WORD if mark.text in notes else _MARKED_WORD
        if _is_raised(mark, word) and pattern.search(word.text):
            found[n] = None
    return [word for word in found if word is not None]


def _is_raised(mark: Word, word: Word) -> bool:
    raised = mark.base - word.base
    return mark.height < SMALLER * word.height and RAISED * word.height < raised < word.height


def _is_beside(word: Word, mark: Word) -> bool:
    """Whether a mark stands to the right of a word of the same line."""
    return abs(mark.base - word.base) < word.height and mark.left > word.left


def parted(column: Column, body: float) -> tuple[Column, list[Column]]:
    """The text of a column, and the notes at its foot. `body` is the height of most text."""
    start = len(column)
    for n in range(len(column) - 1, -1, -1):
        line = column[n]
        if line.height > SMALL_TYPE * body or line.monospaced:
            break
        if opens_note(line):
            start = n
    notes: list[Column] = []
    for line in column[start:]:
        if opens_note(line):
            notes.append([])
        notes[-1].append(line)
    return column[:start], notes


def opens_note(line: Line) -> bool:
    """Whether a line begins with the mark of a note."""
    return bool(line.words[0].mark)
