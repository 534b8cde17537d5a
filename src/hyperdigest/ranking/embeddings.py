"""Sentence embeddings of a neural model on this machine; nothing is downloaded.

The library sentence-transformers is loaded when a model is first opened.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from hyperdigest.base.arrays import Floats
from hyperdigest.base.text import printable
from hyperdigest.errors import OptionError, not_installed
from hyperdigest.progress import Progress, quiet

LIBRARY = "sentence_transformers"

MODULES_FILE = "modules.json"
"""The file that every folder with a model of sentence-transformers has."""

MODEL_SUFFIXES = (".bin", ".json", ".model", ".safetensors", ".txt")
"""Suffixes of the files that embeddings depend on: weights, settings, vocabularies."""

TEXTS_PER_CALL = 512
"""How many texts are encoded between two reports of progress."""


def embeddings(model: str, texts: Sequence[str], progress: Progress = quiet) -> Floats:
    """(n, M) embeddings of texts, of Euclidean length 1.

    `model` is the folder of a sentence-transformers model. Raises OptionError if the library or the
    model is not on this machine.
    """
    encoder = open_model(model)
    rows: list[Any] = []
    for start in range(0, len(texts), TEXTS_PER_CALL):
        progress("embedding", start, len(texts))
        batch = list(texts[start : start + TEXTS_PER_CALL])
        rows.extend(encoder.encode(batch, normalize_embeddings=True, show_progress_bar=False))
    progress("embedding", len(texts), len(texts))
    return np.array(rows, np.float64)


@cache
def open_model(model: str) -> Any:
    """The encoder in a folder, opened once. Raises the errors of `embeddings`."""
    check_model(model)
    os.environ["HF_HUB_OFFLINE"] = os.environ["HF_HUB_DISABLE_PROGRESS_BARS"] = "1"
    try:
        library = import_module(LIBRARY)
        return library.SentenceTransformer(model, device="cpu", local_files_only=True)
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        raise OptionError(
            f"the embedding model in {model} cannot be opened ({reason}): give another"
        ) from error


@cache
def model_name(model: str) -> str:
    """The name of a model in signatures: that of its folder, with a hash of its files."""
    folder = check_model(model).resolve()
    hasher = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in MODEL_SUFFIXES and path.is_file():
            hasher.update(f"{path.relative_to(folder).as_posix()}\0".encode("utf-8", "replace"))
            with path.open("rb") as file:
                hasher.update(hashlib.file_digest(file, "sha256").digest())
    name = re.sub(r"[^\w.+-]", "-", folder.name)
    return f"{name}@sha256-{hasher.hexdigest()[:12]}"


def check_model(model: str) -> Path:
    """The folder of a model, without opening it. Raises the errors of `embeddings`."""
    folder = Path(model)
    if not os.path.isfile(folder / MODULES_FILE):  # noqa: PTH113 (it raises nothing)
        raise OptionError(
            f"no embedding model in {printable(model)[:500]}: give the folder of a"
            f" sentence-transformers model, which contains a file {MODULES_FILE}"
        )
    if find_spec(LIBRARY) is None:
        raise OptionError(not_installed("embedding", "sentence-transformers", "embeddings"))
    return folder
