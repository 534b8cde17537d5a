"""The floor that any method must beat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperdigest.experiments.case import Case, fill


@dataclass(frozen=True)
class RandomSentences:
    """Eligible sentences in random order."""

    seed: int = 0

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        generator = np.random.Generator(np.random.PCG64(self.seed))
        return fill(case, generator.permutation(case.corpus.n_sentences))
