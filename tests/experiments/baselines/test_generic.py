"""Summarizers that ask no question."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from hyperdigest.documents import Document
from hyperdigest.experiments.baselines.generic import (
    ConceptCoverage,
    KLSum,
    LeadOfLatest,
    LeadOfRandom,
    RandomSentences,
    SumBasic,
    concepts,
)
from hyperdigest.experiments.baselines.graph_summarizers import LexRank, TextRank, overlaps
from hyperdigest.experiments.systems import Case, DocumentIndex
from oracles import today
from strategies import SEEDS

TEXTS = (
    "Owls hunt at night. Owls sleep by day.",
    "Moles dig long tunnels. Moles eat worms. Moles rarely see daylight.",
    "Herons wade in ponds. Herons eat frogs.",
)


def zoo(dates, budget=12, excluded=()):
    corpus = DocumentIndex([Document(text[0], text[0], text) for text in TEXTS], dates)
    eligible = np.ones(corpus.n_sentences, bool)
    eligible[list(excluded)] = False
    return Case(corpus, "What do herons eat?", budget, eligible)


def test_the_lead_is_that_of_the_latest_date():
    assert LeadOfLatest()(zoo(["20240102", "20240301", "20240203"])) == [2, 3, 4]


def test_a_short_document_is_not_topped_up():
    assert LeadOfLatest()(zoo(["20240401", "20240301", ""], budget=100)) == [0, 1]


@pytest.mark.parametrize("dates", [["", "", ""], ["20240101", "20240201", "20240201"]])
def test_of_documents_as_recent_the_last_counts(dates):
    assert LeadOfLatest()(zoo(dates)) == [5, 6]


def test_the_lead_has_what_is_eligible_and_fits():
    assert LeadOfLatest()(zoo(["", "20240201", ""], budget=8, excluded=[2])) == [3, 4]
    assert LeadOfLatest()(zoo(["", "", ""], excluded=[5, 6])) == [2, 3, 4]
    assert LeadOfLatest()(zoo(["", "", ""], budget=2)) == []


def test_random_leads_open_document_after_document():
    case = zoo(["", "", ""], budget=100)
    document = case.corpus.document
    for seed in range(5):
        chosen = LeadOfRandom(seed)(case)
        assert sorted(chosen) == list(range(7))
        opened = list(dict.fromkeys(document[chosen]))
        assert chosen == [i for d in opened for i in np.flatnonzero(document == d)]
    assert len({tuple(LeadOfRandom(seed)(case)) for seed in range(20)}) > 3


@pytest.mark.parametrize("system", [LeadOfRandom, RandomSentences])
def test_a_seed_fixes_the_choice(system):
    case = zoo(["", "", ""], excluded=[3])
    picks = [system(seed)(case) for seed in range(20)]
    assert picks == [system(seed)(case) for seed in range(20)]
    assert len(set(map(tuple, picks))) > 1
    for chosen in picks:
        assert len(set(chosen)) == len(chosen)
        assert 3 not in chosen
        assert case.corpus.words[chosen].sum() <= 12


def test_random_sentences_stand_in_any_order():
    first = {RandomSentences(seed)(zoo(["", "", ""]))[0] for seed in range(60)}
    assert first == set(range(7))


SYSTEMS = (LexRank(), TextRank(), SumBasic(), KLSum(), ConceptCoverage())


def case_of(*texts, budget=60):
    documents = [Document(str(n), str(n), text) for n, text in enumerate(texts)]
    corpus = DocumentIndex(documents, [""] * len(texts))
    return Case(corpus, "What is it?", budget, np.ones(corpus.n_sentences, bool))


def random_case(corpus, seed, most=80):
    rng = np.random.default_rng(seed)
    eligible = rng.random(corpus.n_sentences) < rng.choice([0.2, 0.7, 1.0])
    return Case(corpus, "Who?", int(rng.integers(0, most)), eligible)


def by_score(case, scores, excluded=lambda i, chosen: False):
    """Sentences by descending score, to 1e-10, the earlier first; `excluded` ones are left out."""
    chosen, left = [], case.budget
    for i in sorted(range(len(scores)), key=lambda i: (-round(scores[i] * len(scores), 10), i)):
        if case.eligible[i] and case.corpus.words[i] <= left and not excluded(i, chosen):
            chosen.append(i)
            left -= case.corpus.words[i]
    return chosen


@given(SEEDS)
@settings(max_examples=30)
def test_lexrank_is_the_jumping_walk_over_cosines_without_repetition(corpus, seed):
    case = random_case(corpus, seed, most=300)
    damping, redundancy = (0.85, 0.5) if seed % 2 else (0.5, 0.2)
    cosines = corpus.cosines.toarray()
    scores = today.jumping_walk((cosines + np.eye(corpus.n_sentences)).tolist(), damping)

    def repeats(i, chosen):
        return any(cosines[i, j] > redundancy for j in chosen)

    assert LexRank(damping, redundancy)(case) == by_score(case, scores, repeats)


def test_textrank_links_by_shared_terms_over_log_lengths(corpus):
    texts = today.texts_of(corpus)
    found = overlaps(corpus.counts).toarray()
    for i, a in enumerate(texts):
        for j, b in enumerate(texts):
            assert found[i, j] == pytest.approx(today.overlap(a, b) if i != j else 0.0)


@given(SEEDS)
@settings(max_examples=30)
def test_textrank_takes_the_highest_of_the_jumping_walk(corpus, seed):
    case = random_case(corpus, seed)
    scores = today.jumping_walk(overlaps(corpus.counts).toarray().tolist(), 0.85)
    alone = overlaps(corpus.counts).sum(axis=1) == 0
    assert scores[alone] == pytest.approx(0.15 / corpus.n_sentences)
    assert TextRank()(case) == by_score(case, scores)


@given(SEEDS)
@settings(max_examples=30)
def test_sumbasic_does_what_its_steps_say(corpus, seed):
    case = random_case(corpus, seed)
    texts, words = today.texts_of(corpus), corpus.words.tolist()
    assert SumBasic()(case) == today.sumbasic(texts, words, case.budget, case.eligible)


def test_sumbasic_turns_to_other_words_once_one_is_said():
    case = case_of("Oaks. Oaks grow. Oaks fall. Ferns. Ferns.", "Ferns. Oaks.", budget=2)
    assert case.text(SumBasic()(case)).split() == ["Oaks.", "Ferns."]


@given(SEEDS)
@settings(max_examples=15)
def test_klsum_lowers_the_divergence_most_at_every_step(corpus, seed):
    case = random_case(corpus, seed, most=40)
    texts, words = today.texts_of(corpus), corpus.words.tolist()
    for smoothing in (0.1, 0.5):
        expected = today.klsum(texts, words, case.budget, case.eligible, smoothing)
        assert KLSum(smoothing)(case) == expected


def test_klsum_stops_where_more_would_be_off_the_mark():
    case = case_of("Grow. Oaks grow. Oaks.", budget=100)
    assert KLSum()(case) == [1]


def test_concepts_are_bigrams_of_enough_documents(corpus):
    held, weights = concepts(corpus, 3)
    texts = today.texts_of(corpus)
    expected, of_each = today.bigrams(texts, corpus.document.tolist(), 3)
    assert sorted(weights.tolist()) == sorted(expected.values())
    assert held.sum(axis=1).tolist() == [len(pairs) for pairs in of_each]
    assert set(held.data.tolist()) == {1.0}


@pytest.mark.parametrize(("n", "least"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (12, 3)])
def test_of_few_documents_fewer_have_to_agree(n, least):
    for agreeing in range(n + 1):
        texts = ["Old oaks."] * agreeing + ["Bees."] * (n - agreeing)
        _, weights = concepts(case_of(*texts).corpus, 3)
        assert weights.tolist() == ([agreeing] if agreeing >= least else [])


@given(SEEDS)
@settings(max_examples=20)
def test_no_summary_covers_concepts_of_more_weight(corpus, seed):
    rng = np.random.default_rng(seed)
    candidates = sorted(rng.choice(corpus.n_sentences, 9, replace=False).tolist())
    eligible = np.isin(np.arange(corpus.n_sentences), candidates)
    case = Case(corpus, "Who?", int(rng.integers(5, 60)), eligible)
    least = int(rng.integers(1, 4))
    weights, held = today.bigrams(today.texts_of(corpus), corpus.document.tolist(), least)
    chosen = ConceptCoverage(documents=least)(case)
    covered = set().union(*(held[i] for i in chosen))
    best = today.best_cover(weights, held, corpus.words.tolist(), case.budget, candidates)
    assert sum(weights[pair] for pair in covered) == best


@pytest.mark.parametrize("system", SYSTEMS, ids=repr)
@pytest.mark.parametrize("budget", [0, 1, 30, 10_000])
def test_only_eligible_sentences_once_each_within_the_budget(make_case, system, budget):
    everyone = make_case().eligible
    for eligible in (everyone, ~everyone, np.arange(len(everyone)) % 3 == 0):
        case = make_case(budget=budget, eligible=eligible)
        chosen = system(case)
        assert all(type(i) is int for i in chosen)
        assert len(set(chosen)) == len(chosen)
        assert eligible[chosen].all()
        assert case.corpus.words[chosen].sum() <= budget
        assert system(case) == chosen


@pytest.mark.parametrize("system", SYSTEMS, ids=repr)
def test_the_question_changes_nothing(make_case, system):
    assert system(make_case("Who sang?")) == system(make_case("Why did the bridge fall?"))


@pytest.mark.parametrize("system", SYSTEMS, ids=repr)
@pytest.mark.parametrize(
    "texts", [("Bridges of steel last.", ""), ("Bees.",), ("Bees.", "Bees.", "Oaks.")]
)
def test_hardly_anything_to_choose_from(system, texts):
    case = case_of(*texts, budget=4)
    chosen = system(case)
    assert case.corpus.words[chosen].sum() <= 4
    assert chosen or isinstance(system, ConceptCoverage)
