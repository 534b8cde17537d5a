"""The models of an app that were used last, in memory or open in part, with what they answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from hyperdigest.answer.answer import Answer
from hyperdigest.base.cache import LruCache
from hyperdigest.model import Model
from hyperdigest.question import Question
from hyperdigest.saved import SavedModel
from hyperdigest.verify import Verification
from hyperdigest.web.errors import RequestError
from hyperdigest.web.record import ManagedModel, Record

ANSWERS = 32
"""The most cached answers of a collection, those used last."""

FROM_PARTS = 2
"""The most cached answers from a part of a large collection: each has an index of all of it."""

VERIFIED = 8_000_000
"""Characters of the drafts whose looked up quotations are cached, about."""

IN_MEMORY = 6
"""Bytes in memory for each byte of a collection's file, about."""


@dataclass
class LoadedModel:
    """A saved model, the answers it gave last, and the drafts whose quotations were looked up last,
    by a key that no one guesses.

    Parameters
    ----------
    size : bytes in memory, if it is read whole.
    """

    saved: SavedModel
    size: int
    answers: LruCache[Question, Answer] = field(
        default_factory=lambda: LruCache(
            ANSWERS, lambda answer: ANSWERS // FROM_PARTS if answer.scope.opened else 1
        )
    )
    verified: LruCache[str, Verification] = field(
        default_factory=lambda: LruCache(VERIFIED, lambda each: len(each.draft.text))
    )

    @property
    def model(self) -> Model:
        """The whole model."""
        return self.saved.whole()


class ModelCache:
    """The models used last, by the ids of their records, which take about `most_bytes` bytes."""

    def __init__(self, most_bytes: int) -> None:
        self._loaded: LruCache[str, LoadedModel] = LruCache(most_bytes, lambda each: each.size)
        self._loading: dict[str, asyncio.Lock] = {}

    async def loaded(self, record: Record) -> LoadedModel:
        """The model of a ready record, read from its file if it is small and not in memory."""
        async with self._loading.setdefault(record.id, asyncio.Lock()):
            if record.id not in self._loaded:
                try:
                    size = _size(record.saved) * IN_MEMORY
                except OSError as error:
                    gone = f"the file of the collection is gone: {error.strerror}"
                    raise RequestError(409, gone) from error
                saved = (ManagedModel if record.folder else SavedModel)(record.saved)
                if not await asyncio.to_thread(lambda: saved.is_large):
                    await asyncio.to_thread(saved.whole)
                self._loaded[record.id] = LoadedModel(saved, size)
            return self._loaded[record.id]

    @asynccontextmanager
    async def renewing(self, record: Record) -> AsyncIterator[None]:
        """A block in which the file of a record may be replaced: it is not loaded meanwhile."""
        async with self._loading.setdefault(record.id, asyncio.Lock()):
            yield
            self._loaded.pop(record.id, None)

    def forget(self, record: Record) -> None:
        """Remove the model of a record from the cache."""
        self._loaded.pop(record.id, None)
        self._loading.pop(record.id, None)


def _size(saved: Path) -> int:
    """The bytes of a file, or of the files of a folder of parts."""
    files = saved.iterdir() if saved.is_dir() else [saved]
    return sum(file.stat().st_size for file in files)
