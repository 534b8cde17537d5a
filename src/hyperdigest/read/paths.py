"""Expand folders and globs to files, in the same order on every system."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from hyperdigest.base.text import printable
from hyperdigest.read.content import READ_IT
from hyperdigest.read.formats import is_known, kind_at, kind_of, suffix_of
from hyperdigest.read.maildir import folders_in, message_folders
from hyperdigest.read.posts.dump_rows import DUMPED, beside, root_in

UNSUPPORTED = "has an unsupported format"
IMAGE = f"is an image{READ_IT}"
NOTHING_NEW = "contains only quotes, a signature or pictures"
PART = "is read as a part of another file that includes it"
LINKED_FOLDER = "is a link to a folder, which is not followed"

_WILDCARDS = frozenset("*?[")
_MOST_LINKS = 40
"""Symbolic links followed on the way to a file; operating systems stop there too."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read, or a Maildir; the last `shown` parts of where it is are its name.

    It is at `path`, or was unpacked to that from `inside`: the path of an archive, and below that
    its path in the archive.
    """

    path: Path
    shown: int = 1
    inside: Path | None = None

    @property
    def named(self) -> Path:
        """Where it is for a reader."""
        return self.inside or self.path

    def stamp(self) -> tuple[int, int]:
        """The time of the last change, in nanoseconds, and the size; links are followed.

        Raises an OSError if the file cannot be looked at.
        """
        states = [os.stat(each) for each in message_folders(self.path) or [self.path]]  # noqa: PTH116
        return max(each.st_mtime_ns for each in states), sum(each.st_size for each in states)


STDIN = Source(Path("-"))


@dataclass(frozen=True, slots=True)
class Skipped:
    """A path, or an entry of a file, that gave no document, and the reason.

    `path` has no characters that a terminal interprets. `scanned` are the page numbers of a PDF
    whose pages are only images.
    """

    path: str
    reason: str
    scanned: tuple[int, ...] = ()


def lies_in(path: str, files: Container[str]) -> bool:
    """Whether a path is one of some files, or leads into one of them, which is an archive."""
    while path not in files:
        path, separator, _ = path.rpartition(os.sep)
        if not separator:
            return False
    return True


def skip(path: str | Path, reason: str, scanned: Iterable[int] = ()) -> Skipped:
    """A `Skipped` whose path is safe to print."""
    return Skipped(printable(str(path)), reason, tuple(scanned))


def expand(
    paths: Iterable[str | Path | Source],
    within: Path | None = None,
    without_suffix: bool = False,
) -> list[Source | Skipped]:
    """The files that `paths` stand for, in the given order, each once; files of folders sorted.

    Hidden files of folders are left out. Those of an unsupported format are skipped, and those
    whose names have no suffix unless `without_suffix` is true. A file is skipped if another
    one that is read includes it. If `within` is given, all paths that
    lead out of that folder are skipped, and nothing outside is looked at.
    """
    found: list[Source | Skipped] = []
    seen: set[str] = set()
    for path in paths:
        for source in _Search(within, without_suffix).files(path):
            place = str(source.path)
            if isinstance(source, Source) and source is not STDIN:
                place = os.path.abspath(place)  # noqa: PTH100 (does not resolve links)
            if place not in seen:
                seen.add(place)
                found.append(source)
    return _without_parts(found)


def _without_parts(found: list[Source | Skipped]) -> list[Source | Skipped]:
    """The files without those that are read as parts of others."""
    paths = [source.path for source in found if isinstance(source, Source)]
    if len(paths) < 2:
        return found
    from hyperdigest.read.included_parts import parts_among

    parts = parts_among(paths)
    return [
        skip(source.path, PART) if isinstance(source, Source) and source.path in parts else source
        for source in found
    ]


def outside(path: Path, folder: Path) -> bool:
    """Whether a path leads out of `folder`, by its own parts or by symbolic links.

    A link that leads out counts even if its target does not exist or leads back, so that the answer
    reveals nothing about files outside.
    """
    root = Path(os.path.realpath(folder))
    names = [root, Path(os.path.abspath(folder))]  # noqa: PTH100 (does not resolve links)
    path = Path.cwd() / path
    if _below(path, names) is None and (alias := _alias(path, root)):
        names.append(alias)
    below = _below(path, names)
    if below is None:
        return True
    position, pending, links = list(root.parts), list(reversed(below)), 0
    while pending and links <= _MOST_LINKS:
        part = pending.pop()
        if part == "..":
            del position[max(1, len(position) - 1) :]
        elif len(position) < len(root.parts):
            if part != root.parts[len(position)]:
                return True
            position.append(part)
        else:
            try:
                target = Path(*position, part).readlink()
            except (OSError, ValueError):  # no link, or it does not exist
                position.append(part)
                continue
            links += 1
            below = target.parts
            if target.is_absolute():
                position, below = list(root.parts), _below(target, names)
                if below is None:
                    return True
            pending.extend(reversed(below))
    return len(position) < len(root.parts)


def _below(path: Path, names: Sequence[Path]) -> tuple[str, ...] | None:
    """The parts of an absolute path below a folder, given by all its names; None if not below."""
    for name in names:
        if path.is_relative_to(name):
            return path.parts[len(name.parts) :]
    return None


def _alias(path: Path, root: Path) -> Path | None:
    """The parent of an absolute path that is the same folder as `root`, by another name, if any."""
    for parent in path.parents:
        with suppress(OSError, ValueError):
            if parent.samefile(root):
                return parent
    return None


class _Search:
    """Finds the files that a path stands for, with the arguments of `expand`."""

    def __init__(self, within: Path | None, without_suffix: bool) -> None:
        self._within = within
        self._without_suffix = without_suffix

    def files(self, given: str | Path | Source) -> Iterator[Source | Skipped]:
        """The files that a path stands for, or the reason why there are none."""
        if isinstance(given, Source):
            yield self._skip_outside(given.path) if self._leads_out(given.path) else given
            return
        if given == "-":
            yield STDIN if self._within is None else self._skip_outside(STDIN.path)
            return
        if given == "":
            yield Skipped("''", "is an empty name")
            return
        path = Path(given)
        if self._leads_out(path):
            yield self._skip_outside(path)
            return
        try:
            path.lstat()
        except (FileNotFoundError, NotADirectoryError, ValueError):
            wild = [n for n, part in enumerate(path.parts) if _WILDCARDS.intersection(part)]
            base = Path(*path.parts[: wild[0]]) if wild else path
            matches = self._glob(base, path.parts[wild[0] :]) if wild else ()
            found = [source for match in matches for source in self._files_at(match)]
            yield from found or [skip(path, "matches no file" if wild else "does not exist")]
        except OSError as error:
            yield skip(path, f"cannot be read: {error.strerror}")
        else:
            found = self._files_at(path)
            if not any(isinstance(source, Source) for source in found):
                yield skip(path, "contains no file of a supported format")
            yield from found

    def _leads_out(self, path: Path) -> bool:
        return self._within is not None and outside(path, self._within)

    def _skip_outside(self, path: Path) -> Skipped:
        return skip(path, f"lies outside of {self._within}")

    def _files_at(self, path: Path) -> list[Source | Skipped]:
        """The file at `path`, or the files below the folder, sorted and without hidden ones. A
        Maildir is one file.

        Links to files are followed, links to folders are not.
        """
        if self._leads_out(path):
            return [self._skip_outside(path)]
        if not os.path.isdir(path):  # noqa: PTH112 (False, not an error, if access is denied)
            return [Source(_posts_beside(path) or path)]
        found: list[tuple[tuple[str, ...], Source | Skipped]] = []
        for folder, entries in _tree(path):
            if isinstance(entries, OSError):
                found.append((folder.parts, skip(folder, f"cannot be read: {entries.strerror}")))
                continue
            if message_folders(folder):
                shown = max(1, len(folder.parts) - len(path.parts))
                found.append((folder.parts, Source(folder, shown)))
                continue
            for entry in entries:
                if not entry.is_dir(follow_symlinks=False):
                    inside = folder / entry.name
                    parts = inside.parts
                    shown = len(parts) - len(path.parts)
                    if source := self._entry(inside, shown, entry.is_symlink()):
                        found.append((parts, source))
        return [source for _, source in sorted(found, key=lambda item: item[0])]

    def _entry(self, path: Path, shown: int, is_link: bool) -> Source | Skipped | None:
        """A file or link of a folder; None for a file that is read together with another one."""
        if is_link and self._leads_out(path):
            return self._skip_outside(path)
        if is_link and os.path.isdir(path):  # noqa: PTH112
            return skip(path, LINKED_FOLDER)
        if _posts_beside(path):
            return None
        known = is_known(path.name) and (kind_of(path.name) != "posts" or kind_at(path) != "text")
        known = known or (self._without_suffix and not suffix_of(path.name))
        return Source(path, shown) if known else skip(path, UNSUPPORTED)

    def _glob(self, base: Path, parts: Sequence[str]) -> Iterator[Path]:
        """The paths below `base` that match `parts`; ``**`` is any number of folders.

        A path that leads out of `within` is yielded, but not searched.
        """
        if not parts or self._leads_out(base):
            yield base
            return
        head, rest = parts[0], parts[1:]
        if head == "**":
            for folder, _ in _tree(base):
                yield from self._glob(folder, rest)
        elif not _WILDCARDS.intersection(head):
            if os.path.lexists(base / head):
                yield from self._glob(base / head, rest)
        elif os.path.isdir(base):  # noqa: PTH112
            for entry in _entries(base):
                if fnmatch(entry.name, head):
                    yield from self._glob(base / entry.name, rest)


def _posts_beside(path: Path) -> Path | None:
    """``Posts.xml`` of the data dump that the file belongs to, such as ``Users.xml``, if any."""
    if kind_of(path.name) != "posts" or root_in(path) not in DUMPED:
        return None
    return beside(path, "posts")


def _tree(top: Path) -> Iterator[tuple[Path, list[os.DirEntry[str]] | OSError]]:
    """`top` and every folder below it, each with its entries, or the error of listing them."""
    pending = [top]
    while pending:
        folder = pending.pop()
        try:
            entries = _entries(folder)
        except OSError as error:
            yield folder, error
            continue
        yield folder, entries
        if folders := message_folders(folder):
            inner = folders_in(folder) if folders != [folder] else []
        else:
            inner = [folder / each.name for each in entries if each.is_dir(follow_symlinks=False)]
        pending.extend(reversed(inner))


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        visible = [entry for entry in entries if not entry.name.startswith(".")]
    return sorted(visible, key=lambda entry: entry.name)
