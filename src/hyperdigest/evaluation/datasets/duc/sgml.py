"""SGML as newswire is marked up with it: tags in any case, some never closed, odd entities."""

from __future__ import annotations

import html
import re
from html.entities import html5

FIELDS = (
    *("DOC", "DOCNO", "DOCID", "DOCTYPE", "DATE", "DATE_TIME", "HEADER", "BODY", "SLUG"),
    *("HEADLINE", "BYLINE", "DATELINE", "TEXT", "GRAPHIC", "TRAILER", "SECTION", "LENGTH", "TYPE"),
    *("SUBJECT", "PROFILE", "PUB", "PAGE", "KEYWORD", "CATEGORY"),
    *("TOPIC", "NUM", "TITLE", "NARR", "GRANULARITY"),
)
"""What begins where a field ends that is never closed."""

_NEXT = re.compile(rf"</?(?:{'|'.join(FIELDS)})\b", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]{0,300}>|<![^<>]{0,300}>", re.IGNORECASE)
_ENTITY = re.compile(r"&(#?\w{1,31});", re.ASCII)
_ODD = {"blank;": " ", "hyph;": "-", "mdash;": "—"}
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def decode(data: bytes) -> str:
    """The text of `data`: UTF-8, or else Latin-1; controls are blanks, ends of lines ``\\n``."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return _CONTROLS.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def field(markup: str, name: str) -> str:
    """What the first element `name` holds, markup and all; empty where there is none.

    It ends where it is closed, or else where the next of `FIELDS` begins or ends.
    """
    opened = re.search(rf"<{name}\b[^<>]{{0,300}}>", markup, re.IGNORECASE)
    if not opened:
        return ""
    start = opened.end()
    closed = re.compile(rf"</\s*{name}\b", re.IGNORECASE).search(markup, start)
    end = closed or _NEXT.search(markup, start)
    return markup[start : end.start() if end else len(markup)]


def plain(markup: str) -> str:
    """`markup` without tags, each a blank, and with its entities as the characters they name."""
    return _ENTITY.sub(_character, _TAG.sub(" ", markup))


def folded(markup: str) -> str:
    """`markup` as plain text on one line."""
    return " ".join(plain(markup).split())


def _character(entity: re.Match[str]) -> str:
    """The character that an entity names, a blank where none of HTML or of newswire does."""
    name = entity[1]
    if name.startswith("#"):
        character = html.unescape(entity[0])
        return " " if character == entity[0] or _CONTROLS.search(character) else character
    return _ODD.get(f"{name.lower()};") or html5.get(f"{name};") or " "
