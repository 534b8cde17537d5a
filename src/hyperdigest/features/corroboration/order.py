"""Decide whether two English sentences with the same words in another order say the same.

The words of the main clause must have the same order, except adverbs of manner, words within one
phrase ("the roof of the library", "the library's roof"), and the passive. A phrase with a
preposition may move, if it has the same preposition, or one that can be left out: "the plant in
Denby", "the Denby plant".
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from hyperdigest.features.corroboration.statement import Phrase, Statement
from hyperdigest.features.corroboration.tokens import NUMBER
from hyperdigest.features.corroboration.words import listed


class RankedWord(NamedTuple):
    """The rank of a content word in the order of an active sentence, and its phrase."""

    rank: tuple[int, int]
    phrase: Phrase


def rearranged(one: Statement, other: Statement, partners: Mapping[int, int]) -> bool:
    """Whether the common words of two sentences are in the same phrases, in an order that says the
    same. `partners` has the places in `other` of the words of `one`."""
    first = _ranked_words(one)
    second = _ranked_words(other)
    pairs = [(first[here], second[there]) for here, there in partners.items()]
    changes = {(a.phrase.preposition, b.phrase.preposition) for a, b in pairs} - {("", "")}
    if any(
        not _exchangeable(*change) or (change[::-1] in changes and change[0] != change[1])
        for change in changes
    ):
        return False
    numbers = {here for here in one.must if one.content[here].startswith(NUMBER)}
    if len(numbers) > 1 and not all(
        first[here].phrase.preposition == second[partners[here]].phrase.preposition
        for here in numbers
    ):
        return False
    return all(
        (a.rank < b.rank) == (its_a.rank < its_b.rank)
        or a.phrase.adverb
        or b.phrase.adverb
        or _may_swap(a.phrase, b.phrase, its_a.phrase, its_b.phrase)
        or _may_swap(its_a.phrase, its_b.phrase, a.phrase, b.phrase)
        for (a, its_a), (b, its_b) in combinations(pairs, 2)
        if a.phrase.preposition == b.phrase.preposition
        and its_a.phrase.preposition == its_b.phrase.preposition
    )


def _may_swap(a: Phrase, b: Phrase, its_a: Phrase, its_b: Phrase) -> bool:
    """Whether two words may be in the opposite order in another sentence.

    They must be in one phrase, and either there is "of" between them in just one of the sentences
    ("the library's roof", "the roof of the library"), or the other sentence has one of them as an
    apposition behind a comma ("the mayor Paul Weir", "Paul Weir, the mayor").
    """
    if a.run != b.run:
        return False
    is_apposition = abs(its_a.commas - its_b.commas) == 1 and 0 < abs(its_a.run - its_b.run) <= 2
    return is_apposition or {abs(a.ofs - b.ofs), abs(its_a.ofs - its_b.ofs)} == {0, 1}


def agent_of(sentence: Statement) -> int | None:
    """The place of the first word after the "by" of a passive; None if there is none."""
    agents = [mark.place for mark in sentence.marks if mark.kind == "by"]
    if (
        len(agents) != 1
        or agents[0] >= len(sentence.content)
        or sentence.content[agents[0]].startswith(NUMBER)
    ):
        return None
    return agents[0] if any(place < agents[0] for place in sentence.verbs) else None


def _exchangeable(preposition: str, other: str) -> bool:
    """Whether one preposition may replace another; an empty one is none."""
    loose = listed("loose")
    return (
        preposition == other
        or (not preposition and other in loose)
        or (not other and preposition in loose)
    )


def _ranked_words(sentence: Statement) -> list[RankedWord]:
    """The content words, those of a passive ranked as in the active sentence."""
    agent, agent_run, verb = agent_of(sentence), -1, None
    if agent is not None:
        verb = max(place for place in sentence.verbs if place < agent)
        agent_run = sentence.phrases[agent].run
    words = []
    for place, phrase in enumerate(sentence.phrases):
        run, preposition = phrase.run, phrase.preposition
        if phrase.run == agent_run:
            run, preposition = -2, ""
        elif place == verb and not preposition:
            run = -1
        words.append(RankedWord((run, place), phrase._replace(preposition=preposition)))
    return words
