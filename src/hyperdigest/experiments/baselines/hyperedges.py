"""Clusters of sentences, the two nearest joined until none are near enough.

Topics of the three-layer HDP as hyperedges: the paper's own.

Topics of latent Dirichlet allocation as hyperedges.

Terms as hyperedges.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.experiments.baselines.cluster_edges import (
    Labels,
    cluster_hypergraph,
    cosine_distances,
    numbered,
)
from hyperdigest.experiments.task_input import Corpus
from hyperdigest.hypergraph import FuzzyHypergraph, term_hypergraph, topic_hypergraph
from hyperdigest.options import Options


@dataclass(frozen=True)
class AGGLOMERATIVE:
    """Table (tabHyperedges), row AGGLOMERATIVE. Agglomerative clusters, and pairs, of sentences.

    Parameters
    ----------
    threshold : least mean cosine between clusters that are joined, in [0, 1].
    """

    threshold: float = 0.21

    def __call__(self, corpus: Corpus) -> FuzzyHypergraph:
        """The hypergraph over the sentences."""
        return cluster_hypergraph(corpus, agglomerative_labels(corpus.tfisf, self.threshold))


def agglomerative_labels(vectors: Any, threshold: float = 0.21) -> Labels:
    """(N,) cluster of each row, by average linkage under the cosine; nobody is noise.

    The two clusters of the highest mean cosine between their members are joined, as long as that
    is at least `threshold`. The seed paper does not say whether its 0.21 is a cosine or a distance:
    ours is the cosine, as at a distance of 0.21 nearly every sentence remains alone. Clusters are
    numbered in the order of their first sentences.

    Parameters
    ----------
    vectors : (N, V) csr, rows >= 0 of Euclidean length 1, or zero.
    """
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    if vectors.shape[0] < 2:
        return np.zeros(vectors.shape[0], np.int64)
    condensed = squareform(cosine_distances(vectors), checks=False)
    tree = linkage(condensed, "average")
    return numbered(fcluster(tree, 1.0 - threshold, "distance"))


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
