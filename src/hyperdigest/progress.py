"""Progress of long work, reported to a function that the user interface provides."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

Progress = Callable[[str, int, int], None]
"""Called with the name of the stage, the number of steps done, and their total (0 if unknown)."""


def quiet(stage: str, done: int, total: int) -> None:
    """Ignore the progress."""


def steps(items: Iterable[Item], stage: str, total: int, progress: Progress) -> Iterator[Item]:
    """Yield the `total` items, and report the progress of a `stage` before each, and at the end."""
    for done, item in enumerate(items):
        progress(stage, done, total)
        yield item
    progress(stage, total, total)
