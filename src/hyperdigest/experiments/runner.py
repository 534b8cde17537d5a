"""Where systems are scored: the tasks, how they are scored, and the scores kept so far.

One unit of work: a cluster of tasks, and the systems that are to be scored on it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from hyperdigest.base.processes import parallel_map
from hyperdigest.errors import WorkerEndedError
from hyperdigest.experiments.data.tasks import Task, TaskSet
from hyperdigest.experiments.registry import GIVEN, OWN, Eligibility, eligibility_options
from hyperdigest.experiments.score_cache import (
    Key,
    Record,
    Scores,
    read_records,
    record_path,
    shelf,
    succeeded,
    task_hash,
)
from hyperdigest.experiments.scores import AnswerScoring, Results, Scoring
from hyperdigest.experiments.systems import Entry, Preset, Quoting, Written, seeded
from hyperdigest.experiments.task_input import Case, Corpus, Measured, System
from hyperdigest.progress import Progress, quiet
from hyperdigest.signature import code_hash


@dataclass(frozen=True)
class Unit:
    """Tasks that share their documents, and who is to be scored on them.

    Parameters
    ----------
    records, timings : the files that scores and seconds of processor are kept in.
    """

    set_name: str
    tasks: tuple[Task, ...]
    entries: tuple[Entry, ...]
    eligible: Eligibility
    scoring: Scoring | AnswerScoring
    records: Path
    timings: Path

    @cached_property
    def wanted(self) -> dict[tuple[int, int], Key]:
        """The key of each score wanted, by place of the entry and place of the task."""
        inputs = [
            (task.id, self.scoring.signature(task.words), code_hash(), task_hash(task))
            for task in self.tasks
        ]
        keys = {}
        for e, entry in enumerate(self.entries):
            system, eligible = repr(entry.system), self._eligible(entry)
            for t, (name, signature, code, input) in enumerate(inputs):
                if entry.takes_part(self.tasks[t]):
                    keys[e, t] = Key(name, system, eligible, signature, code, input)
        return keys

    def _eligible(self, entry: Entry) -> str:
        if isinstance(entry.system, Written):
            return GIVEN
        return OWN if isinstance(entry.system, Preset | Quoting) else self.eligible


def work(unit: Unit) -> dict[Key, Record]:
    """All scores that a unit wants; those not at hand are computed, and kept as time goes by."""
    desk = _Desk(unit)
    with shelf(unit.records, unit.timings) as at_hand:
        for e, entry in enumerate(unit.entries):
            for t, task in enumerate(unit.tasks):
                key = unit.wanted.get((e, t))
                if key is None or key in at_hand.records:
                    continue
                began = time.process_time()
                record = desk.record(key, entry, task)
                at_hand.add(record, time.process_time() - began)
    return {key: at_hand.records[key] for key in unit.wanted.values()}


class _Desk:
    """What tasks share: the corpus of those that follow each other, the counts of references."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._corpus: tuple[Task, Corpus] | None = None
        self._judges: dict[str, Callable[[str], Scores]] = {}

    def record(self, key: Key, entry: Entry, task: Task) -> Record:
        """The record of one system on one task; whatever goes wrong there stays there."""
        try:
            if isinstance(entry.system, Written):
                return self._written(key, entry.system, task)
            if isinstance(entry.system, Quoting):
                text = entry.system.quote(task)
                return Record(key, (), text, len(text.split()), self._judge(task)(text))
            return self._computed(key, entry.system, task)
        except Exception as error:
            reason = " ".join(str(error).split())
            name = type(error).__name__
            return Record(key, failure=f"{name}: {reason}" if reason else name)

    def _written(self, key: Key, system: Written, task: Task) -> Record:
        found = system.find(task)
        text = found.text if found else ""
        scoring = self._unit.scoring
        if isinstance(scoring, AnswerScoring):
            raise TypeError("summaries that the data brings are compared with references")
        how = replace(scoring, jackknife=scoring.jackknife and not system.person)
        scores = how.judge(system.references(task), task.words)(text)
        return Record(key, text=text, words=len(text.split()), scores=scores)

    def _computed(self, key: Key, system: System, task: Task) -> Record:
        corpus = self._corpus_of(task)
        if key.eligible == OWN:
            eligible = np.ones(corpus.n_sentences, bool)
        else:
            eligible = corpus.eligible(eligibility_options(self._unit.eligible))
        case = Case(corpus, task.question, task.words, eligible)
        chosen = [int(i) for i in system(case)]
        _check(case, chosen)
        text = case.text(chosen)
        words = int(corpus.words[chosen].sum())
        scores = self._judge(task)(text)
        if isinstance(system, Measured):
            scores |= system.measures(case)
        return Record(key, tuple(chosen), text, words, scores)

    def _corpus_of(self, task: Task) -> Corpus:
        if self._corpus is None or not _same_documents(self._corpus[0], task):
            self._corpus = task, Corpus(task.documents, task.dates, task.language, task.unit)
        return self._corpus[1]

    def _judge(self, task: Task) -> Callable[[str], Scores]:
        if task.id not in self._judges:
            self._judges[task.id] = self._unit.scoring.judge_of(task)
        return self._judges[task.id]


def _same_documents(one: Task, other: Task) -> bool:
    shared = ("documents", "dates", "language", "unit")
    return all(getattr(one, name) == getattr(other, name) for name in shared)


def _check(case: Case, chosen: list[int]) -> None:
    """Raise a ValueError where a system broke the rules that hold for all."""
    if len(set(chosen)) < len(chosen):
        raise ValueError(f"a sentence was picked twice: {chosen}")
    barred = [i for i in chosen if not (0 <= i < len(case.eligible) and case.eligible[i])]
    if barred:
        raise ValueError(f"sentences were picked that are not eligible: {barred}")
    length, unit = int(case.corpus.lengths[chosen].sum()), case.corpus.unit
    if length > case.budget:
        raise ValueError(f"{length} {unit} were picked, but the budget is {case.budget}")


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

    placed = parallel_map(_placed, list(enumerate(units)), jobs, ordered=False)
    try:
        with threadpool_limits(1), closing(placed):
            yield from placed
    except WorkerEndedError as error:
        raise WorkerEndedError(f"{error}; the scores so far are kept") from error


def _placed(placed: tuple[int, Unit]) -> tuple[int, dict[Key, Record]]:
    place, unit = placed
    return place, work(unit)
