"""The models of an app that are in memory: the ones used last, with the answers they gave."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from hyperdigest.answer.answer import Answer
from hyperdigest.base.cache import LruCache
from hyperdigest.model import Model
from hyperdigest.question import Question
from hyperdigest.verify import Verification
from hyperdigest.web.errors import RequestError
from hyperdigest.web.record import Record, load_managed

ANSWERS = 32
"""The most cached answers of a collection, those used last."""

VERIFIED = 8_000_000
"""Characters of the drafts whose looked up quotations are cached, about."""

IN_MEMORY = 6
"""Bytes in memory for each byte of a collection's file, about."""


@dataclass
class LoadedModel:
    """A model in memory, `size` bytes of it, the answers it gave last, and the drafts whose
    quotations were looked up last, by a key that no one guesses."""

    model: Model
    size: int
    answers: LruCache[Question, Answer] = field(default_factory=lambda: LruCache(ANSWERS))
    verified: LruCache[str, Verification] = field(
        default_factory=lambda: LruCache(VERIFIED, lambda each: len(each.draft.text))
    )


class ModelCache:
    """The models used last, by the ids of their records, which take about `most_bytes` bytes."""

    def __init__(self, most_bytes: int) -> None:
        self._loaded: LruCache[str, LoadedModel] = LruCache(most_bytes, lambda each: each.size)
        self._loading: dict[str, asyncio.Lock] = {}

    async def loaded(self, record: Record) -> LoadedModel:
        """The model of a ready record, read from its file if it is not in memory."""
        async with self._loading.setdefault(record.id, asyncio.Lock()):
            if record.id not in self._loaded:
                try:
                    size = record.saved.stat().st_size * IN_MEMORY
                except OSError as error:
                    gone = f"the file of the collection is gone: {error.strerror}"
                    raise RequestError(409, gone) from error
                load = load_managed if record.folder else Model.load
                model = await asyncio.to_thread(load, record.saved)
                self._loaded[record.id] = LoadedModel(model, size)
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
