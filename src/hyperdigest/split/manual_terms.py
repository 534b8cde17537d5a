"""Terms on lines of their own above deeper text in pages of manuals, told by their layout.

Such a page indents a text right below a line only if the line is its term. So a term needs no other
mark, but it may be on several lines: it is wrapped, goes on deeper, or has several names.
"""

from __future__ import annotations

import re

from hyperdigest.split.code_signs import FUNCTION_WORD, prompt_of
from hyperdigest.split.definitions import Term, explains, is_explanation, is_remark
from hyperdigest.split.lines import Line, Lines
from hyperdigest.split.notes import is_label
from hyperdigest.split.options import is_option

_MOST_LINES = 8
_LONGEST = 400
"""In characters; so are all lines of a term together."""

_MOST_WORDS = 10
"""Outside of brackets, in each line of a term."""

_MOST_OF_TITLE, _MOST_OF_LABEL = 6, 4
"""Words of a term with a capital between blank lines, and of another one, or before a colon."""

_BRACKETS = re.compile(r"\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}|\([^()]*\)")
_OPEN_ARGUMENT = re.compile(r"(?<!\S)[\[{(][^\[\]{}()]*$")
_JOINT = re.compile(r"[,|=‐-]$|[=_\]>)/-]\S* (?:and|or)$|, (?:and|or)$")
"""At the end of a line of a term that goes on with more names or arguments."""

_GOES_ON = re.compile(r"[\[{<]")
"""Begins a line that goes on with the arguments of the term above it."""

_MOST_BESIDE = 2
"""Words outside of brackets in such a line, if it is deeper."""

_CAPITAL = re.compile(r"[A-Z][a-z]+\s+")
_SENTENCE_IN_BRACKETS = re.compile(r"\w[.!?][\])]?$")
_NO_END = re.compile(r"(?<!\.\.)[.,?]$|[^\W_][!;]$|[|\\{[(&]$")
"""At the end of what is no term, but a sentence or a part of code; "UNIT ..." may be one."""

_COLONS = (":", "：")
_JOINING = re.compile(r"(?<=\S )(?:or|and)(?= \S)")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_WIDE_GAP = re.compile(r"\t|   ")


def term_of_manual(
    lines: Lines, number: int, line: Line, before: int, margin: float
) -> Term | None:
    """The term that begins a line and has its explanation below it, deeper.

    Parameters
    ----------
    before : the column of what explains the term before it in the same column; -1 without one.
    margin : the width at which the lines of the page are wrapped.
    """
    text = lines.of(line)[:_LONGEST]
    is_text = line.kind == "text" or (line.kind == "table" and not _WIDE_GAP.search(text))
    if not is_text or prompt_of(text) or is_label(text):
        return None
    if lines.is_blank(number + 1):
        return _term_between_blanks(lines, number, line, before)
    below = _below_names(lines, number, line, margin)
    if below < 0:
        return None
    column = lines[below].indent
    is_beside = below > number + 1 and _is_said_at(lines, lines[below - 1], column)
    last = below - 1 - is_beside
    head = [lines.of(lines[one]) for one in range(number, last + 1)]
    said = below
    if is_remark(lines, lines[below]) and not lines.is_blank(below + 1):
        said = below + 1
        column = min(column, lines[said].indent)
    is_prose = is_beside or begins_sentence(lines, said)
    is_known = before == column and len(head) == 1
    if not (is_prose or is_known) or not _may_be_term(head, is_above_prose=is_prose):
        return None
    return Term(line.start, lines[last].end, -1, column)


def _term_between_blanks(lines: Lines, number: int, line: Line, before: int) -> Term | None:
    """A term alone between blank lines, above deeper text: one of a few words, or any one if that
    is in the column of what explains the term before it."""
    below = lines.next(number + 1)
    is_below_heading = not lines.is_blank(number - 1) and lines[number - 1].indent < line.indent
    if below == len(lines) or not (lines.is_blank(number - 1) or is_below_heading):
        return None
    head, column = lines.of(line)[:_LONGEST], lines[below].indent
    if column < line.indent + 2 or not is_explanation(lines, below):
        return None
    words = head.split()
    if head[0].isupper() and len(words) <= _MOST_OF_TITLE and not FUNCTION_WORD.match(words[-1]):
        is_one = head[-1] == "?" or not (head.endswith(_COLONS) or _NO_END.search(head))
    else:
        is_few = len(words) <= _MOST_OF_LABEL or column == before
        is_one = is_few and _may_be_term([head], is_above_prose=False)
    return Term(line.start, line.end, -1, column) if is_one else None


def _below_names(lines: Lines, number: int, line: Line, margin: float) -> int:
    """The line below the lines of a term; -1 if it is not deeper than they are."""
    end, so_far = number + 1, lines.of(line)
    begins_as_option = _begins_as_option(so_far)
    while not lines.is_blank(end) and end - number < _MOST_LINES and len(so_far) <= _LONGEST:
        one, above = lines[end], lines[end - 1]
        if one.indent > line.indent:
            is_deeper = one.indent >= line.indent + 2
            if not is_deeper or not _goes_on_deeper(lines, end, so_far):
                return end if is_deeper and not _OPEN_ARGUMENT.search(so_far) else -1
        elif one.indent < line.indent or one.kind not in ("text", "table"):
            return -1
        elif above.indent == line.indent and _is_filled(lines, above, one, margin):
            begins_as_part = begins_as_option or _GOES_ON.match(lines.of(one))
            if not (begins_as_part or _has_open_bracket(so_far) or _JOINT.search(so_far)):
                return -1
        end, so_far = end + 1, f"{so_far} {lines.of(one)}"
    return -1


def _goes_on_deeper(lines: Lines, number: int, so_far: str) -> bool:
    """Whether a term goes on in a deeper line: with its arguments, or in its brackets."""
    if _has_open_bracket(so_far) and not begins_sentence(lines, number):
        return True
    text = lines.of(lines[number])
    if not _GOES_ON.match(text) or _SENTENCE_IN_BRACKETS.search(text):
        return False
    return len(_without_brackets(text).split()) <= _MOST_BESIDE


def _is_said_at(lines: Lines, line: Line, column: int) -> bool:
    """Whether what explains the last name of a term begins beside it, in a column."""
    text, width = lines.of(line), column - line.indent
    is_word = len(text) > width and text[width - 1] == " " != text[width]
    rest = text[width:].lstrip("[(")
    return is_word and (_CAPITAL.match(rest) is not None or explains(rest))


def begins_sentence(lines: Lines, number: int) -> bool:
    """Whether a line begins a sentence, of which half may be options or the like."""
    text = lines.of(lines[number])
    if is_explanation(lines, number):
        return True
    capital = _CAPITAL.match(text)
    if not capital or lines.is_blank(number + 1):
        return False
    if FUNCTION_WORD.match(text, capital.end()):
        return True
    return explains(f"{text} {lines.of(lines[number + 1])}")


def _begins_as_option(text: str) -> bool:
    """Whether the first word of a text is an option."""
    words = text.split(None, 1)
    return bool(words) and is_option(words[0].rstrip(",;"))


def _has_open_bracket(text: str) -> bool:
    """Whether more brackets open in a text than close."""
    return any(text.count(opened) > text.count(closed) for opened, closed in ("[]", "{}", "()"))


def _is_filled(lines: Lines, above: Line, line: Line, margin: float) -> bool:
    """Whether the first word of a line does not fit at the end of the line above it: pages of
    manuals fill their lines, so that it goes on with the same paragraph."""
    word = lines.of(line).split(None, 1)[0]
    return 0 < margin < above.indent + above.end - above.start + 1 + len(word)


def _without_brackets(text: str) -> str:
    """A text without what is in brackets."""
    bare = ""
    while bare != text:
        bare, text = text, _BRACKETS.sub(" ", text)
    return bare


def _may_be_term(head: list[str], *, is_above_prose: bool) -> bool:
    """Whether some lines may be a term, and no sentence or announcement."""
    if _NO_END.search(head[-1]):
        return False
    bare = _without_brackets(" ".join(head))
    if head[-1].endswith(_COLONS):
        is_label = head[0][0].isupper() and len(bare.split()) <= _MOST_OF_LABEL
        return is_label and is_above_prose and len(head) == 1
    names = _JOINING.sub("", bare)
    if len(names.split()) > _MOST_WORDS * len(head):
        return False
    if _begins_as_option(bare) and bare != " ".join(head):
        return True
    return not FUNCTION_WORD.search(names) and all(map(_LETTER_OR_DIGIT.search, head))
