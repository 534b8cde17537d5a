"""Uploaded PDFs, which are stored as long as their collection, for images of their pages.

They are in the folder `ORIGINALS` of a record. Each is named after the hash of the text that was
read from it, so that the document and its file find each other under any name. Scanned PDFs that
gave no document are in the folder `SCANS` under their own names.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from hyperdigest.base.files import atomic_write
from hyperdigest.documents import Document, fingerprint
from hyperdigest.errors import ReadError
from hyperdigest.read.archive_members import file_at
from hyperdigest.read.content import read_bytes
from hyperdigest.read.pages import has_pages
from hyperdigest.read.paths import outside
from hyperdigest.web.record import Record, Scans

ORIGINALS = "originals"
SCANS = "scans"
MISSING = "is not available: add the PDF again to see its pages"


def keep_uploaded(documents: Iterable[Document]) -> None:
    """Put the PDFs of documents that were uploaded into the folder `ORIGINALS` of this one. They
    also stay at their old paths: a job that is started again reads them again."""
    for document in documents:
        if has_pages(document):
            Path(ORIGINALS).mkdir(exist_ok=True)
            _keep(Path(document.path), _place(Path(), document))


def keep_originals(documents: Iterable[Document], former: Path | None) -> None:
    """Leave in the folder `ORIGINALS` of this one only the files of `documents`, with those from
    the folder `former`."""
    wanted = {_place(Path(), each).name for each in documents if _is_uploaded(each)}
    made = Path(ORIGINALS)
    if made.is_dir():
        for path in made.iterdir():
            if path.name not in wanted:
                path.unlink()
    for name in wanted:
        if former and (former / ORIGINALS / name).is_file():
            made.mkdir(exist_ok=True)
            link(former / ORIGINALS / name, made / name)


def keep_scans(scans: Scans, former: Path | None) -> None:
    """Put uploaded scans, which are in this folder or in `SCANS` of the folder `former`, into the
    folder `SCANS` of this one."""
    for name in (path for path, _ in scans if not Path(path).is_absolute()):
        place = Path(SCANS) / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if Path(name).is_file():
            Path(name).replace(place)
        elif former and (former / SCANS / name).is_file():
            link(former / SCANS / name, place)
        else:
            _keep(Path(name), place)


def move_originals(made: Path, folder: Path) -> None:
    """Let the originals of a job that worked in the folder `made` replace those of a record."""
    for name in (ORIGINALS, SCANS):
        shutil.rmtree(folder / name, ignore_errors=True)
        if (made / name).is_dir():
            (made / name).replace(folder / name)


def upload_of(folder: Path, document: Document) -> Path | None:
    """The file in the folder of a record that keeps an uploaded PDF; None for other documents."""
    return _place(folder, document) if _is_uploaded(document) else None


def original(record: Record, document: Document, root: Path | None) -> Path:
    """The file that a document of a collection was read from: a stored upload, or a file of
    this machine, which is in the folder `root` if there is one. Raises a ReadError if there is
    none, or it may not be read."""
    if not has_pages(document):
        raise ReadError("has no pages of which there are images: it is no PDF and no image")
    if record.folder is not None and _is_uploaded(document):
        path = _place(record.folder, document)
    else:
        path = Path(document.path)
        if root is not None and outside(path, root):
            raise ReadError(f"is outside of {root}")
    if not file_at(path).is_file():
        raise ReadError(MISSING)
    return path


def _is_uploaded(document: Document) -> bool:
    return has_pages(document) and not Path(document.path).is_absolute()


def _place(folder: Path, document: Document) -> Path:
    return folder / ORIGINALS / f"{fingerprint(document).hex()}.pdf"


def _keep(path: Path, place: Path) -> None:
    """Put the file at a path, which may lead into an archive, in another place too."""
    if path.is_file():
        link(path, place)
    elif not place.exists():
        with suppress(ReadError), atomic_write(place) as file:
            file.write_bytes(read_bytes(path))


def link(path: Path, other: Path) -> None:
    """Let `other` be the same file as `path`, or a copy if links cannot be made; a file that is
    there already stays."""
    if other.exists():
        return
    with suppress(OSError):
        os.link(path, other)
        return
    with atomic_write(other) as file:
        shutil.copyfile(path, file)
