"""Make untrusted text safe to show, without control characters or markup; name documents.

The text that is shown may differ from the slice that is cited; only JSON has the exact slice.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from html import unescape
from typing import Any

from hyperdigest.base.exponents import raised_after
from hyperdigest.base.struck import without_struck_out

# Controls of both sets, line separators, bidirectional overrides and isolates, lone surrogates.
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

LONGEST_ERROR = 1000
"""The most characters of an error message."""

_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}
_REPLACEMENT = "\ufffd"

_NOTE = re.compile(r"\[\^[^\[\]\s]*\]")
_LINK = re.compile(r"(?<!\\)!?\[([^\[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)")
_REFERENCE = re.compile(r"(?<!\\)!?\[(?![\d\s,;–-]*\])([^\[\]]*)\]\[[^\[\]]*\]")
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]*)>")
_TAG = re.compile(r"<!--(?:[^-]|-(?!->)){0,500}-->|</?[A-Za-z][^<>]*>")
_RAISED = re.compile(r"<sup>([^<>]{1,100})</sup>", re.IGNORECASE)
BLOCK_TAG = (
    r"<(?=[/a-z])/?(h[1-6]|p|br|hr|div|li|ul|ol|dl|dt|dd|t[rdh]|table|tbody|thead|section|article"
    r"|header|footer|nav|blockquote|figure|figcaption|pre|details|summary)\b[^<>]{0,300}>"
)
"""A tag in HTML, in lower case, that ends a line."""

_LINE_END = re.compile(rf"{BLOCK_TAG}(?!\Z)", re.IGNORECASE)
CELL = re.compile(r"(?i:(?:</t[dh]\s*>\s*)?<t[dh]\b[^<>]{0,300}>)")
"""What is between two cells of a table that is written in HTML."""

BARS = "|│┃║"
"""What is between the cells of a row in plain text, or around them."""

_CODE = re.compile(r"(?<!\\)(`{1,2})([^`]+)\1")
_HIDDEN = re.compile("\0(\\d+)\0")
"""The number of a piece of code, in which marks are no marks."""

_STARS = re.compile(r"(?<!\\)(\*{1,3})([^*\s\\](?:[^*]*[^*\s\\])?)\1")
_LONGEST_EMPHASIS = 2000
_BARS = re.compile(r"(?<![^\W_])(?<!\\)(_{1,3})([^_\s\\](?:[^_]*[^_\s\\])?)\1(?![^\W_])")
_BLOCK_MARK = re.compile(r"\A\s*(?:>\s*)*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?)?")
_QUOTED = re.compile(r"(?<=\n)[ \t]{0,3}>[> \t]*")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")

_RESTRUCTURED = re.compile(
    r"(?<![\w`])(?:``(?=\S)(?P<literal>[^`]{1,300}?)(?<=\S)``(?![\w`'])"
    r"|`(?P<link>[^`<>\s][^`<>]{0,200}?)(?:\s<[^<>`\s]{1,300}>)?`__?(?!\w))"
    r"|(?<=\w):(?=:\s*\Z)"
)
"""Literals and links of reStructuredText, and the first of the two colons before its code."""


def printable(text: str) -> str:
    """`text` with characters that a terminal cannot show, or interprets, written as escapes."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def visible(text: str, keep: str = "") -> str:
    """`text` with control characters replaced by symbols for them, except those in `keep`.

    Its length is the same.
    """

    def symbol(match: re.Match[str]) -> str:
        return match[0] if match[0] in keep else _PICTURES.get(ord(match[0]), _REPLACEMENT)

    return UNSAFE.sub(symbol, text)


def line(text: str) -> str:
    """`text` on one line: white space is replaced by single spaces, controls by symbols."""
    return visible(" ".join(text.split()))


def error_message(text: str) -> str:
    """An error message without the middle, which quotes a value, if it is very long."""
    if len(text) <= LONGEST_ERROR:
        return text
    return f"{text[: LONGEST_ERROR // 2]} … {text[-LONGEST_ERROR // 3 :]}"


def without_markup(text: str) -> str:
    """Markdown without its syntax: no link targets, emphasis marks, tags or escapes.

    >>> without_markup("**Totality** lasts [two minutes](https://example.org/a).")
    'Totality lasts two minutes.'
    """
    codes: list[str] = []

    def hidden(code: re.Match[str]) -> str:
        codes.append(code[2])
        return f"\0{len(codes) - 1}\0"

    text = without_struck_out(text.replace("\0", _PICTURES[0]))
    shown = _QUOTED.sub("", _BLOCK_MARK.sub("", text, count=1))
    shown = CELL.sub(" | ", _CODE.sub(hidden, shown))
    shown = _RAISED.sub(lambda raised: raised_after([_before(raised)], raised[1]), shown)
    shown = _TAG.sub("", _LINE_END.sub(" ", _AUTOLINK.sub(r"\1", _NOTE.sub("", shown))))
    for _ in range(2):  # an image inside a link
        shown = _REFERENCE.sub(r"\1", _LINK.sub(r"\1", shown))
    for _ in range(3):  # nested emphasis
        shown = _BARS.sub(r"\2", _STARS.sub(r"\2", shown))
    shown = unescape(_ESCAPED.sub(r"\1", shown))
    return _HIDDEN.sub(lambda number: codes[int(number[1])], shown)


def _before(found: re.Match[str]) -> str:
    return found.string[max(0, found.start() - 1) : found.start()]


def without_half_emphasis(text: str, start: int, end: int) -> str:
    """`text[start:end]` of Markdown without the marks whose other one is outside it.

    Emphasis may run over several sentences of a paragraph: ``**Wait. Then go.**``
    """
    if not {"*", "_"} & {*text[start:end]}:
        return text[start:end]
    empty = "\r\n\r\n" if "\r\n" in text else "\n\n"
    begin = max(0, start - _LONGEST_EMPHASIS, text.rfind(empty, 0, start))
    stop = min(end + _LONGEST_EMPHASIS, text.find(empty, end) % (len(text) + 1))
    plain = _CODE.sub(lambda code: " " * len(code[0]), text[begin:stop])
    hidden = set[int]()
    for mark in (_STARS, _BARS):
        for found in mark.finditer(plain):
            (first, last), (inner, outer) = found.span(), found.span(2)
            if not start <= begin + first < begin + last <= end:
                hidden |= {
                    *range(begin + first, begin + inner),
                    *range(begin + outer, begin + last),
                }
    return "".join(text[at] for at in range(start, end) if at not in hidden)


def displayed(text: str, format: str) -> str:
    """A sentence of a document in this `format` on one line, without markup unless that is all.

    Plain text has the marks of literals and links only if it is reStructuredText, and those of
    quoted lines if it goes on in them.

    >>> displayed("Use ``--all``, see `Options <options.html>`_.", "text")
    'Use --all, see Options.'
    """
    if format == "markdown":
        return line(without_markup(text)) or line(text)
    if format == "text" and "\n" in text and text[0] != ">":
        first, *others = text.splitlines()
        if all(other.lstrip()[:1] == ">" for other in others):
            text = _QUOTED.sub("", "\n".join((first, *others)))
    if format == "text" and ("`" in text or "::" in text):
        text = _RESTRUCTURED.sub(lambda mark: mark["literal"] or mark["link"] or "", text)
    return line(text)


def counted(number: int, noun: str) -> str:
    """`number` and the noun, in the plural if needed: ``1 word``, ``2 words``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def unique_names(
    places: Sequence[tuple[Sequence[str], int]], taken: Collection[str] = ()
) -> list[str]:
    """A unique name for each place: as many of the last parts of its path as are needed.

    Parameters
    ----------
    places : the parts of each path, and the least number of them in its name.
    taken : names that may not be used.

    Places with equal parts get numbers.
    """
    shown = [least for _, least in places]
    while True:
        cut = [parts[-n:] for (parts, _), n in zip(places, shown, strict=True)]
        names = [printable("/".join(p.strip("/\\") for p in parts).lstrip("/")) for parts in cut]
        places_of: dict[str, set[tuple[str, ...]]] = {}
        for name, (parts, _) in zip(names, places, strict=True):
            places_of.setdefault(name, set()).add(tuple(parts))
        longer = [
            n
            for n, name in enumerate(names)
            if (len(places_of[name]) > 1 or name in taken) and shown[n] < len(places[n][0])
        ]
        if not longer:
            return numbered(names, taken)
        for n in longer:
            shown[n] += 1


def numbered(names: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """`names`, with a number after each that equals an earlier one, or one of `taken`."""
    taken = set(taken)
    last: Counter[str] = Counter()
    unique = []
    for name in names:
        candidate = name
        while candidate in taken:
            last[name] += 1
            candidate = f"{name} ({last[name] + 1})"
        taken.add(candidate)
        unique.append(candidate)
    return unique


def some_names(names: Sequence[str], most: int = 3) -> str:
    """The first names for a warning, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(map(printable, names[:most]))}{more}"


def ordinal(number: int) -> str:
    """The ordinal of a number from 1: ``1st``, ``2nd``, ``11th``."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(last, "th")


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of cells as lines, with the cells of a column below one another."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def dumped(content: Any, indent: int | None = 2) -> str:
    """`content` as JSON, on one line without an `indent`.

    Lone surrogates and characters that a terminal interprets are escaped. Raises ValueError if a
    number is not finite.
    """
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, indent=indent)
    return UNSAFE.sub(lambda c: c[0] if c[0] == "\n" else f"\\u{ord(c[0]):04x}", text)


_COUNTED_STEP = 1 << 14
"""The lines are counted once up to every so many characters."""


def line_number(text: str, offset: int) -> int:
    """The number, from 1, of the line with the character at an offset."""
    step = max(0, min(offset, len(text))) // _COUNTED_STEP
    return _breaks_before(text)[step] + _breaks(text, step * _COUNTED_STEP, offset) + 1


@lru_cache(maxsize=4)
def _breaks_before(text: str) -> list[int]:
    """How many line breaks are before each step of a text."""
    counts = [0]
    for start in range(0, len(text), _COUNTED_STEP):
        counts.append(counts[-1] + _breaks(text, start, start + _COUNTED_STEP))
    return counts


def _breaks(text: str, start: int, end: int) -> int:
    """How many line breaks end in a slice: CR, LF, or both, which belong to where LF is."""
    feeds, returns = (text.count(sign, start, end) for sign in "\n\r")
    before = start > 0 and text[start - 1] == "\r"
    both = text.count("\r\n", start - before, end) if feeds and (returns or before) else 0
    return feeds + returns - both
