"""Lengths of texts in tokens of a language model, and budgets in tokens; nothing is downloaded.

A tokenizer is a file ``tokenizer.json`` on this machine, which the library tokenizers opens when it
is first used, or the name of a plugin, or a function that counts the tokens of a text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.plugins import Plugin, named
from hyperdigest.errors import OptionError, not_installed
from hyperdigest.options import LARGEST, Options
from hyperdigest.progress import Progress, quiet

Count = Callable[[str], int]

TOKENIZER_FILE = "tokenizer.json"

TEXTS_PER_CALL = 4096
"""How many texts are counted between two reports of progress."""


def token_lengths(
    tokenizer: str | Count, texts: Sequence[str], progress: Progress = quiet
) -> NDArray[np.int32]:
    """(n,) the tokens of each text with a line end after it, without any that mark its ends.

    `tokenizer` is a file ``tokenizer.json``, a folder with one, a plugin, or a function that counts
    the tokens of a text. Raises OptionError if the library or the tokenizer is not on this machine,
    or a function returns no count, and PluginError if the plugin fails.
    """
    counts = _counter(tokenizer)
    lengths = np.empty(len(texts), np.int32)
    for start in range(0, len(texts), TEXTS_PER_CALL):
        progress("counting", start, len(texts))
        lines = [f"{text}\n" for text in texts[start : start + TEXTS_PER_CALL]]
        lengths[start : start + len(lines)] = list(counts(lines))
    progress("counting", len(texts), len(texts))
    return np.maximum(lengths, 1)


def usable_budget(options: Options) -> int:
    """The budget of the sentences: the whole one, less the special tokens around the whole text.

    Raises OptionError if the tokenizer is not on this machine.
    """
    file = _file(options.tokenizer) if options.tokens and not callable(options.tokenizer) else None
    if file is None:
        return options.budget
    return options.budget - int(open_tokenizer(file).num_special_tokens_to_add(False))


def check_tokenizer(tokenizer: str | Count) -> None:
    """Raise the errors of `token_lengths` that can be found without counting."""
    if callable(tokenizer):
        return
    if file := _file(tokenizer):
        open_tokenizer(file)
    else:
        _plugin(tokenizer).load()


def tokenizer_name(tokenizer: str | Count) -> str:
    """The name of a tokenizer in signatures, with a hash of its file or the plugin's version."""
    if callable(tokenizer):
        function = getattr(tokenizer, "__qualname__", type(tokenizer).__qualname__)
        return f"function-{_plain(function)}"
    if file := _file(tokenizer):
        path = file.parent if file.name == TOKENIZER_FILE else file
        return f"{_plain(path.name)}@sha256-{_hash(file)}"
    plugin = _plugin(tokenizer)
    return f"{_plain(tokenizer)}@{plugin.package}-{plugin.version}"


def tokenizer(name: str) -> Count:
    """The function of a plugin that counts the tokens of a text, whole numbers >= 0.

    Raises OptionError if there is no plugin of that name, and PluginError if it cannot be loaded;
    the function raises PluginError if the plugin fails.
    """
    plugin = _plugin(name, "tokenizer")
    plugin.load()

    def count(text: str) -> int:
        tokens = plugin(text)
        if error := _count_error(tokens):
            raise plugin.invalid_result(error)
        return int(tokens)

    return count


def _counter(name: str | Count) -> Callable[[list[str]], Iterable[int]]:
    """A function that counts the tokens of each text of a list."""
    if callable(name):
        return partial(_counts, name)
    if file := _file(name):
        encode = open_tokenizer(file).encode_batch_fast
        return lambda texts: map(len, encode(texts, add_special_tokens=False))
    return partial(_counts, tokenizer(name))


def _counts(count: Count, texts: list[str]) -> Iterator[int]:
    for text in texts:
        number: Any = count(text)
        if error := _count_error(number):
            raise OptionError(
                f"the tokenizer counted {error} in {text[:30]!r}: let it return a whole number"
            )
        yield number


def _count_error(number: Any) -> str:
    """What a tokenizer counted if that is not a number of tokens; empty if it is."""
    if not hasattr(number, "__index__"):
        return f"{number!r:.30} tokens"
    if number > LARGEST:
        return f"more than {LARGEST:g} tokens"
    return "fewer than 0 tokens" if number < 0 else ""


def _file(name: str) -> Path | None:
    """The file of a tokenizer; None if `name` may be that of a plugin.

    Raises OptionError if it is a path without such a file.
    """
    path = Path(name) / TOKENIZER_FILE if Path(name).is_dir() else Path(name)
    if path.is_file():
        return path.resolve()
    if len(path.parts) > 1 or path.suffix:
        raise OptionError(
            f"there is no tokenizer at {name}: give a file {TOKENIZER_FILE}, or a folder with one"
        )
    return None


@cache
def open_tokenizer(file: Path) -> Any:
    """The tokenizer in a file, opened once. Raises the errors of `token_lengths`."""
    if find_spec("tokenizers") is None:
        raise OptionError(not_installed("a budget in tokens", "tokenizers", "tokens"))
    try:
        opened = import_module("tokenizers").Tokenizer.from_file(str(file))
    except Exception as error:
        reason = " ".join(str(error).split())[:200]
        raise OptionError(f"the tokenizer {file} cannot be opened ({reason}): give another") from (
            error
        )
    opened.no_truncation()
    opened.no_padding()
    return opened


def _plugin(name: str, option: str = "option tokenizer") -> Plugin:
    return named("tokenizers", name, option)


@cache
def _hash(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()[:12]


def _plain(name: str) -> str:
    return re.sub(r"[^\w.+-]", "-", name)
