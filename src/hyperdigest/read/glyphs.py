"""The words on a page of a PDF, from the characters that pdfium finds and their boxes."""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pypdfium2.raw as pdfium

from hyperdigest.read.decode import whole
from hyperdigest.read.layout.words import Word

_LINE_END_HYPHENS = frozenset("\x02\ufffe\xad")
_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\xa0": " "}
)


def words_of(page: Any, count: int) -> list[Word]:
    """The words among the `count` characters of a text page, those set at another angle left out.

    The angle of most characters, in quarter turns, is that of the text.
    """
    words = list(_words(page, count))
    weight: Counter[int] = Counter()
    for turns, word in words:
        weight[turns] += len(word.text)
    main = max(weight, key=lambda turns: (weight[turns], -turns), default=0)
    return [word for turns, word in words if turns == main]


def _words(page: Any, count: int) -> Iterator[tuple[int, Word]]:
    """The words of a page as they were drawn, each with its angle in quarter turns."""
    glyphs = _Glyphs(page)
    characters = [pdfium.FPDFText_GetUnicode(page, n) for n in range(count)]
    start = 0
    text = ""
    for n, code in enumerate([*characters, 0x20]):
        character = chr(code) if code < 0x110000 else "\ufffd"
        ends = character.isspace()
        if character in _LINE_END_HYPHENS:
            character = "-"
            ends = n + 1 < count and not glyphs.same_line(n, n + 1)
            text += character
        elif not ends and code > 0x20:
            text += character
        if ends:
            if text:
                yield glyphs.word(text, start, n if character == "-" else n - 1)
            text = ""
        if not text:
            start = n + 1


class _Glyphs:
    """What pdfium knows of the characters of a page."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._x = ctypes.c_double()
        self._y = ctypes.c_double()
        self._box = pdfium.FS_RECTF()
        self._font = ctypes.create_string_buffer(128)
        self._flags = ctypes.c_int()

    def same_line(self, one: int, other: int) -> bool:
        return abs(self._origin(one)[1] - self._origin(other)[1]) < 1.0

    def word(self, text: str, start: int, end: int) -> tuple[int, Word]:
        """The word from character `start` to `end`, turned upright, and its quarter turns."""
        text = whole(text.translate(_LIGATURES))
        turns = round(pdfium.FPDFText_GetCharAngle(self._page, start) / (math.pi / 2)) % 4
        left, low, _, _ = self._box_of(start)
        _, _, right, high = self._box_of(end)
        x, base = self._origin(start)
        if turns:
            (left, low), (right, high), (_, base) = (
                _turn(*point, turns) for point in ((left, low), (right, high), (x, base))
            )
            left, right = min(left, right), max(left, right)
        return turns, Word(text, left, right, base, abs(high - low), self._name(start))

    def _origin(self, n: int) -> tuple[float, float]:
        pdfium.FPDFText_GetCharOrigin(self._page, n, self._x, self._y)
        return self._x.value, self._y.value

    def _box_of(self, n: int) -> tuple[float, float, float, float]:
        box = self._box
        pdfium.FPDFText_GetLooseCharBox(self._page, n, box)
        return box.left, box.bottom, box.right, box.top

    def _name(self, n: int) -> str:
        self._font.value = b""
        pdfium.FPDFText_GetFontInfo(self._page, n, self._font, len(self._font), self._flags)
        return self._font.value.decode(errors="replace")


def _turn(x: float, y: float, turns: int) -> tuple[float, float]:
    for _ in range(turns):
        x, y = -y, x
    return x, y
