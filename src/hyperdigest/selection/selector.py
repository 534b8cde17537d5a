"""What selects for a digest: of whole sentences, or of sentences and their forms."""

from __future__ import annotations

from typing import Protocol

from numpy.typing import ArrayLike

from hyperdigest.selection.exact import Exact, maximize
from hyperdigest.selection.lazy_greedy import Greedy, enough_room, greedy
from hyperdigest.selection.objectives import SetFunction


class Selector(Protocol):
    """The functions `greedy`, `enough_room` and `maximize`; `Alternatives` has its own."""

    def greedy(
        self,
        function: SetFunction,
        lengths: ArrayLike,
        capacity: float,
        *,
        cost_exponent: float = 1.0,
        eligible: ArrayLike | None = None,
    ) -> Greedy:
        """The best gain for its cost, one by one, with a bound."""

    def enough_room(
        self,
        function: SetFunction,
        lengths: ArrayLike,
        capacity: float,
        *,
        cost_exponent: float = 1.0,
        eligible: ArrayLike | None = None,
    ) -> float:
        """The length up to which the picks of `greedy` still add something."""

    def maximize(
        self,
        function: SetFunction,
        lengths: ArrayLike,
        capacity: float,
        time_limit: float = 60.0,
        *,
        eligible: ArrayLike | None = None,
    ) -> Exact:
        """The maximum."""


class WholeSentences:
    """Selection of whole sentences."""

    greedy = staticmethod(greedy)
    enough_room = staticmethod(enough_room)
    maximize = staticmethod(maximize)


WHOLE: Selector = WholeSentences()
