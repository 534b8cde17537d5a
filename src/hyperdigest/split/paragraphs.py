"""Which lines of a text are one paragraph: the next line of one that was wrapped, or a new one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hyperdigest.split.code_signs import FUNCTION_WORD, prompt_of
from hyperdigest.split.definitions import EXPLANATION
from hyperdigest.split.headings import ENDS_SENTENCE, MAIL_HEADER
from hyperdigest.split.lines import FRAME, NARROWEST_MARGIN, Line
from hyperdigest.split.lists import LETTER_BULLET, announces, step_number
from hyperdigest.split.scripts import ends_with_question_mark, stop_words
from hyperdigest.split.so_far import QUESTION_OR_ANSWER, SoFar

_LOWER_CASE = re.compile(r"[^\W\d_A-Z][^\W\d_]*[,.;:)]?(?:\s|\Z)")
_REMARK = re.compile(r"[\[(][a-z]\w*:?[ ][^()\[\].!?]{1,80}[)\]][.;]?\Z")
"""A line that goes on with the item or the definition above it: "(default off)"."""

_ADDRESS = re.compile(r"[<(\[\"'`]{0,2}(?:https?|ftp)://")

_FEWEST_WORDS = 2
"""In the first line of an item; a single word above others names what they are about."""

_AROUND = 40
"""Lines below one that are looked at for others with a mark of an item."""

_LONGEST_TERM = 40
"""In characters, before a gap."""

_NEVER_LAST = frozenset(
    (
        *("a", "an", "the", "or", "der", "die", "das", "ein", "eine"),
        *("le", "la", "les", "un", "une", "el", "los", "las", "una"),
    )
)
"""Words that no line above a list ends in."""

_QUOTES = "‘“«"
_BEGIN_SENTENCE = "‘“\"'*("


def continues(so_far: SoFar, group: Sequence[Line], number: int, line: Line) -> bool:
    """Whether a line belongs to the block of the lines before it."""
    text, previous = so_far.text, group[-1]
    if line.kind in ("item", "step") and previous.kind in ("text", "item", "step", "turn"):
        has_digit = text[line.start].isdigit()
        if so_far.marked:
            outside = group[0].kind == "text" and not so_far.nesting.innermost
            return has_digit and outside and not text.startswith("1", line.start)
        if not is_wrapped(so_far, previous, line):
            return False
        if line.kind == "step" and _is_counted_on_within(so_far, number, line):
            return True
        if _ends_sentence(text, previous):
            return False
        if has_digit:
            return not _counts_on(so_far, group[0], number, line)
        return _is_within_sentence(so_far, group, number, line)
    if line.kind == "quote":
        return previous.kind == "quote" and line.body < line.end and previous.body < previous.end
    if line.kind == "table":
        if is_listed_term(so_far, previous, number, line):
            return False
        if so_far.marked or text[line.start] in FRAME or previous.kind == "table":
            return False
        return line.indent == previous.indent and is_wrapped(so_far, previous, line)
    if line.kind != "text" or previous.kind in ("heading", "table"):
        return False
    if MAIL_HEADER.match(text, previous.start, previous.end):
        return line.indent > 0
    if _is_asked(so_far, group, line) or is_listed_term(so_far, previous, number, line):
        return False
    if so_far.marked:
        begins = EXPLANATION.match(text, line.start) or text.startswith("<table", line.start)
        return not begins
    if _starts(so_far, group, number, line):
        return False
    if (
        text[line.start] in "[("
        and so_far.nesting.innermost
        and _REMARK.match(text, line.start, line.end)
    ):
        return line.indent >= previous.indent
    first = group[0]
    in_item = first.kind in ("item", "step")
    if (
        in_item
        and line.indent == so_far.lines.column(first, first.body)
        and (text[previous.end - 1] == "," or _ends_open(text, previous, line))
    ):
        return True
    is_open = text[previous.end - 1] == "," and text[previous.end - 2].isalnum()
    is_filled = len(group) > 1 and is_wrapped(so_far, group[-2], previous)
    if is_open and is_filled and line.indent == previous.indent:
        return True
    if _is_term_below_heading(so_far, group, number, line):
        return False
    is_short = previous.end - previous.start < NARROWEST_MARGIN // 2
    if is_short and _ADDRESS.match(text, line.body, line.end):
        return _goes_on_with_address(so_far, previous, line, is_filled=is_filled)
    if text[line.body].islower() and not _ends_sentence(text, previous):
        broken = text[previous.end - 1] == "-" and text[previous.end - 2].isalpha()
        return broken or not is_short
    return is_wrapped(so_far, previous, line)


def _is_term_below_heading(so_far: SoFar, group: Sequence[Line], number: int, line: Line) -> bool:
    """Whether a line is a term in lower case above deeper text, right below a line that begins with
    a capital, ends in a word that may end a heading and is not filled."""
    text, above = so_far.text, group[0]
    if len(group) > 1 or above.kind != "text" or line.indent != above.indent:
        return False
    if not (text[above.body].isupper() and text[line.body].islower()):
        return False
    last = text[above.body : above.end].rsplit(None, 1)[-1]
    if not last[-1].isalnum() or FUNCTION_WORD.fullmatch(last):
        return False
    if is_wrapped(so_far, above, line):
        return False
    return so_far.term_by_place(number, line) is not None


def _ends_open(text: str, previous: Line, line: Line) -> bool:
    """Whether the words of a line of an item go on right below it: it ends with a word such as
    "the", or is several words without a mark at their end, and the next one is in lower case."""
    words = text[previous.body : previous.end].split()
    if len(words) < _FEWEST_WORDS or not words[-1][-1].isalnum():
        return False
    goes_on = _LOWER_CASE.match(text, line.body, line.end) is not None
    return goes_on or FUNCTION_WORD.fullmatch(words[-1]) is not None


def _goes_on_with_address(so_far: SoFar, previous: Line, line: Line, *, is_filled: bool) -> bool:
    """Whether a sentence on a short line goes on with the address that begins the next one: two of
    three signs say so, that a filled line is above, no space is left, and a word such as "on"."""
    text = so_far.text
    if _ends_sentence(text, previous):
        return False
    last = text[previous.start : previous.end].rsplit(None, 1)[-1]
    is_open = last in stop_words("en") or FUNCTION_WORD.fullmatch(last) is not None
    return is_filled + is_wrapped(so_far, previous, line) + is_open > 1


def _is_asked(so_far: SoFar, group: Sequence[Line], line: Line) -> bool:
    """Whether the lines before a line are a whole question after a label: the emphasis of all
    of it ends, or the line begins with the label of the answer."""
    last, label = group[-1], so_far.question_label(group[0])
    if not (label and label["asks"] and ends_with_question_mark(so_far.text, last.start, last.end)):
        return False
    mark = "" if label["closed"] else label["emphasis"]
    if mark and so_far.text.endswith(mark, last.start, last.end):
        return True
    answer = QUESTION_OR_ANSWER.match(so_far.text, line.start, line.end)
    return answer is not None and not answer["asks"]


def is_listed_term(so_far: SoFar, previous: Line, number: int, line: Line) -> bool:
    """Whether a line of a page of a manual is the first term of a list: a gap parts it from
    its explanation, or that is below it, and the line above announces it."""
    if not so_far.manual or line.indent < previous.indent:
        return False
    if not announces(so_far.text[max(previous.start, previous.end - 8) : previous.end]):
        return False
    below = number + 1
    if not so_far.lines.is_blank(below) and so_far.lines[below].indent > line.indent + 1:
        return True
    if is_wrapped(so_far, previous, line) and "  " not in so_far.lines.of(line)[:_LONGEST_TERM]:
        return False
    return so_far.term_beside(number, line) is not None


def _counts_on(so_far: SoFar, first: Line, number: int, line: Line) -> bool:
    """Whether the number at the start of a line is that of the next step of the list above, or
    of one around it, or is followed by the next one."""
    lines, text = so_far.lines, so_far.text
    own = step_number(text[line.start : line.body])
    if first.kind in ("item", "step") and line.indent < first.indent:
        return True
    if first.kind == "step" and abs(first.indent - line.indent) <= 1:
        return own == step_number(text[first.start : first.body]) + 1
    if lines.is_blank(number + 1):
        return False
    below = lines[number + 1]
    is_next = own + 1 == step_number(text[below.start : below.body])
    return is_next and below.kind == "step" and below.indent == line.indent


def _is_within_sentence(so_far: SoFar, group: Sequence[Line], number: int, line: Line) -> bool:
    """Whether what looks like the mark of an item is a part of a sentence: "which is (2) a sack" or
    "a\n- sign". Its words go on in lower case in the column of those above, and no line around has
    such a mark. A bullet is one unless the line above ends in a word such as "a"."""
    lines, text, previous = so_far.lines, so_far.text, group[-1]
    if line.indent != lines.column(previous, previous.body) or not text[line.body].islower():
        return False
    if text[previous.end - 1] in ";:":
        return False
    if line.kind == "item":
        last_word = text[previous.body : previous.end].rsplit(None, 1)[-1]
        if last_word.lower() not in _NEVER_LAST:
            return False
    first = number - len(group)
    run = [*range(first, number), *range(number + 1, lines.run_end(number, _AROUND))]
    around = [lines.previous(first - 1), lines.next(lines.run_end(number, _AROUND))]
    return not any(
        lines[n].kind == line.kind and abs(lines[n].indent - line.indent) <= 1
        for n in (*run, *around)
        if 0 <= n < len(lines)
    )


def _is_counted_on_within(so_far: SoFar, number: int, line: Line) -> bool:
    """Whether the mark after that of a line is within a line of its paragraph, and begins none of
    its lines: "(1) a wheel, (2) a gate"."""
    mark = so_far.text[line.start : line.body].strip()
    own = mark.strip("()")
    if mark != f"({own})" or not (own.isdigit() or len(own) == 1):
        return False
    following = f"({int(own) + 1 if own.isdigit() else chr(ord(own) + 1)}) "
    text, lines = so_far.text, so_far.lines
    end = lines.run_end(number, _AROUND)
    if any(text.startswith(following, lines[n].start) for n in range(number + 1, end)):
        return False
    return text.find(following, line.body, lines[end - 1].end) > 0


def _starts(so_far: SoFar, group: Sequence[Line], number: int, line: Line) -> bool:
    """Whether a line of plain text begins a block by itself."""
    text, first = so_far.text, group[0]
    if so_far.question_label(line):
        return True
    if len(group) > 1 and line.indent < min(first.indent, group[-1].indent):
        return True
    if line.indent <= so_far.nesting.column_of_term < first.indent:
        is_apart = so_far.last != "term" or so_far.lines.is_blank(number - len(group) - 1)
        if not is_apart or (so_far.manual and so_far.term_by_place(number, line)):
            return True
    above = group[-1]
    if line.indent >= above.indent + 2 and (len(group) > 1 or first.kind == "text"):
        words = text[above.start : above.end]
        if announces(words[-8:]) or (len(group) == 1 and words.isupper()):
            return True
        if prompt_of(text[line.start : line.end]):
            return True
    is_below_sentence = text[line.start] in _QUOTES and _ends_sentence(text, above)
    if is_below_sentence and so_far.term_by_place(number, line):
        return True
    if so_far.commands and so_far.commands.begins_at(line):
        return _ends_sentence(text, group[-1]) or not is_wrapped(so_far, group[-1], line)
    bullet = text[line.start] == "o" and LETTER_BULLET.match(text, line.start, line.end)
    if bullet and first.kind == "item" and abs(line.indent - first.indent) <= 1:
        return True
    if text[line.start] != "-":
        return False
    wrapped = is_wrapped(so_far, group[-1], line) and line.indent == group[-1].indent
    return not wrapped and so_far.term_beside(number, line) is not None


def is_wrapped(so_far: SoFar, previous: Line, line: Line) -> bool:
    """Whether the first word of `line` does not fit at the end of `previous`."""
    return so_far.lines.is_wrapped(previous, line, so_far.margin)


def begins_paragraph(so_far: SoFar, number: int) -> bool:
    """Whether a line with words such as "the" is only indented as the first one of a paragraph: it
    begins a sentence, which goes on right below, less deep."""
    lines, line = so_far.lines, so_far.lines[number]
    first = so_far.text[line.start]
    if not (first.isupper() or first in _BEGIN_SENTENCE):
        return False
    if lines.is_blank(number + 1) or lines[number + 1].indent >= line.indent:
        return False
    has_words = FUNCTION_WORD.search(so_far.text, line.start, line.end) is not None
    return has_words and is_wrapped(so_far, line, lines[number + 1])


def _ends_sentence(text: str, line: Line) -> bool:
    return ENDS_SENTENCE.search(text, max(line.body, line.end - 10), line.end) is not None
