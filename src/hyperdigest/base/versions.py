"""Versions: of installed distributions, and of this package's own code."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from importlib.resources import files
from importlib.resources.abc import Traversable

version = cache(metadata.version)
"""The installed version of a distribution; cached, because a lookup takes as long as a walk."""


@cache
def code_hash() -> str:
    """The first 12 digits of the SHA-256 of the package's own files: a key of cached results."""
    hasher = hashlib.sha256()
    for name, data in sorted(_contents(files("hyperdigest"), "")):
        hasher.update(f"{name}\0{len(data)}\0".encode() + data)
    return hasher.hexdigest()[:12]


def _contents(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _contents(entry, name)
        elif name.endswith((".py", ".txt")):
            yield name, entry.read_bytes()
