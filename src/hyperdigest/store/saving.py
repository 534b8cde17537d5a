"""Save a model in a file, and load it.

The file has the paths of the documents relative to its own folder, so that both can be moved
together; a model that is loaded has them relative to the current folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import occurring
from hyperdigest.base.files import file_lock, obstacle
from hyperdigest.errors import StoreError
from hyperdigest.progress import Progress, quiet
from hyperdigest.record import (
    CollectionRecord,
    ModelRecord,
    Numbers,
    checked_numbers,
    history_entry,
    occurring_terms,
)
from hyperdigest.store.file import Saved, Store, languages_of, options_of
from hyperdigest.store.finding import opened_at
from hyperdigest.store.rows import with_paths_from
from hyperdigest.store.writing import save
from hyperdigest.topics import TopicFit
from hyperdigest.topics.data import TopicSample

TRACE_ARRAYS = ("best_trace", "traces", "concentrations")
"""The names of the arrays of a `TopicFit` in the file, in its order."""

C = TypeVar("C", bound=CollectionRecord)
M = TypeVar("M", bound=ModelRecord)
"""The classes of a loaded collection and model, the records or the facades."""


def save_model(model: ModelRecord, path: str | Path, progress: Progress = quiet) -> None:
    """Write a model to a file, which is locked meanwhile; if that fails, the file is unchanged."""
    with locked(path, progress):
        _write(model, path, progress)


def change_saved(
    kind: type[M],
    collection: type[C],
    path: str | Path,
    change: Callable[[M], M],
    progress: Progress = quiet,
) -> M:
    """Replace a saved model by the result of `change`; see `Model.change_saved`."""
    with locked(path, progress):
        model = load_model(kind, collection, path, progress=progress)
        check_writable(path)
        changed = change(model)
        if changed is not model:
            _write(changed, path, progress)
        return changed


@contextmanager
def locked(path: str | Path, progress: Progress) -> Iterator[None]:
    """Lock a saved model, if the file is there. Raises StoreError if that is impossible."""
    with ExitStack() as locks:
        try:
            if Path(path).is_file():
                locks.enter_context(file_lock(path, lambda: progress("waiting", 0, 0)))
        except OSError as error:
            raise StoreError(f"cannot lock {path}: {error.strerror}; try again") from error
        yield


def check_writable(path: str | Path) -> None:
    """Raise StoreError if it is clear that a file cannot be written."""
    reason = obstacle(Path(os.path.realpath(path)))
    if reason:
        raise StoreError(f"cannot write {path}: {reason}; nothing was changed")


def _write(model: ModelRecord, path: str | Path, progress: Progress) -> None:
    if callable(model.options.tokenizer):
        raise StoreError(
            f"cannot write {path}: its tokenizer is a function; fit without it, and give it with"
            " each question"
        )
    collection, fit = model.collection, model.topics
    arrays = dict(zip(TRACE_ARRAYS, (fit.trace, fit.traces, fit.concentrations), strict=True))
    topics = tuple(sample.assignments for sample in (fit.best, *fit.samples))
    documents = with_paths_from(Path(path).parent, Path(), collection.documents)
    save(path, Saved(meta_of(model), documents, collection.split, topics, arrays), progress)


def meta_of(model: ModelRecord) -> dict[str, Any]:
    """The JSON values of a model by name."""
    collection = model.collection
    return {
        "options": asdict(model.options),
        "warnings": list(collection.warnings),
        "corpus": collection.corpus_hash,
        "history": list(model.history),
        "languages": list(collection.languages),
        "topic_names": list(model.topic_names),
    }


def load_model(
    kind: type[M],
    collection: type[C],
    path: str | Path,
    documents: Numbers | None = None,
    progress: Progress = quiet,
) -> M:
    """The model that `save_model` wrote, or its subset of some documents, by their numbers."""
    with opened_at(path) as store:
        if documents is None:
            return read_model(kind, collection, store, progress=progress)
        numbers = checked_numbers(documents, store.n_documents)
        model = read_model(kind, collection, store, numbers)
        entry = history_entry(numbers, store.n_documents, store.meta["corpus"])
        return replace(model, history=(*model.history, entry))


def read_model(
    kind: type[M],
    collection: type[C],
    store: Store,
    documents: NDArray[np.int32] | None = None,
    progress: Progress = quiet,
) -> M:
    """A saved model, or its part of some documents, by their numbers.

    Terms of the model are numbered as they occur, topics in the order of the file; those of removed
    documents are gone.
    """
    languages, options, parent_hash = languages_of(store), options_of(store), store.meta["corpus"]
    numbers = None if documents is None else documents.tolist()
    saved = store.content(numbers, progress)
    split = occurring_terms(saved.split)
    found = [occurring(topics) for topics in saved.topics]
    names, in_file = topic_names_of(store), found[0][0].tolist()
    if numbers is not None:
        parent_hash, languages = "", tuple(languages[n] for n in numbers) if languages else ()
    check_texts(store)
    loaded = collection(
        documents=with_paths_from(Path(), store.folder, saved.documents),
        split=split,
        language=options.language,
        warnings=tuple(store.meta["warnings"]),
        parent_hash=parent_hash,
        splitter=options.splitter,
        languages=languages,
    )
    best, *samples = (TopicSample(places, len(used)) for used, places in found)
    topics = TopicFit(best, samples, *trace_arrays(saved.arrays))
    topic_names = tuple(names[n] for n in in_file) if names else ()
    return kind(loaded, options, topics, tuple(store.meta["history"]), topic_names)


def trace_arrays(arrays: Mapping[str, NDArray[Any]]) -> list[NDArray[Any]]:
    """The `TRACE_ARRAYS`. Raises ValueError unless their shapes fit each other."""
    trace, traces, concentrations = ordered = [arrays[name] for name in TRACE_ARRAYS]
    if any(array.dtype.kind != "f" for array in ordered) or not concentrations.size:
        raise ValueError("the traces of its sampler are not numbers")
    if traces.ndim != 2 or trace.shape != traces.shape[1:]:
        raise ValueError("the traces of its chains have different lengths")
    positive = (concentrations > 0) & np.isfinite(concentrations)
    if concentrations.shape != (*traces.shape, 3) or not positive.all():
        raise ValueError("the concentrations of its chains do not match its sweeps")
    return ordered


def topic_names_of(store: Store) -> tuple[str, ...]:
    """The names of the topics, by their numbers in the file; none if they have no names."""
    names, sizes = store.meta["topic_names"], store.topic_tokens[0]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("its names of topics are not texts")
    n_topics = int(sizes.nonzero()[0].max(initial=-1)) + 1
    if names and len(names) < n_topics:
        raise ValueError(f"it names {len(names)} of {n_topics} topics")
    "".join(names).encode()
    return tuple(names)


def check_texts(store: Store) -> None:
    """Raise ValueError unless a file has the hash of a corpus, warnings and a history."""
    for lines in (store.meta["warnings"], store.meta["history"]):
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise ValueError("its warnings or its history are not texts")
    corpus = store.meta["corpus"]
    if not isinstance(corpus, str) or not (corpus.isascii() and corpus.isalnum()):
        raise ValueError("its corpus has no hash")
    "".join(store.meta["history"]).encode()  # signatures have its hash
