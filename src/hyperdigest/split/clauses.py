"""Clauses of contracts, licences and statutes: what is numbered and has a caption is a section.

"2. Grant of Licence. Subject to these terms ..." looks like a step, but its caption says nothing
alone, and what is below it is no part of a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, pairwise

from hyperdigest.base.slices import printed_number
from hyperdigest.documents import Block
from hyperdigest.split.scripts import count_words, stop_words
from hyperdigest.split.verbs import VERB, verbs

LONGEST_CAPTION = 10
"""In words."""

SHORTEST_CLAUSE = 20
"""In words: what is in a step with a caption; with less, it may be what to do."""

_CAPTION = re.compile(
    r"""
    [^\W\d_] (?: [^.:;!?\n] | (?<=\b[A-Z])\.(?=[A-Z ]) ){1,88}     # "U.S. Government Users"
    (?: \n[ \t]* [^.:;!?\n]{1,60} )?
    (?P<stop> \.(?=\s|\Z) | \Z )
    """,
    re.VERBOSE,
)
_SECTION = re.compile(r"\d{1,3}(?:\.\d{1,3}){1,4}\.?[ \t]+(?=[A-Z])")
"""The number of a clause in a clause, before its caption."""

_DEFINES = re.compile(
    r"""(?:[\d.]{1,12}[ \t]+)?["“][^"”\n]{1,60}["”]\s
    (?:\([^()]{1,60}\)\s{1,4}|\w+\s)?(?:shall[ ])?(?:means?|refers?[ ]to)\s""",
    re.VERBOSE,
)
"""What is below the caption of a clause of definitions: '"Work" shall mean the book.'."""

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_AFTER_NOUNS = frozenset(("of", "and", "or", "by", "with"))
"""Words after a noun that might be a verb: "Grant of Licence" is no order, "Grant it" is one."""

_COLONS = (":", "：")

_OF_LAW = re.compile(
    r"\b(?:shall|(?:here|there)(?:by|in|of|to|under|with)|agree(?:s|ment)?|contracts?|part(?:y|ies)"
    r"|licen[cs]e[es]?|licensors?|copyrights?|liab(?:le|ility)|laws?)\b",
    re.IGNORECASE,
)
"""Words of clauses; without one, "2. Less Noise. Nobody hears it" is a reason in a list."""

_AUXILIARY = re.compile(rf"{VERB}|shall|be")
_NEAR_END = 20
"""Characters at the end of a block among which its last sign is."""


def with_clauses(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with the captions of numbered clauses as headings.

    A caption is a step of its own above a paragraph that is not in the step, or else a title with a
    full stop before the rest of the step, which is in no list then. None follows what announces
    steps, or the steps that a list begins with if these have no captions, even if they all have the
    number 1, as in Markdown. With the number of a clause in a clause, such as "3.1.", a paragraph
    begins with a caption as a step does.
    """
    levels, before = list[int](), ""
    next_step, next_caption = dict[int, str](), dict[int, str]()
    open_steps = set[int]()
    for block, after in pairwise(chain(blocks, [None])):
        if block is None:
            return
        while levels and (
            block.kind == "heading"
            or block.level < levels[-1]
            or (block.kind in ("step", "item") and block.level == levels[-1])
        ):
            levels.pop()
        level = levels[-1] if levels else 0
        if open_steps:
            open_steps = {each for each in open_steps if each <= block.level}
        if block.kind == "step":
            number = printed_number(text, block.start)
            following = next_step.get(block.level)
            is_repeated = block.level in open_steps and following == _after(number)
            is_one_again = is_repeated and number.strip("().") == "1"
            goes_on = number == following or is_one_again or before in _COLONS
            end = 0 if goes_on else _end_of_caption(text, block, block.start, after)
            if end:
                levels.append(max(1, block.level))
                next_caption[block.level] = _after(number)
                start = text.rindex(number, 0, block.start)
                yield Block(start, end, "heading", levels[-1])
                if end < block.end:
                    yield Block(end, block.end, "paragraph", levels[-1] - 1)
                before = ""
                continue
            if next_caption.pop(block.level, None) == number:
                next_caption[block.level] = _after(number)
            else:
                next_step[block.level] = _after(number)
                open_steps.add(block.level)
        elif block.kind == "paragraph" and text[block.start].isdecimal():
            section = _SECTION.match(text, block.start, block.end)
            end = _end_of_caption(text, block, section.end(), after) if section else 0
            if section and end:
                yield Block(block.start, end, "heading", section[0].strip(" \t.").count(".") + 1)
                block = replace(block, start=end)
                before = ""
                if not text[end : block.end].strip():
                    continue
        before = text[max(block.start, block.end - _NEAR_END) : block.end].rstrip()[-1:]
        yield replace(block, level=block.level - level) if level else block


def _after(number: str) -> str:
    """The printed number or letter after one, such as ``4.`` after ``3.`` or ``(b)`` after
    ``(a)``."""
    if number.strip("().").isalpha():
        return re.sub(r"[A-Ya-y](?=\W*$)", lambda letter: chr(ord(letter[0]) + 1), number)
    return re.sub(r"\d+", lambda digits: str(int(digits[0]) + 1), number)


def _end_of_caption(text: str, block: Block, start: int, after: Block | None) -> int:
    """The end of the caption that begins at `start` in a block; 0 if none does."""
    found = _CAPTION.match(text, start, block.end)
    if not found or not text[start].isupper():
        return 0
    words = _WORD.findall(found[0])
    if len(words) > LONGEST_CAPTION or any(_AUXILIARY.fullmatch(word.lower()) for word in words):
        return 0
    if words[0].lower() in verbs().bases and _AFTER_NOUNS.isdisjoint(words[1:2]):
        return 0
    is_title, is_closed = _is_in_capitals(words), found["stop"] == "."
    rest = text[found.end() : block.end].strip()
    if not rest and after and after.kind == "paragraph":
        if after.level < max(1, block.level):
            return block.end if is_title or _has_no_verb(words) else 0
        rest = text[after.start : after.end]
    is_clause = count_words(rest) >= SHORTEST_CLAUSE and _OF_LAW.search(rest)
    is_clause = is_clause or _DEFINES.match(rest)
    return found.end() if is_clause and is_title and is_closed else 0


def _has_no_verb(words: list[str]) -> bool:
    return verbs().finite.isdisjoint(map(str.lower, words))


def _is_in_capitals(words: list[str]) -> bool:
    """Whether all words but stop words begin with capitals."""
    stops = stop_words("en")
    return all(word[0].isupper() or word in stops for word in words)
