"""The parameters that the paper tunes, tuned as it does, and those of its rivals alike.

A `Space` is a system and the axes along which it varies; `search` scores its points with a runner,
with leave-one-out cross-validation over clusters; tables and sentences report what was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.experiments.baselines.graph_summarizers import HERF, HyperSum, TSLexRank
from hyperdigest.experiments.baselines.hyperedges import AGGLOMERATIVE, HDP, KMEANS, LDA
from hyperdigest.experiments.baselines.retrieval import BM25MMR, BM25FeedbackMMR, TfIsfMMR
from hyperdigest.experiments.baselines.selectors import GRR, MCS, MRC, MRMS
from hyperdigest.experiments.comparison import WHY, why
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report import page
from hyperdigest.experiments.report.page import cells, decimals
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scores import SU4, headline_sets
from hyperdigest.experiments.systems import Pipeline, Row, System, changed

Point = tuple[float, ...]
"""A value for each axis."""


@dataclass(frozen=True)
class Axis:
    """A parameter and the values tried.

    `path` leads to the parameter, e.g. ``selector.threshold``. `symbol` is what tables call it.
    `published` is the value the paper found, if it tells.
    """

    path: str
    symbol: str
    values: tuple[float, ...]
    published: float | None = None


@dataclass(frozen=True)
class Space:
    """A system and the axes along which it varies; a search in turns begins at `start`."""

    label: str
    system: System
    axes: tuple[Axis, ...]
    start: Point

    def row(self, point: Point) -> Row:
        """The system at a point."""
        system: Any = self.system
        for axis, value in zip(self.axes, point, strict=True):
            system = changed(system, axis.path, value)
        return Row(f"{self.label} {self.where(point, '=')}", system)

    def where(self, point: Point, sign: str = " ") -> str:
        """The values at a point, each behind the symbol of its axis."""
        pairs = zip(self.axes, point, strict=True)
        return ", ".join(f"{axis.symbol}{sign}{value:g}" for axis, value in pairs)

    @property
    def published(self) -> Point | None:
        """The point the paper found; None where it does not tell one."""
        values = tuple(axis.published for axis in self.axes if axis.published is not None)
        return values if len(values) == len(self.axes) else None

    def grid(self) -> Iterator[Point]:
        """All points."""
        return product(*(axis.values for axis in self.axes))


def steps(low: float, high: float, step: float) -> tuple[float, ...]:
    """Numbers from `low` to `high`, both included, `step` apart."""
    count = round((high - low) / step)
    return tuple(round(low + n * step, 10) for n in range(count + 1))


def search(space: Space, runner: Runner, full_grid: bool) -> tuple[Found, tuple[str, ...]]:
    """What maximizes ROUGE-SU4 on the headline sets of a runner, and warnings.

    With `full_grid` all points are tried, not one axis after the other.
    """
    warnings: dict[str, None] = {}
    runner = replace(runner, sets=headline_sets(runner.sets))
    clusters = sorted((s.name, cluster) for s in runner.sets for cluster in s.clusters)
    number = {cluster: n for n, cluster in enumerate(clusters)}
    cluster_of = {(s.name, t.id): number[s.name, t.cluster] for s in runner.sets for t in s.tasks}

    def measure(points: Sequence[Point]) -> dict[Point, Floats]:
        rows = {point: space.row(point) for point in points}
        results = runner.score(list(rows.values()))
        warnings.update(dict.fromkeys((*results.warnings, *results.failures)))
        sums = {}
        for point, row in rows.items():
            sums[point] = np.zeros(len(clusters))
            for place, value in results.values(row.label, SU4).items():
                sums[point][cluster_of[place]] += value
        return sums

    scored = Scored(measure, np.bincount(list(cluster_of.values())))
    found = (search_grid if full_grid else search_in_turns)(space, scored)
    return found, tuple(warnings)


def validation_part(runner: Runner, share: float, seed: int) -> Runner:
    """The runner with a share of its clusters, chosen at random; at least two remain."""
    sets = headline_sets(runner.sets)
    clusters = sorted((s.name, cluster) for s in sets for cluster in s.clusters)
    count = max(min(2, len(clusters)), round(share * len(clusters)))
    rng = np.random.Generator(np.random.PCG64(seed))
    drawn = {clusters[n] for n in rng.permutation(len(clusters))[:count]}
    kept = (
        replace(s, tasks=tuple(t for t in s.tasks if (s.name, t.cluster) in drawn)) for s in sets
    )
    return replace(runner, sets=tuple(s for s in kept if s.tasks))


ROUNDS = 5
"""Most times that a search in turns goes through all axes."""


def search_grid(space: Space, scored: Scored) -> Found:
    """The best of all points, by leave-one-out cross-validation over clusters."""
    points = [point for point in (*space.grid(), space.published) if point is not None]
    scored.ask(points)
    return _found(space, scored, [scored.best(points, fold) for fold in range(len(scored.sizes))])


def search_in_turns(space: Space, scored: Scored) -> Found:
    """Section (sectionParamTuning). The best along one axis, then the next, until none changes.

    Each fold of the cross-validation, and the search on all clusters, goes its own way; points
    are scored for all of them at once. The best of all points tried on any way is the best found:
    ours, as the way of all clusters may end at a lower peak. The published point is among them.
    """
    if space.published is not None:
        scored.ask([space.published])
    folds: list[int | None] = [None, *range(len(scored.sizes))]
    place = dict.fromkeys(folds, space.start)
    for _ in range(ROUNDS):
        before = dict(place)
        for number, axis in enumerate(space.axes):
            lines = {
                fold: [at, *((*at[:number], v, *at[number + 1 :]) for v in axis.values)]
                for fold, at in place.items()
            }
            scored.ask([point for line in lines.values() for point in line])
            place = {fold: scored.best(line, fold) for fold, line in lines.items()}
        if place == before:
            break
    return _found(space, scored, [place[fold] for fold in folds[1:]])


@dataclass(frozen=True)
class Found:
    """What a search found.

    `best` is the point of the highest mean over all tasks, of all that were tried, and `score` that
    mean. `folds` are (C) the points chosen without each cluster, and `validated` is the mean over
    all tasks, each scored at the point chosen without its cluster. `published` is the mean at the
    published point; None where there is none. `tried` are the points that were scored, with their
    means, in the order tried.
    """

    best: Point
    folds: tuple[Point, ...]
    score: float
    validated: float
    published: float | None
    tried: dict[Point, float]

    @property
    def holds(self) -> bool:
        """Whether the published values are nearly as good as values chosen on other clusters."""
        return self.published is None or self.published >= NEAR * self.validated


def _found(space: Space, scored: Scored, folds: Sequence[Point]) -> Found:
    tried = {point: scored.mean(point, None) for point in scored.sums}
    best = scored.best(list(tried), None)
    held_out = sum(scored.sums[point][fold] for fold, point in enumerate(folds))
    validated = float(held_out / scored.sizes.sum())
    published = None if space.published is None else tried[space.published]
    return Found(best, tuple(folds), tried[best], validated, published, tried)


class Scored:
    """Sums of scores by cluster at the points asked for so far.

    `measure` gives the (C,) sums over the tasks of each cluster for each point. `sizes` counts the
    tasks of each cluster, (C,).
    """

    def __init__(
        self, measure: Callable[[Sequence[Point]], dict[Point, Floats]], sizes: NDArray[np.int64]
    ) -> None:
        self._measure, self.sizes = measure, sizes
        self.sums: dict[Point, Floats] = {}

    def ask(self, points: Sequence[Point]) -> None:
        """Score the points that were not asked for before."""
        missing = [point for point in dict.fromkeys(points) if point not in self.sums]
        if missing:
            self.sums |= self._measure(missing)

    def mean(self, point: Point, fold: int | None) -> float:
        """Mean over the tasks of all clusters, but for cluster `fold`."""
        others = np.arange(len(self.sizes)) != (-1 if fold is None else fold)
        return float(self.sums[point][others].sum() / self.sizes[others].sum())

    def best(self, points: Sequence[Point], fold: int | None) -> Point:
        """The first point of the highest mean."""
        return max(points, key=lambda point: self.mean(point, fold))


NEAR = 0.97
"""Of the highest ROUGE-SU4, for another to count as nearly as good."""

SHOWN = 10


def found_lines(paper: str, why: str, *searches: tuple[Space, Found]) -> page.Bullets:
    """What the paper found, what stands here, and why where the published values do not hold."""
    told = [f"The paper: {paper}"]
    for space, found in searches:
        best = f"{space.label} is best at {space.where(found.best)}"
        if found.published is None or space.published is None:
            told.append(f"Here: {best}, with a ROUGE-SU4 of {found.score:.3f}.")
            continue
        # How much the best values gain on the published ones, and what is left of it elsewhere.
        values = found.score, found.validated
        gain, kept = (value / (found.published or 1.0) - 1 for value in values)
        told.append(
            f"Here: {best}. Beside the published values ({space.where(space.published)}) that"
            f" changes ROUGE-SU4 by {gain:+.1%}, and by {kept:+.1%} on clusters that it was not"
            f" chosen on.{' So the published values hold.' if found.holds else ''}"
        )
    differs = not all(found.holds for _, found in searches)
    return page.Bullets((*told, *([why] if differs else ())))


def found_blocks(space: Space, found: Found) -> list[page.Block]:
    """The values chosen, how good they are, and the points that come next."""
    values = []
    for n, axis in enumerate(space.axes):
        # The values chosen without each cluster, the most frequent first.
        counts = Counter(point[n] for point in found.folds)
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        folds = ", ".join(f"{value:g} ({count}x)" for value, count in ordered)
        tried = f"{min(axis.values):g} to {max(axis.values):g}"
        values.append(
            (*cells(axis.symbol, tried), *axis_cells(axis, found.best[n]), page.Cell(folds))
        )
    ranked = sorted(found.tried, key=lambda point: -found.tried[point])[:SHOWN]
    scores = [f"{decimals(found.score)} at the best values,"]
    scores += [] if found.published is None else [f"{decimals(found.published)} at the published,"]
    caption = (
        f"ROUGE-SU4 recall over all tasks is {' '.join(scores)} and {decimals(found.validated)} by"
        f" leave-one-out cross-validation over {len(found.folds)} clusters."
    )
    return [
        page.Heading(space.label),
        page.Grid(caption, ("", "Tried", "Published", "Best", "Chosen in folds"), tuple(values)),
        page.Grid(
            f"The best of {len(found.tried)} points tried.",
            ("", "ROUGE-SU4"),
            tuple(cells(space.where(p), decimals(found.tried[p])) for p in ranked),
        ),
    ]


def axis_cells(axis: Axis, best: float) -> tuple[page.Cell, page.Cell]:
    """The published value of a parameter, and the best one in bold."""
    published = page.NONE if axis.published is None else f"{axis.published:g}"
    return page.Cell(published), page.Cell(f"{best:g}", bold=True)


def summary_grid(searches: list[tuple[Space, Found]]) -> page.Grid:
    """A row for each parameter of several searches."""
    rows = tuple(
        (
            *cells(space.label, axis.symbol),
            *axis_cells(axis, found.best[n]),
            *cells(*map(decimals, (found.published, found.score, found.validated))),
        )
        for space, found in searches
        for n, axis in enumerate(space.axes)
    )
    return page.Grid(
        "ROUGE-SU4 recall over all tasks at the published and at the best value, and by"
        " leave-one-out cross-validation over clusters.",
        ("", "Parameter", "Published", "Best", "At published", "At best", "Cross-validated"),
        rows,
    )


def found_numbers(space: Space, found: Found) -> dict[str, Any]:
    """What a search found, for programs."""

    def named(point: Point) -> dict[str, float]:
        return {axis.symbol: value for axis, value in zip(space.axes, point, strict=True)}

    return {
        "system": repr(space.system),
        "best": named(found.best),
        "published": found.published,
        "score": found.score,
        "validated": found.validated,
        "folds": list(map(named, found.folds)),
        "tried": [{"at": named(at), "score": score} for at, score in sorted(found.tried.items())],
    }


@dataclass(frozen=True)
class Tuning:
    """A space that the paper searches, and what its report says.

    `in_turns` tells how the search goes where not all combinations are tried, `paper` what the
    paper found, and `reason` why the best values here may be others. `share` is that of the
    clusters, drawn at random, that are searched on.
    """

    title: str
    space: Space
    about: str
    in_turns: str
    paper: str
    reason: str
    share: float = 1.0

    def run(self, runner: Runner, choices: Choices) -> page.Report:
        """The report of the search."""
        part = validation_part(runner, self.share, choices.seed)
        found, warnings = search(self.space, part, choices.full_grid)
        how = "All combinations were tried." if choices.full_grid else self.in_turns
        lines = found_lines(self.paper, why(self.reason, runner.sets), (self.space, found))
        blocks = (page.Text(self.about), page.Text(how), lines, *found_blocks(self.space, found))
        return page.Report(self.title, blocks, found_numbers(self.space, found), warnings=warnings)


LAMBDA = Axis("query_balance", "lambda", steps(0.0, 1.0, 0.05), published=0.75)
MU = Axis("damping", "mu", (*steps(0.0, 0.95, 0.05), 0.97, 0.99), published=0.99)

NU = Axis(
    "selector.coverage_balance",
    "nu",
    (0.0, 0.01, 0.02, *steps(0.05, 0.2, 0.05), *steps(0.225, 0.4, 0.025), *steps(0.45, 1.0, 0.05)),
    published=0.35,
)

BALANCES = Tuning(
    title="Balances and damping",
    space=Space("MRC", Pipeline(HDP(), MRC()), (LAMBDA, MU, NU), start=(0.9, 0.99, 0.2)),
    about=(
        "Query balance (lambda), damping (mu) and coverage balance (nu) that maximize ROUGE-SU4"
        " recall, stop words kept, as the paper does."
    ),
    in_turns=(
        "One after the other is set to its best value, from 0.9, 0.99 and 0.2, until none changes."
    ),
    paper="0.75, 0.99 and 0.35 are best on DUC 2007.",
    reason=f"{WHY['lambda']}, and {WHY['nu']}",
)


CONCENTRATIONS = Tuning(
    title="Concentrations of the topic model",
    space=Space(
        "MRC",
        Pipeline(HDP(), MRC(coverage_balance=0.2), query_balance=0.9, damping=0.99),
        (
            Axis("hyperedges.gamma", "gamma", steps(1.0, 10.0, 1.0), published=7.0),
            Axis("hyperedges.beta", "beta", steps(0.5, 5.0, 0.5), published=1.5),
            Axis("hyperedges.alpha", "alpha", steps(0.25, 2.5, 0.25), published=0.75),
        ),
        start=(5.0, 2.5, 1.25),
    ),
    about=(
        "Concentrations of the corpus (gamma), a document (beta) and a sentence (alpha) that"
        " maximize ROUGE-SU4 recall, stop words kept, as the paper does, on 90% of the clusters,"
        " drawn at random, with lambda, mu and nu at 0.9, 0.99 and 0.2."
    ),
    in_turns=(
        "One concentration after the other is set to its best value, from the middle of the ranges,"
        " until none changes: all combinations would be 1,000 fits of every cluster (--full-grid)."
    ),
    paper="7, 1.5 and 0.75 are best on 90% of the clusters of DUC 2007.",
    reason=(
        "concentrations decide how many topics a collection, a document and a sentence have, and"
        " other collections than DUC's, of 20 to 50 news articles each, may need fewer or more"
    ),
    share=0.9,
)


COUNTS = steps(10, 150, 5)
SHARES = steps(0.0, 1.0, 0.05)
INNER = (*steps(0.05, 0.95, 0.05), 0.99)
LIKENESS = Axis("redundancy", "chi_1", (0.1, 0.3, 0.5, 0.7), 0.1)


def _of(label: str, system: System, *axes: Axis) -> Space:
    return Space(label, system, axes, start=tuple(axis.values[0] for axis in axes))


SPACES = (
    _of("LDA", Pipeline(LDA(), MRC()), Axis("hyperedges.topics", "topics", COUNTS, 55)),
    _of("KMEANS", Pipeline(KMEANS(), MRC()), Axis("hyperedges.clusters", "clusters", COUNTS, 70)),
    _of(
        "AGGLOMERATIVE",
        Pipeline(AGGLOMERATIVE(), MRC()),
        Axis("hyperedges.threshold", "threshold", (*steps(0.0, 0.99, 0.03), 1.0), 0.21),
    ),
    _of("GRR", Pipeline(HDP(), GRR()), Axis("selector.threshold", "chi_1", SHARES, 0.1)),
    _of("MRMS", Pipeline(HDP(), MRMS()), Axis("selector.chi", "chi_2", steps(2.0, 10.0, 0.5), 3.0)),
    _of("MCS", Pipeline(HDP(), MCS()), Axis("selector.chi", "chi_3", steps(0.0, 10.0, 0.2), 4.2)),
    _of(
        "TS-LexRank", TSLexRank(), Axis("question_weight", "omega_1", INNER[:-1:3], 0.95), LIKENESS
    ),
    _of("HyperSum", HyperSum(), Axis("propagation", "xi", INNER[1::3]), LIKENESS),
    _of("HERF", HERF(), Axis("transition", "transition", (*INNER[:-1], 0.97, 0.99), 0.97)),
    _of("tf-isf + MMR", TfIsfMMR(), Axis("balance", "balance", SHARES)),
    _of("BM25 + MMR", BM25MMR(), Axis("balance", "balance", SHARES)),
    _of("BM25 + document + RM3 + MMR", BM25FeedbackMMR(), Axis("balance", "balance", SHARES)),
)

RIVALS_ABOUT = (
    "The parameter of each rival that maximizes ROUGE-SU4 recall, stop words kept, as the paper"
    " does, with all others as published."
)

RIVALS_PAPER = (
    "on DUC 2007 the best are 55 topics of LDA, 70 clusters of k-means, a threshold of 0.21 for"
    " agglomerative clusters, and chi 0.1, 3 and 4.2 for GRR, MRMS and MCS;"
    " TS-LexRank (0.95) and HERF (0.97) have the values of their authors."
)

RIVALS_REASON = (
    "a number of topics or clusters and a threshold fit the texts that they were tuned on, and"
    " those of TS-LexRank and HERF were tuned on others by their authors"
)


def run_rival_parameters(runner: Runner, choices: Choices) -> page.Report:
    """Tune the parameters of the rivals in the same way, one space after the other."""
    searches: list[tuple[Space, Found]] = []
    warnings: list[str] = []
    for space in SPACES:
        found, told = search(space, runner, full_grid=True)
        searches.append((space, found))
        warnings += told
    each: list[page.Block] = [block for pair in searches for block in found_blocks(*pair)]
    lines = found_lines(RIVALS_PAPER, why(RIVALS_REASON, runner.sets), *searches)
    blocks = (page.Text(RIVALS_ABOUT), lines, summary_grid(searches), *each)
    numbers = {space.label: found_numbers(space, found) for space, found in searches}
    told = tuple(dict.fromkeys(warnings))
    return page.Report("Parameters of the rivals", blocks, numbers, warnings=told)


run_balances = BALANCES.run
run_concentrations = CONCENTRATIONS.run
