"""Numbers of tables as text, and which of a column is best."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from hyperdigest.evaluation.rouge import Interval
from hyperdigest.experiments.report.page import Cell

DECIMALS = 5
NONE = "–"


def decimals(value: float | None, places: int = DECIMALS) -> str:
    """Five decimals, or as many as are asked for; a dash where there is no value."""
    return NONE if value is None else f"{value:.{places}f}"


def interval_text(interval: Interval | None, places: int = DECIMALS) -> str:
    """``0.12745 (0.11791 - 0.13699)``, as the paper prints it; no interval where it is infinite."""
    if interval is None:
        return NONE
    if not isfinite(interval.high - interval.low):
        return decimals(interval.average, places)
    average, low, high = (
        decimals(value, places) for value in (interval.average, interval.low, interval.high)
    )
    return f"{average} ({low} - {high})"


def column(texts: Sequence[str], values: Sequence[float | None]) -> list[Cell]:
    """The cells of a column, the best as printed in bold."""
    printed = [None if value is None else round(value, DECIMALS) for value in values]
    best = max((value for value in printed if value is not None), default=None)
    return [
        Cell(text, bold=value is not None and value == best)
        for text, value in zip(texts, printed, strict=True)
    ]
