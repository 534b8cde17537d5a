"""The product asked questions with known answers, and whether its digests say that they doubt."""

from __future__ import annotations

from dataclasses import dataclass

from hyperdigest.errors import BudgetError
from hyperdigest.experiments.case import Case
from hyperdigest.experiments.preset import Preset

DOUBTED = "doubted"
"""1 where a digest says that the documents may not answer, else 0."""


@dataclass(frozen=True)
class AskedPreset(Preset):
    """A preset of the product: where no sentence fits the budget, its digest is empty."""

    def __call__(self, case: Case) -> list[int]:
        """What the product picks, in the order picked."""
        try:
            return super().__call__(case)
        except BudgetError:
            return []


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
