"""File formats: the reader of each, built in or from a plugin, imported when it is first needed."""

from __future__ import annotations

import io
import os
import re
import stat
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from hyperdigest.base.plugins import Plugin, in_use
from hyperdigest.errors import ReadError
from hyperdigest.file_formats import (
    ARCHIVES,
    BY_KIND,
    BY_PATH,
    SEVERAL,
    SUFFIXES,
    ZIP,
    kind_by_signs,
)
from hyperdigest.read import archive_members, compressed
from hyperdigest.read.compressed import unpacked
from hyperdigest.read.content import BUFFER, Content, read_bytes
from hyperdigest.read.plugin_contents import read_by_plugin
from hyperdigest.read.posts.dump_rows import LONGEST_HEAD, head_in, root_of
from hyperdigest.read.several import Entries
from hyperdigest.read.xml_articles.kinds import vocabulary_in

Reader = Callable[..., Content]
_MAIL_HEADER = re.compile(
    rb"(?:[!-9;-~]{1,100}:[^\n]{0,2000}\n(?:[ \t][^\n]{0,2000}\n){0,200}){2,300}"
)
_MAIL_FIELD_NAME = re.compile(rb"^([!-9;-~]{1,100}):", re.MULTILINE)


def reader(kind: str) -> Reader:
    """The reader of a kind of file, that of plain text for an unknown kind.

    The kind of a plugin is its suffix, such as ``.lrc``.
    """
    if kind.startswith("."):
        return partial(read_by_plugin, _plugin_readers()[kind])
    found: Reader = _function(kind if kind in BY_KIND else "text", "read_{}")
    return found


def entries_of(kind: str, data: bytes, **options: Any) -> Entries:
    """The entries of a file of several documents (a kind in `SEVERAL`), one after the other.

    `options` are those of reading that the kind depends on. Raises ReadError, before the first
    entry or later, if the file is broken.
    """
    if not data:
        raise ReadError("is empty")
    return _told(kind, _function(kind, "{}_entries")(data, **options))


def entries_at(kind: str, path: Path, **options: Any) -> Entries:
    """The entries of the file at a path, as `entries_of` gives them."""
    if kind in ARCHIVES:
        raise ReadError("is an archive, and not named as one: give it a suffix such as .tar.gz")
    if kind in BY_PATH:
        return _told(kind, _function(kind, "{}_entries")(path, **options))
    return entries_of(kind, read_bytes(path), **options)


def _told(kind: str, entries: Entries) -> Entries:
    with errors_told(kind):
        yield from entries


@contextmanager
def errors_told(kind: str) -> Iterator[None]:
    """The block reads a file of a kind: any error in it becomes a ReadError, but want of memory."""
    try:
        yield
    except (ReadError, MemoryError):
        raise
    except ImportError as error:
        missing = f"needs {error.name}, which is missing: install hyperdigest again"
        raise ReadError(missing) from error
    except Exception as error:
        raise ReadError(f"is a broken {kind} file ({type(error).__name__})") from error


def _function(kind: str, name: str) -> Callable[..., Any]:
    """The function of a kind in the module of its reader."""
    module = import_module(f"hyperdigest.read.{BY_KIND[kind].module}")
    found: Callable[..., Any] = getattr(module, name.format(kind))
    return found


def kind_at(path: Path) -> str:
    """The kind of the file at a path, by its name, or by its content if its suffix is unknown.

    XML that is neither a data dump of posts nor an article is text, and a compressed archive is an
    archive. A folder is one of messages.
    """
    if os.path.isdir(path):  # noqa: PTH112 (False, not an error, if access is denied)
        return "maildir"
    kind = kind_of(path.name)
    if kind == "gzip" and (found := sniff(_head(path))) in ARCHIVES:
        return found
    if not is_known(path.name):
        sniffed = BY_KIND[sniff(_head(path))]
        return sniffed.kind if sniffed.by_content else kind
    return _kind_of_xml(head_in(path)) if kind == "posts" else kind


def _kind_of_xml(head: bytes) -> str:
    """The kind of a file that begins with `head`, if it is XML; else ``text``."""
    if root_of(head) == "posts":
        return "posts"
    return "xml" if vocabulary_in(head) else "text"


def _head(path: Path) -> bytes:
    """The first bytes of a regular file; empty if it cannot be read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return b""
        with path.open("rb") as file:
            return file.read(BUFFER)
    except (OSError, ValueError):
        return b""


def kind_of(name: str) -> str:
    """The kind of a file by the suffix of its name, ``text`` for an unknown suffix.

    The kind of a plugin is its suffix, such as ``.lrc``. The kind of a compressed file is that of
    the file inside (``.html.gz``), or ``gzip`` if the name does not say what is inside.
    """
    suffix = _inner_suffix(name)
    return SUFFIXES.get(suffix) or (suffix if suffix in _plugin_readers() else "text")


def is_known(name: str) -> bool:
    """Whether files with this name are read when a folder is given."""
    suffix = _inner_suffix(name)
    return suffix in SUFFIXES or (suffix != "" and suffix in _plugin_readers())


def _inner_suffix(name: str) -> str:
    """The suffix of a file's name; of a compressed file that of the file inside, if it is known."""
    suffix = suffix_of(name)
    return suffix[: suffix.rfind(".")] or suffix


def suffixes() -> tuple[str, ...]:
    """The suffixes of the files that are read when a folder is given, with those of plugins."""
    return (*SUFFIXES, *_plugin_readers())


def sniff(data: bytes) -> str:
    """The kind of file that `data`, which has no file name, looks like."""
    signs = _signs_of_zip(data) if data.startswith(ZIP) else data
    if found := kind_by_signs(signs):
        return "tar" if found == "gzip" and kind_by_signs(_head_inside(data)) == "tar" else found
    kind = _kind_of_xml(data[:LONGEST_HEAD])
    return "eml" if kind == "text" and _is_message(data) else kind


def _signs_of_zip(data: bytes) -> bytes:
    """The media type that a zip file begins with, if it does, and the names of the files in it: by
    these its kind is told."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = "\n".join(archive.namelist())
    except archive_members.BROKEN:
        return data
    media_type = data[38:200] if data[30:38] == b"mimetype" else b""
    return data[:4] + media_type + f"\n{names}\n".encode(errors="replace")


def _head_inside(data: bytes) -> bytes:
    """The first bytes of the file in a compressed one, as far as they can be decompressed."""
    try:
        with compressed.opened(io.BytesIO(data)) as file:
            return file.read(512)
    except compressed.BROKEN:
        return b""


def _is_message(data: bytes) -> bool:
    """Whether `data` begins with a mail header: ``From``, and one of the other usual fields."""
    head = _MAIL_HEADER.match(data)
    names = {name.lower() for name in _MAIL_FIELD_NAME.findall(head[0])} if head else set()
    return b"from" in names and bool(names & {b"date", b"message-id", b"received"})


def read_gzip(data: bytes, **known: Any) -> Content:
    """The content of a compressed file whose name does not tell the format: `sniff` finds it.
    `known` are further arguments of its reader."""
    inner = unpacked(data)
    kind = sniff(inner)
    if kind == "gzip":
        raise ReadError("is compressed twice: decompress it first")
    if kind in SEVERAL:
        suffix = BY_KIND[kind].suffixes[0]
        raise ReadError(f"may contain several documents: give it a name that ends in {suffix}.gz")
    return reader(kind)(inner, **known)


def suffix_of(name: str) -> str:
    """The suffix of a file's name in lower case, with its dot; empty if it has none.

    A known suffix before ``.gz`` or the like belongs to it: ``.txt.gz``.
    """
    suffix = name[name.rfind(".") :].lower() if "." in name else ""
    if suffix not in compressed.SUFFIXES:
        return suffix
    inner = suffix_of(name[: -len(suffix)])
    known = inner in SUFFIXES or (inner != "" and inner in _plugin_readers())
    return inner + suffix if known and not inner.endswith(compressed.SUFFIXES) else suffix


@cache
def _plugin_readers() -> Mapping[str, Plugin]:
    """The readers of plugins by suffix; searched for at the first file without built-in reader."""
    return in_use("readers", SUFFIXES)
