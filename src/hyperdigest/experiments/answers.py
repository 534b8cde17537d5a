"""The experiment `answers`: whether a short digest of a pile of documents quotes a known answer.

First come the measures of reading. Then answers quoted are reported for each pile and budget, and
as means over piles. A last table has the share of digests that say that the documents may not
answer, with and without an answer in the pile.
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
from hyperdigest.experiments.reading_measures import (
    DOUBTED,
    ReadPreset,
    of_chosen_sentences,
    reading_blocks,
)
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report import page, tables
from hyperdigest.experiments.report.page import cells, decimals
from hyperdigest.experiments.results import Results, TaskPlace, mean_over_sets, pooled_interval
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import ANSWERED
from hyperdigest.experiments.systems import AskedPreset, Row

DEFAULT = Row("preset default", ReadPreset("default"))
PLAIN = Row("plain BM25", PlainBM25())

ABOUT = (
    "The share of questions whose digest quotes the known answer word for word; a broad question,"
    " which has several parts, counts the share of its parts. The rivals of the presets are BM25"
    " over sentences that are split without this package (plain), BM25 over the sentences of this"
    " package, best first, and the strongest of the other rivals. A right answer in other words is"
    " a miss."
)

ABOUT_DOUBTS = (
    "The share of digests of the preset default that say that the documents may not answer, of"
    " questions without an answer and of questions with one. If every question has an answer in its"
    " pile, half of the documents are removed, and with them the answers about these."
)


def run_answers(runner: Runner, choices: Choices) -> page.Report:
    """The report."""
    answerable = tuple(s for task_set in runner.sets if (s := task_set.where(has_answer)).tasks)
    every = replace(runner, sets=answerable).score(rows(choices.model))
    results = replace(every, sets=tuple(s for s in answerable if not of_chosen_sentences(s)))
    mixed = tuple(filter(None, map(mixed_tasks, runner.sets)))
    doubted = replace(runner, sets=mixed).score([DEFAULT])
    shares = doubt_shares(doubted, DEFAULT.label)
    blocks: list[page.Block] = reading_blocks(every, DEFAULT.label, PLAIN.label)
    if results.sets:
        behind = losses(results, DEFAULT.label, PLAIN.label)
        blocks += [page.Heading("Answers quoted"), page.Paragraph(ABOUT), page.Bullets((behind,))]
        blocks += answer_blocks(results, DEFAULT.label)
    if shares:
        blocks += [page.Heading("Doubts"), page.Paragraph(ABOUT_DOUBTS), doubt_grid(shares)]
    answered: dict[str, dict[str, dict[str, float]]] = {}
    for label in every.labels:
        for (name, task), value in every.values(label, ANSWERED).items():
            answered.setdefault(name, {}).setdefault(task, {})[label] = value
    numbers = {"answered": answered, "doubts": {each["pile"]: each for each in shares}}
    failed = (f for found in (every, doubted) for f in tables.failures(found, choices.model))
    warnings = dict.fromkeys((*every.warnings, *doubted.warnings, *failed))
    return page.Report("Answers", blocks, numbers, warnings=tuple(warnings))


def rows(model: str = "") -> tuple[Row, ...]:
    """The systems, with embeddings if `model` is the folder of a sentence-transformers model."""
    return (
        DEFAULT,
        Row("preset paper", AskedPreset("paper")),
        PLAIN,
        Row("BM25, sentences of the package", BM25MMR(balance=1.0)),
        Row("BM25 + document + RM3 + MMR", BM25FeedbackMMR()),
        TUNED,
        *embedding_rows(AskedPreset, model),
    )


CAPTION_OF_QUESTIONS = (
    "Share of questions answered, with 95% intervals (bootstrap over documents: questions about one"
    " document are drawn together)."
)

CAPTION_OF_BROAD_QUESTIONS = (
    "Share of the parts of broad questions quoted; intervals and tests as above."
)
SHARE_DECIMALS = 3


def answer_blocks(results: Results, reference: str) -> list[page.Block]:
    """For each unit of budgets, the means over piles if there are several, and each pile."""
    blocks: list[page.Block] = []
    for unit in ("characters", "words"):
        sets = tuple(s for s in results.sets if s.tasks[0].unit == unit)
        if len(sets) > 1:
            names = ", ".join(s.name for s in sets)
            levels = zip(*(s.budgets for s in sets), strict=True)
            heads = [f"{' / '.join(map(str, sorted(set(level))))} {unit}" for level in levels]
            caption = f"Means of the piles {names}, each counting the same. {CAPTION_OF_QUESTIONS}"
            over_piles = ResultsOverPiles(**{**vars(results), "sets": sets})
            grid = answer_grid(over_piles, reference, caption, heads)
            blocks += [page.Heading(f"Mean over piles, digests in {unit}"), grid]
        for task_set in sets:
            heads = [f"{budget} {unit}" for budget in task_set.budgets]
            broad = task_set.where(lambda task: bool(task.answers and len(task.answers.parts) > 1))
            blocks.append(page.Heading(task_set.name))
            for part, caption in (
                (task_set, CAPTION_OF_QUESTIONS),
                (broad, CAPTION_OF_BROAD_QUESTIONS),
            ):
                if part.tasks:
                    questions = len(part.tasks) // len(part.budgets)
                    documents = counted(len(part.clusters), "document")
                    caption = f"{counted(questions, 'question')} about {documents}. {caption}"
                    found = replace(results, sets=(part,))
                    blocks.append(answer_grid(found, reference, caption, heads))
    return blocks


def answer_grid(results: Results, reference: str, caption: str, heads: Sequence[str]) -> page.Grid:
    """A row for each system, a column for each budget."""
    how = reference, ANSWERED, pooled_interval, SHARE_DECIMALS
    levels = [restricted_to_level(results, level) for level in range(len(heads))]
    columns = [tables.tested_column(level, *how) for level in levels]
    caption = f"{caption} {tables.tested_against(reference)}"
    return page.columns_grid(caption, heads, results.labels, columns)


def losses(results: Results, label: str, other: str) -> str:
    """The piles and budgets at which a row answers fewer questions than another."""
    found = []
    for task_set in results.sets:
        of_set = results.restricted(task_set.name)
        for level, budget in enumerate(task_set.budgets):
            of_budget = restricted_to_level(of_set, level)
            means = (mean_over_sets(of_budget, row, ANSWERED) for row in (label, other))
            mine, theirs = (mean or 0.0 for mean in means)
            if mine < theirs:
                found.append(f"{task_set.name} at {budget} ({mine:.3f}, {theirs:.3f})")
    return f"{label} is behind {other} in {', '.join(found) or 'none'}."


@dataclass(frozen=True)
class ResultsOverPiles(Results):
    """Results on several piles, each with the same weight.

    Questions about a document are one cluster in all its languages.
    """

    @property
    def clusters(self) -> dict[TaskPlace, str]:
        """The document of each task."""
        tasks = {(s.name, task.id): task for s in self.sets for task in s.tasks}
        return {place: tasks[place].cluster for place in sorted(tasks)}

    def values(self, label: str, measure: str) -> dict[TaskPlace, float]:
        """A measure, weighted so that its mean over tasks is the mean of the piles' means."""
        found = super().values(label, measure)
        sizes = Counter(name for name, _ in found)
        each = len(found) / max(1, len(sizes))
        return {place: value * each / sizes[place[0]] for place, value in found.items()}


def restricted_to_level(results: Results, level: int) -> Results:
    """The results at one budget of each pile."""
    return replace(results, sets=tuple(s.at_budget(s.budgets[level]) for s in results.sets))


def mixed_tasks(task_set: TaskSet) -> TaskSet | None:
    """Tasks with and without an answer in the pile, at its largest budget; None if one kind lacks.

    If every question has its answer in the pile, the second half of the documents is removed, so
    that questions about these have none.
    """
    largest = task_set.at_budget(task_set.budgets[-1])
    if all(has_answer(task) for task in largest.tasks):
        tasks = []
        for task in largest.tasks:
            documents = task.documents[: len(task.documents) // 2]
            there = any(document.name == task.cluster for document in documents)
            answers = task.answers if there else Answers(())
            dates = task.dates[: len(documents)]
            tasks.append(replace(task, documents=documents, dates=dates, answers=answers))
        halved = tuple(tasks) if all(task.documents for task in tasks) else ()
        largest = TaskSet(f"{largest.name} (half)", halved)
    kinds = {has_answer(task) for task in largest.tasks}
    return largest if len(kinds) == 2 else None


def has_answer(task: Task) -> bool:
    """Whether the pile contains an answer."""
    return task.answers is not None and bool(task.answers.parts)


def doubt_shares(results: Results, label: str) -> list[dict[str, Any]]:
    """For each ``pile`` the shares of a row's digests that say the documents may not answer.

    They are the share of questions ``without`` an answer and of those ``having`` one. A task on
    which the row failed does not count.
    """
    found = []
    for task_set in results.sets:
        of_kind: dict[bool, list[float]] = {True: [], False: []}
        for task in task_set.tasks:
            record = results.records.get((label, task_set.name, task.id))
            if record is not None and record.scores:
                of_kind[has_answer(task)].append(record.scores[DOUBTED])
        without, having = of_kind[False], of_kind[True]
        if without and having:
            shares = {"without": fmean(without), "having": fmean(having)}
            counts = {"questions_without": len(without), "questions_having": len(having)}
            found.append({"pile": task_set.name, **shares, **counts})
    return found


def doubt_grid(found: Sequence[dict[str, Any]]) -> page.Grid:
    """The shares of `doubt_shares` by pile, and their means."""
    names = "pile", "without", "questions_without", "having", "questions_having"
    rows = [tuple(doubt[name] for name in names) for doubt in found]
    if len(found) > 1:
        means = [fmean(doubt[name] for doubt in found) for name in ("without", "having")]
        rows = [("mean", means[0], page.NO_VALUE, means[1], page.NO_VALUE), *rows]
    return page.Grid(
        "Share of digests of the largest budget that say that the documents may not answer.",
        ("", "Doubted without an answer", "Questions", "Doubted with one", "Questions"),
        tuple(
            cells(
                pile,
                *(decimals(without, SHARE_DECIMALS), questions_without),
                *(decimals(having, SHARE_DECIMALS), questions_having),
            )
            for pile, without, questions_without, having, questions_having in rows
        ),
    )
