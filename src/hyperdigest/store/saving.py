"""A fitted collection as the content of a file, and back.

The file keeps the paths of the documents as seen from its own folder, so that the two may be moved
together, and a collection that is loaded has them as seen from the current one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hyperdigest.answer.scope import named_documents, scope_of
from hyperdigest.base.files import file_lock, obstacle
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError, StoreError
from hyperdigest.options import AUTO, Options
from hyperdigest.progress import Progress, quiet
from hyperdigest.question import Question
from hyperdigest.ranking.focus import FocusIndex, best_documents, is_narrower
from hyperdigest.reader import Scope
from hyperdigest.record import (
    CollectionRecord,
    ModelRecord,
    Numbers,
    checked_numbers,
    history_entry,
    occurring_terms,
    remaining_names,
)
from hyperdigest.split import LANGUAGES, count_languages
from hyperdigest.store.file import Saved, Store, opened, save
from hyperdigest.topics import TopicFit, TopicSample
from hyperdigest.topics.data import occurring_topics

NO_DOCUMENT = np.zeros(0, np.int32)

COURSE = ("best_trace", "traces", "concentrations")
"""The names under which the arrays of a `TopicFit` are saved, in its order."""


C = TypeVar("C", bound=CollectionRecord)
M = TypeVar("M", bound=ModelRecord)
"""The classes of what is loaded: the records, or those that add methods to them."""


def save_model(model: ModelRecord, path: str | Path, progress: Progress = quiet) -> None:
    """Write a model to one file, whole or not at all, when no other process is changing it."""
    with _locked(path, progress):
        _write(model, path, progress)


def change_saved(
    kind: type[M],
    collection: type[C],
    path: str | Path,
    change: Callable[[M], M],
    progress: Progress = quiet,
) -> M:
    """Replace the saved model by what `change` makes of it; see `Model.change_saved`."""
    with _locked(path, progress):
        model = load_model(kind, collection, path, progress=progress)
        reason = obstacle(Path(os.path.realpath(path)))
        if reason:
            raise StoreError(f"cannot write {path}: {reason}; nothing was changed")
        changed = change(model)
        if changed is not model:
            _write(changed, path, progress)
        return changed


@contextmanager
def _locked(path: str | Path, progress: Progress) -> Iterator[None]:
    with ExitStack() as locks:
        try:
            if Path(path).is_file():
                locks.enter_context(file_lock(path, lambda: progress("waiting", 0, 0)))
        except OSError as error:
            raise StoreError(f"cannot lock {path}: {error.strerror}; try again") from error
        yield


def _write(model: ModelRecord, path: str | Path, progress: Progress) -> None:
    if callable(model.options.tokenizer):
        raise StoreError(
            f"cannot write {path}: its tokenizer is a function; fit without it, and give it with"
            " each question"
        )
    collection, fit = model.collection, model.topics
    meta = {
        "options": asdict(model.options),
        "warnings": list(collection.warnings),
        "corpus": collection.corpus_hash,
        "history": list(model.history),
        "languages": list(collection.languages),
        "topic_names": list(model.topic_names),
    }
    arrays = dict(zip(COURSE, (fit.trace, fit.traces, fit.concentrations), strict=True))
    topics = tuple(sample.assignments for sample in (fit.best, *fit.samples))
    documents = _seen_from(Path(path).parent, Path(), collection.documents)
    save(path, Saved(meta, documents, collection.split, topics, arrays), progress)


def load_model(
    kind: type[M],
    collection: type[C],
    path: str | Path,
    documents: Numbers | None = None,
    progress: Progress = quiet,
) -> M:
    """What `save_model` wrote, or its subset of some documents, by their numbers."""
    with opened(path) as store:
        if documents is None:
            return _read(kind, collection, store, path, progress=progress)
        numbers = checked_numbers(documents, store.n_documents)
        model = _read(kind, collection, store, path, numbers)
        entry = history_entry(numbers, store.n_documents, store.meta["corpus"])
        return replace(model, history=(*model.history, entry))


def load_for(
    kind: type[M],
    collection: type[C],
    path: str | Path,
    question: Question,
    progress: Progress = quiet,
) -> tuple[M, Options, Scope]:
    """What a question needs of what `save_model` wrote; see `Model.load_for`.

    With a focus, only the documents that are looked into are read, unless their dates, or which of
    them are new, are to be found among all.
    """
    with opened(path) as store:
        constraints = question.constraints
        options = question.options(_options(store), store.n_states - 1)
        named = NO_DOCUMENT
        if options.focus and constraints.places:
            named = named_documents(constraints, store.document_numbers)
        of_all = constraints.dated or constraints.wants_news
        if of_all or not is_narrower(options, store.n_documents, named):
            model = _read(kind, collection, store, path, progress=progress)
            scope = scope_of(model.collection, question, options)
            return model.view(scope.documents), options, scope
        terms = {term: number for number, term in enumerate(store.vocabulary)}
        languages = tuple(count_languages(_languages(store) or [options.language]))
        index = FocusIndex(terms, languages, store.postings())
        weights = index.weights(question, options)
        documents, warning = best_documents(weights, options.focus, index.postings, named)
        model = _read(kind, collection, store, path, documents)
        part = replace(model.collection, parent_hash=store.meta["corpus"])
        dated = np.ones(len(documents), bool)
        scope = Scope(documents, dated, focus_warnings=(warning,))
        return replace(model, collection=part), options, scope


def _read(
    kind: type[M],
    collection: type[C],
    store: Store,
    path: str | Path,
    documents: NDArray[np.int32] | None = None,
    progress: Progress = quiet,
) -> M:
    """All that is saved, or some documents only, by their numbers."""
    languages, options = _languages(store), _options(store)
    if documents is None:
        saved, parent_hash = store.content(progress=progress), store.meta["corpus"]
        split = saved.split
        best, *samples = map(_every_topic, saved.topics)
        names = _topic_names(store, best.n_topics)
    else:
        saved, parent_hash = store.content(documents.tolist()), ""
        split = occurring_terms(saved.split)
        best, *samples = map(occurring_topics, saved.topics)
        names = _topic_names(store, int(saved.topics[0].max()) + 1)
        names = remaining_names(names, saved.topics[0], best)
        if languages:
            languages = tuple(languages[number] for number in documents.tolist())
    _check_texts(store.meta["corpus"], store.meta["warnings"], store.meta["history"])
    "".join(store.meta["history"]).encode()  # which signatures name by its hash
    read = collection(
        documents=_seen_from(Path(), Path(path).parent, saved.documents),
        split=split,
        language=options.language,
        warnings=tuple(store.meta["warnings"]),
        parent_hash=parent_hash,
        splitter=options.splitter,
        languages=languages,
    )
    topics = TopicFit(best, samples, *_course(saved.arrays))
    return kind(read, options, topics, tuple(store.meta["history"]), names)


def _every_topic(assignments: NDArray[np.int32]) -> TopicSample:
    """A state of the sampler in which all topics occur."""
    sizes = np.bincount(assignments)
    if not sizes.all():
        raise ValueError("a topic has no token")
    return TopicSample(assignments, len(sizes))


def _course(arrays: Mapping[str, NDArray[Any]]) -> list[NDArray[Any]]:
    """The arrays of `COURSE`, whose shapes must fit each other."""
    trace, traces, concentrations = course = [arrays[name] for name in COURSE]
    if any(array.dtype.kind != "f" for array in course) or not concentrations.size:
        raise ValueError("the course of its sampler is not told in numbers")
    if traces.ndim != 2 or trace.shape != traces.shape[1:]:
        raise ValueError("the traces of its chains have different lengths")
    positive = (concentrations > 0) & np.isfinite(concentrations)
    if concentrations.shape != (*traces.shape, 3) or not positive.all():
        raise ValueError("the concentrations of its chains are not those of its sweeps")
    return course


def _languages(store: Store) -> tuple[str, ...]:
    """The language of each document, if they were detected."""
    languages = store.meta["languages"]
    _check_languages(languages, store.n_documents if _options(store).language == AUTO else 0)
    return tuple(languages)


def _topic_names(store: Store, n_topics: int) -> tuple[str, ...]:
    """The names of the topics, of which there are `n_topics` or more."""
    names = store.meta["topic_names"]
    _check_topic_names(names, n_topics)
    "".join(names).encode()
    return tuple(names)


def _options(store: Store) -> Options:
    try:
        return Options.of(store.meta["options"])
    except OptionError as error:
        raise ValueError(str(error)) from error


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


def _check_languages(languages: object, documents: int) -> None:
    """Raise a ValueError unless there are so many languages, each one that is known."""
    if not isinstance(languages, list | tuple) or len(languages) != documents:
        raise ValueError("it does not say in which language each document is")
    if not all(isinstance(each, str) and each in LANGUAGES for each in languages):
        raise ValueError("its documents are in languages that are not known")


def _check_topic_names(names: object, n_topics: int) -> None:
    """Raise a ValueError unless these are texts, for so many topics or more, or for none."""
    if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        raise ValueError("its names of topics are no texts")
    if names and len(names) < n_topics:
        raise ValueError(f"it names {len(names)} of {n_topics} topics")


def _check_texts(corpus: object, *lists: object) -> None:
    """Raise a ValueError unless these are the hash of a corpus, and lists of lines about it."""
    for lines in lists:
        if not isinstance(lines, list) or not all(isinstance(each, str) for each in lines):
            raise ValueError("its warnings or its history are no texts")
    if not isinstance(corpus, str) or not (corpus.isascii() and corpus.isalnum()):
        raise ValueError("its corpus has no hash")
