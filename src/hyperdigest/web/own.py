"""Saved collections as the app reads them, its own files and somebody's.

A file of the app may have documents that lie nowhere, since they were sent; their paths are their
names. All others have whole paths there, so that the file may be moved.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from hyperdigest.documents import Document
from hyperdigest.errors import StoreError
from hyperdigest.model import Model
from hyperdigest.progress import Progress, quiet


def load_own(path: str | Path, progress: Progress = quiet) -> Model:
    """The model in a file of the app; a StoreError does not tell where that lies."""
    try:
        model = Model.load(path, progress=progress)
    except StoreError as error:
        raise StoreError(str(error).replace(str(path), "the collection")) from error
    placed = (d if Path(d.path).is_absolute() else _nowhere(d) for d in model.collection.documents)
    return _with(model, placed)


def load_given(path: str | Path, progress: Progress = quiet) -> Model:
    """The model in somebody's file, to be saved elsewhere: the paths of its documents are whole."""
    model = Model.load(path, progress=progress)
    return _with(model, map(_whole, model.collection.documents))


def without_paths(documents: Iterable[Document]) -> tuple[Document, ...]:
    """Documents that are nowhere: their paths are their names."""
    return tuple(map(_nowhere, documents))


def _nowhere(document: Document) -> Document:
    return replace(document, path=document.name)


def _whole(document: Document) -> Document:
    if document.path == "-":
        return document
    return replace(document, path=os.path.abspath(document.path))  # noqa: PTH100 (links stay)


def _with(model: Model, documents: Iterable[Document]) -> Model:
    collection = replace(model.collection, documents=tuple(documents))
    return Model(collection, model.options, model.topics, model.history)
