"""Which words of a doubted question are missing, and what the documents have instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hyperdigest.ranking.passages import REACH, Passages
from hyperdigest.ranking.related import Spelling
from hyperdigest.ranking.terms import content_words
from hyperdigest.record import CollectionRecord
from hyperdigest.split.languages import analyzer_of
from hyperdigest.split.terms import tokens

MOST_WORDS = 4
"""So many words are told of each kind."""

LEAST_SIMILARITY = 0.5
"""The least square of the cosine with a word that is named instead."""


def missing_words(
    question: str, collection: CollectionRecord, passages: Passages, spelling: Spelling, best: int
) -> str:
    """What is missing of a question in the best passage, word by word; empty if nothing is.

    A word in no document is told with the most similarly spelt one that some document has; other
    words of the question stand in other passages.

    Parameters
    ----------
    best : the sentence with the largest coverage.
    """
    numbers, languages = collection.term_numbers, tuple(collection.language_counts)
    unknown, elsewhere = [], []
    for word, terms in content_words(question, numbers, languages).items():
        known = [numbers[term] for term in terms if term in numbers]
        if not known:
            other = _similar(terms, collection, passages, spelling)
            unknown.append(f"“{word}”" + (f" (but “{other}” is)" if other else ""))
        elif not _is_near(known, passages, best):
            elsewhere.append(f"“{word}”")
    told = [
        f"in no document: {', '.join(unknown[:MOST_WORDS])}" if unknown else "",
        f"in other passages: {', '.join(elsewhere[:MOST_WORDS])}" if elsewhere else "",
    ]
    return "; ".join(filter(None, told))


def _is_near(terms: Sequence[int], passages: Passages, best: int) -> bool:
    """Whether the passage around a sentence has one of the terms."""
    found = np.concatenate([passages.sentences.texts_with(term) for term in terms])
    return bool((np.abs(passages.place[found] - passages.place[best]) <= REACH).any())


def _similar(
    terms: Sequence[str], collection: CollectionRecord, passages: Passages, spelling: Spelling
) -> str:
    """The most similarly spelt word of the collection, as it is written; empty for none."""
    found: dict[int, float] = {}
    for term in terms:
        found |= dict(zip(*(each.tolist() for each in spelling.near(term)), strict=True))
    nearest = min(found, key=lambda number: (-found[number], number), default=-1)
    if nearest < 0 or found[nearest] < LEAST_SIMILARITY:
        return ""
    sentence = int(passages.sentences.texts_with(nearest)[0])
    return _written(collection, sentence, nearest)


def _written(collection: CollectionRecord, sentence: int, number: int) -> str:
    """The first word of a sentence that is a term, in lower case."""
    document, start, end = collection.slice_of(sentence)
    analyzer = analyzer_of(
        collection.language_of(int(collection.split.sentences.document[sentence]))
    )
    numbers: Mapping[str, int] = collection.term_numbers
    words = tokens(document.text[start:end])
    return next((word for word in words if numbers.get(analyzer.term(word)) == number), "")
