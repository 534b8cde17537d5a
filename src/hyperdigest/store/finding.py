"""Find and open saved collections: files, and folders with the parts of a split one.

To say that a path leads to none takes little: what opens one is imported only then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hyperdigest.errors import OptionError, StoreError
from hyperdigest.store.file import opened_as
from hyperdigest.store.format import damage_reported, header_of, is_collection
from hyperdigest.store.parts.record import SUFFIX, is_folder, is_split

if TYPE_CHECKING:
    from hyperdigest.store.outlined import AskedStore


def is_store(path: str | Path) -> bool:
    """Whether `path` has the content or the suffix of a saved collection, or is the folder of a
    split one."""
    if Path(path).suffix == SUFFIX or is_split(Path(path)):
        return True
    try:
        return is_collection(header_of(Path(path))[0])
    except StoreError:
        return False


def saved_among(paths: Iterable[str]) -> str | None:
    """The saved collection among `paths`; None if there is none.

    Raises OptionError if there are other paths too.
    """
    paths = list(paths)
    saved = [path for path in paths if is_store(path)]
    if saved and len(paths) > 1:
        raise OptionError(f"{saved[0]} is a saved collection: name no other paths with it")
    return saved[0] if saved else None


@contextmanager
def opened_at(path: str | Path) -> Iterator[AskedStore]:
    """The saved collection at `path`, to read parts of it.

    Raises StoreError if it is missing, truncated, damaged, of another version, or not a saved
    collection, and if files of a split one are not all there.
    """
    from hyperdigest.store.outlined import AskedStore
    from hyperdigest.store.parts.joined import joined_in

    if not is_folder(Path(path)):
        with opened_as(path, AskedStore) as store:
            yield store
        return
    joined = joined_in(Path(path))
    with damage_reported(path):
        yield joined
