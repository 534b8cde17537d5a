"""HTML tags within text, and bullets within a line, at which blocks are cut."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.base.text import BLOCK_TAG
from hyperdigest.documents import Block, BlockKind

_BOLD_SUMMARY = r"(?<=<summary>)<(b|strong)>|</(?:b|strong)>(?=\s*</summary>)"
_TAG = re.compile(rf"{BLOCK_TAG}|{_BOLD_SUMMARY}|\s[•‣▪●◦∙](?=\s)", re.IGNORECASE)
_TAG_START = re.compile("[<•‣▪●◦∙]")
_TAGS_OF_TERMS: dict[str, BlockKind] = {"dt": "term", "dd": "definition"}


def cut_at_tags(text: str, block: Block) -> Iterator[Block]:
    """Cut a block at HTML tags, and at bullets within a line."""
    start, kind, level = block.start, block.kind, block.level
    place = text, block.start, block.end
    for tag in _TAG.finditer(*place) if _TAG_START.search(*place) else ():
        if start < tag.start():
            yield Block(start, tag.start(), kind, level)
        start, kind, level = tag.end(), block.kind, block.level
        name = (tag[1] or tag[2] or "li").lower()
        if not tag[0].startswith("</"):
            if name[0] == "h" and name[1:].isdigit():
                kind, level = "heading", int(name[1:])
            elif name == "li":
                kind, level = "item", max(1, level)
            elif name in _TAGS_OF_TERMS:
                kind = _TAGS_OF_TERMS[name]
            elif name in ("td", "th"):
                kind = "table"
    if start < block.end:
        yield Block(start, block.end, kind, level)
