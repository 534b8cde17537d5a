"""The parts of archives in which documents say who wrote them, and when, and their titles."""

from __future__ import annotations

import zipfile
from typing import Any

from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.read.archive import xml_part
from hyperdigest.read.content import one_line


def dublin_core(root: Any) -> tuple[tuple[str, ...], str]:
    """Authors and date in an XML part of properties: those of Office, OpenDocument and e-books.

    The day of publication or, without it, of making is preferred to that of the last change.
    """

    def texts(*names: str) -> list[str]:
        found = (element for name in names for element in root.iter(f"{{*}}{name}"))
        return ["".join(element.itertext()) for element in found]

    authors = texts("initial-creator") or texts("creator")
    made = texts("date") if root.tag.endswith("}package") else texts("creation-date", "created")
    dates = [*made, *texts("modified", "date")]
    return authors_of(authors), date_of(dates)


def properties(archive: zipfile.ZipFile, name: str) -> tuple[tuple[str, ...], str, str]:
    """Authors, date and title in a part of properties, none where the archive has no such part."""
    if name not in archive.namelist():
        return (), "", ""
    root = xml_part(archive, name)
    titles = (one_line("".join(title.itertext())) for title in root.iter("{*}title"))
    return (*dublin_core(root), next(titles, ""))
