"""The rules by name, and what none of them leaves out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from hyperdigest.split.compression.asides import dashes, parentheses
from hyperdigest.split.compression.clause import Spans, Words
from hyperdigest.split.compression.joining import leading, medial
from hyperdigest.split.compression.modifiers import (
    appositions,
    examples,
    other_names,
    participial_clauses,
    relative_clauses,
)
from hyperdigest.split.compression.words import CONDITIONS, NEGATIONS

Rule = Callable[[Words], Spans]

RULES: dict[str, Rule] = {
    "medial": medial,
    "parenthesis": parentheses,
    "dashes": dashes,
    "relative": relative_clauses,
    "name": other_names,
    "apposition": appositions,
    "examples": examples,
    "participial": participial_clauses,
}


class Part(NamedTuple):
    """A part that may be left out, `text[start:end]`, and the rule that says so."""

    rule: str
    start: int
    end: int


def droppable(text: str) -> list[Part]:
    """The parts of an English sentence that may be left out, in the order of `RULES`. What joins it
    to its text is no part of what the other rules look at."""
    words = Words(text)
    found = _parts(words, {"leading": leading})
    if not found:
        return _parts(words, RULES)
    begin = found[0].end
    return [*found, *(_moved(part, begin) for part in _parts(Words(text[begin:]), RULES))]


def _parts(words: Words, rules: Mapping[str, Rule]) -> list[Part]:
    return [
        Part(name, words.start[first], words.end[last - 1])
        for name, rule in rules.items()
        for first, last in rule(words)
        if _may_go(words, first, last)
    ]


def _moved(part: Part, by: int) -> Part:
    return Part(part.rule, part.start + by, part.end + by)


_SENTENCE_ENDS = re.compile(r"[a-z]{3}[.!?]\S?\s+\w")
_ADDRESS = re.compile(r"://|www\.|\S@\S|\w/\w+/|\b[\w-]+\.(?:com|org|net|gov|edu|html?|txt|conf)\b")
_KEPT = NEGATIONS | CONDITIONS | frozenset('"“”„«»`‘;:?!')


def _may_go(words: Words, first: int, last: int) -> bool:
    """Whether a run of words holds nothing that must stay: no negation, condition, quotation mark,
    address, half of a pair of brackets or end of a sentence."""
    inner = words.word[first:last]
    if any(word in _KEPT or word.endswith("n't") for word in inner):
        return False
    if any(inner.count(one) != inner.count(other) for one, other in ("()", "[]")):
        return False
    piece = words.text[words.start[first] : words.end[last - 1]]
    return not _ADDRESS.search(piece) and not _SENTENCE_ENDS.search(piece)
