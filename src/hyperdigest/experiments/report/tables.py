"""The tables and plots of systems beside each other."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from hyperdigest.evaluation.rouge import Interval
from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.report.dots import Dot, dot_plot
from hyperdigest.experiments.report.numbers import NONE, column, decimals, interval_text
from hyperdigest.experiments.report.page import Block, Cell, Drawing, Grid, Heading
from hyperdigest.experiments.report.statistics import (
    mean_over_sets,
    pooled_interval,
    set_interval,
    significance_marks,
    stop_share,
    stop_share_of_references,
)
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, R1, R2, SU4

NAMES = {
    CONTENT: "Content SU4",
    SU4: "ROUGE-SU4",
    R1: "ROUGE-1",
    R2: "ROUGE-2",
    DIVERSITY: "Lexical Diversity",
}
STOP_SHARE = "Stop words"


def comparison_blocks(comparison: Comparison, results: Results) -> list[Block]:
    """All tables of a comparison: headline sets together, their mean, and each set.

    Sets of general questions stand apart: they count neither in the one nor in the other.
    """
    headline = results.headline
    together: list[Block] = []
    if len(headline.sets) > 1:
        together = [
            Heading("All tasks"),
            pooled_grid(comparison, headline),
            plot(headline, "all-tasks"),
            Heading("Sets side by side"),
            side_by_side_grid(comparison, headline),
            Heading("Mean over sets"),
            means_grid(comparison, headline),
        ]
    for number, task_set in enumerate(results.sets, 1):
        of_set = results.restricted(task_set.name)
        together += [Heading(task_set.name), set_grid(comparison, of_set)]
        if task_set.name in comparison.published:
            together.append(Heading(f"{task_set.name}, here and in the paper"))
            together.append(published_grid(comparison, of_set))
        if len(headline.sets) == 1:
            together.append(plot(of_set, f"set-{number}"))
    return together


def set_grid(comparison: Comparison, results: Results) -> Grid:
    """The table of one set."""
    rows = {
        label: [set_interval(results, label, m) for m in comparison.measures]
        for label in results.labels
    }
    caption = (
        f"{_extent(results)}: recall of each ROUGE with 95% intervals of ROUGE-1.5.5"
        " (1,000 resamples of the tasks)."
    )
    return _with_stop_share(_grid(comparison, results, rows, caption), results)


def _with_stop_share(grid: Grid, results: Results) -> Grid:
    """The table of a set with the share of stop words in the summaries of each row."""
    shares = [stop_share(results, label) for label in results.labels]
    told = f" Stop words are {decimals(stop_share_of_references(results))} of the references."
    return replace(
        grid,
        caption=f"{grid.caption}{told}",
        head=(*grid.head, STOP_SHARE),
        rows=tuple(
            (*row, Cell(decimals(share))) for row, share in zip(grid.rows, shares, strict=True)
        ),
    )


def published_grid(comparison: Comparison, results: Results) -> Grid:
    """The averages on one set, each beside what the paper prints for it."""
    [name] = (task_set.name for task_set in results.sets)
    rows = comparison.published[name]
    printed = [m for m in comparison.measures if any(m in row for row in rows.values())]
    columns = []
    for measure in printed:
        found = [set_interval(results, label, measure) for label in results.labels]
        columns.append([Cell(decimals(x.average if x else None)) for x in found])
        columns.append([Cell(rows.get(la, {}).get(measure, NONE)) for la in results.labels])
    return Grid(
        f"Averages on {name}, and what the paper prints for it.",
        ("", *("Here", "Published") * len(printed)),
        _rows(results, columns),
        groups=tuple((NAMES[measure], 2) for measure in printed),
    )


def pooled_grid(comparison: Comparison, results: Results) -> Grid:
    """The table of all tasks of all sets together."""
    rows = {
        label: [pooled_interval(results, label, measure) for measure in comparison.measures]
        for label in results.labels
    }
    caption = (
        f"{_extent(results)}: recall of each ROUGE, every task counting the same, with 95%"
        " intervals (bootstrap over clusters: tasks with the same documents are drawn together)."
    )
    return _grid(comparison, results, rows, caption)


def side_by_side_grid(comparison: Comparison, results: Results) -> Grid:
    """SU4 of content words and of all words on each set, and before them their means."""
    names = [task_set.name for task_set in results.sets]
    columns = [
        [mean_over_sets(part, label, measure) for label in results.labels]
        for part in (results, *map(results.restricted, names))
        for measure in (CONTENT, SU4)
    ]
    groups = ("Mean", *names)
    return Grid(
        "Recall of ROUGE-SU4 without stop words (content) and with them (R-SU4): plain means over"
        " the tasks of each set, and the means of these. The tables of the sets have averages over"
        " resamples, as ROUGE-1.5.5 has, with the intervals, the tests and the other measures.",
        ("", *("Content", "R-SU4") * len(groups)),
        _rows(results, [_column(comparison, results, list(map(decimals, c)), c) for c in columns]),
        groups=tuple((name, 2) for name in groups),
    )


def means_grid(comparison: Comparison, results: Results) -> Grid:
    """The table of the averages of the sets, each counting the same."""
    columns = []
    for measure in comparison.measures:
        values = [mean_over_sets(results, label, measure) for label in results.labels]
        columns.append(_column(comparison, results, [decimals(value) for value in values], values))
    names = ", ".join(task_set.name for task_set in results.sets)
    return Grid(
        f"Averages on each set, averaged: {names}.",
        ("", *(NAMES[measure] for measure in comparison.measures)),
        _rows(results, columns),
    )


def plot(results: Results, name: str) -> Drawing:
    """Content SU4 of every row as a dot with its interval."""
    dots = []
    for label in results.labels:
        interval = pooled_interval(results, label, CONTENT)
        if interval is not None:
            average = interval.average
            ends = (x if isfinite(x) else average for x in (interval.low, interval.high))
            dots.append(Dot(label, average, *ends))
    return Drawing(
        name,
        "ROUGE-SU4 recall of content words with 95% intervals (bootstrap over clusters).",
        dot_plot(dots, "Content SU4 recall"),
    )


def _grid(
    comparison: Comparison,
    results: Results,
    rows: dict[str, list[Interval | None]],
    caption: str,
) -> Grid:
    columns = []
    for place, measure in enumerate(comparison.measures):
        intervals = [rows[label][place] for label in results.labels]
        marks = significance_marks(results, comparison.reference, measure)
        texts = [
            interval_text(interval) + marks.get(label, "")
            for label, interval in zip(results.labels, intervals, strict=True)
        ]
        averages = [interval.average if interval else None for interval in intervals]
        columns.append(_column(comparison, results, texts, averages))
    return Grid(
        f"{caption} {tested_against(comparison.reference)}",
        ("", *(NAMES[measure] for measure in comparison.measures)),
        _rows(results, columns),
    )


def _column(
    comparison: Comparison, results: Results, texts: list[str], values: list[float | None]
) -> list[Cell]:
    """The cells of a column, the best in bold, but for rows beyond the comparison."""
    rivals = [
        None if label in comparison.beyond else value
        for label, value in zip(results.labels, values, strict=True)
    ]
    return column(texts, rivals)


def _rows(results: Results, columns: list[list[Cell]]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        (Cell(label), *cells) for label, *cells in zip(results.labels, *columns, strict=True)
    )


def _extent(results: Results) -> str:
    """How many tasks and clusters there are."""
    clusters = results.clusters
    return f"{len(clusters):,} tasks in {len(set(clusters.values())):,} clusters"


def tested_against(reference: str) -> str:
    """What the marks of a table mean."""
    return (
        f"† and ‡: different from {reference} at the level 0.05 and 0.01 (two-sided approximate"
        " randomization over clusters, Holm's correction for the rows of a column)."
    )
