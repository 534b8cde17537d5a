"""How well the parameters of the preset default carry over to a kind of data they are not tuned on.

    python benchmarks/leave_one_kind_out.py --data DATA --answers DIR --pile DIR --out OUT

Every parameter is changed alone, to a lower and to a higher value. Then each kind of data is left
out in turn: of every parameter the value is taken that is best on the mean of the other kinds, if
it gains there at all, and the preset with all these changes is scored on the kind left out. The
score of a set of tasks is SU4 of content words, that of a pile the share of questions whose digest
quotes the answer, mean of the budgets; kinds are compared by the ratio to the preset as it is.
Scores are kept in OUT; --answers may be repeated. Of each pile of articles every fourth question
is asked.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from statistics import mean

from hyperdigest.experiments.data.piles import load_piles
from hyperdigest.experiments.data.sets import load_sets
from hyperdigest.experiments.data.tasks import TaskSet
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import ANSWERED, CONTENT
from hyperdigest.experiments.systems import AskedPreset, Row
from measuring import table

Changes = tuple[tuple[str, float], ...]
Scores = dict[Changes, dict[str, tuple[float, ...]]]
"""Of each set of changes and each kind, a score for each budget."""

TRIED: dict[str, tuple[float, ...]] = {
    "topic_share": (0.0, 0.3),
    "topic_evidence": (0.0, 0.3),
    "related_evidence": (0.6, 1.5),
    "coverage_evidence": (0.2, 0.8),
    "passage_evidence": (0.2, 0.8),
    "neighbour_evidence": (0.15, 0.7),
    "heading_evidence": (0.1, 0.5),
    "document_evidence": (0.25, 1.0),
    "incomplete_weight": (0.4, 1.0),
    "sharpening": (4.0, 16.0),
    "query_balance": (0.25, 0.7),
    "coverage_balance": (0.1, 0.35, 0.5),
    "saturation": (0.0, 0.5, 1.0),
    "cost_exponent": (0.0, 0.5),
    "least_share": (0.0, 0.6),
}
"""Values beside the one of the preset. The weight of words is the unit of the other evidence."""

ARTICLES = "encyclopaedia"
EVERY = 4


def kinds(given: argparse.Namespace) -> dict[str, list[TaskSet]]:
    """The sets and piles of each kind: piles of articles in several languages are one."""
    names = given.sets.split(",") if given.sets else ()
    found = {task_set.name: [task_set] for task_set in load_sets(given.data, names, warn=print)}
    piles = [p for folder in given.answers for p in load_piles(folder, pile=given.pile, warn=print)]
    for pile in piles:
        asked = [task for task in pile.tasks if task.answers and task.answers.parts]
        if pile.tasks[0].unit == "characters":
            ids = sorted({task.id.split()[0] for task in asked})[::EVERY]
            asked = [task for task in asked if task.id.split()[0] in ids]
        kind = ARTICLES if pile.tasks[0].unit == "characters" else pile.name
        found.setdefault(kind, []).append(replace(pile, tasks=tuple(asked)))
    return found


def scored(runner: Runner, of_kinds: dict[str, list[TaskSet]], tried: list[Changes]) -> Scores:
    """The scores of the preset with each set of changes, on every kind."""
    rows = [Row(str(changes), AskedPreset("default", changes)) for changes in tried]
    results = runner.score(rows)
    if results.failures:
        raise SystemExit("\n".join(results.failures))
    found: Scores = {}
    for row, changes in zip(rows, tried, strict=True):
        found[changes] = {
            kind: tuple(
                mean(of_budget)
                for of_budget in zip(*(of_set(results, row.label, s) for s in sets), strict=True)
            )
            for kind, sets in of_kinds.items()
        }
    return found


def of_set(results: Results, label: str, task_set: TaskSet) -> list[float]:
    """The mean score at each budget of a pile, the smallest first; one of a set of tasks."""
    asked = any(task.answers is not None for task in task_set.tasks)
    values = results.restricted(task_set.name).values(label, ANSWERED if asked else CONTENT)
    if not asked:
        return [mean(values.values())]
    budget = {task.id: task.words for task in task_set.tasks}
    sums: dict[int, list[float]] = {}
    for (_, task), value in values.items():
        sums.setdefault(budget[task], []).append(value)
    return [mean(sums[size]) for size in sorted(sums)]


def gain(found: Scores, changes: Changes, names: list[str]) -> float:
    """How much more the preset has with some changes, on the mean of some kinds."""
    plain = found[()]
    return mean(mean(found[changes][kind]) / mean(plain[kind]) for kind in names) - 1


def chosen_without(found: Scores, left_out: str) -> Changes:
    """Of every parameter the value that gains most on all kinds but one, if any does."""
    others = [kind for kind in found[()] if kind != left_out]
    changes = []
    for name, values in TRIED.items():
        best = max(values, key=lambda value: gain(found, ((name, value),), others))
        if gain(found, ((name, best),), others) > 0:
            changes.append((name, best))
    return tuple(changes)


def main() -> None:
    """Print what each change does to each kind, and what choosing without a kind gives there."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", default="", help="names of sets, with commas; all by default")
    parser.add_argument("--answers", type=Path, action="append", required=True)
    parser.add_argument("--pile", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    of_kinds = kinds(given)
    names = list(of_kinds)
    sets = tuple(task_set for some in of_kinds.values() for task_set in some)
    runner = Runner(sets, given.out, jobs=given.jobs)
    singles: list[Changes] = [((name, v),) for name, values in TRIED.items() for v in values]
    found = scored(runner, of_kinds, [(), *singles])
    rows = [["the preset", *(figures(found[()][kind]) for kind in names), "–"]]
    for changes in singles:
        ((name, value),) = changes
        cells = [figures(found[changes][kind]) for kind in names]
        rows.append([f"`{name}` {value:g}", *cells, f"{gain(found, changes, names):+.1%}"])
    table(["", *names, "mean gain"], rows)
    choices = {kind: chosen_without(found, kind) for kind in names}
    found |= scored(runner, of_kinds, list(dict.fromkeys(choices.values())))
    rows = []
    for kind, changes in choices.items():
        others = [name for name in names if name != kind]
        told = ", ".join(f"`{name}` {value:g}" for name, value in changes)
        shown = (gain(found, changes, others), gain(found, changes, [kind]))
        rows.append([kind, told, *(f"{value:+.1%}" for value in shown)])
    table(["left out", "chosen on the others", "gain on the others", "gain on it"], rows)


def figures(scores: tuple[float, ...]) -> str:
    """Scores at each budget, as a table shows them."""
    return " / ".join(f"{score:.3f}" for score in scores) if len(scores) > 1 else f"{scores[0]:.4f}"


if __name__ == "__main__":
    main()
