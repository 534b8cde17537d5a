"""How programs and functions are called: usage, headings such as "Options:", and declarations."""

from __future__ import annotations

import re

from hyperdigest.split.code_signs import FUNCTION_WORD, ends_sentence
from hyperdigest.split.lines import Line, Lines
from hyperdigest.split.verbs import VERB

_USAGE = re.compile(
    r"(?i:usage):[ \t]+[\w./$~-]+(?:[ ][a-z][\w.-]*){0,3}"
    r"(?:[ \t]+(?:[\[<{(|-]|[A-Z][A-Z\d_-]+(?!\w)|\.\.\.)|[ \t\r]*$)",
    re.MULTILINE,
)
"""A program, and perhaps a command of it, before its options and arguments."""

_NO_TYPE = r"(?!(?:await|else|new|return|throw|yield)\b)"
_TYPED = rf"{_NO_TYPE}[A-Za-z_][\w.:]*(?:<[\w, ]+>|\[[\w, ]*\])*[ *&]+"
_DECLARATION = re.compile(
    rf"(?:{_TYPED}){{1,4}}[A-Za-z_][\w.:]*[ ]?\("
    rf"|[A-Za-z_][\w.:]*[ ]?\(\s?(?:{_TYPED}){{1,3}}[A-Za-z_]"
)
"""The name of a function and a bracket, with a type before it, or before the first parameter."""

_VARIABLE = re.compile(rf"(?:{_TYPED}){{1,3}}[A-Za-z_]\w*;\s*")

_HEADING = re.compile(r"[^\W\d_][\w-]*(?: [\w()/-]+){0,4}:")
_VERB = re.compile(rf"[ ](?:{VERB}|that|which)[ :]")
_MOST_LINES = 40
_LONGEST_LINE = 400


def usage_end(lines: Lines, number: int) -> int:
    """The line after the call of a program that begins at a line; that line itself if none does.

    Deeper lines go on with it, up to a sentence: further options, or another call.
    """
    first = lines[number]
    text = lines.text[first.start : min(first.end, first.start + _LONGEST_LINE)]
    found = _USAGE.match(text)
    if found is None or ends_sentence(text) or FUNCTION_WORD.search(found[0]):
        return number
    end = number + 1
    while not lines.is_blank(end) and end - number < _MOST_LINES:
        line = lines[end]
        if line.indent <= first.indent or ends_sentence(lines.of(line)[-20:]):
            break
        end += 1
    return end


def calls_program(text: str, start: int) -> bool:
    """Whether code that starts here says how a program is called, so that it needs no lead-in."""
    return _USAGE.match(text, start) is not None


def declares(code: str) -> bool:
    """Whether some code only declares functions, with their types and without what they do, or one
    variable."""
    if _VARIABLE.fullmatch(code):
        return True
    return code.rstrip().endswith((")", ");")) and _DECLARATION.match(code) is not None


def is_heading(lines: Lines, line: Line) -> bool:
    """Whether a line is a few words without a verb and a colon, as above options or commands."""
    if line.end - line.start > _LONGEST_LINE:
        return False
    found = _HEADING.fullmatch(lines.text, line.start, line.end)
    return found is not None and _VERB.search(found[0]) is None
