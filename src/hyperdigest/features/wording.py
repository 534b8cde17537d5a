"""Raise the relevance of sentences that are worded as the question is.

"How do I run only one test?" has two words that are terms, and "only one" says which test is meant.
Stop words are in no index, and an index does not know which words stand side by side: both are
looked for in the texts of the sentences that may become the best.

Letters: n sentences, U units, which are words or pairs of words.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np

from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.rank import Ranking
from hyperdigest.ranking.terms import other_words
from hyperdigest.record import CollectionRecord, ModelRecord
from hyperdigest.split.terms import tokens

WORDING_WEIGHT = 0.3
"""How much more relevant a sentence is that has all stop words of the question, and how much more
if it has all its pairs of words."""


def favour_wording(
    ranking: Ranking, model: ModelRecord, question: Question, options: Options
) -> Ranking:
    """The ranking with a higher relevance of sentences that are worded as the question is.

    A sentence counts together with the one before it that introduces it. Its relevance grows by
    `WORDING_WEIGHT` times its share of the stop words of the question, the words that only ask
    among them, and as much by its share of the pairs of words side by side. Nothing changes if no
    other word of the question is known, as it is about the whole collection then, or if words do
    not count as evidence.
    """
    if not options.word_evidence or not ranking.all_terms.any():
        return ranking
    collection, asked = model.collection, tokens(question.text)
    languages = tuple(collection.language_counts)
    words = other_words(question.text, collection.term_numbers, languages)
    pairs = {*pairwise(asked)}
    best = ranking.contenders()
    words_of = _words_of(best, collection)
    factor = np.ones(len(ranking.relevance))
    of_words = [words.intersection(chain.from_iterable(texts)) for texts in words_of]
    of_pairs = [pairs.intersection(chain.from_iterable(map(pairwise, texts))) for texts in words_of]
    factor[best] += WORDING_WEIGHT * (shares(words, of_words) + shares(pairs, of_pairs))
    return ranking.scaled(factor) if factor.max() > 1 else ranking


def shares(asked: Collection[Any], found: Sequence[Collection[Any]]) -> Floats:
    """(n,) the share of U units that each of n sentences has, by their idf among these.

    `found` are the units that each sentence has. They are added in their order, as the order of a
    set is another one in each process.
    """
    column = {unit: number for number, unit in enumerate(sorted(asked))}
    has, sizes = np.zeros((len(found), len(column))), [len(units) for units in found]
    columns = [column[unit] for units in found for unit in units]
    has[np.arange(len(found)).repeat(sizes), columns] = 1.0
    having = has.sum(axis=0)
    idf = np.log1p((len(found) - having + 0.5) / (having + 0.5))
    return np.asarray((has * idf).sum(axis=1) / (idf.sum() or 1.0))


def _words_of(sentences: Indices, collection: CollectionRecord) -> list[list[list[str]]]:
    """The words of each sentence, and those of what introduces it, if something does."""
    context = collection.split.sentences.context[sentences]
    own = [[tokens(text)] for text in collection.texts(sentences)]
    introduced = np.flatnonzero(context)
    before = collection.texts(sentences[introduced] - context[introduced])
    for place, text in zip(introduced.tolist(), before, strict=True):
        own[place].append(tokens(text))
    return own
