"""Which reader reads which file; each is imported when the first file needs it."""

from __future__ import annotations

import re
from collections.abc import Callable

from hyperdigest.read.content import Content

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
"""The kinds of file that a folder is searched for."""

Reader = Callable[[bytes], Content]

_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|(?:html|head|title|body)\b)", re.I)
_RECORD = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"')


def reader(kind: str) -> Reader:
    """The reader of a kind of file; what is of no known kind is read as text."""
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
            from hyperdigest.read.docx import read_docx

            return read_docx
        case "epub":
            from hyperdigest.read.epub import read_epub

            return read_epub
    from hyperdigest.read.text import read_text

    return read_text


def kind_of(name: str) -> str:
    """The kind of file that `name` says it is, ``text`` where it says none."""
    suffix = name[name.rfind(".") :].lower() if "." in name else ""
    return SUFFIXES.get(suffix, "text")


def sniff(data: bytes) -> str:
    """The kind of file that `data`, which came without a name, looks like."""
    if data.startswith(b"%PDF-"):
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return "epub" if b"META-INF/container.xml" in data else "docx"
    if _PAGE.match(data):
        return "html"
    return "jsonl" if _RECORD.match(data) else "text"
