"""A model as the content of a file, and back.

The file keeps the paths of the documents as seen from its own folder, so that the two may be moved
together, and a model that is loaded has them as seen from the current one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Document
from hyperdigest.errors import OptionError, StoreError
from hyperdigest.options import Options
from hyperdigest.pipeline import Collection, Model
from hyperdigest.store import Saved, load, save
from hyperdigest.topics import TopicFit, TopicSample


def save_model(model: Model, path: str | Path) -> None:
    """Write `model` to one file, whole or not at all."""
    collection, fit = model.collection, model.topics
    arrays: dict[str, NDArray[Any]] = {
        "best_trace": fit.trace,
        "traces": fit.traces,
        "concentrations": fit.concentrations,
    }
    meta = {
        "options": asdict(model.options),
        "warnings": list(collection.warnings),
    }
    topics = tuple(sample.assignments for sample in (fit.best, *fit.samples))
    documents = _seen_from(Path(path).parent, Path(), collection.documents)
    save(path, Saved(meta, documents, collection.split, topics, arrays))


def load_model(path: str | Path) -> Model:
    """The model that `save_model` wrote."""
    saved = load(path)
    try:
        return _model(saved, Path(path).parent)
    except (KeyError, TypeError, ValueError, OptionError) as error:
        raise StoreError(f"{path} holds no model ({error}): fit the documents again") from error


def _model(saved: Saved, folder: Path) -> Model:
    options = Options().changed(**saved.meta["options"])
    best, *samples = map(_sample, saved.topics)
    arrays = saved.arrays
    fit = TopicFit(best, samples, arrays["best_trace"], arrays["traces"], arrays["concentrations"])
    warnings = tuple(saved.meta["warnings"])
    documents = _seen_from(Path(), folder, saved.documents)
    return Model(Collection(documents, saved.split, options.language, warnings), options, fit)


def _seen_from(here: Path, there: Path, documents: Iterable[Document]) -> tuple[Document, ...]:
    """The documents, whose relative paths start in the folder `there`, as seen from `here`."""
    to, start = os.path.realpath(here), os.path.realpath(there)
    if to == start:
        return tuple(documents)
    return tuple(replace(document, path=_path(document.path, to, start)) for document in documents)


def _path(path: str, here: str, there: str) -> str:
    if path == "-" or Path(path).is_absolute():
        return path
    whole = f"{there}{os.sep}{path}"
    try:
        return os.path.relpath(whole, here)
    except ValueError:
        return whole


def _sample(assignments: NDArray[np.int32]) -> TopicSample:
    return TopicSample(assignments, int(assignments.max()) + 1)
