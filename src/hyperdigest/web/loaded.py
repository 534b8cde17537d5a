"""Collections in memory: the ones used last, as many as there is room for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hyperdigest.errors import StoreError
from hyperdigest.web.entry import Entry
from hyperdigest.web.refusals import RefusedError

if TYPE_CHECKING:
    from hyperdigest.answer import Answer
    from hyperdigest.model import Model
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
                model = await asyncio.to_thread(_load, entry.saved, entry.origin)
                self._loaded[entry.id] = Loaded(model, size)
            self._loaded.move_to_end(entry.id)
            found = self._loaded[entry.id]
        self._make_room()
        return found

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


def _load(path: Path, origin: str) -> Model:
    from hyperdigest.model import Model

    if origin == "saved":
        return Model.load(path)
    try:
        model = Model.load(path)
    except StoreError as error:
        raise StoreError(str(error).replace(str(path), "the collection")) from error
    if origin == "paths":
        return model
    documents = tuple(replace(each, path=each.name) for each in model.collection.documents)
    collection = replace(model.collection, documents=documents)
    return Model(collection, model.options, model.topics, model.history)
