"""Tags of a page, counted before it is parsed: a tree of too many takes gigabytes, or hours."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.errors import ReadError

MOST_TAGS = 2_000_000
"""Of a page: opening and closing ones, and what else begins with the same sign."""

MOST_ATTRIBUTES = 1_000
"""Of a tag; the time to parse it grows with the square."""

_TAG = re.compile(r"""<([A-Za-z][^\s/>]*)(?:[^"'>]|"[^"]*"|'[^']*')*""")
_BEGIN = re.compile(r"<(?:!--|[A-Za-z])")
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
_BETWEEN = re.compile(r"[\s/]+")
_RAW = {
    name: re.compile(rf"</{name}", re.I)
    for name in ("script", "style", "textarea", "title", "noscript", "iframe", "xmp")
}
"""Elements that hold no tags but their own end."""


def check_tags(markup: str) -> None:
    """Refuse a page that is made to harm.

    Raises
    ------
    ReadError
        where it has more than `MOST_TAGS` tags, or a tag more than `MOST_ATTRIBUTES` attributes.
    """
    if markup.count("<") > MOST_TAGS:
        raise ReadError(f"has more than {MOST_TAGS:,} tags: split it into parts")
    if any(map(_is_overfull, (tag[0] for tag in _TAG.finditer(markup)))) and any(
        map(_is_overfull, _tags(markup))
    ):
        raise ReadError(f"has a tag of more than {MOST_ATTRIBUTES:,} attributes: it is broken")


def _is_overfull(tag: str) -> bool:
    if len(tag) < 2 * MOST_ATTRIBUTES:
        return False
    return len(_BETWEEN.split(_QUOTED.sub(" ", tag))) > MOST_ATTRIBUTES


def _tags(markup: str) -> Iterator[str]:
    """The tags that open elements, those in comments and scripts left out."""
    place = 0
    while begin := _BEGIN.search(markup, place):
        tag = _TAG.match(markup, begin.start())
        if tag is None:
            end = markup.find("-->", begin.start() + 2)
            place = end if end >= 0 else len(markup)
            continue
        yield tag[0]
        place = tag.end()
        if raw := _RAW.get(tag[1].lower()):
            closed = raw.search(markup, place)
            place = closed.start() if closed else len(markup)
