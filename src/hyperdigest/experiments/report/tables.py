"""A comparison as a report: tables with tests of significance, and plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from hyperdigest.evaluation.rouge import Interval, count_stop_words
from hyperdigest.experiments.comparison import Comparison
from hyperdigest.experiments.report import page
from hyperdigest.experiments.report.findings import SIGNIFICANCE_LEVEL, findings
from hyperdigest.experiments.report.page import cells, decimals
from hyperdigest.experiments.report.plots import dot_plot
from hyperdigest.experiments.results import (
    Results,
    mean_over_sets,
    p_values,
    pooled_interval,
    set_interval,
)
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import CONTENT, DIVERSITY, NEWS, R1, R2, STOPPED, SU4, TOKENS

MODEL = "MODEL"
"""What the folder of a model is called in reports, so that they name no place on a machine."""


def run_comparison(
    comparison: Comparison,
    runner: Runner,
    model: str = "",
    more: Callable[[Results], Sequence[page.Block]] = lambda _: (),
) -> page.Report:
    """Score every row and report the scores.

    `model` is a folder that the report calls MODEL. `more` makes further blocks from the results,
    at the end of the report.
    """
    results = runner.score(comparison.rows)
    start = page.Paragraph(comparison.about), findings(comparison, results)
    blocks = (*start, *comparison_blocks(comparison, results), *more(results))
    warnings = (*results.warnings, *failures(results, model))
    return page.Report(comparison.title, blocks, numbers(results, model), warnings=warnings)


def failures(results: Results, model: str) -> Iterable[str]:
    """The messages of failures, without the folder of a model."""
    return (failure.replace(model or MODEL, MODEL) for failure in results.failures)


def numbers(results: Results, model: str = "") -> dict[str, Any]:
    """The scores of every row on every task, and how they were made."""
    scores: dict[str, dict[str, dict[str, Any]]] = {}
    for set_name, task in results.clusters:
        for label in results.labels:
            record = results.records.get((label, set_name, task))
            if record is not None:
                scores.setdefault(set_name, {}).setdefault(task, {})[label] = {
                    "scores": record.scores,
                    "words": record.words,
                    "failure": record.failure.replace(model or MODEL, MODEL),
                    "system": record.key.system.replace(repr(model or MODEL), MODEL),
                    "eligible": record.key.eligible,
                    "signature": record.key.signature,
                }
    return {
        "clusters": {"/".join(place): cluster for place, cluster in results.clusters.items()},
        "scores": scores,
    }


COLUMN_NAMES = {
    CONTENT: "Content SU4",
    SU4: "ROUGE-SU4",
    R1: "ROUGE-1",
    R2: "ROUGE-2",
    DIVERSITY: "Lexical Diversity",
    NEWS: "News",
}


def comparison_blocks(comparison: Comparison, results: Results) -> list[page.Block]:
    """All tables of a comparison: headline sets together, their mean, and each set.

    Sets of general questions are reported only each for itself.
    """
    headline = results.headline
    together: list[page.Block] = []
    if len(headline.sets) > 1:
        together = [
            page.Heading("All tasks"),
            tested_grid(
                comparison,
                headline,
                pooled_interval,
                ", every task counting the same, with 95% intervals (bootstrap over clusters: tasks"
                " with the same documents are drawn together).",
            ),
            plot(headline, "all-tasks"),
            page.Heading("Sets side by side"),
            side_by_side_grid(comparison, headline),
            page.Heading("Mean over sets"),
            page.columns_grid(
                f"Averages on each set, averaged: {', '.join(s.name for s in headline.sets)}.",
                [COLUMN_NAMES[measure] for measure in comparison.measures],
                headline.labels,
                [means_column(comparison, headline, measure) for measure in comparison.measures],
            ),
        ]
    for number, task_set in enumerate(results.sets, 1):
        of_set = results.restricted(task_set.name)
        together += [page.Heading(task_set.name), set_grid(comparison, of_set)]
        if task_set.name in comparison.published:
            together.append(page.Heading(f"{task_set.name}, here and in the paper"))
            together.append(published_grid(comparison, of_set))
        if len(headline.sets) == 1:
            together.append(plot(of_set, f"set-{number}"))
    return together


IntervalOf = Callable[[Results, str, str], Interval | None]
"""The interval of a row, by its label, in a measure."""


def tested_column(
    results: Results,
    reference: str,
    measure: str,
    interval: IntervalOf,
    places: int = page.SCORE_DECIMALS,
    unranked: Sequence[str] = (),
) -> list[page.Cell]:
    """The averages of all rows in a measure, with their intervals and the marks of the tests.

    `reference` is the label of the row that the others are tested against, and `unranked` are the
    labels of rows that are never in bold.
    """
    p = p_values(results, reference, measure)
    marks = {
        label: "‡" if p[label] < 0.01 else "†" if p[label] < SIGNIFICANCE_LEVEL else ""
        for label in p
    }
    found = [interval(results, label, measure) for label in results.labels]
    return page.column(
        [
            page.interval_text(each, places) + marks.get(label, "")
            for label, each in zip(results.labels, found, strict=True)
        ],
        [each.average if each else None for each in found],
        [label in unranked for label in results.labels],
    )


def tested_grid(
    comparison: Comparison, results: Results, interval: IntervalOf, caption: str
) -> page.Grid:
    """A table with a column for each measure; the caption begins with the number of tasks."""
    columns = [
        tested_column(results, comparison.reference, m, interval, unranked=comparison.unranked)
        for m in comparison.measures
    ]
    clusters = results.clusters
    extent = f"{len(clusters):,} tasks in {len(set(clusters.values())):,} clusters"
    return page.columns_grid(
        f"{extent}: recall of each ROUGE{caption} {tested_against(comparison.reference)}",
        [COLUMN_NAMES[measure] for measure in comparison.measures],
        results.labels,
        columns,
    )


def means_column(comparison: Comparison, results: Results, measure: str) -> list[page.Cell]:
    """The mean over sets of a measure, for every row."""
    values = [mean_over_sets(results, label, measure) for label in results.labels]
    unranked = [label in comparison.unranked for label in results.labels]
    return page.column(list(map(decimals, values)), values, unranked)


def side_by_side_grid(comparison: Comparison, results: Results) -> page.Grid:
    """SU4 of content words and of all words: the means over sets first, then each set."""
    names = [task_set.name for task_set in results.sets]
    groups = ("Mean", *names)
    return page.columns_grid(
        "Recall of ROUGE-SU4 without stop words (content) and with them (R-SU4): plain means over"
        " the tasks of each set, and the means of these. The tables of the sets have averages over"
        " resamples, as ROUGE-1.5.5 has, with the intervals, the tests and the other measures.",
        ("Content", "R-SU4") * len(groups),
        results.labels,
        [
            means_column(comparison, part, measure)
            for part in (results, *map(results.restricted, names))
            for measure in (CONTENT, SU4)
        ],
        [(name, 2) for name in groups],
    )


def set_grid(comparison: Comparison, results: Results) -> page.Grid:
    """The table of one set, with a column for the share of stop words in the summaries."""
    caption = " with 95% intervals of ROUGE-1.5.5 (1,000 resamples of the tasks)."
    grid = tested_grid(comparison, results, set_interval, caption)
    counts = [
        [sum(results.values(label, m).values()) for m in (STOPPED, TOKENS)]
        for label in results.labels
    ]
    texts = (s.text for of_set in results.sets for task in of_set.tasks for s in task.references)
    of_references = map(sum, zip((0, 0), *map(count_stop_words, texts), strict=True))
    *shares, share = (
        decimals(stopped / tokens if tokens else None)
        for stopped, tokens in (*counts, of_references)
    )
    return replace(
        grid,
        caption=f"{grid.caption} Stop words are {share} of the references.",
        head=(*grid.head, "Stop words"),
        rows=tuple((*row, cell) for row, cell in zip(grid.rows, cells(*shares), strict=True)),
    )


def published_grid(comparison: Comparison, results: Results) -> page.Grid:
    """The averages on one set beside the figures of the paper."""
    [name] = (task_set.name for task_set in results.sets)
    rows = comparison.published[name]
    printed = [m for m in comparison.measures if any(m in row for row in rows.values())]
    columns = []
    for measure in printed:
        found = [set_interval(results, label, measure) for label in results.labels]
        columns.append(cells(*(decimals(each.average if each else None) for each in found)))
        columns.append(
            cells(*(rows.get(la, {}).get(measure, page.NO_VALUE) for la in results.labels))
        )
    return page.columns_grid(
        f"Averages on {name}, and what the paper prints for it.",
        ("Here", "Published") * len(printed),
        results.labels,
        columns,
        [(COLUMN_NAMES[measure], 2) for measure in printed],
    )


def tested_against(reference: str) -> str:
    """The explanation of the marks of a table."""
    return (
        f"† and ‡: different from {reference} at the level 0.05 and 0.01 (two-sided approximate"
        " randomization over clusters, Holm's correction for the rows of a column)."
    )


def plot(results: Results, name: str) -> page.Drawing:
    """Content SU4 of every row as a dot with its interval."""
    found = {label: pooled_interval(results, label, CONTENT) for label in results.labels}
    return page.Drawing(
        name,
        "ROUGE-SU4 recall of content words with 95% intervals (bootstrap over clusters).",
        dot_plot({label: i for label, i in found.items() if i}, "Content SU4 recall"),
    )
