"""Caches: two by key, of the first and of the last values used, and a property with a lock."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from threading import Lock, RLock
from typing import Any, Generic, Self, TypeVar

CAPACITY = 4
"""How many values a `BoundedCache` contains by default."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedCache(Generic[Key, Value]):
    """The last `capacity` values by key, first in, first out; each is computed by one thread.

    With a capacity of 0, none is kept. A pickled cache is empty.
    """

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._lock = Lock()
        self._entries: dict[Key, tuple[Lock, list[Value]]] = {}

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of a key, computed if it is missing while other threads with the key wait."""
        if not self._capacity:
            return make()
        with self._lock:
            if key not in self._entries:
                if len(self._entries) == self._capacity:
                    del self._entries[next(iter(self._entries))]
                self._entries[key] = Lock(), []
            lock, values = self._entries[key]
        with lock:
            if not values:
                values.append(make())
            return values[0]

    def __reduce__(self) -> tuple[type[Self], tuple[int]]:
        return type(self), (self._capacity,)


class LruCache(dict[Key, Value]):
    """The values used last: as many as are of the size `most` together, and at least one."""

    def __init__(self, most: int, size: Callable[[Value], int] = lambda value: 1) -> None:
        super().__init__()
        self._most, self._size = most, size

    def __getitem__(self, key: Key) -> Value:
        value = self.pop(key)
        super().__setitem__(key, value)
        return value

    def __setitem__(self, key: Key, value: Value) -> None:
        self.pop(key, None)
        super().__setitem__(key, value)
        taken = sum(map(self._size, self.values()))
        for oldest in tuple(self)[:-1]:
            if taken > self._most:
                taken -= self._size(self.pop(oldest))


def locked_cached_property(make: Callable[[Any], Value]) -> cached_property[Value]:
    """A cached property that is computed by one thread while the others wait."""
    return _LockedCachedProperty(make)


class _LockedCachedProperty(cached_property[Value]):
    """The instance has the lock only during the computation, so that it is never pickled."""

    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        if instance is None:
            return self
        attributes, name = instance.__dict__, str(self.attrname)
        lock = attributes.setdefault(f"lock of {name}", RLock())
        with lock:
            try:
                if name not in attributes:
                    attributes[name] = self.func(instance)
                return attributes[name]
            finally:
                attributes.pop(f"lock of {name}", None)
