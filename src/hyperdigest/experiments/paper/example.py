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
from hyperdigest.experiments.systems import Case, Corpus, Pipeline, Preset, System
from hyperdigest.model import Model
from hyperdigest.options import Options

SHOWN = 8
MOST_TOPICS = 4
LEAST_SHARE = 0.1
"""Of a sentence's words, for a topic to be shown."""

FEWEST_SENTENCES = 4
"""That a topic must stand in to be shown, where a sentence has others."""

CAPTION = (
    "Topics are named by words that are frequent in them and rare elsewhere. Those of less than"
    " a tenth of a sentence are left out, and, where it has others, those that stand in fewer"
    f" than {FEWEST_SENTENCES} sentences or in every document."
)

PUBLISHED = (
    "The paper: its eight sentences have 8 to 68 words, 37 on average, and labels given by hand;"
    " together they are 296 words, the first seven 279, more than the L = 250 of its other"
    " experiments: a larger L must have held, as even Algorithm 2 as printed, which may end above"
    " L, would have stopped before the eighth."
)
WHY = (
    "Why: gain over length favours short sentences; by gain alone (r = 0) sentences are as long as"
    " the budget lets them be. The articles of the paper are not at hand."
)


def run_example(runner: Runner, choices: Choices) -> page.Report:
    """Table (tabNewSummary). The sentences picked first, each with its source and its topics.

    The report has a table of those of the paper's method, of it by gain alone, and of the default.
    """
    [task] = runner.sets[0].tasks
    corpus = Corpus(task.documents, task.dates)
    eligible = corpus.eligible(eligibility_options(runner.eligible))
    case = Case(corpus, task.question, task.words, eligible)
    hyperedges = HDP(seed=runner.seed)
    product = Preset("default").reseeded(runner.seed)
    pickings: dict[str, tuple[System, Options]] = {
        "MRC": (Pipeline(hyperedges, MRC()), hyperedges.options),
        "MRC by gain alone": (Pipeline(hyperedges, MRC(cost_exponent=0.0)), hyperedges.options),
        "preset default": (product, product.options),
    }
    words = sum(len(document.text.split()) for document in task.documents)
    blocks: list[page.Block] = [
        page.Text(f"The question: {task.question}"),
        page.Text(
            f"The first {SHOWN} sentences picked from {len(task.documents)} documents of"
            f" {words:,} words in all, in the order picked, where the summary has at most"
            f" {task.words} words."
        ),
    ]
    numbers: dict[str, Any] = {"question": task.question}
    tables: list[page.Block] = []
    lengths = []
    for label, (system, options) in pickings.items():
        shown = system(case)[:SHOWN]
        model = corpus.model(options)
        documents = [corpus.collection.documents[int(corpus.document[i])] for i in shown]
        numbers[label] = [
            {
                "text": displayed(corpus.text(sentence), document.format),
                "document": document.name,
                "topics": telling_labels(sentence, model),
            }
            for sentence, document in zip(shown, documents, strict=True)
        ]
        rows = [
            cells(f"{number}.", row["text"], row["document"], " · ".join(row["topics"]))
            for number, row in enumerate(numbers[label], 1)
        ]
        head = ("", "Sentence", "Document", "Topics")
        tables += [page.Heading(label), page.Grid(CAPTION, head, tuple(rows), prose=True)]
        sizes = corpus.words[shown]
        spread = f"{sizes.min()} to {sizes.max()} words, {sizes.mean():.0f} on average"
        lengths.append(f"{spread} ({label})")
    blocks.append(page.Bullets((PUBLISHED, f"Here: they have {'; '.join(lengths)}.", WHY)))
    return page.Report("Example of a summary", [*blocks, *tables], numbers)


def telling_labels(sentence: int, model: Model) -> list[str]:
    """The topics of a sentence by their labels, the one with the largest share first.

    Where there are others, topics of few sentences are left out, as they are there by chance, and
    those of every document, as they tell nothing apart.
    """
    known = {topic.id: topic for topic in model.topic_table()}
    documents = len(model.collection.documents)
    shares = [share for share in model.topic_view.shares(sentence) if share.share >= LEAST_SHARE]
    telling = [
        share
        for share in shares
        if known[share.id].sentences >= FEWEST_SENTENCES and known[share.id].documents < documents
    ]
    return [share.label for share in (telling or shares)[:MOST_TOPICS]]
