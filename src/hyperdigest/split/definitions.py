"""Terms and what explains them: options, settings, exit codes and glossaries.

A term stands on a line of its own above a text that is indented deeper, or before it on the same
line: in a column of its own ("-q, --quiet   say nothing"), or before a colon or dash.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from hyperdigest.split.code_blocks import FUNCTION_WORD, goes_on, has_signs, prompt_of
from hyperdigest.split.lines import Line, Lines

_FEWEST_ALIKE = 3
"""How many terms before a colon or dash have to follow each other."""

_AHEAD = 24
"""How many lines are read to find the next term."""

_LONGEST_TERM, _LONGEST_COLUMN = 100, 40

_GAP = re.compile(r"[ ]{2,}|[ ]?\t[ \t]*")
_OPTION = re.compile(
    r"[`\"'*‘“]{0,2}(?:-{1,2}[A-Za-z0-9?@#\[][\w\[\]=-]*|-[^\s\w]|\+[a-zA-Z][\w-]*|/[A-Z?]\b)"
)
_BEFORE_OPTION = "-+/`\"'*‘“"
"""What an option may begin with; manuals written in Texinfo quote options."""

_OPTION_PART = re.compile(
    r"""
    [`"'*‘“]{0,2} (?:
        [,|/&’] | or | and | \.{3} | -.* | \+\w.* | /[A-Z?].* | =.* | [a-z][\w.-]*[,]?
      | [<\[{(|].* | .*[>\]})|][,.]? | \W*[A-Z\d][A-Z\d_.:,|/-]*[,.]?
    ) [`"'*’”,]{0,3}$
    """,
    re.VERBOSE,
)
_QUOTED_VALUE = re.compile(r"[= ]([\"'])[^\"'\n]{1,60}\1(?=\s|$)")
"""The value of an option: ``--rule="kind mode"``."""

_CODE_LIKE = re.compile(
    r"[_=<>$\[\]{}/\\%]|^[`'\"*]|\w\.\w|^-|\w\(|^[a-z]+(?: [a-z]+){0,2}$|\(\d\)$"
    r"|^[‘“«].*[^.!,;][’”»]$"
)
_QUOTED = re.compile(r"[‘“«].*[^.!,;][’”»]")
_BELOW_QUOTED = re.compile(r"[\"'`“‘(*<\[]{0,2}[A-Z][^\W\d_]*\W+\w")
"""What explains a quoted name begins so, whatever signs are in it."""
_TERM_END = re.compile(r"(?<![A-Z\]>}]\.\.)\.$|(?<![A-Z\]>}])…$|[!?,;]$|[^\W\d_]{2}:$")
"""At the end of what is no term; but "UNIT..." takes several arguments."""

_NAME_AND_COLON = re.compile(r"[a-z_][\w.-]{0,40}:")
_ARGUMENT = re.compile(r"\[[^\[\]]*\]|<[^<>]*>")
_WORD_END = re.compile(r"[^\W\d_][.,;:]$")
"""At the end of what is no term, even if what follows is beside the text that explains another."""

_BRACKETS, _JOINTS = "[<{", "‐-|,="
"""What begins the arguments of a term, and what ends a line of them that goes on below."""

_PART = re.compile(r" - |‐$|^(?:or|and)$")
"""In what is no term above deeper text, but part of a wrapped line or of a list of code."""

_LETTERS = re.compile(r"[^\W\d_]{2}")
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

WORDS = re.compile(r"[^\W\d_]{2,}\W+[^\W\d_]{2}")
"""Occur in what explains an option, but not in a value that is beside it."""

_REMARK = re.compile(r"\([^()\n]{1,60}\)")

_SIGNATURE = re.compile(
    r"(?:[A-Za-z_][\w.:<>]*[ ][*&]{0,2}){0,3}(?!(?:if|for|while|switch|return)\b)[A-Za-z_][\w.:]*"
    r"\((?!\d[a-z]{0,3}\))"
)
"""Up to the parameters, but not the name of a page of a manual: "printf(3)"."""

_ENTRY = re.compile(r"--[ ][A-Z][\w /-]{2,40}:[ ](?=\S)")
"""The kind of what a manual written in Texinfo describes: " -- Command: break PLACE"."""

_BODY_OF_ENTRY, _REST_OF_ENTRY = 4, 9
"""How many columns deeper than an entry its description is, and the rest of a long name."""

_SIGNATURE_END = re.compile(r"\)(?:[ ]?->[ ]?[\w.\[\], |]{1,60})?;?$")
_LONGEST_SIGNATURE = 8
"""In lines."""


class Term(NamedTuple):
    """A term, and where the text on the same line begins that explains it; -1 if it is below.

    `column` is that of the text.
    """

    start: int
    end: int
    text: int
    column: int


def term_beside(
    lines: Lines, number: int, line: Line, column: int, *, announced: bool
) -> Term | None:
    """The option that begins a line, or the term in a column of its own before what explains it.

    Parameters
    ----------
    column : that of the text beside the term before it in the same column; -1 without one.
    announced : whether a line that announces something is above it, so that it may be the only one.
    """
    if line.kind not in ("text", "table"):
        return None
    text = _start(lines, line)
    if text.startswith("-- ") and line.indent and (entry := _entry(lines, number, line, text)):
        return entry
    if text[0] in _BEFORE_OPTION and _OPTION.match(text):
        return _beside(lines, number, line, text, column, announced=announced) or _option_above(
            lines, number, line, text
        )
    if "(" in text and (signature := _signature_above(lines, number, line, text)):
        return signature
    if "  " not in text and "\t" not in text:
        return None
    return _beside(lines, number, line, text, column, announced=announced)


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
    text = _start(lines, line)
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
    return below if _start(lines, below).endswith(f" {text}") else None


def is_one_of_terms(lines: Lines, number: int, line: Line, column: int) -> bool:
    """Whether a line below a blank one may be a term because it is right above deeper text, which
    is in the `column` of what explains the term before it, or as are two more lines below it."""
    if line.kind != "text" or not lines.is_blank(number - 1) or lines.is_blank(number + 1):
        return False
    below = lines[number + 1]
    if below.kind != "text" or below.indent < line.indent + 2:
        return False
    return below.indent == column or _in_series(lines, number, line)


def _start(lines: Lines, line: Line) -> str:
    return lines.text[line.start : min(line.end, line.start + 2 * _LONGEST_TERM)]


def _beside(
    lines: Lines, number: int, line: Line, text: str, before: int, *, announced: bool
) -> Term | None:
    """A term in a column of its own before the text that explains it."""
    option = text[0] in _BEFORE_OPTION and _OPTION.match(text) is not None
    width = -1 if lines.is_blank(number + 1) else lines[number + 1].indent - line.indent
    gap = _gap_after_option(text, width) if option else _GAP.search(text)
    if gap is None or gap.start() > (_LONGEST_TERM if option else _LONGEST_COLUMN):
        return None
    head = text[: gap.start()]
    if head[0] in "$%>" and prompt_of(head):
        return None
    option = option and is_option(head)
    start = line.start + gap.end()
    column = lines.column(line, start)
    rest = text[gap.end() :]
    if not option and (not _LETTERS.search(rest) or rest[-1] in ";{}"):
        return None
    if not option and (
        _is_justified(lines, number, line, text, gap) or _goes_on_below(lines, number, line, rest)
    ):
        return None
    term = Term(line.start, line.start + gap.start(), start, column)
    if before >= 0 and abs(before - column) <= 1 and (option or not _WORD_END.search(head)):
        return term
    if not option and (len(head.split()) > 3 or _TERM_END.search(head)):
        return None
    if width > 0:
        return term if abs(line.indent + width - column) <= 1 else None
    if not option and _GAP.search(rest[:60]):
        return None
    sibling = _sibling(lines, number, line)
    if sibling < 0:
        may_be_alone = option or (announced and WORDS.search(rest) is not None)
        return term if may_be_alone and lines.is_blank(number + 1) else None
    following = lines[sibling]
    other = lines.of(following)[:_LONGEST_TERM]
    if option:
        alone = lines.is_blank(number + 1) or _OPTION.match(other) is not None
        return term if alone else None
    for one in _GAP.finditer(other):
        if abs(lines.column(following, following.start + one.end()) - column) <= 1:
            return term if lines.is_blank(number + 1) or one.start() <= _LONGEST_COLUMN else None
        break
    is_above = not lines.is_blank(sibling + 1) and abs(lines[sibling + 1].indent - column) <= 1
    return term if is_above else None


def _goes_on_below(lines: Lines, number: int, line: Line, rest: str) -> bool:
    """Whether what is beside a word is its arguments, which go on in the line below."""
    if rest[0] not in _BRACKETS or lines.is_blank(number + 1):
        return False
    below = lines[number + 1]
    is_one_more = lines.text[below.start] in _BRACKETS or lines.text[line.end - 1] in _JOINTS
    return below.indent == line.indent and is_one_more


def _is_justified(lines: Lines, number: int, line: Line, text: str, gap: re.Match[str]) -> bool:
    """Whether a gap of two spaces only fills a line up to the margin: its paragraph goes on below
    it in the same column, without a gap there."""
    if gap[0] != "  " or lines.is_blank(number + 1):
        return False
    below = lines[number + 1]
    if below.indent != line.indent or below.kind not in ("text", "table"):
        return False
    head = text[: gap.start()]
    is_of_prose = head[0].isupper() or FUNCTION_WORD.search(head) is not None
    goes_on_in_lower_case = text[gap.end()].islower() or lines.text[below.start].islower()
    if not (is_of_prose and goes_on_in_lower_case):
        return False
    other = _GAP.search(lines.text, below.start, min(below.end, below.start + _LONGEST_TERM))
    if other is None or lines.text[other.start() - 1] in ".!?,;:":
        return True
    column = lines.column(line, line.start + gap.end())
    return abs(lines.column(below, other.end()) - column) > 1


def _gap_after_option(text: str, width: int) -> re.Match[str] | None:
    """The gap between an option and what explains it: the one as wide as the line below is deeper,
    or the first one, but for gaps between its names and before its arguments, which are columns
    of their own in some lists.
    """
    gaps = list(_GAP.finditer(text))
    for gap, after in pairwise(gaps):
        begins_option = _OPTION.match(text, gap.end())
        begins_part = begins_option or (text[gap.end()] in "<[{" and gap.end() != width)
        if not (begins_part and is_option(text[: after.start()])):
            return gap
    return gaps[-1] if gaps else None


def _entry(lines: Lines, number: int, line: Line, text: str) -> Term | None:
    """The name of what a manual in Texinfo describes below it, which may have several names."""
    if not _ENTRY.match(text):
        return None
    last, end = line, number + 1
    while not lines.is_blank(end) and lines[end].indent >= line.indent + _REST_OF_ENTRY:
        last, end = lines[end], end + 1
    end = lines.next(end)
    if end == len(lines):
        return None
    below = lines[end]
    if below.indent < line.indent + _BODY_OF_ENTRY and not _ENTRY.match(lines.of(below)):
        return None
    return Term(line.start, last.end, -1, line.indent + _BODY_OF_ENTRY)


def _signature_above(lines: Lines, number: int, line: Line, text: str) -> Term | None:
    """The signature of a function, perhaps on several lines, above deeper text."""
    if not _SIGNATURE.match(text):
        return None
    depth, last = 0, line
    for end in range(number, number + _LONGEST_SIGNATURE):
        if lines.is_blank(end) or (end > number and lines[end].indent <= line.indent):
            return None
        last = lines[end]
        own = _start(lines, last)
        depth += own.count("(") - own.count(")")
        if depth <= 0:
            below = lines.next(end + 1)
            is_above = below < len(lines) and lines[below].indent >= line.indent + 2
            if not is_above or not _SIGNATURE_END.search(own) or not is_explanation(lines, below):
                return None
            return Term(line.start, last.end, -1, lines[below].indent)
    return None


def _option_above(lines: Lines, number: int, line: Line, text: str) -> Term | None:
    """An option on a line of its own, above deeper text; other names of it may be between, the last
    of them with the text beside it."""
    if line.end - line.start > _LONGEST_TERM or not is_option(text):
        return None
    after = _below_alike(lines, number, line, is_option)
    if not lines.is_blank(after) and lines[after].indent == line.indent:
        other = _start(lines, lines[after])
        is_named = _OPTION.match(other) is not None
        last = _beside(lines, after, lines[after], other, -1, announced=False) if is_named else None
        return Term(line.start, line.end, -1, last.column) if last else None
    below = lines.next(after)
    if below >= len(lines) or lines[below].indent < line.indent + 2:
        return None
    return Term(line.start, line.end, -1, lines[below].indent)


def _option_item(lines: Lines, number: int, line: Line) -> Term | None:
    """An option after a bullet, on a line of its own, above text in the column of the option."""
    if line.end - line.body > _LONGEST_TERM:
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
    if line.kind != "text" or line.end - line.start > _LONGEST_TERM or lines.is_blank(below):
        return None
    after = lines[below]
    opened, closed = (sum(map(text.count, signs)) for signs in ("{[", "}]"))
    if opened > closed:
        return None
    words = _ARGUMENT.sub("", text).split()
    if after.indent < line.indent + 2 or len(words) > 6 or _TERM_END.search(text):
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
    below = _below_alike(lines, number, line, _QUOTED.fullmatch)
    is_next = not lines.is_blank(number - 1) and _QUOTED.fullmatch(_start(lines, lines[number - 1]))
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


def _below_alike(lines: Lines, number: int, line: Line, is_alike: Callable[[str], object]) -> int:
    """The line below names of the same kind that follow each other, each on a line of its own."""
    for after in range(number + 1, min(number + 10, len(lines))):
        is_same = not lines.is_blank(after) and lines[after].indent == line.indent
        if not is_same or not is_alike(lines.of(lines[after])[: 2 * _LONGEST_TERM]):
            return after
    return number + 1


def is_option(head: str) -> bool:
    """Whether a text is an option, or several with the same meaning, with its arguments."""
    if not _OPTION.match(head) or len(head) > _LONGEST_TERM or head[-1] in ":;!":
        return False
    words = _QUOTED_VALUE.sub("=", head).split()
    if len(words) > 12 or not all(map(_OPTION_PART.match, words)):
        return False
    plain = sum(
        word[0].islower() and word not in ("or", "and") and before != "|"
        for before, word in pairwise(["", *words])
    )
    return plain <= 2 or plain <= sum(word[0] in "-+/<[" for word in words)


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
    count, limit = 1, min(number + _AHEAD, len(lines))
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
                short = one.end - one.start <= _LONGEST_COLUMN
                if one.kind != "text" or not deeper or not short:
                    return False
                count += 1
        after += 1
    return count >= _FEWEST_ALIKE


def _sibling(lines: Lines, number: int, line: Line) -> int:
    """The number of the next line in the same column; -1 if a line before it has less indent."""
    for after in range(number + 1, min(number + _AHEAD, len(lines))):
        if lines.is_blank(after):
            continue
        one = lines[after]
        if one.indent <= line.indent:
            return after if one.indent == line.indent else -1
    return -1


def _labelled(lines: Lines, number: int, line: Line, text: str, before: int) -> Term | None:
    """A term before a colon or dash, if others of the same kind follow or precede it."""
    if line.kind != "text":
        return None
    if not _JOINS.search(text, 0, _LONGEST_COLUMN + 4):
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
    for after in range(number + 1, min(number + _AHEAD, len(lines))):
        if lines.is_blank(after):
            continue
        one = lines[after]
        if one.indent > line.indent:
            continue
        text = lines.text[one.start : min(one.end, one.start + _LONGEST_TERM)]
        found = pattern.match(text) if one.indent == line.indent and one.kind == "text" else None
        if found is None or not _is_label(text[: found.start(1)]):
            return False
        count += 1
        if count == _FEWEST_ALIKE:
            return True
    return False
