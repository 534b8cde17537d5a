"""Parse an English sentence into the parts that two sentences which say the same have in common.

These are its content words in order, each with its ending, and its marks: function words and signs,
which change what is said about the words beside them, such as "not", "in" or "±". Nothing else is
left out but articles and the like. Names and other words in capital letters are content words that
must be written alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from hyperdigest.features.corroboration.tokens import NUMBER, Token, tokens
from hyperdigest.features.corroboration.words import (
    families,
    function_words,
    light_words,
    listed,
    term_of,
)
from hyperdigest.split.verbs import verbs as english_verbs

FEWEST_WORDS, MOST_WORDS = 2, 120
"""Limits of the content words of a sentence that is compared."""

_CACHE_SIZE = 2048

_REFERRING = re.compile(
    r" of (?:the|this) (?:condition|disease|disorder|syndrome|infection)\b(?! of)"
)
"""A reference to the subject of the document, which adds nothing."""

_QUESTION = re.compile(r"[?？]\s?[\"'”’)\]]*$")
_LIST_SEPARATORS = frozenset((*",;•/", "and", "or"))
_BREAKS = frozenset(',;:•/()[]—"')
_AMOUNTS = frozenset("%$€£¥°")
"""Signs that are content words."""

_ADVERB_ENDINGS = (
    *("ally", "ously", "ively", "ently", "antly", "edly", "ately", "fully", "ingly", "ickly"),
    *("dily", "adly"),
)
_SINGULAR = {"s": "", "es": "e", "ies": "y"}
_RELATIVE_PRONOUNS = frozenset(("that", "which", "who"))
_TIME_ADJECTIVES = frozenset(("last", "next"))


class Mark(NamedTuple):
    """A function word or sign, and the number of content words before it."""

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
    content : the content words in order, without their endings; a number is its value after ``#``.
    endings : of each content word: "s", "ed" for the past and its participle, or another.
    must : the places in `content` of numbers and names.
    marks : in order.
    listed : the places in `content` of words of list items: between commas, "and" or "or".
    items : start and end in `content` of the items of each list, without the first one, which other
        words may precede.
    verbs : the places in `content` of words after a form of "be", and that form.
    phrases : of each content word.
    asks : whether it is a question.
    """

    content: tuple[str, ...]
    endings: tuple[str, ...]
    must: frozenset[int]
    marks: tuple[Mark, ...]
    listed: frozenset[int]
    items: tuple[tuple[int, int], ...]
    verbs: Mapping[int, str]
    phrases: tuple[Phrase, ...]
    asks: bool

    @property
    def comparable(self) -> bool:
        """Whether it is a statement of a length that can be compared."""
        return not self.asks and FEWEST_WORDS <= len(self.content) <= MOST_WORDS


@lru_cache(_CACHE_SIZE)
def statement(text: str) -> Statement:
    """An English sentence, as it is shown to a reader, as a statement."""
    content, endings = list[str](), list[str]()
    must, in_list = set[int](), set[int]()
    verbs: dict[int, str] = {}
    marks: list[Mark] = []
    items: list[tuple[int, int]] = []
    before, is_item, start = "", False, 0
    is_general = False  # whether the words follow "of" without an article
    phrases = _PhraseParser()
    words = tokens(_REFERRING.sub("", text))
    opens = bool(words) and words[0].word in listed("prepositions")
    for token, after in pairwise([*words, Token("", "")]):
        word, here = token.word, len(content)
        is_exact = _is_number(word) or _is_name(token, is_first=not before)
        is_function_word = not is_exact and word in function_words()
        if word in _LIST_SEPARATORS:
            is_item = True
            in_list.update(range(start, here))
        if word in listed("be"):
            verbs[here] = word
            is_item = False
        if is_function_word or not (is_exact or word[:1].isalpha() or word in _AMOUNTS):
            is_item = is_item and (word in _LIST_SEPARATORS or word in listed("determiners"))
            ends_opening = word == "," and (
                (opens and not any(mark.kind == "," for mark in marks))
                or not (here or any(mark.kind == "no" for mark in marks))
            )
            if not (ends_opening or _is_harmless(word, before, after.word)):
                _add(marks, Mark(families().get(word, (word, ""))[0], here))
        else:
            if is_exact:
                must.add(here)
            if is_item:
                in_list.add(here)
                if here == start:
                    items.append((here, here))
                items[-1] = items[-1][0], here + 1
            term, ending = (token.shown or word, "") if is_exact else term_of(word)
            ending = _SINGULAR.get(ending, ending) if is_general else ending
            content.append(term)
            endings.append(ending)
            if here in verbs and word.endswith(_ADVERB_ENDINGS):
                verbs[here + 1] = verbs.pop(here)
        if len(content) == here:
            start = here
        phrases.read(word, len(content) > here)
        is_general = word == "of" or (is_general and (word == "-" or len(content) > here))
        before = word
    return Statement(
        tuple(content),
        tuple(endings),
        frozenset(must),
        tuple(marks),
        frozenset(in_list),
        tuple(items),
        verbs,
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
        elif not content and (word in _BREAKS or word in _RELATIVE_PRONOUNS):
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


def _is_name(token: Token, *, is_first: bool) -> bool:
    """Whether a word may be a name by its capital letters; of the first word only later ones count.

    A first word that is no function word stays as it is written nevertheless.
    """
    shown, word = token
    if shown == word:
        return False
    return not is_first or shown[1:] != word[1:] or word not in function_words()


def _is_harmless(word: str, before: str, after: str) -> bool:
    """Whether a function word or sign may be left out where it stands."""
    if word == "-":
        return all(each.isalpha() and each not in function_words() for each in (before, after))
    if word in (",", ";"):
        return after in ("", "and", "or", "but") or after in listed("clauses") - {"because"}
    if word in listed("harmless"):
        return after not in listed("amounts")
    return word == "that" and before in listed("saying")


def _add(marks: list[Mark], mark: Mark) -> None:
    """Append a mark; a form of "be" goes before an adverb of frequency: "often is", "is often"."""
    adverb = bool(marks) and marks[-1].place == mark.place and marks[-1].kind in listed("frequency")
    marks.insert(len(marks) - (adverb and mark.kind in listed("be")), mark)


@lru_cache(_CACHE_SIZE)
def depends(text: str) -> bool:
    """Whether an English sentence is likely to depend on the text before it.

    It has a pronoun or another word that refers to something before it, or a general noun, such as
    "the disease", that needs something before it to be specific.
    """
    words = [
        token.word for token in tokens(text) if token.word[:1].isalnum() or token.word[0] == NUMBER
    ]
    named = 0  # things that the sentence names so far, and a pronoun may refer to
    for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False):
        if word in listed("pointing") or (word == "such" and after != "as"):
            return True
        if word in listed("pronouns") and named < 2:
            return True
        if word in listed("general"):
            is_whole = (
                not after.isalpha() or after in function_words() or after in english_verbs().finite
            )
            if after not in listed("binding") and (before == "the" or (not named and is_whole)):
                return True
            named += 1
        elif not (word.startswith(NUMBER) or word in function_words() or word in light_words()):
            named += 1
    return False
