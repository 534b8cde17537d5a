"""Write a copy of a PDF with highlight annotations, which any viewer shows.

The same marks give the same bytes each time. The functions have no limits of memory and time, so
`hyperdigest.read.page_images.marking` calls them in a child process that has.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import md5
from io import BytesIO
from itertools import chain, groupby, pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from hyperdigest.base.isolation import Report
from hyperdigest.errors import ReadError
from hyperdigest.read.image_pages import pdf_at
from hyperdigest.read.page_images.boxes import Box, boxes_of_stretches, opened_document, opened_page
from hyperdigest.read.page_images.marking import Mark
from hyperdigest.read.pages import Page

AUTHOR = "hyperdigest"
"""The author of the annotations."""

YELLOW, PALE = (255, 224, 92), (255, 243, 191)

MARGIN = 1.0
"""Points by which a mark is wider than its words, left and right."""

_HEAD = 1024
"""The header of a PDF is in so many bytes from the start."""

_IDENTITY = re.compile(rb"/ID ?\[ ?<[0-9A-Fa-f]*> ?<([0-9A-Fa-f]{32})> ?\]")

_DRAWN_BY_PDFIUM = frozenset(
    {pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP}
)
"""Kinds of annotations that are not changed when a page is drawn."""


def mark_in_child(request: dict[str, Any], report: Report) -> dict[str, Any]:
    """Reply to a request to write a marked copy; request and reply are JSON values.

    The request has the ``path`` of the PDF, the ``target`` and the ``marks``; the reply the numbers
    of the marks that are ``unmarked``, from 0, or the ``reason`` of a failure. The number of each
    page is reported.
    """
    marks = []
    for values in request["marks"]:
        page = values["page"]
        lists = {name: tuple(map(tuple, page[name])) for name in ("stretches", "boxes")}
        marks.append(Mark(**values | {"page": Page(**page | lists)}))
    try:
        given = pdf_at(Path(request["path"]), {mark.page.number for mark in marks})
        data, unmarked = marked_pdf(given, marks, report)
        Path(request["target"]).write_bytes(data)
    except ReadError as error:
        return {"reason": str(error)}
    except OSError as error:
        return {"reason": f"cannot be written: {error.strerror}"}
    return {"unmarked": unmarked}


def marked_pdf(
    data: bytes, marks: Sequence[Mark], report: Report = lambda page: None
) -> tuple[bytes, list[int]]:
    """A copy of the PDF `data` with marks, and the numbers of those whose text is not on the page.

    Raises ReadError if it is encrypted or signed, or the text of a page differs from that of a
    mark's page.
    """
    if b"%PDF-" not in data[:_HEAD]:
        raise ReadError("is no PDF, or is inside of another file: save it as a file of its own")
    unmarked: list[int] = []
    with opened_document(data, marks[0].page.pages) as document:
        _refuse_protected(document)
        numbered = sorted(enumerate(marks), key=lambda each: each[1].page.number)
        for number, of_page in groupby(numbered, key=lambda each: each[1].page.number):
            unmarked += _mark_page(document, list(of_page))
            report(number)
        file = BytesIO()
        try:
            document.save(file)
        except pypdfium2.PdfiumError as error:
            raise ReadError("cannot be written again: it is broken") from error
    return _with_same_identity(file.getvalue()), sorted(unmarked)


def _refuse_protected(document: pypdfium2.PdfDocument) -> None:
    """Raise ReadError if a PDF is encrypted, or its signature would be broken by a change."""
    if pdfium.FPDF_GetSecurityHandlerRevision(document.raw) >= 0:
        raise ReadError("is encrypted: save a copy without protection to have it marked")
    for number in range(pdfium.FPDF_GetSignatureCount(document.raw)):
        field = pdfium.FPDF_GetSignatureObject(document.raw, number)
        if pdfium.FPDFSignatureObj_GetContents(field, None, 0):  # else nobody has signed there
            raise ReadError("is digitally signed, and marks would break the signature")


def _mark_page(document: pypdfium2.PdfDocument, numbered: Sequence[tuple[int, Mark]]) -> list[int]:
    """Mark one page; returns the numbers of the marks that are not found there."""
    marks = [mark for _, mark in numbered]
    stretches = tuple(chain.from_iterable(mark.page.stretches for mark in marks))
    shown = tuple(chain.from_iterable(mark.page.boxes for mark in marks))
    unmarked: list[int] = []
    page = replace(marks[0].page, stretches=stretches, boxes=shown)
    with opened_page(document, page) as opened:
        found = iter(boxes_of_stretches(opened, page))
        drawn = _keeps_its_annotations(opened)
        for number, mark in numbered:
            boxes = [_on_page(opened, box) for box in mark.page.boxes]
            of_stretches = [next(found) for _ in mark.page.stretches]
            boxes += chain.from_iterable(each or () for each in of_stretches)
            if None in of_stretches or not boxes:
                unmarked.append(number)
            if boxes:
                _annotate(opened, boxes, mark)
        if drawn:
            # The pixel is not used: to draw a page gives its new annotations an appearance, which
            # some viewers need.
            opened.render(scale=1 / max(*opened.get_size(), 1.0)).close()
    return unmarked


def _keeps_its_annotations(page: pypdfium2.PdfPage) -> bool:
    """Whether the annotations that a page has already stay as they are when it is drawn."""
    for number in range(pdfium.FPDFPage_GetAnnotCount(page)):
        annotation = pdfium.FPDFPage_GetAnnot(page, number)
        kind = pdfium.FPDFAnnot_GetSubtype(annotation)
        has_look = bool(pdfium.FPDFAnnot_HasKey(annotation, b"AP"))
        pdfium.FPDFPage_CloseAnnot(annotation)
        if kind == pdfium.FPDF_ANNOT_WIDGET or not (has_look or kind in _DRAWN_BY_PDFIUM):
            return False
    return True


def _annotate(page: pypdfium2.PdfPage, boxes: Sequence[Box], mark: Mark) -> None:
    """Add a highlight of several boxes to a page. Raises ReadError if that is impossible."""
    wide = [
        (left - MARGIN, bottom, right + MARGIN, top) for left, bottom, right, top in _apart(boxes)
    ]
    annotation = pdfium.FPDFPage_CreateAnnot(page, pdfium.FPDF_ANNOT_HIGHLIGHT)
    if not annotation:
        raise ReadError(f"takes no annotations on page {mark.page.number}")
    try:
        colour = PALE if mark.pale else YELLOW
        pdfium.FPDFAnnot_SetColor(annotation, pdfium.FPDFANNOT_COLORTYPE_Color, *colour, 255)
        for left, bottom, right, top in wide:
            corners = pdfium.FS_QUADPOINTSF(left, top, right, top, left, bottom, right, bottom)
            pdfium.FPDFAnnot_AppendAttachmentPoints(annotation, ctypes.byref(corners))
        lefts, bottoms, rights, tops = zip(*wide, strict=True)
        around = pdfium.FS_RECTF(min(lefts), max(tops), max(rights), min(bottoms))
        pdfium.FPDFAnnot_SetRect(annotation, ctypes.byref(around))
        pdfium.FPDFAnnot_SetFlags(annotation, pdfium.FPDF_ANNOT_FLAG_PRINT)
        for key, value in (("Contents", mark.note), ("T", AUTHOR)):
            text = ctypes.create_string_buffer(f"{value}\0".encode("utf-16-le", "replace"))
            pdfium.FPDFAnnot_SetStringValue(
                annotation, key.encode(), ctypes.cast(text, ctypes.POINTER(pdfium.FPDF_WCHAR))
            )
    finally:
        pdfium.FPDFPage_CloseAnnot(annotation)


def _apart(boxes: Sequence[Box]) -> list[Box]:
    """Boxes of which none reaches into the next below it: viewers colour what is in both twice."""
    found = list(boxes)
    for n, ((left, bottom, right, top), (x, lower, x_end, upper)) in enumerate(pairwise(boxes)):
        if lower < bottom < upper < top and left < x_end and x < right:
            middle = (bottom + upper) / 2
            found[n] = left, middle, right, found[n][3]
            found[n + 1] = x, lower, x_end, middle
    return found


def _on_page(page: pypdfium2.PdfPage, shown: Box) -> Box:
    """A box in points of the page as it is shown, in points of the page."""
    fine = 100  # the function takes whole numbers
    width, height = (round(fine * side) for side in page.get_size())
    x, y = ctypes.c_double(), ctypes.c_double()
    corners = []
    for across, up in (shown[:2], shown[2:]):
        place = (round(fine * across), height - round(fine * up))
        pdfium.FPDF_DeviceToPage(
            page, 0, 0, width, height, 0, *place, ctypes.byref(x), ctypes.byref(y)
        )
        corners.append((x.value, y.value))
    (left, right), (bottom, top) = (sorted(pair) for pair in zip(*corners, strict=True))
    return left, bottom, right, top


def _with_same_identity(data: bytes) -> bytes:
    """A written PDF with a hash of its content in place of the random half of its identity."""
    found = list(_IDENTITY.finditer(data))[-1:]
    for identity in found:
        start, end = identity.span(1)
        rest = md5(data[:start] + data[end:], usedforsecurity=False).hexdigest().upper()
        data = data[:start] + rest.encode() + data[end:]
    return data
