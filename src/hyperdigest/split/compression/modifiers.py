"""What commas set off from a noun or a clause: relative clauses, other names, examples."""

from __future__ import annotations

from itertools import pairwise

from hyperdigest.split.compression.clause import (
    Spans,
    Words,
    closing,
    has_main_verb,
    is_statement,
    is_subject,
    is_verb,
    starts_predicate,
)
from hyperdigest.split.compression.words import (
    AUXILIARIES,
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SAYING,
    SUBORDINATORS,
    set_of,
)
from hyperdigest.split.verbs import verbs

_PRONOUNS = set_of("which who whom whose")
_FRONTED = set_of("of in to from by for with at on through")
_QUANTIFIERS = set_of("some all most many both each one two")
_RESTRICTED = set_of(
    "those that one ones anyone everyone someone people patients persons this these all both any"
    " each every whoever"
)
"""Words whose relative clause says which are meant, comma or not."""


def relative_clauses(words: Words) -> Spans:
    """ ", which was built in 1901": before the verb of a sentence, or at its end."""
    for comma in words.commas(1, len(words) - 3):
        at = comma + 1
        if words.word[at] in _QUANTIFIERS and words.word[at + 1] == "of":
            at += 2
        elif words.word[at] in _FRONTED:
            at += 1
        if (
            words.word[at] in _PRONOUNS
            and words.word.count(words.word[at]) == 1
            and not (words.word[comma - 1] in _RESTRICTED or _awaits_clause(words, comma))
        ):
            yield from _to_verb_or_end(words, comma)


def _awaits_clause(words: Words, comma: int) -> bool:
    """Whether what stands before `comma` asks for a clause: "the same man", "it was the man"."""
    before = words.word[:comma]
    return "same" in before or any(
        word == "it's" or (word == "it" and following in ("is", "was", "were"))
        for word, following in pairwise(before)
    )


_BEFORE_NAME = set_of("also commonly sometimes otherwise formerly often")
_NAMED = set_of("called termed abbreviated nicknamed designated")
_NAMED_AS = set_of("known referred")
_POINTS = set_of("this these that those such")


def other_names(words: Words) -> Spans:
    """ ", also known as a stroke": before the verb of a sentence, or at its end. It stays where it
    alone says what "This type" is."""
    if words.word[0] in _POINTS:
        return
    for comma in words.commas(1, len(words) - 3):
        at = comma + 1 + (words.word[comma + 1] in _BEFORE_NAME)
        named_as = words.word[at] in _NAMED_AS and "as" in words.word[at + 1 : at + 3]
        if named_as or words.word[at] in _NAMED:
            yield from _to_verb_or_end(words, comma)


_NO_NAME = set_of(
    "little bit few lot hundred thousand dozen day week month year minute second mile moment first"
    " last other latter former more less better total number maximum minimum majority half third"
    " most least while same"
)
"""Words that make a time, an amount or a contrast of "a ..." or "the ..."."""


def appositions(words: Words) -> Spans:
    """ ", a genetic disorder,": before the verb of a sentence."""
    for comma in words.commas(1, len(words) - 3):
        named = (
            words.word[comma + 1] in ("a", "an", "the") and words.word[comma + 2] not in _NO_NAME
        )
        if not named and words.word[comma + 1 : comma + 3] != ["one", "of"]:
            continue
        for first, last in _to_verb(words, comma):
            if not has_main_verb(words, first + 1, last - 1) and not _has_digit(words, first, last):
                yield first, last
        end = closing(words)
        if _closes(words, comma) and not _has_digit(words, comma, end):
            yield comma, end


def _closes(words: Words, comma: int) -> bool:
    """Whether what follows the only comma of a statement is a name for its last word."""
    first, second = words.word[:2]
    if first in _HEADS_CLAUSE or first.endswith(("ing", "ed", "ly")):
        return False
    if first == "the" and second.endswith(("er", "more", "less")):
        return False
    if words.commas(1, len(words)) != [comma] or not is_statement(words, comma):
        return False
    if words.word[comma - 1] in ("example", "instance") or _fronted(words, comma):
        return False
    if words.word[comma + 1] == "the" and "the" in words.word[1:comma]:
        return False
    return _no_verb(words, comma + 1)


def _fronted(words: Words, end: int) -> bool:
    """Whether a clause inside the words before `end` begins with "that in", "each time"."""
    return any(
        (word in ("that", "and", "but", "because", "so") and following in _HEADS_CLAUSE)
        or following == "time"
        for word, following in pairwise(words.word[:end])
    )


_HEADS_CLAUSE = PREPOSITIONS | SUBORDINATORS | CONJUNCTIONS


def _no_verb(words: Words, start: int) -> bool:
    """Whether no word to the end may be a finite verb or joins two things, up to a relative."""
    known = verbs()
    acts = CONJUNCTIONS | AUXILIARIES | SAYING | known.singular | known.past - known.participles
    if words.word[start] == "the":
        acts |= known.bases
    for i in range(start, len(words) - 1):
        word = words.word[i]
        if word in RELATIVES and i > start + 1:
            return True
        past = (word.endswith("ed") or word in known.participles) and word not in _NAMED
        if word in acts or (past and words.word[i + 1] not in PREPOSITIONS):
            return False
    return True


def _has_digit(words: Words, first: int, last: int) -> bool:
    return any(word[0].isdigit() for word in words.word[first:last])


def _to_verb_or_end(words: Words, comma: int) -> Spans:
    yield from _to_verb(words, comma)
    yield from _after_front(words, comma)
    if _one_clause(words, comma + 1) and is_statement(words, comma):
        yield comma, closing(words)


def _one_clause(words: Words, start: int) -> bool:
    """Whether one clause goes on to the end: no comma in it but those of a list, "a, b, and c"."""
    commas = words.commas(start, len(words) - 1)
    if not commas:
        return True
    joined = [words.word[i + 1] in CONJUNCTIONS for i in commas]
    listed = len(commas) > 1 and joined == [False] * (len(commas) - 1) + [True]
    return listed and _only_names(words, commas[0] + 1)


def _to_verb(words: Words, comma: int) -> Spans:
    """From a comma after a subject to the next comma, where the verb of the subject follows it."""
    if is_subject(words, comma):
        for other in words.commas(comma + 2, len(words) - 2)[:1]:
            if starts_predicate(words, other + 1):
                yield comma, other + 1


def _after_front(words: Words, comma: int) -> Spans:
    """From a comma in what precedes a clause to the comma before it: "In dialysis, which is safe,
    the blood is filtered."."""
    commas = words.commas(1, len(words) - 3)
    if comma != commas[0] or words.word[0] not in PREPOSITIONS | SUBORDINATORS:
        return
    if is_statement(words, comma) and words.word[0] in PREPOSITIONS - SUBORDINATORS:
        return
    ends = [i for i in commas[1:] if words.word[i + 1] in PRONOUNS | DETERMINERS]
    if len(ends) == 1 and ends[0] > comma + 2 and has_main_verb(words, ends[0] + 1, len(words)):
        yield comma, ends[0]


_OPENINGS = (
    ("including",),
    ("such", "as"),
    ("e.g",),
    ("for", "example"),
    ("for", "instance"),
    ("especially",),
    ("particularly",),
    ("in", "particular"),
    ("notably",),
    ("namely",),
)


def examples(words: Words) -> Spans:
    """ ", including ...", ", such as ...": before the verb of a sentence, or at its end."""
    for comma in words.commas(1, len(words) - 3):
        first = comma + 1 + _opening(words, comma + 1)
        if first == comma + 1 or words.word[first] == ",":
            continue
        yield from _after_front(words, comma)
        ends = words.commas(first, len(words) - 3)
        to_verb = [i for i in ends if starts_predicate(words, i + 1)]
        if to_verb and is_subject(words, comma):
            yield comma, to_verb[0] + 1
        elif is_statement(words, comma):
            if _only_names(words, first):
                yield comma, closing(words)
            goes_on = len(ends) == 1 and words.word[ends[0] + 1] in _GOES_ON
            if goes_on and "to" not in words.word[first : ends[0]]:
                yield comma, ends[0] + 1


_GOES_ON = PREPOSITIONS - SUBORDINATORS - {"for"}


def _opening(words: Words, at: int) -> int:
    """How many words at `at` say that examples follow."""
    for opening in _OPENINGS:
        if tuple(words.word[at : at + len(opening)]) == opening:
            return len(opening)
    return 0


def _only_names(words: Words, start: int) -> bool:
    """Whether names of things follow to the end, and nothing that goes on with the clause."""
    awaited = 0
    in_gerunds = any(word.endswith("ing") for word in words.word[start : start + 2])
    for i in range(start, len(words)):
        word, before = words.word[i], words.word[i - 1]
        if words.inside[i]:
            continue
        if before == "," and word in PREPOSITIONS | RELATIVES:
            return False
        if before in ("and", "or") and word.endswith("ing") and not in_gerunds:
            return False
        if word in RELATIVES or word in ("when", "where", "while"):
            awaited += 1
        elif word.partition("'")[0] in PRONOUNS:
            return False
        elif starts_predicate(words, i) and (before in (",", "and", "or") or is_verb(words, i)):
            if not awaited:
                return False
            awaited -= 1
    return True


_OF_MANNER = set_of(
    "including depending according assuming providing regarding concerning considering excluding"
    " following during starting beginning ending ranging keeping taking remembering being having"
    " using pending barring wearing going citing quoting"
)
"""Participles that are prepositions, that restrict, or that say how."""


_BE = set_of("be been is are was were am")


def participial_clauses(words: Words) -> Spans:
    """ ", making it ...", at the end of a statement that is no instruction."""
    known = verbs()
    broken = any(
        words.word[i - 1 - words.word[i - 1].endswith("ly")] in _BE
        for i in words.commas(2, len(words))
    )
    if words.word[0] in known.bases or broken:
        return
    for comma in words.commas(1, len(words) - 3):
        at = comma + 1 + (words.word[comma + 1] in ("thereby", "thus", "hence", "therefore"))
        word = words.word[at]
        if word not in known.present or word in _OF_MANNER or words.is_capital(at):
            continue
        if not _one_clause(words, at) or words.word[at + 1] in CONJUNCTIONS | {".", ","}:
            continue
        if _in_row(words, comma) or _has_subject_of(words, at):
            continue
        if is_statement(words, comma):
            yield comma, closing(words)


_BEFORE_SUBJECT = RELATIVES | PRONOUNS | SUBORDINATORS - PREPOSITIONS - {"so"}


def _has_subject_of(words: Words, start: int) -> bool:
    """Whether a verb to the end has what begins at `start` as its subject: "eating it would be"."""
    for i in range(start, len(words)):
        if words.word[i] in _BEFORE_SUBJECT:
            return False
        if words.word[i] in AUXILIARIES:
            return True
    return False


def _in_row(words: Words, end: int) -> bool:
    """Whether one of several participles in a row stands before `end`: "by reading, writing"."""
    return any(
        words.word[i].endswith("ing") and words.word[i - 1] in (",", "by", "of", "and", "or")
        for i in range(1, end)
    )
