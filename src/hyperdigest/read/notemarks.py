"""Marks of footnotes in pages: links that would stand as digits in the middle of sentences."""

from __future__ import annotations

import re

from resiliparse.parse.html import ElementNode

_MARKS = re.compile(r"\W*(?:\d{1,3}|[a-z]|[ivx]{1,5})?(?:[,;\s–-]+(?:\d{1,3}|[a-z]))*\W*", re.I)
_LONGEST = 20


def is_note_mark(element: ElementNode) -> bool:
    """Whether an element is no more than a link to a footnote, or back from one."""
    match (element.node_name or "").upper():
        case "SUP":
            linked = element.query_selector("a[href*='#']") is not None
        case "A":
            kinds = (element.get_attribute(name) or "" for name in ("role", "epub:type"))
            if any("noteref" in kind for kind in kinds):
                return True
            linked = (
                "#" in (element.get_attribute("href") or "")
                and element.query_selector("sup") is not None
            )
        case _:
            return False
    text = (element.text or "").strip() if linked else ""
    return linked and len(text) <= _LONGEST and _MARKS.fullmatch(text) is not None
