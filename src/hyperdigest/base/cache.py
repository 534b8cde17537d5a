"""What is made once and kept for who asks again, however many threads ask at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from threading import Lock, RLock
from typing import Any, Generic, TypeVar

KEPT = 4
"""How many of a kind are kept, the last ones made."""

Key = TypeVar("Key")
Made = TypeVar("Made")


class Kept(Generic[Key, Made]):
    """A few of a kind by key; the one asked for first gives way to a new one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._places: dict[Key, _Place[Made]] = {}

    def get(self, key: Key, make: Callable[[], Made]) -> Made:
        """What was made for the key, now where it is not kept; others who ask for it wait."""
        with self._lock:
            place = self._places.get(key)
            if place is None:
                if len(self._places) == KEPT:
                    del self._places[next(iter(self._places))]
                place = self._places[key] = _Place()
        with place.lock:
            if not place.made:
                place.made.append(make())
            return place.made[0]


class _Place(Generic[Made]):
    """Room for one thing, empty until it is made."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.made: list[Made] = []


def once(make: Callable[[Any], Made]) -> cached_property[Made]:
    """A property that is made when it is first asked for; other threads that ask wait for it."""
    return _Once(make)


class _Once(cached_property[Made]):
    """The lock stands beside the value to come and goes when that is there."""

    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        if instance is None:
            return self
        held, name = instance.__dict__, str(self.attrname)
        lock = held.setdefault(f"lock of {name}", RLock())
        with lock:
            try:
                if name not in held:
                    held[name] = self.func(instance)
                return held[name]
            finally:
                held.pop(f"lock of {name}", None)
