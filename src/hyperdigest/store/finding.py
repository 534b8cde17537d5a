"""Which paths lead to saved collections: to files, and to folders with the parts of a split one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hyperdigest.errors import OptionError, StoreError
from hyperdigest.store.file import header_of, is_collection
from hyperdigest.store.parts.record import SUFFIX, is_split


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
