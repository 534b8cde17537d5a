"""Who takes part in an experiment: systems, and what people and other systems have written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from hyperdigest.evaluation.tasks import Summary, Task
from hyperdigest.experiments.case import System


@dataclass(frozen=True)
class Written:
    """A summary that the data brings: of a person, who is no reference then, or of a peer."""

    author: str
    person: bool

    def find(self, task: Task) -> Summary | None:
        """The author's summary of a task, if there is one."""
        among = task.references if self.person else task.peers
        return next((summary for summary in among if summary.author == self.author), None)

    def references(self, task: Task) -> list[str]:
        """The texts to compare with: a person is never compared with himself."""
        left = [s for s in task.references if not (self.person and s.author == self.author)]
        return [summary.text for summary in left]


@runtime_checkable
class Quoting(Protocol):
    """A system with sentences of its own: it quotes the documents without this package."""

    def quote(self, task: Task) -> str:
        """What it quotes, within the budget of the task."""


@dataclass(frozen=True)
class Entry:
    """One row of a table: its label, and the system behind it."""

    label: str
    system: System | Written | Quoting

    def takes_part(self, task: Task) -> bool:
        """Whether there can be a score for `task`."""
        if not isinstance(self.system, Written):
            return bool(task.references) or task.answers is not None
        return self.system.find(task) is not None and bool(self.system.references(task))
