"""What is picked of a collection: what may be, what it is worth, and the choice.

No statement is told twice: what says the same as a sentence picked before it, as a known one or as
one that was read, is left out, and the choice is made again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.constraints import Place, Wishes, documents_named
from hyperdigest.errors import BudgetError, OptionError
from hyperdigest.fitted import Corpus, Fitted
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options, measured
from hyperdigest.query.dates import documents_within, doubtful_dates, left_out
from hyperdigest.query.news import OPENING, opened
from hyperdigest.query.repeats import left_to_tell, told_by_one
from hyperdigest.query.tokens import room
from hyperdigest.selection import (
    Greedy,
    RelevanceAndCoverage,
    SetFunction,
    enough_room,
    greedy,
    maximize,
)
from hyperdigest.selection.objectives import SaturatedRelevance, WeightedSum

MOST_CHOICES = 8
"""Times that a choice is made at most, so that no statement is told twice."""

MOST_ASKED = 200
"""Sentences of which it is found out how many sources say the same, where that counts."""

Lengths = NDArray[np.integer[Any]]


def sentences_at(collection: Corpus, places: Sequence[Place]) -> list[int]:
    """The numbers of the sentences at places; an OptionError where there is none at one."""
    documents = documents_named(places, collection.document_numbers)
    found = []
    for document, (name, start) in zip(documents, places, strict=True):
        sentence = collection.sentence_at(document, start)
        if sentence is None:
            raise OptionError(
                f"no sentence of {name!r} begins at character {start}: name a sentence by its"
                " document and start, as a digest does"
            )
        found.append(sentence)
    return found


def eligible_sentences(
    model: Fitted,
    options: Options,
    wishes: Wishes,
    named: list[int],
    known: NDArray[np.bool_] | None = None,
    said: NDArray[np.uint64] | None = None,
) -> tuple[NDArray[np.bool_], list[str]]:
    """(N,) the sentences that may be picked beside the pinned ones, and warnings.

    Where no sentence is fit, all are, but for those of documents that are not of the dates wished.
    The sentences named by the reader are not, nor is what says the same words as one of them, if
    the options want prose alone. Where some sentences are known, (N,), neither they nor any that
    says the same words may be picked, nor any whose words have a hash among those `said`. Raises an
    OptionError where no document is of these dates.
    """
    collection, warnings = model.collection, []
    sentences = collection.split.sentences
    of_dates = documents_within(collection.documents, wishes)
    if wishes.dated:
        eligible = sentences.eligible(options.shortest, options.prose_only, of_dates)
        found = [collection.documents[number] for number in np.flatnonzero(of_dates).tolist()]
        warnings += [*left_out(collection.documents), *doubtful_dates(found)]
    else:
        eligible = model.prepared.eligible(options).copy()
    others, whole = of_dates[sentences.document], bool(eligible.any())
    if known is not None:
        wordings = model.prepared.wordings
        told, fit = np.zeros((2, len(eligible)), bool)
        told[wordings[known]], fit[wordings[eligible]] = True, True
        # What was read in new documents is known too, and is whole: fragments are a mere rest.
        new = np.isin(sentences.document, sentences.document[~known])
        whole = bool(fit[wordings[others & new]].any())
        others &= ~told[wordings]
        if said is not None and len(said):
            others &= ~np.isin(sentences.text_hash, said)
        eligible &= others
    if not whole and others.any():
        eligible = others
        warnings.append(
            f"no whole sentence of {options.shortest} words or more: fragments were allowed"
        )
    eligible[named] = False
    if named and options.prose_only:
        text_hash = sentences.text_hash
        eligible &= ~np.isin(text_hash, text_hash[named])
    return eligible, warnings


def choose_statements(
    model: Fitted,
    function: SetFunction,
    lengths: Lengths,
    eligible: NDArray[np.bool_],
    pinned: list[int],
    options: Options,
    heard: NDArray[np.bool_] | None = None,
    may_be_empty: bool = False,
) -> tuple[Greedy, int, list[str]]:
    """`choose`, so that no statement is told twice where the options want prose alone.

    What says the same as a sentence picked before it, or as one of those `heard` of, (N,), is made
    no longer eligible, and the choice is made again, `MOST_CHOICES` times at most.
    Where nothing is left, the choice is empty if it `may_be_empty`, and else a mistake.
    """
    for left in reversed(range(MOST_CHOICES)):
        if may_be_empty and not pinned and not eligible.any():
            return Greedy([], [], 0.0, 0.0), options.budget, []
        found = choose(function, lengths, eligible, pinned, options)
        if not left or not options.prose_only:
            break
        again = told_before(model, found[0].chosen, pinned, heard)
        if not again:
            break
        eligible[again] = False
    return found


def told_before(
    model: Fitted,
    chosen: list[int],
    pinned: list[int],
    heard: NDArray[np.bool_] | None = None,
) -> list[int]:
    """The sentences of those chosen that another one tells, or one `heard` of; of two that say the
    same, the later one. Those that are pinned are not among them."""
    same = {s: {found.sentence for found in model.corroborations.also(s)} for s in chosen}
    again: list[int] = []
    for sentence in reversed(chosen):
        telling = same[sentence].difference(again).intersection(chosen)
        known = heard is not None and bool(heard[list(same[sentence])].any())
        if sentence not in pinned and (known or telling):
            again.append(sentence)
    return again


def choose(
    function: SetFunction,
    lengths: Lengths,
    eligible: NDArray[np.bool_],
    pinned: list[int],
    options: Options,
) -> tuple[Greedy, int, list[str]]:
    """The pinned sentences and the best to go with them, gains in that order; the budget; warnings.

    The bound is of all sets that hold the pinned sentences, within the budget told: where the
    digest is to end when it is enough, that is as much of the one asked for as is enough.

    The (N,) lengths are in the unit of the budget. Raises an OptionError where pinned sentences, or
    without any the shortest that may be picked, exceed the budget, or nothing may be picked.
    """
    available = room(options)
    taken = int(lengths[pinned].sum())
    if taken > available:
        needed = taken + options.budget - available
        raise OptionError(
            f"the pinned sentences have {needed} {options.unit} together, and the budget is"
            f" {options.budget}: give a larger one, or unpin some"
        )
    if not pinned:
        if not eligible.any():
            raise OptionError(
                "no sentence is left to pick: all that may be picked are excluded or were read"
                " before"
            )
        shortest = int(lengths[eligible].min())
        if shortest > available:
            needed = shortest + options.budget - available
            raise BudgetError(
                f"no sentence fits in {options.budget} {options.unit}: the shortest that may be"
                f" picked has {needed}, so ask for at least as many"
            )
    held = function.copy()
    gains = [held.add(sentence) for sentence in pinned]
    left = available - taken
    if options.enough and left >= 1:
        how = _how_to_pick(options)
        left = int(enough_room(held, lengths, left, eligible=eligible, **how))
    rest, warnings = _best(held, lengths, left, eligible, options)
    both = Greedy([*pinned, *rest.chosen], [*gains, *rest.gains], rest.value, rest.bound)
    budget = options.budget - available + taken + left if options.enough else options.budget
    return both, budget, warnings


def _best(
    held: SetFunction,
    lengths: Lengths,
    available: int,
    eligible: NDArray[np.bool_],
    options: Options,
) -> tuple[Greedy, list[str]]:
    """The best sentences for the room there is, and a warning where that could not be proved."""
    if available < 1:
        return Greedy([], [], held.value, held.value), []
    if not options.exact:
        how = _how_to_pick(options)
        return greedy(held, lengths, available, eligible=eligible, **how), []
    best = maximize(held, lengths, available, options.time_limit, eligible=eligible)
    gains = [held.add(sentence) for sentence in best.chosen]
    late = f"the exact selection stopped after {options.time_limit:g} s, unproved"
    found = Greedy(best.chosen, gains, best.value, best.bound)
    return found, [] if best.proved else [late]


def _how_to_pick(options: Options) -> dict[str, Any]:
    """What the options say of how `greedy` picks."""
    return {"cost_exponent": options.cost_exponent, "least_share": options.least_share}


def told_of_length(
    worth: Floats,
    lengths: Lengths,
    eligible: NDArray[np.bool_],
    pinned: Sequence[int],
    options: Options,
) -> list[str]:
    """A warning where the most relevant of the eligible sentences is longer than what the pinned
    ones leave of the budget."""
    best = int(np.where(eligible, worth, -1.0).argmax())
    over = int(lengths[[best, *pinned]].sum()) - room(options)
    if not eligible[best] or over <= 0:
        return []
    needed = measured(options.budget + over, options.unit)
    beside = " beside those that are pinned" if len(pinned) else ""
    return [
        f"the most relevant sentence does not fit in {measured(options.budget, options.unit)}"
        f"{beside}: ask for {needed} to have it"
    ]


def worth_of_news(
    model: Fitted, options: Options, scores: Floats, new: NDArray[np.bool_], read: list[int]
) -> Floats:
    """(N,) the scores of sentences, more for those whose topics the `new` ones opened, and less for
    those of which one known sentence, or one that was `read`, tells most; they sum to 1. The latter
    is left out where relevance is never used up, as in the preset ``paper``."""
    prepared, split = model.prepared, model.collection.split
    worth = scores * (1 + OPENING * opened(prepared.topics(options), new))
    known = ~new
    known[read] = True
    if options.saturation and known.any():
        worth = worth * left_to_tell(told_by_one(split, prepared.counts, worth, known))
    return np.asarray(worth / worth.sum())


def corroborated(model: Fitted, scores: Floats, options: Options) -> Floats:
    """(N,) the scores, those of sentences that other sources hold too raised; their sum is kept.

    The `MOST_ASKED` eligible sentences with the highest scores are looked at. With n independent
    sources beside its own, a score is multiplied by 1 + corroboration times log2(1 + n).
    """
    eligible = np.flatnonzero(model.prepared.eligible(options))
    best = eligible[np.argsort(-scores[eligible], kind="stable")[:MOST_ASKED]]
    sources = np.array([model.corroborations.sources(sentence) for sentence in best.tolist()])
    raised = scores.copy()
    raised[best] *= 1 + options.corroboration * np.log2(1 + sources)
    total = raised.sum()
    return np.asarray(raised * (scores.sum() / total)) if total > 0 else raised


def objective_function(
    model: Fitted, hypergraph: FuzzyHypergraph, scores: Floats, options: Options
) -> SetFunction:
    """(1 - nu) relevance + nu / N C(S), the paper's objective; relevance may saturate.

    With a saturation it has diminishing returns where sentences repeat the terms of each other;
    without, it is the sum of the scores.
    """
    balance = options.coverage_balance
    if not options.saturation:
        return RelevanceAndCoverage(hypergraph, scores, balance)
    relevance = SaturatedRelevance(model.prepared.terms, scores, options.saturation)
    if not balance:
        return relevance
    coverage = RelevanceAndCoverage(hypergraph, np.zeros_like(scores), 1.0)
    return WeightedSum([(1 - balance, relevance), (balance, coverage)])
