"""What each part of a split collection knows of the whole, and whether parts belong together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from hyperdigest.base.text import counted
from hyperdigest.errors import StoreError
from hyperdigest.store.file import opened
from hyperdigest.store.format import PART

SUFFIX = ".hdig"

SHARED = "shared_wordings"
"""The array with the hashes of the sentences of a part whose words another part has too."""


@dataclass(frozen=True, slots=True)
class PartRecord:
    """A part of a split collection; all fields but the first are the same in all parts.

    Parameters
    ----------
    number : of the part, from 1.
    documents, corpora : of each part, how many documents it has, and the hash of these.
    corpus, fit, history, warnings : of the whole; `fit` is a hash of its options and topics.
    """

    number: int
    documents: tuple[int, ...]
    corpora: tuple[str, ...]
    corpus: str
    fit: str
    history: tuple[str, ...]
    warnings: tuple[str, ...]

    @classmethod
    def of(cls, meta: Mapping[str, Any]) -> PartRecord | None:
        """That in the values of ``meta``, if they are of a part that is as it was split.

        Raises ValueError if it is not valid.
        """
        values = meta.get(PART)
        if values is None:
            return None
        if not isinstance(values, dict) or values.keys() != {each.name for each in fields(cls)}:
            raise ValueError("what it knows of the whole is missing")
        listed: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        record = cls(**listed)
        record._check()
        return record if meta["corpus"] == record.corpora[record.number - 1] else None

    def _check(self) -> None:
        kinds = {"documents": int, "corpora": str, "history": str, "warnings": str}
        lists = {name: getattr(self, name) for name in kinds}
        are_valid = all(
            isinstance(found, tuple) and all(type(each) is kinds[name] for each in found)
            for name, found in lists.items()
        )
        are_valid &= type(self.number) is int
        if not are_valid or not all(isinstance(each, str) for each in (self.corpus, self.fit)):
            raise ValueError("what it knows of the whole is not valid")
        if len(self.documents) != len(self.corpora) or not 1 <= self.number <= len(self.corpora):
            raise ValueError("it is a part that does not exist")


def files_in(folder: Path) -> list[Path]:
    """The saved collections in a folder."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except (OSError, ValueError):
        return []


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder; no file has a name that is too long."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_split(folder: Path) -> bool:
    """Whether a folder has a part of a split collection."""
    return any(map(_is_part, files_in(folder)))


def parts_in(folder: Path) -> list[Path]:
    """The parts in a folder, in their order.

    Raises StoreError if one cannot be read, or if they are not all parts of one collection, each
    once.
    """
    found: dict[int, Path] = {}
    first: tuple[Path, PartRecord] | None = None
    for path in files_in(folder):
        record = _record_of(path)
        if record is None:
            raise StoreError(
                f"{path} is no part of a split collection, or has changed since it was split: take"
                " it away, or split the whole again"
            )
        first = first or (path, record)
        if replace(record, number=0) != replace(first[1], number=0):
            raise StoreError(
                f"{path} and {first[0]} are parts of different splits: keep those of one in"
                f" {folder}"
            )
        if record.number in found:
            raise StoreError(
                f"{path} and {found[record.number]} are both part {record.number}: keep one of them"
            )
        found[record.number] = path
    if first is None:
        raise StoreError(
            f"cannot open {folder}: it is a folder without saved collections: give a file, or the"
            " folder of the parts of one"
        )
    count = len(first[1].corpora)
    if missing := [number for number in range(1, count + 1) if number not in found]:
        raise StoreError(
            f"{folder} has {len(found)} of {counted(count, 'part')}, without {_listed(missing)}:"
            " copy what is missing to it, or split the whole again"
        )
    return [found[number] for number in range(1, count + 1)]


def _record_of(path: Path) -> PartRecord | None:
    with opened(path) as store:
        return PartRecord.of(store.meta)


def _is_part(path: Path) -> bool:
    try:
        with opened(path) as store:
            return PART in store.meta
    except StoreError:
        return False


def _listed(numbers: Sequence[int]) -> str:
    """Some of the numbers of missing parts."""
    more = f" and {len(numbers) - 3} more" if len(numbers) > 3 else ""
    return "number " + ", ".join(map(str, numbers[:3])) + more
