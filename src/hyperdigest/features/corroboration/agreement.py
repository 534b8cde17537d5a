"""Decide by their words whether one English sentence says the same as another.

Whatever differs makes two sentences differ, unless it is known to be harmless: articles, ways to
write a number or a date, and a few hundred synonyms and phrases. All other words, signs, capital
letters and endings must be the same, in the same order. Only a plain reason may be added at the
end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from hyperdigest.features.corroboration.statement import Mark, Statement, statement
from hyperdigest.features.corroboration.words import listed, speech_terms

MOST_LETTERS = 4000

_FURTHER = re.compile(r" because (?=(?:it|they|the) )|, which means (?=both copies of )")
"""What is before a reason or an explanation."""

_PRONOUN = re.compile(r"(?:It|They) ")
_POINTING = re.compile(r"(?:The|This|These) ([a-z]+) (?!of|for|in|with|from|that|who|which|to\b)")
_THEM = re.compile(r"\bthem\b")
_REPEATED = re.compile(r"\bthe ([a-z]+s)\b")


def says_the_same(one: str, other: str) -> float:
    """How certainly the English sentence `other` says what `one` says, in (0, 1]; 0 if it does not.

    `other` may add a reason. Sentences of more than `MOST_LETTERS` never agree.
    """
    if max(len(one), len(other)) > MOST_LETTERS:
        return 0.0
    if agrees(one, other):
        return 1.0
    further = _FURTHER.search(other)
    if not further or not agrees(one, other[: further.start()]):
        return 0.0
    reason = statement(other[further.end() :])
    plain = _is_plain(statement(one), listed("plain")) and _is_plain(
        reason, listed("plain") | {"can"}
    )
    return len(one) / len(other) if plain else 0.0


def agrees(one: str, other: str) -> bool:
    """Whether two sentences say the same, neither more than the other."""
    one, other = _as_pronoun(one, other), _as_pronoun(other, one)
    first, second = statement(one), statement(other)
    if not (first.comparable and second.comparable):
        return False
    return (
        first.content == second.content
        and first.endings == second.endings
        and _same_marks(first.marks, second.marks)
    )


def _as_pronoun(one: str, other: str) -> str:
    """The sentence with a pronoun if `other` has one, for a general noun that is the subject, and
    for a noun that is there before.

    "This protein helps" becomes "It helps".
    """
    if _THEM.search(other) and not _THEM.search(one):
        one = _REPEATED.sub(
            lambda noun: "them" if f" {noun[1]} " in noun.string[: noun.start()] else noun[0], one
        )
    pointing = _POINTING.match(one)
    if pointing and _PRONOUN.match(other) and pointing[1] in listed("general"):
        return f"It {one[pointing.end() :]}"
    return one


def _is_plain(sentence: Statement, marks: frozenset[str]) -> bool:
    """Whether a sentence has only these marks, and no verb of speech or thought."""
    return marks.issuperset(mark.kind for mark in sentence.marks) and (
        speech_terms().isdisjoint(sentence.content)
    )


def _same_marks(one: Sequence[Mark], other: Sequence[Mark]) -> bool:
    """Whether two sentences have the same marks; a semicolon may be a comma."""
    return all(
        a is not None
        and b is not None
        and a.place == b.place
        and (a.kind == b.kind or {a.kind, b.kind} == {";", ","})
        for a, b in zip_longest(one, other)
    )
