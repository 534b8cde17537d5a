"""Selection among sentences and their compressed forms, against trying everything."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph, stack, term_hypergraph, topic_hypergraph
from hyperdigest.query.compressed import Compressed, CompressedForm, SentenceForms
from hyperdigest.selection import RelevanceAndCoverage, greedy
from hyperdigest.selection.multiple_choice import MultipleChoice
from hyperdigest.selection.objectives import SaturatedRelevance, WeightedSum
from oracles import alternatives as oracle
from strategies import SEEDS, random_corpus

CLOSE = 1e-9


@dataclass
class Case:
    """A small collection with forms, a function of it, and what every choice is worth."""

    compressed: Compressed
    function: object
    lengths: np.ndarray
    capacity: int
    worth: dict[tuple[int | None, ...], float]
    numbers: dict[tuple[int, int], int]

    def elements(self, choice):
        return [self.numbers[s, form] for s, form in enumerate(choice) if form is not None]

    def choice(self, elements):
        back = {number: place for place, number in self.numbers.items()}
        picked = dict(back[number] for number in elements)
        assert len(picked) == len(elements), "two forms of a sentence"
        return tuple(picked.get(s) for s in range(self.compressed.alternatives.n_sentences))

    def size(self, choice):
        return int(sum(self.lengths[number] for number in self.elements(choice)))

    def best(self, allowed):
        return max(
            self.worth[choice]
            for choice in self.worth
            if self.size(choice) <= self.capacity and allowed(choice)
        )


def unions(rows):
    """The token sets with all their unions, the whole left out."""
    found = {tuple(row) for row in rows}
    while True:
        more = found | {tuple(np.array(a) | np.array(b)) for a in found for b in found}
        if more == found:
            return [np.array(row) for row in found if not all(row)]
        found = more


def made(seed, closed=False):
    """A random case; where `closed`, the union of two forms is a form."""
    rng = np.random.default_rng(seed)
    corpus = random_corpus(rng, most_sentences=4)
    n, forms, numbers, behind = corpus.n_sentences, {}, {}, corpus.n_sentences
    lengths, own = np.zeros(n, int), []
    for s in range(n):
        count = int((corpus.sentences == s).sum())
        fillers = rng.integers(0, 3, count) + 1
        lengths[s], numbers[s, -1] = fillers.sum(), s
        wanted = int(rng.integers(0, 3)) if count > 1 else 0
        rows = [rng.random(count) < 0.6 for _ in range(wanted)]
        rows = [row for row in rows if row.any() and not row.all()]
        rows = unions(rows) if closed else rows
        rows.sort(key=lambda row: (-row.sum(), row.tolist()))
        if rows:
            forms[s] = SentenceForms(
                tuple(CompressedForm(((0, 1),), int(fillers[row].sum())) for row in rows),
                np.array(rows),
            )
            for place, row in enumerate(rows):
                numbers[s, place] = behind + len(own)
                own.append(int(fillers[row].sum()))
    first = np.searchsorted(corpus.sentences, np.arange(n))
    compressed = Compressed.of(sorted(forms.items()), n, first) if forms else None
    tokens = corpus.terms, corpus.sentences, n, corpus.n_terms
    terms = term_hypergraph(*tokens)
    topics = topic_hypergraph(corpus.topics, *tokens)
    walk = stack([topics, terms], [0.4, 0.6])
    n_topics = len(topics.weights)
    families = [corpus.topics.astype(np.int32), (corpus.terms + n_topics).astype(np.int32)]
    p = rng.random(n)
    nu, saturation = float(rng.choice([0, 0.35, 1])), float(rng.choice([0.25, 2.0]))
    kind = int(rng.integers(0, 3))

    def shares(choice, edges, width):
        kept = set()
        for s, form in enumerate(choice):
            mine = np.flatnonzero(corpus.sentences == s)
            if form is not None:
                kept.update(mine if form < 0 else mine[forms[s].tokens[form]])
        return oracle.shares(kept, corpus.sentences, edges, width)

    def worth(choice):
        of_walk = np.zeros((n, len(walk.weights)))
        for family in families:
            of_walk += shares(choice, family, len(walk.weights))
        of_terms = shares(choice, corpus.terms, corpus.n_terms)
        if kind == 0:
            return oracle.covering(walk, p, nu, of_walk)
        relevance = oracle.saturated(terms, p, saturation, of_terms)
        if kind == 1:
            return relevance
        return 0.7 * relevance + 0.3 * oracle.covering(walk, 0 * p, 1.0, of_walk)

    function = [
        RelevanceAndCoverage(walk, p, nu),
        SaturatedRelevance(terms, p, saturation),
        WeightedSum(
            [
                (0.7, SaturatedRelevance(terms, p, saturation)),
                (0.3, RelevanceAndCoverage(walk, 0 * p, 1.0)),
            ]
        ),
    ][kind]
    if compressed is None:
        return None
    known = [corpus.terms.astype(np.int32)]
    function = function.with_parts(
        lambda of: compressed.parts(of, known if of is terms else families)
    )
    every = {
        choice: worth(choice)
        for choice in oracle.choices({s: f.forms for s, f in forms.items()}, n)
    }
    lengths = np.concatenate([lengths, own])
    capacity = int(rng.integers(1, lengths[:n].sum() + 1))
    return Case(compressed, function, lengths, capacity, every, numbers)


def cases(closed=False):
    return SEEDS.map(lambda seed: made(seed, closed)).filter(lambda case: case is not None)


@settings(max_examples=60)
@given(cases())
def test_what_is_picked_is_worth_what_the_definition_says(case):
    for choice, worth in case.worth.items():
        grown = case.function.copy()
        gains = [grown.add(number) for number in case.elements(choice)]
        assert grown.value == pytest.approx(worth, rel=CLOSE, abs=1e-12)
        assert sum(gains) == pytest.approx(worth, rel=CLOSE, abs=1e-12)


@settings(max_examples=60)
@given(cases())
def test_a_step_makes_of_one_form_the_other_or_both(case):
    ways = case.compressed.alternatives
    behind = len(case.lengths)
    for place in range(len(ways.before)):
        before, after = int(ways.before[place]), int(ways.after[place])
        grown, straight = case.function.copy(), case.function.copy()
        grown.add(before)
        grown.add(behind + place)
        straight.add(after)
        if ways.longer[place]:
            assert grown.value == pytest.approx(straight.value, rel=CLOSE, abs=1e-12)
        else:
            assert grown.value >= straight.value - 1e-12


@settings(max_examples=40)
@given(cases())
def test_less_of_a_sentence_is_worth_no_more_and_adds_no_less_to_less(case):
    kept = {None: set(), -1: None}

    def within(less, more):
        """Whether each form of `less` keeps no token that `more` does not."""
        for s, (one, other) in enumerate(zip(less, more, strict=True)):
            if other == -1 or one is None or one == other:
                continue
            if one == -1 or other is None:
                return False
            rows = [
                case.compressed.tokens_kept(case.numbers[s, f] - len(less)) for f in (one, other)
            ]
            if (rows[0] & ~rows[1]).any():
                return False
        return True

    assert kept
    rng = np.random.default_rng(0)
    every = list(case.worth)
    for _ in range(200):
        less, more = (every[i] for i in rng.integers(0, len(every), 2))
        if not within(less, more):
            continue
        assert case.worth[less] <= case.worth[more] + 1e-12
        for s in range(len(less)):
            for form in (f for f in range(-1, 9) if (s, f) in case.numbers):
                if less[s] is None and more[s] is None:
                    added = [
                        case.worth[(*base[:s], form, *base[s + 1 :])] - case.worth[base]
                        for base in (less, more)
                    ]
                    assert added[0] >= added[1] - 1e-12


@settings(max_examples=150)
@given(cases(), st.sampled_from([0.0, 0.25, 1.0]), st.booleans(), st.sampled_from([0.0, 0.1, 1.0]))
def test_the_greedy_keeps_the_budget_and_its_bound_holds(case, exponent, some_barred, share):
    eligible = np.arange(len(case.lengths)) % 5 != 4 if some_barred else None
    ways, how = case.compressed.alternatives, {"cost_exponent": exponent, "least_share": share}
    found = ways.greedy(case.function, case.lengths, case.capacity, eligible=eligible, **how)
    choice = case.choice(found.chosen)
    assert case.size(choice) <= case.capacity
    assert found.value == pytest.approx(case.worth[choice], rel=CLOSE, abs=1e-12)
    assert sum(found.gains) == pytest.approx(found.value, rel=CLOSE, abs=1e-12)
    best = case.best(lambda each: eligible is None or all(eligible[n] for n in case.elements(each)))
    assert found.value <= best * (1 + CLOSE)
    assert found.bound >= best * (1 - CLOSE)
    if eligible is not None:
        assert eligible[found.chosen].all()


@settings(max_examples=100)
@given(cases(closed=True))
def test_the_greedy_has_its_share_of_the_optimum_where_unions_of_forms_are_forms(case):
    found = case.compressed.alternatives.greedy(case.function, case.lengths, case.capacity)
    assert found.value >= (1 - np.exp(-1)) / 2 * case.best(lambda _: True) - 1e-12


@settings(max_examples=60)
@given(cases())
def test_the_exact_selection_finds_the_best_of_all(case):
    found = case.compressed.alternatives.maximize(case.function, case.lengths, case.capacity)
    choice, best = case.choice(found.chosen), case.best(lambda _: True)
    assert case.size(choice) <= case.capacity
    assert found.value == pytest.approx(best, rel=2e-6, abs=1e-12)
    assert found.bound >= best * (1 - 2e-6)
    assert found.proved


@settings(max_examples=60)
@given(cases())
def test_with_as_much_room_as_is_enough_the_picks_are_the_same(case):
    ways = case.compressed.alternatives
    room = ways.enough_room(case.function, case.lengths, case.capacity)
    assert 0 <= room <= case.capacity
    if room:
        found = ways.greedy(case.function, case.lengths, room)
        assert case.size(case.choice(found.chosen)) <= room


@given(SEEDS)
def test_the_knapsack_with_a_choice_is_that_of_a_linear_program(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 12))
    profits, lengths = rng.random(n), rng.integers(1, 9, n).astype(float)
    groups, capacity = rng.integers(0, 5, n), int(rng.integers(1, 30))
    several = np.ones(n, bool)
    profit, density = MultipleChoice(lengths, groups, capacity, several).optimum(profits)
    fits = lengths <= capacity
    held = (groups[:, None] == np.arange(5)).T[:, fits]
    solved = (
        linprog(
            -profits[fits], A_ub=np.vstack([held, lengths[fits]]), b_ub=[1, 1, 1, 1, 1, capacity]
        )
        if fits.any()
        else None
    )
    assert profit == pytest.approx(-solved.fun if solved else 0.0)
    paying = [max([0.0, *(profits - density * lengths)[(groups == g) & fits]]) for g in range(5)]
    assert density * capacity + sum(paying) == pytest.approx(profit)


def two_forms():
    """A sentence of three equal terms in three words each, whose forms keep one of them and two;
    and a sentence of a term of its own."""
    graph = term_hypergraph([0, 1, 2, 3], [0, 0, 0, 1], 2, 4)
    forms = SentenceForms(
        (CompressedForm(((0, 2),), 6), CompressedForm(((0, 1),), 3)),
        np.array([[True, True, False], [True, False, False]]),
    )
    compressed = Compressed.of([(0, forms)], 2, np.array([0, 3]))
    function = RelevanceAndCoverage(graph, [0.9, 0.2], 0.0).with_parts(
        lambda of: compressed.parts(of, [np.arange(4, dtype=np.int32)])
    )
    return compressed.alternatives, function


def test_a_longer_form_takes_the_place_of_a_short_one_where_that_is_worth_more():
    ways, function = two_forms()
    lengths = [9, 6, 6, 2]
    short = ways.greedy(function, lengths, 2)
    assert short.chosen == [3]
    assert short.value == pytest.approx(0.3)
    assert ways.greedy(function, lengths, 6).chosen == [2]
    longer = ways.greedy(function, lengths, 9)
    assert longer.chosen == [0]
    assert longer.value == pytest.approx(0.9)
    assert longer.gains == [pytest.approx(0.9)]
    both = ways.greedy(function, lengths, 15)
    assert sorted(both.chosen) == [0, 1]


def test_a_sentence_whose_every_form_is_too_long_is_left_out():
    ways, function = two_forms()
    assert ways.greedy(function, [9, 6, 8, 7], 6).chosen == [1]
    assert ways.maximize(function, [9, 6, 8, 7], 6).chosen == [1]


@pytest.mark.parametrize(("seed", "share"), [(73, 0.5), (265, 1.0)])
def test_a_form_that_does_not_fit_makes_the_digest_worth_no_less_than_whole_sentences(seed, share):
    case, how = made(seed), {"cost_exponent": 0.25, "least_share": share}
    ways = case.compressed.alternatives
    whole = np.arange(len(case.function.upper_bounds)) < ways.n_sentences
    lengths = np.ones(len(whole))
    lengths[whole] = case.lengths[: ways.n_sentences]
    alone = greedy(case.function, lengths, case.capacity, eligible=whole, **how)
    found = ways.greedy(case.function, case.lengths, case.capacity, **how)
    assert found.value >= alone.value


def test_no_sentence_is_shortened_to_let_a_filler_in():
    edges = np.array([[1.0, 0, 0], [1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]])
    graph = FuzzyHypergraph(edges, np.array([1, 0.01, 1, 1]), np.eye(4))
    forms = SentenceForms((CompressedForm(((0, 1),), 5),), np.array([[True, False]]))
    compressed = Compressed.of([(0, forms)], 3, np.array([0, 2, 3]))
    function = RelevanceAndCoverage(graph, [0.9, 0.02, 0.8], 0.0).with_parts(
        lambda of: compressed.parts(of, [np.arange(4, dtype=np.int32)])
    )
    ways, lengths, how = compressed.alternatives, [6, 3, 6, 5], {"cost_exponent": 0.25}
    assert sorted(ways.greedy(function, lengths, 9, **how).chosen) == [0, 1]
    assert ways.greedy(function, lengths, 9, **how, least_share=0.1).chosen == [0]
    assert ways.enough_room(function, lengths, 9, **how, least_share=0.1) == 6


def test_hyperedges_that_are_not_made_of_tokens_are_kept_by_the_share_of_all_tokens():
    graph = FuzzyHypergraph(np.ones((1, 1)), np.ones(1), np.ones((1, 1)))
    forms = SentenceForms((CompressedForm(((0, 1),), 1),), np.array([[True, False, False, False]]))
    compressed = Compressed.of([(0, forms)], 1, np.array([0]))
    function = RelevanceAndCoverage(graph, [1.0], 0.0).with_parts(
        lambda of: compressed.parts(of, [])
    )
    assert function.add(1) == pytest.approx(0.25)


@pytest.mark.parametrize("lengths", [[1, 1, 1], [0, 1, 1, 1]])
def test_bad_lengths_are_refused(lengths):
    ways, function = two_forms()
    with pytest.raises(OptionError, match="length"):
        ways.greedy(function, lengths, 6)
