"""Lazy greedy maximization of a monotone submodular function under a budget of length.

`greedy` picks the sentence with the most gain for its cost, one by one, and bounds the value of any
other set; `select` does so for the paper's objective, without the bound. The upper bounds on gains
of `candidates` save most of the gains from being computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.selection.bounds import BoundTracker
from hyperdigest.selection.candidates import CandidateQueue, GainCache
from hyperdigest.selection.costs import SharedCosts
from hyperdigest.selection.objectives import RelevanceAndCoverage, SetFunction

TIE = 1e-12
"""Ratios this close, relative to the larger, are equal: the earlier sentence is taken."""


@dataclass(frozen=True, slots=True)
class Greedy:
    """The result of `greedy`.

    Parameters
    ----------
    chosen : the sentences in the order picked.
    gains : what each added to the value when it was picked.
    value : of the function with all of them.
    bound : no eligible set within the capacity has a higher value.
    """

    chosen: list[int]
    gains: list[float]
    value: float
    bound: float


def greedy(
    function: SetFunction,
    lengths: ArrayLike,
    capacity: float,
    *,
    cost_exponent: float = 1.0,
    eligible: ArrayLike | None = None,
    least_share: float = 0.0,
    certified: bool = True,
    contexts: ArrayLike | None = None,
    shown: Iterable[int] = (),
) -> Greedy:
    """Algorithm (algorithmSUBM). Repeatedly picks the best gain for its cost among what still fits.

    In the end, the best single sentence is taken instead if its value is higher. For cost_exponent
    1 the value is at least 1 - 1/sqrt(e) = 0.393 of the optimum (Lin & Bilmes 2010, whose proof had
    a gap), in fact 0.405 (Tang et al. 2021, "Revisiting modified greedy algorithm for monotone
    submodular maximization with a knapsack constraint"; sharpened by Feldman, Nutov & Shoham 2023,
    "Practical budgeted submodular maximization"), and no more than 0.42945 in the worst case
    (Kulik, Schwartz & Shachnai 2021, "A refined analysis of submodular greedy"). This holds for
    sentences that are quoted alone. If several share a context, only the bound holds: a set costs
    at least the lengths of its sentences.

    Parameters
    ----------
    function : the set function to maximize, with what any set must contain, usually nothing; it is
        not changed.
    lengths : (N,) >= 1.
    capacity : L >= 1, the most that the lengths of the chosen sentences may sum to.
    cost_exponent : r >= 0; the cost of a sentence is its length to this power.
    eligible : (N,) which sentences may be chosen; None for all.
    least_share : stop if the gain for its cost of what fits is below this share of the most that a
        sentence has which no longer fits: it would only fill the rest of the capacity. With a share
        above 0 the approximation above does not hold, but the bound does.
    certified : whether to compute the bound; without, it is infinite.
    contexts : (N, C) the sentences that are quoted before each one and paid with the first that
        needs them, -1 for none; None for no contexts.
    shown : sentences that are shown already, with their contexts, outside of the capacity. To pick
        what they show costs only the contexts that it needs itself.
    """
    size = eligible_lengths(function, lengths, capacity, eligible)
    costs = SharedCosts(lengths, contexts, shown)
    together = costs.alone(size)
    size[together > capacity] = np.inf
    cache = GainCache(function.copy())
    tracker = BoundTracker(cache, size, capacity + costs.paid(size)) if certified else None
    picked = []
    for pick in picks(cache, costs, size.copy(), capacity, cost_exponent, least_share):
        picked.append(pick)
        if tracker:
            tracker.tighten()
    value, bound = cache.function.value, tracker.bound if tracker else np.inf
    single = better_single(function, together, capacity, value)
    if single is not None:
        costs = SharedCosts(lengths, contexts, shown)
        cache = GainCache(function.copy())
        cache.positions(np.array([single]))
        picked = [Pick(single, cache.add(single), float(size[single]))]
        picked += free_picks(cache, costs, size, np.array(costs.show(single), np.intp))
        value = cache.function.value
    return Greedy(
        [pick.sentence for pick in picked], [pick.gain for pick in picked], value, max(bound, value)
    )


def select(
    hypergraph: FuzzyHypergraph,
    scores: ArrayLike,
    lengths: ArrayLike,
    capacity: float,
    coverage_balance: float = 0.35,
    cost_exponent: float = 1.0,
    eligible: ArrayLike | None = None,
) -> list[int]:
    """The sentences of a digest, in the order picked by `greedy`.

    Parameters
    ----------
    scores : (N,) relevance of the sentences, >= 0.
    lengths, capacity, cost_exponent, eligible : as for `greedy`.
    coverage_balance : nu in [0, 1].
    """
    function = RelevanceAndCoverage(hypergraph, scores, coverage_balance)
    how: dict[str, Any] = {"cost_exponent": cost_exponent, "eligible": eligible}
    return greedy(function, lengths, capacity, **how, certified=False).chosen


class Pick(NamedTuple):
    """A sentence, what it adds to the value, and what it costs after those picked before."""

    sentence: int
    gain: float
    cost: float


def free_picks(
    cache: GainCache, costs: SharedCosts, open_size: Floats, sentences: Indices
) -> Iterator[Pick]:
    """Add those sentences to the set of a cache that cost nothing more, and add to the value.

    They are shown, and so are their contexts. `open_size` is as for `picks`.
    """
    is_free = np.isfinite(open_size[sentences]) & (costs.of_contexts(sentences) == 0)
    for sentence in sentences[is_free].tolist():
        open_size[sentence] = np.inf
        position = cache.positions(np.array([sentence]))
        if cache.gains[position][0] > 0:
            yield Pick(sentence, cache.add(sentence), 0.0)


def picks(
    cache: GainCache,
    costs: SharedCosts,
    open_size: Floats,
    capacity: float,
    cost_exponent: float,
    least_share: float = 0.0,
) -> Iterator[Pick]:
    """Add sentences to the set of a cache until none fits that adds enough.

    `open_size` has the lengths of the sentences that are not picked; it is infinite for those that
    may not be. It and the costs change. Since contexts are paid once, what a sentence costs can
    become less, but no less than its own length, unless it is shown as a context. Then it is picked
    at once if its own contexts are shown too, since it costs nothing; else it is compared as if its
    own length had to be paid. Sentences are compared as if those with the same nearest context
    shared its length: the first step of a list makes the others cheaper.
    """
    if not cost_exponent >= 0:
        raise OptionError(f"cost_exponent is {cost_exponent}: give a number >= 0")
    room = float(capacity)
    fitting = np.flatnonzero(np.isfinite(open_size))
    least_cost = np.full(len(open_size), np.inf)
    least_cost[fitting] = open_size[fitting] ** cost_exponent
    upper_bounds = cache.function.upper_bounds[fitting] / least_cost[fitting]
    queue, highest = CandidateQueue(fitting, upper_bounds), upper_bounds.max(initial=0.0)
    sharing = costs.sharing(fitting)

    def cost_of(sentences: Indices, of_contexts: Floats) -> Floats:
        cost, more = least_cost[sentences], of_contexts > 0
        shared = of_contexts[more] / sharing[sentences[more]]
        cost[more] = (costs.lengths[sentences[more]] + shared) ** cost_exponent
        return cost

    while True:
        candidates, next_bound = queue.candidates, queue.next_bound
        of_contexts, positions = costs.of_contexts(candidates), cache.positions(candidates)
        cost = cost_of(candidates, of_contexts)
        while True:
            ratios = cache.gains[positions] / cost
            own = open_size[candidates]
            length = np.where(costs.shown[candidates] & (own < np.inf), 0.0, own) + of_contexts
            ratios[length > room] = -np.inf
            best = ratios.max(initial=-np.inf)
            if best == -np.inf or next_bound >= best * (1 - 2 * TIE):
                break  # a sentence behind the candidates may be better
            if best < least_share * highest:
                rivals = fitting[least_share * upper_bounds > best * (1 - 2 * TIE)]
                too_long = rivals[np.isfinite(open_size[rivals])]
                unpaid = costs.of_contexts(too_long)
                is_long = open_size[too_long] + unpaid > room
                too_long, unpaid = too_long[is_long], unpaid[is_long]
                if is_filler(best, least_share, cache, too_long, cost_of(too_long, unpaid)):
                    return
            picked = int(candidates[ratios >= best - TIE * abs(best)].min())
            paid = float(length[candidates == picked][0])
            gain = cache.add(picked)
            room -= paid
            open_size[picked] = np.inf
            new = costs.show(picked)
            yield Pick(picked, gain, paid)
            if new:
                yield from free_picks(cache, costs, open_size, np.array(new))
                positions = cache.positions(candidates)
            unpaid = costs.of_contexts(candidates)
            if (unpaid != of_contexts).any():
                of_contexts, cost = unpaid, cost_of(candidates, unpaid)
        fits = np.where(costs.shown & np.isfinite(open_size), 0.0, open_size) <= room
        if not fits.any() or best == next_bound == -np.inf:
            return
        queue.retain(fits)
        queue.grow()


def is_filler(
    ratio: float, least_share: float, cache: GainCache, too_long: Indices, cost: Floats
) -> bool:
    """Whether a gain for its cost, `ratio`, is below a share of that of a sentence too long to fit.

    `cost` is that of each of the sentences that are `too_long`.
    """
    if not (least_share and len(too_long)):
        return False
    cost_at = np.zeros(len(cache.function.upper_bounds))
    cost_at[too_long] = cost
    queue = CandidateQueue(too_long, cache.function.upper_bounds[too_long] / cost)
    while True:
        candidates = queue.candidates
        positions = cache.positions(candidates)
        if (least_share * cache.gains[positions] / cost_at[candidates] > ratio).any():
            return True
        if least_share * queue.next_bound <= ratio:
            return False
        queue.grow()


def better_single(function: SetFunction, size: Floats, capacity: float, value: float) -> int | None:
    """The best single sentence; None if the function is not above `value` with it."""
    enough = value * (1 + TIE) - function.value
    rivals = np.flatnonzero((function.upper_bounds > enough) & (size <= capacity))
    if not len(rivals):
        return None
    gains = function.marginal_gains(rivals)()
    best = int(np.argmax(gains))
    return int(rivals[best]) if gains[best] > enough else None


def eligible_lengths(
    function: SetFunction, lengths: ArrayLike, capacity: float, eligible: ArrayLike | None
) -> Floats:
    """(N,) the lengths as numbers, infinite for sentences that are not eligible.

    Raises OptionError if the arguments are out of range or of other shapes.
    """
    size = np.array(lengths, dtype=np.float64)
    if size.shape != function.upper_bounds.shape:
        raise OptionError(f"lengths have shape {size.shape}: give {function.upper_bounds.shape}")
    if not (size >= 1).all():
        raise OptionError(f"a length is {size.min():g}: give lengths of 1 or more")
    if not 1 <= capacity < np.inf:
        raise OptionError(f"capacity is {capacity}: give a number from 1 on")
    if eligible is not None:
        allowed = np.asarray(eligible, dtype=bool)
        if allowed.shape != size.shape:
            raise OptionError(f"eligible has shape {allowed.shape}: give {size.shape}")
        size[~allowed] = np.inf
    return size
