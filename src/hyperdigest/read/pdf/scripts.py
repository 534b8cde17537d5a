"""Subscripts, superscripts and small fractions of a PDF: made one word with what they belong to.

pdfium ends a word where the baseline moves far, so that the square in "χ² test" is a word of its
own, in a tall formula even a line. Lengths are relative to the height of the word before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from hyperdigest.base.exponents import EXPONENT_LETTERS, superscript
from hyperdigest.read.pdf.layout import SAME_BASE, Word
from hyperdigest.read.pdf.notes import CharacterPlace

SUPERSCRIPT_SIZE = (0.3, 0.88)
"""Height of a superscript."""

SUBSCRIPT_SIZE = (0.45, 0.88)
"""Height of a subscript; brackets and signs of summation hang down beside what is much smaller."""

RAISED = (0.1, 0.6)
"""How far the baseline of a superscript is above that of its word."""

LOWERED = (0.1, 0.4)
"""How far the baseline of a subscript is below that of its word."""

SCRIPT_GAP = (-0.2, 0.12)
"""The gap between a word and its script; a slanted letter leans over its subscript."""

NO_GAP = (-0.05, 0.1)
"""The gap between a script and what continues the word."""

FRACTION_SIZE = (0.5, 0.88)
"""Height of the numerator of a small fraction; brackets around a binomial are much higher."""

BARS = (0.8, 1.5)
"""Distance of the baselines in a small fraction, in heights of its numerator."""

CENTRED = 0.1
"""Largest distance between the centres of the parts of a fraction, in heights of its numerator."""

_EXPONENT = re.compile(r"[-\u2212\u2013+(]?\w")
_LETTERS = re.compile(rf"(?![{EXPONENT_LETTERS}]$)[^\W\d_]+")
_PLAIN_WORD = re.compile(r"(?:\d|[^\W\d_]{2})$")
"""The end of what has raised letters that are no exponent: 1st, the mark of a trade."""

_ELEMENTS = re.compile(r"\W?(?:\(?[A-Z][a-z]?\d*\)?\d*)+")
"""The formula of a substance, as in H2O, whose small figures do not end the word."""

_CLOSING = frozenset(")]}|∥")

_ABBREVIATION = re.compile(r"\W*(?:[Nn]os?|M(?:me|lle|gr)s?|Dre?)")
"""Abbreviations with raised letters of a single one, as in French."""


def with_scripts(words: Sequence[Word]) -> list[Word]:
    """The words of a page in drawing order, each with its scripts: "x²", and "1/2"."""
    found: list[Word] = []
    edge = 0.0
    for word in words:
        last = found[-1] if found else word
        is_same = word.base == last.base and word.height == last.height and edge == last.right
        if not found or is_same:
            found.append(word)
            edge = word.right
        elif len(found) > 1 and _is_denominator(found[-2], last, word):
            found[-1] = replace(_together(last, "/", word), base=found[-2].base)
            edge = word.right
        elif _is_script(found, word, edge):
            found[-1] = _together(last, "", _written(last, word))
        elif _ends_in_script(last, edge, word) and _continues(last, word):
            found[-1] = _together(last, "", word)
            edge = word.right
        else:
            found.append(word)
            edge = word.right
    if len(found) == len(words):
        return found
    return [replace(word, order=n) for n, word in enumerate(found)]


def may_have_scripts(text: str) -> bool:
    """Whether a word of pdfium may have superscripts: not if it is a long one of letters only."""
    return len(text) > 1 and not (len(text) > 4 and text.isascii() and text[:-1].isalpha())


def script_cuts(text: str, place: CharacterPlace) -> list[int]:
    """Where superscripts in a word of pdfium begin and end, by the places of its characters."""
    cuts: list[int] = []
    base, height = place(0)
    is_raised = False
    for n in range(1, len(text)):
        next_base, next_height = place(n)
        rise = next_base - base
        if next_height < SUPERSCRIPT_SIZE[1] * height and _within(rise, RAISED, height):
            if not is_raised:
                cuts.append(n)
            is_raised = True
        elif is_raised or (
            height < SUPERSCRIPT_SIZE[1] * next_height and _within(-rise, RAISED, next_height)
        ):
            if is_raised and text[cuts[-1] - 1 : n + 1].isalpha():
                cuts.pop()  # "LaTeX", as its logo has it
            else:
                cuts.append(n)
            base, height, is_raised = next_base, next_height, False
    return cuts


def _is_script(words: Sequence[Word], script: Word, edge: float) -> bool:
    """Whether a word is a script of the last of `words`; `edge` is its right edge without scripts.

    The boxes of some fonts are as low as their letters; the word before has the height of the line.
    """
    word = words[-1]
    last = word.text[-1]
    if script.base == word.base or not (last.isalnum() or last in _CLOSING):
        return False
    height = max(each.height for each in words[-2:] if _is_level(word, each))
    gaps = (script.left - word.right, script.left - edge)
    if not any(_within(gap, SCRIPT_GAP, height) for gap in gaps):
        return False
    rise = script.base - word.base
    if rise > 0:
        return _within(rise, RAISED, height) and _within(script.height, SUPERSCRIPT_SIZE, height)
    return _within(-rise, LOWERED, height) and _within(script.height, SUBSCRIPT_SIZE, height)


def _is_level(word: Word, other: Word) -> bool:
    return abs(other.base - word.base) <= SAME_BASE * word.height


def _written(word: Word, script: Word) -> Word:
    """The script of a word as it is in plain text."""
    if script.base < word.base or not _EXPONENT.match(script.text):
        return script
    is_plain = _LETTERS.fullmatch(script.text) and (
        _PLAIN_WORD.search(word.text) or _ABBREVIATION.fullmatch(word.text + script.text)
    )
    return script if is_plain else replace(script, text=superscript(script.text))


def _ends_in_script(word: Word, edge: float, after: Word) -> bool:
    """Whether a word ends in a script; pdfium gives "CO2" with a small 2 the height of the 2."""
    is_lower = word.height < SUBSCRIPT_SIZE[1] * after.height
    return edge < word.right or (is_lower and word.text[-1].isdigit())


def _continues(word: Word, after: Word) -> bool:
    """Whether a word continues another after its script."""
    is_other = not (after.text[0].isalnum() and word.text[-1].isalnum())
    are_elements = _ELEMENTS.fullmatch(word.text) and _ELEMENTS.match(after.text)
    return bool(
        (is_other or are_elements)
        and _is_level(word, after)
        and _within(after.left - word.right, NO_GAP, word.height)
    )


def _is_denominator(before: Word, numerator: Word, word: Word) -> bool:
    """Whether two words are a small fraction in the line of the word before."""
    height = numerator.height
    off_centre = abs(word.left + word.right - numerator.left - numerator.right) / 2
    return (
        _within(height, FRACTION_SIZE, before.height)
        and abs(word.height - height) < SAME_BASE * height
        and off_centre < CENTRED * height
        and numerator.base > before.base > word.base
        and _within(numerator.base - word.base, BARS, height)
        and numerator.text.isalnum()
        and word.text.isalnum()
    )


def _within(distance: float, bounds: tuple[float, float], height: float) -> bool:
    return bounds[0] * height <= distance <= bounds[1] * height


def _together(word: Word, between: str, following: Word) -> Word:
    text = word.text + between + following.text
    right = max(word.right, following.right)
    return replace(word, text=text, right=right, last=following.last)
