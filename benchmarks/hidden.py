"""Tokens hidden from a fit, and how well its topics foretell them where they stood."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench_gibbs import ALPHA, BETA
from corpora import Corpus

HIDDEN = 10
"""One token of so many is hidden."""


@dataclass(frozen=True)
class Held:
    """A corpus in two parts: the tokens that samplers see, and the hidden ones."""

    seen: Corpus
    terms: NDArray[np.int64]
    sentences: NDArray[np.int64]


def hold_out(data: Corpus, seed: int = 0) -> Held:
    """Hide tokens of sentences that keep others."""
    hidden = np.random.default_rng(seed).integers(0, HIDDEN, len(data.terms)) == 0
    left = np.bincount(data.sentences[~hidden], minlength=len(data.documents))
    hidden &= left[data.sentences] > 0
    seen = Corpus(data.terms[~hidden], data.sentences[~hidden], data.documents, data.n_terms)
    return Held(seen, data.terms[hidden], data.sentences[hidden])


def perplexity(held: Held, topics: NDArray[np.int64], zeta: float) -> float:
    """Of the hidden tokens, given the topic of each seen one, (T,) in 0..K-1."""
    seen, n_topics = held.seen, int(topics.max()) + 1
    shape = len(seen.documents), n_topics
    of_sentence = np.bincount(
        seen.sentences * n_topics + topics, minlength=shape[0] * n_topics
    ).reshape(shape)
    of_document = np.zeros((seen.documents[-1] + 1, n_topics))
    np.add.at(of_document, seen.documents, of_sentence)
    everywhere = of_document.sum(axis=0)
    prior = everywhere / everywhere.sum()
    here = smoothed(of_document, BETA, prior)
    mixture = smoothed(of_sentence, ALPHA, here[seen.documents])
    keys, counts = np.unique(topics * seen.n_terms + seen.terms, return_counts=True)
    chances = np.zeros(len(held.terms))
    for topic in range(n_topics):
        place = np.searchsorted(keys, topic * seen.n_terms + held.terms)
        place = np.minimum(place, len(keys) - 1)
        found = keys[place] == topic * seen.n_terms + held.terms
        term = (np.where(found, counts[place], 0) + zeta) / (
            everywhere[topic] + zeta * seen.n_terms
        )
        chances += mixture[held.sentences, topic] * term
    return float(np.exp(-np.log(chances).mean()))


def smoothed(
    counts: NDArray[np.float64], concentration: float, prior: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Rows of counts and prior as chances."""
    return np.asarray(
        (counts + concentration * prior) / (counts.sum(axis=1, keepdims=True) + concentration)
    )
