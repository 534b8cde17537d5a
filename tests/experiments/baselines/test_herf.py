"""DivRank and HERF against loops, and cases worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines import herf
from hyperdigest.experiments.baselines.cluster_edges import Clusters, dbscan_labels
from hyperdigest.experiments.baselines.herf import (
    HERF,
    organic_walk,
    pointwise_divrank,
    sentence_topics,
    topic_neighbours,
)
from hyperdigest.experiments.baselines.hypersum import Neighbours
from hyperdigest.experiments.task_input import Case, Corpus
from hyperdigest.options import Options
from oracles import summarizers as oracle


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
        patch.setattr(herf, "MOST_STEPS", steps)
        patch.setattr(herf, "TOLERANCE", -1.0)
        found = pointwise_divrank(Dense(p0), prior, 0.9)
    expected = oracle.divrank(p0, prior, 0.9, steps)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


def test_vertices_that_die_out_are_left_behind_without_a_trace(monkeypatch):
    rng = np.random.default_rng(3)
    n = 40
    links = rng.random((n, n)) * (1 - np.eye(n))
    p0 = 0.75 * np.eye(n) + 0.25 * links / links.sum(axis=1, keepdims=True)
    prior = np.zeros(n)
    prior[[4, 17, 30]] = 0.5, 0.3, 0.2
    found = pointwise_divrank(Dense(p0), prior, 0.5)
    monkeypatch.setattr(herf, "CROWDED", 0.0)
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


def test_a_question_that_meets_nothing_still_gets_a_summary(make_case):
    assert HERF()(make_case("Why do zebras yodel?"))


@pytest.mark.parametrize("text", ["The mill stood still.", "The mill stood still. " * 4])
def test_sentences_that_cannot_be_told_apart(text):
    corpus = Corpus([Document("a", "a", text)], [""])
    case = Case(corpus, "Where is the mill?", 9, np.ones(corpus.n_sentences, bool))
    chosen = HERF()(case)
    assert len(chosen) == min(2, corpus.n_sentences)
