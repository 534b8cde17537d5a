"""Parse an English sentence into the parts that two sentences which say the same have in common.

These are its content words in order, and its marks: function words and signs, which change what is
said about the words beside them, such as "not", "the" or "±". Nothing is left out. Names and other
words in capital letters are content words that must be written alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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
)
from hyperdigest.split.verbs import verbs as english_verbs

FEWEST_WORDS, MOST_WORDS = 2, 120
"""Limits of the content words of a sentence that is compared."""

_CACHE_SIZE = 2048

_REFERRING = re.compile(
    r"\b(features|symptoms) of (?:the|this)"
    r" (?:condition|disease|disorder|syndrome|infection)\b(?! of)"
)
"""A reference to the subject of the document, which adds nothing."""

_QUESTION = re.compile(r"[?？]\s?[\"'”’)\]]*$")
_AMOUNTS = frozenset("%$€£¥°")
"""Signs that are content words."""

_VERBAL = ("ed", "ing", "en", "wn")
"""Endings of participles, to which an adverb after them may belong: "men hired rarely are ..."."""

_MOST_WORDS_OF_SUBJECT = 2


class Mark(NamedTuple):
    """A function word or sign, and the number of content words before it."""

    kind: str
    place: int


@dataclass(frozen=True, slots=True)
class Statement:
    """An English sentence, parsed to be compared.

    Parameters
    ----------
    content : the content words in order; a number is its value after ``#``.
    marks : in order.
    asks : whether it is a question.
    """

    content: tuple[str, ...]
    marks: tuple[Mark, ...]
    asks: bool

    @property
    def comparable(self) -> bool:
        """Whether it is a statement of a length that can be compared."""
        return not self.asks and FEWEST_WORDS <= len(self.content) <= MOST_WORDS


@lru_cache(_CACHE_SIZE)
def statement(text: str) -> Statement:
    """An English sentence, as it is shown to a reader, as a statement."""
    content, marks = list[str](), list[Mark]()
    before = ""
    is_sign = False  # whether the words are what symptoms are of: "signs of old cataracts"
    for token, after in pairwise([*tokens(_REFERRING.sub(r"\1", text)), Token("", "")]):
        word, here = token.word, len(content)
        is_exact = _is_number(word) or _is_name(token, is_first=not before)
        is_function_word = not is_exact and word in function_words()
        if is_exact:
            content.append(token.shown or word)
        elif not is_function_word and (word[:1].isalpha() or word in _AMOUNTS):
            # "Signs of cold" are others than "signs of colds".
            word_or_stem = word.removesuffix("s") if is_sign and before != "of" else word
            content.append(families().get(word_or_stem, word_or_stem))
        elif not _is_harmless(word, before, after.word):
            _add(marks, Mark(_kind(word, after.word), here), content)
        is_sign = (word == "of" and before in listed("signs")) or (is_sign and len(content) > here)
        before = word
    return Statement(tuple(content), tuple(marks), _QUESTION.search(text) is not None)


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
    """Whether a function word may be left out where it stands: "said that the" is "said the"."""
    return word == "that" and before in listed("saying") and after in listed("subjects")


def _kind(word: str, after: str) -> str:
    """What a function word or sign has in common with those that say the same there."""
    if word in listed("articles"):
        return "a" if word in ("a", "an") else "the"
    if word == "your" and after in listed("body"):
        return "the"
    return families().get(word, word)


def _add(marks: list[Mark], mark: Mark, subject: Sequence[str]) -> None:
    """Append a mark; a form of "be" goes before an adverb of frequency: "often is", "is often".

    It does so only after a short subject, to whose words the adverb cannot belong.
    """
    moves = (
        mark.kind in listed("be")
        and bool(marks)
        and marks[-1].kind in listed("frequency")
        and marks[-1].place == mark.place
        and all(other.place == 0 and other.kind in ("a", "the") for other in marks[:-1])
        and 0 < len(subject) <= _MOST_WORDS_OF_SUBJECT
        and not any(word.endswith(_VERBAL) for word in subject)
    )
    marks.insert(len(marks) - moves, mark)


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
