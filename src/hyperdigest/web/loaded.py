"""Collections in memory: the ones used last, as many as there is room for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hyperdigest.model import Model
from hyperdigest.web.entry import Entry
from hyperdigest.web.own import load_own
from hyperdigest.web.refusals import RefusedError

if TYPE_CHECKING:
    from hyperdigest.answer import Answer
    from hyperdigest.web.asking import Asked

IN_MEMORY = 6
"""Bytes in memory for each byte of a collection's file, about."""

ANSWERS = 32
"""Answers kept of a collection, the ones used last."""


@dataclass
class Loaded:
    """A model in memory, `size` bytes of it, and the answers it gave last."""

    model: Model
    size: int
    answers: OrderedDict[Asked, Answer] = field(default_factory=OrderedDict)

    def answered(self, asked: Asked) -> Answer | None:
        """The answer, if it is kept."""
        if asked in self.answers:
            self.answers.move_to_end(asked)
        return self.answers.get(asked)

    def keep(self, asked: Asked, answer: Answer) -> None:
        """Keep an answer; the one used longest ago gives way."""
        self.answers[asked] = answer
        while len(self.answers) > ANSWERS:
            self.answers.popitem(last=False)


class Models:
    """The models in memory, by the ids of their entries.

    Parameters
    ----------
    room : bytes that they may take, about; the one used last stays, however large.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._loaded: OrderedDict[str, Loaded] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}

    async def loaded(self, entry: Entry) -> Loaded:
        """The model of a ready entry, read from its file where it is not in memory."""
        async with self._loading.setdefault(entry.id, asyncio.Lock()):
            if entry.id not in self._loaded:
                size = _size(entry.saved) * IN_MEMORY
                load = load_own if entry.folder else Model.load
                model = await asyncio.to_thread(load, entry.saved)
                self._loaded[entry.id] = Loaded(model, size)
            self._loaded.move_to_end(entry.id)
            found = self._loaded[entry.id]
        self._make_room()
        return found

    @asynccontextmanager
    async def renewing(self, entry: Entry) -> AsyncIterator[None]:
        """Time to put another file in the place of an entry's: nobody reads that meanwhile."""
        async with self._loading.setdefault(entry.id, asyncio.Lock()):
            yield
            self._loaded.pop(entry.id, None)

    def forget(self, entry: Entry) -> None:
        """Let go of an entry's model."""
        self._loaded.pop(entry.id, None)
        self._loading.pop(entry.id, None)

    def _make_room(self) -> None:
        taken = sum(each.size for each in self._loaded.values())
        while taken > self._room and len(self._loaded) > 1:
            taken -= self._loaded.popitem(last=False)[1].size


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise RefusedError(409, f"the file of the collection is gone: {error.strerror}") from error
