"""Caches for threads: a small cache by key, and a cached property with a lock."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from threading import Lock, RLock
from typing import Any, Generic, TypeVar

CAPACITY = 4
"""How many values a cache holds."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(Generic[Key, Value]):
    """The last `CAPACITY` values by key, first in, first out; one thread computes each."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._entries: dict[Key, _Entry[Value]] = {}

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of a key, computed if it is missing; other threads that ask for it wait."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                if len(self._entries) == CAPACITY:
                    del self._entries[next(iter(self._entries))]
                entry = self._entries[key] = _Entry()
        with entry.lock:
            if not entry.values:
                entry.values.append(make())
            return entry.values[0]


class _Entry(Generic[Value]):
    """A lock, and a list of one value, empty until it is computed."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.values: list[Value] = []


def locked_cached_property(make: Callable[[Any], Value]) -> cached_property[Value]:
    """A cached property that one thread computes while others that ask for it wait."""
    return _LockedCachedProperty(make)


class _LockedCachedProperty(cached_property[Value]):
    """The lock stands in the instance until the value does, so that it is never pickled."""

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
