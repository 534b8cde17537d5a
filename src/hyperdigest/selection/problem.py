"""The problem that the selection solves: objective, lengths, eligible and pinned sentences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.reader import Reader
from hyperdigest.record import ModelRecord
from hyperdigest.selection.objectives import (
    RelevanceAndCoverage,
    SaturatedRelevance,
    SetFunction,
    WeightedSum,
    tightened,
)

Lengths = NDArray[np.integer[Any]]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Problem:
    """All that a selection needs, for N sentences.

    Parameters
    ----------
    objective : the set function to maximize, with an empty set; sentences that the reader knows are
        used up in it.
    value : (N,) the value of each sentence by itself in the objective's relevance.
    lengths : (N,) in the unit of the budget.
    eligible : (N,) the sentences that may be picked besides the pinned ones.
    pinned : the sentences in every choice, in the order given.
    warnings : messages about the eligible sentences.
    """

    objective: SetFunction
    value: Floats
    lengths: Lengths
    eligible: Mask
    pinned: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()

    @classmethod
    def of(cls, model: ModelRecord, ranking: Ranking, reader: Reader, options: Options) -> Self:
        """The problem of a question to a model."""
        indexes = Indexes.of(model)
        objective = objective_of(indexes, ranking.hypergraph, ranking.value, options)
        eligible, warnings = eligible_sentences(model, reader, options)
        if reader.read:
            objective = objective.used_up(np.array(reader.read))
        if reader.wants_news:
            objective = objective.used_up(reader.known_elsewhere, options.known_weight)
            objective = tightened(objective, np.flatnonzero(eligible))
        lengths = indexes.lengths(options)
        return cls(objective, ranking.value, lengths, eligible, reader.pinned, tuple(warnings))

    def without(self, sentences: list[int]) -> Self:
        """The problem in which some further sentences are not eligible."""
        eligible = self.eligible.copy()
        eligible[sentences] = False
        return replace(self, eligible=eligible)


def objective_of(
    indexes: Indexes, hypergraph: FuzzyHypergraph, value: Floats, options: Options
) -> SetFunction:
    """The objective (1 - nu) relevance + nu / N C(S), with saturation or without.

    Without, the relevance of a set is the sum of the (N,) values, as in the paper; with saturation,
    it has diminishing returns if sentences repeat each other's terms.
    """
    balance = options.coverage_balance
    if not options.saturation:
        return RelevanceAndCoverage(hypergraph, value, balance)
    relevance = SaturatedRelevance(indexes.terms, value, options.saturation)
    if not balance:
        return relevance
    coverage = RelevanceAndCoverage(hypergraph, np.zeros_like(value), 1.0)
    return WeightedSum([(1 - balance, relevance), (balance, coverage)])


def eligible_sentences(
    model: ModelRecord, reader: Reader, options: Options
) -> tuple[Mask, list[str]]:
    """(N,) the sentences that may be picked besides the pinned ones, and warnings.

    They are in documents of the dates asked for, the options allow to quote them, and no constraint
    names them or another sentence with the same words. If only what is new is wanted, no known
    sentence has the same words either. If the options allow no sentence, all are allowed.
    """
    sentences, indexes = model.collection.split.sentences, Indexes.of(model)
    allowed = reader.dated.copy()
    if allowed.all():
        eligible = indexes.eligible(options).copy()
    else:
        dated = np.zeros(len(model.collection.documents), bool)
        dated[sentences.document[allowed]] = True
        eligible = sentences.eligible(options.shortest, options.prose_only, dated)
    any_quotable = bool(eligible.any())
    if reader.known is not None:
        wordings = indexes.wordings
        known, quotable = np.zeros((2, len(eligible)), bool)
        known[wordings[reader.known]], quotable[wordings[eligible]] = True, True
        # Fragments are allowed only if new documents have no quotable sentence, read or unread.
        new = np.isin(sentences.document, sentences.document[~reader.known])
        any_quotable = bool(quotable[wordings[allowed & new]].any())
        allowed &= ~known[wordings]
        if len(reader.known_hashes):
            allowed &= ~np.isin(sentences.text_hash, reader.known_hashes)
        eligible &= allowed
    warnings = []
    if not any_quotable and allowed.any():
        eligible = allowed
        warnings.append(
            f"no whole sentence has {options.shortest} words or more: fragments were allowed"
        )
    constrained = reader.constrained
    eligible[constrained] = False
    if len(constrained) and options.prose_only:
        eligible &= ~np.isin(sentences.text_hash, sentences.text_hash[constrained])
    return eligible, warnings
