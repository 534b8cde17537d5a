"""ROUGE-SU4 and Lexical Diversity as lambda, mu and nu vary: the paper's six figures."""

from __future__ import annotations

from statistics import fmean

from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.definitions.balances import LAMBDA, MU, NU
from hyperdigest.experiments.hyperedges.hdp import HDP
from hyperdigest.experiments.pipeline import Pipeline
from hyperdigest.experiments.report.curve import Curve, draw
from hyperdigest.experiments.report.numbers import decimals
from hyperdigest.experiments.report.page import Block, Cell, Drawing, Grid, Heading, Page, Text
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.report.statistics import mean_over_sets
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.scoring import DIVERSITY, SU4
from hyperdigest.experiments.selectors.mrc import MRC
from hyperdigest.experiments.tuning.space import Axis, Space

MEASURES = {SU4: ("rouge-su4", "ROUGE-SU4 recall"), DIVERSITY: ("diversity", "Lexical Diversity")}
PUBLISHED = {LAMBDA: 0.75, MU: 0.99, NU: 0.35}
GREEK = {LAMBDA: "λ", MU: "μ", NU: "ν"}

ABOUT = (
    "The paper's method as one of lambda, mu and nu varies; the two others keep the values"
    " 0.75, 0.99 and 0.35 (dashed). Every line is the mean over the tasks of a set."
)


def run(bench: Bench, choices: Choices) -> Report:
    """The report, with every figure as SVG and as PNG beside it."""
    lines = {axis: Space("MRC", Pipeline(HDP(), MRC()), (axis,), (0.0,)) for axis in PUBLISHED}
    entries = {(axis, v): lines[axis].entry((v,)) for axis in lines for v in axis.values}
    results = bench.score(list(entries.values()))
    blocks: list[Block] = [Text(ABOUT)]
    files: dict[str, bytes] = {}
    numbers = {}
    for axis in lines:
        blocks.append(Heading(axis.symbol))
        for measure, (name, title) in MEASURES.items():
            labels = [entries[axis, v].label for v in axis.values]
            curves = _curves(results, axis, labels, measure)
            drawn = draw(curves, GREEK[axis], title, PUBLISHED[axis])
            file = f"{axis.symbol}-{name}"
            files[f"{file}.png"] = drawn.png
            caption = f"{title} as a function of {axis.symbol}; {_others(axis)}."
            blocks += [Drawing(file, caption, drawn.svg, themed=False), _grid(curves, axis, title)]
            numbers[file] = {c.label: dict(zip(map(str, c.x), c.y, strict=True)) for c in curves}
    warnings = (*results.warnings, *results.failures)
    page = Page("Curves of the three parameters", tuple(blocks))
    return Report(page, numbers, files, warnings)


def _curves(results: Results, axis: Axis, labels: list[str], measure: str) -> list[Curve]:
    curves = []
    for task_set in results.sets:
        of_set = results.restricted(task_set.name)
        means = tuple(fmean(of_set.values(label, measure).values()) for label in labels)
        curves.append(Curve(task_set.name, axis.values, means))
    if len(results.headline.sets) > 1:
        over_sets = [mean_over_sets(results.headline, label, measure) for label in labels]
        means = tuple(mean for mean in over_sets if mean is not None)
        curves.insert(0, Curve("mean over sets", axis.values, means))
    return curves


def _others(axis: Axis) -> str:
    return ", ".join(f"{a.symbol} = {value:g}" for a, value in PUBLISHED.items() if a != axis)


def _grid(curves: list[Curve], axis: Axis, title: str) -> Grid:
    """Where each line is highest."""
    rows = []
    for curve in curves:
        best = max(range(len(curve.y)), key=lambda n: curve.y[n])
        published = curve.y[axis.values.index(PUBLISHED[axis])]
        texts = (f"{curve.x[best]:g}", decimals(curve.y[best]), decimals(published))
        rows.append((Cell(curve.label), *map(Cell, texts)))
    head = ("", f"Best {axis.symbol}", title, f"At {PUBLISHED[axis]:g}")
    return Grid("The highest point of each line, and the published value.", head, tuple(rows))
