"""Paths to documents, with what could not be read and why, and what is there twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from hashlib import blake2b
from pathlib import Path, PurePath
from typing import BinaryIO

from hyperdigest.base.isolation import SECONDS
from hyperdigest.base.text import printable, unique_names
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError
from hyperdigest.progress import Progress, quiet
from hyperdigest.read.content import Content, read_bytes
from hyperdigest.read.formats import SEVERAL, SUFFIXES_SHOWN, kind_at, suffix_of
from hyperdigest.read.isolated import (
    PLAIN,
    UnnamedDocument,
    read_content,
    read_files,
    read_isolated,
    read_stdin,
)
from hyperdigest.read.paths import LINKED, NOTHING_NEW, STDIN, UNKNOWN, Skipped, Source, expand
from hyperdigest.read.scans import read_scans
from hyperdigest.read.threads import in_threads

NAMED = 3
"""How many of the files that could not be read are named together."""

MOST_KINDS = 5
"""How many suffixes of the others are counted."""

_NOT_READ = {
    UNKNOWN: "for their kind is none that is read",
    LINKED: "for links to folders are not followed",
    NOTHING_NEW: "for these messages hold no more than quotes, a signature or pictures",
}
"""Reasons for which many files are skipped at once, and how they are told together."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A document left out, `name`, because it repeats the document `of`."""

    name: str
    of: str

    @property
    def told(self) -> str:
        """What a user should know of it."""
        return f"left out {self.name}: same text as {self.of}"


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that came of the paths given.

    The documents that say something new are in the order of the paths, folders sorted by name; the
    duplicates are left out because an earlier one has the same text up to white space; the notes
    are sentences for the user, on documents read in part. What is skipped has also the files in
    folders whose kind is not read, and links to folders.
    """

    documents: tuple[Document, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a user should know of it, a sentence each."""
        skipped = (file.told for file in self.skipped if file.reason not in _NOT_READ)
        for_kinds = (
            told
            for reason, why in _NOT_READ.items()
            if (told := not_read([f.path for f in self.skipped if f.reason == reason], why))
        )
        repeated = (copy.told for copy in self.duplicates)
        return (*skipped, *for_kinds, *repeated, *self.notes)


def read_paths(
    paths: Sequence[str | Path | Source],
    *,
    stdin: BinaryIO | None = None,
    taken: Collection[str] = (),
    jobs: int | None = 1,
    seconds: float = SECONDS,
    within: Path | None = None,
    ocr: str = "",
    progress: Progress = quiet,
) -> Reading:
    """The documents in `paths`: files, folders, globs, JSON lines, and ``-`` for standard input.

    A file that cannot be read is skipped with the reason, and the rest is read. A path may be given
    twice, or lie in a folder that is given too; it is read once.

    Parameters
    ----------
    stdin : what ``-`` reads, by default the standard input of the process.
    taken : names that no document is to have.
    jobs : child processes at work, None for one a core; one where there is little to read. What is
        plain text is read by this one.
    seconds : that a file, or a portion of one of several documents, may take to read; 0 for as
        long as it takes.
    within : the only folder whose files are read; links that lead out of it are skipped.
    ocr : the language, an ISO 639-1 code or ``auto``, in which Tesseract reads pages of PDFs that
        have no text; empty where these are left out.
    progress : told ``reading`` for every file, and ``recognizing`` for every page without text.
    """
    sources = expand(paths, within)
    found: list[Sequence[UnnamedDocument | Skipped]] = [()] * len(sources)
    with closing(_read_all(sources, stdin, jobs, seconds)) as reading:
        for done, (number, items) in enumerate(reading, 1):
            found[number] = items
            progress("reading", done, len(sources))
    if ocr:
        for number, item in read_scans(sources, found, ocr, jobs, seconds, progress):
            found[number] = [item]
    read = [item for items in found for item in items if isinstance(item, UnnamedDocument)]
    contents = in_threads([item.content for item in read])
    skipped = [item for items in found for item in items if isinstance(item, Skipped)]
    names = unique_names([(item.parts, item.shown) for item in read], taken)
    named = zip(names, read, contents, strict=True)
    every = (_document(name, item.path, content) for name, item, content in named)
    documents, duplicates = drop_duplicates(every)
    notes = tuple(
        f"{n} {note}" for n, each in zip(names, contents, strict=True) for note in each.notes
    )
    return Reading(documents, tuple(skipped), duplicates, notes)


def _read_all(
    sources: Sequence[Source | Skipped], stdin: BinaryIO | None, jobs: int | None, seconds: float
) -> Generator[tuple[int, Sequence[UnnamedDocument | Skipped]]]:
    """The number of each source, and what it gives."""
    files: dict[int, Source] = {}
    for number, source in enumerate(sources):
        if isinstance(source, Skipped):
            yield number, [source]
        elif source is STDIN:
            yield number, read_stdin(stdin, seconds)
        else:
            files[number] = source
    numbers = list(files)
    with closing(read_files(list(files.values()), jobs, seconds)) as found:
        for place, items in found:
            yield numbers[place], items


def read_file(path: str | Path, name: str | None = None) -> Document:
    """The document in one file, called `name` or, without one, as the file.

    Raises a ReadError where the file is missing, broken, protected, too large or without text, and
    where it may hold several documents (JSON lines), which `read_paths` reads.
    """
    path = Path(path)
    try:
        if (kind := kind_at(path)) in SEVERAL:
            raise ReadError("may hold several documents: read it with read_paths")
        if kind in PLAIN:
            content = read_content(read_bytes(path), kind)
        else:
            content = read_isolated(path, kind, SECONDS)
    except ReadError as error:
        raise ReadError(f"{printable(str(path))} {error}") from error
    return _document(name or printable(path.name), str(path), content)


def _document(name: str, path: str, content: Content) -> Document:
    shared = {field.name: getattr(content, field.name) for field in fields(content)}
    del shared["notes"], shared["envelope"]
    return Document(name, path, **shared)


def not_read(paths: Sequence[str], why: str) -> str:
    """The first files that are not read by name, the others counted by suffix; empty for none."""
    if not paths:
        return ""
    others = Counter(suffix_of(PurePath(path).name) for path in paths[NAMED:])
    kinds = [
        f"{count} {suffix or 'without a suffix'}"
        for suffix, count in others.most_common(MOST_KINDS)
    ]
    if len(others) > MOST_KINDS:
        kinds.append("...")
    rest = f" and {len(paths) - NAMED} more ({', '.join(kinds)})" if others else ""
    return f"not read, {why}: {', '.join(paths[:NAMED])}{rest}"


def nothing_read(skipped: Sequence[Skipped]) -> str:
    """Why no document could be read, and what to give instead."""
    reasons = [f"{file.path} {file.reason}" for file in skipped[:NAMED]]
    if len(skipped) > NAMED:
        reasons.append(f"and {len(skipped) - NAMED} more")
    return (
        f"no document could be read ({'; '.join(reasons) or 'no path was given'}): give files or"
        f" folders of {SUFFIXES_SHOWN}"
    )


def drop_duplicates(
    documents: Iterable[Document],
) -> tuple[tuple[Document, ...], tuple[Duplicate, ...]]:
    """The documents that say something new, in order, and those that repeat an earlier one."""
    first: dict[bytes, str] = {}
    kept: list[Document] = []
    dropped: list[Duplicate] = []
    for document in documents:
        digest = fingerprint(document)
        if digest in first:
            dropped.append(Duplicate(document.name, first[digest]))
        else:
            first[digest] = document.name
            kept.append(document)
    return tuple(kept), tuple(dropped)


def fingerprint(document: Document) -> bytes:
    """A hash of the text up to white space."""
    words = " ".join(document.text.removeprefix("\ufeff").split())
    return blake2b(words.encode(errors="surrogatepass"), digest_size=16).digest()
