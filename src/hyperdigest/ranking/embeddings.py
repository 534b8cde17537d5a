"""Embeddings of texts by a model on this machine; nothing is downloaded.

A model is a plugin, or the folder of a model of sentence-transformers, which is loaded when it is
first used. Each text is embedded by itself and once: in a batch, the last digits of an embedding
depend on the other texts, and so on the questions before.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.base.plugins import Plugin, in_use, named
from hyperdigest.base.text import printable
from hyperdigest.errors import OptionError, not_installed

Encode = Callable[[str], NDArray[np.float32]]

LIBRARY = "sentence_transformers"

MODULES_FILE = "modules.json"
"""The file that every folder with a model of sentence-transformers has."""

MODEL_SUFFIXES = (".bin", ".json", ".model", ".safetensors", ".txt")
"""Suffixes of the files that embeddings depend on: weights, settings, vocabularies."""

MOST_CACHED = 30_000
"""So many embeddings are kept for the next questions."""


class _Cache:
    """The last embeddings by model and text; the oldest make room for new ones."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._rows: dict[tuple[str, str], NDArray[np.float32]] = {}

    def get(self, model: str, text: str, encode: Encode) -> NDArray[np.float32]:
        row = self._rows.get((model, text))
        if row is None:
            row = encode(text)
            with self._lock:
                if len(self._rows) >= self._most:
                    del self._rows[next(iter(self._rows))]
                self._rows[model, text] = row
        return row

    def clear(self) -> None:
        self._rows.clear()


cached = _Cache(MOST_CACHED)


def embeddings(model: str, texts: Sequence[str]) -> Floats:
    """(n, M) embeddings of texts, of Euclidean length 1 or 0.

    `model` is the name of a plugin, or the folder of a sentence-transformers model. Raises
    OptionError if the library or the model is not on this machine, and PluginError if the plugin
    fails.
    """
    encode = open_model(model)
    return np.array([cached.get(model, text, encode) for text in texts], np.float64)


@cache
def open_model(model: str) -> Encode:
    """The function that embeds a text, opened once. Raises the errors of `embeddings`."""
    found = check_model(model)
    if isinstance(found, Plugin):
        return _checked(found)
    os.environ["HF_HUB_OFFLINE"] = os.environ["HF_HUB_DISABLE_PROGRESS_BARS"] = "1"
    try:
        library = import_module(LIBRARY)
        encoder = library.SentenceTransformer(model, device="cpu", local_files_only=True)
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise OptionError(
            f"the embedding model in {model} cannot be opened ({reason}): give another"
        ) from error

    def encode(text: str) -> NDArray[np.float32]:
        rows = encoder.encode([text], normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(rows[0], np.float32)

    return encode


def _checked(plugin: Plugin) -> Encode:
    """A function that gives the embedding of a text by a plugin, of length 1."""
    plugin.load()
    lengths: set[int] = set()

    def encode(text: str) -> NDArray[np.float32]:
        found = plugin([text])
        try:
            rows = np.asarray(found, np.float64)
        except (TypeError, ValueError):
            raise plugin.invalid_result(f"{type(found).__name__} for a text") from None
        if rows.ndim != 2 or len(rows) != 1 or not rows.shape[1]:
            raise plugin.invalid_result(f"an array of shape {rows.shape} for 1 text")
        lengths.add(rows.shape[1])
        if len(lengths) > 1:
            raise plugin.invalid_result(f"embeddings of different lengths, {sorted(lengths)}")
        if not np.isfinite(rows).all():
            raise plugin.invalid_result("a number that is not finite")
        row = rows[0] / (np.linalg.norm(rows[0]) or 1.0)
        return np.asarray(row, np.float32)

    return encode


@cache
def model_name(model: str) -> str:
    """The name of a model in signatures: of a plugin with its version, of a folder with a hash of
    its files."""
    found = check_model(model)
    if isinstance(found, Plugin):
        return f"{_plain(found.name)}@{found.package}-{found.version}"
    folder = found.resolve()
    hasher = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in MODEL_SUFFIXES and path.is_file():
            hasher.update(f"{path.relative_to(folder).as_posix()}\0".encode("utf-8", "replace"))
            with path.open("rb") as file:
                hasher.update(hashlib.file_digest(file, "sha256").digest())
    return f"{_plain(folder.name)}@sha256-{hasher.hexdigest()[:12]}"


def check_model(model: str) -> Plugin | Path:
    """The plugin or folder of a model, without opening it. Raises the errors of `embeddings`."""
    folder = Path(model)
    if not os.path.isfile(folder / MODULES_FILE):  # noqa: PTH113 (it raises nothing)
        if model in in_use("embeddings"):
            return named("embeddings", model, "option embedding_model")
        installed = ", ".join(in_use("embeddings")) or "none"
        raise OptionError(
            f"no embedding model in {printable(model)[:500]}: give the folder of a"
            f" sentence-transformers model, which contains a file {MODULES_FILE}, or the name of an"
            f" installed plugin ({installed})"
        )
    if find_spec(LIBRARY) is None:
        raise OptionError(not_installed("embedding", "sentence-transformers", "embeddings"))
    return folder


def _plain(name: str) -> str:
    return re.sub(r"[^\w.+-]", "-", name)
