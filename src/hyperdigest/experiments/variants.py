"""Systems with a parameter changed, however deep it lies."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from hyperdigest.experiments.preset import Preset

S = TypeVar("S")


def changed(system: S, path: str, value: Any) -> S:
    """`system` with the parameter at `path`, e.g. ``selector.threshold``, set to `value`."""
    name, _, rest = path.partition(".")
    new = changed(getattr(system, name), rest, value) if rest else value
    return replace(system, **{name: new})  # type: ignore[type-var]


def parameter(system: Any, path: str) -> Any:
    """The value of the parameter at `path`."""
    for name in path.split("."):
        system = getattr(system, name)
    return system


def seeded(system: Any, seed: int) -> Any:
    """`system` with every parameter called ``seed``, at any depth, set to `seed`."""
    if isinstance(system, Preset):
        return system.reseeded(seed)
    if not is_dataclass(system) or isinstance(system, type):
        return system
    changes = {
        f.name: seed if f.name == "seed" else seeded(getattr(system, f.name), seed)
        for f in fields(system)
    }
    return replace(system, **changes)
