"""What the paths given stand for: folders and globs become files, in the same order everywhere."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from hyperdigest.base.text import printable
from hyperdigest.read.formats import is_known, kind_at, kind_of
from hyperdigest.read.posts.dump_rows import DUMPED, beside, root_in

UNKNOWN = "is of a kind that is not read"
NOTHING_NEW = "holds no words of its own"
LINKED = "is a link to a folder, and not followed"

_MAGIC = frozenset("*?[")
_MOST_LINKS = 40
"""Links on the way to a file; where there are more, no file is opened."""


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


def expand(
    paths: Iterable[str | Path | Source], within: Path | None = None
) -> list[Source | Skipped]:
    """The files that `paths` stand for, in the order given, each once; folders sorted.

    Files in folders that are not read are skipped, hidden ones left out. So is all that leads out
    of `within`, if that is given; what lies there is not looked at.
    """
    found: list[Source | Skipped] = []
    seen: set[str] = set()
    for path in paths:
        for source in _Search(within).given(path):
            place = str(source.path)
            if isinstance(source, Source) and source is not STDIN:
                place = os.path.abspath(place)  # noqa: PTH100 (links stay as they are)
            if place not in seen:
                seen.add(place)
                found.append(source)
    return found


def outside(path: Path, folder: Path) -> bool:
    """Whether a path leads, by itself or by links, elsewhere than into `folder`.

    What lies outside does not change the answer: a link that leads there does, whether or not
    anything is there, and even if that leads back.
    """
    root = Path(os.path.realpath(folder))
    names = [root, Path(os.path.abspath(folder))]  # noqa: PTH100 (links stay as they are)
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
            except (OSError, ValueError):  # no link, or nothing
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
    """The parts of an absolute path below a folder of these names; None where it is elsewhere."""
    for name in names:
        if path.is_relative_to(name):
            return path.parts[len(name.parts) :]
    return None


def _alias(path: Path, root: Path) -> Path | None:
    """The name by which an absolute path calls the folder `root` on its way, if it does."""
    for parent in path.parents:
        with suppress(OSError, ValueError):
            if parent.samefile(root):
                return parent
    return None


class _Search:
    """Looks for the files that a path stands for, in the folder `within` if that is given."""

    def __init__(self, within: Path | None) -> None:
        self._within = within

    def given(self, given: str | Path | Source) -> Iterator[Source | Skipped]:
        """The files that a path stands for, or why there are none."""
        if isinstance(given, Source):
            yield self._left_out(given.path) if self._leads_out(given.path) else given
            return
        if given == "-":
            yield STDIN if self._within is None else self._left_out(STDIN.path)
            return
        if given == "":
            yield Skipped("''", "is an empty name")
            return
        path = Path(given)
        if self._leads_out(path):
            yield self._left_out(path)
            return
        try:
            path.lstat()
        except (FileNotFoundError, NotADirectoryError, ValueError):  # a glob, or nothing
            wild = [n for n, part in enumerate(path.parts) if _MAGIC.intersection(part)]
            base = Path(*path.parts[: wild[0]]) if wild else path
            matches = self._glob(base, path.parts[wild[0] :]) if wild else ()
            found = [source for match in matches for source in self._files(match)]
            yield from found or [skip(path, "matches no file" if wild else "does not exist")]
        except OSError as error:
            yield skip(path, f"cannot be read: {error.strerror}")
        else:
            found = self._files(path)
            if not any(isinstance(source, Source) for source in found):
                yield skip(path, "holds no file of a known kind")
            yield from found

    def _leads_out(self, path: Path) -> bool:
        return self._within is not None and outside(path, self._within)

    def _left_out(self, path: Path) -> Skipped:
        return skip(path, f"lies outside of {self._within}")

    def _files(self, path: Path) -> list[Source | Skipped]:
        """The file `path`, or the files under the folder, sorted, hidden ones left out. Links to
        files are followed, links to folders are not."""
        if self._leads_out(path):
            return [self._left_out(path)]
        if not os.path.isdir(path):  # noqa: PTH112 (False, not an error, where it may not be known)
            return [Source(_dump_of(path) or path)]
        found: list[tuple[tuple[str, ...], Source | Skipped]] = []
        for folder, entries in _tree(path):
            if isinstance(entries, OSError):
                found.append((folder.parts, skip(folder, f"cannot be read: {entries.strerror}")))
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
        """What is in a folder, and no folder itself; None for what belongs to a file beside it."""
        if is_link and self._leads_out(path):
            return self._left_out(path)
        if is_link and os.path.isdir(path):  # noqa: PTH112
            return skip(path, LINKED)
        if _dump_of(path):
            return None
        known = is_known(path.name) and (kind_of(path.name) != "posts" or kind_at(path) == "posts")
        return Source(path, shown) if known else skip(path, UNKNOWN)

    def _glob(self, base: Path, parts: Sequence[str]) -> Iterator[Path]:
        """The paths below `base` that match `parts`; ``**`` is any number of folders. One that
        leads out is given as it is, and not looked into."""
        if not parts or self._leads_out(base):
            yield base
            return
        head, rest = parts[0], parts[1:]
        if head == "**":
            for folder, _ in _tree(base):
                yield from self._glob(folder, rest)
        elif not _MAGIC.intersection(head):
            if os.path.lexists(base / head):
                yield from self._glob(base / head, rest)
        elif os.path.isdir(base):  # noqa: PTH112
            for entry in _entries(base):
                if fnmatch(entry.name, head):
                    yield from self._glob(base / entry.name, rest)


def _dump_of(path: Path) -> Path | None:
    """The posts beside a file that belongs to their dump, such as its users; None for others."""
    if kind_of(path.name) != "posts" or root_in(path) not in DUMPED:
        return None
    return beside(path, "posts")


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


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        visible = [entry for entry in entries if not entry.name.startswith(".")]
    return sorted(visible, key=lambda entry: entry.name)
