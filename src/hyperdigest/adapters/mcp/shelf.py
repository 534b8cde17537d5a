"""Fitted collections, kept for the next question."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from hyperdigest.progress import Progress

if TYPE_CHECKING:
    from hyperdigest.pipeline import Model

KEPT = 4
"""How many collections are kept, those asked last."""

SECONDS_BETWEEN_TRIES = 0.05


@dataclass(slots=True)
class _Slot:
    model: Model | None = None
    lock: Lock = field(default_factory=Lock)


class Shelf:
    """The collections asked last; each is fitted once, and works for one thread at a time."""

    def __init__(self) -> None:
        self._slots: OrderedDict[Hashable, _Slot] = OrderedDict()
        self._lock = Lock()

    @contextmanager
    def held(self, key: Hashable, make: Callable[[], Model], progress: Progress) -> Iterator[Model]:
        """The model of `key`, made where it is not kept, for this thread alone.

        Parameters
        ----------
        progress : told ``waiting`` while another thread works with it; what it raises ends that.
        """
        slot = self._slot(key)
        while not slot.lock.acquire(timeout=SECONDS_BETWEEN_TRIES):
            progress("waiting", 0, 0)
        try:
            if slot.model is None:
                slot.model = self._made(key, slot, make)
            yield slot.model
        finally:
            slot.lock.release()

    def _slot(self, key: Hashable) -> _Slot:
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            while len(self._slots) > KEPT:
                self._slots.popitem(last=False)
            return slot

    def _made(self, key: Hashable, slot: _Slot, make: Callable[[], Model]) -> Model:
        try:
            return make()
        except BaseException:
            with self._lock:
                if self._slots.get(key) is slot:
                    del self._slots[key]
            raise
