"""Join web addresses that are broken at line ends."""

from __future__ import annotations

import re

LONGEST_ADDRESS = 400
"""In characters; longer addresses are not joined completely."""

_ADDRESS = re.compile(r"(?:\w{1,20}://|www\.).*")

_ENDS_INSIDE = re.compile(r"[-/_=&?~#%+:@]$")
"""A character at the end of a line at which an address is broken."""

_BEGINS_INSIDE = re.compile(r"[/?#&=_%~+-]\w|\.[a-z0-9]")
"""A character at the beginning of a line with which an address continues."""

_ADDRESS_PART = re.compile(r"[\w~%]\S*(?:[-_=&?~#%+.:]\S*\w|/)|\S*\d")
"""A word with punctuation inside or digits, as in addresses and names."""

_PATH = re.compile(r"\w[\w.~%-]*(?:/\S*|\.(?:html?|php|pdf|txt|org|com|net|edu)\b\S*)")
_ENDED = re.compile(r"[)>\]}”’\"',;]$|[.!?]$")


def continues(text: str, following: str, full: bool) -> bool:
    """Whether the last word of `text` is an address that continues in the line `following`.

    `full` is whether the first word of `following` had no room in the line before.
    """
    if "://" not in text and "www." not in text:
        return False
    last, first = text[-LONGEST_ADDRESS:].split()[-1:], following.split(maxsplit=1)[:1]
    address = last and text[-1:].strip() and _ADDRESS.search(last[0])
    if not address or not first or "://" in first[0]:
        return False
    return _continues_with(address[0], first[0], full, first[0] == following)


def _continues_with(address: str, first: str, full: bool, only_word: bool) -> bool:
    """Whether an address continues with the first word of a line, perhaps its only word."""
    if first.startswith("www.") or address.endswith("://"):
        return address.endswith("://")
    if _ENDS_INSIDE.search(address):
        return bool(_ADDRESS_PART.match(first)) or (full and (only_word or first[-1] in ")>.,;"))
    if address[-1] == ".":
        return full and first[0].islower() and bool(_PATH.match(first))
    if _ENDED.search(address):
        return False
    return bool(_BEGINS_INSIDE.match(first)) or (full and bool(_PATH.match(first)))


def joined(text: str) -> str:
    """A text that ends inside an address, without the hyphen of the line break."""
    return text[:-1] if text.endswith("/-") else text
