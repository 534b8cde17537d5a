"""The parameters of `hyperdigest.options` as command line options."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from hyperdigest.options import PARAMETERS, PRESETS, Parameter, Stage, read_toml

Command = TypeVar("Command", bound=Callable[..., Any])


def with_parameters(*stages: Stage) -> Callable[[Command], Command]:
    """Add ``--preset``, ``--config`` and the parameters of `stages` to a command."""
    chosen = [p for p in PARAMETERS.values() if p.stage in stages]

    def decorate(command: Command) -> Command:
        for parameter in reversed(chosen):
            command = _option(parameter)(command)
        config = click.option(
            "--config",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="TOML file of parameters by name; the command line wins.",
        )
        preset = click.option(
            "--preset",
            type=click.Choice(PRESETS),
            help="`default` measures best, `paper` is the published method.",
        )
        return preset(config(command))

    return decorate


def chosen_parameters(
    values: dict[str, Any], config: Path | None, preset: str | None
) -> tuple[str | None, dict[str, Any]]:
    """(preset or None, parameters set) of the file and the command line together."""
    given = read_toml(config) if config else {}
    named = given.pop("preset", None)
    return preset or named, given | {name: v for name, v in values.items() if v is not None}


def _option(parameter: Parameter) -> Callable[[Command], Command]:
    flag = parameter.name.replace("_", "-")
    names = [f"--{flag}", parameter.name]
    if parameter.symbol:
        names.insert(1, f"--{parameter.symbol}")
    if parameter.type is bool:
        names[0] = f"--{flag}/--no-{flag}"
    kind: Any = parameter.type
    if parameter.choices:
        kind = click.Choice(parameter.choices)
    return click.option(*names, type=kind, default=None, help=_help(parameter))


def _help(parameter: Parameter) -> str:
    values = f"{parameter.default}"
    if parameter.paper != parameter.default:
        values += f"; paper {parameter.paper}"
    return f"{parameter.help[0].upper()}{parameter.help[1:]}  [{values}]"
