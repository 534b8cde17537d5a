"""Selection where a sentence may stand in one of several forms: at most one of them is picked.

`Alternatives` numbers the forms behind the sentences and selects as `hyperdigest.selection` does:
`greedy` with its certificate, `enough_room`, and `maximize` to the optimum.

A form of a sentence s keeps the share r_es of its part in each hyperedge e; a sentence that is
whole keeps all of it. What is picked, one form a sentence at most, is thus an array r of shares in
[0, 1], 0 where nothing of a sentence is picked, and F is a function of r (`selection.parts`). It is
monotone, and the more is picked, the less the same adds: no mixed or second derivative is above 0.
So a form is never worth more than the whole, and where T holds the form g of a sentence and S holds
f, F(S) <= F(T or S) <= F(T) + the sum, over the sentences in S, of what their f adds to T beyond
g (the larger share of both, in each hyperedge). A *step* is that: from nothing or g to f.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.errors import OptionError
from hyperdigest.selection.exact import Exact, Program, end_of, search
from hyperdigest.selection.lazy_greedy import (
    OF_ALL,
    OF_BEST,
    TIE,
    GainCache,
    Greedy,
    Ranking,
    better_alone,
    greedy,
    is_filler,
)
from hyperdigest.selection.multiple_choice import ChoiceCertificate
from hyperdigest.selection.objectives import SetFunction

if TYPE_CHECKING:
    from scipy.optimize import LinearConstraint


TRIED = 48
"""Sentences that are put together again, at most, to find what makes room for another."""


@dataclass(frozen=True, eq=False)
class Alternatives:
    """N sentences, M forms, numbered N, N + 1, ..., and the steps to them, numbered behind those.

    Parameters
    ----------
    n_sentences : N.
    form_of : (M,) the sentence of each form, in ascending order.
    before : the sentence or form from which each step starts, in ascending order.
    after : that to which it leads, of the same sentence.
    longer : whether it keeps all of what is before, so that it takes the place of that.
    """

    n_sentences: int
    form_of: Indices
    before: Indices
    after: Indices
    longer: NDArray[np.bool_]

    def sentence_of(self, elements: Indices) -> Indices:
        """The sentences of sentences and forms."""
        form = np.maximum(elements - self.n_sentences, 0)
        return np.where(elements < self.n_sentences, elements, self.form_of[form])

    @cached_property
    def choice(self) -> NDArray[np.bool_]:
        """(N,) which sentences have forms."""
        found = np.zeros(self.n_sentences, bool)
        found[self.form_of] = True
        return found

    @cached_property
    def _of_sentence(self) -> dict[int, Indices]:
        """The sentences that have forms, each with these behind it."""
        sentences, first = np.unique(self.form_of, return_index=True)
        ends = [*first[1:].tolist(), len(self.form_of)]
        numbers = np.arange(len(self.form_of)) + self.n_sentences
        return {
            sentence: np.concatenate([[sentence], numbers[begin:end]])
            for sentence, begin, end in zip(sentences.tolist(), first.tolist(), ends, strict=True)
        }

    def siblings(self, element: int) -> Indices:
        """All that may stand for the sentence of a sentence or form: the whole, then its forms."""
        form = element - self.n_sentences
        sentence = int(self.form_of[form]) if form >= 0 else element
        found = self._of_sentence.get(sentence)
        return np.array([sentence]) if found is None else found

    def steps_from(self, element: int) -> Indices:
        """The numbers of the steps that start from a sentence or form."""
        first, end = np.searchsorted(self.before, [element, element + 1])
        return np.arange(first, end) + self.n_sentences + len(self.form_of)

    def step(self, numbers: Any) -> tuple[Any, Any]:
        """Where a step or several lead, and whether they take the place of what is before."""
        places = numbers - self.n_sentences - len(self.form_of)
        return self.after[places], self.longer[places]

    def greedy(
        self,
        function: SetFunction,
        lengths: ArrayLike,
        capacity: float,
        *,
        cost_exponent: float = 1.0,
        eligible: ArrayLike | None = None,
        least_share: float = 0.0,
    ) -> Greedy:
        """The best gain for its cost, of sentences and forms that fit and of exchanges.

        What stands for a sentence is, of its forms and the whole, what has the most gain for its
        length, whatever the exponent of its cost: that decides between sentences. An exchange puts
        a longer form, or the whole, in the place of a form picked before that it keeps all of; it
        costs the length that it has more. When nothing fits any more, the best single sentence or
        form is taken instead if it is worth more.

        For cost_exponent 1 the value is at least (1 - 1/e) / 2 = 0.316 of the optimum, where the
        union of two forms of a sentence is a form again (as where each form keeps all of the next
        shorter one). Proof: let O be the best set and T what is picked. For each form of O there
        is a step from what T has of its sentence to the union, at most as long as the form, and
        these steps add at least F(O) - F(T) together, so the best step adds at least
        (F(O) - F(T)) / L for its length. Up to the first best step that does not fit, and with it,
        the lengths are more than L, and so the value more than (1 - 1/e) F(O) (Khuller, Moss &
        Naor 1999); what that step adds is at most the value of the best single form. Exponents
        other than 1 have no guarantee but the bound.

        Parameters
        ----------
        function : of the sentences, forms and steps, as `with_parts` of an objective gives it.
        lengths : (N + M,) >= 1, of sentences and forms.
        eligible : (N + M,).
        least_share : as for `hyperdigest.selection.greedy`.
        """
        size = self._sizes(lengths, capacity, eligible)
        pick = Picking(self, function.copy(), size, capacity)
        certificate = ChoiceCertificate(
            pick.cache, size, capacity, self.sentence_of, self.choice, pick.line
        )
        order: dict[int, float] = {}
        exchanged = False
        for sentence, before, gain in pick.steps(cost_exponent, least_share):
            exchanged |= before is not None
            order[sentence] = gain
            certificate.tighten()
        chosen, gains = [pick.held[sentence] for sentence in order], list(order.values())
        value = pick.function.value
        starts = np.full(len(function.upper_bounds), np.inf)
        starts[: self.n_sentences] = size[: self.n_sentences]
        able = np.isfinite(starts)
        if pick.differs and (starts <= capacity).any():
            whole = greedy(
                function, np.where(able, starts, 1.0), capacity,
                cost_exponent=cost_exponent, eligible=able, least_share=least_share,
                certified=False,
            )  # fmt: skip
            if whole.value >= value:
                chosen, gains, value = whole.chosen, whole.gains, whole.value
                exchanged = False
        candidates = pick.cache.sentences
        roomy = self._making_room(
            function, chosen, value, size, capacity, candidates, cost_exponent, least_share
        )
        if exchanged or roomy != chosen:
            chosen, grown = roomy, function.copy()
            gains = [grown.add(element) for element in chosen]
            value = grown.value
        found = Greedy(chosen, gains, value, max(certificate.bound, value))
        starts[: len(size)] = size
        if alone := better_alone(function, starts, capacity, value):
            value = function.value + alone[1]
            found = Greedy([alone[0]], [alone[1]], value, max(found.bound, value))
        return found

    def _making_room(
        self, function: SetFunction, chosen: list[int], value: float, size: Floats,
        capacity: float, candidates: Indices, cost_exponent: float, least_share: float,
    ) -> list[int]:  # fmt: skip
        """What was chosen, which has the value given, with forms in the place of longer ones where
        one of the candidates then fits that adds more than they lose, and is no filler.

        Tried are the forms that leave out least, as many as take `TRIED` sentences to add up.
        """
        while True:
            best, found = value * (1 + TIE), None
            room = capacity - size[chosen].sum()
            taken = np.concatenate([candidates[:0], *map(self.siblings, chosen)])
            free = candidates[~np.isin(candidates, taken)]
            if least_share and len(free):
                gains = _grown(function, chosen).marginal_gains(free)()
                ratios = gains / size[free] ** cost_exponent
                left = (size[free] > room) & (size[free] <= capacity)
                most = ratios[left].max(initial=0.0)
                free = free[ratios >= least_share * most]
            shortest = size[free].min(initial=np.inf)
            trials = sorted(
                (size[element] - size[form], place, form)
                for place, element in enumerate(chosen)
                for form in self.siblings(element).tolist()
                if size[form] < size[element] and shortest <= room + size[element] - size[form]
            )
            trials = trials[: max(1, TRIED // max(1, len(chosen)))]
            tried = sorted({place for _, place, _ in trials})
            rest = [element for place, element in enumerate(chosen) if place not in tried]
            base = _grown(function, rest)
            for less, place, form in trials:
                able = free[size[free] <= room + less]
                shorter = [*chosen[:place], form, *chosen[place + 1 :]]
                grown = _grown(base, [shorter[each] for each in tried])
                gains = grown.marginal_gains(able)()
                added = int(gains.argmax())
                if grown.value + gains[added] > best:
                    best = float(grown.value + gains[added])
                    found = [*shorter, int(able[added])]
            if found is None:
                return chosen
            chosen, value = found, best

    def enough_room(
        self,
        function: SetFunction,
        lengths: ArrayLike,
        capacity: float,
        *,
        cost_exponent: float = 1.0,
        eligible: ArrayLike | None = None,
        least_share: float = 0.0,
    ) -> float:
        """As `hyperdigest.selection.enough_room`: what ends the picks is a sentence that adds too
        little. An exchange ends nothing, and counts with what is before the next sentence."""
        size = self._sizes(lengths, capacity, eligible)
        pick = Picking(self, function.copy(), size, capacity)
        room, best = 0.0, 0.0
        for _, before, gain in pick.steps(cost_exponent, least_share):
            if before is None and (gain < OF_BEST * best or gain < OF_ALL * pick.function.value):
                break
            best, room = max(best, gain), pick.used
        return room

    def maximize(
        self,
        function: SetFunction,
        lengths: ArrayLike,
        capacity: float,
        time_limit: float = 60.0,
        *,
        eligible: ArrayLike | None = None,
    ) -> Exact:
        """The maximum, as `hyperdigest.selection.maximize` finds it, with at most one form a
        sentence as a further constraint of the integer program."""
        end = end_of(time_limit)
        size = self._sizes(lengths, capacity, eligible)
        start = self.greedy(function, lengths, capacity, eligible=eligible)
        program = _FormsProgram(self, function, size, capacity, scale=1 / (start.value or 1.0))
        return search(program, start, size, capacity, end)

    def _sizes(self, lengths: ArrayLike, capacity: float, eligible: ArrayLike | None) -> Floats:
        size = np.array(lengths, dtype=np.float64)
        if size.shape != (self.n_sentences + len(self.form_of),):
            raise OptionError(f"lengths have shape {size.shape}: give one a sentence and form")
        if not ((size >= 1).all() and 1 <= capacity < np.inf):
            raise OptionError("a length or the capacity is below 1: give numbers from 1 on")
        if eligible is not None:
            size[~np.asarray(eligible, dtype=bool)] = np.inf
        return size


class Picking:
    """A set of sentences and forms that grows; `held` has what is picked of each sentence."""

    def __init__(
        self, forms: Alternatives, function: SetFunction, size: Floats, capacity: float
    ) -> None:
        self.forms, self.function, self.size, self.capacity = forms, function, size, capacity
        self.cache = GainCache(function)
        self.held: dict[int, int] = {}
        self.used = 0.0
        self.differs = False
        """Whether a form was picked, or may have kept a whole sentence from being picked."""
        self._floors: dict[int, float] = {}
        # (N + M,) whether something is held of the sentence of each, and the least gain of that
        self._taken, self._floor = np.zeros(len(size), bool), np.zeros(len(size))
        self._steps_of: dict[int, Indices] = {}
        self._steps: Indices = np.empty(0, np.intp)
        self._added: Callable[[], Floats] = lambda: np.empty(0)

    def add(self, element: int) -> tuple[int, float]:
        """Pick a sentence or form; returns the sentence, and what it adds."""
        self.cache.places(self.forms.siblings(element))
        gain = self.cache.add(element)
        return self._hold(element), gain

    def exchange(self, step: int) -> tuple[int, int, float]:
        """Take a step; returns the sentence, what was held of it before, and what this adds."""
        before, element = self.forms.before[step - len(self.size)], self.forms.step(step)[0]
        gain = self.function.add(step)
        self.cache.forget()
        self.used -= float(self.size[before])
        return self._hold(int(element)), int(before), gain

    def _hold(self, element: int) -> int:
        siblings = self.forms.siblings(element)
        sentence = int(siblings[0])
        self.held[sentence] = element
        self.used += float(self.size[element])
        self._taken[siblings] = True
        self._floors.pop(sentence, None)
        if len(siblings) > 1:
            self._steps_of[sentence] = self.forms.steps_from(element)
            self._steps = np.concatenate(list(self._steps_of.values()))
            if len(self._steps):
                self._added = self.function.marginal_gains(self._steps)
        return sentence

    def step_gains(self) -> tuple[Indices, Floats]:
        """The steps from what is held, and what each would add now."""
        return self._steps, self._added() if len(self._steps) else np.empty(0)

    def best_exchange(self, cost_exponent: float) -> tuple[float, int]:
        """The most gain for its cost of an exchange that fits, and its number; -inf without one."""
        steps, gains = self.step_gains()
        if not len(steps):
            return -np.inf, -1
        after, longer = self.forms.step(steps)
        before = self.forms.before[steps - len(self.size)]
        more = self.size[after] - self.size[before]
        able = longer & (more > 0) & (more <= self.capacity - self.used)
        able &= gains > TIE * self.function.value
        ratios = np.where(able, gains / np.where(able, more, 1.0) ** cost_exponent, -np.inf)
        best = int(np.argmax(ratios))
        return float(ratios[best]), int(steps[best])

    def steps(
        self, cost_exponent: float, least_share: float = 0.0
    ) -> Iterator[tuple[int, int | None, float]]:
        """Pick until nothing fits that adds enough.

        Yields each sentence, what was held of it, and the gain.
        """
        if not cost_exponent >= 0:
            raise OptionError(f"cost_exponent is {cost_exponent}: give a number >= 0")
        able = np.flatnonzero(self.size <= self.capacity)
        free, cost = np.full(len(self.size), np.inf), self.size**cost_exponent
        free[able] = self.size[able]
        barred, rivals = np.zeros(len(free), bool), _Rivals(self)
        upper_bounds = self.function.upper_bounds[able] / cost[able]
        ranking, highest = Ranking(able, upper_bounds), upper_bounds.max(initial=0.0)
        filled = False
        while not filled:
            candidates, next_bound = ranking.candidates, ranking.next_bound
            places = self.cache.places(candidates)
            while True:
                ratios = self.cache.gains[places] / cost[candidates]
                ratios[free[candidates] > self.capacity - self.used] = -np.inf
                barred[rivals.elements] = rivals.less_dense(free)
                behind = barred[candidates]
                whole = ratios[behind & (candidates < self.forms.n_sentences)].max(initial=-np.inf)
                ratios[behind] = -np.inf
                best = ratios.max(initial=-np.inf)
                exchange, number = self.best_exchange(cost_exponent)
                if exchange > max(best, next_bound) * (1 + TIE):
                    self.differs = True
                    yield self.exchange(number)
                    continue
                if best == -np.inf or next_bound >= best * (1 - 2 * TIE):
                    break
                room = self.capacity - self.used
                filled = best < least_share * highest and is_filler(
                    best, least_share, self.cache, free, room, cost
                )
                if filled:
                    self.differs = True
                    break
                picked = int(candidates[ratios >= best - TIE * abs(best)].min())
                self.differs |= picked >= self.forms.n_sentences or whole >= best * (1 - TIE)
                sentence, gain = self.add(picked)
                free[self.forms.siblings(picked)] = np.inf
                yield sentence, None, gain
            fits = free <= self.capacity - self.used
            if not fits.any():
                break
            ranking.keep(fits)
            ranking.grow()
        while (best := self.best_exchange(cost_exponent))[1] >= 0 and best[0] > -np.inf:
            yield self.exchange(best[1])

    def line(self, elements: Indices, gains: Floats) -> tuple[Floats, float]:
        """A linear function above F of all sets with at most one form a sentence.

        F(S) <= F(T) + what S adds beyond T, step by step - the least gains of what T holds of
        sentences that S has nothing of. Given are sentences and forms and what each would add,
        which is looked at where nothing is held of its sentence; returned is what each adds at
        most, and the constant.
        """
        profits, constant = np.maximum(gains, 0.0), self.function.value
        for sentence, element in self.held.items():
            if sentence not in self._floors:
                least = max(float(self.function.min_gains(np.array([element]))[0]), 0.0)
                self._floors[sentence] = self._floor[self.forms.siblings(sentence)] = least
        taken = np.flatnonzero(self._taken[elements])
        if len(taken):
            steps, added = self.step_gains()
            after = self.forms.step(steps)[0]
            floors = self._floor[after]
            self._floor[after] = floors + np.maximum(added, 0.0)
            profits[taken] = self._floor[elements[taken]]
            self._floor[after] = floors
        return profits, constant - sum(self._floors.values())


class _Rivals:
    """The sentences that have forms, with these, one sentence after the other."""

    def __init__(self, pick: Picking) -> None:
        self._pick, forms = pick, pick.forms
        n, numbers = forms.n_sentences, np.arange(len(forms.form_of))
        owners = np.unique(forms.form_of)
        elements = np.concatenate([owners, numbers + n])
        sentences = np.concatenate([owners, forms.form_of])
        order = np.argsort(sentences, kind="stable")
        self.elements = elements[order]
        self._starts = np.searchsorted(sentences[order], owners)
        self._sizes = np.diff([*self._starts, len(order)])
        self._places, self._lengths = pick.cache.places(self.elements), pick.size[self.elements]

    def less_dense(self, free: Floats) -> NDArray[np.bool_]:
        """Which have less gain for their length now than another of the same sentence that fits,
        where `free` are (N + M,) the lengths, infinite of what may not be picked any more."""
        gains = self._pick.cache.gains[self._places]
        fits = free[self.elements] <= self._pick.capacity - self._pick.used
        density = np.where(fits, gains / self._lengths, -np.inf)
        most = np.maximum.reduceat(density, self._starts) * (1 - TIE)
        return np.asarray(density < most.repeat(self._sizes))


def _grown(function: SetFunction, chosen: Sequence[int]) -> SetFunction:
    """The function with what was chosen."""
    grown = function.copy()
    for element in chosen:
        grown.add(element)
    return grown


class _FormsProgram(Program):
    """The integer program of sentences and forms, of which each sentence has one at most."""

    def __init__(
        self, forms: Alternatives, function: SetFunction, size: Floats, capacity: float,
        scale: float,
    ) -> None:  # fmt: skip
        super().__init__(function, size, capacity, scale)
        self._forms, self._size = forms, size

    def visit(self, chosen: Sequence[int]) -> float:
        """Add the cuts of a set and of the prefixes of its own greedy; return what it is worth."""
        pick = Picking(self._forms, self.function.copy(), self._size, self.capacity)
        left = list(chosen)
        while True:
            every = (
                pick.function.marginal_gains(self.candidates)()
                if len(self.candidates)
                else (np.empty(0))
            )
            held = frozenset(pick.held.values())
            if held not in self.visited:
                self.visited.add(held)
                self.cut(*pick.line(self.candidates, every))
            if not left:
                return pick.function.value
            gains = pick.function.marginal_gains(np.array(left))()
            pick.add(left.pop(int(np.argmax(gains))))

    def constraints(self) -> list[LinearConstraint]:
        """At most one of the forms of each sentence."""
        from scipy import sparse
        from scipy.optimize import LinearConstraint

        sentences = self._forms.sentence_of(self.candidates)
        _, row, count = np.unique(sentences, return_inverse=True, return_counts=True)
        entries = np.ones(len(row)), (row, np.arange(len(row)))
        held = sparse.csr_array(entries, shape=(len(count), len(row) + 1))
        return (
            [LinearConstraint(held[np.flatnonzero(count > 1)], ub=1)] if (count > 1).any() else []
        )
