"""The experiment `answers`: whether a short digest of a pile of documents holds a known answer.

Results are shown for each pile and budget and as means over piles. A last table shows how many
digests say that the documents may not answer, of questions with an answer there and of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from hyperdigest.base.text import counted
from hyperdigest.experiments.baselines.mmr import BM25MMR, BM25FeedbackMMR, EmbeddingsMMR
from hyperdigest.experiments.baselines.plain_bm25 import PlainBM25
from hyperdigest.experiments.data.tasks import Answers, Task, TaskSet
from hyperdigest.experiments.paper.tables import TUNED
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import (
    NONE,
    Block,
    Bullets,
    Cell,
    Grid,
    Heading,
    Page,
    Report,
    Text,
    cells,
    column,
    decimals,
    interval_text,
)
from hyperdigest.experiments.report.tables import (
    MODEL,
    mean_over_sets,
    pooled_interval,
    significance_marks,
    tested_against,
)
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scores import ANSWERED, Place, Results
from hyperdigest.experiments.systems import DOUBTED, AskedPreset, DoubtingPreset, Row

DEFAULT = Row("preset default", AskedPreset("default"))

DOUBTING = Row("preset default", DoubtingPreset("default"))

PLAIN = Row("plain BM25", PlainBM25())

ABOUT = (
    "The share of questions whose digest quotes the known answer word for word; a broad question,"
    " which has several parts, counts the share of its parts. Both presets stand beside BM25 over"
    " sentences that are cut without this package (plain), BM25 over the sentences of this package,"
    " best first, and the strongest of the other rivals. A right answer in other words is a miss."
)

ABOUT_DOUBTS = (
    "The share of digests of the preset default that say that the documents may not answer, of"
    " questions without an answer and of questions with one. Where every question has an answer in"
    " its pile, half of the documents are taken away, and with them the answers about these."
)


def run_answers(runner: Runner, choices: Choices) -> Report:
    """The report."""
    asked = tuple(s for task_set in runner.sets if (s := task_set.where(answerable)).tasks)
    results = replace(runner, sets=asked).score(rows(choices.model))
    unsure = tuple(filter(None, map(doubtful, runner.sets)))
    doubted = replace(runner, sets=unsure).score([DOUBTING])
    told = doubts(doubted, DOUBTING.label)
    blocks: list[Block] = [
        Text(ABOUT),
        Bullets((behind(results, DEFAULT.label, PLAIN.label),)),
        *answer_blocks(results, DEFAULT.label),
    ]
    if told:
        blocks += [Heading("Doubts"), Text(ABOUT_DOUBTS), doubt_grid(told)]
    failures = (*results.failures, *doubted.failures)
    shown = (failure.replace(choices.model or MODEL, MODEL) for failure in failures)
    warnings = (*results.warnings, *doubted.warnings, *shown)
    page = Page("Answers kept", tuple(blocks))
    return Report(page, _numbers(results, told), warnings=tuple(dict.fromkeys(warnings)))


def rows(model: str = "") -> tuple[Row, ...]:
    """The systems asked.

    Parameters
    ----------
    model : folder of a sentence-transformers model; without one embeddings take no part.
    """
    with_embeddings = AskedPreset.changed("default", embedding_model=model)
    embeddings = (
        Row("preset default + embeddings", with_embeddings),
        Row("embeddings + MMR", EmbeddingsMMR(model)),
    )
    return (
        DEFAULT,
        Row("preset paper", AskedPreset("paper")),
        PLAIN,
        Row("BM25, sentences of the package", BM25MMR(balance=1.0)),
        Row("BM25 + document + RM3 + MMR", BM25FeedbackMMR()),
        TUNED,
        *(embeddings if model else ()),
    )


def _numbers(results: Results, told: list[Doubts]) -> dict[str, Any]:
    """The share that each row answers of each question, and the doubts."""
    answered: dict[str, dict[str, dict[str, float]]] = {}
    for label in results.labels:
        for (name, task), value in results.values(label, ANSWERED).items():
            answered.setdefault(name, {}).setdefault(task, {})[label] = value
    return {"answered": answered, "doubts": {each.pile: vars(each) for each in told}}


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
            broad = task_set.where(_broad)
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
        tuple((Cell(label), *others) for label, *others in rows),
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


@dataclass(frozen=True)
class OverPiles(Results):
    """Results on several piles, each of which counts the same.

    Questions about one document are one cluster in all languages that the document is in.
    """

    @classmethod
    def of(cls, results: Results) -> OverPiles:
        """The same records."""
        return cls(results.sets, results.labels, results.records, results.warnings)

    @property
    def clusters(self) -> dict[Place, str]:
        """The document that each task is about."""
        tasks = {(s.name, task.id): task for s in self.sets for task in s.tasks}
        return {place: tasks[place].cluster for place in sorted(tasks)}

    def values(self, label: str, measure: str) -> dict[Place, float]:
        """A measure so weighted that its mean over tasks is the mean of the piles' means."""
        found = super().values(label, measure)
        sizes: dict[str, int] = {}
        for name, _ in found:
            sizes[name] = sizes.get(name, 0) + 1
        each = len(found) / max(1, len(sizes))
        return {place: value * each / sizes[place[0]] for place, value in found.items()}


def budgets(task_set: TaskSet) -> list[int]:
    """The budgets of a pile, the smallest first."""
    return sorted({task.words for task in task_set.tasks})


def at_level(task_set: TaskSet, level: int) -> TaskSet:
    """The tasks of a pile at one of its budgets, counted from the smallest; -1 is the largest."""
    budget = budgets(task_set)[level]
    return task_set.where(lambda task: task.words == budget)


def restricted_to_level(results: Results, level: int) -> Results:
    """The results at one budget of each pile."""
    return replace(results, sets=tuple(at_level(s, level) for s in results.sets))


HALF = " (half)"
"""What the name of a pile ends in of which half of the documents were taken away."""


@dataclass(frozen=True)
class Doubts:
    """How many digests of a pile doubt that it answers.

    Parameters
    ----------
    without, having : the share of those that doubt, of questions without an answer there and of
        the others.
    questions_without, questions_having : how many of them there are.
    """

    pile: str
    without: float
    having: float
    questions_without: int
    questions_having: int


def doubtful(task_set: TaskSet) -> TaskSet | None:
    """Tasks with answers and without, at the largest budget of a pile.

    Where every question has its answer in the pile, the second half of the documents is taken away:
    questions about it have none then. None where one of the two kinds is missing.
    """
    largest = at_level(task_set, -1)
    if all(answerable(task) for task in largest.tasks):
        largest = replace(largest, name=largest.name + HALF, tasks=_halved(largest.tasks))
    kinds = {answerable(task) for task in largest.tasks}
    return largest if len(kinds) == 2 else None


def _halved(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    halves = {id(task.documents): task.documents for task in tasks}
    kept_of = {key: documents[: len(documents) // 2] for key, documents in halves.items()}
    found = []
    for task in tasks:
        documents = kept_of[id(task.documents)]
        there = any(document.name == task.cluster for document in documents)
        answers = task.answers if there else Answers(())
        dates = task.dates[: len(documents)]
        found.append(replace(task, documents=documents, dates=dates, answers=answers))
    return tuple(found) if all(kept_of.values()) else ()


def answerable(task: Task) -> bool:
    """Whether an answer stands in the pile."""
    return task.answers is not None and bool(task.answers.parts)


def doubts(results: Results, label: str) -> list[Doubts]:
    """How many digests of a row doubt, on each pile; a task on which it failed has no digest."""
    found = []
    for task_set in results.sets:
        of_kind: dict[bool, list[float]] = {True: [], False: []}
        for task in task_set.tasks:
            record = results.records.get((label, task_set.name, task.id))
            if record is not None and record.scores:
                of_kind[answerable(task)].append(record.scores[DOUBTED])
        without, having = of_kind[False], of_kind[True]
        if without and having:
            shares = fmean(without), fmean(having)
            found.append(Doubts(task_set.name, *shares, len(without), len(having)))
    return found


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
            cells(pile, decimals(without, DECIMALS), few, decimals(having, DECIMALS), many)
            for pile, without, few, having, many in rows
        ),
    )
