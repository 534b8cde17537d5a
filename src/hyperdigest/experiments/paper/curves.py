"""Scores drawn as lines: the paper's six figures, and how scores grow with the sampler's sweeps.

The figures show ROUGE-SU4 and Lexical Diversity as lambda, mu or nu varies; SU4 of content words,
which the paper does not have, is added. The sweeps show the scores, and how likely the topics are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from hyperdigest.experiments.baselines.hyperedges import HDP, SWEEPS
from hyperdigest.experiments.baselines.selectors import MRC
from hyperdigest.experiments.comparison import WHY, why
from hyperdigest.experiments.paper.tuning import LAMBDA, MU, NEAR, NU, Axis, Space
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report import page
from hyperdigest.experiments.report.page import cells, decimals
from hyperdigest.experiments.report.plots import Curve, draw
from hyperdigest.experiments.report.tables import mean_over_sets
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scores import CONTENT, DIVERSITY, SU4, Results
from hyperdigest.experiments.systems import Case, Pipeline, Row


def _curves(
    runs: Sequence[Results], x: tuple[float, ...], labels: Sequence[str], measure: str
) -> list[Curve]:
    """A line for each set, and before them one for their mean; the band holds all runs.

    `x` and `labels` are the places along a line, and the row that was scored at each.
    """
    parts = {s.name: [run.restricted(s.name) for run in runs] for s in runs[0].sets}
    if len(runs[0].headline.sets) > 1:
        parts = {"mean over sets": [run.headline for run in runs], **parts}
    curves = []
    for name, of_runs in parts.items():
        means = [[mean_over_sets(run, la, measure) or 0.0 for run in of_runs] for la in labels]
        band = tuple(map(min, means)), tuple(map(max, means))
        curves.append(Curve(name, x, tuple(map(fmean, means)), band if len(runs) > 1 else None))
    return curves


BOTH_SU4 = {
    CONTENT: ("content-su4", "Content SU4 recall"),
    SU4: ("rouge-su4", "ROUGE-SU4 recall"),
}
CURVE_MEASURES = {**BOTH_SU4, DIVERSITY: ("diversity", "Lexical Diversity")}

PUBLISHED = {LAMBDA: 0.75, MU: 0.99, NU: 0.35}
GREEK = {LAMBDA: "λ", MU: "μ", NU: "ν"}

CURVES_PAPER = {
    LAMBDA.symbol: "ROUGE-SU4 rises sharply from 0, is highest near 0.75 and flat on [0.2, 0.8];"
    " Lexical Diversity changes little up to 0.8 and rises from there.",
    MU.symbol: "ROUGE-SU4 is highest near 0.99; Lexical Diversity rises as mu falls.",
    NU.symbol: "ROUGE-SU4 is highest near 0.35, much above that at 0, and flat on [0.1, 0.7];"
    " Lexical Diversity grows with nu.",
}
"""What the paper reads off its figures."""

CURVES_ABOUT = (
    "The paper's method as one of lambda, mu and nu varies; the two others keep the values"
    " 0.75, 0.99 and 0.35 (dashed). Every line is the mean over the tasks of a set."
)


def run_curves(runner: Runner, choices: Choices) -> page.Report:
    """The report, with every figure as SVG and as PNG beside it."""
    lines = {axis: Space("MRC", Pipeline(HDP(), MRC()), (axis,), (0.0,)) for axis in PUBLISHED}
    rows = {axis: [line.row((v,)) for v in axis.values] for axis, line in lines.items()}
    results = runner.score([row for of_axis in rows.values() for row in of_axis])
    blocks: list[page.Block] = [page.Text(CURVES_ABOUT)]
    files: dict[str, bytes] = {}
    numbers = {}
    for axis, published in PUBLISHED.items():
        labels = [row.label for row in rows[axis]]
        found = {
            measure: _curves([results], axis.values, labels, measure) for measure in CURVE_MEASURES
        }
        told = [f"The paper: {CURVES_PAPER[axis.symbol]}", f"Here: {curve_finding(found, axis)}"]
        if axis.symbol in WHY and not as_published(found[SU4][0], axis):
            told.append(why(WHY[axis.symbol], results.headline.sets))
        blocks += [page.Heading(axis.symbol), page.Bullets(tuple(told))]
        others = ", ".join(f"{a.symbol} = {v:g}" for a, v in PUBLISHED.items() if a != axis)
        for measure, (name, title) in CURVE_MEASURES.items():
            curves = found[measure]
            file = f"{axis.symbol}-{name}"
            svg, files[f"{file}.png"] = draw(curves, GREEK[axis], title, published)
            caption = f"{title} as a function of {axis.symbol}; {others}."
            blocks.append(page.Drawing(file, caption, svg, themed=False))
            blocks.append(_highest_points(curves, axis, title))
            numbers[file] = {c.label: dict(zip(map(str, c.x), c.y, strict=True)) for c in curves}
    warnings = (*results.warnings, *results.failures)
    return page.Report("Curves of the three parameters", blocks, numbers, files, warnings)


def curve_finding(curves: dict[str, list[Curve]], axis: Axis) -> str:
    """Where the first line of both SU4 is highest and flat, and where Lexical Diversity goes."""
    at = axis.values.index(PUBLISHED[axis])
    ends = {0, len(axis.values) - 1}

    def told(score: Curve, places: set[int]) -> list[str]:
        return [f"{score.y[n]:.3f} at {score.x[n]:g}" for n in sorted(places)]

    parts = []
    for measure, name in ((CONTENT, "Content SU4"), (SU4, "ROUGE-SU4")):
        score = curves[measure][0]
        best, (first, last) = score.y.index(max(score.y)), _flat(score)
        parts.append(
            f"{name} ({score.label}) is highest at {axis.symbol} = {score.x[best]:g}"
            f" ({score.y[best]:.3f}); it is {score.y[at]:.3f} at the published {PUBLISHED[axis]:g},"
            f" {' and '.join(told(score, ends - {at}))}, and within {1 - NEAR:.0%} of the highest"
            f" from {score.x[first]:g} to {score.x[last]:g}."
        )
    if as_published(curves[SU4][0], axis):
        parts.append("As in the paper, the published value is among the best, and 0 is not.")
    parts.append(f"Lexical Diversity is {', '.join(told(curves[DIVERSITY][0], ends | {at}))}.")
    return " ".join(parts)


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


def _highest_points(curves: list[Curve], axis: Axis, title: str) -> page.Grid:
    """Where each line is highest."""
    published = axis.values.index(PUBLISHED[axis])
    rows = []
    for curve in curves:
        best = max(range(len(curve.y)), key=lambda n: curve.y[n])
        texts = f"{curve.x[best]:g}", decimals(curve.y[best]), decimals(curve.y[published])
        rows.append(cells(curve.label, *texts))
    head = ("", f"Best {axis.symbol}", title, f"At {PUBLISHED[axis]:g}")
    return page.Grid("The highest point of each line, and the published value.", head, tuple(rows))


LENGTHS = (200, 500, 1000, 2000, 4000)
SEEDS = 4
LIKELIHOOD = "log-likelihood"

SWEEP_MEASURES = {**BOTH_SU4, LIKELIHOOD: (LIKELIHOOD, "Log-likelihood")}

SWEEPS_ABOUT = (
    f"The paper's method (MRC) with topics of chains of {LENGTHS[0]} to {LENGTHS[-1]:,} sweeps. The"
    f" topics are those of the most likely state in the second half of a chain; {SEEDS} chains of"
    " different seeds were run for each length. Log-likelihood is the joint one of that state, by"
    " the token, so that collections of all sizes may be averaged. A sampler draws from the"
    " posterior only after a while; what it draws before depends on where it starts."
)

SWEEPS_PAPER = "it does not say how many sweeps its sampler made."


@dataclass(frozen=True)
class Sampled:
    """The paper's method on topics of a chain of some sweeps, and how likely these topics are."""

    hyperedges: HDP

    def __call__(self, case: Case) -> list[int]:
        """The sentences selected, in the order picked."""
        return Pipeline(self.hyperedges, MRC())(case)

    def measures(self, case: Case) -> dict[str, float]:
        """The joint log-likelihood of the most likely state, by the token."""
        fit = case.corpus.model(self.hyperedges.options).topics
        likeliest = fit.trace[len(fit.trace) // 2 :].max()
        return {LIKELIHOOD: float(likeliest) / len(case.corpus.split.terms)}


def run_sweeps(runner: Runner, choices: Choices) -> page.Report:
    """The report, with every figure as SVG and as PNG beside it."""
    rows = [Row(f"{sweeps} sweeps", Sampled(HDP(sweeps=sweeps))) for sweeps in LENGTHS]
    seeds = range(runner.seed, runner.seed + SEEDS)
    runs = [replace(runner, seed=seed).score(rows) for seed in seeds]
    labels = [row.label for row in rows]
    x = tuple(map(float, LENGTHS))
    lines = {measure: _curves(runs, x, labels, measure) for measure in SWEEP_MEASURES}
    told = (f"The paper: {SWEEPS_PAPER}", f"Here: {sweep_finding(lines)}")
    blocks: list[page.Block] = [page.Text(SWEEPS_ABOUT), page.Bullets(told)]
    files, numbers = {}, {}
    for measure, (name, title) in SWEEP_MEASURES.items():
        curves = lines[measure]
        file = f"sweeps-{name}"
        svg, files[f"{file}.png"] = draw(curves, "sweeps", title, SWEEPS, logarithmic=True)
        caption = (
            f"{title} by the number of sweeps: means of {SEEDS} seeds, and the lowest and highest"
            f" of them. Dashed: the {SWEEPS:,} sweeps of the preset paper."
        )
        # The mean, the lowest and the highest at each point of a line.
        spreads = {c.label: list(zip(c.y, *(c.band or (c.y, c.y)), strict=True)) for c in curves}
        columns = [
            cells(
                *(f"{decimals(mean)} ({decimals(low)} - {decimals(high)})" for mean, low, high in s)
            )
            for s in spreads.values()
        ]
        blocks += [
            page.Heading(title),
            page.Drawing(file, caption, svg, themed=False),
            page.Grid(
                f"{title}: mean of {SEEDS} seeds, with the lowest and the highest.",
                ("Sweeps", *spreads),
                tuple(zip(cells(*(f"{n:,}" for n in LENGTHS)), *columns, strict=True)),
            ),
        ]
        numbers[file] = {
            label: {
                str(n): dict(zip(("mean", "lowest", "highest"), spread, strict=True))
                for n, spread in zip(LENGTHS, of_curve, strict=True)
            }
            for label, of_curve in spreads.items()
        }
    warnings = [w for results in runs for w in (*results.warnings, *results.failures)]
    return page.Report(
        "Sweeps of the sampler", blocks, numbers, files, tuple(dict.fromkeys(warnings))
    )


def sweep_finding(curves: dict[str, list[Curve]]) -> str:
    """How the first line of each measure goes from the fewest sweeps to the most."""
    likelihood = curves[LIKELIHOOD][0]
    told = []
    for name, score in (("Content SU4", curves[CONTENT][0]), ("ROUGE-SU4", curves[SU4][0])):
        values = ", ".join(f"{y:.4f} after {n:,}" for n, y in zip(LENGTHS, score.y, strict=True))
        told.append(f"{name} ({score.label}) is {values} sweeps.")
    rise = likelihood.y[-1] - likelihood.y[0]
    reached = likelihood.y[LENGTHS.index(SWEEPS)] - likelihood.y[0]
    share = f"{reached / rise:.0%}" if rise > 0 else "none"
    return (
        f"{' '.join(told)} Log-likelihood rises by {rise:.3f} a token"
        f" from {LENGTHS[0]:,} to {LENGTHS[-1]:,} sweeps, {share} of it by {SWEEPS:,}."
    )
