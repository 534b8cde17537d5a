"""Tasks: a question with its documents, and the summaries or answers that people wrote for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hyperdigest.documents import Document
from hyperdigest.options import AUTO, Unit


@dataclass(frozen=True, slots=True)
class Answers:
    """What a digest must quote to answer a question.

    A broad question has several `parts`, others have one, and a question that the documents do not
    answer has none; each part is quoted where any of its strings is. `case` says whether capitals
    count; white space never does.
    """

    parts: tuple[tuple[str, ...], ...]
    case: bool = False

    def held(self, text: str) -> float:
        """The share of the parts that `text` quotes; 0 without parts."""
        quoted = self._plain(text)
        hits = [any(self._plain(answer) in quoted for answer in part) for part in self.parts]
        return sum(hits) / len(hits) if hits else 0.0

    def _plain(self, text: str) -> str:
        return " ".join((text if self.case else text.casefold()).split())


@dataclass(frozen=True, slots=True)
class Summary:
    """A text and who wrote it: a person or a system."""

    author: str
    text: str


@dataclass(frozen=True, slots=True)
class Task:
    """A question put to documents, with reference summaries.

    `id` is unique in its set. Tasks of the same `cluster` share their documents, which are in the
    order of the data, and so do those of a `pile` although they are of several clusters; it is
    empty where the documents of a cluster are all there are. `dates` has the YYYYMMDD of each
    document, empty where unknown. `references` are what people answered, and `peers` what systems
    of an evaluation campaign did, where the data has them. `words` is the most words of a summary,
    or characters where `unit` says so. `answers` is what a digest must quote; None where summaries
    are compared with references. `language` is the ISO 639-1 code of the documents, ``auto`` where
    that of each is detected. `parts` says of an update how many of the documents came at each time,
    oldest first: the reader knows all but those of the last; it is empty where they came at once.
    """

    id: str
    cluster: str
    question: str
    documents: tuple[Document, ...]
    dates: tuple[str, ...]
    references: tuple[Summary, ...]
    words: int
    peers: tuple[Summary, ...] = ()
    answers: Answers | None = None
    language: str = AUTO
    unit: Unit = "words"
    pile: str = ""
    parts: tuple[int, ...] = ()

    @property
    def texts(self) -> list[str]:
        """The texts of the references."""
        return [summary.text for summary in self.references]

    @property
    def known(self) -> int:
        """How many of its first documents the reader knows."""
        return sum(self.parts[:-1])


@dataclass(frozen=True, slots=True)
class TaskSet:
    """Tasks that are reported together, e.g. ``squality/dev`` or ``duc2006``."""

    name: str
    tasks: tuple[Task, ...]

    @property
    def clusters(self) -> list[str]:
        """The names of the clusters, sorted."""
        return sorted({task.cluster for task in self.tasks})

    def where(self, wanted: Callable[[Task], bool]) -> TaskSet:
        """The set with those of its tasks that are wanted."""
        return replace(self, tasks=tuple(filter(wanted, self.tasks)))


def sampled(task_set: TaskSet, clusters: int) -> TaskSet:
    """Every k-th cluster of a set in the order of their names, so that `clusters` remain."""
    names = task_set.clusters
    if len(names) <= clusters:
        return task_set
    kept = {names[n * len(names) // clusters] for n in range(clusters)}
    return task_set.where(lambda task: task.cluster in kept)
