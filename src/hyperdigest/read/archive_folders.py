"""Archives as folders: unpacked to a temporary folder by an isolated process, and listed.

Only files of kinds that are read are written, under the temporary folder and nowhere else. They are
read there as the files of any folder are, and named by the path of the archive and that in it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hyperdigest.base.isolation import IsolatedProcess, ProcessLimits, Report
from hyperdigest.base.text import printable
from hyperdigest.errors import ReadError, WorkerEndedError
from hyperdigest.file_formats import ARCHIVES
from hyperdigest.read.archive_members import (
    LEADS_OUT,
    Allowance,
    Member,
    TooMuchError,
    copied,
    members,
)
from hyperdigest.read.content import LARGEST
from hyperdigest.read.formats import is_known, kind_at, kind_of, suffix_of
from hyperdigest.read.maildir import is_message, make_folders
from hyperdigest.read.options import ReadingOptions
from hyperdigest.read.paths import STDIN, UNSUPPORTED, Skipped, Source, expand, skip
from hyperdigest.read.several import Call

FORMER = "is a former version of a file that is in the archive again"
NESTED = "is an archive in an archive in an archive: unpack it, and give the folder"
CLASHES = "has the name of another file or folder in the archive"

_HIDDEN = "__MACOSX"
"""The folder into which macOS puts data about the files of an archive, besides hidden files."""

_PART, _ARCHIVE = ".part", ".archive"
"""The files to which a member is written before it gets its name, or is unpacked itself."""


@contextmanager
def unpacked_archives(
    sources: Sequence[Source | Skipped], options: ReadingOptions
) -> Iterator[list[Source | Skipped]]:
    """The same sources for the block, with the files in it in place of each archive."""
    if not any(map(_is_archive, sources)):
        yield list(sources)
        return
    found: list[Source | Skipped] = []
    limits = ProcessLimits(seconds=options.seconds)
    with (
        TemporaryDirectory() as folder,
        IsolatedProcess("hyperdigest.read.archive_folders:unpack_in_child", limits) as process,
    ):
        for number, source in enumerate(sources):
            if isinstance(source, Source) and _is_archive(source):
                target = Path(folder) / str(number)
                target.mkdir()
                found += files_of(source, target, process.call, options)
            else:
                found.append(source)
        yield found


def _is_archive(source: Source | Skipped) -> bool:
    if not isinstance(source, Source) or source is STDIN:
        return False
    return kind_at(source.path) in ARCHIVES


def files_of(
    archive: Source, target: Path, call: Call, options: ReadingOptions
) -> list[Source | Skipped]:
    """The files of an archive, unpacked to the folder `target`, and those that are skipped. `call`
    calls `unpack_in_child`."""
    untaken: list[tuple[list[str], str]] = []

    def take(told: tuple[list[str], str] | None) -> None:
        if told is not None:
            untaken.append(told)

    request = {
        "path": str(archive.path),
        "target": str(target),
        "without_suffix": options.without_suffix,
        "files": options.archive_files,
    }
    try:
        reason = call(request, take)["reason"]
    except TimeoutError as error:
        reason = f"{error} to unpack: unpack it, and give the folder"
    except (MemoryError, WorkerEndedError):
        reason = "needs more memory to unpack than there is: unpack it, and give the folder"
    found = [skip(archive.named / "/".join(parts), why) for parts, why in sorted(untaken)]
    if reason:
        found.append(skip(archive.named, reason))
    listed = expand([target], without_suffix=options.without_suffix)
    if reason and not any(isinstance(each, Source) for each in listed):
        return list(found)
    return [*(_placed(each, archive, target) for each in listed), *found]


def _placed(found: Source | Skipped, archive: Source, target: Path) -> Source | Skipped:
    """What is in the folder of an archive, with its place in the archive."""
    if isinstance(found, Skipped):
        rest = found.path.removeprefix(printable(str(target)))
        return Skipped(printable(str(archive.named)) + rest, found.reason)
    inside = archive.named / found.path.relative_to(target)
    return Source(found.path, archive.shown + found.shown, inside)


def unpack_in_child(request: dict[str, Any], report: Report) -> dict[str, Any]:
    """Unpack the archive at a ``path`` to a ``target``, in an isolated process.

    The path of each file that is skipped is reported with the reason, and None after each file. The
    reply is the ``reason`` why the rest could not be unpacked, or empty.
    """
    path = Path(request["path"])
    try:
        unpacking = _Unpacking(Path(request["target"]), request["without_suffix"], report)
        unpacking.unpack(path, (), Allowance(path.stat().st_size, request["files"]))
    except ReadError as error:
        return {"reason": str(error)}
    except OSError as error:
        return {"reason": f"cannot be unpacked: {error.strerror}"}
    return {"reason": ""}


class _Unpacking:
    """Writes the files of an archive that can be read, and of the archives in it."""

    def __init__(self, target: Path, without_suffix: bool, report: Report) -> None:
        self._target, self._without_suffix, self._report = target, without_suffix, report
        self._named: set[Path] = set()

    def unpack(self, archive: Path, above: tuple[str, ...], allowance: Allowance) -> None:
        """Write the files of an archive, which itself is at the path `above` in the target."""
        for member in members(archive, allowance):
            try:
                self._take(member, above, allowance)
            except TooMuchError:
                raise
            except ReadError as error:
                self._skip((*above, *member.parts), str(error))
            self._report(None)

    def _skip(self, parts: Sequence[str], reason: str) -> None:
        self._report((list(parts), reason))

    def _take(self, member: Member, above: tuple[str, ...], allowance: Allowance) -> None:
        """Write a member, or what is in it. Raises ReadError if it is not read."""
        if member.refused == LEADS_OUT:
            raise ReadError(LEADS_OUT)
        name, is_archive = member.parts[-1], kind_of(member.parts[-1]) in ARCHIVES
        in_maildir = not is_known(name) and is_message(member.parts)
        visible = (*member.parts[:-3], *member.parts[-2:]) if in_maildir else member.parts
        if any(part.startswith(".") or part == _HIDDEN for part in visible):
            return
        if not (is_known(name) or in_maildir) and (suffix_of(name) or not self._without_suffix):
            raise ReadError(UNSUPPORTED)
        if member.refused or (is_archive and above):
            raise ReadError(member.refused or NESTED)
        parts = (*above, *member.parts)
        place = self._target / (_ARCHIVE if is_archive else _PART)
        with place.open("wb") as file:
            copied(member, file, LARGEST)
        if is_archive:
            self.unpack(place, parts, allowance)
            place.unlink()
        else:
            with suppress(OSError, OverflowError, ValueError):
                os.utime(place, (member.time, member.time))
            self._name(place, parts)
            if in_maildir:
                make_folders(self._target.joinpath(*parts[:-2]))

    def _name(self, written: Path, parts: Sequence[str]) -> None:
        """Give a file that is written its place. A later one of the same name replaces it."""
        place = self._target.joinpath(*parts)
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            if place in self._named:
                self._skip(parts, FORMER)
            elif os.path.lexists(place):
                raise ReadError(CLASHES)
            written.replace(place)
        except (FileExistsError, NotADirectoryError, IsADirectoryError) as error:
            raise ReadError(CLASHES) from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", "") or "its name has wrong characters"
            raise ReadError(f"cannot be unpacked: {reason}") from error
        self._named.add(place)
