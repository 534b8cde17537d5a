"""What a budget may count, and that a digest has one budget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from hyperdigest.errors import OptionError

Unit = Literal["words", "characters", "tokens"]
UNITS: tuple[Unit, ...] = get_args(Unit)
"""Each is the name of the option that sets a budget in it."""


def one_budget(values: Mapping[str, Any]) -> Unit | None:
    """The unit in which `values` by name set a budget, if they do.

    Raises
    ------
    OptionError
        where they do in more than one.
    """
    units = [unit for unit in UNITS if values.get(unit)]
    if len(units) > 1:
        given = " and ".join(f"{unit} {values[unit]}" for unit in units)
        raise OptionError(f"{given} are two budgets, and a digest has one: leave one of them out")
    return units[0] if units else None


def overridden(values: Mapping[str, Any], by: Mapping[str, Any]) -> dict[str, Any]:
    """`values` with those of `by`, which win; a budget in any unit takes the place of any other."""
    kept = values.items()
    if one_budget(by):
        return {name: value for name, value in kept if name not in UNITS} | dict(by)
    return dict(kept) | dict(by)


def measured(number: int, unit: Unit) -> str:
    """`number` and the unit: ``1 word``, ``2 words``."""
    return f"{number} {unit.removesuffix('s') if number == 1 else unit}"
