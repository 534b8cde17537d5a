"""What the paths given stand for: folders and globs become files, in the same order everywhere."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from hyperdigest.base.text import printable
from hyperdigest.read.formats import is_known

_MAGIC = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read. `shown` is how many of the last parts of its path name it."""

    path: Path
    shown: int = 1


STDIN = Source(Path("-"))


@dataclass(frozen=True, slots=True)
class Skipped:
    """A path that gave no document, or a line of one, and why; `path` is safe to show. `scanned`
    are the numbers of the pages of a PDF of pictures alone."""

    path: str
    reason: str
    scanned: tuple[int, ...] = ()

    @property
    def told(self) -> str:
        """What a user should know of it."""
        return f"skipped {self.path}: {self.reason}"


def skip(path: str | Path, reason: str, scanned: Iterable[int] = ()) -> Skipped:
    """What is told of a path that gave no document."""
    return Skipped(printable(str(path)), reason, tuple(scanned))


def expand(paths: Iterable[str | Path]) -> list[Source | Skipped]:
    """The files that `paths` stand for, in the order given, each once; folders sorted."""
    found: list[Source | Skipped] = []
    seen: set[str] = set()
    for path in paths:
        for source in _expand_one(path):
            place = str(source.path)
            if isinstance(source, Source) and source is not STDIN:
                place = os.path.abspath(place)  # noqa: PTH100 (links stay as they are)
            if place not in seen:
                seen.add(place)
                found.append(source)
    return found


def outside(source: Source, folder: Path) -> bool:
    """Whether a file lies, or is a link to what lies, elsewhere than in `folder`."""
    real = Path(os.path.realpath(source.path))
    return source is STDIN or not real.is_relative_to(os.path.realpath(folder))


def _expand_one(given: str | Path) -> Iterator[Source | Skipped]:
    if given == "-":
        yield STDIN
        return
    if given == "":
        yield Skipped("''", "is an empty name")
        return
    path = Path(given)
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError, ValueError):  # a glob, or nothing
        wild = [n for n, part in enumerate(path.parts) if _MAGIC.intersection(part)]
        matches = _glob(Path(*path.parts[: wild[0]]), path.parts[wild[0] :]) if wild else ()
        found = [source for match in matches for source in _files(match)]
        yield from found or [skip(path, "matches no file" if wild else "does not exist")]
    except OSError as error:
        yield skip(path, f"cannot be read: {error.strerror}")
    else:
        yield from _files(path) or [skip(path, "holds no file of a known kind")]


def _files(path: Path) -> list[Source | Skipped]:
    """The file `path`, or the files of known kinds under the folder, sorted, hidden ones left out.
    Links to files are followed, links to folders are not."""
    if not os.path.isdir(path):  # noqa: PTH112 (False, not an error, where it may not be known)
        return [Source(path)]
    found: list[tuple[tuple[str, ...], Source | Skipped]] = []
    for folder, entries in _tree(path):
        if isinstance(entries, OSError):
            found.append((folder.parts, skip(folder, f"cannot be read: {entries.strerror}")))
            continue
        for entry in entries:
            inside = folder / entry.name
            if is_known(entry.name) and not os.path.isdir(inside):  # noqa: PTH112
                parts = inside.parts
                found.append((parts, Source(inside, len(parts) - len(path.parts))))
    return [source for _, source in sorted(found, key=lambda item: item[0])]


def _tree(top: Path) -> Iterator[tuple[Path, list[os.DirEntry[str]] | OSError]]:
    """`top` and every folder below it, each with what is in it, or why that cannot be known."""
    pending = [top]
    while pending:
        folder = pending.pop()
        try:
            entries = _entries(folder)
        except OSError as error:
            yield folder, error
            continue
        yield folder, entries
        inner = [folder / entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
        pending.extend(reversed(inner))


def _glob(base: Path, parts: Sequence[str]) -> Iterator[Path]:
    """The paths below `base` that match `parts`; ``**`` is any number of folders."""
    if not parts:
        yield base
        return
    head, rest = parts[0], parts[1:]
    if head == "**":
        for folder, _ in _tree(base):
            yield from _glob(folder, rest)
    elif not _MAGIC.intersection(head):
        if os.path.lexists(base / head):
            yield from _glob(base / head, rest)
    elif os.path.isdir(base):  # noqa: PTH112
        for entry in _entries(base):
            if fnmatch(entry.name, head):
                yield from _glob(base / entry.name, rest)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        visible = [entry for entry in entries if not entry.name.startswith(".")]
    return sorted(visible, key=lambda entry: entry.name)
