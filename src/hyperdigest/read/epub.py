"""E-books: the pages of the archive in reading order, without its tables of contents."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from lxml import etree

from hyperdigest.errors import ReadError
from hyperdigest.read.archive import entry, open_archive
from hyperdigest.read.content import Content, Part, join
from hyperdigest.read.decode import decode
from hyperdigest.read.elements import check_size, page_blocks
from hyperdigest.read.html import LARGEST, parse

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_PAGES = frozenset({"application/xhtml+xml", "text/html", "application/x-dtbook+xml"})


def read_epub(data: bytes) -> Content:
    """The text of an e-book, chapter after chapter."""
    with open_archive(data) as archive:
        container = _xml(entry(archive, _CONTAINER), _CONTAINER)
        package = next((root.get("full-path", "") for root in _named(container, "rootfile")), "")
        book = _xml(entry(archive, package), package)
        pages = _pages(book, posixpath.dirname(package))
        if pages and _encrypted(archive).issuperset(pages):
            raise ReadError("is protected (DRM): only the program it was bought for can read it")
        known = set(archive.namelist())
        missing = [page for page in pages if page not in known]
        parts = [part for page in pages if page in known for part in _parts(archive, page)]
    text, blocks = join(parts)
    notes = (f"lacks {len(missing)} of its {len(pages)} parts",) if missing else ()
    return Content(text, "epub", _title(book), blocks, notes=notes)


def _xml(data: bytes, name: str) -> Any:
    """The tree of an XML file; entities stay as they are, and nothing outside is fetched."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise ReadError(f"is broken: its {name} is no XML") from error
    if root is None:
        raise ReadError(f"is broken: its {name} is no XML")
    return root


def _named(root: Any, name: str) -> Iterator[Any]:
    """The elements called `name`, in any namespace."""
    yield from root.iter(f"{{*}}{name}")


def _pages(book: Any, folder: str) -> list[str]:
    """The entries of the archive that make up the text, in reading order."""
    manifest = {item.get("id"): item for item in _named(book, "item")}
    contents = {
        unquote(reference.get("href", "")).partition("#")[0]
        for reference in _named(book, "reference")
        if reference.get("type") == "toc"
    }
    pages = []
    for reference in _named(book, "itemref"):
        item = manifest.get(reference.get("idref"))
        if item is None or item.get("media-type") not in _PAGES:
            continue
        href = unquote(item.get("href", ""))
        if "nav" not in item.get("properties", "").split() and href not in contents:
            pages.append(posixpath.normpath(posixpath.join(folder, href)))
    return list(dict.fromkeys(pages))


def _encrypted(archive: zipfile.ZipFile) -> set[str]:
    """The entries that are encrypted; the fonts of free books often are."""
    if _ENCRYPTION not in archive.namelist():
        return set()
    references = _named(_xml(entry(archive, _ENCRYPTION), _ENCRYPTION), "CipherReference")
    return {unquote(reference.get("URI", "")) for reference in references}


def _parts(archive: zipfile.ZipFile, page: str) -> list[Part]:
    data = entry(archive, page)
    if len(data) > LARGEST:
        raise ReadError(f"has a part of more than {LARGEST >> 20} MB")
    body = parse(decode(data)).body
    if body is None:
        return []
    check_size(body)
    return [(block.kind, block.text) for block in page_blocks(body)]


def _title(book: Any) -> str:
    named = next(_named(book, "title"), None)
    return " ".join((named.text or "").split()) if named is not None else ""
