"""A comparison as a report: tables, plots, tests of significance, and the findings in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any

from hyperdigest.evaluation.rouge import Interval, bootstrap, count_stop_words
from hyperdigest.evaluation.significance import cluster_interval, compare, holm
from hyperdigest.experiments.comparison import Comparison, Figures, why
from hyperdigest.experiments.report import page
from hyperdigest.experiments.report.page import cells, decimals
from hyperdigest.experiments.report.plots import dot_plot
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scores import (
    CONTENT,
    DIVERSITY,
    NEWS,
    R1,
    R2,
    STOPPED,
    SU4,
    TOKENS,
    Results,
)

MODEL = "MODEL"


def run_comparison(
    comparison: Comparison,
    runner: Runner,
    model: str = "",
    more: Callable[[Results], Sequence[page.Block]] = lambda _: (),
) -> page.Report:
    """Score every row and lay the scores out beside each other.

    `model` is a place on this machine that is called MODEL in the report. `more` says what else the
    report tells of the results, at its end.
    """
    results = runner.score(comparison.rows)
    told = page.Text(comparison.about), findings(comparison, results)
    blocks = (*told, *comparison_blocks(comparison, results), *more(results))
    warnings = (*results.warnings, *failures(results, model))
    return page.Report(comparison.title, blocks, numbers(results, model), warnings=warnings)


def failures(results: Results, model: str = "") -> Iterable[str]:
    """What went wrong, without the place of a model."""
    return (failure.replace(model or MODEL, MODEL) for failure in results.failures)


def numbers(results: Results, model: str = "") -> dict[str, Any]:
    """The scores of every row on every task, and what they were made with."""
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


NAMES = {
    CONTENT: "Content SU4",
    SU4: "ROUGE-SU4",
    R1: "ROUGE-1",
    R2: "ROUGE-2",
    DIVERSITY: "Lexical Diversity",
    NEWS: "News",
}


def comparison_blocks(comparison: Comparison, results: Results) -> list[page.Block]:
    """All tables of a comparison: headline sets together, their mean, and each set.

    Sets of general questions stand apart: they count neither in the one nor in the other.
    """
    headline = results.headline
    together: list[page.Block] = []
    if len(headline.sets) > 1:
        together = [
            page.Heading("All tasks"),
            tested_grid(comparison, headline, pooled_interval, POOLED),
            plot(headline, "all-tasks"),
            page.Heading("Sets side by side"),
            side_by_side_grid(comparison, headline),
            page.Heading("Mean over sets"),
            page.columns_grid(
                f"Averages on each set, averaged: {', '.join(s.name for s in headline.sets)}.",
                [NAMES[measure] for measure in comparison.measures],
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


POOLED = (
    ", every task counting the same, with 95% intervals (bootstrap over clusters: tasks with the"
    " same documents are drawn together)."
)

IntervalOf = Callable[[Results, str, str], Interval | None]
"""The interval of a row, by its label, in a measure."""


def tested_column(
    results: Results,
    reference: str,
    measure: str,
    interval: IntervalOf,
    places: int = page.DECIMALS,
    beyond: Sequence[str] = (),
) -> list[page.Cell]:
    """The averages of all rows in a measure with their intervals and the marks of the tests.

    `reference` is the label of the row that the others are tested against. `beyond` has the labels
    of rows that bold leaves out.
    """
    p = p_values(results, reference, measure)
    marks = {label: "‡" if p[label] < 0.01 else "†" if p[label] < LEVEL else "" for label in p}
    found = [interval(results, label, measure) for label in results.labels]
    return page.column(
        [
            page.interval_text(each, places) + marks.get(label, "")
            for label, each in zip(results.labels, found, strict=True)
        ],
        [each.average if each else None for each in found],
        [label in beyond for label in results.labels],
    )


def tested_grid(
    comparison: Comparison, results: Results, interval: IntervalOf, caption: str
) -> page.Grid:
    """A table with a column for each measure, its caption with how many tasks there are."""
    columns = [
        tested_column(results, comparison.reference, m, interval, beyond=comparison.beyond)
        for m in comparison.measures
    ]
    clusters = results.clusters
    extent = f"{len(clusters):,} tasks in {len(set(clusters.values())):,} clusters"
    return page.columns_grid(
        f"{extent}: recall of each ROUGE{caption} {tested_against(comparison.reference)}",
        [NAMES[measure] for measure in comparison.measures],
        results.labels,
        columns,
    )


def means_column(comparison: Comparison, results: Results, measure: str) -> list[page.Cell]:
    """The average of the averages on each set, for every row."""
    values = [mean_over_sets(results, label, measure) for label in results.labels]
    beyond = [label in comparison.beyond for label in results.labels]
    return page.column(list(map(decimals, values)), values, beyond)


def side_by_side_grid(comparison: Comparison, results: Results) -> page.Grid:
    """SU4 of content words and of all words on each set, and before them their means."""
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
    """The table of one set, with the share of stop words in the summaries of each row."""
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
    """The averages on one set, each beside what the paper prints for it."""
    [name] = (task_set.name for task_set in results.sets)
    rows = comparison.published[name]
    printed = [m for m in comparison.measures if any(m in row for row in rows.values())]
    columns = []
    for measure in printed:
        found = [set_interval(results, label, measure) for label in results.labels]
        columns.append(cells(*(decimals(each.average if each else None) for each in found)))
        columns.append(cells(*(rows.get(la, {}).get(measure, page.NONE) for la in results.labels)))
    return page.columns_grid(
        f"Averages on {name}, and what the paper prints for it.",
        ("Here", "Published") * len(printed),
        results.labels,
        columns,
        [(NAMES[measure], 2) for measure in printed],
    )


def tested_against(reference: str) -> str:
    """What the marks of a table mean."""
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


LEVEL = 0.05
MEASURE_NAMES = {CONTENT: "content SU4", SU4: "ROUGE-SU4", DIVERSITY: "Lexical Diversity"}


def findings(comparison: Comparison, results: Results) -> page.Bullets:
    """The paper's finding where it has one, ours on the tasks together, and why they differ."""
    told = [f"The paper: {comparison.paper}"] if comparison.paper else []
    headline = results.headline
    unlike = False
    for label in (comparison.reference, *comparison.watched):
        for measure in MEASURE_NAMES:
            printed = published_order(comparison.published, label, measure)
            if printed or measure != DIVERSITY:
                said, as_printed = standing(headline, label, measure, printed)
                told.append(f"Here: {said}")
                unlike |= measure == SU4 and not as_printed
    if unlike and comparison.why:
        told.append(why(comparison.why, headline.sets))
    return page.Bullets(tuple(told))


def standing(
    results: Results, reference: str, measure: str, printed: dict[str, int]
) -> tuple[str, bool]:
    """How a row compares with all others by one measure, every task counting the same.

    `printed` is 1 for each row that it is above in the paper, -1 for each that it is below. Given
    are the sentences, and whether all rows that the paper prints stand as they do there.
    """
    scored = {label: results.values(label, measure) for label in results.labels}
    means = {label: fmean(values.values()) for label, values in scored.items() if values}
    if reference not in means:
        return f"{quoted(reference)} has no score.", True
    p = p_values(results, reference, measure)
    own = means.pop(reference)
    order = {
        label: (own > mean) - (own < mean) if p.get(label, 1.0) < LEVEL else 0
        for label, mean in means.items()
    }
    tasks = f"{len(results.clusters):,} tasks"
    parts = [f"{quoted(reference)} has a {MEASURE_NAMES[measure]} of {own:.3f} over {tasks}."]
    for relation, sign in (
        ("It is significantly above", 1),
        ("It is significantly below", -1),
        (f"At the level {LEVEL:g} it is not told apart from", 0),
    ):
        labels = [f"{quoted(la)} ({means[la]:.3f})" for la in order if order[la] == sign]
        if labels:
            parts.append(f"{relation} {listed(labels)}.")
    unlike = [label for label in printed if order.get(label, printed[label]) != printed[label]]
    there = [
        f"{relation} {listed(labels)}"
        for relation, sign in (("above", 1), ("below", -1))
        if (labels := [quoted(label) for label in unlike if printed[label] == sign])
    ]
    if printed:
        parts.append(
            f"In the paper it is {', and '.join(there)}." if there else "So it is in the paper."
        )
    return " ".join(parts), not unlike


def published_order(figures: Figures, reference: str, measure: str) -> dict[str, int]:
    """1 for each row that the reference is above in the paper, on average, -1 where it is below."""
    found: dict[str, list[float]] = {}
    for rows in figures.values():
        for label, row in rows.items():
            if measure in row:
                found.setdefault(label, []).append(float(row[measure].split()[0]))
    means = {label: fmean(values) for label, values in found.items()}
    own = means.pop(reference, None)
    return {} if own is None else {label: 1 if own > mean else -1 for label, mean in means.items()}


def quoted(label: str) -> str:
    """The label, in quotation marks where it has marks of its own."""
    return f"“{label}”" if re.search(r"[.,:;()]", label) else label


def listed(names: Iterable[str]) -> str:
    """The names with commas between them, and "and" before the last."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def set_interval(results: Results, label: str, measure: str) -> Interval | None:
    """The average with the interval of ROUGE-1.5.5; None where there is no score."""
    values = list(results.values(label, measure).values())
    return bootstrap(values) if values else None


def pooled_interval(results: Results, label: str, measure: str) -> Interval | None:
    """The average over all tasks, and its interval when clusters are drawn anew."""
    values = results.values(label, measure)
    if not values:
        return None
    clusters = results.clusters
    return cluster_interval(list(values.values()), [clusters[place] for place in values])


def mean_over_sets(results: Results, label: str, measure: str) -> float | None:
    """The average of the averages on each set; None where one of them has no score."""
    found = [results.restricted(s.name).values(label, measure).values() for s in results.sets]
    return fmean(map(fmean, found)) if all(found) else None


def p_values(results: Results, reference: str, measure: str) -> dict[str, float]:
    """How likely a difference as large from the reference is by chance, corrected, by label.

    Each row is compared on the tasks that it shares with the reference.
    """
    base, clusters = results.values(reference, measure), results.clusters
    found = {}
    for label in results.labels:
        values = results.values(label, measure)
        shared = [place for place in values if place in base]
        if label == reference or not shared:
            continue
        pair = [values[place] for place in shared], [base[place] for place in shared]
        found[label] = compare(*pair, [clusters[place] for place in shared]).p
    return dict(zip(found, holm(list(found.values())), strict=True))
