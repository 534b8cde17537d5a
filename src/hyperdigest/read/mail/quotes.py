"""What is new in a message: its lines told from quoted ones, signatures and footers.

A line is quoted by a mark before it, or by what stands above it: a line such as "On Monday Anna
wrote:", "-----Original Message-----", or the header of the message that is answered, as programs
write them in many languages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hyperdigest.read.mail.phrases import (
    BEGINS,
    BEGINS_A_NAME,
    DISCLAIMER,
    FAREWELL,
    FOOTER,
    FROM_LINE,
    OTHER_LINE,
    SENT_FROM,
    SENT_LINE,
    SEPARATOR,
    WROTE,
)

MARKED = re.compile(r"[ \t]{0,3}(?:[A-Z]{1,4}[a-z]?)?(?:>|\|(?=[ \t]?>))")
_BARRED = re.compile(r"[ \t]{0,2}\|(?:[ \t]+[^|]*)?$")
_LONGEST_ATTRIBUTION = 400
_MOST_ATTRIBUTION_LINES = 4
_NEXT_TO_QUOTE = 2
"""Blank lines that may stand between an attribution and what is quoted."""

_TOLD = re.compile(r"\d|@|<")
_DATED = re.compile(r"\d\D*\d\D*\d\D*\d")
_CLOSED = re.compile(r"[:：][ \t*_\"']*$")
_MOST_HEADER_LINES = 8
RULE = re.compile(r"[ \t]*(?:[-_=*~#][ \t]?){5,}[ \t]*$")
_SEPARATES = ("-", "_", "=", "*", "~", ":")
_LABEL = re.compile("[:：]")
_LONGEST_LABEL = 24
_DASHES = re.compile(r"[ \t]{0,2}(?:--|––)[ \t\xa0]*$")
_LONGEST_SIGNATURE = 15
"""Lines with words behind two dashes; where there are more, these are a mere rule."""

_LONGEST_STRETCH = 60
"""Lines, blank ones too, under two dashes that are looked at."""

_LONGEST_FAREWELL = 20
"""The same under a farewell."""

LONGEST_LINE = 2_000
"""Characters of a line that are looked at."""

_LONGEST_SENT_FROM = 140
_POSTSCRIPT = re.compile(r"[ \t]*P\.?[ \t]?S\b", re.IGNORECASE)
_MOST_NAME_LINES = 8
_LONGEST_NAME_LINE = 60
_LEADS = re.compile(r"https?://|www\.|\S@\S|mailto:", re.IGNORECASE)
_MOST_FOOTERS = 8
"""Paragraphs at the end of a message that may be footers."""

_MOST_FOOTER_LINES = 15
_LONGEST_PARAGRAPH = 3_000
"""Characters of a paragraph that are looked at."""


def own_lines(lines: Sequence[str], quoted: Sequence[bool] = ()) -> list[bool]:
    """Which of the lines of a message its author wrote in it; blank ones count for none. Those that
    are `quoted` are known to be."""
    lines = [line[:LONGEST_LINE] for line in lines]
    known = list(quoted) or [False] * len(lines)
    own = [bool(line.strip()) and not known[n] for n, line in enumerate(lines)]
    marked = [known[n] or MARKED.match(line) is not None for n, line in enumerate(lines)]
    _mark_bars(lines, marked)
    _mark_torn(lines, marked)
    for n in range(len(lines)):
        own[n] = own[n] and not marked[n]
    end = _thread_begins(lines, own)
    own[end:] = [False] * (len(lines) - end)
    for n in range(end):
        if marked[n] and (n == 0 or not marked[n - 1]):
            _drop_attribution(lines, own, n)
    if not any(marked):
        _drop_unmarked_quote(lines, own)
    _drop_footers(lines, own)
    _drop_signatures(lines, own)
    _drop_footers(lines, own)  # those above a signature
    return own


def _mark_bars(lines: Sequence[str], marked: list[bool]) -> None:
    """Lines behind a bar are quoted, where two follow one another and are no table."""
    barred = [_BARRED.match(line) is not None for line in lines]
    for n, is_barred in enumerate(barred):
        if is_barred and (barred[n - 1 : n] == [True] or barred[n + 1 : n + 2] == [True]):
            marked[n] = True


def _mark_torn(lines: Sequence[str], marked: list[bool]) -> None:
    """The ends of quoted lines that were too long are quoted too: they stand between two of them,
    and go on from the first."""
    for n in range(1, len(lines) - 1):
        before, line = lines[n - 1].rstrip(), lines[n].strip()
        between = marked[n - 1] and marked[n + 1] and not marked[n]
        torn = len(before) >= 60 and before[-1] not in ".!?:…" and line[:1].islower()
        if between and torn and len(line) <= 40:
            marked[n] = True


def _thread_begins(lines: Sequence[str], own: Sequence[bool]) -> int:
    """The line from which on an earlier message stands: at a separator, or at its header."""
    for n, line in enumerate(lines):
        if not own[n]:
            continue
        if line.rstrip().endswith(_SEPARATES) and SEPARATOR.match(line):
            return n
        if _LABEL.search(line, 0, _LONGEST_LABEL) and begins_header(lines, n):
            above = n - 1
            while above >= 0 and not lines[above].strip():
                above -= 1
            return above if above >= 0 and RULE.match(lines[above]) else n
    return len(lines)


def begins_header(lines: Sequence[str], first: int) -> bool:
    """Whether the header of a message begins at a line: who sent it, when, and to whom or what; or
    when first, and then who."""
    if FROM_LINE.match(lines[first]):
        second, within = SENT_LINE, 3
    elif SENT_LINE.match(lines[first]):
        second, within = FROM_LINE, 1
    else:
        return False
    header = [line for line in lines[first + 1 : first + 2 * _MOST_HEADER_LINES] if line.strip()]
    header = header[:_MOST_HEADER_LINES]
    told = any(second.match(line) for line in header[:within])
    return told and any(OTHER_LINE.match(line) for line in header[:5])


def is_attributed(lines: Sequence[str]) -> bool:
    """Whether one of the lines says who wrote what follows."""
    every = [True] * len(lines)
    return any(
        _CLOSED.search(line) and _attribution(lines, every, n) is not None
        for n, line in enumerate(lines)
    )


def _drop_attribution(lines: Sequence[str], own: list[bool], quote: int) -> None:
    """Leave out what says who wrote the quote that begins at a line."""
    last = quote - 1
    while last >= 0 and not lines[last].strip() and quote - last <= _NEXT_TO_QUOTE:
        last -= 1
    first = _attribution(lines, own, last)
    if first is not None:
        own[first : last + 1] = [False] * (last + 1 - first)


def _attribution(lines: Sequence[str], own: Sequence[bool], last: int) -> int | None:
    """The first line of an attribution that ends with the line `last`; None where that is none."""
    if last < 0 or not own[last] or not _CLOSED.search(lines[last]):
        return None
    found: int | None = None
    for first in range(last, max(-1, last - _MOST_ATTRIBUTION_LINES), -1):
        if not own[first]:
            break
        told = " ".join(line.strip() for line in lines[first : last + 1])
        if len(told) > _LONGEST_ATTRIBUTION:
            break
        if WROTE.search(told):
            if BEGINS.match(told) and _TOLD.search(told):
                return first
            if found is None or (BEGINS_A_NAME.match(told) and _TOLD.search(told)):
                found = first
        elif first == last and "@" in told and (BEGINS.match(told) or BEGINS_A_NAME.match(told)):
            found = first
    return found


def _drop_unmarked_quote(lines: Sequence[str], own: list[bool]) -> None:
    """Leave out all that follows a line such as "On Monday Anna wrote:" where no line has a mark of
    quotes: the program that wrote it quotes without."""
    for last in range(len(lines)):
        if not own[last] or not _CLOSED.search(lines[last]):
            continue
        first = _attribution(lines, own, last)
        if first is None:
            continue
        told = " ".join(line.strip() for line in lines[first : last + 1])
        before = first == 0 or not lines[first - 1].strip()
        if before and _DATED.search(told) and BEGINS.match(told):
            own[first:] = [False] * (len(lines) - first)
            return


def _drop_signatures(lines: Sequence[str], own: list[bool]) -> None:
    """Leave out what stands under two dashes, who says farewell, and what a telephone adds."""
    for n, line in enumerate(lines):
        if not own[n]:
            continue
        if _DASHES.match(line):
            until = _until_not_own(lines, own, n, _LONGEST_STRETCH)
            if sum(own[n + 1 : until]) <= _LONGEST_SIGNATURE:
                own[n:until] = [False] * (until - n)
            else:
                own[n] = False
        elif (
            len(line) <= _LONGEST_SENT_FROM
            and own[n + 1 : n + 2] != [True]
            and SENT_FROM.match(line)
        ):
            own[n] = False
    for n, line in enumerate(lines):
        if own[n] and len(line) <= _LONGEST_NAME_LINE and FAREWELL.match(line):
            until = _until_not_own(lines, own, n, _LONGEST_FAREWELL)
            after = next((m for m in range(n, until) if _POSTSCRIPT.match(lines[m])), until)
            names = [lines[m] for m in range(n + 1, after) if own[m]]
            if len(names) <= _MOST_NAME_LINES and not any(map(_is_clause, names)):
                own[n:after] = [False] * (after - n)


def _is_clause(line: str) -> bool:
    """Whether a line near the end of a message says something, and is no name, place or number."""
    words = line.split()
    closed = line.rstrip().endswith((".", "?", "!", ":"))
    return len(line) > _LONGEST_NAME_LINE or (len(words) >= 3 and (closed or words[0].islower()))


def _until_not_own(lines: Sequence[str], own: Sequence[bool], first: int, longest: int) -> int:
    """Where a stretch of lines of the author ends, or is long enough; blank lines belong to it."""
    n, most = first + 1, min(len(lines), first + longest)
    while n < most and (own[n] or not lines[n].strip()):
        n += 1
    return n


def _drop_footers(lines: Sequence[str], own: list[bool]) -> None:
    """Leave out paragraphs at the end that lists and offices add to every message, and what stands
    under a rule with them."""
    paragraphs = _paragraphs(lines, own)
    kept = len(paragraphs)
    for place in range(len(paragraphs) - 1, max(-1, len(paragraphs) - _MOST_FOOTERS - 1), -1):
        if RULE.match(lines[paragraphs[place][0]]):
            under = paragraphs[place:]
            if sum(end - first for first, end in under) <= _MOST_FOOTER_LINES and any(
                _is_footer(lines, first, end, ruled=True) for first, end in under
            ):
                kept = place
            break
    while kept > 0 and _is_footer(lines, *paragraphs[kept - 1]):
        kept -= 1
    for first, end in paragraphs[kept:]:
        own[first:end] = [False] * (end - first)


def _is_footer(lines: Sequence[str], first: int, end: int, *, ruled: bool = False) -> bool:
    text = " ".join(lines[first : min(end, first + _MOST_FOOTER_LINES)])[:_LONGEST_PARAGRAPH]
    if end == first + 1 and RULE.match(lines[first]):
        return not ruled
    leads = ruled or _LEADS.search(text) is not None
    return (leads and FOOTER.search(text) is not None) or DISCLAIMER.search(text) is not None


def _paragraphs(lines: Sequence[str], own: Sequence[bool]) -> list[tuple[int, int]]:
    """The stretches of lines of the author with nothing between them, a rule above some."""
    found: list[tuple[int, int]] = []
    for n, is_own in enumerate(own):
        if is_own and n and own[n - 1] and not RULE.match(lines[n]):
            found[-1] = found[-1][0], n + 1
        elif is_own:
            found.append((n, n + 1))
    return found
