"""Read the documents at given paths; report files that cannot be read, and duplicates."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields
from pathlib import Path, PurePath
from typing import BinaryIO

from hyperdigest.base.limits import SECONDS
from hyperdigest.base.text import counted, printable, some_names, unique_names
from hyperdigest.documents import LEFT_OUT, Document, fingerprint
from hyperdigest.errors import EmptyCollectionError, ReadError
from hyperdigest.file_formats import PLAIN, SEVERAL, SHOWN
from hyperdigest.options import AUTO
from hyperdigest.progress import Progress, quiet
from hyperdigest.read.archive_folders import unpacked_archives
from hyperdigest.read.content import READ_THEM, Content, Dropped, read_bytes
from hyperdigest.read.formats import kind_at, suffix_of
from hyperdigest.read.isolated import (
    UnnamedDocument,
    read_content,
    read_files,
    read_isolated,
    read_stdin,
)
from hyperdigest.read.options import DEFAULTS, ReadingOptions
from hyperdigest.read.paths import (
    IMAGE,
    LINKED_FOLDER,
    NOTHING_NEW,
    PART,
    STDIN,
    UNSUPPORTED,
    Skipped,
    Source,
    expand,
)
from hyperdigest.read.scans import read_scans
from hyperdigest.read.threads import in_threads

MOST_SHOWN_FILES = 3
"""How many skipped files one message names; the others are counted."""

MOST_ALONE = 10
"""How many files or documents get a message of their own for one reason; more share one."""

FEWEST_DROPPED = 12
"""In words; a warning says that so much prose of a page is left out. `doctor` shows less, too."""


_SHARED_REASONS = {
    UNSUPPORTED: "their format is not supported",
    IMAGE: f"they are images{READ_THEM}",
    LINKED_FOLDER: "links to folders are not followed",
    PART: "they are read as parts of other files that include them",
    NOTHING_NEW: "these messages contain only quotes, a signature or pictures",
}
"""Reasons that many skipped files may share: one message names all files with such a reason."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The document `name` is left out because it has the same text as the document `of`."""

    name: str
    of: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of reading paths.

    Parameters
    ----------
    documents : in the order of the paths, the files of a folder sorted by name; without duplicates.
    skipped : paths and entries of files that gave no document, among them files of unsupported
        formats in folders, and links to folders.
    duplicates : documents left out because an earlier one has the same text up to white space.
    remarks : names of documents that were read only in part, each with a message about it that
        continues a sentence.
    repeats : by the names of documents, the lines that recur at the edges of their pages and are in
        the text once, each with the number of copies left out.
    dropped : by the names of documents, the prose of web pages that is left out.
    """

    documents: tuple[Document, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    duplicates: tuple[Duplicate, ...] = ()
    remarks: tuple[tuple[str, str], ...] = ()
    repeats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dropped: Mapping[str, Dropped] = field(default_factory=dict)

    @property
    def notes(self) -> tuple[str, ...]:
        """Messages for the user about documents that were read only in part."""
        return tuple(_folded(self.remarks, "{} {}", "{}: each {}"))

    @property
    def warnings(self) -> tuple[str, ...]:
        """All messages for the user."""
        paths: defaultdict[str, list[str]] = defaultdict(list)
        for file in self.skipped:
            paths[file.reason].append(file.path)
        others = [file for file in self.skipped if file.reason not in _SHARED_REASONS]
        alone = [(file.path, file.reason) for file in others]
        skipped = _folded(alone, "skipped {}: {}", "skipped {}: each {}")
        shared = (
            _skipped_message(paths[reason], why)
            for reason, why in _SHARED_REASONS.items()
            if reason in paths
        )
        repeats = [_repeats_message(self.repeats)] if self.repeats else []
        duplicates = duplicate_warnings(self.duplicates)
        notable = {n: d for n, d in self.dropped.items() if d.words >= FEWEST_DROPPED}
        dropped = [_dropped_message(notable)] if notable else []
        return (*skipped, *shared, *duplicates, *self.notes, *repeats, *dropped)

    @property
    def scans(self) -> tuple[Skipped, ...]:
        """The files that gave no document, because they are scanned images of text."""
        return tuple(file for file in self.skipped if file.scanned)

    def checked(self) -> Reading:
        """This reading. Raises NothingReadError if it has no document."""
        if not self.documents:
            raise NothingReadError(self)
        return self


def read_paths(
    paths: Sequence[str | Path | Source],
    options: ReadingOptions = DEFAULTS,
    *,
    stdin: BinaryIO | None = None,
    taken: Collection[str] = (),
    language: str = AUTO,
    progress: Progress = quiet,
) -> Reading:
    """The documents in `paths`: files, folders, globs, and ``-`` for standard input.

    A file that cannot be read is skipped with the reason, and the others are read. A file that
    several of the paths lead to is read once.

    Parameters
    ----------
    stdin : what ``-`` reads, by default the standard input of the process.
    taken : names that no document may get.
    language : of text that is recognized, an ISO 639-1 code or ``auto``.
    progress : called with ``reading`` for every file and ``recognizing`` for every page without
        text.
    """
    listed = expand(paths, options.within, options.without_suffix)
    with unpacked_archives(listed, options) as sources:
        found: list[Sequence[UnnamedDocument | Skipped]] = [()] * len(sources)
        with closing(_read_all(sources, stdin, options)) as reading:
            for done, (number, items) in enumerate(reading, 1):
                found[number] = items
                progress("reading", done, len(sources))
        if options.ocr:
            for number, item in read_scans(sources, found, language, options, progress):
                found[number] = [item]
    read = [item for items in found for item in items if isinstance(item, UnnamedDocument)]
    contents = in_threads([item.content for item in read])
    skipped = [item for items in found for item in items if isinstance(item, Skipped)]
    names = unique_names([(item.parts, item.shown) for item in read], taken)
    named = zip(names, read, contents, strict=True)
    every = (_document(name, item.path, content, item.modified) for name, item, content in named)
    documents, duplicates = drop_duplicates(every)
    remarks = tuple(
        (n, note) for n, each in zip(names, contents, strict=True) for note in each.notes
    )
    repeats = {n: each.repeats for n, each in zip(names, contents, strict=True) if each.repeats}
    dropped = {
        n: each.dropped for n, each in zip(names, contents, strict=True) if each.dropped.blocks
    }
    return Reading(documents, tuple(skipped), duplicates, remarks, repeats, dropped)


def _read_all(
    sources: Sequence[Source | Skipped], stdin: BinaryIO | None, options: ReadingOptions
) -> Generator[tuple[int, Sequence[UnnamedDocument | Skipped]]]:
    """The number of each source, and its documents or the reasons why there are none."""
    files: dict[int, Source] = {}
    for number, source in enumerate(sources):
        if isinstance(source, Skipped):
            yield number, [source]
        elif source is STDIN:
            yield number, read_stdin(stdin, options)
        else:
            files[number] = source
    numbers = list(files)
    with closing(read_files(list(files.values()), options)) as found:
        for place, items in found:
            yield numbers[place], items


def read_file(path: str | Path, name: str | None = None) -> Document:
    """The document in one file, named `name`, or after the file if no name is given.

    Raises ReadError if the file is missing, broken, protected, too large or without text, or if it
    has a format of several documents, such as JSON lines, which `read_paths` reads.
    """
    path = Path(path)
    try:
        if (kind := kind_at(path)) in SEVERAL:
            raise ReadError("may contain several documents: read it with read_paths")
        if kind in PLAIN:
            content = read_content(read_bytes(path), kind)
        else:
            content = read_isolated(path, kind, SECONDS)
    except ReadError as error:
        raise ReadError(f"{printable(str(path))} {error}") from error
    return _document(name or printable(path.name), str(path), content)


_OWN = ("name", "path", "modified")
_SHARED = tuple(field.name for field in fields(Document) if field.name not in _OWN)
"""The fields that a document has of its content."""


def _document(name: str, path: str, content: Content, modified: str = "") -> Document:
    shared = {field: getattr(content, field) for field in _SHARED}
    return Document(name, path, modified=modified, **shared)


def _folded(reasons: Iterable[tuple[str, str]], one: str, several: str) -> Iterator[str]:
    """A message for each name and reason, or for all names with one reason if they are many."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for name, reason in reasons:
        names[reason].append(name)
    for reason, each in names.items():
        if len(each) > MOST_ALONE:
            times = Counter(each)
            shown = [f"{name} ({n} times)" if n > 1 else name for name, n in times.items()]
            yield several.format(some_names(shown, MOST_SHOWN_FILES), reason)
        else:
            yield from (one.format(name, reason) for name in each)


def duplicate_warnings(duplicates: Sequence[Duplicate]) -> tuple[str, ...]:
    """A message for the user about each duplicate, or about all if they are many."""
    if len(duplicates) > MOST_ALONE:
        shown = some_names([f"{copy.name} (as {copy.of})" for copy in duplicates], MOST_SHOWN_FILES)
        return (f"{LEFT_OUT}{counted(len(duplicates), 'duplicate')}: {shown}",)
    return tuple(f"{LEFT_OUT}{copy.name}: same text as {copy.of}" for copy in duplicates)


def _skipped_message(paths: Sequence[str], why: str) -> str:
    """A message about skipped files: the first by name, the others counted by suffix."""
    most_suffixes = 5
    others = Counter(suffix_of(PurePath(path).name) for path in paths[MOST_SHOWN_FILES:])
    counts = [
        f"{count} {suffix or 'without a suffix'}"
        for suffix, count in others.most_common(most_suffixes)
    ]
    if len(others) > most_suffixes:
        counts.append("...")
    rest = f" and {len(paths) - MOST_SHOWN_FILES} more ({', '.join(counts)})" if others else ""
    return f"skipped, because {why}: {', '.join(paths[:MOST_SHOWN_FILES])}{rest}"


def _repeats_message(repeats: Mapping[str, tuple[str, ...]]) -> str:
    """A message about lines that recur on the pages of documents: of the first documents by name,
    each with the most frequent line."""
    shown = some_names([f"{name} ({lines[0]})" for name, lines in repeats.items()])
    return (
        f"{LEFT_OUT}all but one copy of each line that recurs at the top or bottom of pages:"
        f" {shown} (hyperdigest doctor FILE lists them)"
    )


def _dropped_message(dropped: Mapping[str, Dropped]) -> str:
    """A message about the prose that is left out of web pages, with its amount in the first."""
    amounts = [
        f"{name} ({counted(each.words, 'word')} in {counted(each.blocks, 'block')})"
        for name, each in dropped.items()
    ]
    return (
        "the text lacks prose of web pages that is in comments, notices, the foot of a site or the"
        f" like, or hidden: {some_names(amounts)} (hyperdigest doctor FILE shows it)"
    )


class NothingReadError(EmptyCollectionError):
    """The paths of a reading have no readable document; the message has the reasons."""

    def __init__(self, reading: Reading) -> None:
        skipped = reading.skipped
        reasons = [f"{file.path} {file.reason}" for file in skipped[:MOST_SHOWN_FILES]]
        if len(skipped) > MOST_SHOWN_FILES:
            reasons.append(f"and {len(skipped) - MOST_SHOWN_FILES} more")
        super().__init__(
            f"no document could be read ({'; '.join(reasons) or 'no path was given'}): give files"
            f" or folders of {SHOWN} of these"
        )
        self.reading = reading


def drop_duplicates(
    documents: Iterable[Document],
) -> tuple[tuple[Document, ...], tuple[Duplicate, ...]]:
    """The documents whose text no earlier one has, in order, and the duplicates."""
    first: dict[bytes, str] = {}
    distinct: list[Document] = []
    duplicates: list[Duplicate] = []
    for document in documents:
        digest = fingerprint(document)
        if digest in first:
            duplicates.append(Duplicate(document.name, first[digest]))
        else:
            first[digest] = document.name
            distinct.append(document)
    return tuple(distinct), tuple(duplicates)
