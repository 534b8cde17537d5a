"""Whether two English sentences of the same words, in another order, say the same.

The words of the main clause keep their order, but for adverbs of manner, for those within one
phrase ("the roof of the library", "the library's roof") and for the passive. A phrase with a
preposition may stand anywhere as long as it has the same preposition, or one that may also be left
out: "the plant in Denby", "the Denby plant".
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from hyperdigest.features.corroboration.statement import Phrase, Statement
from hyperdigest.features.corroboration.tokens import NUMBER
from hyperdigest.features.corroboration.words import listed

_APPOSED = 2
"""Runs that an apposition may stand behind what it names."""

_TIMES = frozenset(("in", "on", "at", "for"))
"""Prepositions of which one may stand for another, as those of when."""


class Place(NamedTuple):
    """Where a content word stands, that of a passive as in the active sentence: its place among
    the others, and its phrase."""

    rank: tuple[int, int]
    phrase: Phrase


def rearranged(one: Statement, other: Statement, partners: Mapping[int, int]) -> bool:
    """Whether the words of `one` that `other` has stand in the same parts there, in an order in
    which they say the same. `partners` are the places in `other` of the words of `one`."""
    first = _places(one, unnamed_passive(one, other, partners))
    second = _places(other)
    pairs = [(first[here], second[there]) for here, there in partners.items()]
    changed = {(a.phrase.behind, b.phrase.behind) for a, b in pairs} - {("", "")}
    if any(
        not _alike(*change) or (change[::-1] in changed and change[0] != change[1])
        for change in changed
    ):
        return False
    numbers = {here for here in one.must if one.content[here].startswith(NUMBER)}
    if len(numbers) > 1 and not all(
        _same(first[here].phrase.behind, second[partners[here]].phrase.behind) for here in numbers
    ):
        return False
    return all(
        (a.rank < b.rank) == (its_a.rank < its_b.rank)
        or a.phrase.adverb
        or b.phrase.adverb
        or _joined(a.phrase, b.phrase, its_a.phrase, its_b.phrase)
        or _joined(its_a.phrase, its_b.phrase, a.phrase, b.phrase)
        for (a, its_a), (b, its_b) in combinations(pairs, 2)
        if a.phrase.behind == b.phrase.behind and its_a.phrase.behind == its_b.phrase.behind
    )


def _joined(a: Phrase, b: Phrase, its_a: Phrase, its_b: Phrase) -> bool:
    """Whether two words may change places: they stand in one phrase, and either "of" stands
    between in just one of the sentences, or a comma in the other: "the library's roof", "the roof
    of the library"; "the mayor Paul Weir", "Paul Weir, the mayor"."""
    if a.run != b.run:
        return False
    apposed = abs(its_a.commas - its_b.commas) == 1 and 0 < abs(its_a.run - its_b.run) <= _APPOSED
    return apposed or {abs(a.joined - b.joined), abs(its_a.joined - its_b.joined)} == {0, 1}


def agent_of(said: Statement) -> int | None:
    """The place of the first word behind "by" of a passive."""
    agents = [mark.place for mark in said.marks if mark.kind == "by"]
    if (
        len(agents) != 1
        or agents[0] >= len(said.content)
        or said.content[agents[0]].startswith(NUMBER)
    ):
        return None
    return agents[0] if any(place < agents[0] for place in said.verbs) else None


def _same(own: str, its: str) -> bool:
    return own == its or {own, its} <= _TIMES


def _alike(own: str, its: str) -> bool:
    """Whether what stands behind one preposition may stand behind another, or none."""
    loose = listed("loose")
    return _same(own, its) or (not own and its in loose) or (not its and own in loose)


def unnamed_passive(one: Statement, other: Statement, partners: Mapping[int, int]) -> int | None:
    """The place of a verb that is passive in `one`, without who does it, and active in `other`."""
    verbs = sorted(one.verbs & partners.keys())
    active = [place for place in verbs if partners[place] not in other.verbs]
    return active[0] if len(active) == 1 and agent_of(one) is None else None


def _places(said: Statement, verb: int | None = None) -> list[Place]:
    """Where each content word stands, beside a verb in the passive as in the active sentence."""
    agent, by = agent_of(said), -1
    if agent is not None:
        verb, by = max(place for place in said.verbs if place < agent), said.phrases[agent].run
    found = []
    for place, each in enumerate(said.phrases):
        run, behind = each.run, each.behind
        if each.run == by:
            run, behind = -2, ""
        elif place == verb and not behind:
            run = -1
        found.append(Place((run, place), each._replace(behind=behind)))
    return found
