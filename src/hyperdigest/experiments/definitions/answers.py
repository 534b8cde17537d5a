"""Whether a short digest of a pile of documents holds the known answer to a question."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hyperdigest.experiments.answers.doubts import Doubts, answerable, doubtful, doubts
from hyperdigest.experiments.answers.plain import PlainBM25
from hyperdigest.experiments.answers.product import AskedPreset, DoubtingPreset
from hyperdigest.experiments.answers.scoring import ANSWERED
from hyperdigest.experiments.answers.tables import (
    answer_blocks,
    behind,
    doubt_grid,
)
from hyperdigest.experiments.bench import Bench
from hyperdigest.experiments.choices import Choices
from hyperdigest.experiments.comparing import MODEL
from hyperdigest.experiments.definitions.rivals import TUNED
from hyperdigest.experiments.entries import Entry
from hyperdigest.experiments.report.page import Block, Bullets, Heading, Page, Text
from hyperdigest.experiments.report.report import Report
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.today.bm25 import BM25MMR
from hyperdigest.experiments.today.embeddings import EmbeddingsMMR
from hyperdigest.experiments.today.feedback import BM25FeedbackMMR

DEFAULT = Entry("preset default", AskedPreset("default"))
DOUBTING = Entry("preset default", DoubtingPreset("default"))
PLAIN = Entry("plain BM25", PlainBM25())

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


def rows(model: str = "") -> tuple[Entry, ...]:
    """The systems asked.

    Parameters
    ----------
    model : folder of a sentence-transformers model; without one embeddings take no part.
    """
    with_embeddings = AskedPreset.changed("default", embedding_model=model)
    embeddings = (
        Entry("preset default + embeddings", with_embeddings),
        Entry("embeddings + MMR", EmbeddingsMMR(model)),
    )
    return (
        DEFAULT,
        Entry("preset paper", AskedPreset("paper")),
        PLAIN,
        Entry("BM25, sentences of the package", BM25MMR(balance=1.0)),
        Entry("BM25 + document + RM3 + MMR", BM25FeedbackMMR()),
        TUNED,
        *(embeddings if model else ()),
    )


def run(bench: Bench, choices: Choices) -> Report:
    """The report."""
    asked = tuple(s for s in map(answerable, bench.sets) if s.tasks)
    results = replace(bench, sets=asked).score(rows(choices.model))
    unsure = tuple(filter(None, map(doubtful, bench.sets)))
    doubted = replace(bench, sets=unsure).score([DOUBTING])
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


def _numbers(results: Results, told: list[Doubts]) -> dict[str, Any]:
    """The share that each row answers of each question, and the doubts."""
    answered: dict[str, dict[str, dict[str, float]]] = {}
    for label in results.labels:
        for (name, task), value in results.values(label, ANSWERED).items():
            answered.setdefault(name, {}).setdefault(task, {})[label] = value
    return {"answered": answered, "doubts": {each.pile: vars(each) for each in told}}
