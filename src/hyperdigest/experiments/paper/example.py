"""A summary of the user's own documents with the topics of each sentence, as the paper shows it."""

from __future__ import annotations

from typing import Any

from hyperdigest.base.text import displayed
from hyperdigest.experiments.baselines.hyperedges import HDP
from hyperdigest.experiments.baselines.selectors import MRC
from hyperdigest.experiments.registry import Choices, eligibility_options
from hyperdigest.experiments.report import page
from hyperdigest.experiments.report.page import cells
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.systems import Case, DocumentIndex, Pipeline, Preset, System
from hyperdigest.model import Model
from hyperdigest.options import Options

SHOWN_SENTENCES = 8
LEAST_SENTENCES_OF_TOPIC = 4

FINDING_OF_PAPER = (
    "The paper: its eight sentences have 8 to 68 words, 37 on average, and labels given by hand;"
    " together they are 296 words, the first seven 279, more than the L = 250 of its other"
    " experiments: L must have been larger, as even Algorithm 2 as printed, which may end above"
    " L, would have stopped before the eighth."
)
REASON = (
    "Why: gain over length favours short sentences; by gain alone (r = 0) sentences are as long as"
    " the budget lets them be. The articles of the paper are not available."
)


def run_example(runner: Runner, choices: Choices) -> page.Report:
    """Table (tabNewSummary). The sentences picked first, each with its source and its topics.

    There is a table for the paper's method, one for it by gain alone, and one for the default.
    """
    [task] = runner.sets[0].tasks
    corpus = DocumentIndex(task.documents, task.dates)
    eligible = corpus.eligible(eligibility_options(runner.eligible))
    case = Case(corpus, task.question, task.words, eligible)
    hyperedges = HDP(seed=runner.seed)
    product = Preset("default").reseeded(runner.seed)
    systems: dict[str, tuple[System, Options]] = {
        "MRC": (Pipeline(hyperedges, MRC()), hyperedges.options),
        "MRC by gain alone": (Pipeline(hyperedges, MRC(cost_exponent=0.0)), hyperedges.options),
        "preset default": (product, product.options),
    }
    words = sum(len(document.text.split()) for document in task.documents)
    blocks: list[page.Block] = [
        page.Paragraph(f"The question: {task.question}"),
        page.Paragraph(
            f"The first {SHOWN_SENTENCES} sentences picked from {len(task.documents)} documents of"
            f" {words:,} words in all, in the order picked, for a summary of at most"
            f" {task.words} words."
        ),
    ]
    numbers: dict[str, Any] = {"question": task.question}
    tables: list[page.Block] = []
    lengths = []
    for label, (system, options) in systems.items():
        shown = system(case)[:SHOWN_SENTENCES]
        numbers[label] = sentence_rows(corpus, corpus.model(options), shown)
        tables += [page.Heading(label), sentence_grid(numbers[label])]
        sizes = corpus.words[shown]
        spread = f"{sizes.min()} to {sizes.max()} words, {sizes.mean():.0f} on average"
        lengths.append(f"{spread} ({label})")
    blocks.append(
        page.Bullets((FINDING_OF_PAPER, f"Here: they have {'; '.join(lengths)}.", REASON))
    )
    return page.Report("Example of a summary", [*blocks, *tables], numbers)


def sentence_rows(
    corpus: DocumentIndex, model: Model, sentences: list[int]
) -> list[dict[str, Any]]:
    """The text, document and topics of each sentence."""
    documents = [corpus.collection.documents[int(corpus.document[i])] for i in sentences]
    return [
        {
            "text": displayed(corpus.text(sentence), document.format),
            "document": document.name,
            "topics": topic_labels(sentence, model),
        }
        for sentence, document in zip(sentences, documents, strict=True)
    ]


def sentence_grid(rows: list[dict[str, Any]]) -> page.Grid:
    """A row for each sentence of `sentence_rows`."""
    return page.Grid(
        "Topics are named by words that are frequent in them and rare elsewhere. Those of less"
        " than a tenth of a sentence are left out, and, if it has others, those that occur in"
        f" fewer than {LEAST_SENTENCES_OF_TOPIC} sentences or in every document.",
        ("", "Sentence", "Document", "Topics"),
        tuple(
            cells(f"{number}.", row["text"], row["document"], " · ".join(row["topics"]))
            for number, row in enumerate(rows, 1)
        ),
        prose=True,
    )


def topic_labels(sentence: int, model: Model) -> list[str]:
    """The labels of at most four topics of a sentence, the largest share first.

    Topics with less than a tenth of the sentence are left out. If others remain, so are topics of
    few sentences, which occur by chance, and of every document, which distinguish nothing.
    """
    known = {topic.id: topic for topic in model.topic_table()}
    documents = len(model.collection.documents)
    shares = [share for share in model.topic_view.shares(sentence) if share.share >= 0.1]
    specific = [
        share
        for share in shares
        if known[share.id].sentences >= LEAST_SENTENCES_OF_TOPIC
        and known[share.id].documents < documents
    ]
    return [share.label for share in (specific or shares)[:4]]
