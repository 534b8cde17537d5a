"""Raise the relevance of sentences that are a step away from the question.

"Who was the first president of the association that publishes the journal?" is answered by two
sentences: one names the association, and the other, in the article about it, the president. The
second has few words of the question, but the first mentions the title of its document.

Letters: N sentences, V terms, T titles, q the question as (V,) weights of terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.base.sparse import entries_of
from hyperdigest.options import Options
from hyperdigest.ranking.bm25 import BM25
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.ranking.titles import Titles
from hyperdigest.record import ModelRecord

BEST_SENTENCES = 5
"""So many of the most direct sentences are followed."""

CERTAIN_GAIN = 0.1
"""A sentence that gains this share of the question counts as one of the best passage."""


def follow_titles(ranking: Ranking, model: ModelRecord, options: Options) -> Ranking:
    """The ranking with a higher relevance of sentences that a second hop reaches.

    The largest relevance of an eligible sentence, times the option `second_hop`, times what the hop
    gains is added to each; then all are scaled to sum to 1.
    """
    indexes, split = Indexes.of(model), model.collection.split
    titles, sentences = indexes.titles, indexes.evidence.sentences
    if titles is None:
        return ranking
    eligible = np.flatnonzero(indexes.eligible(options))
    order = np.argsort(-ranking.directness[eligible], kind="stable")[:BEST_SENTENCES]
    best = [
        (float(ranking.directness[number]), number, split.terms_of(number))
        for number in eligible[order].tolist()
    ]
    gains = hop_gains(best, ranking.terms, sentences, titles)
    if not gains.any():
        return ranking
    raised = ranking.relevance + options.second_hop * ranking.relevance[eligible].max() * gains
    raised /= raised.sum()
    match = ranking.match
    if match is not None:
        certain = np.minimum(1.0, gains / CERTAIN_GAIN)
        match = replace(match, sentences=np.maximum(match.sentences, certain))
    return replace(ranking, relevance=raised, value=raised, match=match)


def hop_gains(
    best: Sequence[tuple[float, int, NDArray[np.int32]]],
    question: Floats,
    sentences: BM25,
    titles: Titles,
) -> Floats:
    """(N,) what the best hop to each sentence gains; 0 for sentences that no hop reaches.

    A hop from sentence i to sentence j, of a document whose title i mentions, gains the share of
    the question's idf that j and its title have and i and its title have not. It counts less if
    the title has only frequent terms besides those of the question, and by the square root of the
    directness of i relative to the most direct sentence.

    Parameters
    ----------
    best : the directness, number and terms of the sentences to hop from, the most direct one first.
    question : (V,) the weights of its terms.
    sentences : the index of the N sentences.
    titles : the titles above them.
    """
    gains = np.zeros(len(titles.above))
    asked = np.flatnonzero(question)
    weights = question * sentences.idf
    if not len(best) or not len(asked) or best[0][0] <= 0:
        return gains
    under = {term: titles.under(term) for term in asked.tolist()}
    for directness, number, terms in best:
        rarity = _mentioned(terms, asked, sentences.idf, titles)
        if (own := titles.above[number]) >= 0:
            rarity[own] = 0.0
        reached = np.flatnonzero(np.append(rarity, 0.0)[titles.above])
        found = np.zeros(len(reached))
        for term in np.setdiff1d(asked, terms).tolist():
            if not under[term][number]:
                has_term = np.isin(reached, sentences.texts_with(term)) | under[term][reached]
                found += weights[term] * has_term
        hop = found / weights[asked].sum() * rarity[titles.above[reached]]
        hop *= np.sqrt(directness / best[0][0])
        gains[reached] = np.maximum(gains[reached], hop)
    return gains


def _mentioned(terms: NDArray[np.int32], asked: Indices, idf: Floats, titles: Titles) -> Floats:
    """(T,) how rare each title is of which a sentence has all terms; 0 for other titles.

    That is the idf of its terms that are not asked for, relative to the largest idf, at most 1.
    """
    n_titles = titles.counts.shape[1]
    entries, sizes = entries_of(titles.counts, terms)
    numbers = titles.counts.indices[entries]
    lengths = np.bincount(titles.counts.indices, minlength=n_titles)
    is_whole = np.bincount(numbers, minlength=n_titles) == lengths
    new = np.where(np.isin(terms, asked), 0.0, idf[terms])
    rarity = np.bincount(numbers, np.repeat(new, sizes), n_titles) / idf.max()
    return np.where(is_whole, np.minimum(1.0, rarity), 0.0)
