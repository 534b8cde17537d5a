"""Decide by their words whether one English sentence says the same as another.

The second sentence must have every content word of the first; words that it adds may qualify none
of them. Both must have the same numbers, names and marks, next to the same words, in the same
order. The order may differ if items of a list are exchanged, if the end of the sentence comes
first, if an active sentence becomes passive, or if whole phrases move. The rules are strict: a
reader should agree with nine of ten pairs that are accepted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal

from hyperdigest.features.corroboration.order import agent_of, agentless_passive, rearranged
from hyperdigest.features.corroboration.statement import Mark, Statement, statement
from hyperdigest.features.corroboration.words import listed

LEAST_COMMON = 0.55
"""The least share of the second sentence's content words that must be in the first."""

_FURTHER = re.compile(r",? because |, which |, who |, where ")
"""The beginning of a reason or a further claim."""

_PRONOUN = re.compile(r"(?:It|They) ")
_POINTING = re.compile(r"(?:The|This|These) ([a-z]+) (?!of|for|in|with|from|that|who|which|to\b)")

Partners = Mapping[int, int]
"""For each common content word, its place in the first sentence and that in the second."""

Order = Literal["same", "listed", "turned", "passive"]
"""How the common words of the second sentence are ordered: as in the first, with items of a list
exchanged, with the end of the sentence first, or as a passive."""


def says_the_same(one: str, other: str) -> float:
    """How certainly the English sentence `other` says what `one` says, in (0, 1]; 0 if it does not.

    `other` may add a reason or a further claim, but no number or name.
    """
    one, other = _as_pronoun(one, other), _as_pronoun(other, one)
    first, second = statement(one), statement(other)
    score = agreement(first, second)
    if score or _FURTHER.search(one) or not (further := _FURTHER.search(other)):
        return score
    if _lacks_name_of(first, second) or _numbers(first) != _numbers(second):
        return 0.0
    score = agreement(first, statement(other[: further.start()]))
    return score and _certainty(first, second)


def _as_pronoun(one: str, other: str) -> str:
    """The sentence with a pronoun as subject, if `other` has one and this one a general noun.

    "This protein helps" becomes "It helps".
    """
    pointing = _POINTING.match(one)
    if pointing and _PRONOUN.match(other) and pointing[1] in listed("general"):
        return f"It {one[pointing.end() :]}"
    return one


def agreement(one: Statement, other: Statement) -> float:
    """How certainly `other` says what `one` says, in (0, 1]; 0 if a rule is violated."""
    if not (one.comparable and other.comparable) or _numbers(one) != _numbers(other):
        return 0.0
    if _lacks_name_of(one, other) or _lacks_name_of(other, one):
        return 0.0
    if len(one.content) < LEAST_COMMON * len(other.content):
        return 0.0
    if Counter(one.content) - Counter(other.content):
        return 0.0
    partners, moved = _aligned(one.content, other.content)
    if _in_order(one, other, partners, moved) or _in_phrases(one, other, partners):
        return _certainty(one, other)
    return 0.0


def _in_order(one: Statement, other: Statement, partners: Partners, moved: Sequence[int]) -> bool:
    """Whether words and marks agree in their order."""
    order = _order(one, other, partners, moved)
    if order is None or not _marks_agree(one, other, partners, order):
        return False
    if order == "same" and _only_one_is_passive(one, other, partners):
        return False
    return not (_displaced(one, other, partners, order) or _qualified(other, partners.values()))


def _only_one_is_passive(one: Statement, other: Statement, partners: Partners) -> bool:
    """Whether one sentence has "be" before a common word, and the other has no "be" at all:
    "the dog was bitten", "the dog bit"."""
    return (not other.verbs and bool(one.verbs & partners.keys())) or (
        not one.verbs and bool(other.verbs & set(partners.values()))
    )


def _in_phrases(one: Statement, other: Statement, partners: Partners) -> bool:
    """Whether words and marks agree phrase by phrase; `other` may add whole phrases."""
    if not rearranged(one, other, partners):
        return False
    common_runs = {other.phrases[place].run for place in partners.values()}
    added = set(range(len(other.content))) - set(partners.values())
    verb = agentless_passive(one, other, partners)
    if verb is not None:
        added -= _added_agent(other, partners[verb], added)
    if any(
        other.phrases[place].run in common_runs
        or other.phrases[place].preposition not in listed("addable")
        for place in added
    ):
        return False
    second = [
        mark
        for mark in _marks_without_agent(other)
        if mark.place not in added or mark.kind not in listed("adding")
    ]
    if _marked_words(one, _marks_without_agent(one)) != _marked_words(other, second):
        return False
    numbers = [place for place in one.must if one.content[place].startswith("#")]
    return len({one.content[place] for place in numbers}) < 2 or all(
        _same_neighbour(one, here - 1, here + 1, other, partners[here] - 1, partners[here] + 1)
        or (_is_whole_phrase(one, here) and _is_whole_phrase(other, partners[here]))
        for here in numbers
    )


def _added_agent(sentence: Statement, verb: int, added: Collection[int]) -> set[int]:
    """The places of the subject of a verb if all its words are added; empty if not."""
    run = sentence.phrases[verb].run
    before = {place for place in range(verb) if sentence.phrases[place].run == run}
    return before if before <= set(added) else set()


def _marks_without_agent(sentence: Statement) -> list[Mark]:
    agent = agent_of(sentence)
    return [mark for mark in sentence.marks if mark.kind != "by" or mark.place != agent]


def _is_whole_phrase(sentence: Statement, place: int) -> bool:
    """Whether a content word is the only one of its phrase."""
    return sum(phrase.run == sentence.phrases[place].run for phrase in sentence.phrases) == 1


def _certainty(one: Statement, other: Statement) -> float:
    """The less `other` adds to the words of `one`, the larger."""
    return (1 + len(one.content) / len(other.content)) / 2


def _numbers(sentence: Statement) -> Counter[str]:
    return Counter(word for word in sentence.content if word.startswith("#"))


def _lacks_name_of(one: Statement, other: Statement) -> bool:
    """Whether `one` lacks a number or name of `other`."""
    return not {other.content[place] for place in other.must} <= set(one.content)


def _aligned(one: Sequence[str], other: Sequence[str]) -> tuple[dict[int, int], list[int]]:
    """The partners of the words of `one`, and those of these words that are ordered differently."""
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    partners = {a + step: b + step for a, b, size in blocks for step in range(size)}
    unmatched: dict[str, list[int]] = {}
    for place in sorted(set(range(len(other))) - set(partners.values()), reverse=True):
        unmatched.setdefault(other[place], []).append(place)
    moved = []
    for place, word in enumerate(one):
        if place not in partners and unmatched.get(word):
            partners[place] = unmatched[word].pop()
            moved.append(place)
    return partners, moved


def _order(
    one: Statement, other: Statement, partners: Partners, moved: Sequence[int]
) -> Order | None:
    """How the words of `one` are ordered in `other`; None if that may change the meaning."""
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
    """Whether `one` has all items of lists of `other`, the words of each together."""
    text = f" {' '.join(one.content)} "
    return all(f" {' '.join(other.content[start:end])} " in text for start, end in other.items)


def _turns(active: Statement, passive: Statement, partners: Partners) -> bool:
    """Whether `passive` is the passive of `active`: the agent after "by" is before the verb there,
    and the subject is after it. `partners` are those of the words of `passive`."""
    agents = [mark.place for mark in passive.marks if mark.kind == "by"]
    if len(agents) != 1 or any(mark.kind == "by" for mark in active.marks):
        return False
    verb = max((place for place in passive.verbs if place < agents[0]), default=0)
    if not verb or not {agents[0], verb, verb - 1} <= partners.keys():
        return False
    return partners[agents[0]] < partners[verb] < partners[verb - 1]


def _marks_agree(one: Statement, other: Statement, partners: Partners, order: Order) -> bool:
    """Whether both sentences have the same marks, each next to the same words."""
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
            a.kind == b.kind
            and _same_neighbour(one, a.place - 1, a.place, other, b.place - 1, b.place)
            for a, b in zip(first, second, strict=True)
        )
    return _marked_words(one, first) == _marked_words(other, second)


def _adds(sentence: Statement, mark: Mark, first: int, last: int) -> bool:
    """Whether a mark begins an addition of where or how, before or after the common words."""
    is_outside = mark.place < first or last < mark.place < len(sentence.content)
    return is_outside and mark.kind in listed("adding")


def _marked_words(sentence: Statement, marks: Iterable[Mark]) -> Counter[tuple[str, str]]:
    """Each mark with the content word after it, unless it is about the whole sentence."""
    return Counter(
        (mark.kind, "" if mark.kind in listed("whole") else _word(sentence, mark.place))
        for mark in marks
    )


def _word(sentence: Statement, place: int) -> str:
    """The content word at a place; empty before the first and after the last one."""
    return sentence.content[place] if 0 <= place < len(sentence.content) else ""


def _same_neighbour(
    one: Statement, before: int, after: int, other: Statement, its_before: int, its_after: int
) -> bool:
    """Whether both sentences have the same word before, or the same word after."""
    return _word(one, before) == _word(other, its_before) or _word(one, after) == _word(
        other, its_after
    )


def _displaced(one: Statement, other: Statement, partners: Partners, order: Order) -> bool:
    """Whether one of several numbers, or of several names, is next to other words in `other`.

    If the order is turned or passive, a word at an end may move to either end.
    """
    ends = {0, len(other.content) - 1} if order in ("turned", "passive") else set()
    at_end = {here for here in (0, len(one.content) - 1) if partners[here] in ends}
    for numbers in (True, False):
        places = [
            place for place in one.must - at_end if one.content[place].startswith("#") == numbers
        ]
        if len({one.content[place] for place in places}) > 1 and not all(
            _same_neighbour(one, here - 1, here + 1, other, partners[here] - 1, partners[here] + 1)
            for here in places
        ):
            return True
    return False


def _qualified(other: Statement, common: Collection[int]) -> bool:
    """Whether a word that `other` adds may qualify one of the common words.

    It may if it is between them, unless it belongs to a list item that is added as a whole; and if
    it is right before the first or after the last of them, without another word or sign between.
    """
    first, last = min(common), max(common)
    starts = [*sorted(other.starts), len(other.content)]
    whole = {
        place
        for start, end in pairwise(starts)
        if not set(range(start, end)) & set(common)
        for place in range(start, end)
    }
    between = set(range(first, last)) - set(common) - (whole & other.listed)
    right_before = first > 0 and first not in other.starts
    right_after = last + 1 < len(other.content) and last + 1 not in other.starts
    return bool(between) or right_before or right_after
