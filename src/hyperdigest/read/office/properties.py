"""Authors, date and title in the metadata files of Office, OpenDocument and EPUB archives."""

from __future__ import annotations

import zipfile
from typing import Any

from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.read.content import one_line
from hyperdigest.read.office.archive import xml_part


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
