"""The files in an archive, a zip or tar file, one after the other and within limits.

Nothing is written, and no name of a file is used as it is: a member has the parts of its path, none
of which leads out of a folder. The functions have no limits of memory and time, so they are called
in isolated processes that have.
"""

from __future__ import annotations

import io
import os
import stat
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PureWindowsPath
from typing import BinaryIO, cast

from hyperdigest.base.limits import MOST_MEMBERS
from hyperdigest.errors import ReadError
from hyperdigest.read import compressed

MOST_UNPACKED = 1 << 30
"""Limit of the size of all files that are read of an archive, and of the archives in it."""

MOST_FOLDERS = 50
"""Folders in one another, in an archive; a file that lies deeper is left out."""

LINK = "is a link in an archive, which is not followed"
NO_FILE = "is no regular file"
LEADS_OUT = "has a name that leads out of the archive"
TOO_DEEP = f"lies in more than {MOST_FOLDERS} folders"
BOMB = "unpacks to much more than its size: it may be a decompression bomb"
PROTECTED = "is protected by a password: save a copy without one"

BROKEN = (*compressed.BROKEN, tarfile.TarError, zipfile.BadZipFile, ValueError, RuntimeError)
"""Errors that are raised for a broken archive, or an unknown compression."""

_CHUNK = 1 << 18


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive.

    Parameters
    ----------
    parts : the folders that lead to it, and its name.
    time : of its last change, in seconds since 1970; 0 if unknown.
    opened : opens it, before the next member is asked for.
    refused : why it is not read; empty if it can be.
    """

    parts: tuple[str, ...]
    time: float
    opened: Callable[[], BinaryIO]
    refused: str = ""


class TooMuchError(ReadError):
    """An archive has too many files, or unpacks to too much."""


class Allowance:
    """How much may be unpacked of an archive of `size` bytes, and how many files it and those in it
    may have."""

    def __init__(self, size: int, files: int = MOST_MEMBERS) -> None:
        self._files = files
        self._most = compressed.most_unpacked(size, MOST_UNPACKED)
        self._bytes = self._members = 0

    def count_member(self) -> None:
        """Count a member. Raises TooMuchError if there are too many."""
        self._members += 1
        if self._members > self._files:
            raise TooMuchError(
                f"has more than {self._files:,} files: unpack it, and give the folder"
            )

    def count_bytes(self, number: int) -> None:
        """Count bytes that were unpacked. Raises TooMuchError if they are too many."""
        self._bytes += number
        if self._bytes > self._most:
            bomb = "it may be a decompression bomb; " if self._most < MOST_UNPACKED else ""
            raise TooMuchError(
                f"unpacks to more than {self._most >> 20} MB: {bomb}unpack it, and give the folder"
            )


class _Counted(io.RawIOBase):
    """The bytes of a file, counted as they are read."""

    def __init__(self, file: BinaryIO, allowance: Allowance) -> None:
        self._file, self._allowance = file, allowance

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(_CHUNK if size < 0 else min(size, _CHUNK))
        self._allowance.count_bytes(len(data))
        return data

    def close(self) -> None:
        self._file.close()
        super().close()


def members(path: Path, allowance: Allowance) -> Iterator[Member]:
    """The files in the archive at `path`, in its order. An earlier file of the same path is a
    former version of a later one.

    Raises ReadError, before the first or later, if the archive is broken or unpacks to too much.
    """
    if not path.is_file():
        raise ReadError("is not a regular file: save it as one")
    last = ""
    try:
        with path.open("rb") as file:
            found = (_of_tar if _is_tar(file) else _of_zip)(file, allowance)
            for member in found:
                allowance.count_member()
                last = "/".join(member.parts)
                yield member
    except PermissionError as error:
        raise ReadError(f"cannot be read: {error.strerror}") from error
    except BROKEN as error:
        after = f"; the files up to {last} are read" if last else ""
        raise ReadError(f"is an incomplete or broken archive{after}: get it again") from error


def _is_tar(file: BinaryIO) -> bool:
    head = file.read(tarfile.BLOCKSIZE)
    file.seek(0)
    return head[257:262] == b"ustar" or bool(compressed.name_of(head)) or not _is_zip(file)


def _is_zip(file: BinaryIO) -> bool:
    found = zipfile.is_zipfile(file)
    file.seek(0)
    return found or file.read(2) == b"PK"


def _of_zip(file: BinaryIO, allowance: Allowance) -> Iterator[Member]:
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            if info.is_dir():
                continue
            kind = stat.S_IFMT(info.external_attr >> 16)
            refused = LINK if stat.S_ISLNK(kind) else ""
            refused = refused or (NO_FILE if kind and not stat.S_ISREG(kind) else "")
            refused = refused or (PROTECTED if info.flag_bits & 1 else "")
            most = compressed.most_unpacked(info.compress_size)
            refused = refused or (BOMB if info.file_size > most else "")

            def opened(info: zipfile.ZipInfo = info) -> BinaryIO:
                return cast(BinaryIO, _Counted(cast(BinaryIO, archive.open(info)), allowance))

            yield _member(info.filename, _zip_time(info), opened, refused)


def _zip_time(info: zipfile.ZipInfo) -> float:
    try:
        return datetime(*info.date_time, tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0


def _of_tar(file: BinaryIO, allowance: Allowance) -> Iterator[Member]:
    counted = cast(BinaryIO, _Counted(compressed.opened(file), allowance))
    with closing(counted), tarfile.open(fileobj=_Whole(counted), mode="r|") as archive:
        for info in archive:
            if info.isdir():
                continue
            refused = LINK if info.issym() or info.islnk() else ""
            refused = refused or ("" if info.isreg() else NO_FILE)

            def opened(info: tarfile.TarInfo = info) -> BinaryIO:
                return cast(BinaryIO, archive.extractfile(info))

            yield _member(info.name, float(info.mtime), opened, refused)


class _Whole(io.RawIOBase):
    """A file of which each `read` gives as many bytes as asked for, unless it ends.

    A second `read` at its end raises EOFError: tarfile would go on to the end of a member that is
    said to have any number of bytes.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._is_at_end = file, False

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        found = bytearray()
        while len(found) < size and (chunk := self._file.read(size - len(found))):
            found += chunk
        if self._is_at_end:
            raise EOFError
        self._is_at_end = not found
        return bytes(found)


def _member(name: str, time: float, opened: Callable[[], BinaryIO], refused: str) -> Member:
    slashed = name.replace("\\", "/")
    parts = tuple(part for part in slashed.split("/") if part not in ("", "."))
    if slashed.startswith("/") or ".." in parts or PureWindowsPath(name).drive or "\0" in name:
        refused = LEADS_OUT
    elif len(parts) > MOST_FOLDERS + 1:
        refused, parts = TOO_DEEP, (parts[0], "…", parts[-1])
    return Member(parts, time, opened, refused or ("" if parts else NO_FILE))


def copied(member: Member, file: BinaryIO, most: int) -> None:
    """Write the content of a member to a file. Raises ReadError if it cannot be unpacked, or has
    more than `most` bytes."""
    total = 0
    try:
        with member.opened() as content:
            while chunk := content.read(_CHUNK):
                total += len(chunk)
                if total > most:
                    raise ReadError(f"is larger than {most >> 20} MB: split it into parts")
                file.write(chunk)
    except NotImplementedError as error:
        raise ReadError("is compressed in a way that is not known: pack it anew") from error
    except BROKEN as error:
        raise ReadError("is broken in its archive: get it again") from error


def file_at(path: Path) -> Path:
    """The file on the disk that has what is at `path`: the file there, or the archive into which
    the path leads; `path` itself if there is neither."""
    around = (each for each in (path, *path.parents) if os.path.isfile(each))  # noqa: PTH113
    return next(around, path)  # isfile, unlike is_file, raises no error


def member_at(path: Path, most: int) -> bytes | None:
    """The content, `most` bytes at most, of the file in an archive that `path` leads to; None if
    there is none. It may lie in an archive in an archive.

    Raises ReadError if it, or an archive, cannot be read.
    """
    archive = file_at(path)
    if archive == path or not archive.is_file():
        return None
    return _found(archive, path.parts[len(archive.parts) :], Allowance(_size(archive)), most)


def _found(
    archive: Path, parts: tuple[str, ...], allowance: Allowance, most: int, depth: int = 0
) -> bytes | None:
    found: bytes | None = None
    for member in members(archive, allowance):
        if member.refused:
            continue
        if member.parts == parts:
            content = io.BytesIO()
            copied(member, content, most)
            found = content.getvalue()
        elif depth == 0 and member.parts == parts[: len(member.parts)]:
            with tempfile.TemporaryDirectory() as folder:
                inner = Path(folder) / "inner"
                with inner.open("wb") as file:
                    copied(member, file, most)
                found = _found(inner, parts[len(member.parts) :], allowance, most, depth + 1)
    return found


def _size(path: Path) -> int:
    return os.stat(path).st_size  # noqa: PTH116 (links are followed)
