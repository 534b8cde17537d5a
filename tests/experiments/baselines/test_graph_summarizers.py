"""Summarizers on graphs against dense solutions, loops, and cases worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines import graph_summarizers
from hyperdigest.experiments.baselines.graph_summarizers import (
    HERF,
    HubsAndAuthorities,
    HyperSum,
    Neighbours,
    TSLexRank,
    authorities,
    organic_walk,
    pointwise_divrank,
    propagated,
    sentence_topics,
    topic_neighbours,
    topic_sensitive_lexrank,
)
from hyperdigest.experiments.baselines.hyperedges import (
    Clusters,
    agglomerative_labels,
    cosine_distances,
    dbscan_labels,
)
from hyperdigest.experiments.systems import Case, DocumentIndex
from hyperdigest.options import Options
from oracles import summarizers as oracle


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.01, 0.15, 0.5, 0.95, 1.0]))
def test_the_scores_solve_the_equation_by_lexrank(seed, omega):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 12))
    sim = np.triu(rng.random((n, n)) * (rng.random((n, n)) < 0.3), 1)
    sim += sim.T
    shares = rng.dirichlet(np.ones(n))
    found = topic_sensitive_lexrank(shares, sparse.csr_array(sim), omega)
    np.testing.assert_allclose(found, oracle.lexrank(shares, sim, omega), atol=1e-11)


def test_a_step_is_shared_out_by_its_source():
    sim = np.array([[0, 0.2, 0.6], [0.2, 0, 0], [0.6, 0, 0]])
    shares = np.array([1.0, 0.0, 0.0])
    first, second, third = topic_sensitive_lexrank(shares, sparse.csr_array(sim), 0.5)
    assert second == pytest.approx(0.5 * 0.25 * first)
    assert third == pytest.approx(0.5 * 0.75 * first)
    assert first == pytest.approx(0.5 + 0.5 * (second + third))
    assert first + second + third == pytest.approx(1.0)


def test_a_sentence_without_neighbours_keeps_what_the_question_gives_it():
    sim = np.array([[0, 0.5, 0], [0.5, 0, 0], [0, 0, 0]])
    found = topic_sensitive_lexrank(np.array([0.5, 0.2, 0.3]), sparse.csr_array(sim), 0.4)
    assert found[2] == pytest.approx(0.4 * 0.3)
    assert found[:2].sum() == pytest.approx(0.7)


def test_the_summary_is_that_of_the_dense_scores_by_lexrank(make_case):
    case = make_case(budget=50)
    scores = oracle.lexrank(oracle.shares(case), oracle.similarities(case.corpus), 0.95)
    assert case.question_shares == pytest.approx(oracle.shares(case))
    chosen = TSLexRank()(case)
    assert chosen[0] == int(np.argmax(scores))
    assert sum(case.corpus.words[i] for i in chosen) <= 50
    similar = case.corpus.cosines.toarray()[np.ix_(chosen, chosen)]
    assert similar.max() <= 0.1


def test_a_question_that_meets_nothing_leaves_it_to_the_walk(make_case):
    case = make_case("Why do zebras yodel?")
    assert case.question_shares == pytest.approx(1 / case.corpus.n_sentences)
    assert TSLexRank()(case)


@given(st.integers(0, 2**32 - 1))
def test_scores_are_the_strongest_direction(seed):
    rng = np.random.default_rng(seed)
    edges = rng.random(rng.integers(1, 8, 2)) + 0.1
    found = authorities(sparse.csr_array(edges))
    _, vectors = np.linalg.eigh(edges @ edges.T)
    np.testing.assert_allclose(found, np.abs(vectors[:, -1]), atol=1e-9)


def test_a_sentence_that_no_cluster_is_like_has_no_score():
    found = authorities(sparse.csr_array([[0.6, 0.8], [0.0, 0.0], [0.8, 0.6]]))
    assert found == pytest.approx([np.sqrt(0.5), 0.0, np.sqrt(0.5)])
    assert not authorities(sparse.csr_array((2, 3))).any()


def test_the_weaker_of_two_groups_fades():
    found = authorities(sparse.csr_array([[0.9, 0.0], [0.0, 0.8]]))
    assert found == pytest.approx([1.0, 0.0], abs=1e-9)


def test_only_the_most_relevant_enter_and_the_rest_follow_by_relevance(make_case):
    case = make_case(budget=80)
    order = np.argsort(-case.question_cosines, kind="stable")
    entered = sorted(order[: round(0.1 * len(order))])
    labels = agglomerative_labels(case.corpus.tfisf, 0.21)
    x, c = oracle.vectors(case.corpus), oracle.cluster_vectors(case.corpus, labels)
    edges = np.array([[oracle.cosine(x[i], y) for y in c] for i in entered])
    scores = oracle.authorities(edges, 2000)
    chosen = HubsAndAuthorities(redundancy=1.0)(case)
    expected = [entered[k] for k in np.argsort(-scores, kind="stable")]
    assert chosen[: len(entered)] == expected
    rest = case.question_cosines[chosen[len(entered) :]]
    assert len(rest) > 0
    assert (np.diff(rest) <= 1e-12).all()


def test_the_share_is_of_the_eligible(make_case):
    cosines = make_case().question_cosines
    relevant = np.flatnonzero(cosines)[[1, 4]]
    eligible = cosines == 0
    eligible[relevant] = True
    case = make_case(budget=30, eligible=eligible)
    chosen = HubsAndAuthorities(share=2 / eligible.sum(), redundancy=1.0)(case)
    assert set(chosen[:2]) == set(relevant)
    assert len(chosen) > 2
    assert eligible[chosen].all()


def test_a_question_that_meets_nothing_lets_all_enter(make_case):
    case = make_case("Why do zebras yodel?", budget=40)
    corpus = case.corpus
    clusters = Clusters(corpus, agglomerative_labels(corpus.tfisf, 0.21))
    strongest = np.argmax(authorities(corpus.tfisf @ clusters.vectors.T))
    assert HubsAndAuthorities()(case)[0] == strongest


SMALL = DocumentIndex(
    [
        Document("a", "a", "Owls hunt mice. Mice fear owls. Foxes hunt mice. Rain fell."),
        Document("b", "b", "Foxes dig dens. Owls nest in barns. Snow melted. Barns shelter owls."),
    ],
    ["", ""],
)


def some_labels(rng, n):
    """Clusters numbered without gaps, some sentences in none."""
    _, labels = np.unique(np.r_[-1, rng.integers(-1, 3, n)], return_inverse=True)
    return labels[1:] - 1


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.0, 0.3, 0.9, 0.99]))
def test_the_scores_solve_the_equation_by_hypersum(seed, xi):
    rng = np.random.default_rng(seed)
    labels = some_labels(rng, SMALL.n_sentences)
    weights, y = rng.random(labels.max() + 1), rng.random(SMALL.n_sentences)
    sim = oracle.similarities(SMALL)
    neighbours = Neighbours(Clusters(SMALL, labels), weights)
    found = propagated(neighbours, y, xi)
    np.testing.assert_allclose(found, oracle.propagated(labels, weights, sim, y, xi), atol=1e-10)


@given(st.integers(0, 2**32 - 1))
def test_neighbours_are_those_of_the_incidence_matrix(seed):
    rng = np.random.default_rng(seed)
    labels = some_labels(rng, SMALL.n_sentences)
    weights, x = rng.random(labels.max() + 1), rng.random(SMALL.n_sentences)
    matrix, degrees = oracle.adjacency(labels, weights, oracle.similarities(SMALL))
    neighbours = Neighbours(Clusters(SMALL, labels), weights)
    np.testing.assert_allclose(neighbours.degrees, degrees, atol=1e-12)
    np.testing.assert_allclose(neighbours.spread(x), matrix @ x, atol=1e-12)
    others = matrix - np.diag(np.diag(matrix))
    np.testing.assert_allclose(neighbours.to_others(x), others @ x, atol=1e-12)
    np.testing.assert_allclose(neighbours.others, others.sum(axis=1), atol=1e-12)


def test_clusters_have_the_cosines_of_their_words():
    labels = np.array([0, 0, 1, -1, 1, 0, -1, -1])
    found = Clusters(SMALL, labels).cosines(SMALL.counts.sum(axis=0))
    whole = oracle.vectors(SMALL).sum(axis=0)
    expected = [oracle.cosine(c, whole) for c in oracle.cluster_vectors(SMALL, labels)]
    assert found == pytest.approx(expected)


def test_a_sentence_without_neighbours_keeps_the_part_of_the_question():
    labels = np.full(SMALL.n_sentences, -1)
    y = np.full(SMALL.n_sentences, 0.125)
    found = propagated(Neighbours(Clusters(SMALL, labels), np.zeros(0)), y, 0.9)
    assert found[[3, 6]] == pytest.approx(0.1 * 0.125)


def test_a_cluster_passes_on_what_the_question_says_of_a_member():
    labels = np.array([-1, -1, -1, 0, -1, -1, 0, -1])
    y = np.zeros(8)
    y[3] = 1.0
    found = propagated(Neighbours(Clusters(SMALL, labels), np.array([0.7])), y, 0.5)
    assert found[3] == pytest.approx(0.75)
    assert found[6] == pytest.approx(0.25)
    assert not np.delete(found, [3, 6]).any()


def test_the_summary_is_that_of_the_dense_scores_by_hypersum(make_case):
    case = make_case(budget=50)
    corpus = case.corpus
    labels = dbscan_labels(cosine_distances(corpus.tfisf))
    whole = oracle.vectors(corpus).sum(axis=0)
    weights = [oracle.cosine(c, whole) for c in oracle.cluster_vectors(corpus, labels)]
    sim = oracle.similarities(corpus)
    scores = oracle.propagated(labels, weights, sim, oracle.shares(case), 0.9)
    chosen = HyperSum(redundancy=1.0)(case)
    assert chosen[0] == int(np.argmax(scores))
    assert (np.diff(scores[chosen]) <= 1e-12).all()
    assert corpus.words[chosen].sum() <= 50


class Dense:
    """Chances all written out."""

    def __init__(self, p0):
        self.p0 = np.asarray(p0)

    def leave(self, values):
        return self.p0 @ values

    def arrive(self, values):
        return self.p0.T @ values

    def among(self, vertices):
        return Dense(self.p0[np.ix_(vertices, vertices)])


def random_walk(rng):
    """p0 of at most 8 vertices, of which some have no neighbour."""
    n = int(rng.integers(1, 9))
    links = np.triu(rng.random((n, n)) * (rng.random((n, n)) < 0.5), 1)
    links += links.T
    sums = links.sum(axis=1, keepdims=True)
    p0 = 0.25 * np.divide(links, sums, out=np.zeros_like(links), where=sums > 0)
    return p0 + 0.75 * np.diag((sums[:, 0] > 0).astype(float))


@given(seed=st.integers(0, 2**32 - 1), steps=st.integers(1, 15))
def test_the_steps_are_those_of_the_formula(seed, steps):
    rng = np.random.default_rng(seed)
    p0 = random_walk(rng)
    prior = rng.dirichlet(np.ones(len(p0)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graph_summarizers, "MOST_STEPS", steps)
        patch.setattr(graph_summarizers, "DIVRANK_TOLERANCE", -1.0)
        found = pointwise_divrank(Dense(p0), prior, 0.9)
    expected = oracle.divrank(p0, prior, 0.9, steps)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def test_removing_vertices_without_a_score_changes_no_other_score(monkeypatch):
    rng = np.random.default_rng(3)
    n = 40
    links = rng.random((n, n)) * (1 - np.eye(n))
    p0 = 0.75 * np.eye(n) + 0.25 * links / links.sum(axis=1, keepdims=True)
    prior = np.zeros(n)
    prior[[4, 17, 30]] = 0.5, 0.3, 0.2
    found = pointwise_divrank(Dense(p0), prior, 0.5)
    monkeypatch.setattr(graph_summarizers, "LEAST_SHARE_ALIVE", 0.0)
    assert found == pytest.approx(pointwise_divrank(Dense(p0), prior, 0.5), rel=1e-9, abs=1e-12)
    assert found.sum() == pytest.approx(1.0)


def test_the_pointwise_walk_settles_where_a_step_changes_nothing():
    p0 = np.array([[0.75, 0.25, 0.0], [0.125, 0.75, 0.125], [0.0, 0.25, 0.75]])
    prior = np.array([0.3, 0.4, 0.3])
    p = pointwise_divrank(Dense(p0), prior, 0.9)
    d = p0 @ p
    np.testing.assert_allclose(0.1 * prior + 0.9 * p * (p0.T @ (p / d)), p, atol=1e-7)
    assert p.sum() == pytest.approx(1.0)
    assert p[1] > 0.4


def test_without_a_walk_the_question_decides():
    prior = np.array([0.2, 0.8])
    assert pointwise_divrank(Dense(np.full((2, 2), 0.5)), prior, 0.0) == pytest.approx(prior)


def test_a_vertex_without_neighbours_keeps_the_part_of_the_question():
    p0 = Dense([[0.75, 0.25, 0.0], [0.25, 0.75, 0.0], [0.0, 0.0, 0.0]])
    assert pointwise_divrank(p0, np.array([0.3, 0.3, 0.4]), 0.9)[2] == pytest.approx(0.04)


@pytest.mark.parametrize("transition", [1.0, -0.1, float("nan")])
def test_a_transition_without_meaning_is_refused(transition):
    with pytest.raises(OptionError, match="transition"):
        pointwise_divrank(Dense(np.eye(2)), np.array([0.5, 0.5]), transition)


def test_the_walk_stays_or_goes_to_neighbours(corpus):
    rng = np.random.default_rng(5)
    labels = np.arange(corpus.n_sentences) // 7 - 1
    weights = rng.random(labels.max() + 1)
    p0 = oracle.organic_walk(labels, weights, oracle.similarities(corpus), 0.25)
    found = organic_walk(Neighbours(Clusters(corpus, labels), weights), 0.25)
    x = rng.random(corpus.n_sentences)
    np.testing.assert_allclose(found.leave(x), p0 @ x, atol=1e-12)
    np.testing.assert_allclose(found.arrive(x), p0.T @ x, atol=1e-12)
    some = x > 0.4
    part, p0 = found.among(some), p0[np.ix_(some, some)]
    np.testing.assert_allclose(part.leave(x[some]), p0 @ x[some], atol=1e-12)
    np.testing.assert_allclose(part.arrive(x[some]), p0.T @ x[some], atol=1e-12)
    with pytest.raises(OptionError, match="spread"):
        organic_walk(Neighbours(Clusters(corpus, labels), weights), 0.0)


def dense_topics(corpus):
    """(N, K) how often each topic is tagged in each sentence."""
    topics = corpus.model(Options.preset("paper")).topics.best
    counts = np.zeros((corpus.n_sentences, topics.n_topics))
    for sentence, topic in zip(corpus.split.sentence_of, topics.assignments, strict=True):
        counts[sentence, topic] += 1
    return counts


def test_the_summary_is_that_of_the_loops(make_case):
    case = make_case(budget=50)
    corpus = case.corpus
    topics = dense_topics(corpus)
    apart = np.array([[1 - oracle.cosine(x, y) for y in topics] for x in topics])
    labels = dbscan_labels(np.where(apart < 1e-9, 0.0, apart))
    x = oracle.vectors(corpus)
    counts = corpus.counts.toarray()
    asked = case.terms * np.log(len(x) / (counts > 0).sum(axis=0))
    weights = [
        sum(labels == c) * (oracle.cosine(vector, asked) + oracle.cosine(vector, x.sum(axis=0)))
        for c, vector in enumerate(oracle.cluster_vectors(corpus, labels))
    ]
    p0 = oracle.organic_walk(labels, weights, oracle.similarities(corpus), 0.25)
    some = np.random.default_rng(1).random(len(x))
    np.testing.assert_allclose(organic_walk(topic_neighbours(case), 0.25).leave(some), p0 @ some)
    scores = pointwise_divrank(Dense(p0), oracle.shares(case), 0.97)
    chosen = HERF(redundancy=1.0)(case)
    assert chosen[0] == int(np.argmax(scores))
    assert (np.diff(scores[chosen]) <= 1e-9).all()
    assert corpus.words[chosen].sum() <= 50


def test_topics_of_sentences_are_shares_of_their_tags(corpus):
    topics = dense_topics(corpus)
    expected = topics / np.linalg.norm(topics, axis=1, keepdims=True)
    assert sentence_topics(corpus).toarray() == pytest.approx(expected)


SYSTEMS = TSLexRank(), HubsAndAuthorities(), HyperSum(), HERF()


@pytest.mark.parametrize("system", SYSTEMS, ids=repr)
@pytest.mark.parametrize("text", ["The mill stood still.", "The mill stood still. " * 4])
def test_sentences_that_cannot_be_told_apart(system, text):
    corpus = DocumentIndex([Document("a", "a", text)], [""])
    case = Case(corpus, "Where is the mill?", 9, np.ones(corpus.n_sentences, bool))
    chosen = system(case)
    assert len(chosen) == min(2, corpus.n_sentences)
    assert chosen == list(range(len(chosen))) or isinstance(system, HERF)


@pytest.mark.parametrize("system", SYSTEMS[2:], ids=repr)
def test_a_question_that_meets_nothing_still_gets_a_summary(make_case, system):
    assert system(make_case("Why do zebras yodel?"))


@pytest.mark.parametrize(
    ("system", "name", "refused"),
    [
        (TSLexRank, "question_weight", (0.0, -0.1, 1.5)),
        (HubsAndAuthorities, "share", (0.0, 1.1)),
        (HyperSum, "propagation", (1.0, -0.1)),
    ],
)
def test_a_parameter_without_meaning_is_refused(make_case, system, name, refused):
    for value in (*refused, float("nan")):
        with pytest.raises(OptionError, match=name):
            system(**{name: value})(make_case())
