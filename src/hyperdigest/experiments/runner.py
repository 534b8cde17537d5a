"""The runner: scores every system on every task of some sets, and stores the scores on disk.

Tasks that share their documents form a group. One process scores a group at a time, so that its
documents are split and their topics are fitted once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path

import numpy as np

from hyperdigest.base.parallel import parallel_map
from hyperdigest.base.versions import code_hash
from hyperdigest.errors import WorkerEndedError, reason_of
from hyperdigest.experiments.data.tasks import Task, TaskSet
from hyperdigest.experiments.records import (
    RecordFile,
    RecordKey,
    ScoreRecord,
    read_records,
    record_path,
    task_hash,
)
from hyperdigest.experiments.registry import Eligibility, eligibility_options
from hyperdigest.experiments.results import Results
from hyperdigest.experiments.scoring import AnswerScoring, Judge, Scoring, UpdateScoring
from hyperdigest.experiments.systems import (
    Case,
    DocumentIndex,
    Measured,
    Preset,
    Quoting,
    Row,
    System,
    Written,
    seeded,
)
from hyperdigest.progress import Progress, quiet

OWN_RULE = "own"
"""The eligibility in records of systems that decide themselves which sentences are eligible."""


@dataclass(frozen=True)
class Runner:
    """Task sets, and how systems are scored on them.

    Scores are stored in the folder `out`. `eligible` is the rule for the sentences that systems may
    pick, except for systems with a rule of their own. `seed` is the seed of every system with
    random numbers. If `jackknife`, each reference is left out in turn; None does so for sets called
    ``duc...``. `jobs` is the number of processes.
    """

    sets: tuple[TaskSet, ...]
    out: Path
    eligible: Eligibility = "default"
    seed: int = 0
    jackknife: bool | None = None
    jobs: int = 1
    progress: Progress = quiet

    def __str__(self) -> str:
        """How many tasks, clusters and sets there are, and how many processes."""
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
        """The scores of all rows on all tasks; those not on disk are computed and stored."""
        rows = tuple(Row(row.label, seeded(row.system, self.seed)) for row in rows)
        groups = [group for task_set in self.sets for group in self._groups(task_set, rows)]
        found: dict[RecordKey, ScoreRecord] = {}
        missing, warnings = [], []
        for group in groups:
            stored, warning = read_records(group.records)
            found |= stored
            warnings += [warning] if warning else []
            if count := sum(key not in stored for key in group.keys.values()):
                missing.append((group, count))
        found |= self._compute(missing)
        records = {
            (rows[r].label, group.set_name, key.task): found[key]
            for group in groups
            for (r, _), key in group.keys.items()
        }
        return Results(self.sets, tuple(row.label for row in rows), records, tuple(warnings))

    def _groups(self, task_set: TaskSet, rows: tuple[Row, ...]) -> Iterator[TaskGroup]:
        sharing: dict[str, list[Task]] = {}
        for task in task_set.tasks:
            sharing.setdefault(task.pile or task.cluster, []).append(task)
        how = self.eligible, self.scoring(task_set)
        for name, tasks in sharing.items():
            path = record_path(self.out / "scores", task_set.name, name)
            yield TaskGroup(task_set.name, tuple(tasks), rows, *how, path)

    def _compute(self, missing: list[tuple[TaskGroup, int]]) -> dict[RecordKey, ScoreRecord]:
        """The scores of the groups with missing ones, long and short groups in turn."""
        from threadpoolctl import threadpool_limits

        if not missing:
            return {}
        found: dict[RecordKey, ScoreRecord] = {}
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
            raise WorkerEndedError(f"{error}; the scores so far are saved") from error
        return found


def spread_evenly(count: int) -> list[int]:
    """The numbers below `count` in an order whose every beginning is spread evenly over them.

    So the first groups take as long on average as all, and the time left can be estimated. The
    fractional parts of the multiples of the golden ratio have this property.
    """
    golden_ratio = (5**0.5 - 1) / 2
    return sorted(range(count), key=lambda place: place * golden_ratio % 1)


def _scored(numbered: tuple[int, TaskGroup]) -> tuple[int, dict[RecordKey, ScoreRecord]]:
    place, group = numbered
    return place, group.score()


@dataclass(frozen=True)
class TaskGroup:
    """Tasks that share their documents, and the rows to score on them.

    `records` is the file of their records.
    """

    set_name: str
    tasks: tuple[Task, ...]
    rows: tuple[Row, ...]
    eligible: Eligibility
    scoring: Scoring | AnswerScoring
    records: Path

    @cached_property
    def keys(self) -> dict[tuple[int, int], RecordKey]:
        """The key of each score to compute, by the places of the row and of the task."""
        inputs = [
            (task.id, self.scoring.signature(task.words), code_hash(), task_hash(task))
            for task in self.tasks
        ]
        keys = {}
        for r, row in enumerate(self.rows):
            system, eligible = repr(row.system), str(self.eligible)
            if isinstance(row.system, Written):
                eligible = "given"
            elif isinstance(row.system, Preset | Quoting):
                eligible = OWN_RULE
            for t, (name, signature, code, input) in enumerate(inputs):
                if row.takes_part(self.tasks[t]):
                    keys[r, t] = RecordKey(name, system, eligible, signature, code, input)
        return keys

    def score(self) -> dict[RecordKey, ScoreRecord]:
        """All scores of the group; missing ones are computed and stored one after the other."""
        tasks = {task.id: task for task in self.tasks}
        judge_of = cache(lambda id: self.scoring.judge_of(tasks[id]))
        with RecordFile(self.records) as file:
            for (r, t), key in self.keys.items():
                if key not in file.records:
                    file.add(self._record(key, self.rows[r].system, self.tasks[t], judge_of))
        return {key: file.records[key] for key in self.keys.values()}

    def _record(
        self,
        key: RecordKey,
        system: System | Written | Quoting,
        task: Task,
        judge_of: Callable[[str], Judge],
    ) -> ScoreRecord:
        """The record of one system on one task; any exception makes the record of a failure."""
        try:
            if not isinstance(system, Written | Quoting):
                return self._picked(key, system, task, judge_of(key.task))
            if isinstance(system, Quoting):
                text, judge = system.quote(task), judge_of(key.task)
            else:
                found = system.find(task)
                text = found.text if found else ""
                how = replace(self.scoring, jackknife=self.scoring.jackknife and not system.person)
                judge = how.judge_of(task, system.references(task))
            return ScoreRecord(key, text=text, words=len(text.split()), scores=judge(text))
        except Exception as error:
            return ScoreRecord(key, failure=reason_of(error))

    def _picked(self, key: RecordKey, system: System, task: Task, judge: Judge) -> ScoreRecord:
        """The record of a system that picks sentences. Raises ValueError if it breaks the rules."""
        corpus = _document_index(task.documents, task.dates, task.language, task.unit)
        new = np.arange(len(task.documents)) >= task.known
        if key.eligible == OWN_RULE:
            eligible = new[corpus.document]
        else:
            eligible = corpus.eligible(eligibility_options(self.eligible), new)
        case = Case(corpus, task.question, task.words, eligible, task.parts)
        chosen = [int(i) for i in system(case)]
        if len(set(chosen)) < len(chosen):
            raise ValueError(f"a sentence was picked twice: {chosen}")
        ineligible = [i for i in chosen if not (0 <= i < len(eligible) and eligible[i])]
        if ineligible:
            raise ValueError(f"sentences were picked that are not eligible: {ineligible}")
        length = int(corpus.lengths[chosen].sum())
        if length > case.budget:
            raise ValueError(f"{length} {corpus.unit} were picked, but the budget is {case.budget}")
        text = case.text(chosen)
        words = int(corpus.words[chosen].sum())
        scores = judge(text)
        if isinstance(system, Measured):
            scores |= system.measures(case, task)
        return ScoreRecord(key, tuple(chosen), text, words, scores)


_document_index = lru_cache(maxsize=1)(DocumentIndex)
"""The index of a task's documents, cached for the next tasks that share them."""
