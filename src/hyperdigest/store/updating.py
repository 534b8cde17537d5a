"""Add documents to a saved collection, and remove some, without writing all of it anew.

The file has afterwards what it would have if the model was loaded, changed and saved
(`hyperdigest.store.growing`), but documents, terms and topics may have other numbers in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Document, Sentences
from hyperdigest.errors import StoreError
from hyperdigest.progress import Progress, quiet
from hyperdigest.record import (
    CollectionRecord,
    Contents,
    ModelRecord,
    check_not_empty,
    history_entry,
    occurring_terms,
)
from hyperdigest.split import Split, count_languages
from hyperdigest.store.file import opened
from hyperdigest.store.growing import Arrivals, extended, matching_documents, remaining_warnings
from hyperdigest.store.parts.record import is_split
from hyperdigest.store.places import with_paths_from
from hyperdigest.store.saving import (
    C,
    M,
    check_writable,
    locked,
    meta_of,
    read_with_topics,
)
from hyperdigest.store.settings import options_of
from hyperdigest.store.writing import Inventory, Writer, changed


def add_to(
    kind: type[M],
    collection: type[C],
    path: str | Path,
    arriving: Callable[[CollectionRecord], Arrivals],
    sweeps: int,
    *,
    jobs: int | None = 1,
    progress: Progress = quiet,
) -> tuple[Arrivals, tuple[str, ...], Contents]:
    """Make the changes that `arriving` returns for a saved collection.

    Returns them, the names of the outdated documents, and what the collection consists of then.
    """
    _check_file(path)
    with locked(path, progress):
        with opened(path) as store:
            inventory = Inventory.of(store)
            model, in_file = read_with_topics(kind, collection, store, progress=progress)
        check_writable(path)
        arrivals = arriving(model.collection)
        old = model.collection.documents
        outdated = tuple(old[number].name for number in arrivals.outdated)
        if not (arrivals.documents or outdated):
            return arrivals, outdated, model.contents
        model = extended(model, arrivals, sweeps, jobs=jobs, progress=progress)
        with changed(path, inventory) as writer:
            numbers = [
                _with_new(known, sample.n_topics, sizes)
                for known, sample, sizes in zip(
                    in_file,
                    (model.topics.best, *model.topics.samples),
                    inventory.topic_tokens,
                    strict=True,
                )
            ]
            _append(writer, model, len(old), numbers, path, progress)
            meta = meta_of(model)
            meta["topic_names"] = _in_file(model.topic_names, numbers[0])
            if outdated:
                names = [document.name for document in model.collection.documents]
                meta = _remove(writer, meta, names, arrivals.outdated)
            writer.finish(meta)
            return arrivals, outdated, _contents(writer, meta, model.options.language)


def remove_from(
    path: str | Path, names: Iterable[str], progress: Progress = quiet
) -> tuple[int, Contents]:
    """Remove the documents of these names, or patterns of names, from a saved collection.

    Returns how many are removed, and what the collection consists of then. Raises the errors of
    `Model.remove`, and StoreError if the file cannot be read or written.
    """
    _check_file(path)
    with locked(path, progress):
        with opened(path) as store:
            inventory, meta = Inventory.of(store), store.meta
            language, document_names = options_of(store).language, store.document_names
        check_writable(path)
        numbers = matching_documents(document_names, names)
        with changed(path, inventory) as writer:
            meta = _remove(writer, meta, document_names, numbers)
            writer.finish(meta)
            return len(numbers), _contents(writer, meta, language)


def _check_file(path: str | Path) -> None:
    """Raise StoreError if these are parts of a split collection."""
    if is_split(Path(path)):
        raise StoreError(f"{path} has parts of a collection: change the whole, and split it again")


def _append(
    writer: Writer,
    model: ModelRecord,
    n_old: int,
    numbers: Sequence[NDArray[np.int32]],
    path: str | Path,
    progress: Progress,
) -> None:
    """Append the documents of a model after its first `n_old`; `numbers` are those that the file
    has for its topics."""
    split, fit = model.collection.split, model.topics
    sentence = int(np.searchsorted(split.sentences.document, n_old))
    token = int(np.searchsorted(split.sentence_of, sentence))
    columns = {name: column[sentence:] for name, column in split.sentences.columns.items()}
    columns["document"] = columns["document"] - np.int32(n_old)
    sentence_of = split.sentence_of[token:] - np.int32(sentence)
    sentences, terms = Sentences(**columns), split.terms[token:]
    part = occurring_terms(Split(sentences, split.vocabulary, split.words, terms, sentence_of))
    topics = [
        number[sample.assignments[token:]]
        for number, sample in zip(numbers, (fit.best, *fit.samples), strict=True)
    ]
    documents: Sequence[Document] = model.collection.documents[n_old:]
    writer.append(with_paths_from(Path(path).parent, Path(), documents), part, topics, progress)


def _remove(
    writer: Writer, meta: dict[str, Any], names: Sequence[str], documents: Sequence[int]
) -> dict[str, Any]:
    """Remove documents, by their numbers; returns the values of ``meta`` then.

    `names` are those of all documents.
    """
    writer.remove(documents)
    check_not_empty(int(writer.inventory.document_tokens.sum()))
    gone = set(documents)
    kept = np.array([n for n in range(len(names)) if n not in gone], np.int32)
    return {
        **meta,
        "warnings": list(remaining_warnings(meta["warnings"], names, documents)),
        "corpus": writer.corpus_hash,
        "history": [*meta["history"], history_entry(kept, len(names), meta["corpus"])],
        "languages": [meta["languages"][n] for n in kept.tolist()] if meta["languages"] else [],
    }


def _with_new(
    in_file: NDArray[np.int32], n_topics: int, sizes: NDArray[np.int64]
) -> NDArray[np.int32]:
    """The numbers in the file of all topics of a state; those of new ones follow the last used.

    `sizes` are the numbers of tokens by number in the file.
    """
    first = int(np.flatnonzero(sizes)[-1]) + 1
    new = np.arange(first, first + n_topics - len(in_file), dtype=np.int32)
    return np.concatenate([in_file, new])


def _in_file(names: Sequence[str], numbers: NDArray[np.int32]) -> list[str]:
    """The names of topics by their numbers in the file; empty for those that no topic has."""
    by_number = dict(zip(numbers.tolist(), names, strict=False))
    return [by_number.get(number, "") for number in range(max(by_number, default=-1) + 1)]


def _contents(writer: Writer, meta: dict[str, Any], language: str) -> Contents:
    has = writer.inventory
    return Contents(
        len(has.document_ids),
        count_languages(meta["languages"] or [language] * len(has.document_ids)),
        writer.n_sentences,
        int(has.document_tokens.sum()),
        int(np.count_nonzero(has.topic_tokens[0])),
        meta["corpus"],
        tuple(meta["warnings"]),
    )
