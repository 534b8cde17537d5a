"""What a corpus keeps for the tasks that share it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from hyperdigest.documents import Document
from hyperdigest.experiments.baselines.hyperedges import TERMS
from hyperdigest.experiments.baselines.selectors import MRC
from hyperdigest.experiments.systems import KEPT, Corpus, Pipeline
from hyperdigest.options import Options


@pytest.fixture
def town():
    return Corpus([Document("a", "a", "Owls hunt mice. Mice fear owls. Foxes dig dens.")], [""])


@pytest.fixture
def made():
    return []


@pytest.fixture
def make(made):
    def numbered(corpus, number):
        made.append(number)
        return corpus.n_sentences + number

    return numbered


def test_what_is_asked_for_again_is_made_once(town, make, made):
    assert [town.kept(make, number) for number in (1, 2, 1, 2)] == [4, 5, 4, 5]
    assert made == [1, 2]


def test_corpora_share_nothing(town, make, made):
    other = Corpus([Document("b", "b", "Snow fell.")], [""])
    assert town.kept(make, 1) == 4
    assert other.kept(make, 1) == 2
    assert made == [1, 1]


def test_what_was_not_asked_for_the_longest_goes_first(town, make, made):
    for number in range(KEPT):
        town.kept(make, number)
    town.kept(make, 0)
    town.kept(make, KEPT)
    town.kept(make, 0)
    assert made == list(range(KEPT + 1))
    town.kept(make, 1)
    assert made[-1] == 1


def test_options_that_topics_do_not_rest_on_share_a_model(town):
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
