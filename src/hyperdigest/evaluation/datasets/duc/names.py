"""What a file of a DUC release is, by its name and the folders that it lies in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["document", "topics", "model", "peer"]

UPDATE = "duc2007-update"
SETS = ("duc2005", "duc2006", "duc2007", UPDATE)

_DOCUMENTS = re.compile(r"duc[0-9]{4}_(?:test)?docs", re.IGNORECASE)
_TOPICS = re.compile(r".*topics.*\.sgml?", re.IGNORECASE)
_CLUSTER = re.compile(r"d?([0-9]{3,4})[a-z]?(?:-([a-c]))?", re.IGNORECASE)
_SUMMARY = re.compile(
    rf"({_CLUSTER.pattern})\.[a-z]+\.([0-9]{{1,4}})\.[a-z]+\.([a-z]+|[0-9]{{1,4}})", re.IGNORECASE
)
_ARCHIVE = re.compile(
    r".*(?:duc[0-9]{4}|results|(?:nist|main|update)_?eval).*\.(?:tar|tgz|tar\.gz)", re.IGNORECASE
)
_KINDS: dict[str, Kind] = {"models": "model", "peers": "peer"}


class Key(NamedTuple):
    """A task of a set: its cluster, and ``a``, ``b`` or ``c`` of the update task."""

    set: str
    cluster: str
    part: str = ""

    @property
    def id(self) -> str:
        """``d0601``; of the update task ``d0703-a``."""
        return f"{self.cluster}-{self.part}" if self.part else self.cluster


MANY = Key("", "")


@dataclass(frozen=True, slots=True)
class Piece:
    """A file of a release.

    Parameters
    ----------
    name : of the file; ``update`` is in that of the topics of the update task.
    key : the task that it belongs to; topics belong to many, and have `MANY`.
    author : of a summary: letters for a person, a number for a system.
    words : the length asked of a summary.
    """

    kind: Kind
    name: str
    key: Key
    author: str = ""
    words: int = 0


def piece_at(parts: Sequence[str]) -> Piece | None:
    """What lies at a path, None where it is nothing of DUC 2005 to 2007 that is needed."""
    *folders, name = parts
    if name.startswith("."):
        return None
    if _TOPICS.fullmatch(name):
        return Piece("topics", name, MANY)
    if folders and any(map(_DOCUMENTS.fullmatch, folders[:-1])):
        key = key_of(folders[-1])
        return Piece("document", name, key) if key else None
    if [folder.lower() for folder in folders[-2:-1]] == ["rouge"]:
        return _summary(folders[-1].lower(), name)
    return None


def key_of(cluster: str, *, update: bool = False) -> Key | None:
    """The task that ``D0601A``, ``d301i`` or ``D0703A-B`` names, None where it names none.

    The letter behind the number is the assessor's who chose the topic, and no part of the key.
    """
    found = _CLUSTER.fullmatch(cluster.strip())
    if not found:
        return None
    number, part = found[1], (found[2] or "").lower()
    if len(number) == 3:
        name = "duc2005" if number[0] in "3456" else ""
    else:
        name = {"06": "duc2006", "07": "duc2007"}.get(number[:2], "")
    if name == "duc2007" and (part or update):
        name = UPDATE
    return Key(name, f"d{number}", part) if name else None


def is_release(name: str) -> bool:
    """Whether a file is an archive that may hold pieces of a release."""
    return not name.startswith(".") and _ARCHIVE.fullmatch(name) is not None


def _summary(folder: str, name: str) -> Piece | None:
    found = _SUMMARY.fullmatch(name)
    key = key_of(found[1]) if found else None
    if not found or not key or folder not in _KINDS:
        return None
    return Piece(_KINDS[folder], name.upper(), key, found[5].upper(), int(found[4]))
