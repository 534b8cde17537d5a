"""Models of hyperedges and clusters of sentences, against slow versions of their definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hyperdigest.documents import Document
from hyperdigest.experiments.baselines.hyperedges import (
    AGGLOMERATIVE,
    DBSCAN,
    HDP,
    KMEANS,
    LDA,
    TERMS,
    agglomerative_labels,
    cluster_hypergraph,
    cosine_distances,
    dbscan_labels,
    kmeans_labels,
    knee_radius,
    numbered,
)
from hyperdigest.experiments.systems import DocumentIndex, unit_rows
from hyperdigest.hypergraph import term_hypergraph, topic_hypergraph
from hyperdigest.options import Options
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.relevance import relevance
from hyperdigest.selection import select
from oracles.hyperedges import (
    average_linkage,
    cluster_hyperedges,
    cosine,
    density_clusters,
    partition,
)

MODELS = [HDP(sweeps=20), LDA(topics=6, sweeps=20), TERMS(), KMEANS(9), AGGLOMERATIVE(), DBSCAN()]


def some_labels(corpus):
    """Clusters of three kinds, and noise, whatever the sentences say."""
    labels = np.arange(corpus.n_sentences) % 5
    return np.where(labels > 2, -1, labels)


def nobody(corpus):
    return np.full(corpus.n_sentences, -1)


def joined(corpus):
    return agglomerative_labels(corpus.tfisf)


@pytest.mark.parametrize("labels_of", [some_labels, nobody, joined])
def test_clusters_and_pairs_are_as_defined(corpus, labels_of):
    labels = labels_of(corpus)
    found = cluster_hypergraph(corpus, labels)
    rows, weights, given = cluster_hyperedges(corpus.counts.toarray(), corpus.isf, labels.tolist())
    np.testing.assert_allclose(found.membership.toarray(), rows, rtol=1e-12)
    np.testing.assert_allclose(found.weights, weights, rtol=1e-9)
    np.testing.assert_allclose(found.edge_given_term.toarray(), given, rtol=1e-12)


def test_a_sentence_like_no_other_stands_by_itself(corpus):
    [lonely] = np.flatnonzero(np.diff(corpus.cosines.indptr) == 0)
    assert corpus.text(lonely) == "Yes."
    found = cluster_hypergraph(corpus, nobody(corpus))
    assert found.membership[[-1]].indices.tolist() == [lonely]
    assert found.weights[-1] == 0


def test_sentences_all_alike_have_no_weight_but_are_there():
    same = DocumentIndex(
        [Document(f"{n}.txt", f"{n}.txt", "The mill burned.") for n in range(3)], [""] * 3
    )
    for model in (KMEANS(2), AGGLOMERATIVE(), DBSCAN()):
        found = model(same)
        assert found.n_sentences == 3
        assert not found.weights.any()


def test_terms_are_the_hyperedges_of_the_package(corpus):
    split = corpus.split
    exact = term_hypergraph(split.terms, split.sentence_of, corpus.n_sentences, corpus.n_terms)
    found = TERMS()(corpus)
    assert (found.membership != exact.membership).nnz == 0
    assert (found.weights == exact.weights).all()


def test_the_papers_topics_are_those_of_its_preset(corpus):
    paper = Options.preset("paper")
    assert HDP().options == paper
    found, exact = HDP()(corpus), Indexes.of(corpus.model(paper)).topics(paper)
    assert (found.membership != exact.membership).nnz == 0
    assert (found.weights == exact.weights).all()
    assert HDP(alpha=0.25, beta=0.5, gamma=1.0, zeta=2.0).options == paper.changed(
        sentence_concentration=0.25,
        document_concentration=0.5,
        corpus_concentration=1.0,
        term_concentration=2.0,
    )


def test_lda_hyperedges_are_the_tags_of_tokens(corpus):
    model, split = LDA(topics=5, sweeps=30, term_concentration=0.2), corpus.split
    tags = model.tags(split.terms, corpus.document[split.sentence_of], corpus.n_terms)
    used = sorted(set(tags.tolist()))
    exact = topic_hypergraph(
        [used.index(tag) for tag in tags],
        split.terms,
        split.sentence_of,
        corpus.n_sentences,
        corpus.n_terms,
        0.2,
        term_prior="each",
    )
    found = model(corpus)
    assert (found.membership != exact.membership).nnz == 0
    assert (found.weights == exact.weights).all()


def test_lda_leaves_out_topics_without_a_token(corpus):
    found = LDA(topics=2000, sweeps=1)(corpus)
    assert found.membership.shape[0] < 2000
    assert (np.diff(found.membership.indptr) > 0).all()


def test_a_seed_of_lda_gives_the_same_bytes_and_another_others(corpus):
    a, b, c = (LDA(topics=8, sweeps=10, seed=seed)(corpus) for seed in (4, 4, 5))
    assert a.membership.data.tobytes() == b.membership.data.tobytes()
    assert a.weights.tobytes() == b.weights.tobytes()
    assert a.weights.tobytes() != c.weights.tobytes()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_a_summary_can_be_made_on_every_model(corpus, make_case, model):
    case = make_case(budget=40)
    graph = model(corpus)
    assert graph.n_sentences == corpus.n_sentences
    assert graph.n_terms == corpus.n_terms
    scores = relevance(graph, case.terms)
    assert (scores > 0).all()
    chosen = select(graph, scores, corpus.words, case.budget)
    assert 0 < corpus.words[chosen].sum() <= 40
    asked = {i for i in range(corpus.n_sentences) if case.question_cosines[i] > 0}
    assert scores[list(asked)].mean() > scores.mean()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_a_model_is_named_by_its_parameters(model):
    assert eval(repr(model)) == model
    assert {model: 1}[type(model)(**vars(model))] == 1


SEEDS = st.integers(0, 2**32 - 1)


def vectors(seed, rows=14, terms=9):
    rng = np.random.default_rng(seed)
    dense = rng.random((rows, terms)) * (rng.random((rows, terms)) < 0.4)
    return unit_rows(sparse.csr_array(dense))


@given(SEEDS)
def test_distances_are_those_of_the_cosine(seed):
    rows = vectors(seed)
    dense = rows.toarray()
    exact = 1.0 - np.array([[cosine(a, b) for b in dense] for a in dense])
    np.fill_diagonal(exact, 0.0)
    found = cosine_distances(rows)
    np.testing.assert_allclose(found, exact, atol=1e-9)
    assert (found == found.T).all()
    assert found.min() >= 0 == np.diag(found).max()


def test_sentences_that_say_the_same_are_at_no_distance_and_empty_ones_far_from_all():
    rows = unit_rows(sparse.csr_array(np.array([[3, 1, 7], [3, 1, 7], [0, 0, 0], [0, 0, 0]])))
    found = cosine_distances(rows)
    assert found[0, 1] == 0
    assert found[2].tolist() == [1, 1, 0, 1]


@given(SEEDS, st.sampled_from([0.0, 0.21, 0.5, 1.0]))
def test_agglomeration_joins_the_most_alike_on_average(seed, threshold):
    rows = vectors(seed, rows=10)
    dense = rows.toarray() + 1e-3 * np.random.default_rng(seed).random(rows.shape)
    rows = unit_rows(sparse.csr_array(dense))
    exact = average_linkage(1.0 - cosine_distances(rows), threshold)
    assert agglomerative_labels(rows, threshold).tolist() == exact


@given(SEEDS, st.integers(1, 4), st.floats(0.05, 0.95))
def test_dbscan_is_its_definition(seed, min_points, radius):
    distances = cosine_distances(vectors(seed))
    exact = density_clusters(distances, min_points, radius)
    found = dbscan_labels(distances, min_points, radius)
    assert ((found < 0) == (np.array(exact) < 0)).all()
    assert partition(found) == partition(exact)
    assert found.tolist() == numbered(found).tolist()


def test_the_knee_is_where_the_second_neighbours_turn_far():
    places = np.array([0.0, 0.01, 0.02, 0.3, 0.31, 0.33, 0.6, 0.61, 0.62, 0.9])
    distances = np.abs(places[:, None] - places)
    second = sorted(sorted(row)[2] for row in distances)
    assert knee_radius(distances) == pytest.approx(0.03)
    assert second[-2] == pytest.approx(0.03)
    assert dbscan_labels(distances).tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, -1]


def test_repeated_and_unrelated_points_leave_the_knee_alone():
    places = np.array([0.0, 0.01, 0.02, 0.3, 0.31, 0.33, 0.6, 0.61, 0.62, 0.9])
    more = np.concatenate((places, [2.0] * 5, [4.0, 9.0]))
    distances = np.minimum(np.abs(more[:, None] - more), 1.0)
    assert knee_radius(distances) == pytest.approx(0.03)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_points_with_nothing_between_are_noise(n):
    apart = 1.0 - np.eye(n)
    assert knee_radius(apart) == 0
    assert dbscan_labels(apart).tolist() == [-1] * n
    assert dbscan_labels(np.zeros((n, n))).tolist() == ([0] * n if n > 1 else [-1])


def test_equal_distances_are_their_own_knee():
    assert knee_radius(0.4 * (1.0 - np.eye(5))) == pytest.approx(0.4)


def planted(groups=4, size=6):
    rng = np.random.default_rng(3)
    rows = np.zeros((groups * size, groups * 5))
    for i in range(len(rows)):
        rows[i, i % groups * 5 : i % groups * 5 + 5] = 0.5 + rng.random(5)
    return unit_rows(sparse.csr_array(rows))


def test_every_method_finds_groups_that_share_no_term():
    rows, groups = planted(), [i % 4 for i in range(24)]
    assert kmeans_labels(rows, 4).tolist() == groups
    assert agglomerative_labels(rows).tolist() == groups
    assert dbscan_labels(cosine_distances(rows), radius=0.5).tolist() == groups


def test_centres_are_as_many_as_distinct_sentences_at_most():
    rows = vectors(1, rows=5)
    assert sorted(kmeans_labels(rows, 70)) == list(range(5))
    twice = sparse.vstack([rows, rows], "csr")
    assert partition(kmeans_labels(twice, 8)) == {frozenset({i, i + 5}) for i in range(5)}


def test_centres_minimise_what_lloyd_does():
    rows = vectors(7, rows=40)
    labels = kmeans_labels(rows, 6)
    dense = rows.toarray()
    centres = np.array([dense[labels == c].mean(axis=0) for c in range(6)])
    nearest = ((dense[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    assert nearest.tolist() == labels.tolist()


def test_the_same_seed_gives_the_same_clusters():
    rows = vectors(11, rows=60, terms=20)
    assert kmeans_labels(rows, 9, 5).tolist() == kmeans_labels(rows, 9, 5).tolist()


def test_one_sentence_is_one_cluster():
    rows = vectors(2, rows=1)
    assert agglomerative_labels(rows).tolist() == [0]
    assert kmeans_labels(rows).tolist() == [0]


@given(st.lists(st.integers(-1, 5), min_size=1, max_size=12))
def test_clusters_are_numbered_by_their_first_members(labels):
    found = numbered(np.array(labels)).tolist()
    assert partition(found) == partition(labels)
    assert [x < 0 for x in found] == [x < 0 for x in labels]
    seen = list(dict.fromkeys(x for x in found if x >= 0))
    assert seen == list(range(len(seen)))
