"""The tables of answers kept and of doubts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from hyperdigest.evaluation.tasks import Task
from hyperdigest.experiments.answers.doubts import Doubts
from hyperdigest.experiments.answers.levels import OverPiles, budgets, kept, restricted_to_level
from hyperdigest.experiments.answers.scoring import ANSWERED
from hyperdigest.experiments.report.numbers import NONE, column, interval_text
from hyperdigest.experiments.report.page import Block, Cell, Grid, Heading
from hyperdigest.experiments.report.statistics import (
    mean_over_sets,
    pooled_interval,
    significance_marks,
)
from hyperdigest.experiments.report.tables import tested_against
from hyperdigest.experiments.results import Results
from hyperdigest.render.sources import counted

CAPTION = (
    "Share of questions answered, with 95% intervals (bootstrap over documents: questions about one"
    " document are drawn together)."
)
BROAD = "Share of the parts of broad questions quoted; intervals and tests as above."
DECIMALS = 3


def answer_blocks(results: Results, reference: str) -> list[Block]:
    """The means over the piles of a kind where there are several, and each pile."""
    blocks: list[Block] = []
    for unit in ("characters", "words"):
        sets = tuple(s for s in results.sets if s.tasks[0].unit == unit)
        of_unit = replace(results, sets=sets)
        if len(sets) > 1:
            names = ", ".join(s.name for s in sets)
            over = OverPiles.of(of_unit)
            caption = f"Means of the piles {names}, each counting the same. {CAPTION}"
            heads = _heads([" / ".join(map(str, sorted(set(b)))) for b in _by_level(of_unit)], unit)
            grid = answer_grid(over, reference, caption, heads)
            blocks += [Heading(f"Mean over piles, digests in {unit}"), grid]
        for task_set in sets:
            of_set = of_unit.restricted(task_set.name)
            heads = _heads(budgets(task_set), unit)
            caption = f"{_extent(of_set)}. {CAPTION}"
            blocks.append(Heading(task_set.name))
            blocks.append(answer_grid(of_set, reference, caption, heads))
            broad = kept(task_set, [t for t in task_set.tasks if _broad(t)])
            if broad.tasks:
                of_broad = replace(of_set, sets=(broad,))
                caption = f"{_extent(of_broad)}. {BROAD}"
                blocks.append(answer_grid(of_broad, reference, caption, heads))
    return blocks


def answer_grid(results: Results, reference: str, caption: str, heads: Sequence[str]) -> Grid:
    """A row for each system, a column for each budget."""
    columns = []
    for level in range(len(heads)):
        at = restricted_to_level(results, level)
        marks = significance_marks(at, reference, ANSWERED)
        intervals = [pooled_interval(at, label, ANSWERED) for label in results.labels]
        texts = [
            interval_text(interval, DECIMALS) + marks.get(label, "")
            for label, interval in zip(results.labels, intervals, strict=True)
        ]
        averages = [interval.average if interval else None for interval in intervals]
        columns.append(column(texts, averages))
    rows = zip(results.labels, *columns, strict=True)
    return Grid(
        f"{caption} {tested_against(reference)}",
        ("", *heads),
        tuple((Cell(label), *cells) for label, *cells in rows),
    )


def behind(results: Results, label: str, other: str) -> str:
    """Where a row answers fewer questions than another, pile by pile and budget by budget."""
    found = []
    for task_set in results.sets:
        of_set = results.restricted(task_set.name)
        for level, budget in enumerate(budgets(task_set)):
            at = restricted_to_level(of_set, level)
            mine, theirs = (mean_over_sets(at, row, ANSWERED) or 0.0 for row in (label, other))
            if mine < theirs:
                found.append(f"{task_set.name} at {budget} ({mine:.3f}, {theirs:.3f})")
    return f"{label} is behind {other} in {', '.join(found) or 'none'}."


def doubt_grid(found: Sequence[Doubts]) -> Grid:
    """The shares of digests that doubt, by pile, and their means."""
    rows = [
        (each.pile, each.without, str(each.questions_without), each.having,
         str(each.questions_having))
        for each in found
    ]  # fmt: skip
    if len(found) > 1:
        means = fmean(each.without for each in found), fmean(each.having for each in found)
        rows.insert(0, ("mean", means[0], NONE, means[1], NONE))
    return Grid(
        "Share of digests of the largest budget that say that the documents may not answer.",
        ("", "Doubted without an answer", "Questions", "Doubted with one", "Questions"),
        tuple(
            (
                Cell(pile),
                Cell(f"{without:.{DECIMALS}f}"),
                Cell(few),
                Cell(f"{having:.{DECIMALS}f}"),
                Cell(many),
            )
            for pile, without, few, having, many in rows
        ),
    )


def _by_level(results: Results) -> list[tuple[int, ...]]:
    """The budgets of all piles, level by level."""
    return list(zip(*(budgets(s) for s in results.sets), strict=True))


def _heads(names: Sequence[object], unit: str) -> list[str]:
    return [f"{name} {unit}" for name in names]


def _extent(results: Results) -> str:
    [task_set] = results.sets
    questions = len(task_set.tasks) // len(budgets(task_set))
    clusters = len({task.cluster for task in task_set.tasks})
    return f"{counted(questions, 'question')} about {counted(clusters, 'document')}"


def _broad(task: Task) -> bool:
    return task.answers is not None and len(task.answers.parts) > 1
