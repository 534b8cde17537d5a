"""Systems that are compared: the product's presets, the paper's pipeline, and written summaries.

A system is a frozen dataclass whose fields are its parameters; `changed` and `seeded` set them at
any depth.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal, Protocol, Self, TypeVar, runtime_checkable

from hyperdigest.answer import Answer
from hyperdigest.errors import BudgetError
from hyperdigest.experiments.data.tasks import Summary, Task
from hyperdigest.experiments.task_input import Case, Hyperedges, Ranked, Selector, System
from hyperdigest.options import Options, PresetName
from hyperdigest.relevance import relevance


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
        return [s.text for s in task.references if not (self.person and s.author == self.author)]


@runtime_checkable
class Quoting(Protocol):
    """A system with sentences of its own: it quotes the documents without this package."""

    def quote(self, task: Task) -> str:
        """What it quotes, within the budget of the task."""


@dataclass(frozen=True)
class Row:
    """One row of a table: its label, and the system behind it."""

    label: str
    system: System | Written | Quoting

    def takes_part(self, task: Task) -> bool:
        """Whether there can be a score for `task`."""
        if not isinstance(self.system, Written):
            return bool(task.references) or task.answers is not None
        return self.system.find(task) is not None and bool(self.system.references(task))


Reading = Literal["chain", "printed", "rescaled"]
"""How Eq. (pagerank) is read: a Markov chain, the sum over i != j as printed, that one rescaled."""


@dataclass(frozen=True)
class Pipeline:
    """Hyperedges, then the walk with the paper's bias to the question, then a selection.

    Parameters
    ----------
    query_balance : lambda in [0, 1].
    damping : mu in [0, 1).
    reading : ``chain`` counts steps from a sentence to itself, ``printed`` leaves them out, and
        ``rescaled`` divides those scores by their sum.
    """

    hyperedges: Hyperedges
    selector: Selector
    query_balance: float = 0.75
    damping: float = 0.99
    reading: Reading = "chain"

    def __call__(self, case: Case) -> list[int]:
        """The sentences selected, in the order picked."""
        hypergraph = case.corpus.kept(self.hyperedges)
        how = self.query_balance, self.damping
        scores = relevance(hypergraph, case.terms, *how, skip_self=self.reading != "chain")
        if self.reading == "rescaled":
            scores = scores / scores.sum()
        return self.selector(case, Ranked(hypergraph, scores))


@dataclass(frozen=True)
class Preset:
    """A preset of the product with `changes`, as (name, value) pairs.

    Who may be picked is for its own options to say: `case.eligible` is not looked at.
    """

    name: PresetName = "default"
    changes: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def changed(cls, preset: PresetName, **changes: Any) -> Self:
        """A preset with changes by name."""
        return cls(preset, tuple(sorted(changes.items())))

    def reseeded(self, seed: int) -> Self:
        """The same with another seed of the sampler."""
        changes = {**dict(self.changes), "seed": seed}
        return self if self.options.seed == seed else self.changed(self.name, **changes)

    @property
    def options(self) -> Options:
        """All its options."""
        return Options.preset(self.name, **dict(self.changes))

    def __call__(self, case: Case) -> list[int]:
        """What the product picks, in the order picked.

        An OptionError is raised where the question is empty, or no sentence that may be picked fits
        the budget.
        """
        return self.answer(case).selection.chosen

    def answer(self, case: Case) -> Answer:
        """All that the product computes for a task."""
        model = case.corpus.model(self.options)
        changes = {**dict(self.changes), case.corpus.unit: case.budget}
        return model.ask(case.question, preset=self.name, **changes)


@dataclass(frozen=True)
class AskedPreset(Preset):
    """A preset of the product: where no sentence fits the budget, its digest is empty."""

    def __call__(self, case: Case) -> list[int]:
        """What the product picks, in the order picked."""
        try:
            return super().__call__(case)
        except BudgetError:
            return []


DOUBTED = "doubted"
"""1 where a digest says that the documents may not answer, else 0."""


@dataclass(frozen=True)
class DoubtingPreset(AskedPreset):
    """A preset of the product whose doubts are counted too."""

    def measures(self, case: Case) -> dict[str, float]:
        """Whether the digest doubts that the documents answer the question."""
        try:
            digest = self.answer(case).digest()
        except BudgetError:
            return {DOUBTED: 0.0}
        return {DOUBTED: float(bool(getattr(digest, "doubt", "")))}


S = TypeVar("S")


def changed(system: S, path: str, value: Any) -> S:
    """`system` with the parameter at `path`, e.g. ``selector.threshold``, set to `value`."""
    name, _, rest = path.partition(".")
    new = changed(getattr(system, name), rest, value) if rest else value
    return replace(system, **{name: new})  # type: ignore[type-var]


def seeded(system: Any, seed: int) -> Any:
    """`system` with every parameter called ``seed``, at any depth, set to `seed`."""
    if isinstance(system, Preset):
        return system.reseeded(seed)
    if not is_dataclass(system) or isinstance(system, type):
        return system
    changes = {
        f.name: seed if f.name == "seed" else seeded(getattr(system, f.name), seed)
        for f in fields(system)
    }
    return replace(system, **changes)
