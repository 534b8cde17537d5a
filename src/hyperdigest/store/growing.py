"""Documents added to a fitted collection and removed from it, without fitting it again.

A file that changed takes the place of its older version; what is unchanged is not added again.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fnmatch import filter as matching
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from hyperdigest.base.isolation import SECONDS
from hyperdigest.base.text import counted, numbered, printable
from hyperdigest.documents import Document, Sentences
from hyperdigest.errors import EmptyCollectionError, OptionError
from hyperdigest.progress import Progress, quiet
from hyperdigest.read import nothing_read, read_paths
from hyperdigest.read.load import Duplicate, fingerprint
from hyperdigest.read.paths import Skipped, Source, expand
from hyperdigest.read.threads import continue_threads
from hyperdigest.record import CollectionRecord, ModelRecord
from hyperdigest.split import Split
from hyperdigest.topics import fold_in
from hyperdigest.views.topic_names import with_topic_names

F = TypeVar("F", bound=ModelRecord)
"""The record or a facade of it: what is given comes back updated, of the same class."""


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What is to be added to a collection.

    Parameters
    ----------
    documents : those that say something new, with names that the collection does not have, but
        for those that take the place of an older version.
    outdated : numbers of the documents that are no longer in their files.
    unchanged : how many documents are in the collection as they are in their files.
    warnings : what a user should know of the reading, a sentence each.
    scans : the files that gave no document, for they are pictures of text alone.
    """

    documents: tuple[Document, ...]
    outdated: tuple[int, ...] = ()
    unchanged: int = 0
    warnings: tuple[str, ...] = ()
    scans: tuple[Skipped, ...] = ()

    @property
    def told(self) -> str:
        """How many documents come, and how many are there already, in a few words."""
        unchanged = f"; {self.unchanged} there already, unchanged" if self.unchanged else ""
        return f"added {counted(len(self.documents), 'document')}{unchanged}"


def from_documents(collection: CollectionRecord, documents: Iterable[Document]) -> Arrivals:
    """What is new among documents at hand."""
    known = {fingerprint(document): document.name for document in collection.documents}
    new, left_out = [], []
    for document in documents:
        of = known.setdefault(fingerprint(document), document.name)
        if of is document.name:
            new.append(document)
        else:
            left_out.append(Duplicate(document.name, of).message)
    names = {document.name for document in collection.documents}
    new = continue_threads(new, collection.documents, {})
    return Arrivals(_named_apart(new, names), warnings=tuple(left_out))


def from_paths(
    collection: CollectionRecord,
    paths: Sequence[str | Path | Source],
    *,
    jobs: int | None = 1,
    seconds: float = SECONDS,
    within: Path | None = None,
    ocr: bool = False,
    leaving: Iterable[int] = (),
    progress: Progress = quiet,
) -> Arrivals:
    """What is new in files; a file that was read before is taken as it is now.

    The documents with the numbers `leaving` are outdated whatever the files hold. Other arguments
    are as for `Collection.read`. Raises an EmptyCollectionError where no document
    could be read.
    """
    held = collection.documents
    files = {
        _file(str(source.path)) for source in expand(paths, within) if isinstance(source, Source)
    }
    again = [number for number, document in enumerate(held) if _file(document.path) in files - {""}]
    away = {*again, *leaving}
    others = {document.name for n, document in enumerate(held) if n not in away}
    language = collection.language if ocr else ""
    how: dict[str, Any] = {"seconds": seconds, "within": within, "ocr": language}
    reading = read_paths(paths, taken=others, jobs=jobs, **how, progress=progress)
    if not reading.documents:
        raise EmptyCollectionError(nothing_read(reading.skipped))
    texts = {fingerprint(document) for document in reading.documents}
    unread = {_file(file.path) for file in reading.skipped}
    changed = {
        number
        for number in again
        if _file(held[number].path) not in unread and fingerprint(held[number]) not in texts
    }
    outdated = sorted(changed | set(leaving))
    gone = set(outdated)
    kept = [document for number, document in enumerate(held) if number not in gone]
    known = {fingerprint(document): document for document in kept}
    new, unchanged, repeated = [], 0, list(reading.duplicates)
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
            repeated.append(Duplicate(document.name, same.name))
    warnings = replace(reading, duplicates=tuple(repeated)).warnings
    old = [held[number] for number in outdated]
    new = continue_threads(new, kept, threads)
    documents = _named_apart(_named_as_before(new, old), {document.name for document in kept})
    scans = tuple(file for file in reading.skipped if file.scanned)
    return Arrivals(documents, tuple(outdated), unchanged, warnings, scans)


def _named_as_before(new: Sequence[Document], old: Sequence[Document]) -> list[Document]:
    """The new documents, each called as the older version in its file, where that held just one."""
    names = {_file(document.path): document.name for document in old}
    counts = Counter(_file(document.path) for document in (*new, *old))
    return [
        replace(document, name=names[file]) if file in names and counts[file] == 2 else document
        for document, file in zip(new, (_file(document.path) for document in new), strict=True)
    ]


def _named_apart(documents: Sequence[Document], taken: set[str]) -> tuple[Document, ...]:
    names = numbered([document.name for document in documents], taken)
    return tuple(replace(d, name=name) for d, name in zip(documents, names, strict=True))


def _file(path: str) -> str:
    """The file at `path`, whatever way leads there; none for standard input."""
    return "" if path == "-" else os.path.abspath(path)  # noqa: PTH100 (links stay as they are)


def grown(
    fitted: F, arrivals: Arrivals, sweeps: int, *, jobs: int | None = 1, progress: Progress = quiet
) -> F:
    """The collection with what has arrived; the same one where nothing has.

    Older versions go when the new ones are in, which find their topics the sooner for it, and so do
    the warnings about them, and about files that could not be read before.
    """
    held = fitted.collection
    over = tuple(f"{held.documents[number].name} " for number in arrivals.outdated)
    over += tuple(f"skipped {printable(each.path)}: " for each in arrivals.documents)
    left = tuple(told for told in held.warnings if not told.startswith(over))
    if over and left != held.warnings:
        fitted = replace(fitted, collection=replace(held, warnings=left))
    if arrivals.documents:
        new = CollectionRecord.of(
            arrivals.documents,
            language=fitted.collection.language,
            splitter=fitted.collection.splitter,
            warnings=arrivals.warnings,
            jobs=jobs,
            progress=progress,
            default=next(iter(fitted.collection.language_counts)),
        )
        fitted = added(fitted, new, sweeps, progress)
    return removed(fitted, arrivals.outdated) if arrivals.outdated else fitted


def added(fitted: F, new: CollectionRecord, sweeps: int, progress: Progress = quiet) -> F:
    """The collection with new documents behind its own, whose topics stay.

    Those have names that the collection does not have, and the sampler visits every new token so
    many times as there are `sweeps`.
    """
    old = fitted.collection
    collection = replace(
        old,
        documents=(*old.documents, *new.documents),
        split=joined(old.split, new.split, len(old.documents)),
        warnings=tuple(dict.fromkeys((*old.warnings, *new.warnings))),
        parent_hash="",
        languages=(*old.languages, *new.languages),
    )
    told = f"added {len(new.documents)} documents to {old.corpus_hash[:12]} in {sweeps} sweeps"
    split, options = collection.split, fitted.options
    topics = fold_in(
        fitted.topics,
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
    history = (*fitted.history, told)
    grown = replace(fitted, collection=collection, topics=topics, history=history)
    return with_topic_names(grown)


def joined(first: Split, second: Split, n_documents: int) -> Split:
    """Two splits, the first of `n_documents`, as one; terms keep their numbers and shown words."""
    number = {term: n for n, term in enumerate(first.vocabulary)}
    numbers = np.array([number.setdefault(t, len(number)) for t in second.vocabulary], np.int32)
    fresh = numbers >= len(first.vocabulary)
    behind = second.sentences.columns
    columns = {
        name: np.concatenate([column, behind[name]])
        for name, column in first.sentences.columns.items()
    }
    columns["document"][len(first.sentences) :] += np.int32(n_documents)
    sentence_of = second.sentence_of + np.int32(len(first.sentences))
    return Split(
        Sentences(**columns),
        tuple(number),
        (*first.words, *(w for w, is_fresh in zip(second.words, fresh, strict=True) if is_fresh)),
        np.concatenate([first.terms, numbers[second.terms]]),
        np.concatenate([first.sentence_of, sentence_of]),
    )


def removed(fitted: F, documents: Sequence[int]) -> F:
    """The collection without some documents, by their numbers, and the warnings about them."""
    held = fitted.collection.documents
    gone = set(documents)
    rest = fitted.subset([number for number in range(len(held)) if number not in gone])
    left = {document.name for document in rest.collection.documents}
    names = tuple(f"{held[number].name} " for number in gone if held[number].name not in left)
    warnings = tuple(told for told in rest.collection.warnings if not told.startswith(names))
    return replace(rest, collection=replace(rest.collection, warnings=warnings))


def named(documents: Sequence[Document], names: Iterable[str]) -> list[int]:
    """The numbers of the documents that are called so; a name may be a pattern with ``*``.

    An OptionError is raised where no document is called so, or none would be left.
    """
    number = {document.name: n for n, document in enumerate(documents)}
    found: set[str] = set()
    for name in names:
        called = [name] if name in number else matching(number, name)
        if not called:
            near = ", ".join(get_close_matches(name, number)) or ", ".join(list(number)[:3])
            raise OptionError(f"no document is called {name!r}: give a name such as {near}")
        found.update(called)
    if len(found) == len(number):
        raise OptionError(
            f"all {len(number)} documents would be removed: leave some in, or delete the collection"
        )
    return sorted(number[name] for name in found)
