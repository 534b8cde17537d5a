"""Running text, steps and options that a page sets as they were typed, in the element of code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from hyperdigest.documents import Block
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.code_signs import has_signs, is_wrapped_prose
from hyperdigest.split.options import is_option
from hyperdigest.split.structure import LONGEST_UNIT

_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")

_OPTION = re.compile(r"^[ \t]*--?\w[^\n]{0,80}?[ \t]{2,}[^\W\d_]", re.MULTILINE)
_FEWEST_OPTIONS = 3

_STATEMENT = re.compile(
    r"""^\#! | <<-?[ ]?["']?\w+["']?$ | [;{]$ | ^[ \t]*\}$ | \"{3} | '{3}""",
    re.MULTILINE | re.VERBOSE,
)
"""What stands in scripts and programs around the help that they print."""

_STEP = re.compile(r"[ \t]*(?P<number>\d{1,3})[.)][ \t]+(?P<words>[A-Z]\S*[ \t]+\S.*)")

_ANSWERED = re.compile(r"[^\W\d_]\?[ ]+\S+(?:[ ]\S+){0,2}(?<![.!?,;:])\Z")
"""The end of a line with a question and a few words that answer it, without a full stop."""

MOST_OF_IT = 0.5
"""Share of the words in wrapped paragraphs of prose from which on code is running text."""


_SHARE_OF_PAGE = 0.9
"""Share of the characters of a page from which on code is all that is on it."""

_LONG_PAGE = 400
"""In words; a shorter page of code may be one example."""

_ENOUGH_OF_PAGE, _MOST_STATEMENTS = 0.2, 0.02


def with_running_text(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with those of a plain text in place of code that is running text, steps or
    options."""
    for block in blocks:
        if block.kind != "code":
            yield block
            continue
        begin = block.start
        while begin and text[begin - 1] in " \t":
            begin -= 1
        own = text[begin : block.end]
        if (
            is_running_text(own, is_page=_SHARE_OF_PAGE * len(text) < len(own))
            or are_steps(own)
            or are_options(own)
        ):
            for part in find_blocks(own):
                level = part.level if part.kind == "heading" else block.level + part.level
                start, end = begin + part.start, begin + part.end
                yield replace(part, start=start, end=end, level=level)
        else:
            yield block


def is_running_text(code: str, *, is_page: bool = False) -> bool:
    """Whether most words of some code are in paragraphs of prose, wrapped at a margin.

    A fifth is enough if the code is all that is on a page, and has no more than a few statements.
    """
    if "\n" not in code:
        return False
    words = prose = 0
    for paragraph in _BLANK_LINES.split(code):
        size = len(paragraph.split())
        words += size
        prose += size if is_wrapped_prose(paragraph) and not _is_dialogue(paragraph) else 0
    if is_page and words > _LONG_PAGE and prose > _ENOUGH_OF_PAGE * words:
        return len(_STATEMENT.findall(code)) <= _MOST_STATEMENTS * code.count("\n")
    return prose > MOST_OF_IT * words


def _is_dialogue(paragraph: str) -> bool:
    """Whether lines are the questions of a program with what is typed after them: each begins with
    a capital, and one has a few words after a question."""
    lines = list(map(str.strip, paragraph.strip().splitlines()))
    return all(line[:1].isupper() for line in lines) and any(map(_ANSWERED.search, lines))


def are_steps(code: str) -> bool:
    """Whether some code is several steps, numbered from 1 on, each with words but no signs of code,
    and with its further lines below its words."""
    steps = list[str]()
    for line in filter(str.strip, code.splitlines()):
        if found := _STEP.fullmatch(line):
            if int(found["number"]) != len(steps) + 1:
                return False
            steps.append(found["words"])
        elif not steps or not line.startswith((" ", "\t")):
            return False
    return len(steps) > 1 and not has_signs(steps)


def are_options(code: str) -> bool:
    """Whether most of some code, too long to be quoted whole, is options of a program, each with
    what it does beside it, and the rest is no code around them."""
    words = len(code.split())
    if words <= LONGEST_UNIT or len(_OPTION.findall(code)) < _FEWEST_OPTIONS:
        return False
    parts = [(part.kind, code[part.start : part.end]) for part in find_blocks(code)]
    options = sum(kind == "term" and is_option(text) for kind, text in parts)
    explained = sum(len(text.split()) for kind, text in parts if kind in ("term", "definition"))
    if options < _FEWEST_OPTIONS or explained <= MOST_OF_IT * words:
        return False
    rest = [text for kind, text in parts if kind not in ("term", "definition")]
    return not any(_STATEMENT.search(text) for text in rest)
