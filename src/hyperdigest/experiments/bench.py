"""Where systems are scored: the tasks, how they are scored, and the scores kept so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from hyperdigest.errors import WorkerEndedError
from hyperdigest.evaluation.tasks import Task, TaskSet
from hyperdigest.experiments.answers.scoring import AnswerScoring
from hyperdigest.experiments.eligibility import Eligibility
from hyperdigest.experiments.entries import Entry
from hyperdigest.experiments.records import Key, Record, read_records, record_path
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.scoring import Scoring
from hyperdigest.experiments.shelf import succeeded
from hyperdigest.experiments.unit import Unit, work
from hyperdigest.experiments.variants import seeded
from hyperdigest.progress import Progress, quiet
from hyperdigest.system.processes import shared_out

GOLDEN = (5**0.5 - 1) / 2
"""Its multiples, without their whole parts, are spread evenly, however many are taken."""


@dataclass(frozen=True)
class Bench:
    """Task sets, and how systems are scored on them.

    Parameters
    ----------
    out : the folder that scores are kept in.
    eligible : which sentences may be picked, but by systems that say so themselves.
    seed : of every system that draws at random.
    jackknife : leave each reference out in turn; None does so for sets called ``duc...``.
    jobs : processes at work at the same time.
    """

    sets: tuple[TaskSet, ...]
    out: Path
    eligible: Eligibility = "default"
    seed: int = 0
    jackknife: bool | None = None
    jobs: int = 1
    progress: Progress = quiet

    def __str__(self) -> str:
        """How much there is to score systems on."""
        places = [(s.name, task.cluster) for s in self.sets for task in s.tasks]
        clusters, sets = len(set(places)), len(self.sets)
        return f"tasks {len(places):,}, clusters {clusters:,}, sets {sets}, processes {self.jobs}"

    def scoring(self, task_set: TaskSet) -> Scoring | AnswerScoring:
        """How summaries of a set are scored."""
        if any(task.answers is not None for task in task_set.tasks):
            return AnswerScoring()
        if self.jackknife is None:
            return Scoring(task_set.name.startswith("duc"))
        return Scoring(self.jackknife)

    def score(self, entries: Sequence[Entry]) -> Results:
        """The scores of all entries on all tasks: those kept, and the others computed and kept."""
        entries = tuple(Entry(entry.label, seeded(entry.system, self.seed)) for entry in entries)
        units = [unit for task_set in self.sets for unit in self._units(task_set, entries)]
        found: dict[Key, Record] = {}
        missing, warnings = [], []
        for unit in units:
            kept, warning = read_records(unit.records)
            kept = succeeded(kept)
            found |= kept
            warnings += [warning] if warning else []
            count = sum(key not in kept for key in unit.wanted.values())
            if count:
                missing.append((unit, count))
        self._compute(missing, found)
        records = {
            (entries[e].label, unit.set_name, key.task): found[key]
            for unit in units
            for (e, _), key in unit.wanted.items()
        }
        labels = tuple(entry.label for entry in entries)
        return Results(self.sets, labels, records, tuple(warnings))

    def _units(self, task_set: TaskSet, entries: tuple[Entry, ...]) -> Iterator[Unit]:
        sharing: dict[str, list[Task]] = {}
        for task in task_set.tasks:
            sharing.setdefault(task.pile or task.cluster, []).append(task)
        for name, tasks in sharing.items():
            yield Unit(
                task_set.name,
                tuple(tasks),
                entries,
                self.eligible,
                self.scoring(task_set),
                record_path(self.out / "scores", task_set.name, name),
                record_path(self.out / "seconds", task_set.name, name),
            )

    def _compute(self, missing: list[tuple[Unit, int]], found: dict[Key, Record]) -> None:
        """Do the units with missing scores, long and short ones in turns, the longest first."""
        missing.sort(key=lambda unit: -unit[1] * _size(unit[0]))
        missing = [missing[place] for place in _in_turns(len(missing))]
        done, total = 0, sum(count for _, count in missing)
        if missing:
            self.progress("scoring", 0, total)
        for place, records in _parallel([unit for unit, _ in missing], self.jobs):
            found |= records
            done += missing[place][1]
            self.progress("scoring", done, total)


def _size(unit: Unit) -> int:
    return sum(len(document.text) for document in unit.tasks[0].documents)


def _in_turns(count: int) -> list[int]:
    """The numbers below `count` so ordered that any first part of them is spread evenly.

    So the pace of the first units is that of all, and the time that is left can be told.
    """
    return sorted(range(count), key=lambda place: place * GOLDEN % 1)


def _parallel(units: list[Unit], jobs: int) -> Iterator[tuple[int, dict[Key, Record]]]:
    """(place, records) of each unit as it is done."""
    from threadpoolctl import threadpool_limits

    placed = shared_out(_placed, list(enumerate(units)), jobs, ordered=False)
    try:
        with threadpool_limits(1), closing(placed):
            yield from placed
    except WorkerEndedError as error:
        raise WorkerEndedError(f"{error}; the scores so far are kept") from error


def _placed(placed: tuple[int, Unit]) -> tuple[int, dict[Key, Record]]:
    place, unit = placed
    return place, work(unit)
