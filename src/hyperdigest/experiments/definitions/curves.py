"""ROUGE-SU4 and Lexical Diversity as lambda, mu and nu vary, the paper's six figures.

Beside them stands what the paper does not have, ROUGE-SU4 of content words.
"""

from __future__ import annotations

from statistics import fmean

from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.definitions.balances import LAMBDA, MU, NU
from hyperdigest.experiments.hyperedges.hdp import HDP
from hyperdigest.experiments.pipeline import Pipeline
from hyperdigest.experiments.published import WHY, why
from hyperdigest.experiments.report.curve import Curve, draw
from hyperdigest.experiments.report.numbers import decimals
from hyperdigest.experiments.report.page import (
    Block,
    Bullets,
    Cell,
    Drawing,
    Grid,
    Heading,
    Page,
    Text,
)
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.report.statistics import mean_over_sets
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, SU4
from hyperdigest.experiments.selectors.mrc import MRC
from hyperdigest.experiments.tuning.space import NEAR, Axis, Space

MEASURES = {
    CONTENT: ("content-su4", "Content SU4 recall"),
    SU4: ("rouge-su4", "ROUGE-SU4 recall"),
    DIVERSITY: ("diversity", "Lexical Diversity"),
}
PUBLISHED = {LAMBDA: 0.75, MU: 0.99, NU: 0.35}
GREEK = {LAMBDA: "λ", MU: "μ", NU: "ν"}

PAPER = {
    LAMBDA.symbol: "ROUGE-SU4 rises sharply from 0, is highest near 0.75 and flat on [0.2, 0.8];"
    " Lexical Diversity changes little up to 0.8 and rises from there.",
    MU.symbol: "ROUGE-SU4 is highest near 0.99; Lexical Diversity rises as mu falls.",
    NU.symbol: "ROUGE-SU4 is highest near 0.35, much above that at 0, and flat on [0.1, 0.7];"
    " Lexical Diversity grows with nu.",
}
"""What the paper reads off its figures."""

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
        found = {
            measure: _curves(results, axis, [entries[axis, v].label for v in axis.values], measure)
            for measure in MEASURES
        }
        told = [f"The paper: {PAPER[axis.symbol]}", f"Here: {stands(found, axis)}"]
        if axis.symbol in WHY and not as_published(found[SU4][0], axis):
            told.append(why(WHY[axis.symbol], results.headline.sets))
        blocks += [Heading(axis.symbol), Bullets(tuple(told))]
        for measure, (name, title) in MEASURES.items():
            curves = found[measure]
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


def stands(curves: dict[str, list[Curve]], axis: Axis) -> str:
    """Where the first line of both SU4 is highest and flat, and where Lexical Diversity goes."""
    diversity = curves[DIVERSITY][0]
    at = axis.values.index(PUBLISHED[axis])
    shown = sorted({0, at, len(diversity.x) - 1})
    spread = ", ".join(f"{diversity.y[n]:.3f} at {diversity.x[n]:g}" for n in shown)
    both = ((CONTENT, "Content SU4"), (SU4, "ROUGE-SU4"))
    told = [_highest(curves[measure][0], name, axis, at) for measure, name in both]
    if as_published(curves[SU4][0], axis):
        told.append("As in the paper, the published value is among the best, and 0 is not.")
    return f"{' '.join(told)} Lexical Diversity is {spread}."


def as_published(score: Curve, axis: Axis) -> bool:
    """Whether a line is highest about the published value and lower at 0, as all of the paper."""
    first, last = _flat(score)
    return 0 < first <= axis.values.index(PUBLISHED[axis]) <= last


def _flat(score: Curve) -> tuple[int, int]:
    """The first and the last point about the highest that are nearly as high."""
    high = [y >= NEAR * max(score.y) for y in score.y]
    best = score.y.index(max(score.y))
    first = best - [*high[best::-1], False].index(False) + 1
    return first, best + [*high[best:], False].index(False) - 1


def _highest(score: Curve, name: str, axis: Axis, at: int) -> str:
    """Where a line is highest, what it is at the published place and the ends, where it is flat."""
    best = score.y.index(max(score.y))
    first, last = _flat(score)
    ends = [n for n in (0, len(score.x) - 1) if n != at]
    elsewhere = " and ".join(f"{score.y[n]:.3f} at {score.x[n]:g}" for n in ends)
    return (
        f"{name} ({score.label}) is highest at {axis.symbol} = {score.x[best]:g}"
        f" ({score.y[best]:.3f}); it is {score.y[at]:.3f} at the published {PUBLISHED[axis]:g},"
        f" {elsewhere}, and within {1 - NEAR:.0%} of the highest from {score.x[first]:g} to"
        f" {score.x[last]:g}."
    )


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
