"""A model as the content of a file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
        "preset": model.options.preset_name,
        "options": model.options.differences(model.options.preset_name),
        "warnings": list(collection.warnings),
    }
    terms = list(zip(split.vocabulary, split.words, strict=True))
    save(path, Saved(meta, collection.documents, split.sentences, terms, arrays))


def load_model(path: str | Path) -> Model:
    """The model that `save_model` wrote."""
    saved = load(path)
    options = Options.preset(saved.meta["preset"], **saved.meta["options"])
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
    return Model(Collection(saved.documents, split, options.language, warnings), options, fit)


def _sample(assignments: NDArray[np.int32]) -> TopicSample:
    return TopicSample(assignments, int(assignments.max()) + 1)
