"""The registry of plugins: found by their entry points, and imported when they are first called."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal, get_args

from hyperdigest.errors import HyperdigestError, OptionError, PluginError, reason_of

Kind = Literal["readers", "splitters", "hyperedges", "renderers", "tokenizers", "embeddings"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Plugin:
    """A function that a package adds; it is imported when it is loaded.

    Of several plugins with the same kind and name only the first is used.
    """

    kind: Kind
    name: str
    package: str
    version: str
    entry: EntryPoint = field(repr=False)

    def __str__(self) -> str:
        nouns = {"hyperedges": "family of hyperedges", "embeddings": "embedding model"}
        noun = nouns.get(self.kind, self.kind.removesuffix("s"))
        return f"the {noun} {self.name!r} of {self.package} {self.version}"

    def load(self) -> Callable[..., Any]:
        """The function. Raises PluginError if it cannot be imported, or is not callable."""
        found = _imported(self)
        if isinstance(found, PluginError):
            raise found
        return found

    def __call__(self, *arguments: Any) -> Any:
        """The result of the function.

        Raises PluginError if the function cannot be imported or raises an error; a HyperdigestError
        or MemoryError of the function is raised unchanged.
        """
        function = self.load()
        try:
            return function(*arguments)
        except (HyperdigestError, MemoryError):
            raise
        except (Exception, SystemExit) as error:
            raise PluginError(f"{self} failed ({_reason(error)}): fix it") from error

    def invalid_result(self, result: str) -> PluginError:
        """The error to raise for an invalid `result`, such as ``"no list"``."""
        return PluginError(f"{self} returned {' '.join(result.split())}: fix it")


@cache
def _imported(plugin: Plugin) -> Callable[..., Any] | PluginError:
    try:
        found = plugin.entry.load()
    except (Exception, SystemExit) as error:
        return PluginError(
            f"{plugin} cannot be loaded ({_reason(error)}): fix or uninstall {plugin.package}"
        )
    if not callable(found):
        return PluginError(f"{plugin} is not a function: fix or uninstall {plugin.package}")
    function: Callable[..., Any] = found
    return function


@cache
def plugins() -> tuple[Plugin, ...]:
    """All installed plugins, sorted by kind, name and package, also those that are not used."""
    every, found = entry_points(), []
    for kind in KINDS:
        for entry in every.select(group=f"hyperdigest.{kind}"):
            suffix = f".{entry.name.lower().removeprefix('.')}"
            about = (entry.dist.name, entry.dist.version) if entry.dist else ("unknown", "?")
            found.append(Plugin(kind, suffix if kind == "readers" else entry.name, *about, entry))
    return tuple(sorted(found, key=lambda each: (KINDS.index(each.kind), each.name, each.package)))


def in_use(kind: Kind, built_in: Collection[str] = ()) -> dict[str, Plugin]:
    """The plugins of a kind by name, without those whose name is in `built_in`."""
    found: dict[str, Plugin] = {}
    for plugin in plugins():
        if plugin.kind == kind and plugin.name not in built_in:
            found.setdefault(plugin.name, plugin)
    return found


def named(kind: Kind, name: str, option: str) -> Plugin:
    """The plugin that an option names. Raises OptionError if no such plugin is installed."""
    found = in_use(kind)
    if name not in found:
        installed = ", ".join(found) or "none"
        raise OptionError(
            f"{option} is {name!r:.200}, but no such plugin is installed: install its package, or"
            f" choose one of the installed plugins ({installed})"
        )
    return found[name]


def _reason(error: BaseException) -> str:
    """The reason of an error, cut after 200 characters."""
    text = reason_of(error)
    return text if len(text) <= 200 else f"{text[:200]}…"
