"""Code in office files: paragraphs in a monospaced font, each a line of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from textwrap import dedent

from hyperdigest.documents import BlockKind
from hyperdigest.read.content import BlockText
from hyperdigest.split.lists import announces

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
    """The parts with consecutive lines of code joined; empty parts between them are lines too.

    `typewritten` is the kind of paragraphs in a monospaced font. A single word of these goes on
    with no code in a style for code.
    """
    lines: list[BlockText] = []
    blank, before = 0, ""
    for part in parts:
        kind = typewritten if isinstance(part, Typewritten) else part.kind
        is_styled = bool(lines) and not isinstance(lines[0], Typewritten)
        is_name = isinstance(part, Typewritten) and len(part.text.split()) == 1
        goes_on = not (is_styled and is_name)
        if lines and kind == "code" and part.level >= lines[0].level and goes_on:
            lines += (*[BlockText(None, "")] * blank, part)
            blank = 0
        elif lines and not part.text.strip():
            blank += 1
        else:
            if lines:
                yield _code(lines, before)
                before = lines[-1].text
            lines, blank = ([part], 0) if kind == "code" else ([], 0)
            if kind != "code":
                yield BlockText(kind, part.text, part.level, part.mark)
                before = part.text if part.text.strip() else before
    if lines:
        yield _code(lines, before)


def _code(lines: Sequence[BlockText], before: str) -> BlockText:
    """The lines of code as one part, without what all of them are indented by; a single word in a
    monospaced font that the text before it does not introduce is only a name."""
    text, level = dedent("\n".join(line.text for line in lines)), lines[0].level
    is_word = isinstance(lines[0], Typewritten) and len(text.split()) == 1
    is_name = is_word and not announces(before.rstrip())
    return BlockText("paragraph" if is_name else "code", text, level)
