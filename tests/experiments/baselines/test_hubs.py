"""Hubs and authorities against the dense iteration and cases worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines.cluster_edges import Clusters, agglomerative_labels
from hyperdigest.experiments.baselines.hubs import HubsAndAuthorities, authorities
from hyperdigest.experiments.task_input import Case, Corpus
from oracles import summarizers as oracle


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


@pytest.mark.parametrize("text", ["The mill stood still.", "The mill stood still. " * 4])
def test_sentences_that_cannot_be_told_apart(text):
    corpus = Corpus([Document("a", "a", text)], [""])
    case = Case(corpus, "Where is the mill?", 9, np.ones(corpus.n_sentences, bool))
    assert HubsAndAuthorities()(case) == list(range(min(2, corpus.n_sentences)))


@pytest.mark.parametrize("share", [0.0, 1.1, float("nan")])
def test_a_share_without_meaning_is_refused(make_case, share):
    with pytest.raises(OptionError, match="share"):
        HubsAndAuthorities(share=share)(make_case())
