"""What the paragraphs of office files are by the names of their styles."""

from __future__ import annotations

import re
from typing import NamedTuple

from hyperdigest.documents import BlockKind

_CODE = re.compile(
    r"\b(?:code|listing|verbatim|preformatted|macro)\b|source[ _]?(?:code|text)|^program"
)
_BASE = re.compile(r"([a-z ]+?)(?: (\d))?(?: start| end| cont\.?)?")
_LISTS: dict[str, BlockKind] = {
    "list": "item",
    "list bullet": "item",
    "list number": "step",
    "numbering": "step",
    "list continue": "paragraph",
}
_KINDS: dict[str, BlockKind] = {
    "block text": "quote",
    "definition term": "term",
    "definition term tight": "term",
    "definition": "definition",
    "definition definition": "definition",
    "definition definition tight": "definition",
    "list heading": "term",
    "list contents": "definition",
}
_HEADINGS = ("heading", "title", "subtitle")
_RANKS = {"title": 1, "subtitle": 2}
_CONTENTS = ("toc ", "contents")
_QUOTES = ("quote", "quotation", "intense quote")


class Place(NamedTuple):
    """What a paragraph is: its kind, None for a line of a table of contents, and its level.

    `mark` is the number of a step, as that of a `BlockText`.
    """

    kind: BlockKind | None
    level: int = 0
    mark: str = ""


def place_named(name: str) -> Place | None:
    """What the paragraphs of a style are by its name in lower case; None if it does not say.

    The level of an item is that outside of numberings.
    """
    if name.startswith(_CONTENTS):
        return Place(None)
    based = _BASE.fullmatch(name[:60])
    base, number = (based[1], int(based[2] or 0)) if based else ("", 0)
    if base in _LISTS:
        kind = "paragraph" if " cont" in name else _LISTS[base]
        return Place(kind, number or 1)
    if name in _KINDS:
        return Place(_KINDS[name])
    if name.startswith(_HEADINGS):
        return Place("heading", number or _RANKS.get(name, 0))
    if name.startswith(_QUOTES):
        return Place("quote")
    return Place("code") if _CODE.search(name[:100]) else None
