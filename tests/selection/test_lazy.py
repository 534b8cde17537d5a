"""Looking at a few sentences finds what looking at all of them would."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperdigest.hypergraph import FuzzyHypergraph, term_hypergraph
from hyperdigest.selection import RelevanceAndCoverage, SetFunction, candidates, greedy
from hyperdigest.selection.candidates import CandidateQueue
from hyperdigest.selection.objectives import SaturatedRelevance, WeightedSum
from oracles import selection as oracle
from strategies import SEEDS, random_hypergraph

KINDS = st.sampled_from(["coverage", "little", "half", "much", "both"])


@pytest.fixture(params=[1, 3, 64], autouse=True)
def start(request, monkeypatch):
    """How many sentences are looked at first."""
    monkeypatch.setattr(candidates, "FIRST_CANDIDATES", request.param)
    monkeypatch.setattr(candidates, "SORTED_AHEAD", 2)


def many_sentences(rng: np.random.Generator) -> FuzzyHypergraph:
    """Terms as hyperedges, in which some sentences say the same as others."""
    n, v = int(rng.integers(40, 120)), int(rng.integers(5, 40))
    said = [np.minimum(rng.geometric(0.15, rng.integers(1, 9)) - 1, v - 1) for _ in range(n)]
    for copy, of in rng.integers(0, n, (n // 5, 2)):
        said[copy] = said[of]
    sentences = np.repeat(np.arange(n), [len(terms) for terms in said])
    return term_hypergraph(np.concatenate(said), sentences, n, v)


def scores_with_ties(rng: np.random.Generator, n: int) -> np.ndarray:
    """Some scores are 0, some the same; at times all of them."""
    kind = rng.integers(4)
    if kind == 0:
        return np.full(n, rng.choice([0.0, 0.25]))
    scores = rng.random(n) ** 3 / n * (rng.random(n) < 0.8)
    return np.round(scores, 3) if kind == 1 else scores


def function_of(kind: str, graph: FuzzyHypergraph, scores: np.ndarray) -> SetFunction:
    """A set function, by how it pays for relevance."""
    if kind == "coverage":
        return RelevanceAndCoverage(graph, scores, 0.35)
    if kind == "both":
        coverage = RelevanceAndCoverage(graph, np.zeros_like(scores), 1.0)
        return WeightedSum([(0.7, SaturatedRelevance(graph, scores, 0.5)), (0.3, coverage)])
    saturation = {"little": 1e-9, "half": 0.5, "much": 1e3}[kind]
    return SaturatedRelevance(graph, scores, saturation)


@settings(max_examples=50)
@given(
    SEEDS,
    KINDS,
    st.booleans(),
    st.sampled_from([1.0, 0.0, 0.5, 2.0]),
    st.sampled_from([0.0, 0.1, 0.7, 1.0]),
)
def test_lazy_and_eager_greedy_choose_the_same(seed, kind, many, exponent, share):
    rng = np.random.default_rng(seed)
    graph = many_sentences(rng) if many else random_hypergraph(rng)
    n = graph.n_sentences
    function = function_of(kind, graph, scores_with_ties(rng, n))
    lengths = rng.integers(1, rng.choice([3, 30]), n)
    capacity, eligible = int(rng.integers(1, 120)), rng.random(n) < 0.8
    how = {"cost_exponent": exponent, "eligible": eligible, "least_share": share}
    found = greedy(function, lengths, capacity, **how)
    chosen, gains, bound = oracle.eager(function, lengths, capacity, exponent, eligible, share)
    alone = np.where(eligible & (lengths <= capacity), function.marginal_gains(np.arange(n))(), 0)
    if alone.max() > sum(gains) * (1 + 1e-12):
        chosen, gains = [int(np.argmax(alone))], [alone.max()]
    assert found.chosen == chosen
    assert found.gains == pytest.approx(gains, rel=1e-12, abs=1e-18)
    assert found.value == pytest.approx(sum(gains), rel=1e-12)
    assert found.bound == pytest.approx(max(bound, found.value), rel=1e-9, abs=1e-15)


@given(SEEDS)
def test_candidates_have_higher_bounds_than_the_rest(seed):
    rng = np.random.default_rng(seed)
    sentences = np.sort(rng.permutation(60)[: rng.integers(0, 40)])
    upper_bounds, able = rng.integers(0, 9, 60).astype(float), rng.random(60) < 0.7
    ranked, left = CandidateQueue(sentences, upper_bounds[sentences]), set(sentences.tolist())
    while True:
        candidates = ranked.candidates.tolist()
        behind = left - set(candidates)
        assert ranked.next_bound == max(upper_bounds[list(behind)], default=-np.inf)
        assert min(upper_bounds[candidates], default=np.inf) >= ranked.next_bound
        if not behind:
            break
        ranked.grow()
        assert len(ranked.candidates) > len(candidates)
        if rng.random() < 0.3:
            ranked.retain(able)
            left = {s for s in left if able[s]}


def test_the_lazy_greedy_evaluates_few_sentences():
    rng = np.random.default_rng(0)
    sentences = np.repeat(np.arange(2000), 5)
    graph = term_hypergraph(rng.integers(0, 900, len(sentences)), sentences, 2000, 900)
    seen = set()

    class Recorded(SaturatedRelevance):
        def marginal_gains(self, sentences):
            seen.update(sentences.tolist())
            return super().marginal_gains(sentences)

    function = Recorded(graph, rng.random(2000) ** 9, 0.5)
    assert len(greedy(function, rng.integers(5, 40, 2000), 250).chosen) > 5
    assert len(seen) < 400
