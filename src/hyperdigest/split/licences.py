"""Conditions and disclaimers of well-known licences of software, which are never quoted.

So is the whole text of a licence of the GNU project, as manuals have it as a part, perhaps in a
file or on a page of its own.

Sentences that grant something or name the licence stay: they answer under which licence something
may be used. So does all of a document that is mostly such text, unless it says that it is a part of
a manual, or a contract in its own words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase

import numpy as np
from numpy.typing import NDArray

MOSTLY = 0.3
"""Share of the characters of a text from which on it is the licence itself."""

_TEXTS_BETWEEN = (
    ("the above copyright notice and this permission notice", 2_000, "dealings in the software"),
    ("redistributions of source code must retain the", 3_000, "possibility of such damage"),
    ("this software is provided by the copyright holders", 2_000, "possibility of such damage"),
    ("this software is provided by the author", 2_000, "possibility of such damage"),
    ("this software is provided by the regents", 2_000, "possibility of such damage"),
    ("the software is provided as is and the author disclaims", 900, "of this software"),
    (
        "this software is provided as is without any express or implied warranty",
        *(2_000, "any source distribution"),
    ),
    ("is distributed in the hope that it will be useful", 300, "particular purpose"),
    ("see the gnu", 20, "public license for more details"),
    (
        "you should have received a copy of the gnu",
        *(200, "if not write to the free software foundation"),
    ),
    ("you should have received a copy of the gnu", 200, "if not see https www gnu org licenses"),
    ("you should have received a copy of the gnu", 30, "license"),
    (
        "unless required by applicable law or agreed to in writing software distributed under the",
        *(500, "limitations under the license"),
    ),
    ("the software is provided as is without warranty", 900, "dealings in the software"),
    ("the software is provided as is without warranty of any kind", 5, "express or implied"),
    ("there is no warranty", 5, "to the extent permitted by law"),
    (
        "a copy of the license is included in the section entitled",
        *(5, "gnu free documentation license"),
    ),
    (
        "permission is granted to copy and distribute modified versions",
        *(600, "identical to this one"),
    ),
    ("permission is granted to copy and distribute translations", 600, "free software foundation"),
    ("permission is granted to copy and distribute translations", 300, "modified versions"),
    (
        "designed to permit everything that a good cooperating citizen would want to do",
        *(2_000, "will not reflect on our reputation"),
    ),
)
"""The first and the last words of such text, and the most characters between them."""


def _any(words: str) -> str:
    """A pattern of words with whatever is between them in a text: ends of lines, marks, quotes."""
    return r"[\W_]{1,40}".join(words.split())


_TEXTS = re.compile(
    "|".join(
        rf"{_any(first)}\b.{{0,{most}}}?\b{_any(last)}" for first, most, last in _TEXTS_BETWEEN
    ),
    re.DOTALL,
)
"""In lower case: to search a pattern that ignores case is slower."""

_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_WORDS = ("warrant", "general public", "verbatim", "free documentation", "cooperating")
"""Each text has one of these; to search them is faster."""

_WHOLE_BEGINS = re.compile(
    _any("everyone is permitted to copy and distribute verbatim copies of this license"),
    re.IGNORECASE,
)
_WHOLE_ENDS = re.compile(
    f"{_any('end of terms and conditions')}|{_any('how to use this license for your documents')}"
    f"|{_any('how to apply these terms to your new')}",
    re.IGNORECASE,
)
_LONGEST_WHOLE = 40_000
"""In characters; the longest has 35,000."""

_ADDENDUM_ENDS = re.compile(
    f"{_any('to permit their use in free software')}|{_any('that s all there is to it')}"
    rf"|{_any('public license instead of this license')}"
    rf"(?:\.\s+{_any('but first please read')}\s\S+)?",
    re.IGNORECASE,
)
"""The last words of the advice how to use a licence, which follows it."""

_LONGEST_ADDENDUM = 5_000
"""In characters."""

MOST_WHOLE = 0.5
"""Share of the characters of a text up to which whole licences are certainly a part of it."""

_PART = re.compile(
    r"^(?:(?:(?i:appendix) [A-Z]|[A-Z](?=\.))[\d.]*|\d{1,2}(?:\.\d{1,2})*\.?) "
    r"[^\n]{0,40}\b(?i:licen[cs]e|copying)\b[^\n.]{0,40}$"
    r"|^File: [^\n,]{1,80},\s+Node: [^\n,]{0,40}\b(?i:licen[cs]e|copying)\b",
    re.MULTILINE,
)
"""What stands above a licence that is a part of a manual: a heading with the letter of the appendix
or the number of the section, or the links of a node of Info."""

_FARTHEST_HEADING = 500
"""In characters above the words with which a licence begins."""

_PAGE_OF_MANUAL = re.compile(
    r"[^()]{0,60}\b(?:licen[cs]e|copying)\b[^()]{0,40}"
    r"\((?!.*\b(?:licen[cs]e|version|GPL|LGPL|FDL)\b)[^()\s]+ [^()]+\)",
    re.IGNORECASE,
)
"""The title of a page that names its manual in brackets, as Texinfo makes it: "Copying (Tank
Manual)". Other words in brackets name the licence: "General Public License (version 2)"."""


def in_licences(
    text: str, start: NDArray[np.int32], end: NDArray[np.int32], title: str = ""
) -> NDArray[np.bool_]:
    """Which sentences of a text, given with their slices, are mostly in such parts of it.

    The title of the text may say that it is a page of a manual.
    """
    covered = np.zeros(len(start), np.int64)
    lower = text.lower()
    if not any(map(lower.__contains__, _WORDS)):
        return covered > 0
    size = len(text.strip())
    is_page = _PAGE_OF_MANUAL.fullmatch(title) is not None
    same_length = lower if len(lower) == len(text) else text.translate(_LOWER)
    parts = [found.span() for found in _TEXTS.finditer(same_length)]
    if sum(stop - begin for begin, stop in parts) > MOSTLY * size and not is_page:
        parts = []
    whole = list(_whole(text)) if "verbatim" in lower else []
    if sum(stop - begin for begin, stop in whole) > MOST_WHOLE * size and not is_page:
        whole = [each for each in whole if _is_part(text, each[0])]
    parts += whole
    for begin, stop in parts:
        within = slice(end.searchsorted(begin, "right"), start.searchsorted(stop))
        covered[within] += np.minimum(end[within], stop) - np.maximum(start[within], begin)
    return 2 * covered > end - start


def _is_part(text: str, begin: int) -> bool:
    """Whether the heading of a part of a manual stands above the licence that begins here."""
    return _PART.search(text, max(0, begin - _FARTHEST_HEADING), begin) is not None


def _whole(text: str) -> Iterator[tuple[int, int]]:
    """The slices of a text that are whole licences: each from its beginning to the next end, with
    the advice how to use it."""
    ends = [found.end() for found in _WHOLE_ENDS.finditer(text)]
    last = 0
    for begin in _WHOLE_BEGINS.finditer(text) if ends else ():
        place = bisect_left(ends, begin.end())
        if place == len(ends) or begin.start() < last:
            continue
        if ends[place] - begin.start() <= _LONGEST_WHOLE:
            last = ends[place]
            if addendum := _ADDENDUM_ENDS.search(text, last, last + _LONGEST_ADDENDUM):
                last = addendum.end()
            yield begin.start(), last
