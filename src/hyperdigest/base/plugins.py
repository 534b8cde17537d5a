"""The registry of plugins: found once by their entry points, each imported when first called."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal, get_args

from hyperdigest.errors import HyperdigestError, OptionError, PluginError

Kind = Literal["readers", "splitters", "hyperedges", "renderers", "tokenizers"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Plugin:
    """A function that a package adds; of those of one kind and name the first is used. `entry` is
    where it is found; nothing of it is imported yet."""

    kind: Kind
    name: str
    package: str
    version: str
    entry: EntryPoint = field(repr=False)

    def __str__(self) -> str:
        families = self.kind == "hyperedges"
        one = "family of hyperedges" if families else self.kind.removesuffix("s")
        return f"the {one} {self.name!r} of {self.package} {self.version}"

    def load(self) -> Callable[..., Any]:
        """The function itself; a PluginError where it cannot be imported, or is no function."""
        found = _imported(self)
        if isinstance(found, PluginError):
            raise found
        return found

    def __call__(self, *arguments: Any) -> Any:
        """What the function gives; a PluginError where it cannot be imported or raises an error,
        unless that is one of hyperdigest or memory is short."""
        function = self.load()
        try:
            return function(*arguments)
        except (HyperdigestError, MemoryError):
            raise
        except (Exception, SystemExit) as error:
            raise PluginError(f"{self} failed ({_reason(error)}): mend it") from error

    def gave(self, what: str) -> PluginError:
        """The error of having given what was not asked for."""
        return PluginError(f"{self} gave {' '.join(what.split())}: mend it")


@cache
def _imported(plugin: Plugin) -> Callable[..., Any] | PluginError:
    try:
        found = plugin.entry.load()
    except (Exception, SystemExit) as error:
        return PluginError(
            f"{plugin} cannot be loaded ({_reason(error)}): mend or uninstall {plugin.package}"
        )
    if not callable(found):
        return PluginError(f"{plugin} is no function: mend or uninstall {plugin.package}")
    function: Callable[..., Any] = found
    return function


@cache
def plugins() -> tuple[Plugin, ...]:
    """All that are installed, by kind, name and package, those that are not used among them."""
    every, found = entry_points(), []
    for kind in KINDS:
        for entry in every.select(group=f"hyperdigest.{kind}"):
            suffix = f".{entry.name.lower().removeprefix('.')}"
            about = (entry.dist.name, entry.dist.version) if entry.dist else ("unknown", "?")
            found.append(Plugin(kind, suffix if kind == "readers" else entry.name, *about, entry))
    return tuple(sorted(found, key=lambda each: (KINDS.index(each.kind), each.name, each.package)))


def in_use(kind: Kind, built_in: Collection[str] = ()) -> dict[str, Plugin]:
    """The plugins of a kind by name, less those with the name of something built in."""
    found: dict[str, Plugin] = {}
    for plugin in plugins():
        if plugin.kind == kind and plugin.name not in built_in:
            found.setdefault(plugin.name, plugin)
    return found


def named(kind: Kind, name: str, option: str) -> Plugin:
    """The plugin that an option names; an OptionError where none of that name is installed."""
    found = in_use(kind)
    if name not in found:
        known = ", ".join(found) or "none"
        raise OptionError(
            f"{option} is {name!r}, but no such plugin is installed: install its package, or choose"
            f" from those there are ({known})"
        )
    return found[name]


def _reason(error: BaseException) -> str:
    text = " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())
    return text if len(text) <= _LONGEST_REASON else f"{text[:_LONGEST_REASON]}…"
