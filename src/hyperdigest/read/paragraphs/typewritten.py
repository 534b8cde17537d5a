"""Code in office files: paragraphs in a monospaced font, each a line of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from textwrap import dedent

from hyperdigest.documents import BlockKind
from hyperdigest.read.content import BlockText

_MOST = 0.5
"""Share of a document; if more is in a monospaced font, that is the font of its prose."""

_MONOSPACED = re.compile(
    r"courier|consol|mono(?!type)|menlo|typewriter|lucida sans typewriter|fixedsys|terminal"
    r"|(?:source|fira|cascadia) code|inconsolata|ocr"
)


def is_monospaced(font: str) -> bool:
    """Whether a font is one for code, by its name."""
    return _MONOSPACED.search(font[:100].lower()) is not None


class Typewritten(BlockText):
    """A paragraph all of which is in a monospaced font."""


def with_code(*flows: Iterable[BlockText]) -> list[list[BlockText]]:
    """The parts of a document, each of its flows with the lines of code joined.

    Paragraphs in a monospaced font are code, unless most of the document is in such a font.
    """
    found = [list(flow) for flow in flows]
    lengths = [0, 0]
    for part in chain(*found):
        lengths[isinstance(part, Typewritten)] += len(part.text)
    kind: BlockKind = "code" if lengths[True] <= _MOST * sum(lengths) else "paragraph"
    return [list(_joined(flow, kind)) for flow in found]


def _joined(parts: Iterable[BlockText], typewritten: BlockKind) -> Iterator[BlockText]:
    """The parts with consecutive lines of code joined; empty parts between them are lines too. What
    all lines are indented by is left out.

    `typewritten` is the kind of paragraphs in a monospaced font.
    """
    code: list[str] = []
    blank = level = 0
    for part in parts:
        kind = typewritten if isinstance(part, Typewritten) else part.kind
        if code and kind == "code" and part.level >= level:
            code += (*[""] * blank, part.text)
            blank = 0
        elif code and not part.text.strip():
            blank += 1
        else:
            if code:
                yield BlockText("code", dedent("\n".join(code)), level)
                code, blank = [], 0
            if kind == "code":
                code, level = [part.text], part.level
            else:
                yield BlockText(kind, part.text, part.level, part.mark)
    if code:
        yield BlockText("code", dedent("\n".join(code)), level)
