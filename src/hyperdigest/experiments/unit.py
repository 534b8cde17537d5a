"""One unit of work: a cluster of tasks, and the systems that are to be scored on it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from hyperdigest.evaluation.tasks import Task
from hyperdigest.experiments.answers.scoring import AnswerScoring
from hyperdigest.experiments.case import Case, Measured, System
from hyperdigest.experiments.corpus import Corpus
from hyperdigest.experiments.eligibility import GIVEN, OWN, Eligibility, eligibility_options
from hyperdigest.experiments.entries import Entry, Quoting, Written
from hyperdigest.experiments.preset import Preset
from hyperdigest.experiments.records import Key, Record, Scores, task_hash
from hyperdigest.experiments.scoring import Scoring
from hyperdigest.experiments.shelf import shelf
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
