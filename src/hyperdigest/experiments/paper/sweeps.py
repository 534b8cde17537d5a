"""Scores and the likelihood of the topics by the number of sweeps of the sampler."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hyperdigest.evaluation.significance import Interval
from hyperdigest.experiments.baselines.hyperedges import HDP, SWEEPS
from hyperdigest.experiments.baselines.selectors import MRC
from hyperdigest.experiments.data.tasks import Task
from hyperdigest.experiments.paper.curves import SU4_MEASURES, mean_curves
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report import page
from hyperdigest.experiments.report.page import cells
from hyperdigest.experiments.report.plots import Curve, curve_plot
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import CONTENT, SU4
from hyperdigest.experiments.systems import Case, Pipeline, Row

CHAIN_LENGTHS = (200, 500, 1000, 2000, 4000)
"""The numbers of sweeps that are compared."""

CHAINS = 4
LIKELIHOOD = "log-likelihood"

SWEEP_MEASURES = {**SU4_MEASURES, LIKELIHOOD: (LIKELIHOOD, "Log-likelihood")}

ABOUT_SWEEPS = (
    f"The paper's method (MRC) with topics of chains of {CHAIN_LENGTHS[0]} to"
    f" {CHAIN_LENGTHS[-1]:,} sweeps. The topics are those of the most likely state in the second"
    f" half of a chain; {CHAINS} chains of different seeds were run for each length."
    " Log-likelihood is the joint one of that state, by the token, so that collections of all sizes"
    " may be averaged. A sampler draws from the posterior only after a while; what it draws before"
    " depends on where it starts."
)


@dataclass(frozen=True)
class Sampled:
    """The paper's method, with the likelihood of its topics as a further measure."""

    hyperedges: HDP

    def __call__(self, case: Case) -> list[int]:
        return Pipeline(self.hyperedges, MRC())(case)

    def measures(self, case: Case, task: Task) -> dict[str, float]:
        """The joint log-likelihood of the most likely state, divided by the number of tokens."""
        fit = case.corpus.model(self.hyperedges.options).topics
        likeliest = fit.trace[len(fit.trace) // 2 :].max()
        return {LIKELIHOOD: float(likeliest) / len(case.corpus.split.terms)}


def run_sweeps(runner: Runner, choices: Choices) -> page.Report:
    """The report, with every figure as an SVG file."""
    rows = [Row(f"{sweeps} sweeps", Sampled(HDP(sweeps=sweeps))) for sweeps in CHAIN_LENGTHS]
    seeds = range(runner.seed, runner.seed + CHAINS)
    runs = [replace(runner, seed=seed).score(rows) for seed in seeds]
    labels = [row.label for row in rows]
    x = tuple(map(float, CHAIN_LENGTHS))
    lines = {measure: mean_curves(runs, x, labels, measure) for measure in SWEEP_MEASURES}
    items = (
        "The paper: it does not say how many sweeps its sampler made.",
        f"Here: {sweep_finding(lines)}",
    )
    blocks: list[page.Block] = [page.Paragraph(ABOUT_SWEEPS), page.Bullets(items)]
    numbers = {}
    for measure, (name, title) in SWEEP_MEASURES.items():
        curves = lines[measure]
        file = f"sweeps-{name}"
        svg = curve_plot(curves, "sweeps", title, SWEEPS, logarithmic=True)
        caption = (
            f"{title} by the number of sweeps: means of {CHAINS} seeds, and the lowest and highest"
            f" of them. Dashed: the {SWEEPS:,} sweeps of the preset paper."
        )
        spreads = {
            curve.label: list(map(Interval, curve.y, *(curve.band or (curve.y, curve.y))))
            for curve in curves
        }
        blocks += [
            page.Heading(title),
            page.Drawing(file, caption, svg),
            spread_grid(title, spreads),
        ]
        numbers[file] = {
            label: {
                str(n): {"mean": spread.average, "lowest": spread.low, "highest": spread.high}
                for n, spread in zip(CHAIN_LENGTHS, of_curve, strict=True)
            }
            for label, of_curve in spreads.items()
        }
    warnings = [w for results in runs for w in (*results.warnings, *results.failures)]
    return page.Report("Sweeps of the sampler", blocks, numbers, tuple(dict.fromkeys(warnings)))


def spread_grid(title: str, spreads: dict[str, list[Interval]]) -> page.Grid:
    """The mean, the lowest and the highest value of each set, by the number of sweeps."""
    columns = [cells(*map(page.interval_text, of_curve)) for of_curve in spreads.values()]
    return page.Grid(
        f"{title}: mean of {CHAINS} seeds, with the lowest and the highest.",
        ("Sweeps", *spreads),
        tuple(zip(cells(*(f"{n:,}" for n in CHAIN_LENGTHS)), *columns, strict=True)),
    )


def sweep_finding(curves: dict[str, list[Curve]]) -> str:
    """Sentences on the first curve of each measure, from the fewest sweeps to the most."""
    likelihood = curves[LIKELIHOOD][0]
    sentences = []
    for name, score in (("Content SU4", curves[CONTENT][0]), ("ROUGE-SU4", curves[SU4][0])):
        values = ", ".join(
            f"{y:.4f} after {n:,}" for n, y in zip(CHAIN_LENGTHS, score.y, strict=True)
        )
        sentences.append(f"{name} ({score.label}) is {values} sweeps.")
    rise = likelihood.y[-1] - likelihood.y[0]
    reached = likelihood.y[CHAIN_LENGTHS.index(SWEEPS)] - likelihood.y[0]
    share = f"{reached / rise:.0%}" if rise > 0 else "none"
    return (
        f"{' '.join(sentences)} Log-likelihood rises by {rise:.3f} a token"
        f" from {CHAIN_LENGTHS[0]:,} to {CHAIN_LENGTHS[-1]:,} sweeps, {share} of it by {SWEEPS:,}."
    )
