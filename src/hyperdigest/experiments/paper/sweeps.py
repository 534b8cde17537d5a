"""How far the sampler of topics has come, and how good the summaries are, as it goes on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean

from hyperdigest.experiments.baselines.hyperedges import HDP, SWEEPS
from hyperdigest.experiments.baselines.selectors import MRC
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import (
    Block,
    Bullets,
    Cell,
    Drawing,
    Grid,
    Heading,
    Page,
    Report,
    Text,
    decimals,
)
from hyperdigest.experiments.report.plots import Curve, draw
from hyperdigest.experiments.report.tables import mean_over_sets
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scores import CONTENT, SU4, Results
from hyperdigest.experiments.systems import Pipeline, Row
from hyperdigest.experiments.task_input import Case

LENGTHS = (200, 500, 1000, 2000, 4000)
SEEDS = 4
LIKELIHOOD = "log-likelihood"
MEASURES = {
    CONTENT: ("content-su4", "Content SU4 recall"),
    SU4: ("rouge-su4", "ROUGE-SU4 recall"),
    LIKELIHOOD: (LIKELIHOOD, "Log-likelihood"),
}
TOGETHER = "mean over sets"

ABOUT = (
    f"The paper's method (MRC) with topics of chains of {LENGTHS[0]} to {LENGTHS[-1]:,} sweeps. The"
    f" topics are those of the most likely state in the second half of a chain; {SEEDS} chains of"
    " different seeds were run for each length. Log-likelihood is the joint one of that state, by"
    " the token, so that collections of all sizes may be averaged. A sampler draws from the"
    " posterior only after a while; what it draws before depends on where it starts."
)

PAPER = "it does not say how many sweeps its sampler made."


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


def run_sweeps(runner: Runner, choices: Choices) -> Report:
    """The report, with every figure as SVG and as PNG beside it."""
    rows = [Row(f"{sweeps} sweeps", Sampled(HDP(sweeps=sweeps))) for sweeps in LENGTHS]
    seeds = range(runner.seed, runner.seed + SEEDS)
    runs = [replace(runner, seed=seed).score(rows) for seed in seeds]
    lines = {measure: _curves(runs, measure) for measure in MEASURES}
    told = (f"The paper: {PAPER}", f"Here: {stands(lines)}")
    blocks: list[Block] = [Text(ABOUT), Bullets(told)]
    files, numbers = {}, {}
    for measure, (name, title) in MEASURES.items():
        curves = lines[measure]
        drawn = draw(curves, "sweeps", title, SWEEPS, logarithmic=True)
        file = f"sweeps-{name}"
        files[f"{file}.png"] = drawn.png
        caption = (
            f"{title} by the number of sweeps: means of {SEEDS} seeds, and the lowest and highest"
            f" of them. Dashed: the {SWEEPS:,} sweeps of the preset paper."
        )
        blocks += [Heading(title), Drawing(file, caption, drawn.svg, themed=False)]
        blocks.append(_grid(curves, title))
        numbers[file] = {
            c.label: {str(x): _spread(c, n) for n, x in enumerate(LENGTHS)} for c in curves
        }
    warnings = [w for results in runs for w in (*results.warnings, *results.failures)]
    page = Page("Sweeps of the sampler", tuple(blocks))
    return Report(page, numbers, files, tuple(dict.fromkeys(warnings)))


def _curves(runs: list[Results], measure: str) -> list[Curve]:
    """A line for each set, and before them one for their mean; the band holds all seeds."""
    labels, sets = runs[0].labels, runs[0].sets
    curves = []
    if len(runs[0].headline.sets) > 1:
        means = [
            [mean_over_sets(run_sweeps.headline, la, measure) or 0.0 for la in labels]
            for run_sweeps in runs
        ]
        curves.append(_curve(TOGETHER, means))
    for name in (task_set.name for task_set in sets):
        of_set = [run_sweeps.restricted(name) for run_sweeps in runs]
        means = [
            [fmean(run_sweeps.values(la, measure).values()) for la in labels]
            for run_sweeps in of_set
        ]
        curves.append(_curve(name, means))
    return curves


def _curve(label: str, of_seeds: list[list[float]]) -> Curve:
    by_length = list(zip(*of_seeds, strict=True))
    return Curve(
        label,
        tuple(map(float, LENGTHS)),
        tuple(map(fmean, by_length)),
        (tuple(map(min, by_length)), tuple(map(max, by_length))),
    )


def stands(curves: dict[str, list[Curve]]) -> str:
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


def _spread(curve: Curve, place: int) -> dict[str, float]:
    low, high = curve.band or (curve.y, curve.y)
    return {"mean": curve.y[place], "lowest": low[place], "highest": high[place]}


def _grid(curves: list[Curve], title: str) -> Grid:
    rows = []
    for place, sweeps in enumerate(LENGTHS):
        spreads = [_spread(curve, place) for curve in curves]
        texts = [
            f"{decimals(s['mean'])} ({decimals(s['lowest'])} - {decimals(s['highest'])})"
            for s in spreads
        ]
        rows.append((Cell(f"{sweeps:,}"), *map(Cell, texts)))
    caption = f"{title}: mean of {SEEDS} seeds, with the lowest and the highest."
    return Grid(caption, ("Sweeps", *(curve.label for curve in curves)), tuple(rows))
