"""ROUGE of systems from files: summaries and references read, paired, scored and compared.

Each system has intervals; all but the first are compared to the first, with p values corrected
for their number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from hyperdigest.base.text import printable, unique_names
from hyperdigest.errors import ReadError
from hyperdigest.evaluation.rouge import METRICS, Interval, Rouge, Score, bootstrap
from hyperdigest.evaluation.significance import Comparison, compare, holm
from hyperdigest.progress import Progress, quiet, steps
from hyperdigest.read.content import read_bytes
from hyperdigest.read.encoding import decode, replace_surrogates
from hyperdigest.read.text import read_records

SUFFIXES = (".jsonl", ".jsonl.gz")
"""Files of JSON lines end so."""

Warn = Callable[[str], None]
"""Told, in a sentence each, what was left out and why."""

MEASURES = ("recall", "precision", "f")
COMPARED = ("recall", "f")


@dataclass(frozen=True, slots=True)
class Known:
    """The references of a task, and the cluster of tasks that it belongs to."""

    texts: tuple[str, ...]
    cluster: str


@dataclass(frozen=True, slots=True)
class Reference:
    """References of one task.

    Parameters
    ----------
    name : of the file, or the id of the record.
    texts : one or more.
    cluster : tasks of the same cluster share their documents; empty where nothing is known.
    is_file : the name may have more behind that of the task.
    """

    name: str
    texts: tuple[str, ...]
    cluster: str = ""
    is_file: bool = False


def read_candidates(path: Path, warn: Warn) -> dict[str, dict[str, str]]:
    """The summaries of each system by the name of their task, systems and tasks sorted.

    A folder holds one system, a text file for each task, called as the task and a suffix; or it
    holds a folder, or a file of JSON lines with ``id`` and ``summary``, for each system.

    Raises
    ------
    ReadError
        where there is no such path.
    """
    places = _systems(path, warn)
    names = unique_names([((_name(place),), 1) for place in places])
    return {name: dict(_summaries(place, warn)) for name, place in zip(names, places, strict=True)}


def read_references(path: Path, warn: Warn) -> list[Reference]:
    """The references in a file or a folder: text files, and JSON lines with ``references``.

    Raises
    ------
    ReadError
        where there is no such path.
    """
    found: list[Reference] = []
    for file in _files(path, warn):
        if holds_records(file):
            found += _from_records(file, warn)
        else:
            found += [Reference(file.name, (text,), is_file=True) for text in _text_of(file, warn)]
    return found


def _systems(path: Path, warn: Warn) -> list[Path]:
    """The folders and files that hold one system each."""
    if not path.is_dir():
        return [path]
    inside = _visible(path)
    several = [place for place in inside if place.is_dir() or holds_records(place)]
    for place in inside if several else ():
        if place not in several:
            warn(f"skipped {_shown(place)}: it stands beside systems: move it into a folder")
    return several or [path]


def _summaries(place: Path, warn: Warn) -> Iterator[tuple[str, str]]:
    """(task, summary) of one system, each task once."""
    seen: set[str] = set()
    for file in _files(place, warn):
        found = _records_of(file, warn) if holds_records(file) else _named_text(file, warn)
        for where, task, text in found:
            if task in seen:
                warn(f"skipped {where}: there is another summary of {printable(task)} before it")
            else:
                seen.add(task)
                yield task, text


def _named_text(file: Path, warn: Warn) -> Iterator[tuple[str, str, str]]:
    for text in _text_of(file, warn):
        yield _shown(file), file.stem, text


def _records_of(file: Path, warn: Warn) -> Iterator[tuple[str, str, str]]:
    for where, id, record in _records(file, warn):
        if isinstance(record.get("summary"), str):
            yield where, id, record["summary"]
        else:
            warn(f"skipped {where}: has no summary")


def _from_records(file: Path, warn: Warn) -> Iterator[Reference]:
    for where, id, record in _records(file, warn):
        texts = tuple(text for text in _list(record, "references") if isinstance(text, str))
        if texts:
            yield Reference(id, texts, _cluster(record))
        else:
            warn(f"skipped {where}: has no references")


def _records(file: Path, warn: Warn) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(where, id, record) of the lines that have an id."""
    try:
        values = read_records(file)
    except ReadError as error:
        warn(f"skipped {_shown(file)}: {error}")
        return
    for number, value in values.items():
        id = value.get("id") if isinstance(value, dict) else None
        if isinstance(id, str | int) and str(id):
            yield f"{_shown(file)}, line {number}", str(id), value
        else:
            warn(f"skipped {_shown(file)}, line {number}: is no JSON object with an id")


def _cluster(record: dict[str, Any]) -> str:
    if isinstance(record.get("cluster"), str):
        return str(record["cluster"])
    documents = _list(record, "documents")
    return document_cluster(documents[0]) if documents else ""


def _text_of(file: Path, warn: Warn) -> Iterator[str]:
    """The text of a file, if it can be read; one without words counts, and is named."""
    try:
        text = decode(read_bytes(file))
    except ReadError as error:
        warn(f"skipped {_shown(file)}: {error}")
        return
    if not text.strip():
        warn(f"{_shown(file)} is empty, and counts as a text without words")
    yield text


def _files(place: Path, warn: Warn) -> list[Path]:
    """The file `place`, or the files right in the folder, sorted, hidden ones left out."""
    if not place.is_dir():
        if not place.exists():
            raise ReadError(f"{_shown(place)} does not exist: give a file or a folder of summaries")
        return [place]
    inside = _visible(place)
    for folder in (path for path in inside if path.is_dir()):
        warn(f"skipped {_shown(folder)}: is a folder, where files were looked for")
    return [path for path in inside if not path.is_dir()]


def _visible(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise ReadError(f"{_shown(folder)} cannot be read: {error.strerror}") from error


def document_cluster(document: Any) -> str:
    """The id of a document up to its last hyphen, as tasks share it that share documents."""
    id = text_of(document.get("id")) if isinstance(document, dict) else ""
    return id.rpartition("-")[0] or id


def text_of(value: Any) -> str:
    """A text or a whole number in JSON as a text without space around it; else an empty one."""
    return raw_text(str(value) if type(value) is int else value).strip()


def raw_text(value: Any) -> str:
    """A text in JSON, lone surrogates replaced; empty where it is none."""
    return replace_surrogates(value) if isinstance(value, str) else ""


def _name(place: Path) -> str:
    """What a system is called: its folder, or its file without the suffix."""
    if place.is_dir():
        return place.resolve().name
    ends = (end for end in (*SUFFIXES, place.suffix) if place.name.lower().endswith(end.lower()))
    return place.name[: len(place.name) - len(next(ends))]


def holds_records(path: Path) -> bool:
    """Whether a file is one of JSON lines, by its name."""
    return path.name.lower().endswith(SUFFIXES)


def _list(record: dict[str, Any], field: str) -> list[Any]:
    value = record.get(field)
    return value if isinstance(value, list) else []


def _shown(path: Path) -> str:
    return printable(str(path))


def pair(
    tasks: Collection[str], references: Sequence[Reference]
) -> tuple[dict[str, Known], list[str]]:
    """The references of each task that has some, and the names of those of no task.

    A record belongs to the task of its id; a file to that of its name, with or without what
    follows a dot. Where that fits several tasks, the longest name counts.
    """
    found: dict[str, list[Reference]] = {}
    unused = []
    for reference in references:
        task = next((name for name in _names(reference) if name in tasks), None)
        if task is None:
            unused.append(reference.name)
        else:
            found.setdefault(task, []).append(reference)
    return {task: _known(task, found[task]) for task in tasks if task in found}, unused


def _known(task: str, references: Sequence[Reference]) -> Known:
    texts = tuple(text for reference in references for text in reference.texts)
    clusters = [reference.cluster for reference in references if reference.cluster]
    return Known(texts, clusters[0] if clusters else task)


def _names(reference: Reference) -> list[str]:
    """Names of the task that a reference may belong to, the longest first."""
    parts = reference.name.split(".") if reference.is_file else [reference.name]
    return [".".join(parts[:end]) for end in range(len(parts), 0, -1)]


@dataclass(frozen=True, slots=True)
class TaskScores:
    """The `Score` by metric of one summary, against so many references."""

    id: str
    cluster: str
    references: int
    scores: Mapping[str, Score]

    def value(self, metric: str, measure: str) -> float:
        """One of `MEASURES` by one metric."""
        number: float = getattr(self.scores[metric], measure)
        return number


@dataclass(frozen=True, slots=True)
class SystemScores:
    """The scores of one system on its tasks, of which there is one at least."""

    name: str
    tasks: tuple[TaskScores, ...]

    def interval(self, metric: str, measure: str) -> Interval:
        """Average and interval as ROUGE-1.5.5 prints them, its evaluation ids ``TASK.SYSTEM``."""
        ordered = sorted(
            self.tasks, key=lambda task: f"{task.id}.{self.name}".encode("utf-8", "surrogatepass")
        )
        return bootstrap([task.value(metric, measure) for task in ordered])


def score_systems(
    summaries: Mapping[str, Mapping[str, str]],
    known: Mapping[str, Known],
    limit: int | None = None,
    jackknife: bool = False,
    progress: Progress = quiet,
    stop_words: Iterable[str] | None = None,
) -> list[SystemScores]:
    """The scores of each system that has a summary of a task with references, in their order.

    Parameters
    ----------
    summaries : of each system, by task.
    known : the references of each task.
    limit, jackknife, stop_words : as of `Rouge`.
    progress : told ``scoring`` for every task.
    """
    scored: dict[str, list[TaskScores]] = {name: [] for name in summaries}
    for task, of in steps(sorted(known.items()), "scoring", len(known), progress):
        judge = Rouge(of.texts, limit, jackknife, stop_words)
        for name, given in summaries.items():
            if task in given:
                scores = judge.score(given[task])
                scored[name].append(TaskScores(task, of.cluster, len(of.texts), scores))
    return [SystemScores(name, tuple(tasks)) for name, tasks in scored.items() if tasks]


@dataclass(frozen=True, slots=True)
class Against:
    """A system compared to the first on the tasks of both.

    Parameters
    ----------
    corrected : `Comparison.p` by `holm`, over the systems compared in this metric and measure.
    """

    system: str
    metric: str
    measure: str
    comparison: Comparison
    corrected: float


def against_first(systems: Sequence[SystemScores]) -> list[Against]:
    """Each system but the first compared to it, where they share a task, in `COMPARED`."""
    found: list[Against] = []
    for metric, measure in product(METRICS, COMPARED):
        comparisons = {
            system.name: _comparison(system, systems[0], metric, measure)
            for system in systems[1:]
            if _shared(system, systems[0])
        }
        corrected = holm([comparison.p for comparison in comparisons.values()])
        found += [
            Against(name, metric, measure, comparison, p)
            for (name, comparison), p in zip(comparisons.items(), corrected, strict=True)
        ]
    return found


def _comparison(system: SystemScores, first: SystemScores, metric: str, measure: str) -> Comparison:
    tasks = _shared(system, first)
    mine, theirs = ({task.id: task for task in scores.tasks} for scores in (system, first))
    return compare(
        [mine[id].value(metric, measure) for id in tasks],
        [theirs[id].value(metric, measure) for id in tasks],
        [mine[id].cluster for id in tasks],
    )


def _shared(system: SystemScores, first: SystemScores) -> list[str]:
    """Tasks of both, sorted."""
    return sorted({task.id for task in system.tasks} & {task.id for task in first.tasks})
