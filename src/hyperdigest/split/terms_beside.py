"""Terms in a column of their own beside what explains them, options and signatures of functions."""

from __future__ import annotations

import re
from itertools import pairwise

from hyperdigest.split.code_signs import FUNCTION_WORD, prompt_of
from hyperdigest.split.definitions import (
    AHEAD,
    LONGEST_COLUMN,
    LONGEST_TERM,
    TERM_END,
    Term,
    below_alike,
    is_explanation,
    start_of,
)
from hyperdigest.split.lines import Line, Lines
from hyperdigest.split.options import BEFORE_OPTION, OPTION, WORDS, is_option

_GAP = re.compile(r"[ ]{2,}|[ ]?\t[ \t]*")
_WORD_END = re.compile(r"[^\W\d_][.,;:]$")
"""At the end of what is no term, even if what follows is beside the text that explains another."""

_BRACKETS, _JOINTS = "[<{", "‐-|,="
"""What begins the arguments of a term, and what ends a line of them that goes on below."""

_LETTERS = re.compile(r"[^\W\d_]{2}")
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
    text = start_of(lines, line)
    if text.startswith("-- ") and line.indent and (entry := _entry(lines, number, line, text)):
        return entry
    if text[0] in BEFORE_OPTION and OPTION.match(text):
        return _beside(lines, number, line, text, column, announced=announced) or _option_above(
            lines, number, line, text
        )
    if "(" in text and (signature := _signature_above(lines, number, line, text)):
        return signature
    if "  " not in text and "\t" not in text:
        return None
    return _beside(lines, number, line, text, column, announced=announced)


def _beside(
    lines: Lines, number: int, line: Line, text: str, before: int, *, announced: bool
) -> Term | None:
    """A term in a column of its own before the text that explains it."""
    option = text[0] in BEFORE_OPTION and OPTION.match(text) is not None
    width = -1 if lines.is_blank(number + 1) else lines[number + 1].indent - line.indent
    gap = _gap_after_option(text, width) if option else _GAP.search(text)
    if gap is None or gap.start() > (LONGEST_TERM if option else LONGEST_COLUMN):
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
    if not option and (len(head.split()) > 3 or TERM_END.search(head)):
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
    other = lines.of(following)[:LONGEST_TERM]
    if option:
        alone = lines.is_blank(number + 1) or OPTION.match(other) is not None
        return term if alone else None
    for one in _GAP.finditer(other):
        if abs(lines.column(following, following.start + one.end()) - column) <= 1:
            return term if lines.is_blank(number + 1) or one.start() <= LONGEST_COLUMN else None
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
    other = _GAP.search(lines.text, below.start, min(below.end, below.start + LONGEST_TERM))
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
        begins_option = OPTION.match(text, gap.end())
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
        own = start_of(lines, last)
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
    if line.end - line.start > LONGEST_TERM or not is_option(text):
        return None
    after = below_alike(lines, number, line, is_option)
    if not lines.is_blank(after) and lines[after].indent == line.indent:
        other = start_of(lines, lines[after])
        is_named = OPTION.match(other) is not None
        last = _beside(lines, after, lines[after], other, -1, announced=False) if is_named else None
        return Term(line.start, line.end, -1, last.column) if last else None
    below = lines.next(after)
    if below >= len(lines) or lines[below].indent < line.indent + 2:
        return None
    return Term(line.start, line.end, -1, lines[below].indent)


def _sibling(lines: Lines, number: int, line: Line) -> int:
    """The number of the next line in the same column; -1 if a line before it has less indent."""
    for after in range(number + 1, min(number + AHEAD, len(lines))):
        if lines.is_blank(after):
            continue
        one = lines[after]
        if one.indent <= line.indent:
            return after if one.indent == line.indent else -1
    return -1
