"""Decode parts of messages in the encodings that they name, rightly or wrongly."""

from __future__ import annotations

import re
from contextlib import suppress

from hyperdigest.errors import ReadError
from hyperdigest.read.encoding import decode

_ISO_2022_ESCAPE = re.compile(rb"\x1b(?:\$[@B]|\$\([CDI]|\([BJI])")
_KNOWN_NAME = re.compile(
    r"utf-?(?:8|16|32)(?:[lb]e|-[lb]e)?|(?:iso|csiso)[-_]?\d.*|windows-\d+|cp-?\d+|ibm-?\d+|koi8-?[rut]"
    r"|gb\w*|big5\w*|euc-?\w+|shift[-_]?jis\w*|s-?jis|ks_?c_\S+|tis-?620|mac\w*|latin-?\d+|(?:us-)?ascii"
    r"|johab|ms\d+|ansi\S*"
)
_STATEFUL = {
    "iso-2022-jp": "iso2022_jp_ext",
    "csiso2022jp": "iso2022_jp_ext",
    "iso-2022-jp-1": "iso2022_jp_1",
    "iso-2022-jp-2": "iso2022_jp_2",
    "iso-2022-jp-3": "iso2022_jp_3",
    "iso-2022-kr": "iso2022_kr",
    "csiso2022kr": "iso2022_kr",
    "hz-gb-2312": "hz",
    "hz": "hz",
}
"""Seven-bit encodings that escape sequences switch; their bytes are valid UTF-8 too."""

_ALIASES = {
    "x-sjis": "cp932",
    "x-gbk": "gb18030",
    "big5": "big5hkscs",
    "x-x-big5": "big5hkscs",
    "x-mac-roman": "mac_roman",
    "x-euc-jp": "euc_jp",
    "iso-8859-8-i": "iso8859_8",
    "iso-8859-6-i": "iso8859_6",
}


def text_of(data: bytes, charset: str) -> str:
    """The text of a part of a message, in the encoding `charset` that it names.

    If that is unknown or wrong, the encoding is detected as in `decode`. Raises ReadError if the
    bytes are not text, or are in UTF-7, which can hide characters from filters.
    """
    name = charset.strip(" \"'").lower().replace("_", "-")
    if name in ("utf-7", "utf7", "unicode-1-1-utf-7", "csunicode11utf7"):
        raise ReadError("is in UTF-7, an encoding that can hide text: save it as UTF-8")
    stateful = _STATEFUL.get(name)
    if stateful is None and _ISO_2022_ESCAPE.search(data):
        stateful = "iso2022_jp_ext" if b"\x1b$)C" not in data else "iso2022_kr"
    if stateful:
        text = data.decode(stateful, "replace")
        if text.count("\ufffd") * 20 <= len(text):
            return text
    declared = _ALIASES.get(name, charset.strip(" \"'"))
    known = declared if name in _ALIASES or _KNOWN_NAME.fullmatch(name) else ""
    with suppress(ReadError):
        return decode(data, known)
    if known:
        with suppress(LookupError, ValueError):
            return data.decode(known, "replace")
    return decode(data)
