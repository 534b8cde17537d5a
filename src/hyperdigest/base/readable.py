"""Plain text as its reader sees it: no marks of terminals, and words whole that a line end broke.

The text of a plain text document is that of its file, character for character. So what is taken
out of it where it is shown, or where its words are counted, is covered with soft hyphens, which
are not seen and part no word: every offset into the text stays true.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from functools import lru_cache

from hyperdigest.base.hyphens import LONGEST, Hyphens

SOFT = "\xad"
MOST_BREAKS = 100_000
"""Hyphens at line ends above which a text is left as it is: no book has so many."""

LEAST_HABIT = 5
"""Words known elsewhere that line ends broke, less thrice the compounds, above which a text breaks
words as a matter of course."""

_ESCAPES = re.compile(
    r"\x1b\[[0-9;:]{0,32}m"  # colours and weights of a terminal
    r"|\x1b\]8;[^\x00-\x1f]{0,2000}(?:\x07|\x1b\\)"  # links
    r"|_\x08(?=[^\n\x08])|[^\n\x08_]\x08(?=[^\n\x08_])|\x08_"  # letters struck over one another
)
_ESCAPED = re.compile("[\x1b\x08]")
_BREAK = re.compile(r"(?<=[^\W_])[-\u2010\xad][ \t]*\r?\n[ \t]*(?=[^\W\d_])")
"""Hyphens at line ends, those that typesetters write and soft ones too."""

_COVERS = tuple(SOFT * length for length in range(64))
_LAST = re.compile(r"[\w-]+$")
_FIRST = re.compile(r"\w+")
_ENDING = re.compile(
    r".{0,3}(?:tions?|sions?|ments?|ness|ings?|ity|ities|ly|ed|ers?|[st]ors?|able|ible|ances?|ences?|ous|ive"
    r"|ism|ists?|ical|ally|tures?)"
)
"""What is a word no more without what stands before it."""


def without_escapes(text: str) -> str:
    """`text` at its own length, with what steers a terminal covered with soft hyphens: colours,
    links, and letters that a manual page strikes over one another to make them bold."""
    return _ESCAPES.sub(_covered, text) if _ESCAPED.search(text) else text


@lru_cache(maxsize=4)
def readable(text: str, format: str = "text") -> str:
    """The text of a document at its own length, as a reader wants to see it: what steers a
    terminal, and hyphens and line ends that broke a word, are covered with soft hyphens. All but
    plain text is as it was."""
    if format != "text":
        return text
    text = without_escapes(text)
    if not 0 < sum(1 for _ in _BREAK.finditer(text)) <= MOST_BREAKS:
        return text
    hyphens = Hyphens(line.rstrip() for line in io.StringIO(text))
    habit, pieces = 0, Counter[str]()
    for found in _BREAK.finditer(text):
        before, after = _around(text, found)
        joined, compound = hyphens.seen(before + after), hyphens.seen(f"{before}-{after}")
        habit += (joined > compound) - 3 * (compound > joined)
        pieces.update((before, after))

    def is_one_word(before: str, after: str) -> bool:
        """Whether two parts, none of which need be a word, are more likely one than a compound."""
        if hyphens.seen(before + after):
            return True
        if all(hyphens.seen(part) > pieces[part] for part in (before, after)):
            return False
        return habit >= LEAST_HABIT or _ENDING.fullmatch(after) is not None

    def whole(found: re.Match[str]) -> str:
        """The break without its hyphen, or with it, or as it is, covered at its own length."""
        start, end = found.span()
        line = text[max(0, start - LONGEST) : start] + "-"
        shown = hyphens.join(line, text[end : end + LONGEST])
        if shown.endswith(" "):
            return found[0]
        if found[0][0] == SOFT:
            return SOFT * (end - start)
        kept = shown.endswith("-") or not is_one_word(*_around(text, found))
        return found[0][:kept] + SOFT * (end - start - kept)

    return _BREAK.sub(whole, text)


def uncovered(shown: str, text: str) -> str:
    """A slice of a readable text without the soft hyphens that are not in the same slice of `text`
    itself."""
    if shown == text:
        return text
    pairs = zip(shown, text, strict=True)
    return "".join(one for one, other in pairs if one == other or one != SOFT)


def _around(text: str, found: re.Match[str]) -> tuple[str, str]:
    """The two parts of a word that is broken, in small letters."""
    before = _LAST.search(text[max(0, found.start() - LONGEST) : found.start()])
    after = _FIRST.match(text, found.end(), found.end() + LONGEST)
    return (before[0] if before else "").lower(), (after[0] if after else "").lower()


def _covered(found: re.Match[str]) -> str:
    length = len(found[0])
    return _COVERS[length] if length < len(_COVERS) else SOFT * length
