"""Zip archives of documents and the XML in them, guarded against decompression bombs."""

from __future__ import annotations

import io
import lzma
import re
import struct
import zipfile
import zlib
from contextlib import suppress
from typing import Any

from lxml import etree

from hyperdigest.errors import ReadError
from hyperdigest.file_formats import COMPOUND
from hyperdigest.read.compressed import most_unpacked

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
