"""Options as people write them: by name or symbol, with hyphens or without."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hyperdigest.errors import OptionError
from hyperdigest.options.former import REMOVED, told_removed, warn
from hyperdigest.options.values import PARAMETERS, check_known


def named_options(
    values: Mapping[str, Any], source: str = "", tell: Callable[[str], None] = warn
) -> dict[str, Any]:
    """`values` by name; they may go by symbol or with hyphens, and ``preset`` may be among them.

    Parameters
    ----------
    source : where they stand, the beginning of the message of an error.
    tell : is given a line for each option of an earlier version, which is left out.

    Raises
    ------
    OptionError
        where an option is unknown or given twice.
    """
    names = {p.symbol: p.name for p in PARAMETERS.values() if p.symbol}
    given: dict[str, Any] = {}
    for key, value in values.items():
        name = names.get(key, key.replace("-", "_"))
        if name in REMOVED:
            tell(told_removed(name, source))
            continue
        if name in given:
            raise OptionError(f"{source}sets {name} twice, once as {key!r}: leave one of them out")
        given[name] = value
    check_known(name for name in given if name != "preset")
    return given
