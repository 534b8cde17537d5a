"""Decide by their words whether one English sentence says the same as another.

Whatever differs makes two sentences differ, unless it is known to be harmless in every sentence:
ways to write a number or a date, spellings, and a few synonyms and phrases. All other words, signs,
articles, capital letters and endings must be the same, in the same order. Only a plain reason may
be added at the end.
"""

from __future__ import annotations

import re

from hyperdigest.features.corroboration.statement import Mark, Statement, statement
from hyperdigest.features.corroboration.tokens import references, tokens
from hyperdigest.features.corroboration.words import english_words, listed
from hyperdigest.split.verbs import verbs

MOST_LETTERS = 4000

_FURTHER = re.compile(r" because (?=(?:it|they|the) )|, which means (?=both copies of the gene )")
"""What is before a reason, or an explanation of a term of genetics."""

_REPEATED = re.compile(r"\b([a-z]+ing the ([a-z]+s) (?:and|or) (?:by )?[a-z]+ing) the \2\b")
FEWEST_SEMICOLONS = 2
"""How many semicolons a list has at least."""


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
    added = {mark.kind for mark in statement(other[further.end() :]).marks}
    plain = added <= listed("plain") | {"can", "your"}
    explains = "which" in further[0] or _is_plain(statement(one))
    return len(one) / len(other) if plain and explains else 0.0


def agrees(one: str, other: str) -> bool:
    """Whether two sentences say the same, neither more than the other."""
    if one != other and not (_is_english(one) and _is_english(other)):
        return False
    sources = references(one), references(other)
    if all(sources) and sources[0] != sources[1]:
        return False
    first, second = (statement(_REPEATED.sub(r"\1 them", text)) for text in (one, other))
    if not (first.comparable and second.comparable):
        return False
    return first.content == second.content and _same_marks(first.marks, second.marks)


def _is_english(text: str) -> bool:
    """Whether a sentence has a common word that is an English one and no other."""
    return any(token.word in english_words() for token in tokens(text))


def _is_plain(sentence: Statement) -> bool:
    """Whether a sentence only says what something is, so that a reason is one for just that."""
    kinds = [mark.kind for mark in sentence.marks]
    places = [mark.place for mark in sentence.marks if mark.kind in listed("be")]
    if len(places) != 1 or not listed("plain").issuperset(kinds):
        return False
    words = [word.lower() for word in sentence.content]
    del words[places[0] : places[0] + 1]
    return listed("negative").isdisjoint(words) and not any(
        word in verbs().finite or word.endswith("ed") for word in words
    )


def _same_marks(one: tuple[Mark, ...], other: tuple[Mark, ...]) -> bool:
    """Whether two sentences have the same marks; the semicolons of a list may be commas.

    A list that has both, "Ann, the mayor; Bob; and Carl", has other items with commas alone.
    """
    return one == other or _with_commas(one) == other or one == _with_commas(other)


def _with_commas(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """The marks with commas for the semicolons of a list whose last item is after "and"."""
    semicolons = [number for number, mark in enumerate(marks) if mark.kind == ";"]
    last = marks[semicolons[-1] + 1 :][:1] if len(semicolons) >= FEWEST_SEMICOLONS else ()
    if not last or last[0].kind not in ("and", "or") or _has_comma(marks):
        return marks
    return tuple(mark._replace(kind=",") if mark.kind == ";" else mark for mark in marks)


def _has_comma(marks: tuple[Mark, ...]) -> bool:
    """Whether there is a comma outside brackets."""
    depth = 0
    for mark in marks:
        depth += (mark.kind == "(") - (mark.kind == ")")
        if mark.kind == "," and depth == 0:
            return True
    return False
