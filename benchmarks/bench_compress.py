"""What digests of compressed sentences gain and lose, beside those of whole sentences.

    python benchmarks/bench_compress.py DATA [--sets NAME ...] [--piles NAME ...]

DATA is a folder of task sets and piles, as of `hyperdigest experiment rivals` and `hyperdigest
experiment answers`. A row for each set: ROUGE-SU4 recall of content words within the budget of each
task; and for each pile and budget: the share of questions whose digest quotes the answer. Beside
them how many sentences were compressed, of how many, and how many words that won.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from hyperdigest.documents import Digest
from hyperdigest.errors import BudgetError
from hyperdigest.experiments.data.piles import load_piles
from hyperdigest.experiments.data.sets import load_sets
from hyperdigest.experiments.data.tasks import Task
from hyperdigest.experiments.scores import ANSWERED, CONTENT, AnswerScoring, Judge, Scoring
from hyperdigest.model import Collection, Model
from measuring import table

HEADER = "set", "budget", "tasks", "whole", "compressed", "sentences compressed", "words won"


def digested(model: Model, task: Task, compress: bool) -> Digest | None:
    """The digest of a task; None where no sentence fits."""
    try:
        return model.digest(task.question, compress=compress, **{task.unit: task.words})
    except BudgetError:
        return None


def text_of(digest: Digest | None) -> str:
    """The sentences of a digest, a line each, and no marks."""
    told = digest.sentences if digest else ()
    texts = {document.name: document.text for document in digest.documents} if digest else {}
    lines = (" ".join(texts[each.document][a:b] for a, b in each.slices) for each in told)
    return "\n".join(lines)


def won(digest: Digest) -> Iterator[int]:
    """The words that each compressed sentence has less than the whole."""
    texts = {document.name: document.text for document in digest.documents}
    for each in digest.sentences:
        if each.parts:
            yield len(texts[each.document][each.start : each.end].split()) - each.words


def row(name: str, tasks: Iterable[Task], scoring: Scoring | AnswerScoring) -> tuple[object, ...]:
    """The scores of tasks with and without the option."""
    asked = list(tasks)
    measure = ANSWERED if isinstance(scoring, AnswerScoring) else CONTENT
    scores, sentences, words = ([], []), 0, list[int]()
    for _, shared in groupby(asked, key=lambda task: task.documents):
        own = list(shared)
        model = Collection.of(own[0].documents, language=own[0].language).fit()
        for task in own:
            judge: Judge = scoring.judge_of(task)
            for compress in (False, True):
                digest = digested(model, task, compress)
                scores[compress].append(judge(text_of(digest))[measure])
                if digest and compress:
                    sentences += len(digest.sentences)
                    words += won(digest)
    means = [f"{sum(each) / len(asked):.4f}" for each in scores]
    budget = f"{asked[0].words} {asked[0].unit}"
    return name, budget, len(asked), *means, f"{len(words)} of {sentences}", sum(words)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--sets", nargs="*", default=[])
    parser.add_argument("--piles", nargs="*", default=[])
    given = parser.parse_args()
    if given.sets or not given.piles:
        sets = load_sets(given.data, given.sets)
        table(HEADER, (row(each.name, each.tasks, Scoring()) for each in sets))
    for pile in load_piles(given.data, given.piles) if given.piles else ():
        budgets = sorted({task.words for task in pile.tasks})
        parts = ([task for task in pile.tasks if task.words == budget] for budget in budgets)
        table(HEADER, (row(pile.name, part, AnswerScoring()) for part in parts))


if __name__ == "__main__":
    main()
