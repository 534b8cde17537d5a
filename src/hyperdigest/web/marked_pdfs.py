"""Marked copies of the PDFs that a digest cites, to download: one digest at a time."""

from __future__ import annotations

import asyncio
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from hyperdigest.digest import Digest
from hyperdigest.render.marked_pdfs import write_marked_pdfs
from hyperdigest.web.errors import RequestError
from hyperdigest.web.queues import BoundedQueue
from hyperdigest.web.settings import MB

WAITING = 5
"""Digests whose PDFs are marked or wait to be."""

MOST_BYTES = 200 * MB
"""Bytes of all copies together."""


class MarkedPdfs:
    """Marks the PDFs of a digest, as a file to download."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._queue = BoundedQueue(WAITING, after=5)

    async def file(self, digest: Digest, missing: Sequence[str]) -> tuple[bytes, str]:
        """The marked copy of the only cited PDF, or a ZIP file of several, and the suffix.

        Why PDFs have no copy, for some of which that is `missing`, is a text in the ZIP file. A
        RequestError if there is no copy at all, or too many ask.
        """
        with self._queue.place():
            async with self._turn:
                return await asyncio.to_thread(_file, digest, missing)


def _file(digest: Digest, missing: Sequence[str]) -> tuple[bytes, str]:
    with TemporaryDirectory() as folder:
        written, warnings = write_marked_pdfs(digest, folder)
        reasons = (*missing, *warnings)
        paths = [copy.path for copy in written]
        if not paths:
            raise RequestError(404, "; ".join(reasons) or "the digest cites no PDF")
        if sum(path.stat().st_size for path in paths) > MOST_BYTES:
            most = MOST_BYTES // MB
            raise RequestError(413, f"the marked PDFs are larger than {most} MB: ask for less")
        if len(paths) == 1 and not reasons:
            return paths[0].read_bytes(), ".pdf"
        return _packed(paths, reasons), ".zip"


def _packed(paths: Sequence[Path], reasons: Sequence[str]) -> bytes:
    """A ZIP file, the same bytes for the same content."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        contents = {path.name: path.read_bytes() for path in paths}
        if reasons:
            contents["not marked.txt"] = "".join(f"{each}\n" for each in reasons).encode()
        for name, content in contents.items():
            packed.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()
