"""What selects for a digest: of whole sentences, or of sentences and their forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from hyperdigest.selection.exact import Exact, maximize
from hyperdigest.selection.lazy_greedy import Greedy, enough_room, greedy


class Selector(Protocol):
    """The functions `greedy`, `enough_room` and `maximize`; `Alternatives` has its own."""

    @property
    def greedy(self) -> Callable[..., Greedy]:
        """The best gain for its cost, one by one, with a bound."""

    @property
    def enough_room(self) -> Callable[..., float]:
        """The length up to which the picks of `greedy` still add something."""

    @property
    def maximize(self) -> Callable[..., Exact]:
        """The maximum."""


class WholeSentences:
    """Selection of whole sentences."""

    greedy = staticmethod(greedy)
    enough_room = staticmethod(enough_room)
    maximize = staticmethod(maximize)


WHOLE: Selector = WholeSentences()
