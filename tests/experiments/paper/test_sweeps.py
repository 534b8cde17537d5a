"""The figures of scores over sweeps of the sampler."""

import json

import pytest

from bench_made import village_runner
from hyperdigest.experiments.baselines.hyperedges import HDP, LDA, SWEEPS
from hyperdigest.experiments.paper import sweeps
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import Bullets, Drawing, Grid
from hyperdigest.options import Options


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweeps, "CHAIN_LENGTHS", (10, 20))
        patch.setattr(sweeps, "SWEEPS", 20)
        patch.setattr(sweeps, "curve_plot", lambda *_, **__: "<svg/>")
        return sweeps.run_sweeps(village_runner(tmp_path_factory.mktemp("sweeps")), Choices())


def test_every_length_has_a_mean_between_its_lowest_and_highest_seed(report):
    for lines in report.numbers.values():
        for spreads in lines.values():
            assert set(spreads) == {"10", "20"}
            for spread in spreads.values():
                assert spread["lowest"] <= spread["mean"] <= spread["highest"]
    json.dumps(report.numbers)


def test_likelihood_is_divided_by_the_number_of_tokens(report):
    [likelihood] = report.numbers["sweeps-log-likelihood"].values()
    assert all(-10 < spread["mean"] < 0 for spread in likelihood.values())


def test_there_are_a_picture_and_a_table_of_scores_and_of_likelihood(report):
    names = [block.name for block in report.blocks if isinstance(block, Drawing)]
    assert names == ["sweeps-content-su4", "sweeps-rouge-su4", "sweeps-log-likelihood"]
    grids = [block for block in report.blocks if isinstance(block, Grid)]
    assert [[row[0].text for row in grid.rows] for grid in grids] == [["10", "20"]] * 3
    [told] = (block for block in report.blocks if isinstance(block, Bullets))
    assert "by 20." in told.items[1]


def test_topic_models_have_the_sweeps_of_the_preset_paper():
    assert Options.preset("paper").sweeps == SWEEPS >= 1000
    assert HDP().sweeps == LDA().sweeps == SWEEPS
    assert SWEEPS in sweeps.CHAIN_LENGTHS
    assert Options().sweeps == 200
