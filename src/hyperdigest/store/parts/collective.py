"""Collective operations of the parts of a collection (all-reduce): sums and largest values of all.

All parts do the same steps. Where a step needs a number of all sentences, each part sends its own
and receives the result over all parts. A part takes its steps in a thread of its own, which waits
in between, so that what weighs a question need not know whether there are others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, chain
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Mask
from hyperdigest.ranking.reductions import LOCAL, Numbers, Reductions

Packed = tuple[int, NDArray[np.int32], Floats]
"""Numbers most of which are 0: how many there are, and the places and values of the others."""

RESULT, ERROR = "result", "error"
"""The kinds of the last message of a part, with its result or its error."""


class Message(NamedTuple):
    """What a part sends: the values that it has of an operation, or that it is done."""

    kind: str
    value: Any


class Aborted(BaseException):
    """The operation ends without a result, as another part failed."""


class Collective(Reductions):
    """The operations of one part, whose steps are taken by a thread."""

    def __init__(self) -> None:
        self._sent: SimpleQueue[Message] = SimpleQueue()
        self._received: SimpleQueue[Any] = SimpleQueue()

    def begin(self, steps: Callable[[], Any]) -> Message:
        """Take steps until others are needed, or to the end."""
        threading.Thread(target=self._take, args=(steps,), daemon=True).start()
        return self._sent.get()

    def reply(self, value: Any) -> Message:
        """Go on with the result over all parts."""
        self._received.put(value)
        return self._sent.get()

    def leave(self) -> None:
        """End the thread, which waits."""
        self._received.put(Aborted)

    def total(self, values: Numbers) -> Numbers:
        found: Numbers = self._ask("total", values)
        return found

    def largest(self, values: Floats) -> Floats:
        found: Floats = self._ask("largest", values)
        return found

    def mean_and_deviation(self, *values: Floats) -> tuple[float, float]:
        places = [np.flatnonzero(each).astype(np.int32) for each in values]
        packed = [(len(each), own, each[own]) for each, own in zip(values, places, strict=True)]
        mean, deviation = self._ask("mean_and_deviation", packed)
        return mean, deviation

    def first(self, wordings: NDArray[np.uint64]) -> Mask:
        found: Mask = self._ask("first", wordings)
        return found

    def count_before(self, number: int) -> int:
        found: int = self._ask("count_before", number)
        return found

    def _ask(self, kind: str, value: Any) -> Any:
        self._sent.put(Message(kind, value))
        received = self._received.get()
        if received is Aborted:
            raise Aborted
        return received

    def _take(self, steps: Callable[[], Any]) -> None:
        try:
            self._sent.put(Message(RESULT, steps()))
        except Aborted:
            pass
        except BaseException as error:
            self._sent.put(Message(ERROR, error))


def answers(kind: str, values: Sequence[Any]) -> list[Any]:
    """What each part receives if they sent these values of a kind, in their order."""
    return _ANSWERS[kind](values)


def _first(wordings: Sequence[NDArray[np.uint64]]) -> list[Mask]:
    sizes = list(map(len, wordings))
    _, places = np.unique(np.concatenate(wordings), return_index=True)
    first = np.zeros(sum(sizes), bool)
    first[places] = True
    return np.split(first, np.cumsum(sizes)[:-1])


def _mean_and_deviation(values: Sequence[Sequence[Packed]]) -> list[tuple[float, float]]:
    lists = []
    for size, places, found in chain.from_iterable(zip(*values, strict=True)):
        lists.append(np.zeros(size))
        lists[-1][places] = found
    return [LOCAL.mean_and_deviation(*lists)] * len(values)


_ANSWERS: Mapping[str, Callable[[Sequence[Any]], list[Any]]] = {
    "total": lambda values: [np.sum(values, axis=0)] * len(values),
    "largest": lambda values: [np.max(values, axis=0)] * len(values),
    "mean_and_deviation": _mean_and_deviation,
    "first": _first,
    "count_before": lambda numbers: list(accumulate(numbers[:-1], initial=0)),
}
"""What the parts receive for each kind of values that they send."""
