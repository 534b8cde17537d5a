"""Configuration files: options that hold where the command line says nothing.

From the strongest to the weakest: the command line, the file of ``--config``, ``hyperdigest.toml``
in the current folder, the user's own file, and at last the preset. The last two files never change
what a saved collection was fitted with, nor a batch.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from hyperdigest.cli.output import say
from hyperdigest.errors import OptionError
from hyperdigest.options import PARAMETERS, PRESETS, overridden

PROJECT_FILE = "hyperdigest.toml"
USER_FILE = "HYPERDIGEST_CONFIG"
"""The variable of the environment that names the user's file."""

RUNS_CODE = "embedding_model"
"""The option that loads what the folder it names holds: not for a file that came with documents."""

FIXED = ("split", "topics")
"""The stages a saved collection rests on, and so do its samples."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Options from one place.

    Parameters
    ----------
    source : the place, as a user knows it.
    """

    source: str
    preset: str | None = None
    changes: dict[str, Any] = field(default_factory=dict)

    def without_fixed(self) -> Layer:
        """What of it a saved collection leaves open."""
        open_still = {
            name: value
            for name, value in self.changes.items()
            if PARAMETERS[name].stage not in FIXED and name != "samples"
        }
        return Layer(self.source, None, open_still)


def merged(layers: Iterable[Layer]) -> Layer:
    """Layers as one, the first the strongest."""
    preset: str | None = None
    changes: dict[str, Any] = {}
    for layer in layers:
        preset = preset or layer.preset
        changes = overridden(layer.changes, changes)
    return Layer("", preset, changes)


def layer_of(path: Path) -> Layer:
    """The options in a TOML file, each checked.

    Raises
    ------
    OptionError
        where the file cannot be read, or sets what there is not or may not be.
    """
    from hyperdigest.options import read_toml

    values = read_toml(path, say)
    preset = values.pop("preset", None)
    if preset is not None and preset not in PRESETS:
        raise OptionError(f"{path}: preset is {preset!r}: choose one of {', '.join(PRESETS)}")
    for name, value in values.items():
        try:
            PARAMETERS[name].check(value)
        except OptionError as error:
            raise OptionError(f"{path}: {error}") from error
    return Layer(str(path), preset, values)


def layers() -> Iterator[Layer]:
    """The file of the current folder and the user's own, as far as they are there."""
    project = Path(PROJECT_FILE)
    if project.is_file():
        layer = layer_of(project)
        if layer.changes.get(RUNS_CODE):
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
