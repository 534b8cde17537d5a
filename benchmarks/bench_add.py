"""Documents added to a fitted model against a fit of all: what is saved, and what it costs.

    python benchmarks/bench_add.py [--data DATA --sets NAME ... --tasks N]

Half of the documents of each collection are fitted and the others added; beside it all are fitted,
with two seeds, whose difference is chance. Perplexity is that of hidden tokens, a tenth of all.
Collections are those of `examples/`, or tasks of several documents in a
data folder, which have references for ROUGE-SU4; it is 0 where there are none.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from corpora import Corpus
from hidden import Held, hold_out, perplexity
from hyperdigest import Collection, Model, Options
from hyperdigest.evaluation.rouge import rouge
from hyperdigest.experiments.data.sets import load_sets
from hyperdigest.experiments.data.tasks import Task
from hyperdigest.options import ADDED_SWEEPS
from hyperdigest.topics import TopicFit, fit_hdp, fold_in
from measuring import table, timed

EXAMPLES = {
    "eclipse": "How and in what location will the total solar eclipse occur?",
    "migration": "Which policies answer migration to the European Union?",
}
WAYS = "fit of all", "fit of all, another seed", "half fitted, half added"


def example_tasks() -> Iterator[Task]:
    """The collections of `examples/`, each with a question and no reference."""
    folder = Path(__file__).parent.parent / "examples"
    for name, question in EXAMPLES.items():
        documents = Collection.read(folder / name).documents
        yield Task(name, name, question, documents, (), (), 150)


def models(task: Task) -> list[tuple[Model, float]]:
    """The model each way, and the CPU seconds from documents to it; the first half is given."""
    documents = list(task.documents)
    half = Collection.of(documents[::2]).fit(Options())
    ways: list[Callable[[], Model]] = [
        lambda: Collection.of(documents).fit(Options()),
        lambda: Collection.of(documents).fit(Options(seed=1)),
        lambda: half.add(documents[1::2], sweeps=ADDED_SWEEPS),
    ]
    return [timed(way) for way in ways]


def perplexities(collection: Collection) -> list[float]:
    """The perplexity of hidden tokens, each way; the first half of the documents is fitted."""
    split, options = collection.split, Options()
    documents = split.sentences.document.astype(np.int64)
    data = Corpus(
        split.terms.astype(np.int64),
        split.sentence_of.astype(np.int64),
        documents,
        len(split.vocabulary),
    )
    held = hold_out(data)
    seen, zeta = held.seen, options.term_concentration / data.n_terms
    arrays = seen.terms, seen.sentences, seen.documents, seen.n_terms
    own = options.stage("topics")
    settings = {name: own[name] for name in own if name.endswith(("concentration", "prior"))}
    terms = {name: settings[name] for name in ("term_concentration", "term_prior")}
    old = documents[seen.sentences] < (documents[-1] + 1) // 2
    half = fit_hdp(seen.terms[old], seen.sentences[old], *arrays[2:], samples=3, **settings)
    fits = [
        *(fit_hdp(*arrays, samples=3, seed=seed, **settings) for seed in (0, 1)),
        fold_in(half, *arrays, sweeps=ADDED_SWEEPS, **terms),
    ]
    return [mean_perplexity(held, fit, zeta) for fit in fits]


def mean_perplexity(held: Held, fit: TopicFit, zeta: float) -> float:
    """Over the samples."""
    states = [state.assignments.astype(np.int64) for state in fit.samples]
    return float(np.mean([perplexity(held, state, zeta) for state in states]))


def scores(task: Task) -> list[tuple[float, ...]]:
    """CPU seconds, topics, perplexity, ROUGE-SU4, and what the digest shares with the first."""
    found, rows, first = models(task), [], set()
    hidden = perplexities(found[0][0].collection)
    for (model, cpu), value in zip(found, hidden, strict=True):
        digest = model.digest(task.question, words=task.words)
        texts = {sentence.text: sentence.words for sentence in digest.sentences}
        first = first or set(texts)
        shared = sum(words for text, words in texts.items() if text in first) / digest.words
        recall = 0.0
        if task.references:
            references = [summary.text for summary in task.references]
            recall = rouge("\n".join(texts), references, limit=task.words)["rouge-su4"].recall
        rows.append((cpu, model.topics.best.n_topics, value, recall, shared))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--sets", nargs="+", default=[])
    parser.add_argument("--tasks", type=int, default=20)
    arguments = parser.parse_args()
    groups = {"examples": list(example_tasks())[: arguments.tasks]}
    if arguments.data:
        groups = {
            found.name: [task for task in found.tasks if len(task.documents) > 3][: arguments.tasks]
            for found in load_sets(arguments.data, arguments.sets)
        }
    header = "collections", "way", "CPU s", "topics", "perplexity", "ROUGE-SU4", "words shared"
    rows = []
    for name, tasks in groups.items():
        if tasks:
            means = np.mean([scores(task) for task in tasks], axis=0)
            rows += [
                (f"{name} ({len(tasks)})", way, *map(float, row))
                for way, row in zip(WAYS, means, strict=True)
            ]
    table(header, rows)


if __name__ == "__main__":
    main()
