"""The sliders of a question, with what their values mean in plain words."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slider:
    """A slider of the form: its names in an address, its range and step, and what is at its ends.

    `wordings` are the words for the values of a slider between two sides: 0, the three thirds
    between, and 1. A slider without them is a number of units.
    """

    name: str
    option: str
    label: str
    ends: tuple[str, str]
    scale: tuple[float, float, float] = (0, 1, 0.05)
    wordings: tuple[str, ...] = ()

    def shown(self, value: str) -> str:
        """A value in words."""
        with suppress(ValueError):
            number = float(value)
            if not self.wordings:
                return f"{number:.0f} {self.name}"
            between = 1 + int(3 * number) if number > 0 else 0
            return self.wordings[-1 if number >= 1 else between]
        return value


WORDS = Slider("words", "words", "Length", ("short", "long"), (20, 1000, 10))
CHARACTERS = Slider("characters", "characters", "Length", ("short", "long"), (100, 6000, 50))
BALANCES = (
    Slider(
        "lambda",
        "query_balance",
        "Keep to",
        ("the question", "the collection"),
        wordings=(
            "only the question",
            "mostly the question",
            "the question and what belongs to it",
            "mostly what the collection is about",
            "only what the collection is about",
        ),
    ),
    Slider(
        "nu",
        "coverage_balance",
        "Prefer",
        ("relevance", "variety"),
        wordings=(
            "the most relevant sentences",
            "mostly the most relevant",
            "the relevant and the different",
            "mostly the most different",
            "the most different sentences",
        ),
    ),
)
