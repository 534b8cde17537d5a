"""The cache of a document index for the tasks that share it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from hyperdigest.documents import Document
from hyperdigest.experiments.baselines.hyperedges import TERMS
from hyperdigest.experiments.baselines.selectors import MRC
from hyperdigest.experiments.systems import CACHE_SIZE, DocumentIndex, Pipeline
from hyperdigest.options import Options


@pytest.fixture
def town():
    return DocumentIndex(
        [Document("a", "a", "Owls hunt mice. Mice fear owls. Foxes dig dens.")], [""]
    )


@pytest.fixture
def made():
    return []


@pytest.fixture
def make(made):
    def numbered(corpus, number):
        made.append(number)
        return corpus.n_sentences + number

    return numbered


def test_a_result_is_computed_once(town, make, made):
    assert [town.cached(make, number) for number in (1, 2, 1, 2)] == [4, 5, 4, 5]
    assert made == [1, 2]


def test_indexes_share_no_result(town, make, made):
    other = DocumentIndex([Document("b", "b", "Snow fell.")], [""])
    assert town.cached(make, 1) == 4
    assert other.cached(make, 1) == 2
    assert made == [1, 1]


def test_the_least_recently_used_result_is_dropped_first(town, make, made):
    for number in range(CACHE_SIZE):
        town.cached(make, number)
    town.cached(make, 0)
    town.cached(make, CACHE_SIZE)
    town.cached(make, 0)
    assert made == list(range(CACHE_SIZE + 1))
    town.cached(make, 1)
    assert made[-1] == 1


def test_options_that_do_not_change_the_topics_share_a_model(town):
    one = Options.preset("paper", sweeps=5)
    assert town.model(one) is town.model(one.changed(words=9, query_balance=0.1))
    assert town.model(one) is not town.model(one.changed(seed=1))


def test_tasks_of_a_corpus_share_a_hypergraph(make_case, made):
    @dataclass(frozen=True)
    class Counted:
        number: int

        def __call__(self, corpus):
            made.append(self.number)
            return TERMS()(corpus)

    for number, question in [(0, "Who fell?"), (0, "Where is the mill?"), (1, "Who fell?")]:
        Pipeline(Counted(number), MRC())(make_case(question))
    assert made == [0, 1]
