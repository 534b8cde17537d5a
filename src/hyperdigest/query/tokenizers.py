"""Tokenizers of plugins: how many tokens a text is for a language model."""

from __future__ import annotations

from collections.abc import Callable

from hyperdigest.base.plugins import named
from hyperdigest.query.tokens import no_count


def tokenizer(name: str) -> Callable[[str], int]:
    """The function of a plugin that counts the tokens of a text, whole numbers >= 0.

    Raises
    ------
    OptionError
        where no plugin is called so.
    PluginError
        where it cannot be loaded; the function raises it where the plugin fails.
    """
    plugin = named("tokenizers", name, "tokenizer")
    plugin.load()

    def count(text: str) -> int:
        tokens = plugin(text)
        if told := no_count(tokens):
            raise plugin.gave(told)
        return int(tokens)

    return count
