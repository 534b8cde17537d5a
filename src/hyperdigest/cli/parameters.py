"""The parameters of `hyperdigest.options` as command line options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from hyperdigest.budget.units import overridden
from hyperdigest.options import PARAMETERS, PRESETS, read_toml
from hyperdigest.parameter import Parameter, Stage

Command = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The preset named, if any, and the parameters set by name."""

    preset: str | None
    changes: dict[str, Any]


def with_parameters(*stages: Stage) -> Callable[[Command], Command]:
    """Give a command ``--preset``, ``--config`` and the parameters of `stages`, as ``chosen``."""
    parameters = [p for p in PARAMETERS.values() if p.stage in stages]

    def decorate(command: Command) -> Command:
        @wraps(command)
        def called(preset: str | None, config: Path | None, **values: Any) -> None:
            given = read_toml(config) if config else {}
            named = given.pop("preset", None)
            typed = {p.name: values.pop(p.name) for p in parameters}
            typed = {name: value for name, value in typed.items() if value is not None}
            command(chosen=Chosen(preset or named, overridden(given, typed)), **values)

        decorated: Command = called
        for parameter in reversed(parameters):
            decorated = _option(parameter)(decorated)
        return _preset(_config(decorated))

    return decorate


_preset = click.option(
    "--preset",
    type=click.Choice(PRESETS),
    help="`default` was chosen by measurement, `paper` is the published method.",
)
_config = click.option(
    "--config",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="TOML file of parameters by name; the command line wins.",
)

with_all_parameters = with_parameters(
    "digest", "split", "topics", "hypergraph", "evidence", "relevance", "selection"
)


def _option(parameter: Parameter) -> Callable[[Command], Command]:
    flag = parameter.name.replace("_", "-")
    names = [f"--{flag}/--no-{flag}" if parameter.type is bool else f"--{flag}", parameter.name]
    if parameter.symbol:
        names.insert(1, f"--{parameter.symbol}")
    kind: Any = click.Choice(parameter.choices) if parameter.choices else parameter.type
    return click.option(*names, type=kind, default=None, help=_help(parameter))


def _help(parameter: Parameter) -> str:
    values = f"{parameter.default}" or "none"
    if parameter.paper != parameter.default:
        values += f"; paper {parameter.paper}"
    return f"{parameter.help[0].upper()}{parameter.help[1:]}  [{values}]"
