"""HyperSum against the matrices filled in, and cases worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines.cluster_edges import (
    Clusters,
    cosine_distances,
    dbscan_labels,
)
from hyperdigest.experiments.baselines.hypersum import HyperSum, Neighbours, propagated
from hyperdigest.experiments.task_input import Case, Corpus
from oracles import summarizers as oracle

SMALL = Corpus(
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
def test_the_scores_solve_the_equation(seed, xi):
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


def test_the_summary_is_that_of_the_dense_scores(make_case):
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


def test_a_question_that_meets_nothing_still_gets_a_summary(make_case):
    assert HyperSum()(make_case("Why do zebras yodel?"))


@pytest.mark.parametrize("text", ["The mill stood still.", "The mill stood still. " * 4])
def test_sentences_that_cannot_be_told_apart(text):
    corpus = Corpus([Document("a", "a", text)], [""])
    case = Case(corpus, "Where is the mill?", 9, np.ones(corpus.n_sentences, bool))
    assert HyperSum()(case) == list(range(min(2, corpus.n_sentences)))


@pytest.mark.parametrize("xi", [1.0, -0.1, float("nan")])
def test_a_propagation_without_meaning_is_refused(make_case, xi):
    with pytest.raises(OptionError, match="propagation"):
        HyperSum(propagation=xi)(make_case())
