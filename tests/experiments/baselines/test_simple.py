"""Baselines that know nothing of the question."""

from __future__ import annotations

import numpy as np
import pytest

from hyperdigest.documents import Document
from hyperdigest.experiments.baselines.simple import LeadOfLatest, LeadOfRandom, RandomSentences
from hyperdigest.experiments.task_input import Case, Corpus

TEXTS = (
    "Owls hunt at night. Owls sleep by day.",
    "Moles dig long tunnels. Moles eat worms. Moles rarely see daylight.",
    "Herons wade in ponds. Herons eat frogs.",
)


def zoo(dates, budget=12, barred=()):
    corpus = Corpus([Document(text[0], text[0], text) for text in TEXTS], dates)
    eligible = np.ones(corpus.n_sentences, bool)
    eligible[list(barred)] = False
    return Case(corpus, "What do herons eat?", budget, eligible)


def test_the_lead_is_that_of_the_latest_date():
    assert LeadOfLatest()(zoo(["20240102", "20240301", "20240203"])) == [2, 3, 4]


def test_a_short_document_is_not_topped_up():
    assert LeadOfLatest()(zoo(["20240401", "20240301", ""], budget=100)) == [0, 1]


@pytest.mark.parametrize("dates", [["", "", ""], ["20240101", "20240201", "20240201"]])
def test_of_documents_as_recent_the_last_counts(dates):
    assert LeadOfLatest()(zoo(dates)) == [5, 6]


def test_the_lead_has_what_is_eligible_and_fits():
    assert LeadOfLatest()(zoo(["", "20240201", ""], budget=8, barred=[2])) == [3, 4]
    assert LeadOfLatest()(zoo(["", "", ""], barred=[5, 6])) == [2, 3, 4]
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
    case = zoo(["", "", ""], barred=[3])
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
