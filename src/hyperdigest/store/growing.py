"""Add documents to a fitted collection and remove them, without fitting it again, in memory.

The new version of a changed file replaces the old one; an unchanged file is not added again.
"""

from __future__ import annotations

import fnmatch
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import compress
from math import log
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from hyperdigest.base.text import counted, numbered, printable
from hyperdigest.documents import LEFT_OUT, Document, Sentences, fingerprint
from hyperdigest.errors import OptionError
from hyperdigest.progress import Progress, quiet
from hyperdigest.read import ReadingOptions, read_paths
from hyperdigest.read.load import Duplicate, duplicate_warnings
from hyperdigest.read.options import DEFAULTS
from hyperdigest.read.paths import Skipped, Source, expand, lies_in
from hyperdigest.read.threads import continue_threads
from hyperdigest.record import CollectionRecord, ModelRecord
from hyperdigest.split import Split
from hyperdigest.topics import fold_in
from hyperdigest.views.topic_names import with_topic_names

M = TypeVar("M", bound=ModelRecord)
"""The class of a model, the record or the facade; functions return one of the same class."""


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The changes that documents or files make to a collection.

    Parameters
    ----------
    documents : the documents to add. A new version of a document may have its name; all other names
        are new.
    outdated : numbers of the documents to remove, because their files no longer contain them.
    unchanged : how many documents are the same in the collection and in their files.
    warnings : messages for the user about the reading.
    scans : files without a document, because they are scanned images of text.
    """

    documents: tuple[Document, ...]
    outdated: tuple[int, ...] = ()
    unchanged: int = 0
    warnings: tuple[str, ...] = ()
    scans: tuple[Skipped, ...] = ()

    @property
    def summary(self) -> str:
        """How many documents are added, and how many are there already, in a few words."""
        unchanged = f"; {self.unchanged} there already, unchanged" if self.unchanged else ""
        return f"added {counted(len(self.documents), 'document')}{unchanged}"


class Known(NamedTuple):
    """What has to be known of a collection to which documents are added.

    Parameters
    ----------
    documents : with their names, paths and posts at least.
    fingerprints : of the texts of the documents.
    language : as in `CollectionRecord`.
    """

    documents: Sequence[Document]
    fingerprints: Sequence[bytes]
    language: str

    @classmethod
    def of(cls, collection: CollectionRecord | Known) -> Known:
        """What is known of a collection."""
        if isinstance(collection, Known):
            return collection
        fingerprints = collection.cached(_fingerprints)
        return cls(collection.documents, fingerprints, collection.language)


def _fingerprints(collection: CollectionRecord) -> list[bytes]:
    return [fingerprint(document) for document in collection.documents]


def from_documents(collection: CollectionRecord | Known, documents: Iterable[Document]) -> Arrivals:
    """The changes to a collection if documents are added; duplicates are left out."""
    old = Known.of(collection)
    names = [document.name for document in old.documents]
    known = dict(zip(old.fingerprints, names, strict=True))
    new, duplicates = [], []
    for document in documents:
        same = known.setdefault(fingerprint(document), document.name)
        if same is document.name:
            new.append(document)
        else:
            duplicates.append(Duplicate(document.name, same))
    new = continue_threads(new, old.documents, {})
    added = _with_unique_names(new, set(names))
    return Arrivals(added, warnings=duplicate_warnings(duplicates))


def from_paths(
    collection: CollectionRecord | Known,
    paths: Sequence[str | Path | Source],
    options: ReadingOptions = DEFAULTS,
    *,
    leaving: Iterable[int] = (),
    progress: Progress = quiet,
) -> Arrivals:
    """The changes to a collection if files are added; those that were read before are read again.

    The documents with the numbers `leaving` are outdated in any case. Raises EmptyCollectionError
    if no document could be read.
    """
    documents, fingerprints, language = Known.of(collection)
    files = {
        _file(str(source.path))
        for source in expand(paths, options.within, options.without_suffix)
        if isinstance(source, Source)
    }
    files.discard("")
    given = {p for p in {each.path for each in documents} if lies_in(_file(p), files)}
    in_files = [number for number, document in enumerate(documents) if document.path in given]
    replaceable = {*in_files, *leaving}
    reading = read_paths(
        paths,
        options,
        taken={document.name for n, document in enumerate(documents) if n not in replaceable},
        language=language,
        progress=progress,
    ).checked()
    texts = {fingerprint(document) for document in reading.documents}
    unread = {_file(file.path) for file in reading.skipped}
    changed = {
        number
        for number in in_files
        if not lies_in(_file(documents[number].path), unread) and fingerprints[number] not in texts
    }
    gone = changed | set(leaving)
    outdated = sorted(gone)
    old = [documents[number] for number in outdated]
    remaining = [document for n, document in enumerate(documents) if n not in gone]
    known = {fingerprints[n]: document for n, document in enumerate(documents) if n not in gone}
    new, unchanged, duplicates = [], 0, list(reading.duplicates)
    threads: dict[str, str] = {}
    for document in reading.documents:
        same = known.get(fingerprint(document))
        if same and same.post and document.post and document.format == "mail":
            threads.setdefault(document.post.thread, same.post.thread)
        if same is None:
            new.append(document)
        elif _file(same.path) == _file(document.path):
            unchanged += 1
        else:
            duplicates.append(Duplicate(document.name, same.name))
    warnings = replace(reading, duplicates=tuple(duplicates)).warnings
    new = _with_old_names(continue_threads(new, remaining, threads), old)
    added = _with_unique_names(new, {document.name for document in remaining})
    return Arrivals(added, tuple(outdated), unchanged, warnings, reading.scans)


def _with_old_names(new: Sequence[Document], old: Sequence[Document]) -> list[Document]:
    """The new documents; the only one in a file gets the name of the only old one in that file."""
    names = {_file(document.path): document.name for document in old}
    counts = Counter(_file(document.path) for document in (*new, *old))
    return [
        replace(document, name=names[file]) if file in names and counts[file] == 2 else document
        for document, file in zip(new, (_file(document.path) for document in new), strict=True)
    ]


def _with_unique_names(documents: Sequence[Document], taken: set[str]) -> tuple[Document, ...]:
    names = numbered([document.name for document in documents], taken)
    return tuple(replace(d, name=name) for d, name in zip(documents, names, strict=True))


def _file(path: str) -> str:
    """The absolute path of a file; empty for standard input."""
    return "" if path == "-" else os.path.abspath(path)  # noqa: PTH100 (links stay as they are)


def grown(
    model: M, arrivals: Arrivals, sweeps: int, *, jobs: int | None = 1, progress: Progress = quiet
) -> M:
    """The model with the changes of `arrivals`; the same object if there are none.

    Old versions are removed at the end: with these there, the new ones find their topics faster.
    Warnings about old versions, and about files that can be read now, are removed.
    """
    old = model.collection
    warnings = up_to_date(old.warnings, old.documents, arrivals)
    if warnings != old.warnings:
        model = replace(model, collection=replace(old, warnings=warnings))
    if arrivals.documents:
        new = CollectionRecord.of(
            arrivals.documents,
            language=old.language,
            splitter=old.splitter,
            warnings=arrivals.warnings,
            jobs=jobs,
            progress=progress,
            default=next(iter(old.language_counts)),
        )
        model = added(model, new, sweeps, progress)
    return removed(model, arrivals.outdated) if arrivals.outdated else model


def up_to_date(
    warnings: tuple[str, ...], documents: Sequence[Document], arrivals: Arrivals
) -> tuple[str, ...]:
    """The warnings of a collection, by its documents, without those that are no longer true."""
    outdated = [f"{documents[number].name} " for number in arrivals.outdated]
    outdated += [f"skipped {printable(document.path)}: " for document in arrivals.documents]
    outdated += [f"{LEFT_OUT}{document.name}: " for document in arrivals.documents]
    return tuple(each for each in warnings if not each.startswith(tuple(outdated)))


def added(model: M, new: CollectionRecord, sweeps: int, progress: Progress = quiet) -> M:
    """The model with the documents of another collection after its own, whose topics stay.

    The names of the documents must be new. `sweeps` are Gibbs sweeps over the new tokens.
    """
    old, options = model.collection, model.options
    split = joined(old.split, new.split, len(old.documents))
    topics = fold_in(
        model.topics,
        split.terms,
        split.sentence_of,
        split.sentences.document,
        len(split.vocabulary),
        seed=options.seed,
        sweeps=sweeps,
        term_concentration=options.term_concentration,
        term_prior=options.term_prior,
        progress=progress,
    )
    collection = replace(
        old,
        documents=(*old.documents, *new.documents),
        split=split,
        warnings=tuple(dict.fromkeys((*old.warnings, *new.warnings))),
        parent_hash="",
        languages=(*old.languages, *new.languages),
    )
    history = (*model.history, entry_of(new, old.corpus_hash, sweeps))
    grown = replace(model, collection=collection, topics=topics, history=history)
    has_names = len(model.topic_names) == topics.best.n_topics
    if has_names and names_stay(len(old.split.terms), len(split.terms)):
        return grown
    return with_topic_names(grown)


def entry_of(new: CollectionRecord, corpus: str, sweeps: int) -> str:
    """The line in the history of a model to which documents were added; `corpus` is the hash of
    those it had."""
    return f"added {len(new.documents)} documents to {corpus[:12]} in {sweeps} sweeps"


def names_stay(tokens: int, more: int) -> bool:
    """Whether topics keep their names, unless one is new, when there are `more` tokens.

    They are named anew with each tenth of growth: to name them takes a look at all tokens, and a
    few documents among many do not change what a topic is about.
    """
    before, now = (int(log(max(1, number), 1.1)) for number in (tokens, more))
    return before == now


def joined(first: Split, second: Split, n_documents: int) -> Split:
    """Two splits as one; `n_documents` is the number of documents of the first.

    The terms of the first split have the same numbers and words as before.
    """
    number = {term: n for n, term in enumerate(first.vocabulary)}
    numbers = np.array([number.setdefault(t, len(number)) for t in second.vocabulary], np.int32)
    is_new = numbers >= len(first.vocabulary)
    columns_of_second = second.sentences.columns
    columns = {
        name: np.concatenate([column, columns_of_second[name]])
        for name, column in first.sentences.columns.items()
    }
    columns["document"][len(first.sentences) :] += np.int32(n_documents)
    sentence_of = second.sentence_of + np.int32(len(first.sentences))
    return Split(
        Sentences(**columns),
        tuple(number),
        (*first.words, *compress(second.words, is_new)),
        np.concatenate([first.terms, numbers[second.terms]]),
        np.concatenate([first.sentence_of, sentence_of]),
    )


def removed(model: M, documents: Sequence[int]) -> M:
    """The model without some documents, by their numbers, and without warnings about them."""
    names, gone = [document.name for document in model.collection.documents], set(documents)
    rest = model.subset([number for number in range(len(names)) if number not in gone])
    warnings = remaining_warnings(rest.collection.warnings, names, documents)
    return replace(rest, collection=replace(rest.collection, warnings=warnings))


def remaining_warnings(
    warnings: Sequence[str], names: Sequence[str], documents: Sequence[int]
) -> tuple[str, ...]:
    """The warnings without those about removed documents; `names` are those of all documents."""
    gone = set(documents)
    remaining = {name for number, name in enumerate(names) if number not in gone}
    about = tuple(f"{names[number]} " for number in gone if names[number] not in remaining)
    return tuple(warning for warning in warnings if not warning.startswith(about))


def matching_documents(document_names: Iterable[str], names: Iterable[str]) -> list[int]:
    """The numbers of the documents with given names; a name may be a pattern with ``*``.

    Raises OptionError if no document has one of the names, or all documents have one.
    """
    numbers = {name: number for number, name in enumerate(document_names)}
    found: set[str] = set()
    for name in names:
        matching = [name] if name in numbers else fnmatch.filter(numbers, name)
        if not matching:
            near = ", ".join(get_close_matches(name, numbers)) or ", ".join(list(numbers)[:3])
            raise OptionError(f"no document is called {name!r}: give a name such as {near}")
        found.update(matching)
    if len(found) == len(numbers):
        raise OptionError(
            f"all {len(numbers)} documents would be removed: leave some, or delete the collection"
        )
    return sorted(numbers[name] for name in found)
