import numpy as np
import pytest
from hypothesis import given

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import cosine_hypergraph, term_counts
from oracles.hypergraph import transition
from strategies import CORPORA


def cosine_of(terms, sentences, n, v):
    return cosine_hypergraph(term_counts(terms, sentences, n, v))


def graph_of(corpus):
    return cosine_of(corpus.terms, corpus.sentences, corpus.n_sentences, corpus.n_terms)


def tf_isf(corpus):
    """(N, V) tf times log(N / N_t), computed from the definition."""
    x = np.zeros((corpus.n_sentences, corpus.n_terms))
    for term, sentence in zip(corpus.terms, corpus.sentences, strict=True):
        x[sentence, term] += 1
    return x * np.log(len(x) / (x > 0).sum(axis=0))


@given(CORPORA)
def test_a_step_is_proportional_to_the_cosine(corpus):
    x = tf_isf(corpus)
    norms = np.linalg.norm(x, axis=1)
    steps = transition(graph_of(corpus))
    for i in np.flatnonzero(norms):
        others = np.where(norms > 0, norms, 1.0)
        cosines = np.array([x[i] @ x[j] for j in range(len(x))]) / (norms[i] * others)
        np.testing.assert_allclose(steps[i], cosines / cosines.sum(), rtol=1e-9, atol=1e-12)


@given(CORPORA)
def test_rows_of_memberships_and_steps_sum_to_one(corpus):
    graph = graph_of(corpus)
    assert graph.membership.shape == (corpus.n_terms, corpus.n_sentences)
    np.testing.assert_allclose(graph.edge_given_sentence.sum(axis=1), 1.0)
    np.testing.assert_allclose(transition(graph).sum(axis=1), 1.0)
    assert graph.known_terms.all()


@given(CORPORA)
def test_each_term_has_its_own_hyperedge_with_its_sentences(corpus):
    graph, x = graph_of(corpus), tf_isf(corpus)
    is_member = graph.membership.toarray() > 0
    for term, sentence in zip(corpus.terms, corpus.sentences, strict=True):
        assert is_member[term, sentence]
    assert is_member.sum() == len(set(zip(corpus.terms, corpus.sentences, strict=True)))
    assert ((graph.weights > 0) == (x.sum(axis=0) > 0)).all()


def test_a_term_of_every_sentence_does_not_count_in_the_cosine():
    graph = cosine_of([0, 0, 0, 0, 1, 1], [0, 0, 1, 2, 0, 1], 3, 2)
    assert graph.weights == pytest.approx([0, 4])
    assert graph.membership.toarray()[0] == pytest.approx([0.5, 0.25, 0.25])
    assert transition(graph)[0] == pytest.approx([0.5, 0.5, 0])


def test_sentences_of_nothing_but_common_terms_walk_by_frequency():
    steps = transition(cosine_of([0, 0, 0, 0, 1], [0, 1, 1, 2, 0], 3, 2))
    assert steps[1] == pytest.approx([0.25, 0.5, 0.25])


def test_sentences_that_share_all_terms_give_a_valid_hypergraph():
    assert transition(cosine_of([0, 0], [0, 1], 2, 1)) == pytest.approx(np.full((2, 2), 0.5))
    assert transition(cosine_of([0], [0], 1, 1)) == pytest.approx(np.ones((1, 1)))


def test_a_term_that_never_occurs_is_an_empty_hyperedge_and_unknown():
    graph = cosine_of([0, 2], [0, 1], 2, 3)
    assert graph.weights[1] == 0
    assert graph.known_terms.tolist() == [True, False, True]
    assert graph.membership[[1]].nnz == 0


def test_invalid_tokens_are_refused():
    with pytest.raises(OptionError, match="no token"):
        cosine_of([], [], 1, 1)
    with pytest.raises(OptionError, match="index 5"):
        cosine_of([5], [0], 1, 2)
    with pytest.raises(OptionError, match="in no hyperedge"):
        cosine_of([0], [0], 2, 1)
