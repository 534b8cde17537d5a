"""Web addresses that run over the ends of lines: whether the next line goes on with one."""

from __future__ import annotations

import re

LONGEST = 400
"""Characters of an address that is put together."""

_OPEN = re.compile(r"(?:\w{1,20}://|www\.).*")

_HALVED = re.compile(r"[-/_=&?~#%+:@]$")
"""A sign at which an address goes on, when it ends a line."""

_CONTINUED = re.compile(r"[/?#&=_%~+-]\w|\.[a-z0-9]")
"""A sign at the beginning of a line that an address goes on with."""

_PART = re.compile(r"[\w~%]\S*(?:[-_=&?~#%+.:]\S*\w|/)|\S*\d")
"""A word that only an address or a name has: signs inside, or numbers."""

_PATH = re.compile(r"\w[\w.~%-]*(?:/\S*|\.(?:html?|php|pdf|txt|org|com|net|edu)\b\S*)")
_CLOSED = re.compile(r"[)>\]}”’\"',;]$|[.!?]$")


def goes_on(text: str, following: str, full: bool) -> bool:
    """Whether the last word of `text` is an address that the line `following` goes on with.

    `full` is whether the line before had no room for more.
    """
    if "://" not in text and "www." not in text:
        return False
    last, first = text[-LONGEST:].split()[-1:], following.split(maxsplit=1)[:1]
    address = last and text[-1:].strip() and _OPEN.search(last[0])
    if not address or not first or "://" in first[0]:
        return False
    return _continues(address[0], first[0], full, first[0] == following)


def _continues(before: str, first: str, full: bool, alone: bool) -> bool:
    """Whether an address goes on with the first word of a line, which is `alone` in it or not."""
    if first.startswith("www.") or before.endswith("://"):
        return before.endswith("://")
    if _HALVED.search(before):
        return bool(_PART.match(first)) or (full and (alone or first[-1] in ")>.,;"))
    if before[-1] == ".":
        return full and first[0].islower() and bool(_PATH.match(first))
    if _CLOSED.search(before):
        return False
    return bool(_CONTINUED.match(first)) or (full and bool(_PATH.match(first)))


def joined(text: str) -> str:
    """A text that ends inside an address, without the hyphen that was put there for the line."""
    return text[:-1] if text.endswith("/-") else text
