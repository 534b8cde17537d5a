"""Web addresses, and links to passages of web pages: text fragments, as browsers know them."""

from __future__ import annotations

import re
from urllib.parse import quote

LONGEST = 2_000
"""Characters of a web address."""

_ADDRESS = re.compile(r"https?://[^\s/?#]\S*", re.IGNORECASE)
_NOT_ENCODED = "!#$%&'()*+,/:;=?@[]~"
"""Characters of an address that are not percent-encoded: none of them ends a field of BibTeX."""

_LONGEST_WHOLE = 120
"""Characters of a text that a link names as a whole; of a longer one it names both ends."""

_WORDS_OF_END = 5

_BLOCK_ENDS = re.compile(r"\t|\n[ \t\r]*\n")
"""Where another block or cell begins, over which no whole text is found."""


def web_address(text: str) -> str:
    """`text` as a web address, with percent signs for what may not be in one; empty if it is none.

    >>> web_address("https://example.org/a b"), web_address("notes/a.txt")
    ('https://example.org/a%20b', '')
    """
    text = text.strip()
    if len(text) > LONGEST or not _ADDRESS.match(text):
        return ""
    return quote(text, safe=_NOT_ENCODED, errors="replace")


def text_link(address: str, text: str) -> str:
    """A link to a text on the page at a web address, which browsers scroll to and highlight.

    Of a long text, or one of several blocks, the first and the last words are given.

    >>> text_link("https://example.org/a#top", "Run it, twice-daily.")
    'https://example.org/a#top:~:text=Run%20it%2C%20twice%2Ddaily.'
    """
    blocks = [words for block in _BLOCK_ENDS.split(text) if (words := block.split())]
    if not blocks:
        return address
    whole = " ".join(blocks[0])
    if len(blocks) > 1:
        parts = [blocks[0][:_WORDS_OF_END], blocks[-1][-_WORDS_OF_END:]]
    elif len(whole) > _LONGEST_WHOLE and len(blocks[0]) > 2 * _WORDS_OF_END:
        parts = [blocks[0][:_WORDS_OF_END], blocks[0][-_WORDS_OF_END:]]
    else:
        parts = [blocks[0]]
    page, _, fragment = address.partition("#")
    ends = ",".join(_encoded(" ".join(words)) for words in parts)
    return f"{page}#{fragment.partition(':~:')[0]}:~:text={ends}"


def _encoded(text: str) -> str:
    """All but letters and digits encoded that has a meaning in a fragment, such as a hyphen."""
    return quote(text, safe="", errors="replace").replace("-", "%2D")
