"""Decide by their words whether one English sentence says the same as another.

Whatever differs makes two sentences differ, unless it is known to be harmless: articles, commas,
ways to write a number or a date, and a few hundred synonyms and phrases. All other words, signs,
capital letters and endings must be the same, in the same order. The order may differ if items of a
list are exchanged, if the end of the sentence comes first, if an active sentence becomes passive,
or if whole phrases move. Only a reason or an explanation may be added at the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from difflib import SequenceMatcher
from itertools import zip_longest

from hyperdigest.features.corroboration.order import agent_of, rearranged
from hyperdigest.features.corroboration.statement import Mark, Statement, statement
from hyperdigest.features.corroboration.words import listed, speech_terms, verb_terms

MOST_LETTERS = 4000

_FURTHER = re.compile(r" because |, which means (?=that |both )")
"""The beginning of a reason or an explanation."""

_PRONOUN = re.compile(r"(?:It|They) ")
_POINTING = re.compile(r"(?:The|This|These) ([a-z]+) (?!of|for|in|with|from|that|who|which|to\b)")
_THEM = re.compile(r"\bthem\b")
_REPEATED = re.compile(r"\bthe ([a-z]+s)\b")
_FIRST_WORD = re.compile(r"[A-Z][a-z]+\b")

_PRESENT, _PAST = frozenset(("", "e", "y", "s", "es", "ies")), frozenset(("ed",))
_ACTIVE_ENDINGS = {
    **{(be, ending): _PRESENT for be in ("is", "are", "be") for ending in ("ed", "")},
    **{(be, "ed"): _PAST for be in ("was", "were", "been")},
}
"""The endings of an active verb, for a form of "be" and the ending of the passive."""

Partners = Mapping[int, int]
"""For each content word, its place in the first sentence and that in the second."""


def says_the_same(one: str, other: str) -> float:
    """How certainly the English sentence `other` says what `one` says, in (0, 1]; 0 if it does not.

    `other` may add a reason or an explanation. Sentences of more than `MOST_LETTERS` never agree.
    """
    if max(len(one), len(other)) > MOST_LETTERS:
        return 0.0
    if agrees(one, other):
        return 1.0
    further = _FURTHER.search(other)
    if not further or _FURTHER.search(one) or not _is_simple(statement(one)):
        return 0.0
    return len(one) / len(other) if agrees(one, other[: further.start()]) else 0.0


def agrees(one: str, other: str) -> bool:
    """Whether two sentences say the same, neither more than the other."""
    one, other = _as_pronoun(one, other), _as_pronoun(other, one)
    first, second = statement(_as_inside(one, other)), statement(_as_inside(other, one))
    if not (first.comparable and second.comparable):
        return False
    if first.content == second.content:
        return first.endings == second.endings and _same_marks(first.marks, second.marks)
    if Counter(first.content) != Counter(second.content):
        return False
    partners, moved = _aligned(first.content, second.content)
    return _reordered(first, second, partners, moved)


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


def _as_inside(one: str, other: str) -> str:
    """The sentence with its first word in lower case, if `other` has it so elsewhere."""
    first = _FIRST_WORD.match(one)
    word = first and re.compile(rf"\b{first[0].lower()}\b")
    if word and word.search(other) and not word.search(one):
        return one[0].lower() + one[1:]
    return one


def _is_simple(sentence: Statement) -> bool:
    """Whether a reason after the sentence can only be one of the sentence as a whole."""
    return not any(mark.kind in listed("scoping") for mark in sentence.marks)


def _same_marks(one: Sequence[Mark], other: Sequence[Mark]) -> bool:
    """Whether two sentences have the same marks; a semicolon may be a comma or "and"."""
    return all(
        a is not None
        and b is not None
        and a.place == b.place
        and (a.kind == b.kind or {a.kind, b.kind} in ({";", ","}, {";", "and"}))
        for a, b in zip_longest(one, other)
    )


def _aligned(one: Sequence[str], other: Sequence[str]) -> tuple[dict[int, int], list[int]]:
    """The partners of the words of `one`, and those of these words that are ordered differently."""
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    partners = {a + step: b + step for a, b, size in blocks for step in range(size)}
    unmatched: dict[str, list[int]] = {}
    for place in sorted(set(range(len(other))) - set(partners.values()), reverse=True):
        unmatched.setdefault(other[place], []).append(place)
    moved = []
    for place, word in enumerate(one):
        if place not in partners:
            partners[place] = unmatched[word].pop()
            moved.append(place)
    return partners, moved


def _same_endings(one: Statement, other: Statement, partners: Partners) -> bool:
    """Whether words have the same endings, but for a verb that is passive in one sentence only."""
    for here, there in partners.items():
        be, its_be = one.verbs.get(here, ""), other.verbs.get(there, "")
        ending, its_ending = one.endings[here], other.endings[there]
        if bool(be) == bool(its_be):
            same = (be, ending) == (its_be, its_ending)
        elif be:
            same = its_ending in _ACTIVE_ENDINGS.get((be, ending), ())
        else:
            same = ending in _ACTIVE_ENDINGS.get((its_be, its_ending), ())
        if not same:
            return False
    return True


def _reordered(one: Statement, other: Statement, partners: Partners, moved: Sequence[int]) -> bool:
    """Whether the words are in another order that says the same, and the marks move with them."""
    if any(mark.kind in listed("focusing") for mark in one.marks):
        return False
    if all(place in one.listed and partners[place] in other.listed for place in moved):
        return (
            all(one.endings[here] == other.endings[there] for here, there in partners.items())
            and not any(one.endings[place] == "ed" for place in moved)
            and _has_items(one, other)
            and _has_items(other, one)
            and _same_marks_by_word(
                one.marks, other.marks, one, other, listed("loose") | {"and", "or"}
            )
        )
    if not _same_endings(one, other, partners):
        return False
    back = {there: here for here, there in partners.items()}
    if _end_moves(one, other, partners) or _end_moves(other, one, back):
        return _same_marks_by_word(one.marks, other.marks, one, other)
    if not (_phrases_stay(one, other, partners) and rearranged(one, other, partners)):
        return False
    movable = listed("prepositions") | {"of"}
    first, second = _active_marks(one), _active_marks(other)
    return _at_most_one_changed(first, second, movable) and _same_marks_by_word(
        [mark for mark in first if mark.kind not in movable],
        [mark for mark in second if mark.kind not in movable],
        one,
        other,
    )


def _at_most_one_changed(
    one: Sequence[Mark], other: Sequence[Mark], kinds: AbstractSet[str]
) -> bool:
    """Whether two sentences have the same prepositions, but for one that may be left out."""
    first, second = (
        Counter(mark.kind for mark in marks if mark.kind in kinds) for marks in (one, other)
    )
    changed = [*(first - second).elements(), *(second - first).elements()]
    return len(changed) <= 1 and listed("loose").issuperset(changed)


def _has_items(one: Statement, other: Statement) -> bool:
    """Whether `one` has all items of lists of `other`, the words of each together."""
    text = f" {' '.join(one.content)} "
    return all(f" {' '.join(other.content[start:end])} " in text for start, end in other.items)


def _end_moves(one: Statement, other: Statement, partners: Partners) -> bool:
    """Whether the words are the same but for the end of `one`, with which `other` begins.

    The end must be a phrase or clause with a preposition and there may be only one verb before it;
    or it follows the name of the speaker.
    """
    length = len(one.content)
    middle = next(place for place in range(length) if partners[place] == 0)
    if any(partners[place] != (place - middle) % length for place in range(length)):
        return False
    at_middle = {mark.kind for mark in one.marks if mark.place == middle}
    if at_middle & listed("prepositions"):
        return sum(verb < middle for verb in _verbs(one)) <= 1
    return one.content[middle - 1] in speech_terms() and _verbs(one)[0] == middle - 1


def _verbs(sentence: Statement) -> list[int]:
    """The places of words that may be verbs, but for the present tense of other than speech."""
    infinitives = {mark.place for mark in sentence.marks if mark.kind == "to"}
    return [
        place
        for place, (word, ending) in enumerate(zip(sentence.content, sentence.endings, strict=True))
        if ending == "ed"
        or place in sentence.verbs
        or word in speech_terms()
        or (place in infinitives and ending in _PRESENT and word in verb_terms())
    ]


def _phrases_stay(one: Statement, other: Statement, partners: Partners) -> bool:
    """Whether no phrase with a preposition may belong to another word than in the other sentence.

    Each must follow the same verb in both, or begin one of them, which has no further verb. "Last"
    and "next" must be before the same word.
    """
    first, second = _verbs(one), _verbs(other)
    is_clear = len(first) <= 1 and len(second) <= 1
    for here, there in partners.items():
        phrase, its_phrase = one.phrases[here], other.phrases[there]
        if one.content[here] in ("last", "next") and (
            one.content[here + 1 : here + 2] != other.content[there + 1 : there + 2]
        ):
            return False
        if not {phrase.preposition, its_phrase.preposition}.isdisjoint(("", "to")):
            continue
        begins = (phrase.run, its_phrase.run) != (one.phrases[0].run, other.phrases[0].run) and (
            phrase.run == one.phrases[0].run or its_phrase.run == other.phrases[0].run
        )
        if begins and not is_clear:
            return False
        if not begins and _last_before(here, first, one) != _last_before(there, second, other):
            return False
    return True


def _last_before(place: int, verbs: Sequence[int], sentence: Statement) -> str:
    """The last verb before a place; empty if there is none."""
    return next((sentence.content[verb] for verb in reversed(verbs) if verb < place), "")


def _active_marks(sentence: Statement) -> list[Mark]:
    """The marks without those of a passive with its agent: "be" and "by"."""
    agent = agent_of(sentence)
    if agent is None:
        return list(sentence.marks)
    verb = max(place for place in sentence.verbs if place < agent)
    return [
        mark
        for mark in sentence.marks
        if not (mark.kind == "by" and mark.place == agent)
        and not (mark.kind in listed("be") and verb - 1 <= mark.place <= verb)
    ]


def _same_marks_by_word(
    first: Iterable[Mark],
    second: Iterable[Mark],
    one: Statement,
    other: Statement,
    apart: AbstractSet[str] = frozenset(),
) -> bool:
    """Whether both sentences have the same marks before the same words; commas do not count.

    Forms of "be", and the kinds `apart`, may be before other words.
    """
    apart = listed("be") | apart
    return _by_word(first, one, apart) == _by_word(second, other, apart)


def _by_word(
    marks: Iterable[Mark], sentence: Statement, apart: AbstractSet[str]
) -> Counter[tuple[str, ...]]:
    """The marks that are before each content word with this word; those `apart` each alone."""
    words = (*sentence.content, "")
    before: dict[int, list[str]] = {}
    alone = Counter[tuple[str, ...]]()
    for mark in marks:
        if mark.kind in apart:
            alone[mark.kind,] += 1
        elif mark.kind != ",":
            before.setdefault(mark.place, []).append(mark.kind)
    return alone + Counter((*kinds, words[place]) for place, kinds in before.items())
