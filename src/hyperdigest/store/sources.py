"""Open what is saved at a path: a file, or a folder with the parts of a split collection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hyperdigest.store.file import damage_told, opened_as
from hyperdigest.store.outlined import AskedStore
from hyperdigest.store.parts.joined import joined_in
from hyperdigest.store.parts.record import is_folder


@contextmanager
def opened_at(path: str | Path) -> Iterator[AskedStore]:
    """The saved collection at `path`, to read parts of it.

    Raises StoreError if it is missing, truncated, damaged, of another version, or not a saved
    collection, and if files of a split one are not all there.
    """
    if not is_folder(Path(path)):
        with opened_as(path, AskedStore) as store:
            yield store
        return
    joined = joined_in(Path(path))
    with damage_told(path):
        yield joined
