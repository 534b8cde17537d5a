"""Pages of PDFs to be drawn."""

from __future__ import annotations

import pypdfium2


def page_to_draw(document: pypdfium2.PdfDocument, index: int) -> pypdfium2.PdfPage:
    """A page that is as large as its media box if its crop box is outside of it, as viewers do.

    Raises PdfiumError if the page is broken.
    """
    page = document[index]
    if 0 in page.get_size():
        page.set_cropbox(*page.get_mediabox())
    return page
