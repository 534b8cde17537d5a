"""Zip archives of documents, guarded against decompression bombs: the XML in them, as a tree or row
by row, and the authors, date and title that they state."""

from __future__ import annotations

import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from lxml import etree

from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.errors import ReadError
from hyperdigest.file_formats import COMPOUND
from hyperdigest.read.compressed import most_unpacked
from hyperdigest.read.content import one_line

MOST_ENTRIES = 20_000

LARGEST_PART = 64 << 20
"""Size limit of one XML file, in bytes: its tree takes about ten times as much memory."""

DOCUMENT_TYPE = re.compile(
    rb"""((?:\xef\xbb\xbf)?(?>(?:\s|<\?.*?\?>|<!--.*?-->)*))"""
    rb"""<!DOCTYPE(?>(?:[^"'\[>]|"[^"]*"|'[^']*')*)"""
    rb"""(?:\[(?>(?:[^]"'<]|"[^"]*"|'[^']*'|<!--.*?-->|<\?.*?\?>|<(?!!--|\?))*)\]\s*)?>""",
    re.DOTALL,
)
"""The start of an XML file up to the end of its document type."""

_ARCHIVE_ERRORS = (
    *(zipfile.BadZipFile, ValueError, RuntimeError, OSError, EOFError),
    *(zlib.error, lzma.LZMAError, struct.error),
)
"""Errors that zipfile raises for a broken archive, or an unknown compression."""


def open_archive(data: bytes) -> zipfile.ZipFile:
    """The archive in `data`.

    Raises ReadError if it is not a zip archive, is protected, or would unpack to too much.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _ARCHIVE_ERRORS as error:
        if data.startswith(COMPOUND):
            protected = (
                "is protected by a password, or of an old format: save a new copy without one"
            )
            raise ReadError(protected) from error
        raise ReadError("is broken: it is not a zip archive") from error
    entries = archive.infolist()
    total = sum(entry.file_size for entry in entries)
    if len(entries) > MOST_ENTRIES or total > most_unpacked(len(data)):
        raise ReadError(
            f"unpacks to {len(entries)} files of {total >> 20} MB, {total // len(data)} times its"
            " size: it may be a decompression bomb"
        )
    if any(entry.flag_bits & 1 for entry in entries):
        raise ReadError("is protected by a password: save a copy without one")
    return archive


def entry(archive: zipfile.ZipFile, name: str) -> bytes:
    """The bytes of one entry, at most as many as the archive states.

    Raises ReadError if the entry is missing or broken.
    """
    try:
        info = archive.getinfo(name)
        with archive.open(info) as file:
            return file.read(info.file_size)
    except KeyError as error:
        raise ReadError(f"is broken: it has no {name}") from error
    except _ARCHIVE_ERRORS as error:
        raise ReadError(f"is broken: its {name} cannot be unpacked") from error


def xml_part(archive: zipfile.ZipFile, name: str) -> Any:
    """The tree of an XML file without its document type, so that it has no entities.

    Raises ReadError if the file is missing, too large, or not XML.
    """
    data = entry(archive, name)
    if len(data) > LARGEST_PART:
        raise ReadError(f"has more than {LARGEST_PART >> 20} MB of text: split it into parts")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, recover=True, remove_comments=True, remove_pis=True
    )
    with suppress(etree.XMLSyntaxError):
        if (root := etree.fromstring(without_document_type(data), parser)) is not None:
            etree.strip_elements(root, etree.Entity, with_tail=False)
            return root
    raise ReadError(f"is broken: its {name} is no XML")


def without_document_type(data: bytes) -> bytes:
    """An XML file without its document type, so that it has no entities."""
    found = DOCUMENT_TYPE.match(data)
    return found[1] + data[found.end() :] if found else data


def entity_notes(archive: zipfile.ZipFile, *names: str) -> tuple[str, ...]:
    """A note if one of these XML files declares entities, as `xml_part` leaves out what they stand
    for."""
    heads = (DOCUMENT_TYPE.match(entry(archive, name)) for name in names)
    if not any(head and b"<!ENTITY" in head[0] for head in heads):
        return ()
    return ("declares entities, which are left out: its sentences may lack words",)


def dublin_core(root: Any) -> tuple[tuple[str, ...], str]:
    """Authors and date in the Dublin Core elements of Office, OpenDocument or EPUB metadata.

    The date of publication or creation is preferred to that of the last change.
    """

    def texts(*names: str) -> list[str]:
        found = (element for name in names for element in root.iter(f"{{*}}{name}"))
        return ["".join(element.itertext()) for element in found]

    authors = texts("initial-creator") or texts("creator")
    created = texts("date") if root.tag.endswith("}package") else texts("creation-date", "created")
    dates = [*created, *texts("modified", "date")]
    return authors_of(authors), date_of(dates)


def properties(archive: zipfile.ZipFile, name: str) -> tuple[tuple[str, ...], str, str]:
    """Authors, date and title in a metadata file; empty if the archive has no such file."""
    if name not in archive.namelist():
        return (), "", ""
    root = xml_part(archive, name)
    titles = (one_line("".join(title.itertext())) for title in root.iter("{*}title"))
    return (*dublin_core(root), next(titles, ""))


def elements(archive: zipfile.ZipFile, name: str, *tags: str) -> Iterator[Any]:
    """The elements with these tags in an XML file, one after the other; each is emptied when the
    next one is asked for, and what is before it is removed.

    Raises ReadError if the file is missing or not XML, or declares entities, which no program does.
    """
    data = entry(archive, name)
    if (head := DOCUMENT_TYPE.match(data)) and b"<!ENTITY" in head[0]:
        raise ReadError(
            "declares entities, which may be malicious: save it in a spreadsheet program"
        )
    data = without_document_type(data)
    found = etree.iterparse(
        io.BytesIO(data),
        tag=tags,
        resolve_entities=False,
        no_network=True,
        recover=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        for _, element in found:
            yield element
            element.clear()
            parent = element.getparent()
            while parent is not None and element.getprevious() is not None:
                del parent[0]
    except etree.XMLSyntaxError as error:
        raise ReadError(f"is broken: its {name} is no XML") from error
