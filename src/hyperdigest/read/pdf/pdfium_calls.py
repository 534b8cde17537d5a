"""What pdfium leaves out: quick calls of its functions, and pages to be drawn without a size."""

from __future__ import annotations

import ctypes
from typing import Any

import pypdfium2


def unchecked(function: Any) -> Any:
    """A function of pdfium that takes its arguments as they are.

    Its check of their types takes more than half of the time of a call, and each character of a
    page takes several calls. What it fills in is given by `ctypes.byref`.
    """
    bare = type(function)(ctypes.cast(function, ctypes.c_void_p).value)
    bare.restype = function.restype
    return bare


def page_to_draw(document: pypdfium2.PdfDocument, index: int) -> pypdfium2.PdfPage:
    """A page that is as large as its media box if its crop box is outside of it, as viewers do.

    Raises PdfiumError if the page is broken.
    """
    page = document[index]
    if 0 in page.get_size():
        page.set_cropbox(*page.get_mediabox())
    return page
