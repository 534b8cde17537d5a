"""Configuration files: options that hold where the command line says nothing.

From the strongest to the weakest: the command line, the file of ``--config``, ``hyperdigest.toml``
in the current folder, the user's own file, and at last the preset. The last two files never change
what a saved collection was fitted with, nor a batch.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import click

from hyperdigest.errors import OptionError
from hyperdigest.options import PARAMETERS, PRESETS, overridden

PROJECT_FILE = "hyperdigest.toml"
USER_FILE = "HYPERDIGEST_CONFIG"
"""The variable of the environment that names the user's file."""

RUNS_CODE = "embedding_model"
"""The option that loads what the folder it names holds: not for a file that came with documents."""


class Layer(NamedTuple):
    """Options from one place, as a user knows it, ``preset`` among them where it names one."""

    source: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The options chosen on the command line and in configuration files, the strongest first.

    `asked` are those of the command line and of the file of ``--config``. Those of `files`, found
    without being named, hold too where they are `held`.
    """

    asked: tuple[Layer, ...]
    files: tuple[Layer, ...]
    held: bool = False

    @property
    def values(self) -> dict[str, Any]:
        """The options by name, ``preset`` among them if one is named."""
        return merged((*self.asked, *(self.files if self.held else ())))

    @property
    def preset(self) -> str | None:
        """The preset, if one is named."""
        return self.values.get("preset")

    @property
    def changes(self) -> dict[str, Any]:
        """The options by name, without the preset."""
        return {name: value for name, value in self.values.items() if name != "preset"}


def merged(layers: Iterable[Layer]) -> dict[str, Any]:
    """The values of layers, the first the strongest."""
    values: dict[str, Any] = {}
    for layer in layers:
        values = overridden(layer.values, values)
    return values


def layer_of(path: Path) -> Layer:
    """The options in a TOML file, each checked. Raises an OptionError where the file cannot be
    read, or sets what there is not or may not be."""
    from hyperdigest.options import read_toml

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
    """The file of the current folder and the user's own, as far as they are there."""
    project = Path(PROJECT_FILE)
    if project.is_file():
        layer = layer_of(project)
        if layer.values.get(RUNS_CODE):
            raise OptionError(
                f"{PROJECT_FILE} may not name {RUNS_CODE}, whose code would be run:"
                " give it on the command line or in the file of --config"
            )
        yield layer
    user = user_file()
    if USER_FILE in os.environ or user.is_file():
        yield layer_of(user)


def user_file() -> Path:
    """Where the user's own file is, or would be."""
    named = os.environ.get(USER_FILE)
    if named is not None:
        return Path(named or os.devnull)
    return Path(click.get_app_dir("hyperdigest")) / "config.toml"
