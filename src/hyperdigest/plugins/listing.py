"""The plugins that are installed as a list, each loaded to know whether it can be used."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from hyperdigest.errors import PluginError
from hyperdigest.plugins.installed import Kind, Plugin, in_use, plugins
from hyperdigest.read.formats import SUFFIXES
from hyperdigest.read.names import printable
from hyperdigest.render import FORMATS

_BUILT_IN: Mapping[Kind, Collection[str]] = {"readers": SUFFIXES, "renderers": FORMATS}


@dataclass(frozen=True, slots=True)
class Listed:
    """A plugin and its state; `told` says why it is ``hidden`` or ``broken``."""

    kind: Kind
    name: str
    package: str
    version: str
    object: str
    state: Literal["ready", "hidden", "broken"]
    told: str = ""


def listed() -> tuple[Listed, ...]:
    """All plugins, by kind, name and package."""
    return tuple(map(_listed, plugins()))


def as_text(found: Sequence[Listed]) -> str:
    """A line for each plugin, and what speaks against it."""
    if not found:
        return "no plugin is installed"
    rows = [(p.kind, p.name, f"{p.package} {p.version}", p.state) for p in found]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        + (f": {plugin.told}" if plugin.told else "")
        for row, plugin in zip(rows, found, strict=True)
    )
    return "\n".join(map(printable, lines))


def as_json(found: Sequence[Listed]) -> str:
    """A JSON list of objects, one for each plugin."""
    return json.dumps([asdict(plugin) for plugin in found], ensure_ascii=False, indent=2)


def _listed(plugin: Plugin) -> Listed:
    state, told = _state(plugin)
    place = plugin.kind, plugin.name, plugin.package, plugin.version
    return Listed(*place, plugin.entry.value, state, told)


def _state(plugin: Plugin) -> tuple[Literal["ready", "hidden", "broken"], str]:
    if plugin.name in _BUILT_IN.get(plugin.kind, ()):
        return "hidden", "what is built in has this name"
    first = in_use(plugin.kind)[plugin.name]
    if first != plugin:
        return "hidden", f"{first.package} has one of this name"
    try:
        plugin.load()
    except PluginError as error:
        return "broken", str(error)
    return "ready", ""
