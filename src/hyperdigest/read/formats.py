"""File formats: the reader of each, built in or from a plugin, imported when it is first needed."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from hyperdigest.base.plugins import Plugin, in_use
from hyperdigest.documents import BLOCK_KINDS, Block
from hyperdigest.errors import PluginError, ReadError
from hyperdigest.read.compressed import MAGIC, unpacked
from hyperdigest.read.content import BUFFER, Content, read_bytes
from hyperdigest.read.encoding import replace_surrogates
from hyperdigest.read.posts.dump_rows import LONGEST_HEAD, root_in, root_of
from hyperdigest.read.several import Entries

SUFFIXES = {
    ".txt": "text",
    ".text": "text",
    ".rst": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".docx": "docx",
    ".odt": "odt",
    ".rtf": "rtf",
    ".pptx": "pptx",
    ".odp": "odp",
    ".epub": "epub",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".xml": "posts",
    ".eml": "eml",
    ".mbox": "mbox",
    ".gz": "gzip",
}
"""The kind of file by suffix, for the built-in readers; a plugin adds its suffix."""

SUFFIXES_SHOWN = (
    "txt, rst, md, html, pdf, docx, odt, rtf, pptx, odp, epub, eml, mbox, Posts.xml, jsonl, or gz"
    " of these"
)
GZIP_SUFFIX = ".gz"

Reader = Callable[[bytes], Content]
_HTML_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|(?:html|head|title|body)\b)", re.I
)
_JSON_OBJECT_START = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"')
_MAILBOX_START = re.compile(rb"From \S+ [^\n]{0,200}\d\d:\d\d[^\n]{0,200}\n[!-9;-~]{1,100}:")
_MAIL_HEADER = re.compile(
    rb"(?:[!-9;-~]{1,100}:[^\n]{0,2000}\n(?:[ \t][^\n]{0,2000}\n){0,200}){2,300}"
)
_MAIL_FIELD_NAME = re.compile(rb"^([!-9;-~]{1,100}):", re.MULTILINE)
_ZIP_KINDS = {
    b"META-INF/container.xml": "epub",
    b"ppt/presentation.xml": "pptx",
    b"application/vnd.oasis.opendocument.text": "odt",
    b"application/vnd.oasis.opendocument.presentation": "odp",
}
"""Bytes that occur in a zip archive of each kind; any other archive is read as docx."""

_KNOWN_BY_CONTENT = frozenset({"rtf", "html", "eml", "mbox"})
"""The kinds that `sniff` finds in files without a known suffix; packed and other binary files are
refused with a message that asks for their suffix."""

_TUPLES_OF_TEXTS = ("notes", "page_labels", "authors")
"""Fields of a `Content` that are tuples of str."""

_READERS = {
    "text": "text",
    "markdown": "text",
    "html": "html",
    "pdf": "pdf.reader",
    "docx": "word",
    "odt": "opendocument",
    "rtf": "rtf",
    "pptx": "powerpoint",
    "odp": "opendocument",
    "epub": "office",
}
"""The module of `hyperdigest.read` with the function ``read_KIND`` of each kind."""

SEVERAL = {"jsonl": "line", "posts": "row", "eml": "", "mbox": "message"}
"""Kinds of files that may contain several documents, and the noun for an entry of such a file;
empty if the file has only one entry."""

_ENTRIES = {"jsonl": "text", "eml": "mail.messages", "mbox": "mail.messages"}
"""The module of `hyperdigest.read` with the function ``KIND_entries`` of each kind."""


def reader(kind: str) -> Reader:
    """The reader of a kind of file, that of plain text for an unknown kind.

    The kind of a plugin is its suffix, such as ``.srt``.
    """
    if kind == "gzip":
        return read_gzip
    if kind.startswith("."):
        return partial(read_by_plugin, _plugin_readers()[kind])
    known = kind if kind in _READERS else "text"
    module = import_module(f"hyperdigest.read.{_READERS[known]}")
    found: Reader = getattr(module, f"read_{known}")
    return found


def entries_of(kind: str, data: bytes) -> Entries:
    """The entries of a file of several documents (a kind in `SEVERAL`), one after the other.

    Raises ReadError, before the first entry or later, if the file is broken.
    """
    if not data:
        raise ReadError("is empty")
    module = import_module(f"hyperdigest.read.{_ENTRIES[kind]}")
    found: Entries = getattr(module, f"{kind}_entries")(data)
    return found


def entries_at(kind: str, path: Path) -> Entries:
    """The entries of the file at a path, as `entries_of` gives them.

    Posts are read row by row, together with the other files of their data dump.
    """
    if kind == "posts":
        posts: Entries = import_module("hyperdigest.read.posts.reader").posts_of(path)
        return posts
    return entries_of(kind, read_bytes(path))


def kind_at(path: Path) -> str:
    """The kind of the file at a path, by its name, or by its content if its suffix is unknown.

    XML that is no data dump of posts is text.
    """
    kind = kind_of(path.name)
    if not is_known(path.name):
        found = sniff(_head(path))
        return found if found in _KNOWN_BY_CONTENT else kind
    return "text" if kind == "posts" and root_in(path) != "posts" else kind


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

    The kind of a plugin is its suffix, such as ``.srt``. The kind of a compressed file is that of
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
    return suffix.removesuffix(GZIP_SUFFIX) or suffix


def suffixes() -> tuple[str, ...]:
    """The suffixes of the files that are read when a folder is given, with those of plugins."""
    return (*SUFFIXES, *_plugin_readers())


def sniff(data: bytes) -> str:
    """The kind of file that `data`, which has no file name, looks like."""
    if data.startswith(b"%PDF-"):
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return next((kind for part, kind in _ZIP_KINDS.items() if part in data), "docx")
    if data.startswith(b"{\\rtf"):
        return "rtf"
    if data.startswith(MAGIC):
        return "gzip"
    if _HTML_START.match(data):
        return "html"
    if root_of(data[:LONGEST_HEAD]) == "posts":
        return "posts"
    if _JSON_OBJECT_START.match(data):
        return "jsonl"
    if _MAILBOX_START.match(data):
        return "mbox"
    return "eml" if _is_message(data) else "text"


def _is_message(data: bytes) -> bool:
    """Whether `data` begins with a mail header: ``From``, and one of the other usual fields."""
    head = _MAIL_HEADER.match(data)
    names = {name.lower() for name in _MAIL_FIELD_NAME.findall(head[0])} if head else set()
    return b"from" in names and bool(names & {b"date", b"message-id", b"received"})


def read_gzip(data: bytes) -> Content:
    """The content of a compressed file whose name does not tell the format: `sniff` finds it."""
    inner = unpacked(data)
    if inner[257:].startswith(b"ustar"):
        raise ReadError("is a tar archive: unpack it, and give the files in it")
    kind = sniff(inner)
    if kind == "gzip":
        raise ReadError("is compressed twice: decompress it first")
    if kind in SEVERAL:
        suffix = next(suffix for suffix, known in SUFFIXES.items() if known == kind)
        raise ReadError(f"may contain several documents: give it a name that ends in {suffix}.gz")
    return reader(kind)(inner)


def suffix_of(name: str) -> str:
    """The suffix of a file's name in lower case, with its dot; empty if it has none.

    A known suffix before ``.gz`` belongs to it: ``.txt.gz``.
    """
    suffix = name[name.rfind(".") :].lower() if "." in name else ""
    if suffix != GZIP_SUFFIX:
        return suffix
    inner = suffix_of(name[: -len(GZIP_SUFFIX)])
    known = inner in SUFFIXES or (inner != "" and inner in _plugin_readers())
    return inner + suffix if known and not inner.endswith(GZIP_SUFFIX) else suffix


@cache
def _plugin_readers() -> Mapping[str, Plugin]:
    """The readers of plugins by suffix; searched for at the first file without built-in reader."""
    return in_use("readers", SUFFIXES)


def read_by_plugin(plugin: Plugin, data: bytes) -> Content:
    """The content that a plugin reads from the bytes of a file, lone surrogates replaced.

    Raises ReadError if the plugin fails or returns an invalid content, so that only this file is
    skipped.
    """
    try:
        return _checked(plugin, plugin(data))
    except PluginError as error:
        raise ReadError(f"cannot be read: {error}") from error


def _checked(plugin: Plugin, content: Any) -> Content:
    if not isinstance(content, Content):
        raise plugin.invalid_result(f"{type(content).__name__}, not Content")
    texts_alone = content.text, content.format, content.title, content.date
    if not all(isinstance(each, str) for each in texts_alone):
        raise plugin.invalid_result("a text, format, title or date that is no str")
    try:
        blocks, pages = tuple(content.blocks), tuple(content.pages)
        texts = {name: tuple(getattr(content, name)) for name in _TUPLES_OF_TEXTS}
    except TypeError as error:
        raise plugin.invalid_result(
            f"blocks, pages, {', '.join(_TUPLES_OF_TEXTS)} that are no tuple ({error})"
        ) from error
    for name, values in texts.items():
        if not all(isinstance(value, str) for value in values):
            raise plugin.invalid_result(f"{name} that are no str")
    if not all(isinstance(block, Block) and block.kind in BLOCK_KINDS for block in blocks):
        raise plugin.invalid_result(
            f"blocks that are no Block of a kind in {', '.join(BLOCK_KINDS)}"
        )
    offsets = chain(pages, *((block.start, block.end) for block in blocks))
    if not all(isinstance(offset, int) for offset in offsets):
        raise plugin.invalid_result("offsets of blocks or pages that are no int")
    length = len(content.text)
    if not all(0 <= block.start < block.end <= length for block in blocks):
        raise plugin.invalid_result("blocks outside the text")
    if not all(one.end <= other.start for one, other in pairwise(blocks)):
        raise plugin.invalid_result("blocks out of order")
    if not all(0 <= page <= length for page in pages):
        raise plugin.invalid_result("pages outside the text")
    if list(pages) != sorted(pages) or pages[:1] not in ((), (0,)):
        raise plugin.invalid_result("pages out of order")
    if len(texts["page_labels"]) not in (0, len(pages)):
        raise plugin.invalid_result("more or fewer page labels than pages")
    # One character for each lone surrogate, so that the offsets of blocks and pages stay right.
    text = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in content.text)
    title = replace_surrogates(content.title)
    further: dict[str, Any] = {n: tuple(map(replace_surrogates, each)) for n, each in texts.items()}
    date = replace_surrogates(content.date)
    return replace(
        content, text=text, title=title, blocks=blocks, pages=pages, date=date, **further
    )
