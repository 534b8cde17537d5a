"""A sentence as words and signs, and what the rules ask of a run of them.

Nothing here parses: a verb is told by a list of common ones and by its ending, and where a question
cannot be answered from that, the answer is the one with which nothing is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.split.compression.words import (
    AUXILIARIES,
    CLOSED,
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SUBORDINATORS,
    set_of,
)
from hyperdigest.split.verbs import verbs

Spans = Iterator[tuple[int, int]]
"""Runs of words and signs, each from its first to after its last."""

_TOKEN = re.compile(r"[^\W_]+(?:[-'’./&_][^\W_]+)*|\S")


class Words:
    """The words and signs of a text: `word[i]`, in small letters, is `text[start[i]:end[i]]`."""

    def __init__(self, text: str) -> None:
        found = list(_TOKEN.finditer(text))
        self.text = text
        self.start = [one.start() for one in found]
        self.end = [one.end() for one in found]
        self.word = [one[0].lower().replace("’", "'") for one in found]
        self.inside = _depths(self.word)
        self._commas = [i for i, word in enumerate(self.word) if word == "," and not self.inside[i]]

    def __len__(self) -> int:
        return len(self.word)

    def is_comma(self, i: int) -> bool:
        """Whether `i` is a comma outside all brackets."""
        return self.word[i] == "," and not self.inside[i]

    def is_capital(self, i: int) -> bool:
        return self.text[self.start[i]].isupper()

    def commas(self, start: int, end: int) -> list[int]:
        """The commas from `start` to before `end`, outside all brackets."""
        return [i for i in self._commas if start <= i < end]


def _depths(words: list[str]) -> list[bool]:
    """Whether each word or sign stands in brackets or is one."""
    if "(" not in words and "[" not in words:
        return [False] * len(words)
    depth, inside = 0, []
    for word in words:
        depth += word in ("(", "[")
        inside.append(depth > 0)
        depth -= word in (")", "]") and depth > 0
    return inside


def is_verb(words: Words, i: int) -> bool:
    """Whether `i` is, by all signs, a finite verb."""
    word, before = words.word[i], words.word[i - 1] if i else ""
    if word in AUXILIARIES or word.endswith("n't"):
        return not (word in ("can", "will", "might") and before in DETERMINERS)
    if before in DETERMINERS or before in PREPOSITIONS or before == "to":
        return before in PRONOUNS and before not in ("this", "these", "those") and is_form(word)
    if words.is_capital(i) and i > 0:
        return False
    return is_form(word) or takes_object(words, i)


def takes_object(words: Words, i: int) -> bool:
    """Whether a word of no closed class stands before an article, as verbs do and few nouns."""
    word = words.word[i]
    if i == 0 or i + 1 >= len(words) or words.word[i + 1] not in _ARTICLES:
        return False
    ends = word.endswith(("s", "ed")) or words.word[i - 1] in PRONOUNS
    return ends and word.isalpha() and len(word) > 3 and word not in CLOSED


_ARTICLES = set_of("a an the its their his her our my your")


def is_form(word: str) -> bool:
    """Whether `word` is a form of a verb that may be finite."""
    known = verbs()
    return word in known.singular or word in known.past or word in known.bases


def clear_verb(words: Words, i: int) -> bool:
    """Whether `i` is a finite verb that can hardly be a noun or a participle."""
    word, known = words.word[i], verbs()
    if not is_verb(words, i):
        return False
    if word in AUXILIARIES or word.endswith("n't"):
        return True
    before = words.word[i - 1] if i else ""
    if before.endswith("ly") or before in _BEFORE_VERB:
        before = words.word[i - 2] if i > 1 else ""
    if takes_object(words, i):
        return True
    following = words.word[i + 1] if i + 1 < len(words) else ""
    if word in known.past and following in _ARTICLES:
        return True
    if word in known.participles:
        passive = not AUXILIARIES.isdisjoint(words.word[max(0, i - 4) : i]) or before == "been"
        return before in PRONOUNS or (i > 1 and following in _AFTER_INTRANSITIVE and not passive)
    if word in known.past:
        return True
    return i + 1 < len(words) and (
        following in DETERMINERS
        or following in _AFTER_FINITE
        or before in PRONOUNS
        or (word in known.bases and before.endswith("s") and not before.endswith(("ss", "'s")))
    )


_AFTER_FINITE = set_of("to that as in from on at into many several most more much two")
_AFTER_INTRANSITIVE = set_of("out up down off away back , .")
_BEFORE_VERB = set_of("also still then now both each all")


def starts_predicate(words: Words, i: int) -> bool:
    """Whether a predicate begins at `i`: a finite verb, perhaps after an adverb."""
    i += i < len(words) and (words.word[i].endswith("ly") or words.word[i] in _BEFORE_VERB)
    if i >= len(words) or words.is_capital(i):
        return False
    word = words.word[i]
    if word in AUXILIARIES or word.endswith("n't"):
        return True
    known = verbs()
    following = words.word[i + 1] if i + 1 < len(words) else ""
    if word in known.singular or word in known.past:
        return following not in (",", "and", "or", ".")
    return word in known.bases and following in DETERMINERS


def has_main_verb(words: Words, start: int, end: int) -> bool:
    """Whether a main clause stands in the words, as far as its verb: a finite verb that no relative
    pronoun and no subordinator before it asks for."""
    asked = 0
    after = start
    for i in range(start, end):
        word = words.word[i]
        if words.inside[i] or i < after:
            continue
        if is_verb(words, i) and (asked or clear_verb(words, i) or _after_noun(words, i)):
            if not asked:
                return True
            asked -= 1
            after = _after_verb(words, i, end)
        elif word in RELATIVES or (
            word in SUBORDINATORS
            and (word not in PREPOSITIONS or i == start)
            and word not in ("as", "so", "that", "once")
        ):
            asked += 1
    return False


def _after_verb(words: Words, i: int, end: int) -> int:
    """The place after a verb, and after those that an auxiliary at `i` brings: "has not been"."""
    if words.word[i] not in AUXILIARIES:
        return i + 1
    i += 1
    while i < end and (words.word[i] in _WITH_AUXILIARY or words.word[i].endswith(("ly", "n't"))):
        i += 1
    return i + (i < end and is_form(words.word[i]))


_WITH_AUXILIARY = AUXILIARIES | set_of("not never be been being also still only now then already")


def _after_noun(words: Words, i: int) -> bool:
    """Whether a verb of which a noun may have the form follows a word that can be a subject, and
    goes on as a verb does."""
    if i == 0 or i + 1 >= len(words):
        return False
    following = words.word[i + 1]
    singular, before = words.word[i] in verbs().singular, words.word[i - 1]
    if before in PRONOUNS:
        return True
    goes_on = following in DETERMINERS or following in ("to", "that")
    return goes_on and (singular or before.endswith("s")) and before not in PREPOSITIONS


_AFTER_PARTICIPLE = PREPOSITIONS - set_of("to out up down off") | CONJUNCTIONS


def is_subject(words: Words, end: int) -> bool:
    """Whether the words before `end` are a subject that waits for its verb."""
    first, known = words.word[0], verbs()
    if first in PREPOSITIONS | SUBORDINATORS - {"that"} | CONJUNCTIONS or words.commas(0, end):
        return False
    if first.endswith(("ly", "ed")) or words.word[end - 1] in _NO_NOUN:
        return False
    for i in range(end):
        word = words.word[i]
        if words.inside[i]:
            continue
        if word in RELATIVES or word in ("there", ":", ";"):
            return False
        ambiguous = word in known.participles or word in known.bases
        if is_verb(words, i) and (word in AUXILIARIES or not ambiguous):
            return False
        if word in known.past and words.word[i + 1] not in _AFTER_PARTICIPLE and i + 1 < end:
            return False
    return True


def is_statement(words: Words, end: int) -> bool:
    """Whether what stands before `end` is a whole clause, so that the rest is an afterthought."""
    if words.word[end - 1] in PREPOSITIONS | CONJUNCTIONS | DETERMINERS:
        return False
    return _DASHES.isdisjoint(words.word[max(0, end - 5) : end]) and has_main_verb(words, 0, end)


_DASHES = frozenset("-–—")


def closing(words: Words) -> int:
    """The place of the marks that close a sentence."""
    end = len(words)
    while end > 1 and not words.word[end - 1][0].isalnum() and words.word[end - 1] not in ")]":
        end -= 1
    return end


_NO_NOUN = PREPOSITIONS | DETERMINERS | PRONOUNS
