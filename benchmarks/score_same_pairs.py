"""Whether what is listed as saying the same does so: precision and recall on pairs that were read.

    python benchmarks/score_same_pairs.py --data DATA [--errors]

The pairs are those of `same_pairs.py`. A row for each half and stratum tells how many pairs the
package lists, the share of these that say the same (precision), and the share that it lists of
those that do (recall), each with its 95 % interval. All pairs of a half are told as they were read,
and weighted by how many pairs of the data each stands for: the first is hard, the second what a
reader meets. `--errors` shows the errors of the tuning half; those of the other are only counted.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from hyperdigest import Collection
from hyperdigest.experiments.data.tasks import Task
from hyperdigest.features.corroboration.search import Corroborations
from measuring import table
from same_pairs import (
    HALVES,
    KINDS,
    LABELLED,
    Pair,
    around,
    candidates,
    changed,
    labelled,
    tasks_of,
)

Z = 1.96
"""Standard deviations on either side of a share within which 95 in 100 lie."""


def interval(share: float, count: float) -> tuple[float, float]:
    """Wilson's interval of a share of so many cases."""
    if not count:
        return 0.0, 1.0
    middle = share + Z**2 / (2 * count)
    half = Z * math.sqrt(share * (1 - share) / count + Z**2 / (4 * count**2))
    whole = 1 + Z**2 / count
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def share(right: Sequence[float], cases: Sequence[float]) -> str:
    """The weights of what is right as a share of all, and its interval.

    Weights that differ make the interval that of as many cases as they are worth together.
    """
    if not cases:
        return "none"
    found = sum(right) / sum(cases)
    low, high = interval(found, sum(cases) ** 2 / sum(weight**2 for weight in cases))
    return f"{found:.2f} ({low:.2f} to {high:.2f})"


def row(name: str, told: dict[Pair, bool], weights: dict[Pair, float]) -> list[object]:
    """The measures over some pairs that are clear."""
    listed = [pair for pair in told if told[pair]]
    same = [pair for pair in told if pair.label == "same"]
    both = [weights[pair] for pair in listed if pair.label == "same"]
    precision = share(both, [weights[pair] for pair in listed])
    recall = share(both, [weights[pair] for pair in same])
    return [name, len(told), len(same), len(listed), precision, recall]


def rows(told: dict[Pair, bool], weights: dict[Pair, float]) -> Iterator[list[object]]:
    """The rows of each half: its strata, all pairs as read, and all as they are in the data."""
    alone = dict.fromkeys(told, 1.0)
    for half in HALVES:
        its = {pair: verdict for pair, verdict in told.items() if pair.half == half}
        for stratum in sorted({pair.stratum for pair in its}):
            some = {pair: verdict for pair, verdict in its.items() if pair.stratum == stratum}
            yield row(f"{half}, {stratum}", some, alone)
        yield row(f"{half}, all", its, alone)
        yield row(f"{half}, weighted", its, weights)


def weights_of(clear: Sequence[Pair], tasks: dict[str, list[Task]]) -> dict[Pair, float]:
    """How many pairs of the data each pair stands for: those of its cell by those read of it."""
    there = Counter(pair.cell for name in tasks for pair in candidates(tasks[name], name))
    read = Counter(pair.cell for pair in clear)
    return {pair: there[pair.cell] / read[pair.cell] for pair in clear}


def verdicts(clear: Sequence[Pair], tasks: dict[str, list[Task]]) -> dict[Pair, bool]:
    """Whether the package takes the second sentence of each pair to say the same.

    A pair is left out if the package no longer splits its texts into these sentences.
    """
    told = {}
    for name, found in tasks.items():
        for task in found:
            its = [pair for pair in clear if (pair.set, pair.task) == (name, task.id)]
            if its:
                told |= verdicts_of(its, task)
    return told


def verdicts_of(pairs: Sequence[Pair], task: Task) -> dict[Pair, bool]:
    """The verdicts on pairs of one task."""
    model = Collection.of(list(task.documents)).fit()
    rows = model.collection.split.sentences
    columns = (column.tolist() for column in (rows.document, rows.start, rows.end))
    number = {
        (task.documents[its].name, start, end): sentence
        for sentence, (its, start, end) in enumerate(zip(*columns, strict=True))
    }
    told = {}
    for pair in pairs:
        first, second = (
            number.get((its.document, its.start, its.end)) for its in (pair.first, pair.second)
        )
        if first is not None and second is not None:
            told[pair] = Corroborations.of(model).score(first, second) > 0
    return told


def show_errors(told: dict[Pair, bool], tasks: dict[str, list[Task]]) -> None:
    """Print the pairs of the tuning half that are listed wrongly, or are not listed."""
    by_id = {(name, task.id): task for name, found in tasks.items() for task in found}
    for pair, listed in told.items():
        if pair.half == HALVES[0] and listed != (pair.label == "same"):
            print(f"{'wrong' if listed else 'missed'}: {pair.task}, {pair.reason}")
            for its in (pair.first, pair.second):
                print(f"    {around(by_id[pair.set, pair.task], its)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--pairs", type=Path, default=LABELLED)
    parser.add_argument("--errors", action="store_true")
    arguments = parser.parse_args()
    tasks = tasks_of(arguments.data)
    clear = [pair for pair in labelled(arguments.pairs) if pair.label != "unclear"]
    if wrong := changed(clear, tasks):
        sys.exit("the data are not those that were read: " + "; ".join(wrong[:5]))
    told = verdicts(clear, tasks)
    if left_out := len(clear) - len(told):
        print(f"left out, because they are split otherwise: {left_out} of {len(clear)} pairs")
    clear = list(told)
    header = "pairs", "clear", "say the same", "listed", "precision", "recall"
    table(header, rows(told, weights_of(clear, tasks)))
    wrong_kinds = Counter(
        (pair.half, pair.kind) for pair, listed in told.items() if listed and pair.kind
    )
    table(
        ("listed wrongly", *HALVES),
        ([kind, *(wrong_kinds[half, kind] for half in HALVES)] for kind in KINDS),
    )
    if arguments.errors:
        show_errors(told, tasks)


if __name__ == "__main__":
    main()
