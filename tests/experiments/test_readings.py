import numpy as np
import pytest

from bench_made import village_runner
from hyperdigest.experiments.baselines.hyperedges import HDP
from hyperdigest.experiments.paper.tables import CHAIN, READINGS, readings
from hyperdigest.experiments.systems import Pipeline
from hyperdigest.relevance import relevance


class Kept:
    """A selection that keeps the scores it was given."""

    def __call__(self, case, ranked):
        self.scores = ranked.scores
        return [0]


@pytest.fixture
def scores_of(make_case):
    """The scores that a reading gives to a selection."""

    def scores(reading):
        kept = Kept()
        Pipeline(HDP(sweeps=20), kept, reading=reading)(make_case())
        return kept.scores

    return scores


def test_the_chain_and_the_rescaled_scores_sum_to_one(scores_of):
    assert scores_of("chain").sum() == pytest.approx(1)
    assert scores_of("rescaled").sum() == pytest.approx(1)
    assert scores_of("printed").sum() < 1


def test_rescaling_keeps_the_proportions_of_the_printed_scores(scores_of, make_case):
    printed, rescaled = scores_of("printed"), scores_of("rescaled")
    case = make_case()
    graph = case.corpus.kept(HDP(sweeps=20))
    np.testing.assert_array_equal(printed, relevance(graph, case.terms, skip_self=True))
    np.testing.assert_allclose(rescaled, printed / printed.sum())


def test_the_table_has_every_reading_and_the_floor(tmp_path):
    labels = [row.label for row in readings().rows]
    assert labels == [*READINGS, "random", "TS-LexRank"]
    results = village_runner(tmp_path).score(readings().rows)
    assert results.failures == []
    assert results.values(CHAIN, "rouge-su4 recall")
