"""E-books (EPUB): zip archives of web pages."""

from __future__ import annotations

import posixpath
import zipfile
from itertools import chain
from typing import Any
from urllib.parse import unquote

from hyperdigest.errors import ReadError
from hyperdigest.read.content import BlockText, Content, join
from hyperdigest.read.encoding import decode
from hyperdigest.read.html.reader import LARGEST_PAGE, parse, text_blocks
from hyperdigest.read.office.archive import dublin_core, entry, open_archive, xml_part
from hyperdigest.read.titles import title_from

_ENCRYPTION = "META-INF/encryption.xml"
_PAGE_TYPES = frozenset({"application/xhtml+xml", "text/html", "application/x-dtbook+xml"})


def read_epub(data: bytes) -> Content:
    """The text of an e-book in reading order.

    Raises ReadError if all of its text is encrypted.
    """
    with open_archive(data) as archive:
        roots = xml_part(archive, "META-INF/container.xml").iter("{*}rootfile")
        package = next((root.get("full-path", "") for root in roots), "")
        book = xml_part(archive, package)
        pages = _pages(book, posixpath.dirname(package))
        encrypted = set()  # books without DRM often encrypt their fonts
        if pages and _ENCRYPTION in archive.namelist():
            references = xml_part(archive, _ENCRYPTION).iter("{*}CipherReference")
            encrypted = {unquote(reference.get("URI", "")) for reference in references}
        contents = _contents(book, posixpath.dirname(package))
        if pages and encrypted.issuperset(set(pages) - contents or pages):
            raise ReadError("is protected (DRM): only the program it was bought for can read it")
        names = set(archive.namelist())
        missing = {page for page in pages if page not in names or page in encrypted}
        parts = [
            part
            for page in pages
            if page not in missing
            for part in _epub_parts(archive, page, page in contents)
        ]
    text, blocks = join(parts)
    notes = (f"lacks {len(missing)} of its {len(pages)} parts",) if missing else ()
    titles = (title.text or "" for title in book.iter("{*}title"))
    authors, date = dublin_core(book)
    title = title_from(next(titles, ""), parts)
    return Content(text, "epub", title, blocks, notes=notes, authors=authors, date=date)


def _pages(book: Any, folder: str) -> list[str]:
    """The archive entries with the book's text, in reading order."""
    manifest = {item.get("id"): item for item in book.iter("{*}item")}
    pages = []
    for reference in book.iter("{*}itemref"):
        item = manifest.get(reference.get("idref"))
        if item is not None and item.get("media-type") in _PAGE_TYPES:
            pages.append(_entry_at(item, folder))
    return list(dict.fromkeys(pages))


def _contents(book: Any, folder: str) -> set[str]:
    """The archive entries in which there is a table of contents, perhaps beside other text."""
    references = (each for each in book.iter("{*}reference") if each.get("type") == "toc")
    items = (each for each in book.iter("{*}item") if "nav" in each.get("properties", "").split())
    return {_entry_at(each, folder) for each in chain(references, items)}


def _entry_at(reference: Any, folder: str) -> str:
    """The name of the archive entry that the ``href`` of an element leads to."""
    href = unquote(reference.get("href", "").partition("#")[0])
    return posixpath.normpath(posixpath.join(folder, href))


def _epub_parts(archive: zipfile.ZipFile, page: str, has_contents: bool) -> list[BlockText]:
    """The blocks of a page; none if it is a table of contents, most of whose text below headings is
    links."""
    data = entry(archive, page)
    if len(data) > LARGEST_PAGE:
        raise ReadError(f"has a part of more than {LARGEST_PAGE >> 20} MB")
    if (body := parse(decode(data)).body) is None:
        return []
    blocks = text_blocks(body)
    below = [block for block in blocks if block.kind != "heading"]
    linked = sum(block.linked for block in below)
    if has_contents and 2 * linked >= sum(len(block.text) for block in below):
        return []
    return [block.part for block in blocks]
