"""Words from the characters of a page of a PDF, of which pdfium gives the boxes and fonts."""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any

import pypdfium2.raw as pdfium

from hyperdigest.read.encoding import replace_surrogates
from hyperdigest.read.pdf.accents import ACCENTS, composed, with_accents
from hyperdigest.read.pdf.broken_fonts import DRAWN_SPACE, HYPHEN, with_placeholders
from hyperdigest.read.pdf.layout import Word, joined
from hyperdigest.read.pdf.notes import mark_in_word, without_marks
from hyperdigest.read.pdf.pdfium_calls import unchecked
from hyperdigest.read.pdf.scripts import may_have_scripts, script_cuts, with_scripts

WORD_GAP = 0.15
"""Smallest gap between two words, relative to the height of the text."""

LEAST_DRAWN = 0.1
"""Smallest ratio of the sides of the box around what a character shows; that of a space is less."""

MOST_DRAWN = 0.5
"""Share of the spaces of a page, at most, that show something."""

NOMINAL_HEIGHT = 0.9
"""Height of text in a font that does not say how deep its letters reach, in sizes of the font: the
box of a word is then that of its own letters, taller with a "g" than without."""

_LINE_END_HYPHENS = frozenset("\x02\ufffe\xad")
_NOT_SPACES = re.compile(r"\S+")
_SPECIAL = re.compile(r"[\x00-\x1f\xad\ufffe]")
_REPLACED = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\xa0": " "}
    | dict.fromkeys("\x88\uf06e\uf076\uf0a7\uf0a8\uf0b7\uf0d8\uf0fc", "•")
)
"""Replacements for ligatures, and for bullets that some fonts have at other codes."""

_BULLETS_OF_SYMBOLS = frozenset(map(chr, range(0xE000, 0xE010)))
"""The bullets of the font of LibreOffice."""

_LIGATURE = re.compile("f[fijlt]")
"""Letters that many fonts draw as one."""

_NEVER_FIRST = frozenset(".,;:!?)]}’”%")
_FIXED = b" fixed"
"""Added to the name of a font that says that all its characters have one width."""


def words_of(page: Any, count: int) -> tuple[list[Word], int]:
    """The words among the `count` characters of a text page, without marks of notes, and the
    quarter turns by which most are turned back.

    Words at another angle than most characters are last, with their quarter turns.
    """
    glyphs = _Glyphs(page)
    words = list(chain.from_iterable(_words(page, count, glyphs)))
    weight: Counter[int] = Counter()
    for word in words:
        weight[word.turns] += len(word.text)
    main = max(weight, key=lambda turns: (weight[turns], -turns), default=0)
    if main:
        words = [replace(word, turns=(word.turns - main) % 4) for word in words]
    upright = [word for word in words if not word.turns]
    turned = [word for word in words if word.turns]
    # Some programs draw bold words twice, slightly displaced.
    once = {(word.text, int(word.left), int(word.base)): word for word in reversed(upright)}
    if len(once) < len(upright):
        upright = [replace(word, order=n) for n, word in enumerate(reversed(once.values()))]
    if not main:
        upright = with_accents(upright, glyphs.box_of)
    return with_scripts(without_marks(joined(upright))) + turned, main


def _words(page: Any, count: int, glyphs: _Glyphs) -> Iterator[list[Word]]:
    """The words of a page in drawing order, each with its quarter turns.

    One run of characters without a space may be several words.
    """
    characters = with_placeholders(glyphs.with_drawn_spaces(_characters(page, count)))
    for run in _NOT_SPACES.finditer(characters):
        start, end = run.span()
        if not _SPECIAL.search(run[0]):
            text = composed(run[0], start, glyphs.box_of)
            # The baseline of a word is that of its first letter, not that of an accent over it.
            first = start + (run[0][0] in ACCENTS and run[0][0] != text[0])
            yield glyphs.words(text, first, end - 1)
            continue
        text = ""
        for n in range(start, end):
            if characters[n] in _LINE_END_HYPHENS:
                if n + 1 < count and abs(glyphs.origin(n)[1] - glyphs.origin(n + 1)[1]) >= 1.0:
                    yield glyphs.words(text + "-", start, n)
                    start, text = n + 1, ""
                elif characters[n] != "\xad" and characters[n + 1 : n + 2] not in ("", "\r"):
                    text += HYPHEN
                else:
                    text += "-"
            elif characters[n] > " ":
                text += characters[n]
            elif not text:
                start = n + 1
        if text:
            yield glyphs.words(text, start, end - 1)


def _characters(page: Any, count: int) -> str:
    """The characters of a page, so that the index of each is pdfium's."""
    buffer = ctypes.create_string_buffer(2 * count + 2)
    length = pdfium.FPDFText_GetText(
        page, 0, count, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
    )
    text = buffer.raw[: 2 * max(length - 1, 0)].decode("utf-16-le", "surrogatepass")
    if len(text) == count:
        return text
    # pdfium's text leaves out characters without Unicode, so that the indices differ.
    codes = [pdfium.FPDFText_GetUnicode(page, n) for n in range(count)]
    return "".join([chr(code) if code < 0x110000 else "\ufffd" for code in codes])


_get_angle = unchecked(pdfium.FPDFText_GetCharAngle)
_get_box = unchecked(pdfium.FPDFText_GetLooseCharBox)
_get_char_box = unchecked(pdfium.FPDFText_GetCharBox)
_get_descent = unchecked(pdfium.FPDFFont_GetDescent)
_get_font = unchecked(pdfium.FPDFTextObj_GetFont)
_get_font_info = unchecked(pdfium.FPDFText_GetFontInfo)
_get_font_size = unchecked(pdfium.FPDFText_GetFontSize)
_get_matrix = unchecked(pdfium.FPDFText_GetMatrix)
_get_origin = unchecked(pdfium.FPDFText_GetCharOrigin)
_get_text_object = unchecked(pdfium.FPDFText_GetTextObject)


class _Glyphs:
    """Boxes, fonts and angles of the characters of a page, from pdfium."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._to_origin = ctypes.byref(self._x), ctypes.byref(self._y)
        self._box = pdfium.FS_RECTF()
        self._to_box = ctypes.byref(self._box)
        self._edges = [ctypes.c_double() for _ in range(4)]
        self._to_edges = [ctypes.byref(edge) for edge in self._edges]
        self._font = ctypes.create_string_buffer(128)
        self._font_size = ctypes.c_ulong(len(self._font))
        self._flags = ctypes.c_int()
        self._to_flags = ctypes.byref(self._flags)
        self._widths: dict[str, dict[str, float]] = {}
        self._fonts: dict[bytes, str] = {}
        self._measured: dict[str, bool] = {}
        self._drawn = 0

    def with_drawn_spaces(self, characters: str) -> str:
        """The characters of a page, with placeholders for spaces that show something.

        If most spaces of a page do, its fonts have boxes for real spaces.
        """
        spaces = [n for n, character in enumerate(characters) if character == " "]
        drawn = [n for n in spaces if self._is_drawn(n)]
        if not drawn or len(drawn) > MOST_DRAWN * len(spaces):
            return characters
        found = list(characters)
        for n in drawn:
            found[n] = DRAWN_SPACE
        return "".join(found)

    def _is_drawn(self, n: int) -> bool:
        """Whether the box around what a character shows has a width and a height."""
        left, right, low, high = self._edges
        _get_char_box(self._page, n, *self._to_edges)
        width, height = right.value - left.value, high.value - low.value
        return height > LEAST_DRAWN * width and width > LEAST_DRAWN * height

    def words(self, text: str, start: int, end: int) -> list[Word]:
        """The words from character `start` to `end`, each with its quarter turns.

        The mark of a note is removed after a word, and becomes a separate word before it.
        """
        if end - start == len(text) - 1 and not text.isalpha():
            mark_start, mark_end = mark_in_word(text, lambda n: self._place(start + n))
            if mark_end > mark_start > 0:
                return [self._word(text[:mark_start] + text[mark_end:], start, end)]
            if mark_end:
                mark = self._word(text[:mark_end], start, start + mark_end - 1)
                return [mark, *self.words(text[mark_end:], start + mark_end, end)]
        word = self._word(text, start, end)
        if word.turns or end - start != len(text) - 1:
            return [word]
        raised = (
            may_have_scripts(text)
            and self._leaves(word.base, start + 1, end)
            and script_cuts(text, lambda n: self._place(start + n))
        )
        if raised and not _get_angle(self._page, start):
            parts = pairwise([0, *raised, len(text)])
            return [self._word(text[a:b], start + a, start + b - 1) for a, b in parts]
        if not self._has_gaps(word, text, start):
            return [word]
        boxes = [self.box_of(n) for n in range(start, end + 1)]
        least = WORD_GAP * word.height
        cuts = [
            n
            for n, (before, after) in enumerate(pairwise(boxes), 1)
            if after[0] - before[2] > least and text[n] not in _NEVER_FIRST
        ]
        may_be_ligature = _LIGATURE.search(text) is not None
        known = self._widths.setdefault(word.font, {})
        for n, (character, (left, _, right, _)) in enumerate(zip(text, boxes, strict=True), start):
            if not may_be_ligature and self._font_of(n) == word.font:
                known[character] = (right - left) / word.height
        if 2 * len(cuts) >= len(text) - 1:  # the word is letter-spaced
            cuts = []
        parts = pairwise([0, *cuts, len(text)])
        return [self._word(text[a:b], start + a, start + b - 1) for a, b in parts]

    def _leaves(self, base: float, start: int, end: int) -> bool:
        """Whether the baseline of a character is not `base`."""
        page, y = self._page, self._y
        to_x, to_y = self._to_origin
        for n in range(start, end + 1):
            _get_origin(page, n, to_x, to_y)
            if y.value != base:
                return True
        return False

    def _has_gaps(self, word: Word, text: str, start: int) -> bool:
        """Whether a word is wider than its characters together, so that it may have gaps."""
        if len(text) < 2 or word.height <= 0:
            return False
        if _LIGATURE.search(text):
            return True  # letters in one box, the width of which would count twice
        known = self._widths.setdefault(word.font, {})
        try:
            width = sum(map(known.__getitem__, text))
        except KeyError:
            for n, character in enumerate(text):
                if character not in known:
                    if self._font_of(start + n) != word.font:
                        return True
                    left, _, right, _ = self.box_of(start + n)
                    known[character] = (right - left) / word.height
            width = sum(map(known.__getitem__, text))
        return word.right - word.left > (width + WORD_GAP / 2) * word.height

    def _word(self, text: str, start: int, end: int) -> Word:
        """The word from character `start` to `end`, turned upright, and its quarter turns."""
        if not text.isascii():
            text = replace_surrogates(text.translate(_REPLACED))
        page, box = self._page, self._box
        _get_box(page, start, self._to_box)
        left, low = box.left, box.bottom
        _get_box(page, end, self._to_box)
        right, high = box.right, box.top
        x, base = self.origin(start)
        turns = 0
        if angle := _get_angle(page, start):
            turns = round(angle / (math.pi / 2)) % 4
        if turns:
            for _ in range(turns):
                left, low, right, high, x, base = -low, left, -high, right, -base, x
            left, right = min(left, right), max(left, right)
        self._drawn += 1
        font = self._font_of(start)
        if len(text) == 1 and text in _BULLETS_OF_SYMBOLS and "symbol" in font.lower():
            text = "•"
        place = left, right, base, self._height(start, font, abs(high - low))
        return Word(text, *place, font, self._drawn, start, end, turns=turns)

    def _font_of(self, n: int) -> str:
        """The name of the font of a character."""
        self._font.value = b""
        _get_font_info(self._page, n, self._font, self._font_size, self._to_flags)
        named = self._font.value + (_FIXED if self._flags.value & 1 else b"")
        return self._fonts.get(named) or self._fonts.setdefault(
            named, named.decode(errors="replace")
        )

    def origin(self, n: int) -> tuple[float, float]:
        """The origin of a character on its baseline."""
        _get_origin(self._page, n, *self._to_origin)
        return self._x.value, self._y.value

    def _place(self, n: int) -> tuple[float, float]:
        """The baseline of a character, and the height of its box."""
        _, low, _, high = self.box_of(n)
        return self.origin(n)[1], self._height(n, self._font_of(n), high - low)

    def _height(self, n: int, font: str, drawn: float) -> float:
        """The height of the text of a character, of which the box has the height `drawn`."""
        is_measured = self._measured.get(font)
        if is_measured is None:
            is_measured = self._measured[font] = self._says_depth(n)
        if is_measured:
            return drawn
        matrix = pdfium.FS_MATRIX()
        _get_matrix(self._page, n, ctypes.byref(matrix))
        size = _get_font_size(self._page, n) * math.hypot(matrix.c, matrix.d)
        nominal = NOMINAL_HEIGHT * size
        return nominal if nominal < 2 * drawn and drawn < 2 * nominal else drawn

    def _says_depth(self, n: int) -> bool:
        """Whether the font of a character says how deep its letters reach."""
        depth = ctypes.c_float()
        shown = _get_text_object(self._page, n)
        font = _get_font(shown) if shown else None
        size = ctypes.c_float(1000.0)
        return not (font and _get_descent(font, size, ctypes.byref(depth)) and depth.value >= 0)

    def box_of(self, n: int) -> tuple[float, float, float, float]:
        box = self._box
        _get_box(self._page, n, self._to_box)
        return box.left, box.bottom, box.right, box.top
