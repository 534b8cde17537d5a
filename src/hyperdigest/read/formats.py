"""File formats: which reader reads which file, built in or of a plugin, imported when needed."""

from __future__ import annotations

import re
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
from hyperdigest.read.content import Content, read_bytes
from hyperdigest.read.encoding import replace_surrogates
from hyperdigest.read.posts.dump_rows import LONGEST_HEAD, root_in, root_of
from hyperdigest.read.several import Entries

SUFFIXES = {
    ".txt": "text",
    ".text": "text",
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
"""The kinds of file that are read by what is built in; plugins add to them, each its suffix."""

SUFFIXES_SHOWN = (
    "txt, md, html, pdf, docx, odt, rtf, pptx, odp, epub, eml, mbox, Posts.xml, jsonl, or gz of"
    " these"
)
PACKED = ".gz"

Reader = Callable[[bytes], Content]
_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|(?:html|head|title|body)\b)", re.I)
_RECORD = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"')
_MAILBOX = re.compile(rb"From \S+ [^\n]{0,200}\d\d:\d\d[^\n]{0,200}\n[!-9;-~]{1,100}:")
_HEADER = re.compile(rb"(?:[!-9;-~]{1,100}:[^\n]{0,2000}\n(?:[ \t][^\n]{0,2000}\n){0,200}){2,300}")
_NAMES = re.compile(rb"^([!-9;-~]{1,100}):", re.MULTILINE)
_PARTS = {
    b"META-INF/container.xml": "epub",
    b"ppt/presentation.xml": "pptx",
    b"application/vnd.oasis.opendocument.text": "odt",
    b"application/vnd.oasis.opendocument.presentation": "odp",
}
"""What archives hold that are no Word documents."""

_TAR = b"ustar"
_TAR_AT = 257
_TEXTS = ("notes", "page_labels", "authors")

_READERS = {
    "text": "text",
    "markdown": "text",
    "html": "html",
    "pdf": "pdf.reader",
    "docx": "office",
    "odt": "opendocument",
    "rtf": "rtf",
    "pptx": "powerpoint",
    "odp": "opendocument",
    "epub": "office",
}
"""The module of `hyperdigest.read` with the reader of each kind, a function ``read_KIND``."""

SEVERAL = {"jsonl": "line", "posts": "row", "eml": "", "mbox": "message"}
"""Kinds of files that may hold several documents, and what an entry of such a file is called,
empty where it has just one."""

_ENTRIES = {"jsonl": "text", "eml": "mail.messages", "mbox": "mail.messages"}
"""The module of `hyperdigest.read` with the reader of each of these, ``KIND_entries``."""


def reader(kind: str) -> Reader:
    """The reader of a kind of file, a plugin's named by its suffix; text is read where none is."""
    if kind == "gzip":
        return read_gzip
    if kind.startswith("."):
        return partial(read_by_plugin, _added()[kind])
    known = kind if kind in _READERS else "text"
    module = import_module(f"hyperdigest.read.{_READERS[known]}")
    found: Reader = getattr(module, f"read_{known}")
    return found


def entries_of(kind: str, data: bytes) -> Entries:
    """The entries of a file of a kind of `SEVERAL`, one after the other. Raises a ReadError, before
    the first or later, where the file is broken."""
    if not data:
        raise ReadError("is empty")
    module = import_module(f"hyperdigest.read.{_ENTRIES[kind]}")
    found: Entries = getattr(module, f"{kind}_entries")(data)
    return found


def entries_at(kind: str, path: Path) -> Entries:
    """The entries of the file at a path, as for `entries_of`; posts are read bit by bit, with the
    files that are beside them."""
    if kind == "posts":
        posts: Entries = import_module("hyperdigest.read.posts.reader").posts_of(path)
        return posts
    return entries_of(kind, read_bytes(path))


def kind_at(path: Path) -> str:
    """The kind of the file at a path: that of its name, but text where it is XML and no posts."""
    kind = kind_of(path.name)
    return "text" if kind == "posts" and root_in(path) != "posts" else kind


def kind_of(name: str) -> str:
    """The kind of file that `name` says it is, ``text`` where it says none. That of a plugin is its
    suffix, such as ``.srt``; that of a packed file what it packs, or ``gzip`` if none is said."""
    suffix = _inner(name)
    return SUFFIXES.get(suffix) or (suffix if suffix in _added() else "text")


def is_known(name: str) -> bool:
    """Whether a folder is searched for files called so."""
    suffix = _inner(name)
    return suffix in SUFFIXES or (suffix != "" and suffix in _added())


def _inner(name: str) -> str:
    """The suffix of a file's name, of a packed file that of what it packs if it is known."""
    suffix = suffix_of(name)
    return suffix.removesuffix(PACKED) or suffix


def suffixes() -> tuple[str, ...]:
    """The suffixes of all files that a folder is searched for, those of plugins among them."""
    return (*SUFFIXES, *_added())


def sniff(data: bytes) -> str:
    """The kind of file that `data`, which came without a name, looks like."""
    if data.startswith(b"%PDF-"):
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return next((kind for part, kind in _PARTS.items() if part in data), "docx")
    if data.startswith(b"{\\rtf"):
        return "rtf"
    if data.startswith(MAGIC):
        return "gzip"
    if _PAGE.match(data):
        return "html"
    if root_of(data[:LONGEST_HEAD]) == "posts":
        return "posts"
    if _RECORD.match(data):
        return "jsonl"
    if _MAILBOX.match(data):
        return "mbox"
    return "eml" if _is_message(data) else "text"


def _is_message(data: bytes) -> bool:
    """Whether `data` begins with the header of a message: who sent it, and on its way or when."""
    head = _HEADER.match(data)
    names = {name.lower() for name in _NAMES.findall(head[0])} if head else set()
    return b"from" in names and bool(names & {b"date", b"message-id", b"received"})


def read_gzip(data: bytes) -> Content:
    """What a packed file without a known name holds, told by its content."""
    packed = unpacked(data)
    if packed[_TAR_AT:].startswith(_TAR):
        raise ReadError("is a tar archive: unpack it, and give the files in it")
    kind = sniff(packed)
    if kind == "gzip":
        raise ReadError("is packed twice: unpack it first")
    if kind in SEVERAL:
        suffix = next(suffix for suffix, known in SUFFIXES.items() if known == kind)
        raise ReadError(f"may hold several documents: give it a name that ends in {suffix}.gz")
    return reader(kind)(packed)


def suffix_of(name: str) -> str:
    """The suffix of a file's name in lower case, with its dot, or an empty string. Before ``.gz`` a
    suffix that is known belongs to it: ``.txt.gz``."""
    suffix = name[name.rfind(".") :].lower() if "." in name else ""
    if suffix != PACKED:
        return suffix
    inner = suffix_of(name[: -len(PACKED)])
    known = inner in SUFFIXES or (inner != "" and inner in _added())
    return inner + suffix if known and not inner.endswith(PACKED) else suffix


@cache
def _added() -> Mapping[str, Plugin]:
    """The readers of plugins, by suffix; looked for when a file is met that none built in reads."""
    return in_use("readers", SUFFIXES)


def read_by_plugin(plugin: Plugin, data: bytes) -> Content:
    """What a plugin makes of the bytes of a file; lone surrogates are replaced. Raises a ReadError
    where it fails, or gives what is no content, so that the file is skipped and the rest read."""
    try:
        return _checked(plugin, plugin(data))
    except PluginError as error:
        raise ReadError(f"cannot be read: {error}") from error


def _checked(plugin: Plugin, content: Any) -> Content:
    if not isinstance(content, Content):
        raise plugin.gave(f"{type(content).__name__}, not Content")
    alone = content.text, content.format, content.title, content.date
    if not all(isinstance(part, str) for part in alone):
        raise plugin.gave("a text, format, title or date that is no str")
    try:
        blocks, pages = tuple(content.blocks), tuple(content.pages)
        texts = {name: tuple(getattr(content, name)) for name in _TEXTS}
    except TypeError as error:
        raise plugin.gave(
            f"blocks, pages, {', '.join(_TEXTS)} that are no tuple ({error})"
        ) from error
    for name, values in texts.items():
        if not all(isinstance(value, str) for value in values):
            raise plugin.gave(f"{name} that are no str")
    if not all(isinstance(block, Block) and block.kind in BLOCK_KINDS for block in blocks):
        raise plugin.gave(f"blocks that are no Block of a kind among {', '.join(BLOCK_KINDS)}")
    offsets = chain(pages, *((block.start, block.end) for block in blocks))
    if not all(isinstance(offset, int) for offset in offsets):
        raise plugin.gave("offsets of blocks or pages that are no int")
    length = len(content.text)
    if not all(0 <= block.start < block.end <= length for block in blocks):
        raise plugin.gave("blocks outside the text")
    if not all(one.end <= other.start for one, other in pairwise(blocks)):
        raise plugin.gave("blocks out of order")
    if not all(0 <= page <= length for page in pages):
        raise plugin.gave("pages outside the text")
    if list(pages) != sorted(pages) or pages[:1] not in ((), (0,)):
        raise plugin.gave("pages out of order")
    if len(texts["page_labels"]) not in (0, len(pages)):
        raise plugin.gave("more or fewer page labels than pages")
    # Lone surrogates in the text are replaced one by one: offsets into it stay right.
    text = "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in content.text)
    title = replace_surrogates(content.title)
    further: dict[str, Any] = {n: tuple(map(replace_surrogates, each)) for n, each in texts.items()}
    date = replace_surrogates(content.date)
    return replace(
        content, text=text, title=title, blocks=blocks, pages=pages, date=date, **further
    )
