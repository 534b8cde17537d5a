"""Topics and terms as hyperedges: the HDP of the paper, latent Dirichlet allocation, and terms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.experiments.task_input import Corpus
from hyperdigest.hypergraph import FuzzyHypergraph, term_hypergraph, topic_hypergraph
from hyperdigest.options import Options

SWEEPS = Options.preset("paper").sweeps
"""Gibbs sweeps of the preset ``paper``, which other topic models have too."""


@dataclass(frozen=True)
class HDP:
    """Table (tabHyperedges), row MRC. The topics of the most likely sample of a three-layer HDP.

    Parameters
    ----------
    alpha, beta, gamma : concentrations of a sentence, a document and the corpus.
    zeta : prior mass of a topic's term distribution.
    sweeps : Gibbs sweeps.
    """

    alpha: float = 0.75
    beta: float = 1.5
    gamma: float = 7.0
    zeta: float = 0.5
    sweeps: int = SWEEPS
    seed: int = 0

    @property
    def options(self) -> Options:
        """The preset ``paper`` with these values."""
        return Options.preset(
            "paper",
            sentence_concentration=self.alpha,
            document_concentration=self.beta,
            corpus_concentration=self.gamma,
            term_concentration=self.zeta,
            sweeps=self.sweeps,
            seed=self.seed,
        )

    def __call__(self, corpus: Corpus) -> FuzzyHypergraph:
        """The hypergraph over the sentences."""
        return corpus.model(self.options).prepared.topics(self.options)


@dataclass(frozen=True)
class LDA:
    """Table (tabHyperedges), row LDA. Topics of documents that know nothing of sentences.

    Each token keeps its topic, and a sentence has those of its tokens; memberships and weights are
    those of `topic_hypergraph`. Arora & Ravindran (2008) give a sentence to topics by the terms it
    holds as well, through the topics' distributions; to read the tags of its own tokens is ours,
    as are the priors, 50 / K and 0.1 after Griffiths & Steyvers (2004), and as many sweeps
    as for the topics of the HDP.

    Parameters
    ----------
    topics : K.
    document_concentration : prior mass of a document's topics; each has a Kth of it.
    term_concentration : prior mass of each term in a topic.
    sweeps : Gibbs sweeps; the state after the last counts.
    """

    topics: int = 55
    document_concentration: float = 50.0
    term_concentration: float = 0.1
    sweeps: int = SWEEPS
    seed: int = 0

    def __call__(self, corpus: Corpus) -> FuzzyHypergraph:
        """The hypergraph over the sentences; a topic without a token is left out."""
        split = corpus.split
        tags = self.tags(split.terms, corpus.document[split.sentence_of], corpus.n_terms)
        return topic_hypergraph(
            np.unique(tags, return_inverse=True)[1],
            split.terms,
            split.sentence_of,
            corpus.n_sentences,
            corpus.n_terms,
            self.term_concentration,
            term_prior="each",
        )

    def tags(
        self, terms: NDArray[np.int32], documents: NDArray[np.int32], n_terms: int
    ) -> NDArray[np.int32]:
        """(T,) topic in 0..K-1 of each token, from a start at random.

        Parameters
        ----------
        terms, documents : (T,) term and document of each token.
        """
        from hyperdigest.topics.lda import first_allocation, sweep_lda
        from hyperdigest.topics.random import generator

        start = np.random.Generator(np.random.PCG64(self.seed)).integers(
            self.topics, size=len(terms), dtype=np.int32
        )
        rng = generator(self.seed, 0)
        chain = first_allocation(rng, terms, documents, start, n_terms, self.topics)
        for _ in range(self.sweeps):
            sweep_lda(chain, self.document_concentration / self.topics, self.term_concentration)
        return chain.z


@dataclass(frozen=True)
class TERMS:
    """One hyperedge a term, as `term_hypergraph` makes them."""

    def __call__(self, corpus: Corpus) -> FuzzyHypergraph:
        """The hypergraph over the sentences."""
        split = corpus.split
        return term_hypergraph(split.terms, split.sentence_of, corpus.n_sentences, corpus.n_terms)
