"""The experiment `answers`: whether a short digest of a pile of documents holds a known answer.

Results are shown for each pile and budget and as means over piles. A last table shows how many
digests say that the documents may not answer, of questions with an answer there and of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from hyperdigest.base.text import counted
from hyperdigest.experiments.baselines.retrieval import BM25MMR, BM25FeedbackMMR, PlainBM25
from hyperdigest.experiments.data.tasks import Answers, Task, TaskSet
from hyperdigest.experiments.paper.tables import TUNED, embedding_rows
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report import page, tables
from hyperdigest.experiments.report.page import cells, decimals
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


def run_answers(runner: Runner, choices: Choices) -> page.Report:
    """The report."""
    asked = tuple(s for task_set in runner.sets if (s := task_set.where(answerable)).tasks)
    results = replace(runner, sets=asked).score(rows(choices.model))
    unsure = tuple(filter(None, map(doubtful, runner.sets)))
    doubted = replace(runner, sets=unsure).score([DOUBTING])
    told = doubts(doubted, DOUBTING.label)
    blocks: list[page.Block] = [
        page.Text(ABOUT),
        page.Bullets((behind(results, DEFAULT.label, PLAIN.label),)),
        *answer_blocks(results, DEFAULT.label),
    ]
    if told:
        blocks += [page.Heading("Doubts"), page.Text(ABOUT_DOUBTS), doubt_grid(told)]
    answered: dict[str, dict[str, dict[str, float]]] = {}
    for label in results.labels:
        for (name, task), value in results.values(label, ANSWERED).items():
            answered.setdefault(name, {}).setdefault(task, {})[label] = value
    numbers = {"answered": answered, "doubts": {each["pile"]: each for each in told}}
    of_both = results, doubted
    failed = (failure for of in of_both for failure in tables.failures(of, choices.model))
    warnings = dict.fromkeys((*results.warnings, *doubted.warnings, *failed))
    return page.Report("Answers kept", blocks, numbers, warnings=tuple(warnings))


def rows(model: str = "") -> tuple[Row, ...]:
    """The systems asked, with embeddings where `model` is a folder of sentence-transformers."""
    return (
        DEFAULT,
        Row("preset paper", AskedPreset("paper")),
        PLAIN,
        Row("BM25, sentences of the package", BM25MMR(balance=1.0)),
        Row("BM25 + document + RM3 + MMR", BM25FeedbackMMR()),
        TUNED,
        *embedding_rows(AskedPreset, model),
    )


CAPTION = (
    "Share of questions answered, with 95% intervals (bootstrap over documents: questions about one"
    " document are drawn together)."
)

BROAD = "Share of the parts of broad questions quoted; intervals and tests as above."
DECIMALS = 3


def answer_blocks(results: Results, reference: str) -> list[page.Block]:
    """The means over the piles of a kind where there are several, and each pile."""
    blocks: list[page.Block] = []
    for unit in ("characters", "words"):
        sets = tuple(s for s in results.sets if s.tasks[0].unit == unit)
        of_unit = replace(results, sets=sets)
        if len(sets) > 1:
            names = ", ".join(s.name for s in sets)
            levels = zip(*map(budgets, sets), strict=True)
            heads = [f"{' / '.join(map(str, sorted(set(level))))} {unit}" for level in levels]
            caption = f"Means of the piles {names}, each counting the same. {CAPTION}"
            grid = answer_grid(OverPiles(**vars(of_unit)), reference, caption, heads)
            blocks += [page.Heading(f"Mean over piles, digests in {unit}"), grid]
        for task_set in sets:
            heads = [f"{budget} {unit}" for budget in budgets(task_set)]
            broad = task_set.where(lambda task: bool(task.answers and len(task.answers.parts) > 1))
            blocks.append(page.Heading(task_set.name))
            for asked, caption in ((task_set, CAPTION), (broad, BROAD)):
                if asked.tasks:
                    questions = len(asked.tasks) // len(budgets(asked))
                    documents = counted(len(asked.clusters), "document")
                    caption = f"{counted(questions, 'question')} about {documents}. {caption}"
                    of_asked = replace(results, sets=(asked,))
                    blocks.append(answer_grid(of_asked, reference, caption, heads))
    return blocks


def answer_grid(results: Results, reference: str, caption: str, heads: Sequence[str]) -> page.Grid:
    """A row for each system, a column for each budget."""
    how = reference, ANSWERED, tables.pooled_interval, DECIMALS
    levels = [restricted_to_level(results, level) for level in range(len(heads))]
    columns = [tables.tested_column(at, *how) for at in levels]
    caption = f"{caption} {tables.tested_against(reference)}"
    return page.columns_grid(caption, heads, results.labels, columns)


def behind(results: Results, label: str, other: str) -> str:
    """Where a row answers fewer questions than another, pile by pile and budget by budget."""
    found = []
    for task_set in results.sets:
        of_set = results.restricted(task_set.name)
        for level, budget in enumerate(budgets(task_set)):
            at = restricted_to_level(of_set, level)
            means = (tables.mean_over_sets(at, row, ANSWERED) for row in (label, other))
            mine, theirs = (mean or 0.0 for mean in means)
            if mine < theirs:
                found.append(f"{task_set.name} at {budget} ({mine:.3f}, {theirs:.3f})")
    return f"{label} is behind {other} in {', '.join(found) or 'none'}."


@dataclass(frozen=True)
class OverPiles(Results):
    """Results on several piles, each of which counts the same.

    Questions about one document are one cluster in all languages that the document is in.
    """

    @property
    def clusters(self) -> dict[Place, str]:
        """The document that each task is about."""
        tasks = {(s.name, task.id): task for s in self.sets for task in s.tasks}
        return {place: tasks[place].cluster for place in sorted(tasks)}

    def values(self, label: str, measure: str) -> dict[Place, float]:
        """A measure so weighted that its mean over tasks is the mean of the piles' means."""
        found = super().values(label, measure)
        sizes = Counter(name for name, _ in found)
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


def doubtful(task_set: TaskSet) -> TaskSet | None:
    """Tasks with answers and without, at the largest budget of a pile.

    Where every question has its answer in the pile, the second half of the documents is taken away:
    questions about it have none then. None where one of the two kinds is missing.
    """
    largest = at_level(task_set, -1)
    if all(answerable(task) for task in largest.tasks):
        tasks = []
        for task in largest.tasks:
            documents = task.documents[: len(task.documents) // 2]
            there = any(document.name == task.cluster for document in documents)
            answers = task.answers if there else Answers(())
            dates = task.dates[: len(documents)]
            tasks.append(replace(task, documents=documents, dates=dates, answers=answers))
        halved = tuple(tasks) if all(task.documents for task in tasks) else ()
        largest = TaskSet(f"{largest.name} (half)", halved)
    kinds = {answerable(task) for task in largest.tasks}
    return largest if len(kinds) == 2 else None


def answerable(task: Task) -> bool:
    """Whether an answer stands in the pile."""
    return task.answers is not None and bool(task.answers.parts)


def doubts(results: Results, label: str) -> list[dict[str, Any]]:
    """The shares of digests of a row that doubt, on each ``pile``, and how many digests there are.

    They are of questions ``without`` an answer there and of those ``having`` one; a task on which
    the row failed has no digest.
    """
    found = []
    for task_set in results.sets:
        of_kind: dict[bool, list[float]] = {True: [], False: []}
        for task in task_set.tasks:
            record = results.records.get((label, task_set.name, task.id))
            if record is not None and record.scores:
                of_kind[answerable(task)].append(record.scores[DOUBTED])
        without, having = of_kind[False], of_kind[True]
        if without and having:
            shares = {"without": fmean(without), "having": fmean(having)}
            counts = {"questions_without": len(without), "questions_having": len(having)}
            found.append({"pile": task_set.name, **shares, **counts})
    return found


def doubt_grid(found: Sequence[dict[str, Any]]) -> page.Grid:
    """The shares of digests that doubt, by pile, and their means."""
    names = "pile", "without", "questions_without", "having", "questions_having"
    rows = [tuple(doubt[name] for name in names) for doubt in found]
    if len(found) > 1:
        means = [fmean(doubt[name] for doubt in found) for name in ("without", "having")]
        rows = [("mean", means[0], page.NONE, means[1], page.NONE), *rows]
    return page.Grid(
        "Share of digests of the largest budget that say that the documents may not answer.",
        ("", "Doubted without an answer", "Questions", "Doubted with one", "Questions"),
        tuple(
            cells(pile, decimals(without, DECIMALS), few, decimals(having, DECIMALS), many)
            for pile, without, few, having, many in rows
        ),
    )
