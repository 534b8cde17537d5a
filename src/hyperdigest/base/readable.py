"""Make plain text readable: without terminal escapes, and with words joined that line ends broke.

The text of a plain text document is that of its file, character for character. So that all offsets
stay valid, removed characters are covered with soft hyphens, which are invisible and do not
separate words. Readers of other formats join words with `Hyphens` alone.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from hyperdigest.base.comment_marks import without_comment_marks

SOFT_HYPHEN = "\xad"
MOST_BREAKS = 100_000
"""A text with more hyphens at line ends is left unchanged: no book has so many."""

LONGEST_WORD = 60
"""Longest word that is joined, in characters."""

_WORD = re.compile(r"\w+(?:-\w+)*")
_HYPHENATED = re.compile(r"(\w+(?:-\w+)*)-$")

_SUSPENDED = re.compile(r"(?:and|or|nor|to|und|oder)(?:\s|$)")
"""What follows a suspended hyphen: "two- and three-dimensional"."""

_COMPOUND_REST = re.compile(r"(?:to|of|and|or|the|by|for)-\w")
"""The rest of a compound such as "up-to-date"."""

_NOT_SUSPENDED = frozenset({"into", "onto", "unto", "hitherto"})
_OFTEN_COMPOUND = frozenset({"self", "well", "half", "quasi"})

_ESCAPES = re.compile(
    r"\x1b\[[0-9;:]{0,32}m"  # colours and weights of a terminal
    r"|\x1b\]8;[^\x00-\x1f]{0,2000}(?:\x07|\x1b\\)"  # links
    r"|_\x08(?=[^\n\x08])|[^\n\x08_]\x08(?=[^\n\x08_])|\x08_"  # letters struck over one another
)
_BREAK = re.compile(r"[-\u2010\xad](?<=[^\W_].)[ \t]*\r?\n[ \t]*(?=[^\W\d_])")
"""Hyphens at line ends: usual, typographic and soft ones."""

_TYPOGRAPHIC = "\u2010"
_INSIDE_LINE = re.compile(r"\u2010(?![ \t]*\r?\n)")
_COMPOUND = re.compile(r"-(?<=[^\W_]-)[^\W\d_]")

_COVERS = tuple(SOFT_HYPHEN * length for length in range(64))
_LAST = re.compile(r"[\w-]+$")
_FIRST = re.compile(r"\w+")
_SUFFIX = re.compile(
    r".{0,3}(?:tions?|sions?|ments?|ness|ings?|ity|ities|ly|ed|ers?|[st]ors?|able|ible|ances?|ences?|ous|ive"
    r"|ism|ists?|ical|ally|tures?)"
)
"""Endings that are no words by themselves."""


class Hyphens:
    """Distinguishes words broken at line ends from compounds by the other words of a text."""

    def __init__(self, lines: Iterable[str]) -> None:
        found = (_WORD.findall(line.lower().rstrip("-")) for line in lines)
        self._words = Counter(chain.from_iterable(found))

    def count(self, word: str) -> int:
        """The number of occurrences of a lower-case word in the text."""
        return self._words[word]

    def join(self, line: str, following: str) -> str:
        """`line` to be joined with `following`: without its final hyphen, with it, or a space."""
        last, first = _HYPHENATED.search(line[-LONGEST_WORD:]), _FIRST.match(following)
        if not last or not first:
            return line + " "
        before, after = last[1].lower(), first[0]
        joined, compound = self._words[before + after], self._words[f"{before}-{after}"]
        is_known = joined or compound or before + after in _NOT_SUSPENDED
        if _SUSPENDED.match(following) and not is_known:
            return line + " "
        if not after[0].islower() or before[-1].isdigit() or _COMPOUND_REST.match(following):
            return line
        if joined or compound:
            return line[:-1] if joined >= compound else line
        return line if "-" in before or before in _OFTEN_COMPOUND else line[:-1]


def without_escapes(text: str) -> str:
    """`text` with terminal escapes covered with soft hyphens, so that its length is the same.

    These are colours, links, and the overstruck letters with which manual pages print bold.
    """
    return _ESCAPES.sub(_covered, text) if "\x1b" in text or "\x08" in text else text


@lru_cache(maxsize=4)
def readable(text: str, format: str = "text") -> str:
    """The text of a document with terminal escapes and hyphenation covered with soft hyphens, and
    with spaces in place of the marks of comments.

    Its length is the same. Other formats than plain text are unchanged.
    """
    if format != "text":
        return text
    text = without_comment_marks(without_escapes(text))
    if not 0 < sum(1 for _ in _BREAK.finditer(text)) <= MOST_BREAKS:
        return text
    hyphens = Hyphens(line.rstrip() for line in io.StringIO(text))
    hyphenation, pieces = 0, Counter[str]()  # words that are broken, less three times compounds
    for found in _BREAK.finditer(text):
        before, after = _around(text, found)
        joined, compound = hyphens.count(before + after), hyphens.count(f"{before}-{after}")
        hyphenation += (joined > compound) - 3 * (compound > joined)
        pieces.update((before, after))

    breaks = {SOFT_HYPHEN}
    if _TYPOGRAPHIC in text and not _INSIDE_LINE.search(text) and _COMPOUND.search(text):
        breaks.add(_TYPOGRAPHIC)  # as in pages of manuals, whose compounds have usual hyphens

    def is_one_word(before: str, after: str) -> bool:
        """Whether two parts are more likely one word than a compound with a hyphen."""
        if hyphens.count(before + after):
            return True
        if all(hyphens.count(part) > pieces[part] for part in (before, after)):
            return False
        return hyphenation >= 5 or _SUFFIX.fullmatch(after) is not None

    def repaired(found: re.Match[str]) -> str:
        """The line break covered, with its hyphen or without it, or unchanged."""
        start, end = found.span()
        if found[0][0] in breaks:
            return SOFT_HYPHEN * (end - start)
        line = text[max(0, start - LONGEST_WORD) : start] + "-"
        joined = hyphens.join(line, text[end : end + LONGEST_WORD])
        if joined.endswith(" "):
            return found[0]
        keep_hyphen = joined.endswith("-") or not is_one_word(*_around(text, found))
        return found[0][:keep_hyphen] + SOFT_HYPHEN * (end - start - keep_hyphen)

    return _BREAK.sub(repaired, text)


def with_covered(text: str, slices: Iterable[tuple[int, int]]) -> str:
    """A text with soft hyphens in place of some slices of it, which are in order and disjoint."""
    parts, place = list[str](), 0
    for start, end in slices:
        parts += (text[place:start], SOFT_HYPHEN * (end - start))
        place = end
    return "".join(parts) + text[place:]


def uncovered(shown: str, text: str) -> str:
    """A slice of a readable text without its added soft hyphens; `text` is the original slice."""
    if shown == text:
        return text
    pairs = zip(shown, text, strict=True)
    return "".join(one for one, other in pairs if one == other or one != SOFT_HYPHEN)


def _around(text: str, found: re.Match[str]) -> tuple[str, str]:
    """The two parts of a broken word in lower case."""
    before = _LAST.search(text[max(0, found.start() - LONGEST_WORD) : found.start()])
    after = _FIRST.match(text, found.end(), found.end() + LONGEST_WORD)
    return (before[0] if before else "").lower(), (after[0] if after else "").lower()


def _covered(found: re.Match[str]) -> str:
    length = len(found[0])
    return _COVERS[length] if length < len(_COVERS) else SOFT_HYPHEN * length
