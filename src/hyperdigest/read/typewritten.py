"""Code in office files: paragraphs in a monospaced font, each a line of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hyperdigest.read.content import BlockText

MOST_TYPEWRITTEN = 0.5
"""Share of a document; if more is in a monospaced font, that is the font of its prose."""

_MONOSPACED = re.compile(
    r"courier|consol|mono(?!type)|menlo|typewriter|lucida sans typewriter|fixedsys|terminal"
    r"|(?:source|fira|cascadia) code|inconsolata|ocr"
)
_CODE_STYLE = re.compile(
    r"\b(?:code|listing|verbatim|preformatted|macro)\b|source[ _]?(?:code|text)|^program"
)


def is_monospaced(font: str) -> bool:
    """Whether a font is one for code, by its name."""
    return _MONOSPACED.search(font[:100].lower()) is not None


def is_code_style(name: str) -> bool:
    """Whether the name of a style, in lower case, says that its paragraphs are code."""
    return _CODE_STYLE.search(name[:100]) is not None


def joined_code(parts: Iterable[BlockText]) -> Iterator[BlockText]:
    """The parts, with consecutive lines of code joined; empty parts between them are lines too."""
    code: list[str] = []
    blank: list[BlockText] = []
    level = 0
    for part in parts:
        if code and part.kind == "code" and part.level == level:
            code += ("" for _ in blank)
            code.append(part.text)
            blank = []
        elif code and part.kind == "paragraph" and not part.text.strip():
            blank.append(part)
        else:
            if code:
                yield BlockText("code", "\n".join(code), level)
                code, blank = [], []
            if part.kind == "code":
                code, level = [part.text], part.level
            else:
                yield part
    if code:
        yield BlockText("code", "\n".join(code), level)
