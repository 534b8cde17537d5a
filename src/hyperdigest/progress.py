"""How long work tells how far it is; the shell draws it."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with the name of the stage, the steps done, and the steps in all (0 where unknown)."""


def quiet(stage: str, done: int, total: int) -> None:
    """Draw nothing."""
