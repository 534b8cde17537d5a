"""Items of office files that are nothing but links, as in the menu of a converted page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hyperdigest.read.content import BlockText

LEAST_LINKED = 0.9
"""Share of the text of an item in links, from which on it is nothing but links."""


class LinkItem(BlockText):
    """An item that is nothing but links."""


def is_all_links(paragraph: Any, text: str, link: str) -> bool:
    """Whether a paragraph with this text is nothing but elements of the name `link`."""
    linked = sum(len("".join(each.itertext())) for each in paragraph.iter(link))
    return linked > LEAST_LINKED * len(text.strip()) > 0


def without_menus(parts: Iterable[BlockText]) -> Iterator[BlockText]:
    """The parts, with items that are nothing but links as paragraphs, unless something introduces
    them: a colon, or an item that is more than a link."""
    introduced = False
    for part in parts:
        if isinstance(part, LinkItem):
            yield part if introduced else BlockText("paragraph", part.text, part.level)
        else:
            yield part
            if part.text.strip():
                announces = part.text.rstrip().endswith((":", "："))
                introduced = announces or part.kind in ("item", "step")
