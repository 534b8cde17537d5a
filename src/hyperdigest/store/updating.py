"""Add documents to a saved collection, and remove some, without writing all of it anew.

The file has afterwards what it would have if the model was loaded, changed and saved
(`hyperdigest.store.growing`), but documents, terms and topics may have other numbers in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.errors import StoreError
from hyperdigest.options import Options
from hyperdigest.progress import Progress, quiet
from hyperdigest.record import (
    CollectionRecord,
    Contents,
    ModelRecord,
    check_not_empty,
    history_entry,
)
from hyperdigest.split import Split, count_languages
from hyperdigest.store.file import languages_of, opened, options_of
from hyperdigest.store.growing import (
    Arrivals,
    Known,
    entry_of,
    joined,
    matching_documents,
    names_stay,
    remaining_warnings,
    up_to_date,
)
from hyperdigest.store.parts.record import is_split
from hyperdigest.store.rows import with_paths_from
from hyperdigest.store.saving import (
    C,
    M,
    check_texts,
    check_writable,
    load_model,
    locked,
    topic_names_of,
    trace_arrays,
)
from hyperdigest.store.writing import Inventory, Writer, changed
from hyperdigest.topics.data import arrange
from hyperdigest.topics.hdp import growth_of, topics_of_new
from hyperdigest.views.topic_names import topic_names


class _Old(NamedTuple):
    """What is in a file before documents are added.

    Parameters
    ----------
    meta : the JSON values by name.
    names : of the topics, by their numbers in the file.
    concentrations : as in `hyperdigest.topics.TopicFit`.
    """

    inventory: Inventory
    known: Known
    meta: dict[str, Any]
    options: Options
    languages: tuple[str, ...]
    names: tuple[str, ...]
    concentrations: NDArray[np.float64]


def add_to(
    kind: type[M],
    collection: type[C],
    path: str | Path,
    arriving: Callable[[Known], Arrivals],
    sweeps: int,
    *,
    jobs: int | None = 1,
    progress: Progress = quiet,
) -> tuple[Arrivals, tuple[str, ...], Contents]:
    """Make the changes that `arriving` returns for a saved collection.

    Returns them, the names of the outdated documents, and what the collection consists of then.
    The tokens that are there are read only if the topics have to be named anew.
    """
    _check_file(path)
    with locked(path, progress):
        old = _read(path)
        check_writable(path)
        arrivals = arriving(old.known)
        inventory, documents, language = old.inventory, old.known.documents, old.options.language
        outdated = tuple(documents[number].name for number in arrivals.outdated)
        if not (arrivals.documents or outdated):
            return arrivals, outdated, _contents(inventory, old.meta, language)
        warnings = up_to_date(tuple(old.meta["warnings"]), documents, arrivals)
        meta = old.meta | {"warnings": list(warnings)}
        if arrivals.documents:
            new = CollectionRecord.of(
                arrivals.documents,
                language=language,
                splitter=old.options.splitter,
                warnings=arrivals.warnings,
                jobs=jobs,
                progress=progress,
                default=next(iter(count_languages(old.languages or [language]))),
            )
            drawn = _drawn(old, new.split, sweeps, progress)
            numbers = [_in_file(*pair) for pair in zip(inventory.sums.tokens, drawn, strict=True)]
            names = [old.names[number] for number in numbers[0].tolist() if number < len(old.names)]
            tokens = int(inventory.document_tokens.sum())
            stay = names_stay(tokens, tokens + len(new.split.terms))
            if not stay or len(names) < len(numbers[0]):
                model = load_model(kind, collection, path, progress=progress)
                names = list(_names_with(model, new, drawn[0]))
            meta |= {
                "warnings": list(dict.fromkeys((*warnings, *new.warnings))),
                "history": [*meta["history"], entry_of(new, meta["corpus"], sweeps)],
                "languages": [*old.languages, *new.languages],
                "topic_names": _by_number(names, numbers[0]),
            }
        with changed(path, inventory) as writer:
            if arrivals.documents:
                added = with_paths_from(Path(path).parent, Path(), arrivals.documents)
                topics = [known[state] for known, state in zip(numbers, drawn, strict=True)]
                writer.append(added, new.split, topics, progress)
                meta["corpus"] = writer.corpus_hash
            if outdated:
                every = [document.name for document in (*documents, *arrivals.documents)]
                meta = _remove(writer, meta, every, arrivals.outdated)
            writer.finish(meta)
            return arrivals, outdated, _contents(inventory, meta, language)


def _read(path: str | Path) -> _Old:
    """What is in the file at `path`. Raises the errors of `load`."""
    with opened(path) as store:
        check_texts(store)
        options = options_of(store)
        without_texts, fingerprints = store.documents_without_texts()
        documents = with_paths_from(Path(), Path(path).parent, without_texts)
        return _Old(
            Inventory.of(store),
            Known(documents, fingerprints, options.language),
            store.meta,
            options,
            languages_of(store),
            topic_names_of(store),
            trace_arrays(store.arrays)[-1],
        )


def _drawn(old: _Old, split: Split, sweeps: int, progress: Progress) -> list[NDArray[np.int32]]:
    """The topics of new tokens in each state: those that the file has are numbered in its order,
    and new ones follow."""
    ids, options, sums = old.inventory.term_ids, old.options, old.inventory.sums
    known = np.array([ids.get(term, -1) for term in split.vocabulary])
    n_terms = len(ids) + int((known < 0).sum())
    growth = growth_of(
        arrange(split.terms, split.sentence_of, split.sentences.document, n_terms),
        old.concentrations,
        options.seed,
        sweeps,
        options.term_concentration,
        options.term_prior,
    )
    others = [sums.of_others(state, known, n_terms) for state in range(len(sums.tokens))]
    return topics_of_new(growth, others, progress)


def _in_file(sizes: NDArray[np.int64], topics: NDArray[np.int32]) -> NDArray[np.int32]:
    """The numbers in the file of all topics of a state; those of new ones follow the last used.

    `sizes` are the numbers of tokens by number in the file, `topics` those of new tokens.
    """
    used = np.flatnonzero(sizes)
    n_new = max(0, int(topics.max(initial=-1)) + 1 - len(used))
    return np.append(used, used[-1] + 1 + np.arange(n_new)).astype(np.int32)


def _names_with(
    model: ModelRecord, new: CollectionRecord, topics: NDArray[np.int32]
) -> tuple[str, ...]:
    """New names for the topics of a model to which documents are added; `topics` are those of their
    tokens in the most likely sample."""
    old = model.collection
    both = replace(
        old,
        documents=(*old.documents, *new.documents),
        split=joined(old.split, new.split, len(old.documents)),
        languages=(*old.languages, *new.languages),
    )
    best = model.topics.best.and_then(topics)
    return topic_names(best, both.split, both.documents, both.language_of)


def _by_number(names: Sequence[str], numbers: NDArray[np.int32]) -> list[str]:
    """The names of topics by their numbers in the file; empty for those that no topic has."""
    by_number = dict(zip(numbers.tolist(), names, strict=True))
    return [by_number.get(number, "") for number in range(max(by_number) + 1)]


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
            return len(numbers), _contents(inventory, meta, language)


def _check_file(path: str | Path) -> None:
    """Raise StoreError if these are parts of a split collection."""
    if is_split(Path(path)):
        raise StoreError(f"{path} has parts of a collection: change the whole, and split it again")


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


def _contents(has: Inventory, meta: Mapping[str, Any], language: str) -> Contents:
    return Contents(
        len(has.document_ids),
        count_languages(meta["languages"] or [language] * len(has.document_ids)),
        int(has.outline.sizes.sum()),
        int(has.document_tokens.sum()),
        int(np.count_nonzero(has.sums.tokens[0])),
        meta["corpus"],
        tuple(meta["warnings"]),
    )
