"""The problem that the selection solves: what may be picked, how long it is, and what it adds."""

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
    """All that a selection needs, of N sentences.

    Parameters
    ----------
    objective : the set function to maximize, of the empty set; what the reader knows already is
        used up in it.
    value : (N,) what each sentence is worth by itself to the objective's relevance.
    lengths : (N,) in the unit of the budget.
    eligible : (N,) those that may be picked beside the pinned ones.
    pinned : those that every choice contains, in the order given.
    warnings : what the user should know of it, a sentence each.
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
        """The problem in which some more sentences may not be picked."""
        eligible = self.eligible.copy()
        eligible[sentences] = False
        return replace(self, eligible=eligible)


def objective_of(
    indexes: Indexes, hypergraph: FuzzyHypergraph, value: Floats, options: Options
) -> SetFunction:
    """(1 - nu) relevance + nu / N C(S), the paper's objective; relevance may saturate.

    With a saturation, relevance has diminishing returns if sentences repeat each other's terms;
    without one, it is the sum of the (N,) values.
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
    """(N,) the sentences that may be picked beside the pinned ones, and warnings.

    They are of the dates asked for, fit to be quoted by the options, and neither named by the
    reader nor known, nor do they consist of the words of such a sentence. If none is fit to be
    quoted, fragments are eligible too.
    """
    sentences, indexes = model.collection.split.sentences, Indexes.of(model)
    others = reader.dated.copy()
    if others.all():
        eligible = indexes.eligible(options).copy()
    else:
        dated = np.zeros(len(model.collection.documents), bool)
        dated[sentences.document[others]] = True
        eligible = sentences.eligible(options.shortest, options.prose_only, dated)
    any_whole = bool(eligible.any())
    if reader.known is not None:
        wordings = indexes.wordings
        known, fit = np.zeros((2, len(eligible)), bool)
        known[wordings[reader.known]], fit[wordings[eligible]] = True, True
        # A sentence read in a new document is known too, but no reason to allow fragments.
        new = np.isin(sentences.document, sentences.document[~reader.known])
        any_whole = bool(fit[wordings[others & new]].any())
        others &= ~known[wordings]
        if len(reader.known_hashes):
            others &= ~np.isin(sentences.text_hash, reader.known_hashes)
        eligible &= others
    warnings = []
    if not any_whole and others.any():
        eligible = others
        warnings.append(
            f"no whole sentence of {options.shortest} words or more: fragments were allowed"
        )
    named = reader.named
    eligible[named] = False
    if len(named) and options.prose_only:
        eligible &= ~np.isin(sentences.text_hash, sentences.text_hash[named])
    return eligible, warnings
