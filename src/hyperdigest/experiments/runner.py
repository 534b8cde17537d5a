"""The runner: scores every system on every task of some sets, and keeps the scores on disk.

Tasks that share their documents are a group, which one process scores at a time, so that the
documents are split and their topics are fitted once.
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
    ScoreFile,
    Scores,
    read_records,
    record_path,
    succeeded,
    task_hash,
)
from hyperdigest.experiments.scores import AnswerScoring, Results, Scoring
from hyperdigest.experiments.systems import Preset, Quoting, Row, Written, seeded
from hyperdigest.experiments.task_input import Case, Corpus, Measured, System
from hyperdigest.progress import Progress, quiet
from hyperdigest.signature import code_hash

GOLDEN = (5**0.5 - 1) / 2
"""Its multiples, without their whole parts, are spread evenly, however many are taken."""


@dataclass(frozen=True)
class Runner:
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
        tasks, clusters = (
            sum(len(s.tasks) for s in self.sets),
            sum(len(s.clusters) for s in self.sets),
        )
        sets = f"sets {len(self.sets)}, processes {self.jobs}"
        return f"tasks {tasks:,}, clusters {clusters:,}, {sets}"

    def scoring(self, task_set: TaskSet) -> Scoring | AnswerScoring:
        """How summaries of a set are scored."""
        if any(task.answers is not None for task in task_set.tasks):
            return AnswerScoring()
        if self.jackknife is None:
            return Scoring(task_set.name.startswith("duc"))
        return Scoring(self.jackknife)

    def score(self, rows: Sequence[Row]) -> Results:
        """The scores of all rows on all tasks: those kept, and the others computed and kept."""
        rows = tuple(Row(row.label, seeded(row.system, self.seed)) for row in rows)
        groups = [group for task_set in self.sets for group in self._groups(task_set, rows)]
        found: dict[Key, Record] = {}
        missing, warnings = [], []
        for group in groups:
            kept, warning = read_records(group.records)
            kept = succeeded(kept)
            found |= kept
            warnings += [warning] if warning else []
            count = sum(key not in kept for key in group.wanted.values())
            if count:
                missing.append((group, count))
        self._compute(missing, found)
        records = {
            (rows[r].label, group.set_name, key.task): found[key]
            for group in groups
            for (r, _), key in group.wanted.items()
        }
        return Results(self.sets, tuple(row.label for row in rows), records, tuple(warnings))

    def _groups(self, task_set: TaskSet, rows: tuple[Row, ...]) -> Iterator[TaskGroup]:
        sharing: dict[str, list[Task]] = {}
        for task in task_set.tasks:
            sharing.setdefault(task.pile or task.cluster, []).append(task)
        for name, tasks in sharing.items():
            yield TaskGroup(
                task_set.name,
                tuple(tasks),
                rows,
                self.eligible,
                self.scoring(task_set),
                record_path(self.out / "scores", task_set.name, name),
                record_path(self.out / "seconds", task_set.name, name),
            )

    def _compute(self, missing: list[tuple[TaskGroup, int]], found: dict[Key, Record]) -> None:
        """Score the groups with missing scores, long and short ones in turns, the longest first."""
        missing.sort(key=lambda pair: -pair[1] * pair[0].size)
        missing = [missing[place] for place in spread_evenly(len(missing))]
        done, total = 0, sum(count for _, count in missing)
        if missing:
            self.progress("scoring", 0, total)
        for place, records in _parallel([group for group, _ in missing], self.jobs):
            found |= records
            done += missing[place][1]
            self.progress("scoring", done, total)


def spread_evenly(count: int) -> list[int]:
    """The numbers below `count` so ordered that any first part of them is spread evenly.

    So the pace of the first groups is that of all, and the time that is left can be estimated.
    """
    return sorted(range(count), key=lambda place: place * GOLDEN % 1)


def _parallel(groups: list[TaskGroup], jobs: int) -> Iterator[tuple[int, dict[Key, Record]]]:
    """(place, records) of each group as it is done."""
    from threadpoolctl import threadpool_limits

    scored = parallel_map(_scored, list(enumerate(groups)), jobs, ordered=False)
    try:
        with threadpool_limits(1), closing(scored):
            yield from scored
    except WorkerEndedError as error:
        raise WorkerEndedError(f"{error}; the scores so far are kept") from error


def _scored(numbered: tuple[int, TaskGroup]) -> tuple[int, dict[Key, Record]]:
    place, group = numbered
    return place, _GroupScorer(group).score()


@dataclass(frozen=True)
class TaskGroup:
    """Tasks that share their documents, and the rows that are to be scored on them.

    Parameters
    ----------
    records, timings : the files that scores and seconds of processor are kept in.
    """

    set_name: str
    tasks: tuple[Task, ...]
    rows: tuple[Row, ...]
    eligible: Eligibility
    scoring: Scoring | AnswerScoring
    records: Path
    timings: Path

    @property
    def size(self) -> int:
        """Characters of the documents."""
        return sum(len(document.text) for document in self.tasks[0].documents)

    @cached_property
    def wanted(self) -> dict[tuple[int, int], Key]:
        """The key of each score wanted, by place of the row and place of the task."""
        inputs = [
            (task.id, self.scoring.signature(task.words), code_hash(), task_hash(task))
            for task in self.tasks
        ]
        keys = {}
        for r, row in enumerate(self.rows):
            system, eligible = repr(row.system), self._eligible(row)
            for t, (name, signature, code, input) in enumerate(inputs):
                if row.takes_part(self.tasks[t]):
                    keys[r, t] = Key(name, system, eligible, signature, code, input)
        return keys

    def _eligible(self, row: Row) -> str:
        if isinstance(row.system, Written):
            return GIVEN
        return OWN if isinstance(row.system, Preset | Quoting) else self.eligible


class _GroupScorer:
    """Scores a group: keeps the corpus of tasks that follow each other, and counted references."""

    def __init__(self, group: TaskGroup) -> None:
        self._group = group
        self._corpus: tuple[Task, Corpus] | None = None
        self._judges: dict[str, Callable[[str], Scores]] = {}

    def score(self) -> dict[Key, Record]:
        """All scores that the group wants; missing ones are computed, and kept as time goes by."""
        group = self._group
        with ScoreFile(group.records, group.timings) as kept:
            for (r, t), key in group.wanted.items():
                if key not in kept.records:
                    began = time.process_time()
                    record = self._record(key, group.rows[r], group.tasks[t])
                    kept.add(record, time.process_time() - began)
        return {key: kept.records[key] for key in group.wanted.values()}

    def _record(self, key: Key, row: Row, task: Task) -> Record:
        """The record of one system on one task; an error there is the record of a failure."""
        try:
            if isinstance(row.system, Written):
                return self._written(key, row.system, task)
            if isinstance(row.system, Quoting):
                text = row.system.quote(task)
                return Record(key, (), text, len(text.split()), self._judge(task)(text))
            return self._computed(key, row.system, task)
        except Exception as error:
            reason = " ".join(str(error).split())
            name = type(error).__name__
            return Record(key, failure=f"{name}: {reason}" if reason else name)

    def _written(self, key: Key, system: Written, task: Task) -> Record:
        found = system.find(task)
        text = found.text if found else ""
        scoring = self._group.scoring
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
            eligible = corpus.eligible(eligibility_options(self._group.eligible))
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
            self._judges[task.id] = self._group.scoring.judge_of(task)
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
