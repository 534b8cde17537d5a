"""The sentences of a digest: which may be picked, which a reader pinned, and the best of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.errors import BudgetError, OptionError
from hyperdigest.options import Options
from hyperdigest.selection import Greedy, SetFunction, enough_room, greedy, maximize
from hyperdigest.wishes import Place, Wishes, documents_named

if TYPE_CHECKING:
    from hyperdigest.pipeline import Collection, Model

Lengths = NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True)
class Wished:
    """The sentences that a reader wants, bars, or has read, by number; no sentence is in two."""

    pinned: list[int]
    excluded: list[int]
    read: list[int]


def wished_sentences(collection: Collection, wishes: Wishes) -> Wished:
    """The sentences of `wishes`; one that is wanted again counts as not yet read.

    Raises
    ------
    OptionError
        where there is no document of a name, or no sentence of it begins at a place.
    """
    read = tuple(place for place in wishes.read if place not in wishes.pinned)
    return Wished(*(sentences_at(collection, p) for p in (wishes.pinned, wishes.excluded, read)))


def sentences_at(collection: Collection, places: Sequence[Place]) -> list[int]:
    """The numbers of the sentences at places; the errors are those of `wished_sentences`."""
    documents = documents_named(places, collection.document_numbers)
    columns, found = collection.split.sentences, []
    for document, (name, start) in zip(documents, places, strict=True):
        ends = np.array([document, document + 1], columns.document.dtype)
        first, last = columns.document.searchsorted(ends).tolist()
        sentence = first + int(np.searchsorted(columns.start[first:last], start))
        if sentence == last or columns.start[sentence] != start:
            raise OptionError(
                f"no sentence of {name!r} begins at character {start}: name a sentence by its"
                " document and start, as a digest does"
            )
        found.append(sentence)
    return found


def use_up(function: SetFunction, read: Sequence[int]) -> None:
    """Put what was read into the set of a function, and count from there."""
    for sentence in read:
        function.add(sentence)
    function.value = 0.0


def may_be_picked(
    model: Model, options: Options, wished: Wished
) -> tuple[NDArray[np.bool_], list[str]]:
    """(N,) the sentences that may be picked beside the pinned ones, and warnings.

    Where no sentence is fit, all are. Nor is picked what says the same words as a sentence of
    `wished`, if the options want prose alone.
    """
    eligible, warnings = model.prepared.eligible(options).copy(), []
    if not eligible.any():
        eligible[:] = True
        warnings.append(
            f"no whole sentence of {options.shortest} words or more: fragments were allowed"
        )
    named = [*wished.pinned, *wished.excluded, *wished.read]
    eligible[named] = False
    if named and options.prose_only:
        said = model.collection.split.sentences.said
        eligible &= ~np.isin(said, said[named])
    return eligible, warnings


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

    Parameters
    ----------
    lengths : (N,) in the unit of the budget.

    Raises
    ------
    OptionError
        where the pinned sentences, or without any the shortest that may be picked, exceed the
        budget, or nothing may be picked.
    """
    room = options.room
    taken = int(lengths[pinned].sum())
    if taken > room:
        needed = taken + options.budget - room
        raise OptionError(
            f"the pinned sentences have {needed} {options.unit} together, and the budget is"
            f" {options.budget}: give a larger one, or unpin some"
        )
    if not pinned:
        _check_that_one_fits(lengths, eligible, room, options)
    held = function.copy()
    gains = [held.add(sentence) for sentence in pinned]
    left = room - taken
    if options.enough and left >= 1:
        cost = options.cost_exponent
        left = int(enough_room(held, lengths, left, cost_exponent=cost, eligible=eligible))
    rest, warnings = _best(held, lengths, left, eligible, options)
    both = Greedy([*pinned, *rest.chosen], [*gains, *rest.gains], rest.value, rest.bound)
    budget = options.budget - room + taken + left if options.enough else options.budget
    return both, budget, warnings


def _check_that_one_fits(
    lengths: Lengths, eligible: NDArray[np.bool_], room: int, options: Options
) -> None:
    if not eligible.any():
        raise OptionError(
            "no sentence is left to pick: all that may be picked are excluded or were read before"
        )
    shortest = int(lengths[eligible].min())
    if shortest > room:
        needed = shortest + options.budget - room
        raise BudgetError(
            f"no sentence fits in {options.budget} {options.unit}: the shortest that may be picked"
            f" has {needed}, so ask for at least as many"
        )


def _best(
    held: SetFunction,
    lengths: Lengths,
    room: int,
    eligible: NDArray[np.bool_],
    options: Options,
) -> tuple[Greedy, list[str]]:
    """The best sentences for the room there is, and a warning where that could not be proved."""
    if room < 1:
        return Greedy([], [], held.value, held.value), []
    if not options.exact:
        found = greedy(held, lengths, room, cost_exponent=options.cost_exponent, eligible=eligible)
        return found, []
    best = maximize(held, lengths, room, options.time_limit, eligible=eligible)
    gains = [held.add(sentence) for sentence in best.chosen]
    late = f"the exact selection stopped after {options.time_limit:g} s, unproved"
    found = Greedy(best.chosen, gains, best.value, best.bound)
    return found, [] if best.proved else [late]
