"""The figures of curves over lambda, mu and nu."""

import json

from bench_made import village_runner
from hyperdigest.experiments.paper import curves
from hyperdigest.experiments.paper.search import Axis
from hyperdigest.experiments.paper.tuning import NU
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import Drawing
from hyperdigest.experiments.report.plots import Curve
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, SU4


def test_there_are_six_curves_of_the_paper_and_three_of_content_words(tmp_path, monkeypatch):
    few = {
        Axis(axis.path, axis.symbol, (0.0, value), axis.published): value
        for axis, value in curves.PUBLISHED_VALUES.items()
    }
    greek = dict(zip(few, curves.GREEK.values(), strict=True))
    monkeypatch.setattr(curves, "PUBLISHED_VALUES", few)
    monkeypatch.setattr(curves, "GREEK", greek)
    monkeypatch.setattr(curves, "curve_plot", lambda *_: "<svg/>")
    report = curves.run_curves(village_runner(tmp_path), Choices())
    drawings = [block for block in report.blocks if isinstance(block, Drawing)]
    assert [drawing.name for drawing in drawings] == [
        "lambda-content-su4", "lambda-rouge-su4", "lambda-diversity",
        "mu-content-su4", "mu-rouge-su4", "mu-diversity",
        "nu-content-su4", "nu-rouge-su4", "nu-diversity",
    ]  # fmt: skip
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
