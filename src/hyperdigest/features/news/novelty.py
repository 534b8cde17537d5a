"""Quote what is new: known words are left out, new topics count more, and known statements less.

Nothing changes unless only what is new is wanted.

Letters: N sentences, V terms, K hyperedges.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.reader import Reader, Scope
from hyperdigest.record import ModelRecord
from hyperdigest.selection.objectives import tightened
from hyperdigest.selection.problem import Problem
from hyperdigest.split import Split

NEW_TOPIC_REWARD = 0.05
"""The value of a sentence is raised by this share if only new documents have its topics."""

MOST_COMPARED = 64
"""Only this many sentences with the highest scores are compared: many more than any digest has."""

COMMON_COUNT, COMMON_SHARE = 1000, 0.02
"""A term in more sentences than both this number and this share of all has no weight."""


def leave_out_known(reader: Reader, model: ModelRecord, scope: Scope) -> Reader:
    """The reader without sentences that have the same words as a known sentence.

    Documents in which every sentence is known are not searched.
    """
    if not reader.wants_news:
        return reader
    sentences, wordings = model.collection.split.sentences, Indexes.of(model).wordings
    known = np.zeros(len(reader.known), bool)
    known[wordings[reader.known]] = True
    allowed = reader.allowed & ~known[wordings]
    if len(scope.known_hashes):
        allowed &= ~np.isin(sentences.text_hash, scope.known_hashes)
    has_unknown = np.zeros(len(reader.searched), bool)
    has_unknown[sentences.document[~reader.known]] = True
    return replace(reader, allowed=allowed, searched=reader.searched & has_unknown)


def reward_news(ranking: Ranking, model: ModelRecord, reader: Reader, options: Options) -> Ranking:
    """The ranking with higher values of sentences with new topics, and lower values of known ones.

    The latter are sentences of which one known sentence says the most part; without saturation, as
    in the preset ``paper``, their value is not lowered. The values sum to 1.
    """
    if reader.new is None:
        return ranking
    indexes, split = Indexes.of(model), model.collection.split
    novelty = topic_novelty(indexes.topics(options), reader.new)
    value = ranking.value * (1 + NEW_TOPIC_REWARD * novelty)
    if options.saturation and reader.known.any():
        shares = known_share(split, indexes.counts, value, reader.known)
        value = value * novelty_factor(shares)
    return replace(ranking, value=np.asarray(value / value.sum()))


def use_up_known(problem: Problem, reader: Reader, options: Options) -> Problem:
    """The problem whose objective counts known sentences as quoted, by the option `known_weight`.

    Pinned sentences and those read are not among them: the problem counts these in any case.
    """
    if not reader.wants_news:
        return problem
    known = reader.known.copy()
    known[[*reader.pinned, *reader.read]] = False
    objective = problem.objective.used_up(np.flatnonzero(known), options.known_weight)
    return replace(problem, objective=tightened(objective, np.flatnonzero(problem.eligible)))


def topic_novelty(topics: FuzzyHypergraph, new: NDArray[np.bool_]) -> Floats:
    """(N,) how new the topics of each sentence are, in [0, 1].

    The novelty of a topic is its excess share in the `new` sentences, 1 if no known sentence has
    it. That of a sentence i is the sum over e of p(e|i) max(0, o_e - n) / (1 - n), with o_e the sum
    of psi_ei over the new sentences, and n their share of the N sentences.
    """
    share_of_new = new.mean()
    if share_of_new in (0.0, 1.0):
        return np.zeros(len(new))
    excess = topics.membership @ new.astype(np.float64) - share_of_new
    return np.asarray(topics.edge_given_sentence @ (np.maximum(excess, 0.0) / (1 - share_of_new)))


def known_share(split: Split, counts: Any, scores: Floats, known: NDArray[np.bool_]) -> Floats:
    """(N,) the largest share of a sentence's terms that one known sentence has.

    A term that occurs in N_t sentences has the weight log(1 + N / N_t), and 0 if it is common. The
    share is 0 for known sentences, and for all but the `MOST_COMPARED` with the highest scores.

    Parameters
    ----------
    counts : (V, N) csr, how often each term occurs in each sentence.
    scores : (N,) by which the sentences to compare are chosen; of equals the first.
    known : (N,) the sentences to compare with.
    """
    starts, sentences = counts.indptr, counts.indices
    occurrences = np.diff(starts)
    weight = np.log1p(len(scores) / np.maximum(1, occurrences))
    weight[occurrences > max(COMMON_COUNT, COMMON_SHARE * len(scores))] = 0.0
    shares = np.zeros(len(scores))
    compared = np.flatnonzero(~known)
    compared = compared[np.argsort(-scores[compared], kind="stable")[:MOST_COMPARED]]
    ends = split.first_tokens(compared + 1)
    with_term: dict[int, NDArray[np.integer]] = {}
    for sentence, first, last in zip(
        compared.tolist(),
        split.first_tokens(compared).tolist(),
        ends.tolist(),
        strict=True,
    ):
        terms = np.unique(split.terms[first:last])
        terms = terms[weight[terms] > 0]
        weights = weight[terms]
        for term in terms.tolist():
            if term not in with_term:
                with_it = sentences[starts[term] : starts[term + 1]]
                with_term[term] = with_it[known[with_it]]
        lists = [with_term[term] for term in terms.tolist()]
        sizes = list(map(len, lists))
        if sum(sizes):
            shared = np.bincount(np.concatenate(lists), np.repeat(weights, sizes))
            shares[sentence] = min(1.0, float(shared.max() / weights.sum()))
    return shares


def novelty_factor(shares: Floats) -> Floats:
    """(N,) the factor of the value of a sentence by the share of it that is known: (1 - share^3)^2.

    It is 0.77 for a half and 0.24 for four fifths. For shares above 0.95 it is that of 0.95, which
    is 0.02, so that known sentences can still be picked.
    """
    return np.asarray((1 - np.minimum(shares, 0.95) ** 3) ** 2)
