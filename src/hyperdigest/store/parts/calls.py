"""The parts of a split collection, wherever they are: all are called before any is waited for."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain, pairwise, repeat
from pathlib import Path
from threading import RLock
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hyperdigest.errors import HyperdigestError
from hyperdigest.store.parts.collective import ERROR, RESULT, Message, answers
from hyperdigest.store.parts.index import Asked
from hyperdigest.store.parts.part import Head, OpenParts


class Pending(Protocol):
    """A result that is being made."""

    def result(self) -> Any:
        """The result, when it is there. Raises the error of the call."""
        ...


class Process(Protocol):
    """A process that has some parts open, this one or another."""

    count: int
    """How many it has."""

    def call(self, method: str, arguments: Mapping[int, Sequence[Any]]) -> Pending:
        """Call a method of some of its parts, by their places there, with arguments for each."""
        ...


class LocalProcess:
    """Some parts, which this process has open."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._parts, self.count = OpenParts(paths), len(paths)

    def call(self, method: str, arguments: Mapping[int, Sequence[Any]]) -> Pending:
        """Call a method of some parts, one after the other."""
        return Ready(self._parts.call(method, arguments))


class Ready:
    """A result that is there."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def result(self) -> Any:
        """The result."""
        return self._value


class Parts:
    """All parts of a split collection, in their order, of P parts with D documents together.

    Calls by several threads are made one after the other.
    """

    def __init__(self, processes: Sequence[Process]) -> None:
        self._processes, self._lock = processes, RLock()
        self._first = np.cumsum([0, *(process.count for process in processes)]).tolist()
        self.count: int = self._first[-1]
        self.heads: list[Head] = self.all("head")
        documents = [len(head.sizes) for head in self.heads]
        sentences = [int(head.sizes.sum()) for head in self.heads]
        self._documents, self._sentences = (
            np.cumsum([0, *sizes]) for sizes in (documents, sentences)
        )

    def one(self, number: int, method: str, *arguments: Any) -> Any:
        """Call a method of one part."""
        process = bisect(self._first, number) - 1
        place = number - self._first[process]
        with self._lock:
            return self._processes[process].call(method, {place: arguments}).result()[0]

    def all(self, method: str, arguments: Sequence[Sequence[Any]] | None = None) -> list[Any]:
        """Call a method of all parts, with arguments for each."""
        given = [()] * self.count if arguments is None else arguments
        with self._lock:
            pending = [
                process.call(method, dict(enumerate(given[first:end])))
                for process, (first, end) in zip(
                    self._processes, pairwise(self._first), strict=True
                )
            ]
            return list(chain.from_iterable(each.result() for each in pending))

    def together(
        self, asked: Sequence[Asked], step: str, arguments: Sequence[Sequence[Any]] | None = None
    ) -> list[Any]:
        """The results of a method of the `PartIndex` of each part, with arguments for each.

        Where they need reductions over all parts, they get them. Raises the error of the first
        part that fails.
        """
        keys = [(each.key,) for each in asked]
        given = repeat((), len(asked)) if arguments is None else arguments
        with self._lock:
            try:
                begun = [(own, step, *more) for own, more in zip(asked, given, strict=True)]
                messages: list[Message] = self.all("begin", begun)
                while any(each.kind != RESULT for each in messages):
                    for each in messages:
                        if each.kind == ERROR:
                            raise each.value
                    replies = answers(messages[0].kind, [each.value for each in messages])
                    messages = self.all(
                        "reply", [(*key, reply) for key, reply in zip(keys, replies, strict=True)]
                    )
            except BaseException:
                with suppress(HyperdigestError):
                    self.all("leave", keys)
                raise
            return [each.value for each in messages]

    def divided(self, documents: NDArray[Any]) -> list[NDArray[Any]]:
        """The numbers that some documents, which are in order, have in each part."""
        return _divided(documents, self._documents)

    def sentences_divided(self, sentences: NDArray[Any]) -> list[NDArray[Any]]:
        """The numbers that some sentences, which are in order, have in each part."""
        return _divided(sentences, self._sentences)

    def split(self, values: NDArray[Any]) -> list[NDArray[Any]]:
        """The values for the documents of each part, of (D,) values."""
        return [values[begin:end] for begin, end in pairwise(self._documents)]


def _divided(numbers: NDArray[Any], first: NDArray[Any]) -> list[NDArray[Any]]:
    """The numbers less the last one of `first` that is not above them, in a list for each."""
    bounds = np.searchsorted(numbers, first)
    return [
        numbers[begin:end] - before
        for (begin, end), before in zip(pairwise(bounds), first[:-1], strict=True)
    ]
