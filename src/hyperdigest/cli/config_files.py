"""Configuration files: options that apply unless the command line sets them.

An option is taken from the first of these that sets it: the command line, the file of ``--config``,
``hyperdigest.toml`` in the current folder, the user configuration, and the preset. The last two
files do not change options that were fixed when a saved collection was fitted, nor those of a
batch.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import click

from hyperdigest.errors import OptionError
from hyperdigest.options import PARAMETERS, PRESETS, overridden, read_toml

PROJECT_FILE = "hyperdigest.toml"
USER_FILE_VARIABLE = "HYPERDIGEST_CONFIG"
"""The environment variable with the path of the user configuration."""

OPTION_THAT_RUNS_CODE = "embedding_model"
"""The code in the folder that it names may be run, so that a file that came with documents must not
set it."""


class Layer(NamedTuple):
    """The options that one source sets, by name; they may include ``preset``.

    `source` is the name of the source for a user.
    """

    source: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The options chosen on the command line and in configuration files.

    Parameters
    ----------
    explicit : those of the command line, then those of the file of ``--config``.
    files : those of the other configuration files, the ones that take precedence first.
    use_files : whether the options of `files` apply.
    """

    explicit: tuple[Layer, ...]
    files: tuple[Layer, ...]
    use_files: bool = False

    @property
    def values(self) -> dict[str, Any]:
        """The options by name, including ``preset`` if one is chosen."""
        return merged((*self.explicit, *(self.files if self.use_files else ())))

    @property
    def preset(self) -> str | None:
        """The preset, if one is chosen."""
        return self.values.get("preset")

    @property
    def changes(self) -> dict[str, Any]:
        """The options by name, without the preset."""
        return {name: value for name, value in self.values.items() if name != "preset"}


def merged(layers: Iterable[Layer]) -> dict[str, Any]:
    """The values of layers; an earlier layer takes precedence over a later one."""
    values: dict[str, Any] = {}
    for layer in layers:
        values = overridden(layer.values, values)
    return values


def layer_of(path: Path) -> Layer:
    """The options in a TOML file.

    Raises OptionError if the file cannot be read, or sets an option that is unknown or out of its
    range.
    """
    values = read_toml(path)
    preset = values.pop("preset", None)
    if preset is not None and preset not in PRESETS:
        raise OptionError(f"{path}: preset is {preset!r}: choose one of {', '.join(PRESETS)}")
    named = {"preset": preset} if preset else {}
    for name, value in values.items():
        try:
            PARAMETERS[name].check(value)
        except OptionError as error:
            raise OptionError(f"{path}: {error}") from error
    return Layer(str(path), named | values)


def layers() -> Iterator[Layer]:
    """The options of the file in this folder and of the user configuration, if they exist."""
    project = Path(PROJECT_FILE)
    if project.is_file():
        layer = layer_of(project)
        if layer.values.get(OPTION_THAT_RUNS_CODE):
            raise OptionError(
                f"{PROJECT_FILE} sets {OPTION_THAT_RUNS_CODE}, which may run code from a folder:"
                " set it on the command line or in the file of --config"
            )
        yield layer
    user = user_file()
    if USER_FILE_VARIABLE in os.environ or user.is_file():
        yield layer_of(user)


def user_file() -> Path:
    """The path of the user configuration, which need not exist."""
    path = os.environ.get(USER_FILE_VARIABLE)
    if path is not None:
        return Path(path or os.devnull)
    return Path(click.get_app_dir("hyperdigest")) / "config.toml"
