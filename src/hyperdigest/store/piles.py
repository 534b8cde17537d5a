"""The pile at some paths: files, folders and saved collections, in which quotations are looked up.

Its documents are read, but no topics are fitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hyperdigest.base.text import numbered
from hyperdigest.documents import Document
from hyperdigest.progress import Progress, quiet
from hyperdigest.read import ReadingOptions, read_paths
from hyperdigest.record import CollectionRecord, ModelRecord
from hyperdigest.store.finding import is_store
from hyperdigest.store.saving import load_model
from hyperdigest.verify import Pile


def pile_at(
    paths: Sequence[str | Path], options: ReadingOptions, progress: Progress = quiet
) -> tuple[Pile, tuple[str, ...]]:
    """The pile of the documents at paths, and warnings about the reading.

    A name that several saved collections have gets a number.

    Raises
    ------
    EmptyCollectionError
        if no document could be read.
    StoreError
        if a saved collection cannot be read.
    OptionError
        if all paths are saved collections, and options say how files are read.
    """
    saved = [path for path in paths if is_store(path)]
    others = [path for path in paths if not is_store(path)]
    if saved and not others:
        options.check_applies(saved[0])
    collections = [
        load_model(ModelRecord, CollectionRecord, path, progress=progress).collection
        for path in saved
    ]
    documents = [document for collection in collections for document in collection.documents]
    names = numbered([document.name for document in documents])
    documents = [_renamed(each, name) for each, name in zip(documents, names, strict=True)]
    warnings = [warning for collection in collections for warning in collection.warnings]
    if others or not saved:
        reading = read_paths(others, options, taken=names, progress=progress)
        if not documents:
            reading.checked()
        documents += reading.documents
        warnings += reading.warnings
    return Pile(documents, collections), tuple(warnings)


def _renamed(document: Document, name: str) -> Document:
    return document if document.name == name else replace(document, name=name)
