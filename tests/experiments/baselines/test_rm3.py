"""Relevance feedback: a question expanded by the best texts found."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hyperdigest.experiments.baselines.mmr import feedback, largest
from oracles import today
from strategies import CORPORA, SEEDS

TERMS, SHARE = 30, 0.4


def counted(terms, sentences):
    """(n, V) how often each term stands in each sentence."""
    return sparse.csr_array((np.ones(len(terms)), (sentences, terms)))


@given(CORPORA, SEEDS)
def test_feedback_equals_loops(corpus, seed):
    rng = np.random.default_rng(seed)
    texts = [corpus.terms[corpus.sentences == i].tolist() for i in range(corpus.n_sentences)]
    question = rng.integers(0, 3, corpus.n_terms) * (rng.random(corpus.n_terms) < 0.3) * 0.5
    question[rng.integers(corpus.n_terms)] = 1.0
    found = rng.random(corpus.n_sentences) * (rng.random() < 0.9)
    best = largest(found, 20)
    tokens = counted(corpus.terms, corpus.sentences)
    expanded = feedback(question, tokens[best], found[best], TERMS, SHARE)
    expected = today.feedback(texts, question, found, corpus.n_terms)
    np.testing.assert_allclose(expanded, expected, rtol=1e-12)
    if found.any():
        assert expanded.sum() == pytest.approx(1)


def test_feedback_takes_the_best_sentences_and_their_strongest_terms_only():
    tokens = counted(np.arange(80), np.repeat(np.arange(60), [1] * 40 + [2] * 20))
    question, found = np.eye(80)[79], np.arange(1.0, 61)
    best = largest(found, 20)
    expanded = feedback(question, tokens[best], found[best], TERMS, SHARE)
    assert np.flatnonzero(expanded).tolist() == list(range(50, 80))
    best = largest(np.where(np.arange(60) < 25, found, 0), 20)
    few = feedback(question, tokens[best], found[best], TERMS, SHARE)
    assert np.flatnonzero(few).tolist() == [*range(5, 25), 79]


@given(st.lists(st.integers(0, 3)), st.integers(1, 9))
def test_of_equal_values_the_first_are_the_largest(values, count):
    order = sorted(range(len(values)), key=lambda i: (-values[i], i))
    expected = [i for i in order if values[i] > 0][:count]
    assert largest(np.array(values, float), count).tolist() == expected
