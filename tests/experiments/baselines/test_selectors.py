from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from hyperdigest.experiments.baselines.selectors import (
    GRR,
    MCS,
    MR,
    MRC,
    MRMS,
    OPH,
    ExactMR,
    greedy_redundancy_removal,
)
from hyperdigest.experiments.systems import Case, Ranked
from hyperdigest.hypergraph import FuzzyHypergraph, term_hypergraph
from oracles import selection, selectors
from strategies import PROBLEMS, SEEDS

ALL = [MRC(), MR(), ExactMR(), GRR(), OPH(), MRMS(), MCS()]


def plain_case(words, budget, cosines=None, eligible=None):
    """A case of sentences that are nothing but lengths and cosines."""
    n = len(words)
    corpus = SimpleNamespace(
        lengths=np.asarray(words, np.int32),
        cosines=sparse.csr_array(np.zeros((n, n)) if cosines is None else cosines),
    )
    return Case(corpus, "", budget, np.ones(n, bool) if eligible is None else eligible)


def random_case(problem, seed):
    rng = np.random.default_rng(seed)
    n = len(problem.lengths)
    cosines = np.triu(rng.random((n, n)) * (rng.random((n, n)) < 0.5), 1)
    return plain_case(problem.lengths, problem.capacity, cosines + cosines.T, rng.random(n) < 0.8)


def ranked(problem):
    return Ranked(problem.hypergraph, problem.scores)


def graph_of(psi, weights):
    return FuzzyHypergraph(np.array(psi), np.array(weights), np.zeros((1, len(weights))))


PAIR_AND_ONE = graph_of([[0.5, 0.5, 0], [0, 0, 1]], [1.0, 1.0])
"""The first two sentences share a hyperedge, Sim = 1/2; the third stands alone."""


@pytest.mark.parametrize("selector", ALL, ids=repr)
def test_a_summary_keeps_the_budget_and_the_eligible(selector, corpus, make_case):
    eligible = np.arange(corpus.n_sentences) % 3 > 0
    case = make_case(budget=40, eligible=eligible)
    split = corpus.split
    graph = term_hypergraph(split.terms, split.sentence_of, corpus.n_sentences, corpus.n_terms)
    scores = np.random.default_rng(0).dirichlet(np.ones(corpus.n_sentences))
    chosen = selector(case, Ranked(graph, scores))
    assert len(chosen) == len(set(chosen)) > 1
    assert all(type(i) is int for i in chosen)
    assert eligible[chosen].all()
    assert corpus.words[chosen].sum() <= 40
    assert selector(case, Ranked(graph, scores)) == chosen


@pytest.mark.parametrize("selector", ALL, ids=repr)
def test_where_nothing_fits_nothing_is_picked(selector):
    case = plain_case([9, 9, 9], 8)
    assert selector(case, Ranked(PAIR_AND_ONE, np.array([0.5, 0.3, 0.2]))) == []


@pytest.mark.parametrize("selector", ALL, ids=repr)
def test_ties_go_to_the_earlier_sentence(selector):
    graph = graph_of(np.full((1, 4), 0.25), [1.0])
    assert selector(plain_case([5] * 4, 5), Ranked(graph, np.full(4, 0.25))) == [0]


def test_parameters_are_the_published_ones():
    shown = [repr(selector) for selector in ALL]
    assert shown == [
        "MRC(coverage_balance=0.35, cost_exponent=1.0)",
        "MR()",
        "ExactMR()",
        "GRR(threshold=0.1)",
        "OPH()",
        "MRMS(chi=3.0)",
        "MCS(chi=4.2)",
    ]


@given(PROBLEMS, SEEDS, st.sampled_from([0.0, 0.35, 1.0]), st.sampled_from([0.0, 1.0]))
def test_mrc_is_the_greedy_on_relevance_and_coverage(problem, seed, balance, exponent):
    case = random_case(problem, seed)
    values = selection.values_of_all(problem.hypergraph, problem.scores, balance)
    expected = selection.greedy(
        values, problem.lengths, problem.capacity, exponent, case.eligible
    )  # fmt: skip
    assert MRC(balance, exponent)(case, ranked(problem)) == expected
    if not balance and exponent:
        assert MR()(case, ranked(problem)) == expected


@given(PROBLEMS, SEEDS)
def test_exact_mr_is_the_best_of_all_sets(problem, seed):
    case = random_case(problem, seed)
    chosen = ExactMR()(case, ranked(problem))
    values = selection.values_of_all(problem.hypergraph, problem.scores, 0.0)
    sizes = selection.length_of_all(problem.lengths)
    best = selection.optimum(values, sizes, problem.capacity, case.eligible)
    assert problem.scores[chosen].sum() == pytest.approx(best)
    assert problem.lengths[chosen].sum() <= problem.capacity
    assert case.eligible[chosen].all()


def test_exact_mr_finds_what_the_greedy_misses():
    case = plain_case([3, 5, 5], 10)
    scores = Ranked(PAIR_AND_ONE, np.array([0.4, 0.3, 0.3]))
    assert MR()(case, scores) == [0, 1]
    assert ExactMR()(case, scores) == [0, 1]
    closer = Ranked(PAIR_AND_ONE, np.array([0.25, 0.375, 0.375]))
    assert MR()(case, closer) == [0, 1]
    assert ExactMR()(case, closer) == [1, 2]


@given(PROBLEMS, SEEDS, st.sampled_from([0.0, 0.1, 0.5, 1.0]))
def test_grr_is_one_pass_by_falling_score(problem, seed, threshold):
    case = random_case(problem, seed)
    expected = selectors.redundancy_removed(
        problem.scores, case.corpus.cosines.toarray(), threshold,
        problem.lengths, problem.capacity, case.eligible,
    )  # fmt: skip
    assert GRR(threshold)(case, ranked(problem)) == expected
    assert greedy_redundancy_removal(case, problem.scores, threshold) == expected


def test_grr_takes_up_to_the_threshold_and_stops_when_all_are_alike():
    cosines = np.array([[0, 0.1, 0.3], [0.1, 0, 0], [0.3, 0, 0]])
    case = plain_case([5, 5, 5], 100, cosines)
    scores = np.array([0.5, 0.3, 0.2])
    assert greedy_redundancy_removal(case, scores, 0.1) == [0, 1]
    assert greedy_redundancy_removal(case, scores, 0.05) == [0]
    assert greedy_redundancy_removal(case, scores, 0.3) == [0, 1, 2]


def test_grr_passes_over_what_does_not_fit():
    case = plain_case([6, 6, 4], 10)
    assert greedy_redundancy_removal(case, np.array([0.5, 0.3, 0.2]), 0.1) == [0, 2]


@given(PROBLEMS, SEEDS)
def test_oph_is_one_pass_over_the_hyperedges(problem, seed):
    case = random_case(problem, seed)
    expected = selectors.one_per_hyperedge(
        problem.hypergraph, problem.lengths, problem.capacity, case.eligible
    )
    assert OPH()(case, ranked(problem)) == expected


def test_oph_takes_the_next_member_where_the_best_is_taken_or_too_long():
    graph = graph_of([[0.6, 0.4, 0, 0], [0.5, 0.3, 0.2, 0], [0, 0, 0.1, 0.9]], [3.0, 5.0, 1.0])
    scores = np.full(4, 0.25)
    assert OPH()(plain_case([5, 5, 5, 5], 100), Ranked(graph, scores)) == [0, 1, 3]
    assert OPH()(plain_case([5, 5, 5, 6], 15), Ranked(graph, scores)) == [0, 1, 2]


def test_oph_gives_each_hyperedge_one_turn():
    scores = np.array([0.5, 0.3, 0.2])
    assert OPH()(plain_case([1, 1, 1], 100), Ranked(PAIR_AND_ONE, scores)) == [0, 2]


def test_oph_takes_no_sentence_of_membership_zero():
    psi = sparse.csr_array(([1.0, 0.0, 0.2, 0.8], ([0, 0, 1, 1], [0, 1, 1, 2])))
    graph = FuzzyHypergraph(psi, np.array([2.0, 1.0]), np.zeros((1, 2)))
    case = plain_case([9, 5, 5], 5)
    assert OPH()(case, Ranked(graph, np.full(3, 1 / 3))) == [2]


@given(PROBLEMS, SEEDS, st.sampled_from([2.0, 3.0, 10.0]))
def test_mrms_is_the_greedy_on_q(problem, seed, chi):
    case = random_case(problem, seed)
    graph, scores, scale = problem.hypergraph, problem.scores, problem.scores.max() or 1.0
    chosen = MRMS(chi)(case, ranked(problem))
    selectors.assert_grown(
        chosen, lambda s: selectors.q_of(graph, scores / scale, chi, s),
        np.ones(len(scores)), problem.lengths, problem.capacity, case.eligible,
    )  # fmt: skip


def test_mrms_weighs_similarity_against_relevance():
    # gains of squares 0.16, 0.09, 0.04; beside the first the second loses 2 * 0.4 * 0.5 * 0.3
    scores, case = Ranked(PAIR_AND_ONE, np.array([0.4, 0.3, 0.2])), plain_case([9, 9, 9], 27)
    assert MRMS(chi=3)(case, scores) == [0, 1, 2]  # 0.15 before 0.12
    assert MRMS(chi=2)(case, scores) == [0, 2, 1]  # 0.06 after 0.08


@given(PROBLEMS, SEEDS, st.sampled_from([0.5, 4.2, 10.0]))
def test_mcs_is_the_greedy_on_r_by_length(problem, seed, chi):
    case = random_case(problem, seed)
    chosen = MCS(chi)(case, ranked(problem))
    selectors.assert_grown(
        chosen, lambda s: selectors.r_of(problem.hypergraph, chi, s),
        problem.lengths, problem.lengths, problem.capacity, case.eligible,
    )  # fmt: skip


def test_mcs_looks_at_gain_over_length_and_goes_on_below_zero():
    scores = Ranked(PAIR_AND_ONE, np.array([0.1, 0.1, 0.8]))
    # alone the first two gain 0.5 and the third nothing; the second of them costs 4.7
    assert MCS()(plain_case([4, 4, 4], 8), scores) == [0, 2]
    assert MCS()(plain_case([4, 3, 4], 8), scores) == [1, 2]
    assert MCS()(plain_case([4, 4, 4], 12), scores) == [0, 2, 1]
