"""The API for plugins: readers, splitters, hyperedges, renderers, tokenizers and embeddings.

A package that adds some imports what it needs from this module, and names its functions in entry
points of the groups ``hyperdigest.readers`` and so on. They are looked up when they are needed.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hyperdigest.base.plugins import Plugin, plugins
    from hyperdigest.digest import Citation, Digest
    from hyperdigest.documents import Block, Document, Place
    from hyperdigest.errors import OptionError, PluginError, ReadError
    from hyperdigest.hypergraph import FuzzyHypergraph
    from hyperdigest.lengths import tokenizer
    from hyperdigest.ranking.plugin_hyperedges import Hyperedges, SentencesView
    from hyperdigest.read.content import Content, join
    from hyperdigest.read.encoding import decode

__all__ = [
    "Block",
    "Citation",
    "Content",
    "Digest",
    "Document",
    "FuzzyHypergraph",
    "Hyperedges",
    "OptionError",
    "Place",
    "Plugin",
    "PluginError",
    "ReadError",
    "SentencesView",
    "decode",
    "join",
    "plugins",
    "tokenizer",
]

_HOMES = {
    **dict.fromkeys(("Block", "Document", "Place"), "documents"),
    **dict.fromkeys(("Citation", "Digest"), "digest"),
    **dict.fromkeys(("OptionError", "PluginError", "ReadError"), "errors"),
    "FuzzyHypergraph": "hypergraph",
    **dict.fromkeys(("Hyperedges", "SentencesView"), "ranking.plugin_hyperedges"),
    **dict.fromkeys(("Plugin", "plugins"), "base.plugins"),
    "tokenizer": "lengths",
    **dict.fromkeys(("Content", "join"), "read.content"),
    "decode": "read.encoding",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used, so that importing this module takes no time."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'hyperdigest.plugins' has no attribute {name!r}")
    return getattr(import_module(f"hyperdigest.{_HOMES[name]}"), name)
