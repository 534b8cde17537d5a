"""Renderers of plugins: digests in forms of their own."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress

from hyperdigest.documents import Digest
from hyperdigest.errors import PluginError
from hyperdigest.plugins.installed import Plugin, in_use


def added(built_in: Collection[str]) -> dict[str, Plugin]:
    """The renderers of plugins by name, less those with a name of `built_in`."""
    return in_use("renderers", built_in)


def called(suffix: str, built_in: Collection[str]) -> str:
    """The first renderer whose files have a suffix; none where none that works names it."""
    for name, plugin in added(built_in).items():
        with suppress(PluginError):
            if getattr(plugin.load(), "suffix", "") == suffix.lower():
                return name
    return ""


def renderer_of(plugin: Plugin) -> Callable[[Digest], str | bytes]:
    """The function of a plugin, which shows a digest.

    Raises
    ------
    PluginError
        where it cannot be loaded; the function raises it where the plugin fails, or gives neither
        text nor bytes.
    """
    plugin.load()

    def render(digest: Digest) -> str | bytes:
        shown = plugin(digest)
        if not isinstance(shown, str | bytes):
            raise plugin.gave(f"{type(shown).__name__}, neither str nor bytes")
        return shown

    return render


def file_type_of(plugin: Plugin) -> tuple[str, str]:
    """The suffix and the media type of what a plugin gives, as its function names them.

    They are its attributes ``suffix`` and ``media_type``; without them it is taken for text.
    """
    function = plugin.load()
    suffix = getattr(function, "suffix", ".txt")
    media_type = getattr(function, "media_type", "text/plain; charset=utf-8")
    if not isinstance(suffix, str) or not isinstance(media_type, str):
        raise plugin.gave("a suffix or media type that is no str")
    return suffix, media_type
