"""Models of hyperedges: topics of an HDP or of LDA, terms, and clusters with pairs of sentences.

Sentences are clustered on the cosines of their tf-isf vectors, by DBSCAN, k-means or average
linkage. HyperSum, HERF and Hubs & Authorities cluster by the same functions.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import count_pairs, rows_to_one
from hyperdigest.experiments.systems import DocumentIndex, unit_rows
from hyperdigest.hypergraph import FuzzyHypergraph, term_hypergraph, topic_hypergraph
from hyperdigest.options import Options
from hyperdigest.ranking.indexes import Indexes

SWEEPS = Options.preset("paper").sweeps
"""Gibbs sweeps of the preset ``paper``, which other topic models have too."""

NEIGHBOUR = 2
"""The radius of DBSCAN is the knee of the distances to the nearest other point of this rank."""


@dataclass(frozen=True)
class HDP:
    """Table (tabHyperedges), row MRC. The topics of the most likely sample of a three-layer HDP.

    `alpha`, `beta` and `gamma` are the concentrations of a sentence, a document and the corpus.
    `zeta` is the prior mass of a topic's term distribution. `sweeps` counts Gibbs sweeps.
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

    def __call__(self, corpus: DocumentIndex) -> FuzzyHypergraph:
        return Indexes.of(corpus.model(self.options)).topics(self.options)


@dataclass(frozen=True)
class LDA:
    """Table (tabHyperedges), row LDA. Topics of documents, fitted without their sentences.

    A sentence has the topics of its tokens; memberships and weights are those of
    `topic_hypergraph`. Arora & Ravindran (2008) assign a sentence to topics by its terms, through
    the distributions of the topics. Using the topics of its own tokens is ours, and so are the
    priors, 50 / K and 0.1 after Griffiths & Steyvers (2004), and the number of sweeps, which is
    that of the HDP.

    `topics` is K. `document_concentration` is the prior mass of a document's topics, shared equally
    by them, and `term_concentration` is that of each term in a topic. `sweeps` is the number of
    Gibbs sweeps, of which the last state is used.
    """

    topics: int = 55
    document_concentration: float = 50.0
    term_concentration: float = 0.1
    sweeps: int = SWEEPS
    seed: int = 0

    def __call__(self, corpus: DocumentIndex) -> FuzzyHypergraph:
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
        """(T,) topic in 0..K-1 of each token, from a random start.

        `terms` and `documents` are the (T,) term and document of each token.
        """
        from hyperdigest.experiments.baselines.lda import first_allocation, sweep_lda
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
    """One hyperedge for each term, as in `term_hypergraph`."""

    def __call__(self, corpus: DocumentIndex) -> FuzzyHypergraph:
        split = corpus.split
        return term_hypergraph(split.terms, split.sentence_of, corpus.n_sentences, corpus.n_terms)


Labels = NDArray[np.int64]
"""(N,) cluster of each sentence, -1 for noise."""

SAME_DISTANCE = 1e-9
"""The largest distance, by rounding, of two vectors of cosine 1."""


def cosine_distances(vectors: Any) -> Floats:
    """(N, N) 1 - cosine of each pair of rows, in [0, 1]; the distance from a zero row is 1.

    `vectors` is an (N, V) csr with rows >= 0 of Euclidean length 1, or zero.
    """
    found: Floats = 1.0 - (vectors @ vectors.T).toarray()
    found[found < SAME_DISTANCE] = 0.0
    np.fill_diagonal(found, 0.0)
    return found


@dataclass(frozen=True)
class DBSCAN:
    """Table (tabHyperedges), row DBSCAN. Dense clusters, and pairs, of sentences.

    `min_points` is the number of sentences within the radius, itself included, from which on a
    sentence is a core. `radius` is the largest cosine distance of neighbours; None takes
    `knee_radius`.
    """

    min_points: int = 2
    radius: float | None = None

    def __call__(self, corpus: DocumentIndex) -> FuzzyHypergraph:
        distances = cosine_distances(corpus.tfisf)
        return cluster_hypergraph(corpus, dbscan_labels(distances, self.min_points, self.radius))


def dbscan_labels(distances: Floats, min_points: int = 2, radius: float | None = None) -> Labels:
    """(N,) cluster of each point, -1 for noise (Ester, Kriegel, Sander & Xu 1996).

    Clusters are numbered in the order of their first points. `distances` are (N, N), symmetric.
    `min_points` is the number of points within the radius, itself included, from which on a point
    is a core. `radius` is the largest distance of neighbours; None takes `knee_radius`.
    """
    from sklearn.cluster import DBSCAN as Clustering  # noqa: N811

    reach = max(knee_radius(distances) if radius is None else radius, SAME_DISTANCE)
    model = Clustering(eps=reach, min_samples=min_points, metric="precomputed")
    return numbered(model.fit(distances).labels_)


def knee_radius(distances: Floats) -> float:
    """The knee of the sorted distances of the points to their `NEIGHBOUR`-th nearest other point.

    Ester et al. (1996) find the bend of that curve by eye. Ours is the point farthest from the
    chord between its ends (Satopaa, Albrecht, Irwin & Raghavan 2011, without smoothing). Distances
    of 0 and of 1 or more are left out: a repeated point, or one related to no other, says nothing
    about the density of the others. Returns 0 if no distance is left. `distances` are (N, N),
    symmetric, zero on the diagonal.
    """
    if len(distances) <= NEIGHBOUR:
        return 0.0
    curve = np.sort(np.partition(distances, NEIGHBOUR, axis=1)[:, NEIGHBOUR])
    curve = curve[(curve > SAME_DISTANCE) & (curve < 1.0)]
    if not len(curve):
        return 0.0
    rise = curve[-1] - curve[0]
    if rise <= SAME_DISTANCE:
        return float(curve[-1])
    chord = np.linspace(0.0, 1.0, len(curve))
    return float(curve[np.argmax(np.abs((curve - curve[0]) / rise - chord))])


@dataclass(frozen=True)
class KMEANS:
    """Table (tabHyperedges), row KMEANS. Clusters around 70 centres, and pairs, of sentences.

    `clusters` is their number, or the number of sentences if that is smaller.
    """

    clusters: int = 70
    seed: int = 0

    def __call__(self, corpus: DocumentIndex) -> FuzzyHypergraph:
        return cluster_hypergraph(corpus, kmeans_labels(corpus.tfisf, self.clusters, self.seed))


def kmeans_labels(vectors: Any, clusters: int = 70, seed: int = 0) -> Labels:
    """(N,) cluster of each row, by Lloyd's algorithm (1982), without noise.

    As rows have length 1, the squared Euclidean distance of two rows is twice their cosine
    distance. Ours: one run, whose centres are initialized by k-means++ (Arthur & Vassilvitskii
    2007). Fewer distinct rows than clusters give fewer clusters. Clusters are numbered in the order
    of their first rows. `vectors` is an (N, V) csr with rows of Euclidean length 1, or zero.
    """
    from sklearn.cluster import KMeans
    from sklearn.exceptions import ConvergenceWarning
    from threadpoolctl import threadpool_limits

    model = KMeans(
        min(clusters, vectors.shape[0]),
        n_init=1,
        algorithm="lloyd",
        random_state=np.random.RandomState(np.random.PCG64(seed)),
    )
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return numbered(model.fit(vectors).labels_)


@dataclass(frozen=True)
class AGGLOMERATIVE:
    """Table (tabHyperedges), row AGGLOMERATIVE. Agglomerative clusters, and pairs, of sentences.

    `threshold` is the least mean cosine between clusters that are joined, in [0, 1].
    """

    threshold: float = 0.21

    def __call__(self, corpus: DocumentIndex) -> FuzzyHypergraph:
        return cluster_hypergraph(corpus, agglomerative_labels(corpus.tfisf, self.threshold))


def agglomerative_labels(vectors: Any, threshold: float = 0.21) -> Labels:
    """(N,) cluster of each row, by average linkage of cosines, without noise.

    The two clusters with the highest mean cosine between their members are joined, as long as it is
    at least `threshold`. The paper does not say whether its 0.21 is a cosine or a distance. Ours is
    the cosine, because at a distance of 0.21 nearly every sentence stays a cluster of its own.
    Clusters are numbered in the order of their first sentences. `vectors` is an (N, V) csr with
    rows >= 0 of Euclidean length 1, or zero.
    """
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    if vectors.shape[0] < 2:
        return np.zeros(vectors.shape[0], np.int64)
    condensed = squareform(cosine_distances(vectors), checks=False)
    tree = linkage(condensed, "average")
    return numbered(fcluster(tree, 1.0 - threshold, "distance"))


def numbered(labels: NDArray[Any]) -> Labels:
    """The clusters numbered 0, 1, ... in the order of their first sentences; noise stays -1."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    noise = labels[first] < 0
    first = np.where(noise, len(labels), first)
    rank = np.argsort(np.argsort(first, kind="stable"), kind="stable")
    rank[noise] = -1
    return np.asarray(rank[inverse], dtype=np.int64)


class Clusters:
    """Groups of sentences, each with a tf-isf vector.

    `labels` is the (N,) cluster of each sentence, 0, 1, ... without gaps, -1 for noise.
    """

    def __init__(self, corpus: DocumentIndex, labels: Labels) -> None:
        self.corpus = corpus
        inside = np.flatnonzero(labels >= 0)
        shape = int(labels.max(initial=-1)) + 1, len(labels)
        self.members = count_pairs(labels[inside], inside, shape)
        self.sizes = np.diff(self.members.indptr)
        self.counts = self.members @ corpus.counts
        self.vectors = self._unit(self.counts)

    def cosines(self, terms: Floats) -> Floats:
        """(C,) cosine of each cluster and a text with (V,) counts of terms."""
        text = self._unit(sparse.csr_array(terms[np.newaxis]))
        return np.asarray((self.vectors @ text.T).toarray().ravel())

    def _unit(self, counts: Any) -> Any:
        return unit_rows(counts @ sparse.diags_array(self.corpus.isf))


def cluster_hypergraph(corpus: DocumentIndex, labels: Labels) -> FuzzyHypergraph:
    """Clusters, then pairs, as in HyperSum (Wang, Wei, Li & Li 2013), with weights as printed.

    The members of a cluster share it equally, and its weight is the cosine of its tf-isf vector and
    that of the corpus. Each pair of sentences with a cosine above 0 is a hyperedge with that
    weight. Ours: p(e|t) is over the clusters only, the share of the term's occurrences in each, so
    that a term that occurs only in noise is unknown; and a sentence in neither a cluster nor a pair
    has a hyperedge of its own, of weight 0.

    There are so many pairs that a walk on some hundred sentences follows one in 9 of 10 steps or
    more: clusters matter more for the question than for the walk. `labels` is the (N,) cluster of
    each sentence, 0, 1, ... without gaps, -1 for noise.
    """
    clusters = Clusters(corpus, labels)
    pairs = sparse.triu(corpus.cosines, 1, format="csr").sorted_indices().tocoo()
    alone = np.flatnonzero((labels < 0) & (np.diff(corpus.cosines.indptr) == 0))
    single = sparse.eye_array(corpus.n_sentences, format="csr")[alone]
    of_clusters = rows_to_one(clusters.counts.T.tocsr())
    of_others = sparse.csr_array((corpus.n_terms, pairs.nnz + len(alone)))
    weights = clusters.cosines(corpus.counts.sum(axis=0)), pairs.data, np.zeros(len(alone))
    ends, starts = np.stack(pairs.coords, axis=1).ravel(), np.arange(0, 2 * pairs.nnz + 1, 2)
    halves = sparse.csr_array(
        (np.full(len(ends), 0.5), ends, starts), shape=(pairs.nnz, len(labels))
    )
    return FuzzyHypergraph(
        sparse.vstack([rows_to_one(clusters.members), halves, single], "csr"),
        np.concatenate(weights),
        sparse.hstack([of_clusters, of_others], "csr"),
    )
