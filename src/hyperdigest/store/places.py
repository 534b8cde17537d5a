"""The paths of documents in a saved collection, which are relative to its folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from hyperdigest.documents import Document


def with_paths_from(
    folder: Path, old_folder: Path, documents: Iterable[Document]
) -> tuple[Document, ...]:
    """The documents with paths relative to a folder, which were relative to `old_folder`."""
    new, old = os.path.realpath(folder), os.path.realpath(old_folder)
    if new == old:
        return tuple(documents)
    documents = tuple(documents)
    paths = {path: path_from(path, new, old) for path in {document.path for document in documents}}
    return tuple(replace(document, path=paths[document.path]) for document in documents)


def path_from(path: str, folder: str, old_folder: str) -> str:
    """A path relative to a folder, which was relative to `old_folder`; both are real paths."""
    if path == "-" or Path(path).is_absolute():
        return path
    absolute = f"{old_folder}{os.sep}{path}"
    try:
        return os.path.relpath(absolute, folder)
    except ValueError:
        return absolute
