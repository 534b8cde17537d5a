"""Copies of PDFs with highlight annotations, written by an isolated process with limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from hyperdigest.base.isolation import IsolatedProcess, ProcessLimits
from hyperdigest.documents import Document
from hyperdigest.errors import ReadError, WorkerEndedError
from hyperdigest.read.pages import Page, Span, page_of, pages_of

LIMITS = ProcessLimits(seconds=20.0)
"""Limits for marking one page, and for opening and writing a file."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A highlight on a page.

    Parameters
    ----------
    page : the page, whose stretches or boxes are to be marked.
    note : the text that a viewer shows with it.
    pale : whether its colour is pale, as for what is quoted only as context.
    """

    page: Page
    note: str
    pale: bool = False


def marks_on_pages(document: Document, span: Span, note: str, pale: bool = False) -> Iterator[Mark]:
    """The marks of a slice of a document with pages, one on each page that it is on."""
    for number in pages_of(document, *span):
        yield Mark(page_of(document, number, [span]), note, pale)


class PdfMarker:
    """Writes marked copies, one at a time, in an isolated process that runs until `close`."""

    def __init__(self, limits: ProcessLimits = LIMITS) -> None:
        self._limits = limits
        self._process = IsolatedProcess(
            "hyperdigest.read.page_images.marked_pdf:mark_in_child", limits
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def mark(self, path: Path, marks: Iterable[Mark], target: Path) -> list[Mark]:
        """Write a copy of the PDF at `path` with `marks` to the file `target`, which exists.

        Returns the marks whose text is not on its page. Raises ReadError if the file cannot be
        marked, or has changed since it was read.
        """
        given = list(marks)
        request = {
            "path": str(path.absolute()),
            "target": str(target.absolute()),
            "marks": [asdict(mark) for mark in given],
        }
        try:
            reply = self._process.call(request, lambda page: None)
        except TimeoutError as error:
            raise ReadError(f"takes more than {self._limits.seconds:g} s to mark a page") from error
        except (MemoryError, WorkerEndedError) as error:
            raise ReadError("needs more memory to be marked than a file may use") from error
        if "reason" in reply:
            raise ReadError(reply["reason"])
        return [given[number] for number in reply["unmarked"]]

    def close(self) -> None:
        """End the isolated process."""
        self._process.close()
