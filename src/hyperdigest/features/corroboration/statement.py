"""What an English sentence says, in the parts that another one that says the same must have too.

A sentence becomes its content words, stemmed and in order, and its marks: words that change what is
said of them, such as "not", "may" or "before". Numbers and names are content words that may not be
missing on either side.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from hyperdigest.features.corroboration.tokens import NUMBER, Token, tokens
from hyperdigest.features.corroboration.words import (
    empty_words,
    families,
    light_words,
    listed,
    mark_classes,
    stem_of,
)

SHORTEST, LONGEST = 3, 120
"""Content words of the shortest sentence compared, a mark for one of them, and of the longest."""

NAMED = 2
"""So many things named in a sentence before "it" or "they", and that may be one of them."""

_KEPT = 2048
"""Sentences that are kept as they were read."""

_REFERRING = re.compile(
    r" of (?:the|this) (?:condition|disease|disorder|syndrome|infection)\b(?! of)"
)
"""What names again what a document is about."""

_QUESTION = re.compile(r"[?？]\s?[\"'”’)\]]*$")
_SIGNS = frozenset(",;•/")
_LINKS = _SIGNS | {"and", "or"}
_MANNER = (
    "ally",
    "ously",
    "ively",
    "ently",
    "antly",
    "edly",
    "ately",
    "fully",
    "ingly",
    "ickly",
    "dily",
)
_SHORT = 6
_PARTS = frozenset(("that", "which", "who"))
_PRONOUN_OR_ARTICLE = "AI"
_TIMES = frozenset(("last", "next"))


class Mark(NamedTuple):
    """A word of a class of `marks.txt`, and how many content words stand before it."""

    kind: str
    place: int


class Phrase(NamedTuple):
    """Where a content word stands: in which run of words without a preposition, article, form of
    "be" or sign between, by its number; behind which preposition, none in the main clause; and
    behind how many "of", and how many commas; and whether it
    is an adverb of manner."""

    run: int
    behind: str
    joined: int
    commas: int
    adverb: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """An English sentence, to be compared.

    Parameters
    ----------
    content : stems of the content words, in order; a number is its value behind ``#``.
    must : the places in `content` of numbers and names.
    marks : in order.
    listed : the places in `content` of words of an item of a list: between commas, "and" or "or".
    items : the places of the items but the first of each list, which other words may stand before.
    begun : the places in `content` before which another word or a sign stands.
    verbs : the places in `content` that a form of "be" stands before.
    phrases : of each content word.
    asks : whether it is a question.
    """

    content: tuple[str, ...]
    must: frozenset[int]
    marks: tuple[Mark, ...]
    listed: frozenset[int]
    items: tuple[tuple[int, int], ...]
    begun: frozenset[int]
    verbs: frozenset[int]
    phrases: tuple[Phrase, ...]
    asks: bool

    @property
    def comparable(self) -> bool:
        """Whether it is a statement, of a length that can be compared."""
        least = max(SHORTEST - len(self.marks), 2)
        return not self.asks and least <= len(self.content) <= LONGEST


@lru_cache(_KEPT)
def statement(text: str) -> Statement:
    """What an English sentence says, as it is shown to a reader."""
    content: list[str] = []
    must, in_list, verbs, begun = set[int](), set[int](), set[int](), set[int]()
    marks: list[Mark] = []
    items: list[tuple[int, int]] = []
    before, linked, item = "", False, 0
    phrases = _Phrases()
    read = _without_light(tokens(_REFERRING.sub("", text)))
    for token, after in pairwise([*read, Token("", "")]):
        word, here = token.word, len(content)
        exact = _is_exact(token, before, here)
        if word in _LINKS:
            linked = True
            in_list.update(range(item, here))
        if word in listed("be"):
            verbs.add(here)
            linked = False
        if not exact and word in mark_classes():
            marks.append(Mark(mark_classes()[word], here))
        elif word == "to" and _is_number(after.word) and not _is_number(before):
            marks.append(Mark(mark_classes()["toward"], here))
        elif word in _SIGNS or (not exact and word in empty_words()):
            linked = linked and (word in _LINKS or word in listed("determiners"))
        else:
            if exact or word in listed("counting") or _is_name(token):
                must.add(here)
            if linked:
                in_list.add(here)
                if here == item:
                    items.append((here, here))
                items[-1] = items[-1][0], here + 1
            if here == item:
                begun.add(here)
            content.append(_term(token, exact))
        if len(content) == here:
            item = here
        phrases.read(word, len(content) > here)
        before = word
    return Statement(
        tuple(content),
        frozenset(must),
        tuple(marks),
        frozenset(in_list),
        tuple(items),
        frozenset(begun),
        frozenset(verbs),
        tuple(phrases.found),
        _QUESTION.search(text) is not None,
    )


class _Phrases:
    """The phrases of the content words of a sentence, read word by word."""

    def __init__(self) -> None:
        self.found: list[Phrase] = []
        self._run, self._behind, self._clause, self._used = 0, "", False, False
        self._joined = self._commas = 0

    def read(self, word: str, content: bool) -> None:
        """Read the next word of the sentence, a content word or another."""
        self._joined += word == "of"
        self._commas += word == ","
        if word in listed("prepositions") and not (self._clause and content):
            if not self._clause:
                self._behind, self._clause = word, word in listed("clauses")
            self._next()
        elif word in _TIMES or (word in listed("days") and self._used and not self._clause):
            if self._used:
                self._next()
                self._behind = self._behind if self._clause else "on"
        elif not content and (word in _SIGNS or word in _PARTS):
            self._behind, self._clause = "", False
            self._next()
        elif word in listed("be") or (word in listed("determiners") and self._used):
            self._behind = self._behind if self._clause else ""
            self._next()
        if content:
            adverb = word.endswith(_MANNER) and len(word) > _SHORT
            self.found.append(Phrase(self._run, self._behind, self._joined, self._commas, adverb))
            self._used = True

    def _next(self) -> None:
        self._run, self._used = self._run + 1, False


def _is_number(word: str) -> bool:
    return word.startswith(NUMBER)


def _without_light(found: list[Token]) -> list[Token]:
    """The tokens without verbs that only lend a verb to a noun of an action near them."""
    acts = [token.word in listed("actions") for token in found]
    return [
        token
        for place, token in enumerate(found)
        if token.word not in listed("light") or not any(acts[max(0, place - 3) : place + 4])
    ]


def _is_exact(token: Token, before: str, place: int) -> bool:
    """Whether a token is a number, a single letter that names something, or the month of May."""
    shown, word = token
    if _is_number(word):
        return True
    if word == "may":
        return shown == "May" and (place > 0 or before.startswith(NUMBER))
    if len(shown) != 1 or not shown.isupper():
        return False
    return before in listed("numbered") or shown not in _PRONOUN_OR_ARTICLE


def _is_name(token: Token) -> bool:
    """Whether a word, as it stands, is or may be a name."""
    return token.shown[:1].isupper() and token.word not in light_words()


def _term(token: Token, exact: bool) -> str:
    if exact:
        return token.shown if len(token.shown) == 1 else token.word
    stem = stem_of(token.word)
    return families().get(token.word) or families().get(stem, stem)


@lru_cache(_KEPT)
def depends(text: str) -> bool:
    """Whether an English sentence is likely to be about something that only stands before it: it
    points back, or its subject is a noun that names nothing by itself."""
    words = [token.word for token in tokens(text) if token.word not in _SIGNS]
    named = 0
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        if word in listed("pointing") or (word == "such" and after != "as"):
            return True
        if word in listed("pronouns") and named < NAMED:
            return True
        if word in listed("general"):
            if after not in listed("binding") and (before == "the" or not named):
                return True
            named += 1
        elif not (word.startswith(NUMBER) or word in empty_words() or word in light_words()):
            named += 1
    return False
