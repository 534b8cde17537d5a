"""A summary of the user's own documents with the topics of each sentence, as the paper shows it."""

from __future__ import annotations

from typing import Any

from hyperdigest.evaluation.tasks import Task
from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.case import Case, System
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.corpus import Corpus
from hyperdigest.experiments.eligibility import eligibility_options
from hyperdigest.experiments.hyperedges.hdp import HDP
from hyperdigest.experiments.pipeline import Pipeline
from hyperdigest.experiments.preset import Preset
from hyperdigest.experiments.report.page import Block, Cell, Grid, Heading, Page, Text
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.selectors.mrc import MRC
from hyperdigest.options import Options
from hyperdigest.views.topic_view import TopicView

SHOWN = 8
MOST_TOPICS = 4
LEAST_SHARE = 0.1
"""Of a sentence's words, for a topic to be shown."""


def run(bench: Bench, choices: Choices) -> Report:
    """The report: tables of the first sentences that the paper's method and the default pick."""
    [task] = bench.sets[0].tasks
    case = _case(task, bench)
    hyperedges = HDP(seed=bench.seed)
    product = Preset("default").reseeded(bench.seed)
    pickings: dict[str, tuple[System, Options]] = {
        "MRC, the paper's method": (Pipeline(hyperedges, MRC()), hyperedges.options),
        "preset default": (product, product.options),
    }
    blocks: list[Block] = [
        Text(f"The question: {task.question}"),
        Text(
            f"The first {SHOWN} sentences picked from {len(task.documents)} documents of"
            f" {_words(task)} words in all, in the order picked, where the summary has at most"
            f" {task.words} words."
        ),
    ]
    numbers: dict[str, Any] = {"question": task.question}
    for label, (system, options) in pickings.items():
        topics = case.corpus.model(options).topic_view
        rows = [_row(sentence, case.corpus, topics) for sentence in system(case)[:SHOWN]]
        numbers[label] = rows
        blocks += [Heading(label), _grid(rows)]
    return Report(Page("Example of a summary", tuple(blocks)), numbers)


def _case(task: Task, bench: Bench) -> Case:
    corpus = Corpus(task.documents, task.dates)
    eligible = corpus.eligible(eligibility_options(bench.eligible))
    return Case(corpus, task.question, task.words, eligible)


def _row(sentence: int, corpus: Corpus, topics: TopicView) -> dict[str, Any]:
    document = corpus.collection.documents[int(corpus.document[sentence])]
    shares = [share for share in topics.shares(sentence) if share.share >= LEAST_SHARE]
    return {
        "text": " ".join(corpus.text(sentence).split()),
        "document": document.name,
        "topics": [share.label for share in shares[:MOST_TOPICS]],
    }


def _grid(rows: list[dict[str, Any]]) -> Grid:
    """Table (tabNewSummary). The sentences picked first, each with its source and its topics."""
    return Grid(
        "Topics are named by their three strongest words; those of less than a tenth of a"
        " sentence are left out.",
        ("", "Sentence", "Document", "Topics"),
        tuple(
            (
                Cell(f"{number}."),
                Cell(row["text"]),
                Cell(row["document"]),
                Cell(" · ".join(row["topics"])),
            )
            for number, row in enumerate(rows, 1)
        ),
        prose=True,
    )


def _words(task: Task) -> str:
    return f"{sum(len(document.text.split()) for document in task.documents):,}"
