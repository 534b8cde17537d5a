"""Find the lines of a message that its author wrote, without quotes, signatures and footers.

A line is quoted if it has a mark before it, or if it is below a line such as "On Monday Anna
wrote:", "-----Original Message-----", or the header of an earlier message, in many languages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hyperdigest.read.mail.phrases import (
    AROUND_DEVICE,
    ATTRIBUTION_START,
    BOILERPLATE,
    DATE_OR_NAME_START,
    DEVICE,
    FAREWELL,
    FROM_LINE,
    LIST_NAME,
    OTHER_LINE,
    SENT_FROM,
    SENT_LINE,
    SENT_WITHOUT_DEVICE,
    SEPARATOR,
    WROTE,
)

LONGEST_LINE = 2_000
"""Characters of a line that are read."""

QUOTE_MARK = re.compile(r"[ \t]{0,3}(?:[A-Z]{1,4}[a-z]?)?(?:>|\|(?=[ \t]?>))")
RULE = re.compile(r"[ \t]*(?:[-_=*~#][ \t]?){5,}[ \t]*$")
_AFTER_BAR = re.compile(r"[ \t]{0,2}\|(?:[ \t]+[^|]*)?$")
_DIGIT_OR_ADDRESS = re.compile(r"\d|@|<")
_FOUR_DIGITS = re.compile(r"\d\D*\d\D*\d\D*\d")
_ENDS_IN_COLON = re.compile(r"[:：][ \t*_\"']*$")
_SEPARATOR_ENDS = ("-", "_", "=", "*", "~", ":")
_COLON = re.compile("[:：]")
_TWO_DASHES = re.compile(r"[ \t]{0,2}(?:--|––)[ \t\xa0]*$")
_POSTSCRIPT = re.compile(r"[ \t]*P\.?[ \t]?S\b", re.IGNORECASE)
_LONGEST_NAME_LINE = 60
_MOST_NAME_WORDS = 6
_LINK_OR_ADDRESS = re.compile(r"(?<!\S)\S*?(?:https?://|www\.|\w@|mailto:)\S*", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?:;](?:\s|$)")
_AMOUNT_OR_TIME = re.compile(r"[€$£%]|\d[:.]\d\d\b|\d[ \xa0]?(?:[a-zäöü]{2}|EUR|USD|CHF|GBP)")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_SMALL_WORDS = re.compile(
    "(?:of|and|the|for|von|van|der|den|de|la|du|da|di|für|und|zu|tel|fax|mobile|phone|.)$"
)
"""Words in lower case between those of a name, a title or an address."""

_MOST_FOOTER_LINES = 15
_MOST_LINK_WORDS = 4


def own_lines(lines: Sequence[str], quoted: Sequence[bool] = ()) -> tuple[list[bool], list[bool]]:
    """Which lines of a message its author wrote; False for blank lines.

    `quoted` says which lines are known to be quoted. The second value says which of the others are
    those of a footer or a disclaimer.
    """
    lines = [line[:LONGEST_LINE] for line in lines]
    known = list(quoted) or [False] * len(lines)
    own = [bool(line.strip()) and not known[n] for n, line in enumerate(lines)]
    marked = [known[n] or QUOTE_MARK.match(line) is not None for n, line in enumerate(lines)]
    _mark_bars(lines, marked)
    _mark_broken_lines(lines, marked)
    for n in range(len(lines)):
        own[n] = own[n] and not marked[n]
    end = _earlier_message(lines, own)
    own[end:] = [False] * (len(lines) - end)
    for n in range(end):
        if marked[n] and (n == 0 or not marked[n - 1]):
            _drop_attribution(lines, own, n)
    if not any(marked):
        _drop_unmarked_quote(lines, own)
    footers = [False] * len(lines)
    _drop_footers(lines, own, footers)
    _drop_signatures(lines, own)
    _drop_footers(lines, own, footers)  # those above a signature
    return own, footers


def _mark_bars(lines: Sequence[str], marked: list[bool]) -> None:
    """Mark lines after a bar as quoted, if there are two in a row and they are no table."""
    barred = [_AFTER_BAR.match(line) is not None for line in lines]
    for n, is_barred in enumerate(barred):
        if is_barred and (barred[n - 1 : n] == [True] or barred[n + 1 : n + 2] == [True]):
            marked[n] = True


def _mark_broken_lines(lines: Sequence[str], marked: list[bool]) -> None:
    """Mark as quoted the ends of quoted lines that a program broke, so that they have no mark.

    Such a line is between two quoted ones, and continues the first.
    """
    for n in range(1, len(lines) - 1):
        before, line = lines[n - 1].rstrip(), lines[n].strip()
        between = marked[n - 1] and marked[n + 1] and not marked[n]
        broken = len(before) >= 60 and before[-1] not in ".!?:…" and line[:1].islower()
        if between and broken and len(line) <= 40:
            marked[n] = True


def _earlier_message(lines: Sequence[str], own: Sequence[bool]) -> int:
    """The line at which an earlier message begins, with a separator or a header; else the end."""
    for n, line in enumerate(lines):
        if not own[n]:
            continue
        if line.rstrip().endswith(_SEPARATOR_ENDS) and SEPARATOR.match(line):
            return n
        if _COLON.search(line, 0, 24) and begins_header(lines, n):
            above = n - 1
            while above >= 0 and not lines[above].strip():
                above -= 1
            return above if above >= 0 and RULE.match(lines[above]) else n
    return len(lines)


def begins_header(lines: Sequence[str], first: int) -> bool:
    """Whether a message header begins at a line: sender and date, and a recipient or subject."""
    if FROM_LINE.match(lines[first]):
        second, within = SENT_LINE, 3
    elif SENT_LINE.match(lines[first]):
        second, within = FROM_LINE, 1
    else:
        return False
    header = [line for line in lines[first + 1 : first + 16] if line.strip()][:8]
    has_second = any(second.match(line) for line in header[:within])
    return has_second and any(OTHER_LINE.match(line) for line in header[:5])


def is_attributed(lines: Sequence[str]) -> bool:
    """Whether the lines contain an attribution, which says who wrote what follows."""
    every = [True] * len(lines)
    return any(
        _ENDS_IN_COLON.search(line) and _attribution(lines, every, n) is not None
        for n, line in enumerate(lines)
    )


def begins_reply(lines: Sequence[str]) -> bool:
    """Whether the lines contain what programs write above an earlier message: a line that says who
    wrote it, with a date or an address, a separator or a header."""
    lines, every = [line[:LONGEST_LINE] for line in lines], [True] * len(lines)
    if _earlier_message(lines, every) < len(lines):
        return True
    for last in range(len(lines)):
        first = _attribution(lines, every, last)
        if first is not None:
            text = " ".join(line.strip() for line in lines[first : last + 1])
            begins = ATTRIBUTION_START.match(text) or DATE_OR_NAME_START.match(text)
            if "@" in text or (begins and _FOUR_DIGITS.search(text)):
                return True
    return False


def _drop_attribution(lines: Sequence[str], own: list[bool], quote: int) -> None:
    """Drop the attribution above the line `quote`, with up to two blank lines between them."""
    last = quote - 1
    while last >= 0 and not lines[last].strip() and quote - last <= 2:
        last -= 1
    first = _attribution(lines, own, last)
    if first is not None:
        own[first : last + 1] = [False] * (last + 1 - first)


def _attribution(lines: Sequence[str], own: Sequence[bool], last: int) -> int | None:
    """The first line of the attribution that ends at the line `last`; None if there is none."""
    if last < 0 or not own[last] or not _ENDS_IN_COLON.search(lines[last]):
        return None
    found: int | None = None
    for first in range(last, max(-1, last - 4), -1):
        if not own[first]:
            break
        text = " ".join(line.strip() for line in lines[first : last + 1])
        if len(text) > 400:
            break
        if WROTE.search(text):
            has_details = _DIGIT_OR_ADDRESS.search(text) is not None
            if has_details and ATTRIBUTION_START.match(text):
                return first
            if found is None or (has_details and DATE_OR_NAME_START.match(text)):
                found = first
        elif (
            first == last
            and "@" in text
            and (ATTRIBUTION_START.match(text) or DATE_OR_NAME_START.match(text))
        ):
            found = first
    return found


def _drop_unmarked_quote(lines: Sequence[str], own: list[bool]) -> None:
    """Drop everything from an attribution on, for a message without any mark of a quote.

    The program that wrote it does not mark quoted lines.
    """
    for last in range(len(lines)):
        if not own[last] or not _ENDS_IN_COLON.search(lines[last]):
            continue
        first = _attribution(lines, own, last)
        if first is None:
            continue
        text = " ".join(line.strip() for line in lines[first : last + 1])
        begins_paragraph = first == 0 or not lines[first - 1].strip()
        if begins_paragraph and _FOUR_DIGITS.search(text) and ATTRIBUTION_START.match(text):
            own[first:] = [False] * (len(lines) - first)
            return


def _drop_signatures(lines: Sequence[str], own: list[bool]) -> None:
    """Drop signatures below two dashes, farewells with names, and what mobile phones add."""
    for n, line in enumerate(lines):
        if not own[n]:
            continue
        if _TWO_DASHES.match(line):
            until = _until_not_own(lines, own, n, 60)
            if sum(own[n + 1 : until]) <= 15:
                own[n:until] = [False] * (until - n)
            else:  # too long for a signature: the dashes are only a rule
                own[n] = False
        elif own[n + 1 : n + 2] != [True] and _is_of_a_program(line):
            own[n] = False
    for n, line in enumerate(lines):
        if own[n] and len(line) <= _LONGEST_NAME_LINE and FAREWELL.match(line):
            until = _until_not_own(lines, own, n, 20)
            after = next((m for m in range(n, until) if _POSTSCRIPT.match(lines[m])), until)
            names = [lines[m] for m in range(n + 1, after) if own[m]]
            if len(names) <= 8 and all(map(_is_name, names)):
                own[n:after] = [False] * (after - n)


def _is_of_a_program(line: str) -> bool:
    """Whether a line is an advertisement of the program or the telephone that sent the message."""
    if len(line) > 140 or not SENT_FROM.match(line):
        return False
    words = _LINK_OR_ADDRESS.sub("", line).strip()
    if len(words.split()) > 12 or _SENTENCE_END.search(words[:-1]) or words.endswith(":"):
        return False
    return SENT_WITHOUT_DEVICE.match(line) is not None or _names_a_device(words)


def _names_a_device(line: str) -> bool:
    """Whether a line has only the name of a program or a device, and words around such a name.

    Words in lower case that are no such words are those of a statement.
    """
    words = [word.lower() if DEVICE.fullmatch(word) else word for word in _WORD.findall(line)]
    others = [word for word in words[1:] if not AROUND_DEVICE.fullmatch(word)]
    return any(map(DEVICE.fullmatch, words)) and not any(
        word[0].islower() and not DEVICE.fullmatch(word) for word in others
    )


def _is_name(line: str) -> bool:
    """Whether a line below a farewell has only a name, title, place, number or web address."""
    line = _LINK_OR_ADDRESS.sub("", line).strip()[: _LONGEST_NAME_LINE + 1]
    words = _WORD.findall(line)
    others = [word for word in words if not _SMALL_WORDS.match(word)]
    is_first_name = len(words) == 1 and not any(map(str.isdigit, line))
    return (
        len(line) <= _LONGEST_NAME_LINE
        and len(others) <= _MOST_NAME_WORDS
        and (is_first_name or not any(word[0].islower() for word in others))
        and not _AMOUNT_OR_TIME.search(line)
        and not (len(words) >= 3 and line.endswith((".", "?", "!", ":")))
    )


def _until_not_own(lines: Sequence[str], own: Sequence[bool], first: int, longest: int) -> int:
    """The end of the run of the author's lines and blank lines from `first`, at most `longest`."""
    n, most = first + 1, min(len(lines), first + longest)
    while n < most and (own[n] or not lines[n].strip()):
        n += 1
    return n


def _drop_footers(lines: Sequence[str], own: list[bool], footers: list[bool]) -> None:
    """Move from `own` to `footers` the paragraphs at the end that mailing lists and companies add
    to every message.

    If one of them is below a rule, so are the links below the rule.
    """
    paragraphs = _paragraphs(lines, own)
    dropped: list[tuple[int, int]] = []
    for place in range(len(paragraphs) - 1, max(-1, len(paragraphs) - 9), -1):
        if RULE.match(lines[paragraphs[place][0]]):
            below = paragraphs[place:]
            if sum(end - first for first, end in below) <= _MOST_FOOTER_LINES:
                text = [line for first, end in below for line in lines[first:end]]
                dropped = below if _is_list_footer(text) else []
            if dropped:
                del paragraphs[place:]
            break
    while paragraphs and _is_boilerplate(lines[slice(*paragraphs[-1])]):
        dropped.append(paragraphs.pop())
    for first, end in dropped:
        own[first:end] = [False] * (end - first)
        footers[first:end] = [RULE.match(line) is None for line in lines[first:end]]


def _is_list_footer(lines: Sequence[str]) -> bool:
    """Whether the lines below a rule, and it, only name a mailing list and give links."""
    text = lines[1:] if RULE.match(lines[0]) else lines
    named = [bool(LIST_NAME.fullmatch(_LINK_OR_ADDRESS.sub("", line))) for line in text]
    if not any(named) or not _LINK_OR_ADDRESS.search(" ".join(text)):
        return False
    return all(
        is_name or _is_link(line) or _is_boilerplate([line])
        for is_name, line in zip(named, text, strict=True)
    )


def _is_link(line: str) -> bool:
    """Whether a line is a link with few words, or says where to go as Yahoo! Groups did."""
    rest, count = _LINK_OR_ADDRESS.subn("", line)
    if line.lstrip().startswith("<*>"):
        return True
    return bool(count) and len(rest.split()) <= _MOST_LINK_WORDS and not any(map(str.isdigit, rest))


def _is_boilerplate(lines: Sequence[str]) -> bool:
    """Whether a paragraph has only sentences that lists and companies add, without a number."""
    if len(lines) > _MOST_FOOTER_LINES:
        return False
    text = _LINK_OR_ADDRESS.sub("", " ".join(" ".join(lines).split()))
    sentences = [each.strip() for each in _SENTENCE_END.split(text)]
    sentences = [each for each in sentences if any(map(str.isalnum, each))]
    if not sentences or any(map(str.isdigit, text)):
        return False
    return all(BOILERPLATE.match(each) for each in sentences)


def _paragraphs(lines: Sequence[str], own: Sequence[bool]) -> list[tuple[int, int]]:
    """The first line and the end of each run of the author's lines; a rule begins a new one."""
    found: list[tuple[int, int]] = []
    for n, is_own in enumerate(own):
        if is_own and n and own[n - 1] and not RULE.match(lines[n]):
            found[-1] = found[-1][0], n + 1
        elif is_own:
            found.append((n, n + 1))
    return found
