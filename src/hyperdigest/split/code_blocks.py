"""Code in text: in fences, between lines that show where to cut (``---8<---``), indented, or after
a prompt.

Each function gives the number of the line after a block of code that begins at a line, or that of
the line itself if none begins there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from hyperdigest.documents import Block
from hyperdigest.split.code_signs import (
    FUNCTION_WORD,
    LONGEST_LINE,
    PROMPT,
    SIGN,
    SIGNS_OF_VERSES,
    STRONG_PROMPT,
    are_directives,
    ends_sentence,
    has_signs,
    is_code,
    is_prose,
    is_root_command,
    may_be_directive,
)
from hyperdigest.split.entries import is_in_index_of_words
from hyperdigest.split.lines import DEEPEST_HASHES, Line, Lines

_SAMPLE = 40
"""How many lines of a block are read to know whether it is code."""

_PROMPTS_OF_COMMANDS = ("$ ", ">>> ")
_PROMPT_SIGNS = frozenset("$%#>[CDEFG")
_HASHES = re.compile(r"#+(?:\s|\Z)")
_GAP = re.compile(r"\S(?:\t|[ ]{2})")
_DATE = re.compile(r"\d{4}([-/.])\d{1,2}\1\d{1,2}(?=\s|\Z)")
_AMOUNT = re.compile(r"\S(?:\t|[ ]{2,})[^\s\d]?[-+]?\d[\d.,]*(?=\s|\Z)")
_NO_SETTINGS = ("item", "step", "table", "turn", "heading")
_HERE_DOCUMENT = re.compile(r"(?<![<\w])<<-?[ ]?[\\\"']?([A-Za-z_]\w*)")
_OPEN_BRACKET = re.compile(r"\$\([^()\n]*\Z")
_LITERAL = re.compile(r"\.\.[ ](?:code(?:-block)?|sourcecode|parsed-literal|highlight|prompt)::")
_WITHOUT_TEXT = re.compile(r"\.\.[ ](?:meta|contents|toctree|index)::")
_LINK_DEFINITION = re.compile(
    r"\[(?!\^)[^\[\]]{1,300}\]:[ \t]+(?:<[^<>]*>|#\S+|\S*(?:[/:@]|\w\.\w)\S*)"
    r"(?:[ \t]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?"
)
_LINK_TARGET = re.compile(r"\.\.[ ]_[^:]{1,80}:(?:\s|$)")
_SCISSORS = re.compile(r"-{2,}[ ]?(?:8<|>8|%<|>%)[^\n]{0,100}-{2,}$")
_FEWEST_FUNCTION_WORDS = 2
"""In a line of prose."""


def is_literal_directive(text: str) -> bool:
    """Whether a line of reStructuredText says that code follows."""
    return _LITERAL.match(text) is not None


def is_link_target(text: str) -> bool:
    """Whether a line of reStructuredText says where a link leads."""
    return _LINK_TARGET.match(text) is not None


def defines_link(text: str) -> bool:
    """Whether a line of Markdown says where the links with a name lead, which no reader sees."""
    return _LINK_DEFINITION.fullmatch(text) is not None


def is_directive_without_text(text: str) -> bool:
    """Whether a line of reStructuredText begins what no reader sees, or a list of links."""
    return _WITHOUT_TEXT.match(text) is not None


def fence_end(lines: Lines, number: int) -> tuple[int, int]:
    """The line after the code in the fence that opens at `number`, and that after the fence.

    A fence that is not closed counts to the end.
    """
    opening = lines[number]
    mark = lines.text[opening.start]
    length = 3
    while lines.text[opening.start + length : opening.start + length + 1] == mark:
        length += 1
    for after in range(number + 1, len(lines)):
        line = lines[after]
        closes = line.kind == "fence" and lines.text.startswith(mark * length, line.start)
        if closes and lines.of(line).strip(mark) == "":
            return after, after + 1
    return len(lines), len(lines)


def indented_end(lines: Lines, number: int, indent: int) -> int:
    """The end of the lines from `number` on with at least this indent, over blank lines."""
    end = number
    for after in range(number, len(lines)):
        if lines.is_blank(after):
            continue
        if lines[after].indent < indent:
            break
        end = after + 1
    return end


def prompt_end(lines: Lines, number: int, base: int, *, introduced: bool) -> int:
    """The end of a session in a terminal, whose first line begins with a prompt.

    The output of commands belongs to it, up to a blank line.
    """
    first = lines[number]
    if lines.text[first.start] not in _PROMPT_SIGNS:
        at = lines.text.find("@", first.start, min(first.end, first.start + 32))
        if at < 0:
            return number
    end, following = number, number
    introduced = introduced or first.indent > base
    while following < len(lines) and lines[following].indent == first.indent:
        text = _start(lines, lines[following])
        if not STRONG_PROMPT.match(text) and not is_root_command(text, introduced=introduced):
            break
        end = following + 1
        while not lines.is_blank(end) and (
            _stays_open(lines, end - 1) or not _ends_session(lines, lines[end], first, base)
        ):
            end += 1
        following, introduced = lines.next(end), True
        if following == end:
            break
    return end


def _ends_session(lines: Lines, line: Line, first: Line, base: int) -> bool:
    """Whether a line is no command and no output of the session that begins at `first`."""
    if line.indent < first.indent:
        return True
    text = _start(lines, line)
    return line.indent <= base and is_prose(text) and not PROMPT.match(text)


def with_quoted_code(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with quotes as code if all their lines look like it, as where a page indents
    commands without marking them, and so paragraphs that begin with a prompt and a command.

    Signs at the ends of lines do not count: verses and citations have them too. Nor do lines that
    are only short and in lower case, as in answers to a letter, names after a dash, and what ends
    with a colon.
    """
    for block in blocks:
        if block.kind == "quote" and block.end - block.start <= _SAMPLE * LONGEST_LINE:
            lines = [line.strip() for line in text[block.start : block.end].splitlines()]
            lines = [line.lstrip("> ").rstrip(SIGNS_OF_VERSES)[:LONGEST_LINE] for line in lines]
            lines = [line for line in lines if line]
            if len(lines) <= _SAMPLE and has_signs(lines) and is_code(lines, introduced=False):
                is_name = lines[0][0] == "-" or lines[-1][-1] == ":"
                block = block if is_name else replace(block, kind="code")
        elif block.kind == "paragraph" and text.startswith(_PROMPTS_OF_COMMANDS, block.start):
            first = text[block.start : block.end].split("\n", 1)[0][:LONGEST_LINE]
            command = first.split(" ", 1)[1].lstrip()
            if STRONG_PROMPT.match(first) and not command[0].isupper() and not is_prose(command):
                block = replace(block, kind="code")
        yield block


def code_end(lines: Lines, number: int, base: int, *, introduced: bool) -> int:
    """The end of lines that look like code: deeper than the text around them, whose indent is
    `base`, or a whole block between blank lines.

    Parameters
    ----------
    introduced : whether the sentence before it announces something.
    """
    first = lines[number]
    if is_in_index_of_words(lines, number, introduced=introduced):
        return number
    if first.indent > base:
        end = _deeper_end(lines, number, base, introduced=introduced)
        return end if end > number else _explained_settings_end(lines, number)
    end = _explained_settings_end(lines, number)
    if end == number:
        end = _dated_entry_end(lines, number)
    if end > number:
        return end
    is_structure = first.kind in _NO_SETTINGS and first.kind != "table"
    if is_structure or not may_be_directive(_start(lines, first)):
        return number
    sample = lines.run(number, _SAMPLE)
    if any(line.indent < first.indent for line in sample):
        return number
    if not are_directives([_start(lines, line) for line in sample], introduced=introduced):
        return number
    end = _blank_after(lines, number)
    following = lines.next(end)
    while end < following < len(lines) and lines[following].indent >= first.indent:
        texts = [_start(lines, line) for line in lines.run(following, _SAMPLE)]
        if lines[following].kind in _NO_SETTINGS or not are_directives(texts):
            break
        end = _blank_after(lines, following)
        following = lines.next(end)
    return end


def _explained_settings_end(lines: Lines, number: int) -> int:
    """The end of settings or commands of a file below comments that explain them, up to a blank
    line, or only of such comments."""
    first = lines[number]
    if first.indent <= DEEPEST_HASHES or lines.text[first.start] != "#":
        return number
    sample = lines.run(number, _SAMPLE)
    texts = [_start(lines, line) for line in sample]
    if len(texts) < 2 or not _HASHES.match(texts[0]):
        return number
    is_prose = any(
        (FUNCTION_WORD.search(text) or ends_sentence(text))
        and (text[0].isupper() or not SIGN.search(text))
        for text in texts
        if text[0] != "#"
    )
    is_outdented = any(line.indent < first.indent for line in sample)
    return number if is_prose or is_outdented else _blank_after(lines, number)


def _dated_entry_end(lines: Lines, number: int) -> int:
    """The end of an entry of a journal: amounts in a column of their own, below a date and
    deeper than that."""
    first = lines[number]
    if not _DATE.match(_start(lines, first)) or lines.is_blank(number + 1):
        return number
    entries = lines.run(number + 1, _SAMPLE)
    texts = [_start(lines, line) for line in entries]
    is_entry = all(line.indent > first.indent for line in entries)
    return _blank_after(lines, number) if is_entry and any(map(_AMOUNT.search, texts)) else number


def _blank_after(lines: Lines, number: int) -> int:
    """The first blank line after a line."""
    while not lines.is_blank(number):
        number += 1
    return number


def display_end(lines: Lines, number: int, base: int, margin: float, *, introduced: bool) -> int:
    """The end of lines of a page of a manual that are shown as they were typed.

    They are deeper than the text around them, have the same indent, are no sentences or columns,
    and none is filled up to the margin. A single one has to be announced.
    """
    sample = lines.run(number, _SAMPLE)
    first = sample[0]
    if first.indent <= base or not lines.is_blank(number + len(sample)):
        return number
    if len(sample) == 1 and not introduced:
        return number
    if any(line.kind != "text" or line.indent != first.indent for line in sample):
        return number
    texts = [_start(lines, line) for line in sample]
    if any(is_prose(text) or ends_sentence(text) or _GAP.search(text) for text in texts):
        return number
    filled = any(lines.is_wrapped(above, line, margin) for above, line in pairwise(sample))
    return number if filled else number + len(sample)


def _deeper_end(lines: Lines, number: int, base: int, *, introduced: bool) -> int:
    end = number
    while number < len(lines):
        sample = _deeper(lines.run(number, _SAMPLE), base)
        is_list = bool(sample) and sample[0].kind in ("item", "step")
        if (
            not sample
            or is_list
            or not is_code(_outside_here_documents(lines, number, sample, base), introduced)
        ):
            break
        end = number
        while not lines.is_blank(end) and (lines[end].indent > base or _stays_open(lines, end - 1)):
            end = _here_document_end(lines, end, base)
        number = lines.next(end)
        introduced = False
        if number == end:
            break
    return end


def _outside_here_documents(
    lines: Lines, number: int, sample: Sequence[Line], base: int
) -> Sequence[str]:
    """The texts of a sample that begins at a line, without those of here-documents in it."""
    texts, following = list[str](), number
    for place, line in enumerate(sample, start=number):
        if place >= following:
            texts.append(_start(lines, line))
            following = _here_document_end(lines, place, base)
    return texts


def _here_document_end(lines: Lines, number: int, base: int) -> int:
    """The line after the here-document that a line opens (``cat <<EOF``), whose lines are deeper
    than the text around it and may be blank; the next line if it opens none that is closed."""
    text = _start(lines, lines[number])
    opening = _HERE_DOCUMENT.search(text) if "<<" in text else None
    if opening is None:
        return number + 1
    for after in range(number + 1, min(number + _SAMPLE, len(lines))):
        if lines.is_blank(after):
            continue
        if lines[after].indent <= base:
            break
        if lines.of(lines[after]).removeprefix("> ") == opening[1]:
            return after + 1
    return number + 1


def _stays_open(lines: Lines, number: int) -> bool:
    """Whether the command of a line goes on at the margin: a backslash at its end joins the next
    line, or the brackets of a command substitution, `$(...)`, are open there, as in a long line
    that was wrapped."""
    line, text = lines[number], lines.text
    if text.endswith(" \\", line.start, line.end):
        return True
    return _OPEN_BRACKET.search(text, max(line.start, line.end - 80), line.end) is not None


def _deeper(sample: Sequence[Line], base: int) -> Sequence[Line]:
    for place, line in enumerate(sample):
        if line.indent <= base:
            return sample[:place]
    return sample


def _start(lines: Lines, line: Line) -> str:
    """The text of a line, cut if it is very long."""
    return lines.text[line.start : min(line.end, line.start + LONGEST_LINE)]


def is_scissors(lines: Lines, line: Line) -> bool:
    """Whether a line only shows where to cut."""
    return lines.text[line.start] == "-" and bool(_SCISSORS.match(lines.text, line.start, line.end))


def cut_end(lines: Lines, number: int) -> int:
    """The line of scissors below code that is below a line of scissors; that line itself if there
    is none, or at least half of the lines between them are prose."""
    if not is_scissors(lines, lines[number]):
        return number
    prose = filled = 0
    for after in range(number + 1, len(lines)):
        if lines.is_blank(after):
            continue
        line = lines[after]
        if is_scissors(lines, line):
            return after if 2 * prose < filled else number
        words = FUNCTION_WORD.findall(lines.text, line.start, line.end)
        prose += len(words) >= _FEWEST_FUNCTION_WORDS
        filled += 1
    return number
