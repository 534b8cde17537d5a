"""The parameters of `hyperdigest.options` as command line options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from hyperdigest.cli import configuration
from hyperdigest.cli.completing import languages
from hyperdigest.cli.configuration import Layer, layer_of, merged
from hyperdigest.cli.sections import HEADINGS, InSection
from hyperdigest.options import PARAMETERS, PRESETS, Parameter, Stage

Command = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was asked for by name: a preset, if any, and parameters; and the user's habits.

    Parameters
    ----------
    preset, changes : of the command line and the file of ``--config``.
    asked, habits : where these come from, and what else holds, the strongest first.
    """

    preset: str | None
    changes: dict[str, Any]
    asked: tuple[Layer, ...] = ()
    habits: tuple[Layer, ...] = ()

    def with_habits(self) -> Chosen:
        """What holds for documents that are read and fitted now."""
        return self._beside(self.habits)

    def on_saved(self) -> Chosen:
        """What holds for a saved collection, which keeps what it was fitted with."""
        return self._beside(tuple(layer.without_fixed() for layer in self.habits))

    def by_habit(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Each file of habits, and what it sets that nothing stronger does."""
        stronger = merged(self.asked)
        for layer in self.habits:
            given = ({"preset": layer.preset} if layer.preset else {}) | layer.changes
            held = ({"preset": stronger.preset} if stronger.preset else {}) | stronger.changes
            new = {name: value for name, value in given.items() if name not in held}
            if new:
                yield layer.source, new
            stronger = merged((stronger, layer))

    def _beside(self, habits: tuple[Layer, ...]) -> Chosen:
        both = merged((*self.asked, *habits))
        return Chosen(both.preset, both.changes, self.asked, habits)


def with_parameters(*stages: Stage) -> Callable[[Command], Command]:
    """Give a command ``--preset``, ``--config`` and the parameters of `stages`, as ``chosen``."""
    parameters = [p for p in PARAMETERS.values() if p.stage in stages]

    def decorate(command: Command) -> Command:
        @wraps(command)
        def called(preset: str | None, config: Path | None, habits: bool, **values: Any) -> None:
            typed = {p.name: values.pop(p.name) for p in parameters}
            given = {name: value for name, value in typed.items() if value is not None}
            asked = (Layer("command line", preset, given), *([layer_of(config)] if config else []))
            both = merged(asked)
            held = tuple(configuration.habits()) if habits else ()
            command(chosen=Chosen(both.preset, both.changes, asked, held), **values)

        decorated: Command = called
        for parameter in reversed(parameters):
            decorated = _option(parameter)(decorated)
        return _preset(_config(_no_config(decorated)))

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
_no_config = click.option(
    "--no-config",
    "habits",
    flag_value=False,
    type=bool,
    default=True,
    help=f"Leave aside {configuration.PROJECT_FILE} of this folder and your own file.",
)

with_all_parameters = with_parameters(
    "digest", "split", "topics", "hypergraph", "evidence", "relevance", "selection"
)


_COMPLETED = {"language": languages}


def _option(parameter: Parameter) -> Callable[[Command], Command]:
    flag = parameter.name.replace("_", "-")
    names = [f"--{flag}/--no-{flag}" if parameter.type is bool else f"--{flag}", parameter.name]
    if parameter.symbol:
        names.insert(1, f"--{parameter.symbol}")
    kind: Any = click.Choice(parameter.choices) if parameter.choices else parameter.type
    return click.option(
        *names,
        cls=InSection,
        section=HEADINGS.get(parameter.stage, ""),
        type=kind,
        default=None,
        help=_help(parameter),
        shell_complete=_COMPLETED.get(parameter.name),
    )


def _help(parameter: Parameter) -> str:
    values = f"{parameter.default}" or "none"
    if parameter.paper != parameter.default:
        values += f"; paper {parameter.paper}"
    return f"{parameter.help[0].upper()}{parameter.help[1:]}  [{values}]"
