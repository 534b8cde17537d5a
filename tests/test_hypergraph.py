import subprocess
import sys
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph, stack, term_hypergraph, topic_hypergraph
from oracles import hypergraph as oracle
from strategies import CORPORA, HYPERGRAPHS, random_corpus


def from_topics(corpus, zeta=0.5, **more):
    return topic_hypergraph(
        corpus.topics, corpus.terms, corpus.sentences, corpus.n_sentences, corpus.n_terms, zeta,
        **more,
    )  # fmt: skip


def from_terms(corpus, unseen=0):
    n_terms = corpus.n_terms + unseen
    return term_hypergraph(corpus.terms, corpus.sentences, corpus.n_sentences, n_terms)


def assert_same(graph, psi, weights, given):
    np.testing.assert_allclose(graph.membership.toarray(), psi, atol=1e-14)
    np.testing.assert_allclose(graph.weights, weights, rtol=1e-12)
    np.testing.assert_allclose(graph.edge_given_term.toarray(), given, atol=1e-14)


@given(CORPORA, st.floats(0.05, 20))
def test_topics_follow_the_equations(corpus, zeta):
    assert_same(from_topics(corpus, zeta), *oracle.topics(corpus, zeta))


@given(CORPORA)
def test_a_prior_mass_for_each_term_is_the_total_of_all(corpus):
    each = from_topics(corpus, 0.5, term_prior="each")
    total = from_topics(corpus, 0.5 * corpus.n_terms)
    np.testing.assert_array_equal(each.weights, total.weights)


@given(CORPORA, st.integers(0, 3))
def test_terms_follow_the_equations_and_unseen_ones_have_weight_0(corpus, unseen):
    graph = from_terms(corpus, unseen)
    assert_same(graph, *oracle.terms(corpus, corpus.n_terms + unseen))
    assert graph.known_terms.sum() == corpus.n_terms


@given(HYPERGRAPHS)
def test_the_walk_leaves_every_sentence_by_hyperedges_that_sum_to_one(graph):
    given_sentence = graph.edge_given_sentence.toarray()
    assert given_sentence.shape == (graph.n_sentences, len(graph.weights))
    np.testing.assert_allclose(given_sentence.sum(axis=1), 1)
    rows = oracle.transition(graph)
    np.testing.assert_allclose(given_sentence @ graph.membership.toarray(), rows, atol=1e-13)
    np.testing.assert_allclose(graph.self_transition, np.diag(rows), atol=1e-13)
    np.testing.assert_allclose(graph.in_flow, rows.sum(axis=0), atol=1e-12)


def test_a_sentence_whose_hyperedges_have_weight_0_is_left_by_membership():
    psi = [[0.5, 0.25, 0.25], [0.0, 0.75, 0.25]]
    graph = FuzzyHypergraph(psi, [0.0, 0.0], np.zeros((1, 2)))
    assert graph.zero_weight.all()
    np.testing.assert_allclose(
        graph.edge_given_sentence.toarray(), [[1, 0], [0.25, 0.75], [0.5, 0.5]]
    )


def test_with_one_sentence_all_weights_are_0():
    graph = topic_hypergraph([0, 1, 0], [0, 1, 1], [0, 0, 0], 1, 2)
    np.testing.assert_array_equal(graph.weights, [0, 0])
    np.testing.assert_allclose(graph.self_transition, [1])


@given(CORPORA)
def test_stacked_weights_sum_to_the_shares_and_terms_sum_to_one(corpus):
    graphs = [from_topics(corpus), from_topics(corpus, 3.0), from_terms(corpus)]
    shares = [0.3, 0.3, 0.4]
    joined = stack(graphs, shares)
    ends = np.cumsum([len(g.weights) for g in graphs])
    for part, share, graph in zip(np.split(joined.weights, ends[:-1]), shares, graphs, strict=True):
        assert part.sum() == pytest.approx(share if graph.weights.any() else 0)
    np.testing.assert_allclose(joined.edge_given_term.sum(axis=1), 1)
    np.testing.assert_array_equal(
        joined.membership.toarray(), np.vstack([g.membership.toarray() for g in graphs])
    )


def test_a_stacked_term_known_to_one_hypergraph_follows_that_one():
    one = FuzzyHypergraph([[0.5, 0.5]], [1.0], [[1.0], [0.0]])
    two = FuzzyHypergraph([[0.2, 0.8]], [1.0], [[1.0], [1.0]])
    np.testing.assert_allclose(
        stack([one, two], [3, 1]).edge_given_term.toarray(), [[0.75, 0.25], [0, 1]]
    )


@pytest.mark.parametrize(
    ("membership", "weights", "given_term", "words"),
    [
        ([[0.5, 0.5]], [1.0, 1.0], [[1.0]], "shapes disagree"),
        ([[0.5, 0.5]], [1.0], [[1.0, 0.0]], "shapes disagree"),
        ([[0.5, 0.4]], [1.0], [[1.0]], "rows of membership"),
        ([[1.5, -0.5]], [1.0], [[1.0]], "rows of membership"),
        ([[0.5, 0.5], [0.0, 0.0]], [1.0, 1.0], [[1.0, 0.0]], "rows of membership"),
        ([[0.5, 0.5]], [1.0], [[0.9]], "rows of edge_given_term"),
        ([[0.5, 0.5]], [-1.0], [[1.0]], "neither 0 nor between"),
        ([[0.5, 0.5]], [np.inf], [[1.0]], "neither 0 nor between"),
        ([[np.nan, 0.5]], [1.0], [[1.0]], "rows of membership"),
        ([[1.0, 0.0]], [1.0], [[1.0]], "sentence 1 is in no hyperedge"),
    ],
)
def test_invalid_hypergraphs_are_refused_in_one_line(membership, weights, given_term, words):
    with pytest.raises(OptionError, match=words) as caught:
        FuzzyHypergraph(membership, weights, given_term)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("topics", "terms", "sentences", "words"),
    [
        ([0, 2], [0, 0], [0, 1], "without gaps"),
        ([0], [0, 1], [0, 1], "equal lengths"),
        ([], [], [], "no token"),
        ([0, 0], [0, 0.5], [0, 1], "tokens contain float64: give whole numbers"),
        ([0, 0], [0, 5], [0, 1], "index 5"),
        ([0, -1], [0, 1], [0, 1], "index -1"),
        ([0, 0], [0, 1], [0, 2], "index 2"),
    ],
)
def test_tokens_that_do_not_fit_are_refused(topics, terms, sentences, words):
    with pytest.raises(OptionError, match=words):
        topic_hypergraph(topics, terms, sentences, 2, 2)


@pytest.mark.parametrize("zeta", [0.0, -1.0, float("nan"), float("inf")])
def test_a_prior_of_mass_0_is_refused(zeta):
    with pytest.raises(OptionError, match="term_concentration is"):
        topic_hypergraph([0, 0], [0, 1], [0, 1], 2, 2, zeta)


def test_an_unknown_kind_of_prior_is_refused():
    with pytest.raises(OptionError, match="term_prior is 'both': choose total or each"):
        topic_hypergraph([0, 0], [0, 1], [0, 1], 2, 2, term_prior="both")


@pytest.mark.parametrize(
    ("count", "shares", "words"),
    [
        (0, [], "give one share for each"),
        (2, [1.0], "give one share for each"),
        (2, [1.0, 0.0], "above 0"),
    ],
)
def test_shares_that_do_not_fit_are_refused(count, shares, words):
    graph = topic_hypergraph([0, 0], [0, 1], [0, 1], 2, 2)
    with pytest.raises(OptionError, match=words):
        stack([graph] * count, shares)


def test_hypergraphs_of_different_collections_do_not_stack():
    graphs = [topic_hypergraph([0, 0], [0, 1], [0, 1], 2, terms) for terms in (2, 3)]
    with pytest.raises(OptionError, match="one collection"):
        stack(graphs, [1, 1])


def test_memory_grows_with_the_tokens_not_with_sentences_times_topics():
    rng = np.random.default_rng(0)
    n, tokens = 50_000, 200_000
    sentences = np.concatenate([np.arange(n), rng.integers(0, n, tokens - n)])
    terms, topics = rng.integers(0, 20_000, tokens), rng.integers(0, 2_000, tokens)
    tracemalloc.start()
    graph = topic_hypergraph(topics, terms, sentences, n, 20_000)
    assert len(graph.self_transition) == len(graph.in_flow) == n
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 400 * tokens


@settings(max_examples=20)
@given(CORPORA)
def test_matrices_may_be_dense_or_sparse(corpus):
    graph = from_topics(corpus)
    again = FuzzyHypergraph(
        sparse.csc_array(graph.membership), graph.weights, graph.edge_given_term.toarray()
    )
    np.testing.assert_array_equal(again.degree, graph.degree)


def test_duplicate_entries_are_summed_without_changing_the_callers_matrix():
    in_parts = sparse.csr_array(([0.25, 0.25, 0.5], [0, 0, 1], [0, 3]), shape=(1, 2))
    graph = FuzzyHypergraph(in_parts, [1.0], [[1.0]])
    np.testing.assert_array_equal(graph.self_transition, [0.5, 0.5])
    assert in_parts.nnz == 3


def test_the_same_tokens_give_the_same_bytes():
    corpus = random_corpus(np.random.default_rng(5))
    first, second = from_topics(corpus), from_topics(corpus)
    assert first.weights.tobytes() == second.weights.tobytes()
    assert first.edge_given_sentence.data.tobytes() == second.edge_given_sentence.data.tobytes()


def test_importing_the_hypergraph_loads_nothing_heavy():
    code = (
        "import sys, hyperdigest.relevance, hyperdigest.selection;"
        "print([m for m in ('numba', 'scipy.optimize') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout.strip() == "[]"
