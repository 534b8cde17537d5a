"""Time a question put to a fitted collection, whole and by halves, and its peers beside it.

    python benchmarks/bench_question.py [--documents 30 300 3000 21300] [--no-peers]

CPU milliseconds, medians over several questions of six words of the corpus. A question is
everything between the words typed and the sentences picked: evidence, walk to 1e-9, selection of
250 words with its certificate. Peers get the same transitions between sentences, the same evidence,
the same amounts of terms and the same budget; a ratio says how many times as fast hyperdigest is.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median

from corpora import Corpus, corpus, question
from hyperdigest.answer.answer import Answer
from hyperdigest.model import Model
from hyperdigest.options import PRESETS
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.relevance import relevance
from hyperdigest.selection.choose import choose
from hyperdigest.selection.problem import objective_of
from measuring import seconds, short, table
from models import model
from question_peers import RELEVANCE, SELECTION, runs

SWEEPS, QUESTIONS, RUNS = 20, 9, 3
ENOUGH = 0.05
"""CPU seconds that the runs of a half take together, at least."""


def repeated(work: Callable[[], object]) -> float:
    """Median CPU seconds of a half of a question."""
    once = seconds(work)
    return seconds(work, max(RUNS, round(ENOUGH / once)), warm=False)


def walk(answer: Answer) -> float:
    """CPU seconds of relevance alone."""
    options = answer.options
    return repeated(
        lambda: relevance(
            answer.ranking.hypergraph,
            None,
            options.query_balance,
            options.damping,
            bias=answer.ranking.evidence,
        )
    )


def selection(answer: Answer) -> float:
    """CPU seconds of the objective and its maximum."""
    indexes = Indexes.of(answer.model)

    def work() -> None:
        objective = objective_of(
            indexes, answer.ranking.hypergraph, answer.ranking.relevance, answer.options
        )
        choose(replace(answer.problem, objective=objective), answer.options)

    return repeated(work)


def ours(fitted: Model, asked: list[str]) -> Iterator[tuple[object, ...]]:
    """A row for each preset."""
    for preset in PRESETS:
        first = seconds(lambda p=preset: fitted.ask(asked[0], preset=p), warm=False)
        whole = median(
            seconds(lambda p=preset, q=q: fitted.ask(q, preset=p), warm=False) for q in asked
        )
        answers = [fitted.ask(q, preset=preset) for q in asked[:5]]
        halves = median(map(walk, answers)), median(map(selection, answers))
        yield preset, whole * 1e3, halves[0] * 1e3, halves[1] * 1e3, first


def beside(answer: Answer) -> Iterator[tuple[object, ...]]:
    """A row for each peer of a half of a question under the preset ``default``."""
    for half, peers, mine in (
        ("relevance", RELEVANCE, walk(answer)),
        ("selection", SELECTION, selection(answer)),
    ):
        for name, run in runs(peers, answer):
            if run.reason:
                yield half, name, run.reason, "", "", ""
            else:
                alone, whole = run.solve / mine, (run.prepare + run.solve) / mine
                ms = short(run.prepare * 1e3), short(run.solve * 1e3)
                yield half, name, *ms, alone, whole


def report(data: Corpus, with_peers: bool) -> None:
    """Print what questions cost over this corpus."""
    fitted = model(data, SWEEPS)
    asked = [question(data, seed) for seed in range(QUESTIONS)]
    print(f"{data.size}, {fitted.topics.best.n_topics} topics\n")
    header = "preset", "question, ms", "relevance", "selection", "first question, s"
    table(header, ours(fitted, asked))
    if with_peers:
        answer = fitted.ask(asked[0])
        header = "half", "peer", "prepare, ms", "solve, ms", "ratio", "ratio with preparing"
        table(header, beside(answer))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--documents", type=int, nargs="+", default=[30, 300, 3_000, 21_300])
    parser.add_argument("--no-peers", action="store_true")
    arguments = parser.parse_args()
    for documents in arguments.documents:
        report(corpus(documents), not arguments.no_peers)


if __name__ == "__main__":
    main()
