"""What the app makes of PDFs: images of their pages, and marked copies; one of each at a time."""

from __future__ import annotations

import asyncio
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from hyperdigest.base.cache import LruCache
from hyperdigest.digest import Digest
from hyperdigest.errors import ReadError
from hyperdigest.read.archive_members import file_at
from hyperdigest.read.pages import Page, PageDrawer, PageImage
from hyperdigest.render.marked_pdfs import write_marked_pdfs
from hyperdigest.web.errors import RequestError
from hyperdigest.web.queues import BoundedQueue
from hyperdigest.web.settings import MB

CACHED_BYTES = 48 * MB
"""About the most bytes of the cached images."""

IMAGES_WAITING, DIGESTS_WAITING = 30, 5
"""Images that are drawn or wait to be, and digests whose PDFs are marked or wait to be."""

LARGEST_COPIES = 200
"""MB of all marked copies of a digest together."""

Key = tuple[Path, int, int, Page]
"""A file, when it was last written and its size, and a page of it."""


class PageImages:
    """Draws images of pages in an isolated process, and caches the ones used last."""

    def __init__(self) -> None:
        self._cached: LruCache[Key, PageImage] = LruCache(CACHED_BYTES, lambda each: len(each.png))
        self._drawer = PageDrawer()
        self._turn = asyncio.Lock()
        self._queue = BoundedQueue(IMAGES_WAITING, after=5)

    async def image(self, path: Path, page: Page) -> PageImage:
        """The image of a page of the PDF at `path`. Raises a ReadError if it cannot be drawn,
        and a RequestError (503) if too many wait already."""
        try:
            about = file_at(path).stat()
        except OSError as error:
            raise ReadError(f"cannot be read: {error.strerror}") from error
        key = path, about.st_mtime_ns, about.st_size, page
        if key not in self._cached:
            with self._queue.place():
                async with self._turn:
                    if key not in self._cached:
                        drawn = await asyncio.to_thread(self._drawer.draw, path, page)
                        self._cached[key] = drawn
                    return self._cached[key]
        return self._cached[key]

    async def close(self) -> None:
        """End the process."""
        await asyncio.to_thread(self._drawer.close)


class MarkedPdfs:
    """Marks the PDFs of a digest, as a file to download."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._queue = BoundedQueue(DIGESTS_WAITING, after=5)

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
        if sum(path.stat().st_size for path in paths) > LARGEST_COPIES * MB:
            raise RequestError(
                413, f"the marked PDFs are larger than {LARGEST_COPIES} MB: ask for less"
            )
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
