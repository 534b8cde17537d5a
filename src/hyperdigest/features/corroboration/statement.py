"""Parse an English sentence into the parts that two sentences which say the same have in common.

These are its content words, stemmed and in order, and its marks: words that change what is said
about them, such as "not", "may" or "before". Numbers and names are content words that both
sentences must have.
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

FEWEST_WORDS, MOST_WORDS = 3, 120
"""Limits of the content words of a sentence that is compared; a mark counts towards the former."""

_CACHE_SIZE = 2048

_REFERRING = re.compile(
    r" of (?:the|this) (?:condition|disease|disorder|syndrome|infection)\b(?! of)"
)
"""A reference to the subject of the document, which adds nothing."""

_QUESTION = re.compile(r"[?？]\s?[\"'”’)\]]*$")
_SIGNS = frozenset(",;•/")
_LIST_SEPARATORS = _SIGNS | {"and", "or"}
_ADVERB_ENDINGS = (
    *("ally", "ously", "ively", "ently", "antly", "edly", "ately", "fully", "ingly", "ickly"),
    "dily",
)
_RELATIVE_PRONOUNS = frozenset(("that", "which", "who"))
_TIME_ADJECTIVES = frozenset(("last", "next"))


class Mark(NamedTuple):
    """A word of `marks.txt`, by its class and the number of content words before it."""

    kind: str
    place: int


class Phrase(NamedTuple):
    """The surroundings of a content word.

    Parameters
    ----------
    run : the number of its run of words without a preposition, article, "be" or sign between them.
    preposition : the one that the run follows; empty in the main clause.
    ofs, commas : how many "of" and commas are before it in the sentence.
    adverb : whether it is an adverb of manner.
    """

    run: int
    preposition: str
    ofs: int
    commas: int
    adverb: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """An English sentence, parsed to be compared.

    Parameters
    ----------
    content : stems of the content words, in order; a number is its value after ``#``.
    must : the places in `content` of numbers and names.
    marks : in order.
    listed : the places in `content` of words of list items: between commas, "and" or "or".
    items : start and end in `content` of the items of each list, without the first one, which other
        words may precede.
    starts : the places in `content` of words that follow another word or a sign.
    verbs : the places in `content` of words after a form of "be".
    phrases : of each content word.
    asks : whether it is a question.
    """

    content: tuple[str, ...]
    must: frozenset[int]
    marks: tuple[Mark, ...]
    listed: frozenset[int]
    items: tuple[tuple[int, int], ...]
    starts: frozenset[int]
    verbs: frozenset[int]
    phrases: tuple[Phrase, ...]
    asks: bool

    @property
    def comparable(self) -> bool:
        """Whether it is a statement of a length that can be compared."""
        fewest = max(FEWEST_WORDS - len(self.marks), 2)
        return not self.asks and fewest <= len(self.content) <= MOST_WORDS


@lru_cache(_CACHE_SIZE)
def statement(text: str) -> Statement:
    """An English sentence, as it is shown to a reader, as a statement."""
    content: list[str] = []
    must, in_list, verbs, starts = set[int](), set[int](), set[int](), set[int]()
    marks: list[Mark] = []
    items: list[tuple[int, int]] = []
    before, is_item, start = "", False, 0
    phrases = _PhraseParser()
    words = _without_light_verbs(tokens(_REFERRING.sub("", text)))
    for token, after in pairwise([*words, Token("", "")]):
        word, here = token.word, len(content)
        exact = _is_exact(token, before, here)
        if word in _LIST_SEPARATORS:
            is_item = True
            in_list.update(range(start, here))
        if word in listed("be"):
            verbs.add(here)
            is_item = False
        if not exact and word in mark_classes():
            marks.append(Mark(mark_classes()[word], here))
        elif word == "to" and _is_number(after.word) and not _is_number(before):
            marks.append(Mark(mark_classes()["toward"], here))
        elif word in _SIGNS or (not exact and word in empty_words()):
            is_item = is_item and (word in _LIST_SEPARATORS or word in listed("determiners"))
        else:
            if exact or word in listed("counting") or _is_name(token):
                must.add(here)
            if is_item:
                in_list.add(here)
                if here == start:
                    items.append((here, here))
                items[-1] = items[-1][0], here + 1
            if here == start:
                starts.add(here)
            content.append(_term(token, exact))
        if len(content) == here:
            start = here
        phrases.read(word, len(content) > here)
        before = word
    return Statement(
        tuple(content),
        frozenset(must),
        tuple(marks),
        frozenset(in_list),
        tuple(items),
        frozenset(starts),
        frozenset(verbs),
        tuple(phrases.phrases),
        _QUESTION.search(text) is not None,
    )


class _PhraseParser:
    """Finds the phrases of the content words of a sentence, word by word."""

    def __init__(self) -> None:
        self.phrases: list[Phrase] = []
        self._run, self._preposition = 0, ""
        self._in_clause, self._has_content = False, False
        self._ofs = self._commas = 0

    def read(self, word: str, content: bool) -> None:
        """Read the next word of the sentence; `content` is whether it is a content word."""
        self._ofs += word == "of"
        self._commas += word == ","
        if word in listed("prepositions") and not (self._in_clause and content):
            if not self._in_clause:
                self._preposition, self._in_clause = word, word in listed("clauses")
            self._begin_run()
        elif word in _TIME_ADJECTIVES or (
            word in listed("days") and self._has_content and not self._in_clause
        ):
            if self._has_content:
                self._begin_run()
                self._preposition = self._preposition if self._in_clause else "on"
        elif not content and (word in _SIGNS or word in _RELATIVE_PRONOUNS):
            self._preposition, self._in_clause = "", False
            self._begin_run()
        elif word in listed("be") or (word in listed("determiners") and self._has_content):
            self._preposition = self._preposition if self._in_clause else ""
            self._begin_run()
        if content:
            adverb = word.endswith(_ADVERB_ENDINGS) and len(word) > 6
            phrase = Phrase(self._run, self._preposition, self._ofs, self._commas, adverb)
            self.phrases.append(phrase)
            self._has_content = True

    def _begin_run(self) -> None:
        self._run, self._has_content = self._run + 1, False


def _is_number(word: str) -> bool:
    return word.startswith(NUMBER)


def _without_light_verbs(words: list[Token]) -> list[Token]:
    """The tokens without light verbs near a noun of an action, as in "make a decision"."""
    is_action = [token.word in listed("actions") for token in words]
    return [
        token
        for place, token in enumerate(words)
        if token.word not in listed("light") or not any(is_action[max(0, place - 3) : place + 4])
    ]


def _is_exact(token: Token, before: str, place: int) -> bool:
    """Whether a token is a number, a single letter as a name, or the month of May."""
    shown, word = token
    if _is_number(word):
        return True
    if word == "may":
        return shown == "May" and (place > 0 or before.startswith(NUMBER))
    if len(shown) != 1 or not shown.isupper():
        return False
    return before in listed("numbered") or shown not in ("A", "I")


def _is_name(token: Token) -> bool:
    """Whether a word may be a name, because it begins with a capital letter."""
    return token.shown[:1].isupper() and token.word not in light_words()


def _term(token: Token, exact: bool) -> str:
    if exact:
        return token.shown if len(token.shown) == 1 else token.word
    stem = stem_of(token.word)
    return families().get(token.word) or families().get(stem, stem)


@lru_cache(_CACHE_SIZE)
def depends(text: str) -> bool:
    """Whether an English sentence is likely to depend on the text before it.

    It has a pronoun or another word that refers to something before it, or a general noun, such as
    "the disease", that needs something before it to be specific.
    """
    words = [token.word for token in tokens(text) if token.word not in _SIGNS]
    named = 0  # things that the sentence names so far, and a pronoun may refer to
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        if word in listed("pointing") or (word == "such" and after != "as"):
            return True
        if word in listed("pronouns") and named < 2:
            return True
        if word in listed("general"):
            if after not in listed("binding") and (before == "the" or not named):
                return True
            named += 1
        elif not (word.startswith(NUMBER) or word in empty_words() or word in light_words()):
            named += 1
    return False
