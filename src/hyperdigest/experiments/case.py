"""A task as every system sees it, and what a system is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hyperdigest.evidence.question import question_terms
from hyperdigest.experiments.corpus import Corpus, Floats
from hyperdigest.hypergraph import FuzzyHypergraph


@dataclass(frozen=True, eq=False)
class Case:
    """A question, the documents it is put to, and who may be picked: the same for every system.

    Parameters
    ----------
    budget : the most that the sentences of the summary have together, in the corpus's unit.
    eligible : (N,) the sentences that may be picked.
    """

    corpus: Corpus
    question: str
    budget: int
    eligible: NDArray[np.bool_]

    @cached_property
    def terms(self) -> Floats:
        """(V,) how often each term stands in the question."""
        languages = tuple(self.corpus.collection.language_counts)
        counts, _ = question_terms(self.question, self.corpus.term_numbers, languages)
        return counts

    @cached_property
    def question_cosines(self) -> Floats:
        """(N,) cosine of each sentence and the question as tf-isf vectors."""
        vector = self.terms * self.corpus.isf
        norm = np.linalg.norm(vector)
        return np.asarray(self.corpus.tfisf @ (vector / norm if norm > 0 else vector))

    def text(self, chosen: list[int]) -> str:
        """The summary: the chosen sentences in reading order, one a line."""
        return "\n".join(" ".join(self.corpus.text(i).split()) for i in sorted(chosen))


class System(Protocol):
    """A summarizer: a frozen dataclass whose fields are its parameters, published ones by default.

    Its repr names it and its parameters, and is what records of its scores are kept under.
    """

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""


@runtime_checkable
class Measured(Protocol):
    """A system of which more is measured than the summary."""

    def measures(self, case: Case) -> dict[str, float]:
        """What else is measured of it on a task, by name."""


class Hyperedges(Protocol):
    """A model of hyperedges: a frozen dataclass, as a system is."""

    def __call__(self, corpus: Corpus) -> FuzzyHypergraph:
        """The hypergraph over the sentences."""


@dataclass(frozen=True, eq=False)
class Ranked:
    """Sentences with (N,) relevance scores, and the hypergraph that they were computed on."""

    hypergraph: FuzzyHypergraph
    scores: Floats


class Selector(Protocol):
    """A selection method: a frozen dataclass, as a system is."""

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""


def fill(case: Case, order: NDArray[np.intp]) -> list[int]:
    """The eligible sentences of `order` that still fit, one after the other."""
    chosen: list[int] = []
    left = case.budget
    for i in map(int, order):
        if case.eligible[i] and case.corpus.lengths[i] <= left:
            chosen.append(i)
            left -= int(case.corpus.lengths[i])
    return chosen
