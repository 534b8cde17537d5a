"""Characters of PDFs whose fonts do not say what they are, and pages that are garbled by fonts.

Bitmap fonts of TeX have ligatures, quotation marks and dashes at the codes of control characters,
without names: "coe\\x1ecients". Other fonts have them in private use. Such a character becomes a
placeholder when a page is read, and is read when the words of all pages are known, if it can be
read in one way only.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from hyperdigest.read.pdf.layout import Word

LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")

GARBLED_SHARE = 0.2
"""Share of signs among the characters of a garbled page, at least: P❡♥❛❧✐③❡❞."""

MOST_WITHOUT_VOWEL = 0.2
"""Share of words without a vowel among the Latin words of a page that is right, at most."""

LEAST_LATIN = 30
"""Different Latin words, of four letters or more, from which on that share tells."""

LEAST_EVIDENCE = 5
"""Letters of a known word, at least, that shows which ligature it lacks."""

FEW_UNREAD = 0.01
"""Share of the words of a page that may lack a character without being worth a message."""

LEAST_SIGNS = 20
"""Signs of a garbled page, at least."""

MOST_EXAMPLES = 3
"""Words named in a message."""

_FIRST = 0xF0000
"""The first placeholder, to which the code of the character is added."""

HYPHEN = chr(_FIRST + 0x02)
"""The placeholder for pdfium's hyphen at the end of a line, if it is elsewhere."""

_BULLET = 0x88
"""The code of a bullet of TeX."""

_PLACEHOLDERS = {
    code: chr(_FIRST + code)
    for code in (*range(0x20), *range(0x7F, 0xA0))
    if code not in (0x02, _BULLET, *b"\t\n\r")
} | {0xFFFD: chr(_FIRST)}
_RETURN = re.compile(r"\r(?!\n)")
"""A carriage return that is a character of the page: pdfium ends lines with two characters."""

_CONTROL = re.compile(r"[\0\x01\x03-\x08\x0b\x0c\x0e-\x1f\x7f-\x87\x89-\x9f\ufffd]|\r(?!\n)")
_PLACEHOLDER_OF_RETURN = chr(_FIRST + 0x0D)
_UNREAD = re.compile("[\U000f0000-\U000f00ff\ue000-\uf8ff]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_LATIN_WORD = re.compile(r"\b[a-z]{4,}\b")
_VOWEL = re.compile(r"[aeiouy]")
_UNREADABLE = dict.fromkeys(map(chr, range(_FIRST, _FIRST + 0x100)), "") | {HYPHEN: "-"}
"""What remains of placeholders that cannot be read; a hyphen may be one."""

_DASHES = ("–", "—")
_SIGNS = frozenset(("So", "No", "Co", "Cn", "Cc"))
"""Unicode categories of characters that stand in words of garbled text alone."""

_OLD = dict(zip(range(0x0B, 0x10), LIGATURES, strict=True)) | dict(
    zip(range(0x19, 0x20), "ßæœøÆŒØ", strict=True)
)
"""The codes of ligatures and letters in the old encoding of TeX (OT1)."""

_CORK = dict(zip(range(0x1B, 0x20), LIGATURES, strict=True)) | dict(
    zip(range(0x10, 0x17), "“”„«»–—", strict=True)
)
"""The codes of ligatures and marks in the Cork encoding of TeX (T1)."""

_COMMON = frozenset(
    re.findall(
        r"\w+",
        """affect confirm define definition different difficult effect effective efficient field
        fifth fifty figure final financial finding finish first flood floor influence offer office
        officer official profit reflect scientific significant specific staff sufficient effet
        officiel affaire difficile fille öffnen offen einfluss pflicht finanz finden schiff""",
    )
)
"""Words with ligatures."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The words of pages with the characters that could be read, and a message about them.

    `unread` are the indices of pages with more words than `FEW_UNREAD` that still lack one.
    """

    pages: list[list[Word]]
    message: str = ""
    unread: tuple[int, ...] = ()


def with_placeholders(characters: str) -> str:
    """The characters of a page, one for one, with placeholders for control characters."""
    if not _CONTROL.search(characters):
        return characters
    return _RETURN.sub(_PLACEHOLDER_OF_RETURN, characters).translate(_PLACEHOLDERS)


def restored(pages: Sequence[Sequence[Word]]) -> Restored:
    """The words of all pages, with the characters that can be read and no other placeholders."""
    unclear = [word for page in pages for word in page if _is_unclear(word)]
    if not unclear:
        return Restored(list(map(list, pages)))
    readings = _Readings(unclear, pages)
    found: list[list[Word]] = []
    unread: list[int] = []
    for number, page in enumerate(pages):
        before = readings.unread
        words = [readings.applied(word) if _is_unclear(word) else word for word in page]
        found.append([word for word in words if word.text])
        if readings.unread - before > FEW_UNREAD * len(page):
            unread.append(number)
    return Restored(found, readings.message, tuple(unread))


def is_garbled(words: Sequence[Word]) -> bool:
    """Whether the text of a page is not what the page shows, since its fonts are wrong."""
    text = " ".join(word.text for word in words)
    latin = set(_LATIN_WORD.findall(text.lower()))
    unspeakable = sum(_VOWEL.search(word) is None for word in latin)
    if len(latin) >= LEAST_LATIN and unspeakable > MOST_WITHOUT_VOWEL * len(latin):
        return True
    if text.isascii():
        return False
    signs = sum(
        unicodedata.category(character) in _SIGNS
        for word in words
        if not word.text.isascii() and len(word.text) > 1
        for character in word.text
    )
    return signs >= LEAST_SIGNS and signs > GARBLED_SHARE * len(text)


def _is_unclear(word: Word) -> bool:
    return not word.text.isascii() and _UNREAD.search(word.text) is not None


class _Readings:
    """What unclear characters are read as, by the encodings of TeX and the words of the text."""

    def __init__(self, unclear: Sequence[Word], pages: Sequence[Sequence[Word]]) -> None:
        codes = Counter(
            ord(found[0]) - _FIRST
            for word in unclear
            if not word.font
            for found in _UNREAD.finditer(word.text)
            if _letters_beside(found)
        )
        old, cork = (sum(codes[code] for code in codes_of) for codes_of in (_OLD, _CORK))
        self._table = _OLD if old > cork else _CORK if cork else {}
        self._known = set(_COMMON)
        for page in pages:
            for word in page:
                self._known.update(_WORD.findall(word.text.lower()))
        self._voted: dict[tuple[str, str], set[str]] = defaultdict(set)
        for word in unclear:
            characters = set(_UNREAD.findall(word.text))
            if len(characters) == 1:
                self._voted[word.font, *characters].update(self._ligatures_in(word))
        self._examples: dict[str, None] = {}
        self._read = self.unread = 0

    def applied(self, word: Word) -> Word:
        """A word with the characters that can be read, and without other placeholders."""

        fitting = self._ligatures_in(word)
        alone = fitting[0] if len(fitting) == 1 else ""

        def reading(found: re.Match[str]) -> str:
            read = self._reading(word.font, found[0]) or alone
            beside = _letters_beside(found)
            if read and (beside or read in _DASHES):
                self._read += 1
                return read
            self.unread += beside == 2
            return _UNREADABLE.get(found[0], found[0])

        text = _UNREAD.sub(reading, word.text)
        if len(self._examples) < MOST_EXAMPLES and _WORD.fullmatch(text):
            self._examples[text] = None
        return replace(word, text=text)

    def _ligatures_in(self, word: Word) -> list[str]:
        """The ligatures for the unclear characters of a word with which its parts are known."""
        found = []
        for ligature in LIGATURES:
            words = _WORD.findall(_UNREAD.sub(ligature, word.text).lower())
            if any(len(each) >= LEAST_EVIDENCE for each in words) and self._known.issuperset(words):
                found.append(ligature)
        return found

    def _reading(self, font: str, character: str) -> str:
        """What a character of a font is read as; empty if that is unknown."""
        voted = self._voted.get((font, character), set())
        known = "" if font else self._table.get(ord(character) - _FIRST, "")
        if known in LIGATURES and voted and known not in voted:
            return ""
        return known or (next(iter(voted)) if len(voted) == 1 else "")

    @property
    def message(self) -> str:
        """A message for the user that continues the name of the document."""
        if not self._read:
            return ""
        examples = f" ({', '.join(self._examples)})" if self._examples else ""
        return f"has fonts that do not name their characters: restored {self._read}{examples}"


def _letters_beside(found: re.Match[str]) -> int:
    """How many of the characters before and after a match are letters."""
    around = found.string[max(found.start() - 1, 0) : found.end() + 1]
    return sum(map(str.isalpha, around))
