"""Terms and what explains them: options, settings, exit codes and glossaries.

A term stands on a line of its own above a text that is indented deeper, or before it on the same
line: before a colon or dash, or, as in `terms_beside`, in a column of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from hyperdigest.split.code_signs import goes_on, has_signs
from hyperdigest.split.lines import Line, Lines
from hyperdigest.split.options import is_option

_FEWEST_ALIKE = 3
"""How many terms before a colon or dash have to follow each other."""

AHEAD = 24
"""How many lines are read to find the next term."""

LONGEST_TERM, LONGEST_COLUMN = 100, 40

_CODE_LIKE = re.compile(
    r"[_=<>$\[\]{}/\\%]|^[`'\"*]|\w\.\w|^-|\w\(|^[a-z]+(?: [a-z]+){0,2}$|\(\d\)$"
    r"|^[‘“«].*[^.!,;][’”»]$"
)
_QUOTED = re.compile(r"[‘“«].*[^.!,;][’”»]")
_BELOW_QUOTED = re.compile(r"[\"'`“‘(*<\[]{0,2}[A-Z][^\W\d_]*\W+\w")
"""What explains a quoted name begins so, whatever signs are in it."""
TERM_END = re.compile(r"(?<![A-Z\]>}]\.\.)\.$|(?<![A-Z\]>}])…$|[!?,;]$|[^\W\d_]{2}:$")
"""At the end of what is no term; but "UNIT..." takes several arguments."""

_NAME_AND_COLON = re.compile(r"[a-z_][\w.-]{0,40}:")
_ARGUMENT = re.compile(r"\[[^\[\]]*\]|<[^<>]*>")
_PART = re.compile(r" - |‐$|^(?:or|and)$")
"""In what is no term above deeper text, but part of a wrapped line or of a list of code."""

_LABEL = re.compile(
    r"(?:[*`_\"'<$\[(-]{0,3}[^\W\d_]|[*`_\"'<$\[(]{1,2}\d|--?\w)"
    r"[^:.!?\t\n]{0,38}?(:)(?:\*\*|__|`)?[ \t]+(?=\S)"
)
_DASHED = re.compile(r"[^\s.!?:;][^\t\n.!?:;]{0,38}?[ ]+(-{1,2}|[–—])[ ]+(?=\S)")
EXPLANATION = re.compile(r":[ \t]+(?=\S)")
"""The mark before what explains a term in Markdown."""

_JOINS = re.compile(r":|[ ](?:--?|[–—])[ ]")
"""Occurs at the start of every match of `_LABEL` and `_DASHED`; to search it is faster."""

_METADATA = re.compile(
    r"(?:from|to|cc|bcc|sent|date|subject|reply-to|message-id|organi[sz]ation|newsgroups|lines|keywords"
    r"|attachments?|x-[\w-]+|authors?|version|copyright|license|licence|by|editors?|title|homepage|url"
    r"|website|source|e-?mail|tel|phone|fax|contact|published|updated|created|modified|isbn|doi|note"
    r"|warning|q\d*|a\d*|question|answer|tags|maintainer|revision|status|package|section)\b",
    re.IGNORECASE,
)

_REMARK = re.compile(r"\([^()\n]{1,60}\)")


class Term(NamedTuple):
    """A term, and where the text on the same line begins that explains it; -1 if it is below.

    `column` is that of the text.
    """

    start: int
    end: int
    text: int
    column: int


def term_at(lines: Lines, number: int, line: Line, column: int, *, manual: bool) -> Term | None:
    """The term that begins a line, if it is one.

    Parameters
    ----------
    column : as in `term_beside`.
    manual : whether the text is a page of a manual, where terms have no other mark than the
        indent of what is below.
    """
    if line.kind == "item":
        return _option_item(lines, number, line)
    if line.kind not in ("text", "table"):
        return None
    text = start_of(lines, line)
    if other := _other_name(lines, number, line, text):
        term = term_at(lines, number + 1, other, column, manual=manual)
        return term and term._replace(start=line.start)
    return (
        _name_above(lines, number, line, text, column)
        or _above(lines, number, line, text, column, manual=manual)
        or _labelled(lines, number, line, text, column)
    )


def _other_name(lines: Lines, number: int, line: Line, text: str) -> Line | None:
    """The line right below a name that is the same with a word before it: "no option keep"."""
    if lines.is_blank(number + 1) or lines[number + 1].indent != line.indent:
        return None
    below = lines[number + 1]
    return below if start_of(lines, below).endswith(f" {text}") else None


def is_one_of_terms(lines: Lines, number: int, line: Line, column: int) -> bool:
    """Whether a line below a blank one may be a term because it is right above deeper text, which
    is in the `column` of what explains the term before it, or as are two more lines below it."""
    if line.kind != "text" or not lines.is_blank(number - 1) or lines.is_blank(number + 1):
        return False
    below = lines[number + 1]
    if below.kind != "text" or below.indent < line.indent + 2:
        return False
    return below.indent == column or _in_series(lines, number, line)


def start_of(lines: Lines, line: Line) -> str:
    """The text of a line, as far as it is looked at."""
    return lines.text[line.start : min(line.end, line.start + 2 * LONGEST_TERM)]


def _option_item(lines: Lines, number: int, line: Line) -> Term | None:
    """An option after a bullet, on a line of its own, above text in the column of the option."""
    if line.end - line.body > LONGEST_TERM:
        return None
    option = lines.text[line.body : line.end].rstrip(":")
    below, column = lines.next(number + 1), lines.column(line, line.body)
    if not option or not is_option(option) or below >= len(lines):
        return None
    after = lines[below]
    if after.kind != "text" or after.indent < column or not is_explanation(lines, below):
        return None
    return Term(line.body, line.body + len(option), -1, after.indent)


def _name_above(lines: Lines, number: int, line: Line, text: str, before: int) -> Term | None:
    """A name in lower case with a colon on a line of its own, right above deeper text, if others of
    the same kind follow or precede it."""
    if text[-1] != ":" or not _NAME_AND_COLON.fullmatch(text) or lines.is_blank(number + 1):
        return None
    after = lines[number + 1]
    if after.indent < line.indent + 2 or not is_explanation(lines, number + 1):
        return None
    is_one_more = before == after.indent or _in_series(lines, number, line)
    return Term(line.start, line.end - 1, -1, after.indent) if is_one_more else None


def _above(
    lines: Lines, number: int, line: Line, text: str, before: int, *, manual: bool
) -> Term | None:
    """A term on a line of its own, right above deeper text, or quoted ones above a blank line."""
    is_quoted = _QUOTED.fullmatch(text) is not None
    below = _below_quoted(lines, number, line, text) if is_quoted else number + 1
    if line.kind != "text" or line.end - line.start > LONGEST_TERM or lines.is_blank(below):
        return None
    after = lines[below]
    opened, closed = (sum(map(text.count, signs)) for signs in ("{[", "}]"))
    if opened > closed:
        return None
    words = _ARGUMENT.sub("", text).split()
    if after.indent < line.indent + 2 or len(words) > 6 or TERM_END.search(text):
        return None
    if goes_on(text, lines.of(after)):
        return None
    if manual and is_remark(lines, after):
        return Term(line.start, line.end, -1, _column_below(lines, below))
    if manual and not _PART.search(text) and not has_signs([lines.of(after)]):
        return Term(line.start, line.end, -1, after.indent)
    is_explained = is_explanation(lines, below)
    if is_quoted and not is_explained:
        is_explained = _BELOW_QUOTED.match(lines.text, after.start, after.end) is not None
    if after.kind != "text" or not is_explained:
        return None
    is_one_more = before == after.indent or _in_series(lines, number, line)
    if manual or is_one_more or _CODE_LIKE.search(text):
        return Term(line.start, line.end, -1, after.indent)
    return None


def _below_quoted(lines: Lines, number: int, line: Line, text: str) -> int:
    """The line below quoted names; the next one that is not blank, if they are several, or one
    without a space in it."""
    below = below_alike(lines, number, line, _QUOTED.fullmatch)
    is_next = not lines.is_blank(number - 1) and _QUOTED.fullmatch(
        start_of(lines, lines[number - 1])
    )
    is_word = " " not in text and lines.is_blank(number - 1)
    return lines.next(below) if is_next or is_word or below > number + 1 else below


def is_remark(lines: Lines, line: Line) -> bool:
    """Whether a line is only words in brackets: "(alias: ls)"."""
    return _REMARK.fullmatch(lines.text, line.start, line.end) is not None


def _column_below(lines: Lines, number: int) -> int:
    """The column of the text that explains a term, which may begin with a deeper remark."""
    first = lines[number]
    if not is_remark(lines, first) or lines.is_blank(number + 1):
        return first.indent
    return min(first.indent, lines[number + 1].indent)


def below_alike(lines: Lines, number: int, line: Line, is_alike: Callable[[str], object]) -> int:
    """The line below names of the same kind that follow each other, each on a line of its own."""
    for after in range(number + 1, min(number + 10, len(lines))):
        is_same = not lines.is_blank(after) and lines[after].indent == line.indent
        if not is_same or not is_alike(lines.of(lines[after])[: 2 * LONGEST_TERM]):
            return after
    return number + 1


def is_explanation(lines: Lines, number: int) -> bool:
    """Whether a line begins a sentence: in upper case, or of several words without signs."""
    line = lines[number]
    return explains(lines.text[line.start : min(line.end, line.start + 200)])


def explains(text: str) -> bool:
    """Whether a text begins a sentence, as in `is_explanation`."""
    words = text.split()
    if len(words) < 2 or not (text[0].isupper() or text[0].islower() or text[0] in "\"'`“(*<["):
        return False
    plain = sum(word.strip("\"'`‘’“”.,;:()*").isalpha() for word in words)
    return 3 * plain >= 2 * len(words) and (text[0].isupper() or len(words) >= 4)


def _in_series(lines: Lines, number: int, line: Line) -> bool:
    """Whether two more terms stand above deeper text in the same column."""
    count, limit = 1, min(number + AHEAD, len(lines))
    after = number + 1
    while after < limit and count < _FEWEST_ALIKE:
        one = lines[after]
        if not lines.is_blank(after):
            if one.indent < line.indent:
                return False
            if one.indent == line.indent:
                deeper = (
                    not lines.is_blank(after + 1) and lines[after + 1].indent >= line.indent + 2
                )
                short = one.end - one.start <= LONGEST_COLUMN
                if one.kind != "text" or not deeper or not short:
                    return False
                count += 1
        after += 1
    return count >= _FEWEST_ALIKE


def _labelled(lines: Lines, number: int, line: Line, text: str, before: int) -> Term | None:
    """A term before a colon or dash, if others of the same kind follow or precede it."""
    if line.kind != "text":
        return None
    if not _JOINS.search(text, 0, LONGEST_COLUMN + 4):
        return None
    for pattern in (_LABEL, _DASHED):
        found = pattern.match(text)
        if found is None or not _is_label(text[: found.start(1)]):
            continue
        start = line.start + found.end()
        end = line.start + len(text[: found.start(1)].rstrip())
        term = Term(line.start, end, start, line.indent + 1)
        alike = before == term.column
        if alike or _follow_alike(lines, number, line, pattern):
            return term
    return None


def _is_label(head: str) -> bool:
    return len(head.split()) <= 5 and not _METADATA.match(head.lstrip("*_`\"'<[("))


def _follow_alike(lines: Lines, number: int, line: Line, pattern: re.Pattern[str]) -> bool:
    """Whether enough lines in the same column begin alike, with only deeper lines between."""
    count = 1
    for after in range(number + 1, min(number + AHEAD, len(lines))):
        if lines.is_blank(after):
            continue
        one = lines[after]
        if one.indent > line.indent:
            continue
        text = lines.text[one.start : min(one.end, one.start + LONGEST_TERM)]
        found = pattern.match(text) if one.indent == line.indent and one.kind == "text" else None
        if found is None or not _is_label(text[: found.start(1)]):
            return False
        count += 1
        if count == _FEWEST_ALIKE:
            return True
    return False
