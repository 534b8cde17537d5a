"""The encodings of code pages, by the numbers that Windows gives them."""

from __future__ import annotations

import codecs

_OTHERS = {
    936: "gb18030", 950: "big5hkscs",
    10000: "mac_roman", 10001: "cp932", 10002: "big5", 10003: "cp949", 10006: "mac_greek",
    10007: "mac_cyrillic", 10008: "gb18030", 10029: "mac_latin2", 10079: "mac_iceland",
    10081: "mac_turkish",
    20127: "ascii", 20866: "koi8_r", 20932: "euc_jp", 20936: "gb18030", 20949: "cp949",
    21866: "koi8_u", 38598: "iso8859_8", 51932: "euc_jp", 51936: "gb18030", 51949: "cp949",
    50220: "iso2022_jp", 50221: "iso2022_jp", 50222: "iso2022_jp", 50225: "iso2022_kr",
    52936: "hz", 54936: "gb18030", 65001: "utf-8",
    **{28590 + part: f"iso8859_{part}" for part in (*range(1, 10), 13, 15)},
}  # fmt: skip
"""Code pages that Python does not know by their numbers, or knows a smaller encoding for."""


def encoding_of(code_page: int) -> str:
    """The encoding of a code page; empty if it is unknown."""
    encoding = _OTHERS.get(code_page, f"cp{code_page}")
    try:
        codecs.lookup(encoding)
    except LookupError:
        return ""
    return encoding
