"""Footnotes of PDFs: their marks in the text, and the notes at the foot of a page.

A mark is a small raised number or symbol after a word, or before the note itself. Notes are set in
small type below the text, so that a sentence may continue after them on the next page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from hyperdigest.read.pdf.layout import Column, Line, Word

MARK_SIZE = 0.9
"""Largest height of a mark, relative to the word beside it."""

MARK_RISE = 0.12
"""Smallest rise of a mark above the baseline, in heights of the word beside it."""

NO_GAP = 0.1
"""Largest gap within a word, in heights of the word."""

_MARK_PATTERN = r"(?:[1-9]\d{0,2}|[*∗†‡§¶]{1,3})"
_MARK = re.compile(_MARK_PATTERN)
_MARK_AFTER_WORD = re.compile(
    r"(?P<word>[^_/*^=+\\]*(?:[^\W\d_]{4}|[^\W\d_][.,;:!?”’\"'»]))"
    rf"(?P<mark>{_MARK_PATTERN})[.,;:!?)\]”’\"'»]*"
)
_MARK_BEFORE_WORD = re.compile(rf"(?P<mark>{_MARK_PATTERN})[^\W_].*")
_MARKED_WORD = re.compile(r"[^\W\d_]{4}$|%$|[\w)\]][.,;:!?”’\"'»]+$")
_MARKED_WORD_WITH_NOTE = re.compile(r"[^\W\d_]{2}$|\d{3}$|[%.,;:!?”’\"'»)]$")
"""The end of a word with a mark: more words count if the page has a note with that mark."""

_AREA = re.compile(r"(?:.*[\W\d])?(?:[cdkmnµμ]m|ft|yd)[23]")
"""A unit of area or volume with its exponent, which is no mark of a note."""

CharacterPlace = Callable[[int], tuple[float, float]]
"""The baseline and box height of a character, by its index in a word."""


def mark_in_word(text: str, place: CharacterPlace) -> tuple[int, int]:
    """The start and end of a note's mark in a word, after or before its letters; equal if none."""
    found = _MARK_AFTER_WORD.fullmatch(text) or _MARK_BEFORE_WORD.fullmatch(text)
    if not found or text.isdigit():
        return 0, 0
    start, end = found.span("mark")
    base, height = place(start - 1 if start else end)
    mark_base, mark_height = place(start)
    raised = mark_base - base > MARK_RISE * height and mark_height < MARK_SIZE * height
    return (start, end) if raised else (0, 0)


def without_marks(words: Sequence[Word]) -> list[Word]:
    """The words of a page in drawing order, without marks of notes.

    The first word of a note has the note's mark as `mark`.
    """
    marks = [n for n, word in enumerate(words) if len(word.text) < 4 and _MARK.fullmatch(word.text)]
    if not marks:
        return list(words)
    found: list[Word | None] = list(words)
    note_marks: set[str] = set()
    after_words: list[int] = []
    for n in marks:
        mark = words[n]
        if n and _is_beside(words[n - 1], mark):
            if n + 1 < len(words) and _precedes(words[n - 1], mark, words[n + 1]):
                following = words[n + 1]
                found[n], found[n + 1] = (
                    None,
                    replace(following, text=mark.text + following.text, left=mark.left),
                )
            else:
                after_words.append(n)
        elif (
            n + 1 < len(words) and _is_raised(mark, words[n + 1]) and mark.left < words[n + 1].left
        ):
            found[n], found[n + 1] = None, replace(words[n + 1], mark=mark.text)
            note_marks.add(mark.text)
    for n in after_words:
        word, mark = words[n - 1], words[n]
        pattern = _MARKED_WORD_WITH_NOTE if mark.text in note_marks else _MARKED_WORD
        is_marked = pattern.search(word.text) and not _AREA.fullmatch(word.text + mark.text)
        if is_marked and _is_raised(mark, word):
            found[n] = None
    return [word for word in found if word is not None]


def _is_raised(mark: Word, word: Word) -> bool:
    rise = mark.base - word.base
    return mark.height < MARK_SIZE * word.height and MARK_RISE * word.height < rise < word.height


def _is_beside(word: Word, mark: Word) -> bool:
    """Whether a mark is to the right of a word of the same line."""
    return abs(mark.base - word.base) < word.height and mark.left > word.left


def _precedes(before: Word, mark: Word, word: Word) -> bool:
    """Whether raised digits begin a word within a line, as in the name of an isotope."""
    gap = word.left - mark.right
    return (
        _is_raised(mark, word)
        and mark.text.isdecimal()
        and word.text[0].isalpha()
        and abs(gap) < NO_GAP * word.height < mark.left - before.right
    )


def split_notes(column: Column, body: float) -> tuple[Column, list[Column]]:
    """The text of a column, and the notes at its foot; `body` is the height of most text."""
    start = len(column)
    for n in range(len(column) - 1, -1, -1):
        line = column[n]
        if line.height > 0.93 * body or line.monospaced:
            break
        if _begins_note(line):
            start = n
    notes: list[Column] = []
    for line in column[start:]:
        if _begins_note(line):
            notes.append([])
        notes[-1].append(line)
    return column[:start], notes


def _begins_note(line: Line) -> bool:
    return bool(line.words[0].mark)
