"""Tasks: a question with its documents, and the summaries or answers that people wrote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hyperdigest.documents import Document
from hyperdigest.options import AUTO, Unit


@dataclass(frozen=True, slots=True)
class Answers:
    """What a digest must quote to answer a question.

    A broad question has several `parts`, others have one, and a question that the documents do not
    answer has none. A part is quoted if any of its strings is, apart from white space; `case` says
    whether case matters. If they are `chosen`, each part is one of the sentences that people chose
    as the answer.
    """

    parts: tuple[tuple[str, ...], ...]
    case: bool = False
    chosen: bool = False

    def quoted_share(self, text: str) -> float:
        """The share of the parts that `text` quotes; 0 without parts."""
        plain = self._plain(text)
        hits = [any(self._plain(answer) in plain for answer in part) for part in self.parts]
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
    """A question about documents, with reference summaries or known answers.

    `id` is unique in its set. Tasks of the same `cluster` share their documents. If a `pile` is
    named, all its tasks share their documents, although they are of several clusters. `dates` has
    the YYYYMMDD of each document, empty if unknown. `references` are summaries by people, and
    `peers` those by the systems of an evaluation campaign. `words` is the largest number of words
    of a summary, or of characters if that is the `unit`. `answers` is what a digest must quote, or
    None if summaries are compared with references. `language` is the ISO 639-1 code of the
    documents, or ``auto`` to detect it for each. `parts` has, for an update, the number of
    documents that came at each time, oldest first: the reader knows all but the last ones.
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
        """How many documents, from the first on, the reader knows."""
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

    @property
    def budgets(self) -> list[int]:
        """The budgets of its tasks in ascending order."""
        return sorted({task.words for task in self.tasks})

    def at_budget(self, budget: int) -> TaskSet:
        """The set with only the tasks of one budget."""
        return self.where(lambda task: task.words == budget)

    def where(self, wanted: Callable[[Task], bool]) -> TaskSet:
        """The set with only those tasks for which `wanted` is true."""
        return replace(self, tasks=tuple(filter(wanted, self.tasks)))


def sampled(task_set: TaskSet, clusters: int) -> TaskSet:
    """At most so many clusters of a set, evenly spread over their sorted names."""
    names = task_set.clusters
    if len(names) <= clusters:
        return task_set
    chosen = {names[n * len(names) // clusters] for n in range(clusters)}
    return task_set.where(lambda task: task.cluster in chosen)
