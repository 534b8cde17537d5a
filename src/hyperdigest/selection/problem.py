"""The problem that the selection solves: objective, lengths, eligible and pinned sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Mask
from hyperdigest.base.cache import BoundedCache
from hyperdigest.documents import FORMS
from hyperdigest.documents.quotable import may_be_quoted
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.reader import Reader
from hyperdigest.record import CollectionRecord, ModelRecord
from hyperdigest.selection.costs import SharedCosts, full_lengths
from hyperdigest.selection.objectives import (
    RelevanceAndCoverage,
    SaturatedRelevance,
    SetFunction,
    WeightedSum,
)
from hyperdigest.split.block_before import asks

Lengths = NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class Problem:
    """All that a selection needs, for N sentences.

    Parameters
    ----------
    objective : the set function to maximize, with an empty set; sentences that the reader knows are
        used up in it.
    value : (N,) the value of each sentence by itself in the objective's relevance.
    lengths : (N,) in the unit of the budget.
    full_lengths : (N,) the length of each sentence with its contexts.
    eligible : (N,) the sentences that may be picked besides the pinned ones.
    quotable : (N,) the sentences that may be quoted: these, and others with which they are whole.
    contexts : (N, C) the sentences that are quoted before each one, the nearest first, -1 for none;
        C is 0 if sentences are quoted alone. Prose has none if they take most of the budget.
    pinned : the sentences in every choice, in the order given.
    warnings : messages about the eligible sentences.
    """

    objective: SetFunction
    value: Floats
    lengths: Lengths
    full_lengths: Lengths
    eligible: Mask
    quotable: Mask
    contexts: NDArray[np.int32]
    pinned: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()

    @classmethod
    def of(cls, model: ModelRecord, ranking: Ranking, reader: Reader, options: Options) -> Self:
        """The selection problem of a question to a model."""
        indexes = Indexes.of(model)
        objective = objective_of(indexes, ranking.hypergraph, ranking.value, options)
        eligible, warnings = eligible_sentences(model, reader, options)
        if reader.read:
            objective = objective.used_up(np.array(reader.read))
        lengths, contexts = indexes.lengths(options), contexts_of_options(model, options)
        contexts, with_contexts = affordable(contexts, lengths, model, options)
        if reader.excluded:
            is_excluded = np.isin(contexts, reader.excluded)
            eligible &= ~is_excluded.any(axis=1)
            contexts = np.where(is_excluded, np.int32(-1), contexts)
            with_contexts = full_lengths(lengths, contexts)
        return cls(
            objective,
            ranking.value,
            lengths,
            with_contexts,
            eligible,
            eligible,
            contexts,
            reader.pinned,
            tuple(warnings),
        )

    @property
    def has_context(self) -> Mask:
        """(N,) whether a sentence is quoted before each one."""
        return self.full_lengths > self.lengths

    def length_of(self, sentences: Sequence[int]) -> int:
        """The length of sentences with their contexts, each counted once."""
        shown = np.union1d(np.array(sentences, np.intp), self.contexts[list(sentences)])
        return int(self.lengths[shown[shown >= 0]].sum())

    def contexts_of(self, sentence: int) -> list[int]:
        """The sentences that are quoted before one, in reading order."""
        return [other for other in reversed(self.contexts[sentence].tolist()) if other >= 0]

    def fitting(self, budget: int) -> Mask:
        """(N,) the eligible sentences that fit a budget with their contexts."""
        return np.asarray(self.eligible & (self.full_lengths <= budget))

    def within(self, sentences: Mask, budget: int) -> Self:
        """The problem in which only these (N,) sentences may be picked, if one fits the budget."""
        if not (self.fitting(budget) & sentences).any():
            return self
        return replace(self, eligible=self.eligible & sentences)

    def without(self, sentences: list[int]) -> Self:
        """The problem in which some further sentences are not eligible."""
        eligible = self.eligible.copy()
        eligible[sentences] = False
        return replace(self, eligible=eligible)


MOST_OF_BUDGET = 0.8
"""The most of a budget that a sentence of prose and its contexts take together."""

_NEEDED_BELOW = [FORMS.index(form) for form in ("table", "term", "question")]
"""The forms of what prose needs in any budget: the beginning of its row, or its question."""


def affordable(
    contexts: NDArray[np.int32], lengths: Lengths, model: ModelRecord, options: Options
) -> tuple[NDArray[np.int32], Lengths]:
    """(N, C) the contexts without those of prose that leave too little of the budget, and (N,) the
    lengths of the sentences with these.

    A digest of a sentence or two rather has the answer than the sentences before it; the nearest
    stays longest. Parts of lists, tables and programs need their contexts in any budget, and so
    do the rest of a long row, whose beginning says what it is about, and an answer, which may say
    something else without its question.
    """
    key = options.unit, options.tokenizer, bool(contexts.size)
    together = model.cached(_full_lengths).get(key, lambda: full_lengths(lengths, contexts))
    if not contexts.size:
        return contexts, together
    most, sentences = MOST_OF_BUDGET * options.budget, model.collection.split.sentences
    too_long = np.flatnonzero((sentences.kind == 0) & (together > most))
    too_long = too_long[~_is_needed(contexts[too_long], model.collection)]
    if not len(too_long):
        return contexts, together
    contexts, together = contexts.copy(), together.copy()
    costs = SharedCosts(lengths, contexts)
    for farthest in reversed(range(contexts.shape[1])):
        contexts[too_long, farthest] = -1
        together[too_long] = lengths[too_long] + costs.of_contexts(too_long)
        too_long = too_long[together[too_long] > most]
    return contexts, together


def _full_lengths(model: ModelRecord) -> BoundedCache[tuple[Any, ...], Lengths]:
    """The lengths of the sentences of a model with all their contexts, for each unit."""
    return BoundedCache()


def _is_needed(contexts: NDArray[np.int32], collection: CollectionRecord) -> NDArray[np.bool_]:
    """(n,) whether prose with these (n, C) contexts needs them in any budget."""
    form = np.where(contexts >= 0, collection.split.sentences.form[contexts], -1)
    titles = np.unique(contexts[form == FORMS.index("heading")])
    questions = [title for title in titles.tolist() if asks(collection.text(title))]
    return np.asarray((np.isin(form, _NEEDED_BELOW) | np.isin(contexts, questions)).any(axis=1))


def contexts_of_options(model: ModelRecord, options: Options) -> NDArray[np.int32]:
    """(N, C) the sentences that are quoted before each one, if the options ask for that."""
    contexts = Indexes.of(model).contexts
    return contexts if options.context else contexts[:, :0]


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

    The reader and the options allow to quote them, and no constraint names them or another sentence
    with the same words. If the options allow no sentence of the documents that are searched, all
    sentences that the reader allows are eligible.
    """
    sentences, allowed = model.collection.split.sentences, reader.allowed
    if reader.searched.all():
        eligible = Indexes.of(model).eligible(options).copy()
    else:
        eligible = may_be_quoted(
            sentences,
            options.shortest,
            any_form=options.any_form,
            prose_only=options.prose_only,
            documents=reader.searched,
        )
    any_quotable = bool(eligible.any())
    eligible &= allowed
    warnings = []
    if not any_quotable and allowed.any():
        eligible = allowed.copy()
        warnings.append(
            f"no whole sentence has {options.shortest} words or more: fragments were allowed"
        )
    constrained = reader.constrained
    eligible[constrained] = False
    if len(constrained) and not options.any_form:
        eligible &= ~np.isin(sentences.text_hash, sentences.text_hash[constrained])
    return eligible, warnings
