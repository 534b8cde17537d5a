"""Line ends of a source that only its line width put there, shown as spaces.

Every function keeps the length of the text, so offsets into it stay true.
"""

from __future__ import annotations

import re

from hyperdigest.documents import Document

# A full line of prose with another right under it; lists, tables and headings keep their lines.
_HARD_WRAPPED = re.compile(
    r"^(?![#|>=~])(\S[^\r\n]{44,99})(\r?\n)(?!\s|[-*+#>|•=~]|\d{1,3}[.)]\s)", re.MULTILINE
)
_LINE_END = re.compile(r"[\r\n]")


def flowing(document: Document) -> str:
    """The document's text with the line ends inside its paragraphs as spaces."""
    text = document.text
    if not document.blocks:
        return _HARD_WRAPPED.sub(lambda match: match[1] + " " * len(match[2]), text)
    pieces, done = [], 0
    for block in document.blocks:
        if block.start >= done and block.kind not in ("table", "code"):
            inside = text[block.start : block.end].rstrip()
            pieces += [text[done : block.start], _LINE_END.sub(" ", inside)]
            done = block.start + len(inside)
    return "".join([*pieces, text[done:]])
