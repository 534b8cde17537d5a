"""The figures of curves over lambda, mu and nu, and of scores over sweeps of the sampler."""

import json

import pytest

from bench_made import village_runner
from hyperdigest.experiments.baselines.hyperedges import HDP, LDA, SWEEPS
from hyperdigest.experiments.paper import curves
from hyperdigest.experiments.paper.tuning import NU, Axis
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import Bullets, Drawing, Grid
from hyperdigest.experiments.report.plots import Curve
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, SU4
from hyperdigest.options import Options


def test_there_are_six_curves_of_the_paper_and_three_of_content_words(tmp_path, monkeypatch):
    few = {
        Axis(axis.path, axis.symbol, (0.0, value), axis.published): value
        for axis, value in curves.PUBLISHED_VALUES.items()
    }
    greek = dict(zip(few, curves.GREEK.values(), strict=True))
    monkeypatch.setattr(curves, "PUBLISHED_VALUES", few)
    monkeypatch.setattr(curves, "GREEK", greek)
    monkeypatch.setattr(curves, "curve_plot", lambda *_: ("<svg/>", b""))
    report = curves.run_curves(village_runner(tmp_path), Choices())
    drawings = [block for block in report.blocks if isinstance(block, Drawing)]
    assert [drawing.name for drawing in drawings] == [
        "lambda-content-su4", "lambda-rouge-su4", "lambda-diversity",
        "mu-content-su4", "mu-rouge-su4", "mu-diversity",
        "nu-content-su4", "nu-rouge-su4", "nu-diversity",
    ]  # fmt: skip
    assert set(report.files) == {f"{drawing.name}.png" for drawing in drawings}
    json.dumps(report.numbers)


def test_the_finding_says_where_a_curve_is_flat():
    n = len(NU.values)
    flat = tuple(0.16 if 0.1 <= nu <= 0.7 else 0.12 for nu in NU.values)
    lines = {
        CONTENT: [Curve("mean over sets", NU.values, flat[::-1])],
        SU4: [Curve("mean over sets", NU.values, flat)],
        DIVERSITY: [Curve("mean over sets", NU.values, (0.9,) * n)],
    }
    said = curves.curve_finding(lines, NU)
    assert said.index("Content SU4 (mean over sets)") < said.index("ROUGE-SU4 (mean over sets)")
    assert "within 3% of the highest from 0.1 to 0.7" in said
    assert "0.160 at the published 0.35" in said
    assert curves.as_published(lines[SU4][0], NU) and "As in the paper" in said
    falling = Curve("mean over sets", NU.values, tuple(0.2 - 0.1 * nu for nu in NU.values))
    assert not curves.as_published(falling, NU)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(curves, "CHAIN_LENGTHS", (10, 20))
        patch.setattr(curves, "SWEEPS", 20)
        patch.setattr(curves, "curve_plot", lambda *_, **__: ("<svg/>", b""))
        return curves.run_sweeps(village_runner(tmp_path_factory.mktemp("sweeps")), Choices())


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
    assert set(report.files) == {f"{name}.png" for name in names}
    grids = [block for block in report.blocks if isinstance(block, Grid)]
    assert [[row[0].text for row in grid.rows] for grid in grids] == [["10", "20"]] * 3
    [told] = (block for block in report.blocks if isinstance(block, Bullets))
    assert "by 20." in told.items[1]


def test_topic_models_have_the_sweeps_of_the_preset_paper():
    assert Options.preset("paper").sweeps == SWEEPS >= 1000
    assert HDP().sweeps == LDA().sweeps == SWEEPS
    assert SWEEPS in curves.CHAIN_LENGTHS
    assert Options().sweeps == 200
