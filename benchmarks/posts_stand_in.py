"""What titles and threads say for a sentence, on sets that have titles and no threads.

    python benchmarks/posts_stand_in.py --data DATA

Documents in the order of the data are taken for the messages of one thread. Scores are SU4 of
content words, without votes, which no set has.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import mean

from hyperdigest import Collection, Document
from hyperdigest.documents import Post
from hyperdigest.experiments.data.sets import load_sets
from hyperdigest.experiments.data.tasks import TaskSet
from hyperdigest.experiments.scoring import CONTENT, Scoring
from measuring import table

Change = Callable[[int, Document], Document]


def as_it_is(_: int, document: Document) -> Document:
    """The document."""
    return document


def untitled(_: int, document: Document) -> Document:
    """The document without its title."""
    return replace(document, title="")


def in_order(number: int, document: Document) -> Document:
    """The document as a message, by its number, of a thread whose name no question has."""
    return replace(document, post=Post("message", "Xyzzy", number))


ROWS: dict[str, tuple[Change, float]] = {
    "as it is": (as_it_is, 0.0),
    "titles left out": (untitled, 0.0),
    "messages in their order, `post_weight` 0.5": (in_order, 0.5),
    "messages in their order, `post_weight` 1": (in_order, 1.0),
}


def score(task_set: TaskSet, change: Change, weight: float) -> float:
    """The mean over the tasks of a set."""
    found, models = [], {}
    for task in task_set.tasks:
        if task.cluster not in models:
            changed = [change(n, document) for n, document in enumerate(task.documents, 1)]
            models = {task.cluster: Collection.of(changed).fit()}
        digest = models[task.cluster].digest(task.question, words=task.words, post_weight=weight)
        text = "\n".join(sentence.text for sentence in digest.sentences)
        found.append(Scoring().judge_of(task)(text)[CONTENT])
    return mean(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a folder with sets of tasks")
    parser.add_argument("--sets", action="append", default=[], help="these alone")
    given = parser.parse_args()
    sets = load_sets(given.data, given.sets, warn=print)
    table(
        ("", *(task_set.name for task_set in sets)),
        (
            [name, *(f"{score(task_set, *how):.4f}" for task_set in sets)]
            for name, how in ROWS.items()
        ),
    )


if __name__ == "__main__":
    main()
