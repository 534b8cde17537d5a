"""The tree of an XML document whose document type is taken away, so that it names no other files.

What entities stand for is put in their place before, as far as that is plain text: those of HTML,
and those that the file itself declares. Others stay as they are written.
"""

from __future__ import annotations

import re
from html import unescape
from html.entities import html5
from typing import Any

from lxml import etree

from hyperdigest.errors import ReadError
from hyperdigest.read.encoding import REPLACEMENT, damage, decode
from hyperdigest.read.office.archive import DOCUMENT_TYPE, LARGEST_PART

_DECLARATION = re.compile(r"\s*<\?xml\b[^>]{0,500}\?>")
_ENCODING = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']""")
_ENTITY = re.compile(
    r"""<!ENTITY\s+([A-Za-z_][\w.-]{0,100})\s+(["'])((?:[^"'<>%&]|&\#\w{1,8};)*)\2\s*>"""
)
_REFERENCE = re.compile(
    r"<!\[CDATA\[(?:.*?\]\]>|.*)|&#(?P<number>x[0-9a-f]+|\d+);?"
    r"|&(?!(?:amp|lt|gt|quot|apos);)(?P<name>[a-z_][\w.-]{0,100});",
    re.DOTALL | re.IGNORECASE,
)
_INVALID = re.compile("[^\t\n\r\\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow."""

_LONGEST_VALUE = 1_000
_MOST_INSERTED = 10_000
"""The values of entities of a file are put in as far as they are at most so many characters, and
twice the text."""


def tree_of(data: bytes, around: str = "") -> tuple[Any, tuple[str, ...]]:
    """The root of a document, and messages about what is broken.

    An element of the name `around` is put around a part of a document that has several roots.
    Raises ReadError if it is too large, nested too deep, or no XML.
    """
    if len(data) > LARGEST_PART:
        raise ReadError(f"has more than {LARGEST_PART >> 20} MB of text: split it into parts")
    declared = _ENCODING.search(data[:500])
    text = decode(data, declared[1].decode() if declared else "")
    notes = damage(data, text)
    text = _INVALID.sub(" ", text.removeprefix("\ufeff"))
    whole = _DECLARATION.sub("", text, count=1).encode()
    values: dict[str, str] = {}
    if found := DOCUMENT_TYPE.match(whole):
        values = _values(found[0].decode())
        whole = found[1] + whole[found.end() :]
    text = _with_values(whole.decode(), values)
    root, errors = _parsed(text)
    if around and any(each.type == etree.ErrorTypes.ERR_DOCUMENT_END for each in errors):
        root, errors = _parsed(f"<{around}>{text}</{around}>")
    if any("depth" in each.message for each in errors):
        raise ReadError("has elements nested too deep: it is broken, or no article")
    if errors:
        notes += (f"is broken XML at line {errors[0].line}: it may lack text from there on",)
    return root, notes


def _parsed(text: str) -> tuple[Any, list[Any]]:
    """The root of a document, and what is broken in it."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, recover=True, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(text.encode(), parser)
    except etree.XMLSyntaxError as error:
        raise ReadError("is broken: it is no XML") from error
    if root is None:
        raise ReadError("is broken: it is no XML")
    return root, [each for each in parser.error_log if each.level >= etree.ErrorLevels.FATAL]


def _values(document_type: str) -> dict[str, str]:
    """The texts that the entities stand for which a document type declares."""
    found = _ENTITY.findall(document_type)
    return {name: unescape(value) for name, _, value in found if len(value) <= _LONGEST_VALUE}


def _with_values(text: str, values: dict[str, str]) -> str:
    """A text with what its entities stand for, as far as that is known and not too much."""
    left = 2 * len(text) + _MOST_INSERTED

    def value(found: re.Match[str]) -> str:
        nonlocal left
        name = found["name"]
        if found["number"]:
            return _escaped(_INVALID.sub(REPLACEMENT, unescape(f"&#{found['number'][:9]};")))
        if name is None:  # CDATA, in which there are no entities
            return found[0]
        known = values.get(name, html5.get(f"{name};"))
        if known is not None:
            left -= len(known)
            if left >= 0:
                return _escaped(known)
        return f"&amp;{name};"

    return _REFERENCE.sub(value, text)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
