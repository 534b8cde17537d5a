"""Topic-sensitive LexRank against a dense solution and cases worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines.lexrank import TSLexRank, topic_sensitive_lexrank
from hyperdigest.experiments.baselines.simple import question_shares
from hyperdigest.experiments.task_input import Case, Corpus
from oracles import summarizers as oracle


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.01, 0.15, 0.5, 0.95, 1.0]))
def test_the_scores_solve_the_equation(seed, omega):
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


def test_the_summary_is_that_of_the_dense_scores(make_case):
    case = make_case(budget=50)
    scores = oracle.lexrank(oracle.shares(case), oracle.similarities(case.corpus), 0.95)
    assert question_shares(case) == pytest.approx(oracle.shares(case))
    chosen = TSLexRank()(case)
    assert chosen[0] == int(np.argmax(scores))
    assert sum(case.corpus.words[i] for i in chosen) <= 50
    similar = case.corpus.cosines.toarray()[np.ix_(chosen, chosen)]
    assert similar.max() <= 0.1


def test_a_question_that_meets_nothing_leaves_it_to_the_walk(make_case):
    case = make_case("Why do zebras yodel?")
    assert question_shares(case) == pytest.approx(1 / case.corpus.n_sentences)
    assert TSLexRank()(case)


@pytest.mark.parametrize("text", ["The mill stood still.", "The mill stood still. " * 4])
def test_sentences_that_cannot_be_told_apart(text):
    corpus = Corpus([Document("a", "a", text)], [""])
    case = Case(corpus, "Where is the mill?", 9, np.ones(corpus.n_sentences, bool))
    assert TSLexRank()(case) == list(range(min(2, corpus.n_sentences)))


@pytest.mark.parametrize("omega", [0.0, -0.1, 1.5, float("nan")])
def test_a_weight_without_meaning_is_refused(make_case, omega):
    with pytest.raises(OptionError, match="question_weight"):
        TSLexRank(question_weight=omega)(make_case())
