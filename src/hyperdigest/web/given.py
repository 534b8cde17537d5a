"""Documents that a request brings as texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.read.decode import whole
from hyperdigest.read.names import numbered, printable

LONGEST_NAME = 500


def given_name(value: Any) -> str:
    """The name that a request gives a collection, if it does."""
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise OptionError(f"name is no text of {LONGEST_NAME} characters at most")
    return value


def given_documents(value: Any, most: int) -> list[dict[str, str]]:
    """Documents, each an object with ``text``, and perhaps ``name`` and ``title``.

    Raises
    ------
    OptionError
        where they are none, or more than `most`.
    """
    if not isinstance(value, list) or not value:
        raise OptionError("documents is no list: give objects with name and text")
    if len(value) > most:
        raise OptionError(f"documents has {len(value)} entries: give {most} at most")
    return [_document(each, number) for number, each in enumerate(value, 1)]


def documents_of(given: Sequence[Mapping[str, str]]) -> list[Document]:
    """The documents that texts with ``name`` and perhaps ``title`` are."""
    names = numbered([printable(whole(each["name"])) for each in given])
    return [
        Document(name, name, whole(each["text"]), whole(each.get("title", "")))
        for name, each in zip(names, given, strict=True)
    ]


def _document(value: Any, number: int) -> dict[str, str]:
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        raise OptionError(f"document {number} has no text: give objects with name and text")
    unknown = value.keys() - {"name", "text", "title"}
    if unknown:
        raise OptionError(
            f"document {number} has {sorted(map(str, unknown))[0]!r:.60}: give name, text, title"
        )
    name, title = (_short(value.get(field), field, number) for field in ("name", "title"))
    return {"name": name.strip() or f"document {number}", "text": value["text"], "title": title}


def _short(value: Any, field: str, number: int) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        raise OptionError(
            f"{field} of document {number} is no text of {LONGEST_NAME} characters at most"
        )
    return value
