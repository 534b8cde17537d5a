"""Raise the relevance of sentences that begin with what a short question is about.

"What is a capstan?" is answered by "A capstan is ..." rather than by "It was lifted by a capstan".
No list of words is needed, so this holds in any language in which the subject comes first.

Letters: N sentences, n sentences that have all words of the question.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

import numpy as np

from hyperdigest.base.arrays import Indices
from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.question import Question
from hyperdigest.ranking.asked_for.how_to import asks_how_to
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.ranking.terms import words_asked
from hyperdigest.ranking.written import written_words
from hyperdigest.record import ModelRecord
from hyperdigest.split import Split
from hyperdigest.split.scripts import has_paired_letters

SUBJECT_FACTOR = 2.0
"""How many times as relevant such sentences are."""

MOST_WORDS, MOST_LETTERS = 3, 6
"""A question of more words has a subject and more; or letters, if it is in a script without
spaces."""

OTHER_TERMS = 1
"""So many other terms may stand among the first ones of a sentence."""


def favour_subjects(ranking: Ranking, model: ModelRecord, question: Question) -> Ranking:
    """The ranking with a higher relevance of sentences that begin with all words of a question that
    has at most `MOST_WORDS` words, stop words and words that only ask aside; and of what explains a
    term that is such a sentence."""
    collection = model.collection
    if asks_how_to(question.text, collection.language_counts):
        return ranking
    if any(word.startswith("-") for word in written_words(question.text)):
        return ranking
    words = words_asked([question.text], collection.term_numbers, tuple(collection.language_counts))
    most = MOST_WORDS
    if has_paired_letters(question.text):
        # Pairs reach from the subject into the words around it.
        words = {terms: weight for terms, weight in words.items() if len(terms[0]) == 1}
        most = MOST_LETTERS
    if not 0 < len(words) <= most:
        return ranking
    numbers = [
        [collection.term_numbers[term] for term in terms if term in collection.term_numbers]
        for terms in words
    ]
    subjects = beginning_with(numbers, model)
    if not len(subjects):
        return ranking
    definitions, terms = collection.split.sentences.explanations()
    factor = np.ones(len(ranking.value))
    factor[subjects] = factor[definitions[np.isin(terms, subjects)]] = SUBJECT_FACTOR
    return ranking.scaled(factor)


def beginning_with(words: Iterable[Iterable[int]], model: ModelRecord) -> Indices:
    """(n,) the sentences whose first terms represent all words, of which there is at least one.

    Code has no subject. Each word is given by its terms. As many first terms are looked at as
    there are words, and `OTHER_TERMS` more.
    """
    split, sentences = model.collection.split, Indexes.of(model).evidence.sentences
    numbers, none = list(map(list, words)), np.zeros(0, np.intp)
    having = (np.concatenate([none, *map(sentences.texts_with, terms)]) for terms in numbers)
    found: Indices = reduce(np.intersect1d, having)
    found = found[split.sentences.kind[found] != SENTENCE_KINDS.index("code")]
    first = _first_terms(split, found, len(numbers) + OTHER_TERMS)
    has_all = np.ones(len(found), bool)
    for terms in numbers:
        has_all &= np.isin(first, terms).any(axis=1)
    return found[has_all]


def _first_terms(split: Split, sentences: Indices, count: int) -> Indices:
    """(n, `count`) the first terms of some sentences; -1 after the end of a sentence."""
    places = split.first_tokens(sentences)[:, np.newaxis] + np.arange(count)
    inside = np.minimum(places, len(split.terms) - 1)
    same = (places < len(split.terms)) & (split.sentence_of[inside] == sentences[:, np.newaxis])
    return np.where(same, split.terms[inside], -1)
