"""Find what stands between quotation marks, of all languages, nested, or over paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

CLOSING = {
    "“": "”",
    "„": "“”‟",
    "‟": "”",
    "”": "”",
    "«": "»",
    "»": "«»",
    "‹": "›",
    "›": "‹›",
    "‘": "’",
    "‚": "‘’",
    "’": "’",
    "「": "」",
    "『": "』",
    "〝": "〞〟",
    "＂": "＂",
    '"': '"',
    "'": "'",
    "``": "''",
}
"""The marks that close a quotation, by the one that opens it."""

MOST_PARAGRAPHS = 8
"""A quotation is over so many paragraphs at most."""

LONGEST = 500_000
"""In characters; a mark that closes no sooner is that of another quotation."""

_MOST_UNCLOSED = 8
"""If so many marks of a paragraph are not closed, it is no prose, and is left."""

_NEAR = 2_000

_MARK = re.compile("``|''|[“”„‟«»‹›‘’‚「」『』〝〞〟＂\"']")
_GUILLEMETS = "«»‹›"
_AFTER_CLOSING = ",;:!?)]}”’«»"
_UNSPACED = "「『〝"
_LIKE_APOSTROPHES = "'’"
_ELISION = re.compile(r"['‘’](?:\d0s?\b|(?:tis|twas|em|til|cause|n|round|bout)\b)", re.IGNORECASE)


class Marked(NamedTuple):
    """What stands between two quotation marks: its start and its end in the text."""

    start: int
    end: int


def marked(
    text: str, paragraphs: Sequence[tuple[int, int]], unclosed: list[int]
) -> Iterator[Marked]:
    """The outermost quotations in the paragraphs of a text, in order.

    The offsets of marks that open a quotation and that nothing closes are added to `unclosed`. A
    quotation may go on in the next paragraphs, each of which may begin with the opening mark again.
    """
    done = 0
    for number, (start, end) in enumerate(paragraphs):
        at, left = max(start, done), _MOST_UNCLOSED
        while at < end and (found := _MARK.search(text, at, end)):
            at = found.end()
            mark = found[0]
            if not _opens(text, found, start, end):
                continue
            close = _close(text, mark, found.end(), end)
            if close is None:
                close = _close_later(
                    text, mark, paragraphs[number + 1 : number + 1 + MOST_PARAGRAPHS]
                )
            if close is None:
                if mark not in _LIKE_APOSTROPHES:
                    unclosed.append(found.start())
                left -= 1
                if not left:
                    break
                continue
            inside = _stripped(text, found.end(), close.start())
            if inside.start < inside.end:
                yield inside
            at = done = close.end()


def _stripped(text: str, start: int, end: int) -> Marked:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return Marked(start, end)


def _opens(text: str, found: re.Match[str], start: int, end: int) -> bool:
    """Whether a mark may open a quotation: nothing that belongs to it is before it."""
    mark, at = found[0], found.start()
    if mark not in CLOSING:
        return False
    before = text[at - 1] if at > start else " "
    after = text[found.end()] if found.end() < end else " "
    if mark in _UNSPACED:
        return True
    if mark in _GUILLEMETS:
        return not before.isalnum() and (
            after.isspace()
            or after.isalnum()
            or after in "“‘‹›'\"[(¿¡.…"
            or (before.isspace() and after not in _AFTER_CLOSING)
        )
    if after.isspace() or before.isalnum():
        return mark in "“„" and not after.isspace()
    if mark in "'’‘":
        return after.isalnum() and _ELISION.match(text, at) is None
    return mark not in "”" or after.isalnum()


def _closes(text: str, at: int, size: int, end: int, begin: int) -> bool:
    """Whether a mark at `at` may close a quotation that begins at `begin`."""
    after = text[at + size] if at + size < end else " "
    if at == begin:
        return False
    if text[at] in _LIKE_APOSTROPHES and size == 1:
        return not text[at - 1].isspace() and not after.isalnum()
    if text[at] == '"':
        return not after.isalnum() or text[at - 1] in ".,;:!?…)"
    return True


def _close(text: str, mark: str, begin: int, end: int) -> re.Match[str] | None:
    """The mark that closes a quotation that begins at `begin`, in the same paragraph."""
    closing, depth = CLOSING[mark], 0
    last: re.Match[str] | None = None
    for found in _MARK.finditer(text, begin, min(end, begin + LONGEST)):
        one = found[0]
        is_closing = one == closing if len(closing) == 2 and mark == "``" else one in closing
        if one == mark and not is_closing:
            depth += mark not in _LIKE_APOSTROPHES
            continue
        if not is_closing:
            continue
        if one == mark and one not in _LIKE_APOSTROPHES and mark in '"＂':
            opens_again = _opens(text, found, begin, end) and not _closes(
                text, found.start(), len(one), end, begin
            )
            if opens_again:
                return last
        if not _closes(text, found.start(), len(one), end, begin):
            continue
        if depth:
            depth -= 1
            continue
        if one in "\"'’" and _may_be_sign(text, found, end) and _has_other(text, mark, found, end):
            last = found
            continue
        return found
    return last


def _may_be_sign(text: str, found: re.Match[str], end: int) -> bool:
    """Whether a closing mark may be the sign of inches or minutes, or the apostrophe of a plural.

    "A 6" pipe" and 'the dogs' bowls'.
    """
    before = text[found.start() - 1]
    after = text[found.end() : found.end() + 2]
    goes_on = len(after) == 2 and after[0] == " " and after[1].isalpha()
    if before.isdigit() and found[0] in "\"'":
        return True
    return found[0] in _LIKE_APOSTROPHES and before in "sxz" and goes_on


def _has_other(text: str, mark: str, found: re.Match[str], end: int) -> bool:
    """Whether another mark closes the quotation, before one opens the next."""
    for later in _MARK.finditer(text, found.end(), min(end, found.end() + _NEAR)):
        if later[0] == mark and _opens(text, later, found.end(), end):
            return False
        if later[0] in CLOSING[mark] and _closes(text, later.start(), 1, end, found.end()):
            return True
    return False


def _close_later(
    text: str, mark: str, following: Sequence[tuple[int, int]]
) -> re.Match[str] | None:
    """The mark that closes a quotation in a later paragraph.

    If a paragraph does not begin with the opening mark again, the closing mark must come before
    another one that opens, and must not be a mark that opens too.
    """
    if mark in _LIKE_APOSTROPHES:
        return None
    for start, end in following:
        at = start
        while at < end and text[at].isspace():
            at += 1
        repeats = text.startswith(mark, at) or (
            mark in _GUILLEMETS and text[at : at + 1] in CLOSING[mark]
        )
        if repeats:
            at += len(mark)
        elif mark in CLOSING[mark]:
            return None
        close = _close(text, mark, at, end)
        if close is not None:
            opens = text.find(mark, at, close.start())
            return close if opens < 0 or repeats else None
        if not repeats and text.find(mark, at, end) >= 0:
            return None
    return None
