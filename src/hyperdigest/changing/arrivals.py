"""What is new to a collection among documents or files that are to be added to it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hyperdigest.documents import Document
from hyperdigest.errors import EmptyCollectionError
from hyperdigest.pipeline import Collection
from hyperdigest.progress import Progress, quiet
from hyperdigest.read import Reading, nothing_read, read_paths
from hyperdigest.read.duplicates import Duplicate, fingerprint
from hyperdigest.read.names import numbered
from hyperdigest.read.paths import Source, expand
from hyperdigest.render.sources import counted


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
    """

    documents: tuple[Document, ...]
    outdated: tuple[int, ...] = ()
    unchanged: int = 0
    warnings: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """How many documents come, and how many are there already, in a few words."""
        unchanged = f"; {self.unchanged} there already, unchanged" if self.unchanged else ""
        return f"added {counted(len(self.documents), 'document')}{unchanged}"


def from_documents(collection: Collection, documents: Iterable[Document]) -> Arrivals:
    """What is new among documents at hand."""
    known = {fingerprint(document): document.name for document in collection.documents}
    new, left_out = [], []
    for document in documents:
        of = known.setdefault(fingerprint(document), document.name)
        if of is document.name:
            new.append(document)
        else:
            left_out.append(Duplicate(document.name, of).told)
    names = {document.name for document in collection.documents}
    return Arrivals(_named_apart(new, names), warnings=tuple(left_out))


def from_paths(
    collection: Collection,
    paths: Sequence[str | Path],
    *,
    jobs: int | None = 1,
    seconds: float = 0.0,
    within: Path | None = None,
    progress: Progress = quiet,
) -> Arrivals:
    """What is new in files; a file that was read before is taken as it is now.

    Parameters
    ----------
    jobs, seconds, within : as for `Collection.read`.

    Raises
    ------
    EmptyCollectionError
        where no document could be read.
    """
    held = collection.documents
    files = {_file(str(source.path)) for source in expand(paths) if isinstance(source, Source)}
    again = [number for number, document in enumerate(held) if _file(document.path) in files - {""}]
    others = {document.name for document in held} - {held[number].name for number in again}
    reading = read_paths(
        paths, taken=others, jobs=jobs, seconds=seconds, within=within, progress=progress
    )
    if not reading.documents:
        raise EmptyCollectionError(nothing_read(reading.skipped))
    texts = {fingerprint(document) for document in reading.documents}
    unread = {_file(file.path) for file in reading.skipped}
    outdated = [
        number
        for number in again
        if _file(held[number].path) not in unread and fingerprint(held[number]) not in texts
    ]
    return _arrivals(held, outdated, reading)


def _arrivals(held: Sequence[Document], outdated: Sequence[int], reading: Reading) -> Arrivals:
    gone = set(outdated)
    kept = [document for number, document in enumerate(held) if number not in gone]
    known = {fingerprint(document): document for document in kept}
    new, unchanged, repeated = [], 0, list(reading.duplicates)
    for document in reading.documents:
        same = known.get(fingerprint(document))
        if same is None:
            new.append(document)
        elif _file(same.path) == _file(document.path):
            unchanged += 1
        else:
            repeated.append(Duplicate(document.name, same.name))
    warnings = replace(reading, duplicates=tuple(repeated)).warnings
    old = [held[number] for number in outdated]
    documents = _named_apart(_named_as_before(new, old), {document.name for document in kept})
    return Arrivals(documents, tuple(outdated), unchanged, warnings)


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
