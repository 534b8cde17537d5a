"""The product itself as a system, with its own way of choosing which sentences may be picked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from hyperdigest.answer import Answer
from hyperdigest.experiments.case import Case
from hyperdigest.options import Options, PresetName


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
        if self.options.seed == seed:
            return self
        return type(self).changed(self.name, **{**dict(self.changes), "seed": seed})

    @property
    def options(self) -> Options:
        """All its options."""
        return Options.preset(self.name, **dict(self.changes))

    def __call__(self, case: Case) -> list[int]:
        """What the product picks, in the order picked.

        Raises
        ------
        OptionError
            where the question is empty, or no sentence that may be picked fits the budget.
        """
        return self.answer(case).selection.chosen

    def answer(self, case: Case) -> Answer:
        """All that the product computes for a task."""
        model = case.corpus.model(self.options)
        changes = {**dict(self.changes), case.corpus.unit: case.budget}
        return model.ask(case.question, preset=self.name, **changes)
