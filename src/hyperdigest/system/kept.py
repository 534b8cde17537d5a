"""A few of a kind, kept for who asks again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

KEPT = 4
"""How many of a kind are kept, the last ones made."""

Key = TypeVar("Key")
Made = TypeVar("Made")


def kept(made: dict[Key, Made], key: Key, make: Callable[[], Made]) -> Made:
    """What was made for the key, now where it is not kept; the one made first gives way."""
    if key not in made:
        if len(made) == KEPT:
            del made[next(iter(made))]
        made[key] = make()
    return made[key]
