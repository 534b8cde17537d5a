"""Say what is new in a sentence, or that nothing is.

The new words of a sentence are those that known documents do not have near the question's.

Letters: N sentences, V terms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Mask
from hyperdigest.digest import Citation
from hyperdigest.question import Question
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.passages import Passages
from hyperdigest.ranking.terms import content_terms
from hyperdigest.reader import Reader, Scope
from hyperdigest.record import ModelRecord
from hyperdigest.split.languages import analyzer_of
from hyperdigest.split.scripts import has_paired_letters, word_list
from hyperdigest.split.terms import tokens

MOST_NEW_WORDS = 5
"""The most new words of a sentence that are shown."""

NUMBER_WORDS = frozenset(
    (
        *("half", "once", "two", "three", "four", "five", "six", "ten"),
        *("hundred", "thousand", "million", "billion", "percent"),
    )
)
"""Light words of English that are numbers: another number is news."""

ALL_KNOWN = (
    "Nothing is new: all that the new documents say is in known ones too, was read before, or is"
    " excluded."
)
PERHAPS_KNOWN = (
    "These sentences may not be new: known documents have all their words near the words of the"
    " question."
)

_OUTER_PUNCTUATION = re.compile(r"^\W+|\W+$")


class NewWords:
    """Finds the words of sentences that known sentences do not have near words of the question."""

    def __init__(self, model: ModelRecord, question: Question, reader: Reader) -> None:
        self._collection, self._known = model.collection, reader.known
        self._shows_new = reader.wants_news and bool(reader.known.any())
        if not self._shows_new:
            return
        indexes, numbers = Indexes.of(model), model.collection.term_numbers
        asked = content_terms(question.text, numbers, tuple(model.collection.language_counts))
        terms = [numbers[term] for term in asked if term in numbers]
        found = known_terms(indexes.evidence.passages, self._known, terms)
        anywhere, near = (each[: len(numbers)] for each in found)
        # A term that no known document has at all precedes all others.
        self._ranks = np.where(near, 0.0, indexes.isf + 1e3 * ~anywhere)

    def of(self, sentence: int) -> tuple[str, ...]:
        """The rarest new words of a sentence; empty if it is known, or if no sentence is."""
        if not self._shows_new or self._known[sentence]:
            return ()
        collection, numbers = self._collection, self._collection.term_numbers
        document, start, end = collection.slice_of(sentence)
        language = collection.language_of(int(collection.split.sentences.document[sentence]))

        def rank(term: str) -> float:
            return float(self._ranks[numbers[term]]) if term in numbers else 0.0

        return new_words(document.displayed(start, end), language, rank)


def known_terms(
    passages: Passages, known: NDArray[np.bool_], asked: Iterable[int]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(V,) the terms of known sentences, and those that they have near a word of the question.

    The latter are in the passages around known sentences with one of the terms `asked`. If no known
    sentence has one, the two are the same.
    """
    counts = passages.sentences.counts
    anywhere = counts @ known > 0
    places = np.zeros(len(passages.norm), bool)
    for term in asked:
        with_term = counts.indices[counts.indptr[term] : counts.indptr[term + 1]]
        places[passages.around(with_term[known[with_term]])] = True
    near = places[passages.place] & known
    return anywhere, (counts @ near > 0 if near.any() else anywhere)


def new_words(text: str, language: str, rank: Callable[[str], float]) -> tuple[str, ...]:
    """The `MOST_NEW_WORDS` new words of a sentence that rank highest, as written and in its order.

    `text` is the sentence as it is shown to a reader. `rank` is a function of a term, 0 for a term
    that is not new. Light words of English are left out, except numbers: another number is news. In
    a language without spaces, runs of new characters count as words.
    """
    analyzer, light = analyzer_of(language), frozenset[str]()
    if language == "en":
        light = word_list("light_words.txt") - NUMBER_WORDS
    candidates: dict[tuple[str, ...], tuple[float, int, str]] = {}
    for number, word in enumerate(_words(text, lambda token: rank(analyzer.term(token)) > 0)):
        terms = tuple(analyzer.terms(word))
        if not terms or len(word) > 40 or word.lower() in light:  # an address is longer
            continue
        if (highest := max(map(rank, terms))) > 0:
            candidates.setdefault(terms, (-highest, number, word))
    best = sorted(candidates.values())[:MOST_NEW_WORDS]
    return tuple(word for _, _, word in sorted(best, key=lambda ranked: ranked[1]))


def _words(text: str, is_new: Callable[[str], bool]) -> list[str]:
    """The words of a text without punctuation around them, or its runs of new characters if it is
    written without spaces."""
    if not has_paired_letters(text):
        return [_OUTER_PUNCTUATION.sub("", word) for word in text.split()]
    lower, marked = text.lower(), np.zeros(len(text), bool)
    if len(lower) != len(text):
        return []
    for token in dict.fromkeys(tokens(text)):
        if is_new(token):
            for match in re.finditer(re.escape(token), lower):
                marked[slice(*match.span())] = True
    ends = np.flatnonzero(np.diff(marked, prepend=False, append=False)).reshape(-1, 2)
    return [text[first:last] for first, last in ends.tolist()]


def news_doubt(scope: Scope, eligible: Mask, sentences: Sequence[Citation]) -> str:
    """Why nothing is new, one sentence; empty if something may be."""
    if scope.nothing_new:
        return scope.nothing_new
    return "" if sentences or eligible.any() else ALL_KNOWN


def repetition_doubt(reader: Reader, sentences: Sequence[Citation]) -> str:
    """A doubt if no sentence of the digest has a new word, but some documents are known."""
    if not reader.wants_news or not reader.known.any():
        return ""
    has_new_words = any(sentence.new for sentence in sentences)
    return PERHAPS_KNOWN if sentences and not has_new_words else ""
