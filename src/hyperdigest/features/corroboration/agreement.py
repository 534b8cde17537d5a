"""Whether one English sentence says what another says, told from their words alone.

The other must have every content word of the one; what it adds may qualify none of them. The same
numbers, names and marks must stand on both sides, beside the same words, in the same order. Words
may change places where items of a list do, where the end of the sentence comes first, or where an
active sentence becomes passive, or where whole phrases move. It is strict: of the pairs that it
lets through, a reader should agree with nine in ten.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal

from hyperdigest.features.corroboration.order import agent_of, rearranged, unnamed_passive
from hyperdigest.features.corroboration.statement import Mark, Statement, statement
from hyperdigest.features.corroboration.words import listed

LEAST_SHARED = 0.55
"""Share of the content words of the second sentence that must be of the first."""

_FURTHER = re.compile(r",? because |, which |, who |, where ")
"""Where a sentence goes on to a reason or a further claim."""

_PRONOUN = re.compile(r"(?:It|They) ")
_POINTING = re.compile(r"(?:The|This|These) ([a-z]+) (?!of|for|in|with|from|that|who|which|to\b)")

Partners = Mapping[int, int]
"""The place in the second sentence of each content word of the first that it has."""

Order = Literal["same", "listed", "turned", "passive"]


def says_the_same(one: str, other: str) -> float:
    """How surely the English sentence `other` says what `one` says, in (0, 1]; 0 where it does not.

    `other` may add a reason or a further claim, though neither a number nor a name.
    """
    one, other = _as_pronoun(one, other), _as_pronoun(other, one)
    first, second = statement(one), statement(other)
    score = agreement(first, second)
    if score or _FURTHER.search(one) or not (further := _FURTHER.search(other)):
        return score
    if _lacks(first, second) or _numbers(first) != _numbers(second):
        return 0.0
    score = agreement(first, statement(other[: further.start()]))
    return score and _surety(first, second)


def _as_pronoun(one: str, other: str) -> str:
    """A sentence, its subject a pronoun where that of `other` is one and its own points back with a
    general noun: "This protein helps", "It helps"."""
    pointing = _POINTING.match(one)
    if pointing and _PRONOUN.match(other) and pointing[1] in listed("general"):
        return f"It {one[pointing.end() :]}"
    return one


def agreement(one: Statement, other: Statement) -> float:
    """How surely `other` says what `one` says, in (0, 1]; 0 where something speaks against it."""
    if not (one.comparable and other.comparable) or _numbers(one) != _numbers(other):
        return 0.0
    if _lacks(one, other) or _lacks(other, one):
        return 0.0
    if len(one.content) < LEAST_SHARED * len(other.content):
        return 0.0
    if Counter(one.content) - Counter(other.content):
        return 0.0
    partners, moved = _aligned(one.content, other.content)
    if _in_order(one, other, partners, moved) or _in_phrases(one, other, partners):
        return _surety(one, other)
    return 0.0


def _in_order(one: Statement, other: Statement, partners: Partners, moved: Sequence[int]) -> bool:
    """Whether words and marks agree, read in order."""
    order = _order(one, other, partners, moved)
    if order is None or not _marks_agree(one, other, partners, order):
        return False
    if order == "same" and _passive_alone(one, other, partners):
        return False
    return not (_displaced(one, other, partners, order) or _qualified(other, partners.values()))


def _passive_alone(one: Statement, other: Statement, partners: Partners) -> bool:
    """Whether one sentence has a form of "be" before a word in common, and the other none at all:
    "the dog was bitten", "the dog bit"."""
    back = {there: here for here, there in partners.items()}
    return (not other.verbs and bool(one.verbs & partners.keys())) or (
        not one.verbs and bool(other.verbs & back.keys())
    )


def _in_phrases(one: Statement, other: Statement, partners: Partners) -> bool:
    """Whether words and marks agree, read phrase by phrase; `other` may add whole phrases."""
    if not rearranged(one, other, partners):
        return False
    held = {other.phrases[place].run for place in partners.values()}
    added = set(range(len(other.content))) - set(partners.values())
    verb = unnamed_passive(one, other, partners)
    if verb is not None:
        added -= _doer(other, partners[verb], added)
    if any(
        other.phrases[place].run in held or other.phrases[place].behind not in listed("addable")
        for place in added
    ):
        return False
    second = [
        mark
        for mark in _marks_without_agent(other)
        if mark.place not in added or mark.kind not in listed("adding")
    ]
    if _marked(one, _marks_without_agent(one)) != _marked(other, second):
        return False
    numbers = [place for place in one.must if one.content[place].startswith("#")]
    return len({one.content[place] for place in numbers}) < 2 or all(
        _beside(one, here - 1, here + 1, other, partners[here] - 1, partners[here] + 1)
        or (_alone(one, here) and _alone(other, partners[here]))
        for here in numbers
    )


def _doer(said: Statement, verb: int, added: Collection[int]) -> set[int]:
    """The words that tell who does what a verb says, where all of them are added."""
    before = {place for place in range(verb) if said.phrases[place].run == said.phrases[verb].run}
    return before if before <= set(added) else set()


def _marks_without_agent(said: Statement) -> list[Mark]:
    agent = agent_of(said)
    return [mark for mark in said.marks if mark.kind != "by" or mark.place != agent]


def _alone(said: Statement, place: int) -> bool:
    """Whether a content word is the only one of its phrase."""
    return sum(phrase.run == said.phrases[place].run for phrase in said.phrases) == 1


def _surety(one: Statement, other: Statement) -> float:
    """The less `other` adds to what it has of `one`, the surer."""
    return (1 + len(one.content) / len(other.content)) / 2


def _numbers(said: Statement) -> Counter[str]:
    return Counter(word for word in said.content if word.startswith("#"))


def _lacks(one: Statement, other: Statement) -> bool:
    """Whether `one` lacks a number or name of `other`."""
    return not {other.content[place] for place in other.must} <= set(one.content)


def _aligned(one: Sequence[str], other: Sequence[str]) -> tuple[dict[int, int], list[int]]:
    """The partners of the words of `one`, and which of these stand in another order there."""
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    partners = {a + step: b + step for a, b, size in blocks for step in range(size)}
    left: dict[str, list[int]] = {}
    for place in sorted(set(range(len(other))) - set(partners.values()), reverse=True):
        left.setdefault(other[place], []).append(place)
    moved = []
    for place, word in enumerate(one):
        if place not in partners and left.get(word):
            partners[place] = left[word].pop()
            moved.append(place)
    return partners, moved


def _order(
    one: Statement, other: Statement, partners: Partners, moved: Sequence[int]
) -> Order | None:
    """How the words of `one` are ordered in `other`; None where that may change what is said."""
    if not moved:
        return "same"
    items = _has_items(one, other) and _has_items(other, one)
    if items and all(p in one.listed and partners[p] in other.listed for p in moved):
        return "listed"
    places = [partners[place] for place in sorted(partners)]
    if sum(a > b for a, b in pairwise(places)) == 1 and places[-1] < places[0]:
        return "turned"
    back = {there: here for here, there in partners.items()}
    return "passive" if _turns(one, other, back) or _turns(other, one, partners) else None


def _has_items(one: Statement, other: Statement) -> bool:
    """Whether `one` has the items of lists of `other`, each with its words together."""
    held = f" {' '.join(one.content)} "
    return all(f" {' '.join(other.content[start:end])} " in held for start, end in other.items)


def _turns(active: Statement, passive: Statement, partners: Partners) -> bool:
    """Whether `passive` is the passive of `active`: what follows "by" stands before the verb there,
    and what comes before the verb behind it. `partners` are those of the words of `passive`."""
    agents = [mark.place for mark in passive.marks if mark.kind == "by"]
    if len(agents) != 1 or any(mark.kind == "by" for mark in active.marks):
        return False
    verb = max((place for place in passive.verbs if place < agents[0]), default=0)
    if not verb or not {agents[0], verb, verb - 1} <= partners.keys():
        return False
    return partners[agents[0]] < partners[verb] < partners[verb - 1]


def _marks_agree(one: Statement, other: Statement, partners: Partners, order: Order) -> bool:
    """Whether both sentences have the same marks, each beside the same words."""
    first, second = list(one.marks), list(other.marks)
    if order == "passive":
        first, second = ([m for m in marks if m.kind != "by"] for marks in (first, second))
    more = Counter(m.kind for m in second) - Counter(m.kind for m in first)
    ends = min(partners.values()), max(partners.values())
    second = [m for m in second if not (more[m.kind] and _adds(other, m, *ends))]
    if Counter(m.kind for m in first) != Counter(m.kind for m in second):
        return False
    first, second = ([m for m in marks if m.kind != "or"] for marks in (first, second))
    if order == "same":
        return all(
            a.kind == b.kind and _beside(one, a.place - 1, a.place, other, b.place - 1, b.place)
            for a, b in zip(first, second, strict=True)
        )
    return _marked(one, first) == _marked(other, second)


def _adds(said: Statement, mark: Mark, first: int, last: int) -> bool:
    """Whether a mark begins an addition of where or how, outside of all between two places."""
    apart = mark.place < first or last < mark.place < len(said.content)
    return apart and mark.kind in listed("adding")


def _marked(said: Statement, marks: Iterable[Mark]) -> Counter[tuple[str, str]]:
    """Each mark with the content word behind it, unless it is about the whole sentence."""
    return Counter(
        (mark.kind, "" if mark.kind in listed("whole") else _word(said, mark.place))
        for mark in marks
    )


def _word(said: Statement, place: int) -> str:
    """The content word at a place, nothing beyond the ends."""
    return said.content[place] if 0 <= place < len(said.content) else ""


def _beside(
    one: Statement, before: int, behind: int, other: Statement, there_before: int, there_behind: int
) -> bool:
    """Whether the words at two places of a sentence, or one of them, are those of the other."""
    return _word(one, before) == _word(other, there_before) or _word(one, behind) == _word(
        other, there_behind
    )


def _displaced(one: Statement, other: Statement, partners: Partners, order: Order) -> bool:
    """Whether one of several numbers, or of several names, stands beside other words there. Where
    a sentence is turned round, those at an end may come to stand at either end."""
    ends = {0, len(other.content) - 1} if order in ("turned", "passive") else set()
    at_end = {here for here in (0, len(one.content) - 1) if partners[here] in ends}
    for numbers in (True, False):
        places = [
            place for place in one.must - at_end if one.content[place].startswith("#") == numbers
        ]
        if len({one.content[place] for place in places}) > 1 and not all(
            _beside(one, here - 1, here + 1, other, partners[here] - 1, partners[here] + 1)
            for here in places
        ):
            return True
    return False


def _qualified(other: Statement, held: Collection[int]) -> bool:
    """Whether a word that `other` adds may qualify one of those that it has in common: it stands
    among these, and is in no item of a list that is added as a whole, or it stands at either end
    without a word or sign between."""
    first, last = min(held), max(held)
    begins = [*sorted(other.begun), len(other.content)]
    whole = {
        place
        for start, end in pairwise(begins)
        if not set(range(start, end)) & set(held)
        for place in range(start, end)
    }
    among = set(range(first, last)) - set(held) - (whole & other.listed)
    before = first > 0 and first not in other.begun
    behind = last + 1 < len(other.content) and last + 1 not in other.begun
    return bool(among) or before or behind
