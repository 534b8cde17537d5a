"""How long work tells how far it is; the shell draws it."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

Progress = Callable[[str, int, int], None]
"""Called with the name of the stage, the steps done, and the steps in all (0 where unknown)."""


def quiet(stage: str, done: int, total: int) -> None:
    """Draw nothing."""


def steps(items: Iterable[Item], stage: str, total: int, progress: Progress) -> Iterator[Item]:
    """`items`, `progress` told of a `stage` before each of the `total` and behind the last."""
    for done, item in enumerate(items):
        progress(stage, done, total)
        yield item
    progress(stage, total, total)
