"""Images of pages for the app: drawn one at a time by an isolated process, the last ones cached."""

from __future__ import annotations

import asyncio
from pathlib import Path

from hyperdigest.base.cache import LruCache
from hyperdigest.errors import ReadError
from hyperdigest.read.archive_members import file_at
from hyperdigest.read.pages import Page, PageDrawer, PageImage
from hyperdigest.web.queues import BoundedQueue

MOST_BYTES = 48 << 20
"""About the most bytes of the cached images."""

WAITING = 30
"""Images that are drawn or wait to be."""

Key = tuple[Path, int, int, Page]
"""A file, when it was last written and its size, and a page of it."""


class PageImages:
    """Draws images of pages, and caches the ones used last."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._cached: LruCache[Key, PageImage] = LruCache(most_bytes, lambda each: len(each.png))
        self._drawer = PageDrawer()
        self._turn = asyncio.Lock()
        self._queue = BoundedQueue(WAITING, after=5)

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
