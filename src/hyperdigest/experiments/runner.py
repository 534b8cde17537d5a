"""The runner: scores every system on every task of some sets, and keeps the scores on disk.

Tasks that share their documents are a group, which one process scores at a time, so that the
documents are split and their topics are fitted once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path

import numpy as np

from hyperdigest.base.processes import parallel_map
from hyperdigest.base.versions import code_hash
from hyperdigest.errors import WorkerEndedError
from hyperdigest.experiments.data.tasks import Task, TaskSet
from hyperdigest.experiments.registry import GIVEN, OWN, Eligibility, eligibility_options
from hyperdigest.experiments.scores import (
    AnswerScoring,
    Judge,
    Key,
    Record,
    Results,
    ScoreFile,
    Scoring,
    UpdateScoring,
    read_records,
    record_path,
    task_hash,
)
from hyperdigest.experiments.systems import (
    Case,
    Corpus,
    Measured,
    Preset,
    Quoting,
    Row,
    System,
    Written,
    seeded,
)
from hyperdigest.progress import Progress, quiet

GOLDEN = (5**0.5 - 1) / 2
"""Its multiples, without their whole parts, are spread evenly, however many are taken."""


@dataclass(frozen=True)
class Runner:
    """Task sets, and how systems are scored on them.

    Scores are kept in the folder `out`. `eligible` says which sentences may be picked, but by
    systems that say so themselves, and `seed` is of every system that draws at random. With
    `jackknife` each reference is left out in turn; None does so for sets called ``duc...``. `jobs`
    processes are at work at the same time.
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
        tasks = sum(len(s.tasks) for s in self.sets)
        clusters = sum(len(s.clusters) for s in self.sets)
        of_sets = f"sets {len(self.sets)}, processes {self.jobs}"
        return f"tasks {tasks:,}, clusters {clusters:,}, {of_sets}"

    def scoring(self, task_set: TaskSet) -> Scoring | AnswerScoring:
        """How summaries of a set are scored."""
        if any(task.answers is not None for task in task_set.tasks):
            return AnswerScoring()
        how = UpdateScoring if any(task.parts for task in task_set.tasks) else Scoring
        if self.jackknife is None:
            return how(task_set.name.startswith("duc"))
        return how(self.jackknife)

    def score(self, rows: Sequence[Row]) -> Results:
        """The scores of all rows on all tasks: those kept, and the others computed and kept."""
        rows = tuple(Row(row.label, seeded(row.system, self.seed)) for row in rows)
        groups = [group for task_set in self.sets for group in self._groups(task_set, rows)]
        found: dict[Key, Record] = {}
        missing, warnings = [], []
        for group in groups:
            kept, warning = read_records(group.records)
            found |= kept
            warnings += [warning] if warning else []
            if count := sum(key not in kept for key in group.wanted.values()):
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
        how = self.eligible, self.scoring(task_set)
        for name, tasks in sharing.items():
            files = (
                record_path(self.out / kind, task_set.name, name) for kind in ("scores", "seconds")
            )
            yield TaskGroup(task_set.name, tuple(tasks), rows, *how, *files)

    def _compute(self, missing: list[tuple[TaskGroup, int]], found: dict[Key, Record]) -> None:
        """Score the groups with missing scores, long and short ones in turns, the longest first."""
        from threadpoolctl import threadpool_limits

        if not missing:
            return
        missing.sort(
            key=lambda pair: -pair[1] * sum(len(d.text) for d in pair[0].tasks[0].documents)
        )
        missing = [missing[place] for place in spread_evenly(len(missing))]
        done, total = 0, sum(count for _, count in missing)
        self.progress("scoring", 0, total)
        groups = [(place, group) for place, (group, _) in enumerate(missing)]
        scored = parallel_map(_scored, groups, self.jobs, ordered=False)
        try:
            with threadpool_limits(1), closing(scored):
                for place, records in scored:
                    found |= records
                    done += missing[place][1]
                    self.progress("scoring", done, total)
        except WorkerEndedError as error:
            raise WorkerEndedError(f"{error}; the scores so far are kept") from error


def spread_evenly(count: int) -> list[int]:
    """The numbers below `count` so ordered that any first part of them is spread evenly.

    So the pace of the first groups is that of all, and the time that is left can be estimated.
    """
    return sorted(range(count), key=lambda place: place * GOLDEN % 1)


def _scored(numbered: tuple[int, TaskGroup]) -> tuple[int, dict[Key, Record]]:
    place, group = numbered
    return place, group.score()


@dataclass(frozen=True)
class TaskGroup:
    """Tasks that share their documents, and the rows that are to be scored on them.

    `records` and `timings` are the files that scores and seconds of processor are kept in.
    """

    set_name: str
    tasks: tuple[Task, ...]
    rows: tuple[Row, ...]
    eligible: Eligibility
    scoring: Scoring | AnswerScoring
    records: Path
    timings: Path

    @cached_property
    def wanted(self) -> dict[tuple[int, int], Key]:
        """The key of each score wanted, by place of the row and place of the task."""
        inputs = [
            (task.id, self.scoring.signature(task.words), code_hash(), task_hash(task))
            for task in self.tasks
        ]
        keys = {}
        for r, row in enumerate(self.rows):
            system, eligible = repr(row.system), str(self.eligible)
            if isinstance(row.system, Written):
                eligible = GIVEN
            elif isinstance(row.system, Preset | Quoting):
                eligible = OWN
            for t, (name, signature, code, input) in enumerate(inputs):
                if row.takes_part(self.tasks[t]):
                    keys[r, t] = Key(name, system, eligible, signature, code, input)
        return keys

    def score(self) -> dict[Key, Record]:
        """All scores that the group wants; missing ones are computed, and kept as time goes by."""
        tasks = {task.id: task for task in self.tasks}
        judge_of = cache(lambda id: self.scoring.judge_of(tasks[id]))
        with ScoreFile(self.records, self.timings) as kept:
            for (r, t), key in self.wanted.items():
                if key not in kept.records:
                    began = time.process_time()
                    record = self._record(key, self.rows[r].system, self.tasks[t], judge_of)
                    kept.add(record, time.process_time() - began)
        return {key: kept.records[key] for key in self.wanted.values()}

    def _record(
        self,
        key: Key,
        system: System | Written | Quoting,
        task: Task,
        judge_of: Callable[[str], Judge],
    ) -> Record:
        """The record of one system on one task; an error there is the record of a failure."""
        try:
            if not isinstance(system, Written | Quoting):
                return self._computed(key, system, task, judge_of)
            if isinstance(system, Quoting):
                text, judge = system.quote(task), judge_of(key.task)
            else:
                found = system.find(task)
                text = found.text if found else ""
                how = replace(self.scoring, jackknife=self.scoring.jackknife and not system.person)
                judge = how.judge_of(task, system.references(task))
            return Record(key, text=text, words=len(text.split()), scores=judge(text))
        except Exception as error:
            reason = " ".join(str(error).split())
            name = type(error).__name__
            return Record(key, failure=f"{name}: {reason}" if reason else name)

    def _computed(
        self, key: Key, system: System, task: Task, judge_of: Callable[[str], Judge]
    ) -> Record:
        corpus = _corpus(task.documents, task.dates, task.language, task.unit)
        new = np.arange(len(task.documents)) >= task.known
        if key.eligible == OWN:
            eligible = new[corpus.document]
        else:
            eligible = corpus.eligible(eligibility_options(self.eligible), new)
        case = Case(corpus, task.question, task.words, eligible, task.parts)
        chosen = [int(i) for i in system(case)]
        if len(set(chosen)) < len(chosen):
            raise ValueError(f"a sentence was picked twice: {chosen}")
        barred = [i for i in chosen if not (0 <= i < len(eligible) and eligible[i])]
        if barred:
            raise ValueError(f"sentences were picked that are not eligible: {barred}")
        length = int(corpus.lengths[chosen].sum())
        if length > case.budget:
            raise ValueError(f"{length} {corpus.unit} were picked, but the budget is {case.budget}")
        text = case.text(chosen)
        words = int(corpus.words[chosen].sum())
        scores = judge_of(key.task)(text)
        if isinstance(system, Measured):
            scores |= system.measures(case)
        return Record(key, tuple(chosen), text, words, scores)


_corpus = lru_cache(maxsize=1)(Corpus)
"""The corpus of a task, kept for those after it that share its documents."""
