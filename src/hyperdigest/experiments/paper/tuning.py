"""Tuning as in the paper: its own parameters, and those of its rivals."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from hyperdigest.experiments.baselines.graph_summarizers import HERF, HyperSum, TSLexRank
from hyperdigest.experiments.baselines.hyperedges import AGGLOMERATIVE, HDP, KMEANS, LDA
from hyperdigest.experiments.baselines.retrieval import BM25MMR, BM25FeedbackMMR, TfIsfMMR
from hyperdigest.experiments.baselines.selectors import GRR, MCS, MRC, MRMS
from hyperdigest.experiments.comparison import REASONS, reason_line
from hyperdigest.experiments.paper.search import (
    Axis,
    Point,
    SearchResult,
    Space,
    search,
    steps,
    validation_part,
)
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report import page
from hyperdigest.experiments.report.page import cells, decimals
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.systems import Pipeline, System


def search_findings(paper: str, reason: str, *searches: tuple[Space, SearchResult]) -> page.Bullets:
    """The finding of the paper, ours, and `reason` if the published values do not hold."""
    items = [f"The paper: {paper}"]
    for space, found in searches:
        best = f"{space.label} is best at {space.where(found.best)}"
        if found.published is None or space.published is None:
            items.append(f"Here: {best}, with a ROUGE-SU4 of {found.score:.3f}.")
            continue
        # The gain over the published values, on all clusters and by cross-validation.
        values = found.score, found.validated
        gain, validated = (value / (found.published or 1.0) - 1 for value in values)
        items.append(
            f"Here: {best}. Beside the published values ({space.where(space.published)}) that"
            f" changes ROUGE-SU4 by {gain:+.1%}, and by {validated:+.1%} on clusters that it was"
            f" not chosen on.{' So the published values hold.' if found.holds else ''}"
        )
    differs = not all(found.holds for _, found in searches)
    return page.Bullets((*items, *([reason] if differs else ())))


def search_blocks(space: Space, found: SearchResult) -> list[page.Block]:
    """The values chosen with their scores, and the ten best points."""
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
    ranked = sorted(found.tried, key=lambda point: -found.tried[point])[:10]
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
    """The published value of a parameter, and the best value in bold."""
    published = page.NO_VALUE if axis.published is None else f"{axis.published:g}"
    return page.Cell(published), page.Cell(f"{best:g}", bold=True)


def summary_grid(searches: list[tuple[Space, SearchResult]]) -> page.Grid:
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


def search_numbers(space: Space, found: SearchResult) -> dict[str, Any]:
    """The result of a search as JSON values."""

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
    """A space that the paper searches, and the sentences of its report.

    `by_axis` describes the search if not all combinations are tried, `paper` is the finding of the
    paper, and `reason` why the best values may differ here. `share` is the share of the clusters,
    drawn at random, that the search uses.
    """

    title: str
    space: Space
    about: str
    by_axis: str
    paper: str
    reason: str
    share: float = 1.0

    def run(self, runner: Runner, choices: Choices) -> page.Report:
        """The report of the search."""
        part = validation_part(runner, self.share, choices.seed)
        found, warnings = search(self.space, part, choices.full_grid)
        how = "All combinations were tried." if choices.full_grid else self.by_axis
        reason = reason_line(self.reason, runner.sets)
        blocks = (
            page.Paragraph(self.about),
            page.Paragraph(how),
            search_findings(self.paper, reason, (self.space, found)),
            *search_blocks(self.space, found),
        )
        return page.Report(self.title, blocks, search_numbers(self.space, found), warnings=warnings)


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
    by_axis=(
        "One after the other is set to its best value, from 0.9, 0.99 and 0.2, until none changes."
    ),
    paper="0.75, 0.99 and 0.35 are best on DUC 2007.",
    reason=f"{REASONS['lambda']}, and {REASONS['nu']}",
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
    by_axis=(
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


TOPIC_COUNTS = steps(10, 150, 5)
ALL_SHARES = steps(0.0, 1.0, 0.05)
INNER_SHARES = (*steps(0.05, 0.95, 0.05), 0.99)
REDUNDANCY = Axis("redundancy", "chi_1", (0.1, 0.3, 0.5, 0.7), 0.1)


def _space(label: str, system: System, *axes: Axis) -> Space:
    return Space(label, system, axes, start=tuple(axis.values[0] for axis in axes))


RIVAL_SPACES = (
    _space("LDA", Pipeline(LDA(), MRC()), Axis("hyperedges.topics", "topics", TOPIC_COUNTS, 55)),
    _space(
        "KMEANS",
        Pipeline(KMEANS(), MRC()),
        Axis("hyperedges.clusters", "clusters", TOPIC_COUNTS, 70),
    ),
    _space(
        "AGGLOMERATIVE",
        Pipeline(AGGLOMERATIVE(), MRC()),
        Axis("hyperedges.threshold", "threshold", (*steps(0.0, 0.99, 0.03), 1.0), 0.21),
    ),
    _space("GRR", Pipeline(HDP(), GRR()), Axis("selector.threshold", "chi_1", ALL_SHARES, 0.1)),
    _space(
        "MRMS", Pipeline(HDP(), MRMS()), Axis("selector.chi", "chi_2", steps(2.0, 10.0, 0.5), 3.0)
    ),
    _space(
        "MCS", Pipeline(HDP(), MCS()), Axis("selector.chi", "chi_3", steps(0.0, 10.0, 0.2), 4.2)
    ),
    _space(
        "TS-LexRank",
        TSLexRank(),
        Axis("question_weight", "omega_1", INNER_SHARES[:-1:3], 0.95),
        REDUNDANCY,
    ),
    _space("HyperSum", HyperSum(), Axis("propagation", "xi", INNER_SHARES[1::3]), REDUNDANCY),
    _space(
        "HERF", HERF(), Axis("transition", "transition", (*INNER_SHARES[:-1], 0.97, 0.99), 0.97)
    ),
    _space("tf-isf + MMR", TfIsfMMR(), Axis("balance", "balance", ALL_SHARES)),
    _space("BM25 + MMR", BM25MMR(), Axis("balance", "balance", ALL_SHARES)),
    _space(
        "BM25 + document + RM3 + MMR", BM25FeedbackMMR(), Axis("balance", "balance", ALL_SHARES)
    ),
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
    """The report of a search over every space of `RIVAL_SPACES`."""
    searches: list[tuple[Space, SearchResult]] = []
    warnings: dict[str, None] = {}
    for space in RIVAL_SPACES:
        found, messages = search(space, runner, full_grid=True)
        searches.append((space, found))
        warnings.update(dict.fromkeys(messages))
    each: list[page.Block] = [block for pair in searches for block in search_blocks(*pair)]
    items = search_findings(RIVALS_PAPER, reason_line(RIVALS_REASON, runner.sets), *searches)
    blocks = (page.Paragraph(RIVALS_ABOUT), items, summary_grid(searches), *each)
    numbers = {space.label: search_numbers(space, found) for space, found in searches}
    return page.Report("Parameters of the rivals", blocks, numbers, warnings=tuple(warnings))


run_balances = BALANCES.run
run_concentrations = CONCENTRATIONS.run
