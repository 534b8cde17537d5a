"""Raise the relevance of sentences that are a step away from the question.

"Who was the first president of the association that publishes the journal?" is answered by two
sentences: one names the association, and the other, in the article about it, the president. The
second has few words of the question, but the first mentions the title of its document, or both
have rare terms that the question has not.

Letters: N sentences, V terms, T titles, q the question as (V,) weights of terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Indices, places_of_largest, places_with_sums
from hyperdigest.base.sparse import entries_of
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.bm25 import BM25
from hyperdigest.ranking.collection_index import CollectionIndex
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.ranking.titles import Titles
from hyperdigest.record import ModelRecord
from hyperdigest.split.scripts import has_paired_letters

BEST_SENTENCES = 5
"""So many of the most direct sentences are followed."""

CERTAIN_GAIN = 0.1
"""A sentence that gains this share of the question counts as one of the best passage."""

ALL_IN_ONE, HALF_IN_ONE = 0.75, 0.5
"""If one passage has the first share of the question's idf, rare terms are not followed; if none
has more than the second, they count in full, and between the two proportionally."""

LARGEST_IDF = 8.0
"""The largest idf counts as at least this, so that few terms of a small collection are rare: that
of a term in one of 4,500 sentences."""

RARE = 2 / 3
"""A term is rare if its idf is at least this share of the largest one."""

CERTAIN_LINK = 2.0
"""Rare terms in common whose idf is together so many times the largest one count as a title."""

MOST_RARE_TERMS = 100
"""Of a sentence with more rare terms, so many of the rarest are followed."""

LEAST_WORDS, LEAST_PAIRS = 2, 6
"""Rare terms are followed to sentences with at least so many of the missing words; or letters and
pairs of letters, if the question is in a script without spaces."""


def follow_hops(
    ranking: Ranking, model: ModelRecord, question: Question, options: Options
) -> Ranking:
    """The ranking with a higher relevance of sentences that a second hop reaches.

    The largest relevance of an eligible sentence, times the option `second_hop`, times what the hop
    gains is added to each; then all are scaled to sum to 1.
    """
    if not options.second_hop:
        return ranking
    indexes, split = Indexes.of(model), model.collection.split
    eligible = np.flatnonzero(indexes.eligible(options))
    order = places_of_largest(ranking.directness[eligible], BEST_SENTENCES)
    best = [
        (float(ranking.directness[number]), number, split.terms_of(number))
        for number in eligible[order].tolist()
    ]
    match = ranking.match
    share = match.share if match else 1.0
    least = LEAST_PAIRS if has_paired_letters(question.text) else LEAST_WORDS
    gains = hop_gains(best, ranking.all_terms, indexes, share, least)
    if not gains.any():
        return ranking
    raised = ranking.relevance + options.second_hop * ranking.relevance[eligible].max() * gains
    raised /= raised.sum()
    if match is not None:
        certain = np.minimum(1.0, gains / CERTAIN_GAIN)
        match = replace(match, sentences=np.maximum(match.sentences, certain))
    return replace(ranking, relevance=raised, value=raised, match=match)


def hop_gains(
    best: Sequence[tuple[float, int, NDArray[np.int32]]],
    question: Floats,
    indexes: CollectionIndex,
    share: float,
    least_missing: int = LEAST_WORDS,
) -> Floats:
    """(N,) what the best hop to each sentence gains; 0 for sentences that no hop reaches.

    A hop from sentence i to sentence j of another document gains the share of the question's idf
    that j and its title have and i, its title and heading, and what introduces it have not, times
    how sure it is that they belong together. If i mentions the title of j's document, that is how
    rare the title is; otherwise, if j has at least `least_missing` of the missing terms, how rare
    the terms are that both have and the question has not, times how far the question is from being
    in one passage. A hop counts by the square root of the directness of i relative to the most
    direct sentence.

    Parameters
    ----------
    best : the directness, number and terms of the sentences to hop from, the most direct one first.
    question : (V,) the weights of its terms.
    indexes : of the N sentences and the titles above them.
    share : the largest share of the question's idf in one passage.
    least_missing : how many of the missing terms a sentence has that rare terms are followed to.
    """
    index = indexes.evidence
    sentences, document, headings = index.sentences, index.document, index.headings
    gains = np.zeros(len(document))
    asked = np.flatnonzero(question)
    weights = question * sentences.idf
    if not len(best) or not len(asked) or best[0][0] <= 0:
        return gains
    titles = indexes.titles
    in_several = min(1.0, max(0.0, (ALL_IN_ONE - share) / (ALL_IN_ONE - HALF_IN_ONE)))
    with_term = np.array([titles.under(term) for term in asked.tolist()])
    for having, term in zip(with_term, asked.tolist(), strict=True):
        having[sentences.texts_with(term)] = True
    entries, sizes = entries_of(headings.texts.counts, asked)
    headed, of_term = headings.texts.counts.indices[entries], np.arange(len(asked)).repeat(sizes)
    # Titles are as rare as their terms that are not asked for, relative to the rarest term.
    largest = float(sentences.idf.max())
    rarity_of_new = np.where(question != 0, 0.0, sentences.idf) / largest
    for directness, number, terms in best:
        rarity = _mentioned(terms, rarity_of_new[terms], titles, indexes.title_lengths)
        np.minimum(rarity, 1.0, out=rarity)
        if (own := titles.above[number]) >= 0:
            rarity[own] = 0.0
        if not in_several and not rarity.any():
            continue
        is_known = with_term[:, number].copy()
        is_known[of_term[headed == headings.above[number]]] = True
        if (introduction := index.introduction[number]) >= 0:
            is_known |= with_term[:, introduction]
        missing = np.flatnonzero(~is_known)
        reached, by_terms = np.zeros(0, np.intp), np.zeros(0)
        if in_several and len(missing) >= least_missing:
            others = terms[question[terms] == 0]
            linked, sure = _linked(others, sentences, titles, max(LARGEST_IDF, largest))
            is_elsewhere = document[linked] != document[number]
            reached, by_terms = linked[is_elsewhere], in_several * sure[is_elsewhere]
        reached, by_terms, by_title = _with_titled(reached, by_terms, rarity, titles)
        if not len(reached):
            continue
        has_term = with_term[missing][:, reached]
        found = weights[asked[missing]] @ has_term
        by_terms[has_term.sum(axis=0) < least_missing] = 0.0
        hop = found / weights[asked].sum() * np.maximum(by_title, by_terms)
        hop *= np.sqrt(directness / best[0][0])
        gains[reached] = np.maximum(gains[reached], hop)
    return gains


def _linked(
    terms: NDArray[Any], sentences: BM25, titles: Titles, largest: float
) -> tuple[Indices, Floats]:
    """The sentences that are linked by the rare terms that they have, or that their titles have,
    and how surely each is, by whichever are more.

    `largest` is the idf relative to which terms are rare.
    """
    rarest = terms[np.argsort(-sentences.idf[terms], kind="stable")[:MOST_RARE_TERMS]]
    rare = rarest[sentences.idf[rarest] >= RARE * largest]
    linked, links = _with_rare(sentences.counts, rare, sentences.idf)
    if titles.have(rare).any():
        of_titles = np.zeros(titles.counts.shape[1])
        titles_with, sums = _with_rare(titles.counts, rare, sentences.idf)
        of_titles[titles_with] = sums
        at_sentences = titles.at_sentences(of_titles)
        at_sentences[linked] = np.maximum(links, at_sentences[linked])
        linked = np.flatnonzero(at_sentences)
        links = at_sentences[linked]
    return linked, np.minimum(1.0, links / (CERTAIN_LINK * largest))


def _with_titled(
    linked: Indices, by_terms: Floats, rarity: Floats, titles: Titles
) -> tuple[Indices, Floats, Floats]:
    """The sentences that are linked by terms, with those under a title that has a rarity, and how
    surely each is linked by its terms and by its title."""
    if not rarity.any():
        return linked, by_terms, np.zeros(len(linked))
    of_titles = titles.at_sentences(rarity)
    reached = np.union1d(linked, np.flatnonzero(of_titles))
    of_terms = np.zeros(len(reached))
    of_terms[np.searchsorted(reached, linked)] = by_terms
    return reached, of_terms, of_titles[reached]


def _with_rare(counts: Any, rare: NDArray[Any], idf: Floats) -> tuple[Indices, Floats]:
    """The texts with rare terms, ascending, and the sum of the idf of those that each one has;
    `counts` is (V, n)."""
    entries, sizes = entries_of(counts, rare)
    return places_with_sums(counts.indices[entries], idf[rare].repeat(sizes), counts.shape[1])


def _mentioned(terms: NDArray[Any], rarity: Floats, titles: Titles, lengths: Indices) -> Floats:
    """(T,) the sum of the rarities of each title of which a sentence has all terms; 0 for others.

    Terms that no sentence has are not looked for: `lengths` are those of the titles without them.
    """
    n_titles = titles.counts.shape[1]
    if not n_titles:
        return np.zeros(0)
    entries, sizes = entries_of(titles.counts, terms)
    numbers = titles.counts.indices[entries]
    is_whole = np.bincount(numbers, minlength=n_titles) == lengths
    return np.where(is_whole, np.bincount(numbers, np.repeat(rarity, sizes), n_titles), 0.0)
