"""Characters of PDFs whose fonts do not say what they are, and pages that are garbled by fonts.

Bitmap fonts of TeX have ligatures, quotation marks and dashes at the codes of control characters,
without names: "coe\\x1ecients". Other fonts have them in private use, or say that they are spaces.
Such a character becomes a placeholder when a page is read, and is read when the words of all pages
are known, if it can be read in one way only.
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

DRAWN_SPACE = chr(_FIRST + 0x20)
"""The placeholder for a character that is a space by its font, but shows something."""

GAP_OF_LIGATURE = (0.55, 1.5)
"""The gap before a word that lacks its first ligature, in heights of its characters: that of the
ligature and of the space before it."""

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
_BEGINNING = re.compile(r"[^\W\d_]{2,}(?=[.,;:!?)\]’”\"']*$)")
"""A word without the punctuation after it."""

_LATIN_WORD = re.compile(r"\b[a-z]{4,}\b")
_VOWEL = re.compile(r"[aeiouy]")
_UNREADABLE = dict.fromkeys(map(chr, range(_FIRST, _FIRST + 0x100)), "") | {
    HYPHEN: "-",
    DRAWN_SPACE: " ",
}
"""What remains of placeholders that cannot be read; a hyphen may be one, and so may a space."""

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
        """
        affaire affect affected affecting afford beneficial benefit benefited benefits buffer
        buffers certificate certified clarified classification classified classify coefficient
        coefficients confidence confident confidential configuration configure configured
        confirm conflict conflicts deficit define defined defining definitely definition differ
        difference differences different differently difficile difficult difficulties difficulty
        effect effective effectively effects effet efficiency efficient efficiently effort
        efforts einfluss field fifteen fifteenth fifth fifty fight figure figures files fille
        filter filters final finally financed financial finanz finden finding findings finds
        fingers finish finished finishes finishing fire fired firm firms first fits fitted
        fitting five fixed flag flags flat fleet flexible flight flights floating flood floods
        floor floors flow flows fluctuation fluid identification identified identify infinite
        inflammation inflation influence influenced influences justified justify magnificent
        modification modified modify notification notified offen offer offered offering offers
        office officer officers offices official officials officiel offset pflicht profit
        profits qualification qualified reflect reflected reflects sacrifice satisfied schiff
        scientific scientifically scientist shift significance significant significantly
        simplified simplify specific specifically specification specifications specified specify
        staff stiff stuff suffer suffered suffering sufficient sufficiently suffix terrific
        traffic trifle unified verified verify workflow öffnen
        """,
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
    found = [list(page) for page in pages]
    begun = _restore_beginnings(found)
    unclear = [word for page in found for word in page if _is_unclear(word)]
    if not unclear and not begun:
        return Restored(found)
    readings = _Readings(unclear, found, begun)
    unread: list[int] = []
    for number, page in enumerate(found):
        before = readings.unread
        words = [readings.applied(word) if _is_unclear(word) else word for word in page]
        found[number] = [word for word in words if word.text]
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


def _restore_beginnings(pages: list[list[Word]]) -> list[str]:
    """Restore the ligatures at the beginning of words that have a wide gap instead; return these.

    A font that says that a ligature is a space makes "do not finish" to "do not nish", where no
    trace of the character is left but the gap. The font has such characters within other words, and
    the text has the word with one ligature only, and the rest of it nowhere without the gap.
    """
    fonts = {word.font for page in pages for word in page if DRAWN_SPACE in word.text}
    if not fonts:
        return []
    known = set(_COMMON)
    whole: set[str] = set()
    gaps: dict[str, list[tuple[list[Word], int]]] = defaultdict(list)
    for page in pages:
        before: Word | None = None
        for n, word in enumerate(page):
            text = word.text.lower()
            known.update(_WORD.findall(text))
            rest = _BEGINNING.match(text)
            if rest and word.font not in fonts:
                whole.add(rest[0])
            elif rest and word.text[:1].islower():
                first = before is None or abs(before.base - word.base) > 0.4 * word.height
                if first or (before and _has_gap_of_ligature(before, word)):
                    gaps[rest[0]].append((page, -n - 1 if first else n))
                else:
                    whole.add(rest[0])
            before = word
    found: list[str] = []
    for rest_of, places in gaps.items():
        if rest_of in whole or all(n < 0 for _, n in places):
            continue
        readings = [each for each in LIGATURES if each + rest_of in known]
        if len(readings) != 1 or len(readings[0] + rest_of) < LEAST_EVIDENCE:
            continue
        for page, n in places:
            n = n if n >= 0 else -n - 1
            page[n] = replace(page[n], text=readings[0] + page[n].text)
            found.append(readings[0] + rest_of)
    return found


def _has_gap_of_ligature(before: Word, word: Word) -> bool:
    least, most = GAP_OF_LIGATURE
    return least * word.height < word.left - before.right < most * word.height


class _Readings:
    """What unclear characters are read as, by the encodings of TeX and the words of the text.

    `begun` are the words of which the first ligature is restored already.
    """

    def __init__(
        self, unclear: Sequence[Word], pages: Sequence[Sequence[Word]], begun: Sequence[str]
    ) -> None:
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
            if len(characters) == 1 and characters != {DRAWN_SPACE}:
                self._voted[word.font, *characters].update(self._ligatures_in(word))
        self._examples = dict.fromkeys(begun[:MOST_EXAMPLES])
        self._read, self.unread = len(begun), 0

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

        text = _UNREAD.sub(reading, word.text).strip()
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
