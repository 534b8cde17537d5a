"""What is known of one option besides its value: symbol, range, place in the paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from hyperdigest.errors import OptionError

Stage = Literal["split", "topics", "hypergraph", "evidence", "relevance", "selection", "digest"]

LARGEST = 1e9
"""The largest value of an option that has no bound of its own."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """What is known of an option besides its value; `function` is whether that may be one."""

    name: str
    type: Any
    stage: Stage
    default: Any
    paper: Any
    symbol: str
    section: str
    low: float
    high: float
    open_low: bool
    open_high: bool
    function: bool
    help: str

    @property
    def choices(self) -> tuple[str, ...]:
        """The values allowed, where the option is one of a few words."""
        return get_args(self.type)

    @property
    def interval(self) -> str:
        """The range in mathematical notation, e.g. ``[0, 1)``."""
        left = "(" if self.open_low else "["
        right = ")" if self.open_high else "]"
        low, high = (f"{x}" if isinstance(x, int) else f"{x:g}" for x in (self.low, self.high))
        return f"{left}{low}, {high}{right}"

    def check(self, value: Any) -> Any:
        """`value` in the option's type, or an OptionError that says what is allowed."""
        if self.function and callable(value):
            return value
        label = f"option {self.name}"
        if self.choices:
            if value not in self.choices:
                raise OptionError(f"{label} is {value!r}: choose one of {', '.join(self.choices)}")
            return value
        if self.type is bool or self.type is str:
            if not isinstance(value, self.type):
                raise OptionError(f"{label} is {value!r}: give {self.type.__name__}")
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise OptionError(f"{label} is {value!r}: give a number in {self.interval}")
        if not self._holds(value):
            raise OptionError(f"{label} is {value!r}: give a number in {self.interval}")
        if self.type is int and value != int(value):
            raise OptionError(f"{label} is {value!r}: give a whole number in {self.interval}")
        return self.type(value)

    def _holds(self, value: float) -> bool:
        above = value > self.low if self.open_low else value >= self.low
        below = value < self.high if self.open_high else value <= self.high
        return above and below


def parameter(
    default: Any,
    help: str,
    *,
    stage: Stage,
    paper: Any = None,
    symbol: str = "",
    section: str = "",
    low: float = 0.0,
    high: float = LARGEST,
    open_low: bool = False,
    open_high: bool = False,
    function: bool = False,
) -> Any:
    """The field of an option: its value in the presets, and what is known of it."""
    about = {
        "stage": stage,
        "default": default,
        "paper": default if paper is None else paper,
        "symbol": symbol,
        "section": section,
        "low": low,
        "high": high,
        "open_low": open_low,
        "open_high": open_high,
        "function": function,
        "help": help,
    }
    return field(default=default, metadata=about)
