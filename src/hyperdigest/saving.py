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
from hyperdigest.split import Split
from hyperdigest.store import Saved, load, save
from hyperdigest.topics import TopicFit, TopicSample


def save_model(model: Model, path: str | Path) -> None:
    """Write `model` to one file, whole or not at all."""
    collection, split, fit = model.collection, model.collection.split, model.topics
    arrays: dict[str, NDArray[Any]] = {
        "terms": split.terms,
        "sentence_of": split.sentence_of,
        "best": fit.best.assignments,
        "best_trace": fit.trace,
        "traces": fit.traces,
        "concentrations": fit.concentrations,
    }
    arrays |= {f"sample_{n:04d}": sample.assignments for n, sample in enumerate(fit.samples)}
    meta = {
        "options": asdict(model.options),
        "warnings": list(collection.warnings),
    }
    terms = list(zip(split.vocabulary, split.words, strict=True))
    documents = _seen_from(Path(path).parent, Path(), collection.documents)
    save(path, Saved(meta, documents, split.sentences, terms, arrays))


def load_model(path: str | Path) -> Model:
    """The model that `save_model` wrote."""
    saved = load(path)
    try:
        return _model(saved, Path(path).parent)
    except (KeyError, TypeError, OptionError) as error:
        raise StoreError(f"{path} holds no model ({error}): fit the documents again") from error


def _model(saved: Saved, folder: Path) -> Model:
    options = Options().changed(**saved.meta["options"])
    arrays = saved.arrays
    split = Split(
        saved.sentences,
        tuple(term for term, _ in saved.terms),
        tuple(word for _, word in saved.terms),
        arrays["terms"],
        arrays["sentence_of"],
    )
    samples = [_sample(arrays[name]) for name in sorted(arrays) if name.startswith("sample_")]
    fit = TopicFit(
        _sample(arrays["best"]),
        samples,
        arrays["best_trace"],
        arrays["traces"],
        arrays["concentrations"],
    )
    warnings = tuple(saved.meta["warnings"])
    documents = _seen_from(Path(), folder, saved.documents)
    return Model(Collection(documents, split, options.language, warnings), options, fit)


def _seen_from(here: Path, there: Path, documents: Iterable[Document]) -> tuple[Document, ...]:
    """The documents, whose relative paths start in the folder `there`, as seen from `here`."""
    if here.resolve() == there.resolve():
        return tuple(documents)
    return tuple(replace(document, path=_path(document, here, there)) for document in documents)


def _path(document: Document, here: Path, there: Path) -> str:
    if document.path == "-" or Path(document.path).is_absolute():
        return document.path
    try:
        return os.path.relpath(there.resolve() / document.path, here.resolve())
    except ValueError:
        return str(there.resolve() / document.path)


def _sample(assignments: NDArray[np.int32]) -> TopicSample:
    return TopicSample(assignments, int(assignments.max()) + 1)
