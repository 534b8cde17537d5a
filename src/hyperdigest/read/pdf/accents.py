"""Accents that are drawn as characters of their own over letters, as TeX does: combined with them.

Some stand beside their letter in the text of the page, others elsewhere in its line, since they are
raised. Lengths are relative to the width of the letter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from hyperdigest.read.pdf.layout import Word

OFF_CENTRE = 0.3
"""Largest distance between the centres of a letter and of its accent."""

NEARBY = 20
"""How many words before or after an accent, in drawing order, the word with its letter is."""

SAME_LINE = 0.5
"""Largest distance of the baseline of an accent from that of its word, in heights of the word."""

Box = Callable[[int], tuple[float, float, float, float]]
"""The left, lower, right and upper edge of a character, by its index on the page."""

ACCENTS = "`´ˆ˜¯˘˙¨˚˝ˇ¸˛"
_COMBINING = (*range(0x300, 0x305), *range(0x306, 0x309), *range(0x30A, 0x30D), 0x327, 0x328)
_ACCENTS = dict(zip(ACCENTS, map(chr, _COMBINING), strict=True))
_DOTLESS = str.maketrans("ıȷ", "ij")
_ACCENT = re.compile(f"[{ACCENTS}]")


def composed(text: str, start: int, box: Box) -> str:
    """The characters of a page from `start` on, with accents combined with letters beside them."""
    if not _ACCENT.search(text):
        return text
    found = list(text)
    for accent in _ACCENT.finditer(text):
        n = accent.start()
        for beside in (n + 1, n - 1):
            is_letter = 0 <= beside < len(text) and _is_letter(text[beside])
            if is_letter and _is_over(box(start + n), box(start + beside)):
                found[beside], found[n] = _combined(found[beside], text[n]), ""
                break
    return "".join(found)


def with_accents(words: Sequence[Word], box: Box) -> list[Word]:
    """The words of a page in drawing order, with accents combined with letters of other words."""
    found: list[Word | None] = list(words)
    for n, word in enumerate(words):
        if word.text not in _ACCENTS:
            continue
        for near in range(max(n - NEARBY, 0), min(n + NEARBY + 1, len(words))):
            other = found[near]
            with_accent = _with_accent(other, word, box) if other and near != n else None
            if with_accent:
                found[near], found[n] = with_accent, None
                break
    return [word for word in found if word is not None]


def _with_accent(word: Word, accent: Word, box: Box) -> Word | None:
    """A word with an accent over one of its letters; None if the accent is over none."""
    is_near = word.left < accent.right and accent.left < word.right
    if not is_near or abs(word.base - accent.base) > SAME_LINE * word.height:
        return None
    if word.last - word.first != len(word.text) - 1:
        return None
    for n, letter in enumerate(word.text):
        if _is_letter(letter) and _is_over(box(accent.first), box(word.first + n)):
            text = word.text[:n] + _combined(letter, accent.text) + word.text[n + 1 :]
            return replace(word, text=text)
    return None


def _is_letter(character: str) -> bool:
    return character.isalpha() and character not in _ACCENTS


def _is_over(accent: tuple[float, ...], letter: tuple[float, ...]) -> bool:
    off_centre = abs(accent[0] + accent[2] - letter[0] - letter[2]) / 2
    return off_centre < OFF_CENTRE * (letter[2] - letter[0])


def _combined(letter: str, accent: str) -> str:
    return unicodedata.normalize("NFC", letter.translate(_DOTLESS) + _ACCENTS[accent])
