"""Scores: how summaries are scored, what is kept of it on disk, and the scores of a whole table.

A summary is scored by ROUGE, ROUGE-SU4 of content words and Lexical Diversity; where the answer is
known, by whether the digest quotes it. A score is kept under everything that it depends on, the
code included, in one file for each group of tasks, so that none is computed twice. The seconds of
processor that each system took are kept in files beside, as the scores are the same at every run
and the seconds are not.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Self
from urllib.parse import quote

from hyperdigest.base.files import atomic_write
from hyperdigest.documents import Document
from hyperdigest.evaluation.diversity import lexical_diversity
from hyperdigest.evaluation.rouge import MEASURES, STOP_WORDS, Rouge, count_stop_words, signature
from hyperdigest.experiments.data.sets import GENERAL
from hyperdigest.experiments.data.tasks import Answers, Task, TaskSet

Scores = dict[str, float]
SKIPPED = "rouge-su4"
AT_MOST_LOST = 5.0
"""Seconds of work that are lost when the process is killed."""


@dataclass(frozen=True, order=True)
class Key:
    """What a score depends on.

    `system` is its repr, which holds its parameters; `eligible` tells which sentences it might
    pick, and `signature` how it was scored. `code` is the hash of the files of this project that
    made it, and `input` that of the question, documents, references, peers and budget of the task.
    """

    task: str
    system: str
    eligible: str
    signature: str
    code: str
    input: str


@dataclass(frozen=True)
class Record:
    """What a system wrote for a task, and how it scored; or why it failed.

    `chosen` has the sentences in the order picked; empty where the data brought the summary.
    `words` counts the whitespace-separated words of `text`.
    """

    key: Key
    chosen: tuple[int, ...] = ()
    text: str = ""
    words: int = 0
    scores: Scores | None = None
    failure: str = ""


def task_hash(task: Task) -> str:
    """A name for everything in a task that scores depend on."""
    parts = [task.question, str(task.words), *task.dates, task.language, task.unit]
    parts += [repr(task.parts)] if task.parts else []
    parts += [repr(task.answers), _documents_hash(task.documents)]
    for summaries in (task.references, task.peers):
        parts.append(str(len(summaries)))
        parts += [part for s in summaries for part in (s.author, s.text)]
    return _hash(parts)


def _hash(parts: Iterable[str]) -> str:
    hasher = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        hasher.update(len(data).to_bytes(8, "big") + data)
    return hasher.hexdigest()[:16]


@lru_cache(maxsize=4)
def _documents_hash(documents: tuple[Document, ...]) -> str:
    """A name for all documents but their paths, kept for the next tasks that share them."""
    names = [field.name for field in fields(Document) if field.name != "path"]
    return _hash(repr(tuple(getattr(document, n) for n in names)) for document in documents)


def record_path(folder: Path, set_name: str, cluster: str) -> Path:
    """Where the records of a cluster lie; names that no folder may have are spelt out."""
    parts = []
    for name in (*set_name.split("/"), cluster):
        spelt = quote(name, safe=" ()+,=@~").replace(".", "%2E") or "%"
        short = f"{spelt[:80]}-{sha256(name.encode()).hexdigest()[:16]}"
        parts.append(spelt if len(spelt) <= 100 else short)
    return folder.joinpath(*parts[:-1], f"{parts[-1]}.json")


def read_records(path: Path) -> tuple[dict[Key, Record], str]:
    """The records in a file that are no failures: those are tried again; and a warning, if any.

    A file that cannot be trusted has none.
    """
    damaged = f"the scores in {path.parent.name}/{path.name} were damaged and are computed anew"
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}, ""
    except (OSError, UnicodeDecodeError):
        return {}, damaged
    head, separator, rest = text.partition(', "records": ')
    body = rest.removesuffix("}\n")
    if not separator or head != f'{{"sha256": "{sha256(body.encode()).hexdigest()}"':
        return {}, damaged
    found = [
        Record(**values | {"key": Key(**values["key"]), "chosen": tuple(values["chosen"])})
        for values in json.loads(body)
    ]
    return {record.key: record for record in found if not record.failure}, ""


class ScoreFile:
    """The records of a group while they grow, written every few seconds and at the end.

    It is a context manager: leaving it, also by an error, writes what is not on disk yet. `path`
    and `timings` are the files of the records and of the seconds of processor they took.
    """

    def __init__(self, path: Path, timings: Path) -> None:
        self.records, _ = read_records(path)
        self._path, self._timings = path, timings
        self._seconds: dict[str, float] = {}
        self._written_at = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._write()

    def add(self, record: Record, seconds: float) -> None:
        """Add a record that took some seconds of processor."""
        self.records[record.key] = record
        self._seconds[f"{record.key.system} {record.key.task}"] = seconds
        if time.monotonic() - self._written_at > AT_MOST_LOST:
            self._write()

    def _write(self) -> None:
        """Write the records, and add to the seconds kept; a damaged file of these begins anew.

        What systems share (splitting, topics) counts for the first that asked for it.
        """
        if not self._seconds:
            return
        ordered = sorted(self.records.values(), key=lambda record: record.key)
        lines = ",\n".join(
            json.dumps(vars(record) | {"key": vars(record.key)}, sort_keys=True)
            for record in ordered
        )
        body = f"[\n{lines}\n]"
        checksum = sha256(body.encode()).hexdigest()
        _write_whole(self._path, f'{{"sha256": "{checksum}", "records": {body}}}\n')
        try:
            kept: dict[str, float] = dict(json.loads(self._timings.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            kept = {}
        kept |= {name: round(took, 4) for name, took in self._seconds.items()}
        _write_whole(self._timings, f"{json.dumps(kept, indent=0, sort_keys=True)}\n")
        self._seconds.clear()
        self._written_at = time.monotonic()


def _write_whole(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


R1, R2, SU4 = "rouge-1 recall", "rouge-2 recall", "rouge-su4 recall"
CONTENT = "content su4 recall"
"""ROUGE-SU4 of what is left where stop words are taken out of both sides."""

DIVERSITY = "diversity"
STOPPED, TOKENS = "stop words", "tokens"
"""How many stop words are among the tokens of a summary, and how many tokens there are."""

NEWS = "news recall"
"""Content SU4 of what the documents that the reader knows do not say."""

RELEVANT, AGAIN, KNOWN = "relevant", "told again", "known"
"""Content SU4 of an update, not jackknifed; the part of it that the documents say that the reader
knows; and the share of the references that they say."""

ANSWERED = "answered"
"""The share of the parts of an answer that a digest quotes: 0 or 1 where it has one part."""


Judge = Callable[[str], Scores]
"""Scores a summary: recall, precision and F of each ROUGE and what else is measured, by name."""


@dataclass(frozen=True)
class Scoring:
    """ROUGE-1, -2 and -SU4 as of version 1.5.5, SU4 of content words, and Lexical Diversity.

    With `jackknife` each reference is left out in turn and the mean is taken, as NIST did for DUC.
    """

    jackknife: bool = False

    def signature(self, limit: int) -> str:
        """Every choice that changes a score, by name."""
        return f"{signature(limit, self.jackknife)}|content:stop-removed|diversity:summary"

    def judge_of(self, task: Task, references: Sequence[str] = ()) -> Judge:
        """Who scores summaries of a task, against other references where some are given."""
        return self.judge(references or task.texts, task.words)

    def judge(self, references: Sequence[str], limit: int) -> Judge:
        """Who scores summaries against references, which are counted once, with stop words and not.

        Only `limit` words of a text count.
        """
        rouge = Rouge(references, limit, self.jackknife)
        content = Rouge(references, limit, self.jackknife, STOP_WORDS)

        def scores(text: str) -> Scores:
            found = {
                f"{name} {measure}": getattr(score, measure)
                for name, score in rouge.score(text).items()
                for measure in MEASURES
            }
            stopped, tokens = count_stop_words(text)
            return found | {
                CONTENT: content.score(text)["rouge-su4"].recall,
                DIVERSITY: lexical_diversity(text),
                STOPPED: float(stopped),
                TOKENS: float(tokens),
            }

        return scores


@dataclass(frozen=True)
class UpdateScoring(Scoring):
    """The same, and how much of what a summary shares with the references is news.

    A unit that a known document holds, in a sentence or across two, is told again. Units that no
    reference has count for neither, so that nonsense cannot make a summary look new.
    """

    def signature(self, limit: int) -> str:
        """Every choice that changes a score, by name."""
        return f"{super().signature(limit)}|news:units of no known document"

    def judge_of(self, task: Task, references: Sequence[str] = ()) -> Judge:
        """Who scores summaries of a task, against other references where some are given."""
        texts = references or task.texts
        judge = self.judge(texts, task.words)
        known = [document.text for document in task.documents[: task.known]]
        relevant = Rouge(texts, task.words, False, STOP_WORDS)
        fresh = Rouge(texts, task.words, False, STOP_WORDS, known)
        share = fresh.size(SKIPPED) / max(1, relevant.size(SKIPPED))

        def scores(text: str) -> Scores:
            told = relevant.score(text)[SKIPPED].recall
            news = fresh.score(text)[SKIPPED].recall
            again = max(0.0, told - share * news)
            return judge(text) | {NEWS: news, RELEVANT: told, AGAIN: again, KNOWN: 1 - share}

        return scores


@dataclass(frozen=True)
class AnswerScoring:
    """The share of a known answer that a digest quotes; references have no part in it."""

    jackknife: bool = False

    def signature(self, limit: int) -> str:
        """Every choice that changes a score, by name."""
        return f"answers|quoted:verbatim|limit:{limit}"

    def judge_of(self, task: Task, references: Sequence[str] = ()) -> Judge:
        """What scores digests for a task. Raises a TypeError where there are references."""
        if references:
            raise TypeError("summaries that the data brings are compared with references")
        answers = task.answers or Answers(())
        return lambda text: {ANSWERED: answers.held(text)}


Place = tuple[str, str]
"""Name of a set, id of a task in it."""

NAMED = 3
"""How many of the tasks that a row failed on a warning names."""


@dataclass(frozen=True)
class Results:
    """Records of the rows of a table on the tasks of some sets.

    `labels` are those of the rows, in their order. `records` are found by label, name of the set
    and id of the task. `warnings` are what a user should know, a sentence each.
    """

    sets: tuple[TaskSet, ...]
    labels: tuple[str, ...]
    records: Mapping[tuple[str, str, str], Record]
    warnings: tuple[str, ...] = ()

    @property
    def clusters(self) -> dict[Place, str]:
        """The cluster of each task, its name unique among all sets."""
        return {
            (task_set.name, task.id): f"{task_set.name.removesuffix(GENERAL)}/{task.cluster}"
            for task_set in self.sets
            for task in sorted(task_set.tasks, key=lambda task: task.id)
        }

    def values(self, label: str, measure: str) -> dict[Place, float]:
        """A measure of a row on each task it has a score for, in order of sets and ids.

        A task on which it failed counts 0.
        """
        records = {place: self.records.get((label, *place)) for place in self.clusters}
        return {
            place: record.scores[measure] if record.scores else 0.0
            for place, record in records.items()
            if record is not None
        }

    @property
    def failures(self) -> list[str]:
        """What went wrong, a line for each row and reason."""
        places: dict[tuple[str, str], list[str]] = {}
        for label in self.labels:
            for place in self.clusters:
                record = self.records.get((label, *place))
                if record is not None and record.failure:
                    places.setdefault((label, record.failure), []).append("/".join(place))
        told = []
        for (label, reason), tasks in places.items():
            more = f" and {len(tasks) - NAMED} more tasks" if len(tasks) > NAMED else ""
            some = f"{', '.join(tasks[:NAMED])}{more}"
            told.append(f"{label} failed on {some}: {reason}; a failure counts 0")
        return told

    @property
    def headline(self) -> Results:
        """The results on the headline sets."""
        return replace(self, sets=headline_sets(self.sets))

    def restricted(self, set_name: str) -> Results:
        """The results of one set."""
        return replace(self, sets=tuple(s for s in self.sets if s.name == set_name))


def headline_sets(sets: tuple[TaskSet, ...]) -> tuple[TaskSet, ...]:
    """The sets but those of general questions, unless there are no others."""
    return tuple(s for s in sets if not s.name.endswith(GENERAL)) or sets
