"""The paper's six figures: ROUGE-SU4 and Lexical Diversity as functions of lambda, mu and nu.

SU4 of content words, which the paper does not have, is added.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from hyperdigest.experiments.baselines.hyperedges import HDP
from hyperdigest.experiments.baselines.selectors import MRC
from hyperdigest.experiments.comparison import REASONS, reason_line
from hyperdigest.experiments.paper.search import NEARLY_AS_GOOD, Axis, Space
from hyperdigest.experiments.paper.tuning import LAMBDA, MU, NU
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report import page
from hyperdigest.experiments.report.page import cells, decimals
from hyperdigest.experiments.report.plots import Curve, curve_plot
from hyperdigest.experiments.results import Results, mean_over_sets
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, SU4
from hyperdigest.experiments.systems import Pipeline

SU4_MEASURES = {
    CONTENT: ("content-su4", "Content SU4 recall"),
    SU4: ("rouge-su4", "ROUGE-SU4 recall"),
}
"""The file name and the title of each measure."""

CURVE_MEASURES = {**SU4_MEASURES, DIVERSITY: ("diversity", "Lexical Diversity")}

GREEK = {LAMBDA: "λ", MU: "μ", NU: "ν"}
PUBLISHED_VALUES = {axis: axis.published or 0.0 for axis in GREEK}

FINDINGS_OF_PAPER = {
    LAMBDA.symbol: "ROUGE-SU4 rises sharply from 0, is highest near 0.75 and flat on [0.2, 0.8];"
    " Lexical Diversity changes little up to 0.8 and rises from there.",
    MU.symbol: "ROUGE-SU4 is highest near 0.99; Lexical Diversity rises as mu falls.",
    NU.symbol: "ROUGE-SU4 is highest near 0.35, much above that at 0, and flat on [0.1, 0.7];"
    " Lexical Diversity grows with nu.",
}

ABOUT_CURVES = (
    "The paper's method as one of lambda, mu and nu varies; the two others keep the values"
    " 0.75, 0.99 and 0.35 (dashed). Every line is the mean over the tasks of a set."
)


def run_curves(runner: Runner, choices: Choices) -> page.Report:
    """The report, with every figure as an SVG file."""
    spaces = {axis: Space("MRC", Pipeline(HDP(), MRC()), (axis,), (0.0,)) for axis in GREEK}
    rows = {axis: [space.row((v,)) for v in axis.values] for axis, space in spaces.items()}
    results = runner.score([row for axis_rows in rows.values() for row in axis_rows])
    blocks: list[page.Block] = [page.Paragraph(ABOUT_CURVES)]
    numbers = {}
    for axis, published in PUBLISHED_VALUES.items():
        labels = [row.label for row in rows[axis]]
        found = {
            measure: mean_curves([results], axis.values, labels, measure)
            for measure in CURVE_MEASURES
        }
        items = [
            f"The paper: {FINDINGS_OF_PAPER[axis.symbol]}",
            f"Here: {curve_finding(found, axis)}",
        ]
        if axis.symbol in REASONS and not as_published(found[SU4][0], axis):
            items.append(reason_line(REASONS[axis.symbol], results.headline.sets))
        blocks += [page.Heading(axis.symbol), page.Bullets(tuple(items))]
        others = ", ".join(f"{a.symbol} = {v:g}" for a, v in PUBLISHED_VALUES.items() if a != axis)
        for measure, (name, title) in CURVE_MEASURES.items():
            curves = found[measure]
            file = f"{axis.symbol}-{name}"
            svg = curve_plot(curves, GREEK[axis], title, published)
            caption = f"{title} as a function of {axis.symbol}; {others}."
            blocks.append(page.Drawing(file, caption, svg))
            blocks.append(_highest_points(curves, axis, title))
            numbers[file] = {c.label: dict(zip(map(str, c.x), c.y, strict=True)) for c in curves}
    warnings = (*results.warnings, *results.failures)
    return page.Report("Curves of the three parameters", blocks, numbers, warnings)


def curve_finding(curves: dict[str, list[Curve]], axis: Axis) -> str:
    """Sentences on the first curve of each measure: where it is highest, and where it is flat."""
    at = axis.values.index(PUBLISHED_VALUES[axis])
    ends = {0, len(axis.values) - 1}

    def values_at(score: Curve, places: set[int]) -> list[str]:
        return [f"{score.y[n]:.3f} at {score.x[n]:g}" for n in sorted(places)]

    parts = []
    for measure, name in ((CONTENT, "Content SU4"), (SU4, "ROUGE-SU4")):
        score = curves[measure][0]
        best, (first, last) = score.y.index(max(score.y)), _flat(score)
        parts.append(
            f"{name} ({score.label}) is highest at {axis.symbol} = {score.x[best]:g}"
            f" ({score.y[best]:.3f}); it is {score.y[at]:.3f} at the published"
            f" {PUBLISHED_VALUES[axis]:g}, {' and '.join(values_at(score, ends - {at}))}, and"
            f" within {1 - NEARLY_AS_GOOD:.0%} of the highest from {score.x[first]:g} to"
            f" {score.x[last]:g}."
        )
    if as_published(curves[SU4][0], axis):
        parts.append("As in the paper, the published value is among the best, and 0 is not.")
    diversity = values_at(curves[DIVERSITY][0], ends | {at})
    parts.append(f"Lexical Diversity is {', '.join(diversity)}.")
    return " ".join(parts)


def as_published(score: Curve, axis: Axis) -> bool:
    """Whether a curve is highest near the published value and lower at 0, as in the paper."""
    first, last = _flat(score)
    return 0 < first <= axis.values.index(PUBLISHED_VALUES[axis]) <= last


def _flat(score: Curve) -> tuple[int, int]:
    """The first and the last point around the highest one that are nearly as high."""
    high = [y >= NEARLY_AS_GOOD * max(score.y) for y in score.y]
    best = score.y.index(max(score.y))
    first = best - [*high[best::-1], False].index(False) + 1
    return first, best + [*high[best:], False].index(False) - 1


def _highest_points(curves: list[Curve], axis: Axis, title: str) -> page.Grid:
    """The highest point of each curve."""
    published = axis.values.index(PUBLISHED_VALUES[axis])
    rows = []
    for curve in curves:
        best = max(range(len(curve.y)), key=lambda n: curve.y[n])
        texts = f"{curve.x[best]:g}", decimals(curve.y[best]), decimals(curve.y[published])
        rows.append(cells(curve.label, *texts))
    head = ("", f"Best {axis.symbol}", title, f"At {PUBLISHED_VALUES[axis]:g}")
    return page.Grid("The highest point of each line, and the published value.", head, tuple(rows))


def mean_curves(
    runs: Sequence[Results], x: tuple[float, ...], labels: Sequence[str], measure: str
) -> list[Curve]:
    """A curve for their mean over sets, then one for each set; the band contains all runs.

    `x` are the values along a curve, and `labels` the row that was scored at each.
    """
    parts = {s.name: [run.restricted(s.name) for run in runs] for s in runs[0].sets}
    if len(runs[0].headline.sets) > 1:
        parts = {"mean over sets": [run.headline for run in runs], **parts}
    curves = []
    for name, part in parts.items():
        means = [[mean_over_sets(run, la, measure) or 0.0 for run in part] for la in labels]
        band = tuple(map(min, means)), tuple(map(max, means))
        curves.append(Curve(name, x, tuple(map(fmean, means)), band if len(runs) > 1 else None))
    return curves
