"""The labels of a PDF's pages: what is printed on them as their numbers, such as iv or A-3."""

from __future__ import annotations

import ctypes
import unicodedata

import pypdfium2
import pypdfium2.raw as pdfium

LONGEST_LABEL = 20
"""Characters; what is longer numbers no page."""


def page_labels(document: pypdfium2.PdfDocument) -> tuple[str, ...]:
    """The label of each page, its number where it has none that a reader could use; empty where
    all labels are the numbers."""
    numbers = tuple(map(str, range(1, len(document) + 1)))
    labels = tuple(_label(document, n) or number for n, number in enumerate(numbers))
    return () if labels == numbers else labels


def _label(document: pypdfium2.PdfDocument, page: int) -> str:
    """The label of a page in one line, or an empty string where there is none fit to be shown."""
    # As UTF-16 with a closing zero; nothing is copied where the buffer is too small.
    buffer = ctypes.create_string_buffer(2 * LONGEST_LABEL + 2)
    length = pdfium.FPDF_GetPageLabel(document, page, buffer, len(buffer))
    if not 2 < length <= len(buffer):
        return ""
    label = " ".join(buffer.raw[: length - 2].decode("utf-16-le", "replace").split())
    shown = all(unicodedata.category(each)[0] not in "CZ" or each == " " for each in label)
    return label if shown and "\ufffd" not in label else ""
