"""XML of sheets, row by row: a sheet of a million rows is never a tree in memory."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

from lxml import etree

from hyperdigest.errors import ReadError
from hyperdigest.read.office.archive import DOCUMENT_TYPE, entry, without_document_type


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
