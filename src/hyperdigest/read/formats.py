"""File formats: which reader reads which file, built in or of a plugin, imported when needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import chain, pairwise
from typing import Any, get_args

from hyperdigest.base.plugins import Plugin
from hyperdigest.documents import Block, BlockKind
from hyperdigest.errors import PluginError, ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.encoding import replace_surrogates

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
    ".epub": "epub",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
"""The kinds of file that are read by what is built in; plugins add to them, each its suffix."""

Reader = Callable[[bytes], Content]
_KINDS = get_args(BlockKind)
_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|(?:html|head|title|body)\b)", re.I)
_RECORD = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"')


def reader(kind: str) -> Reader:
    """The reader of a kind of file, a plugin's named by its suffix; text is read where none is."""
    match kind:
        case "markdown":
            from hyperdigest.read.text import read_markdown

            return read_markdown
        case "html":
            from hyperdigest.read.html import read_html

            return read_html
        case "pdf":
            from hyperdigest.read.pdf import read_pdf

            return read_pdf
        case "docx":
            from hyperdigest.read.office import read_docx

            return read_docx
        case "epub":
            from hyperdigest.read.office import read_epub

            return read_epub
    if kind.startswith("."):
        return partial(read_by_plugin, _added()[kind])
    from hyperdigest.read.text import read_text

    return read_text


def kind_of(name: str) -> str:
    """The kind of file that `name` says it is, ``text`` where it says none.

    That of a plugin is its suffix, such as ``.srt``.
    """
    suffix = suffix_of(name)
    return SUFFIXES.get(suffix) or (suffix if _is_added(suffix) else "text")


def is_known(name: str) -> bool:
    """Whether a folder is searched for files called so."""
    suffix = suffix_of(name)
    return suffix in SUFFIXES or _is_added(suffix)


def suffixes() -> tuple[str, ...]:
    """The suffixes of all files that a folder is searched for, those of plugins among them."""
    return (*SUFFIXES, *_added())


def sniff(data: bytes) -> str:
    """The kind of file that `data`, which came without a name, looks like."""
    if data.startswith(b"%PDF-"):
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return "epub" if b"META-INF/container.xml" in data else "docx"
    if _PAGE.match(data):
        return "html"
    return "jsonl" if _RECORD.match(data) else "text"


def suffix_of(name: str) -> str:
    """The suffix of a file's name in lower case, with its dot, or an empty string."""
    return name[name.rfind(".") :].lower() if "." in name else ""


def _is_added(suffix: str) -> bool:
    return suffix != "" and suffix in _added()


@cache
def _added() -> Mapping[str, Plugin]:
    """The readers of plugins, by suffix; looked for when a file is met that none built in reads."""
    from hyperdigest.base.plugins import in_use

    return in_use("readers", SUFFIXES)


def read_by_plugin(plugin: Plugin, data: bytes) -> Content:
    """What a plugin makes of the bytes of a file; lone surrogates are replaced.

    Raises
    ------
    ReadError
        where it fails, or gives what is no content, so that the file is skipped and the rest read.
    """
    try:
        return _checked(plugin, plugin(data))
    except PluginError as error:
        raise ReadError(f"cannot be read: {error}") from error


def _checked(plugin: Plugin, content: Any) -> Content:
    if not isinstance(content, Content):
        raise plugin.gave(f"{type(content).__name__}, not Content")
    if not all(isinstance(part, str) for part in (content.text, content.format, content.title)):
        raise plugin.gave("a text, format or title that is no str")
    try:
        blocks, pages = tuple(content.blocks), tuple(content.pages)
        notes = tuple(content.notes)
    except TypeError as error:
        raise plugin.gave(f"blocks, pages or notes that are no tuple ({error})") from error
    if not all(isinstance(note, str) for note in notes):
        raise plugin.gave("notes that are no str")
    if not all(isinstance(block, Block) and block.kind in _KINDS for block in blocks):
        raise plugin.gave(f"blocks that are no Block of a kind among {', '.join(_KINDS)}")
    if not all(isinstance(n, int) for n in (*pages, *chain.from_iterable(map(_span, blocks)))):
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
    text, title = _of_same_length(content.text), replace_surrogates(content.title)
    return replace(content, text=text, title=title, blocks=blocks, pages=pages, notes=notes)


def _span(block: Block) -> tuple[int, int]:
    return block.start, block.end


def _of_same_length(text: str) -> str:
    """`text` with surrogates that stand alone shown as U+FFFD; offsets into it stay right."""
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
