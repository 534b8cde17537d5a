"""Topics as hyperedges."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph.counts import count_pairs, membership, rows_to_one, token_columns
from hyperdigest.hypergraph.fuzzy import FuzzyHypergraph
from hyperdigest.hypergraph.weights import (
    Floats,
    edge_relevance,
    edge_weights,
    inverse_sentence_frequency,
    term_entropy,
    term_mass,
    topic_discrimination,
)
from hyperdigest.topics.prior import TermPrior, prior_mass


def topic_hypergraph(
    assignments: ArrayLike,
    terms: ArrayLike,
    sentences: ArrayLike,
    n_sentences: int,
    n_terms: int,
    term_concentration: float = 0.5,
    *,
    term_prior: TermPrior = "total",
) -> FuzzyHypergraph:
    """Algorithm (algorithmHYPER). The hypergraph whose hyperedges are topics.

    Parameters
    ----------
    assignments, terms, sentences : (T,) topic, term and sentence of each token; topics are
        numbered 0..K-1 and none is empty.
    term_concentration : zeta, prior mass of a topic's term distribution.
    term_prior : whether zeta is the ``total`` mass or the mass of ``each`` term.
    """
    if not 0 < term_concentration < np.inf:
        raise OptionError(f"term_concentration is {term_concentration}: give a number above 0")
    z, t, i = token_columns((assignments, terms, sentences), (None, n_terms, n_sentences))
    isf = inverse_sentence_frequency(count_pairs(t, i, (n_terms, n_sentences)))
    prior = prior_mass(term_concentration, n_terms, term_prior)
    return topic_edges(z, t, i, n_sentences, isf, prior)


def topic_edges(
    assignments: NDArray[np.int32],
    terms: NDArray[np.int32],
    sentences: NDArray[np.int32],
    n_sentences: int,
    isf: Floats,
    prior: float,
) -> FuzzyHypergraph:
    """`topic_hypergraph` of terms whose inverse sentence frequency is known.

    Parameters
    ----------
    assignments, terms, sentences : (T,) topic, term and sentence of each token.
    isf : (V,) inverse sentence frequency of each term.
    prior : mass of a topic's term distribution, over all terms together.
    """
    n_topics, n_terms = int(assignments.max()) + 1, len(isf)
    in_sentences = count_pairs(assignments, sentences, (n_topics, n_sentences))
    if (np.diff(in_sentences.indptr) == 0).any():
        raise OptionError("a topic has no token: number the topics 0..K-1 without gaps")
    in_topics = count_pairs(terms, assignments, (n_terms, n_topics))
    frequency = np.asarray(in_topics.sum(axis=1))
    edge_given_term = topics_of_terms(in_topics)
    tdp = topic_discrimination(term_entropy(edge_given_term))
    return FuzzyHypergraph(
        membership(in_sentences),
        edge_weights(
            edge_relevance(in_sentences), term_mass(in_topics, frequency * isf * tdp, prior)
        ),
        edge_given_term,
    )


def topics_of_terms(counts: Any) -> Any:
    """Eq. (p(e|t)). The fraction of the occurrences of a term tagged with each topic, (V, K)."""
    return rows_to_one(counts)
