"""Notes and warnings: what stands after a label such as "Note" is prose, and the label no term."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, pairwise

from hyperdigest.documents import Block

_WORDS = (
    r"note|tip|hint|caution|warning|important|attention|danger|beware|remark|nota bene"
    r"|hinweis|anmerkung|achtung|warnung|vorsicht|tipp|wichtig|remarque|avertissement|astuce"
    r"|advertencia|consejo|atención|nota|aviso|примечание|внимание|предупреждение|совет"
)
_EXAMPLES = r"examples?|beispiele?|exemples?|ejemplos?|esempio|пример"
_LABEL = re.compile(
    rf"[*_\W]{{0,4}}(?:{_WORDS}|notes|tips|{_EXAMPLES})(?: \d{{1,3}})?[:.!]?[*_\W]{{0,4}}",
    re.IGNORECASE,
)
_NOTE = re.compile(rf"(?:{_WORDS})[:.!]{{0,2}}", re.IGNORECASE)
_BEGIN = re.compile(
    rf"[*_(]{{0,3}}(?:{_WORDS})(?: that\b|[*_]{{0,3}}:[*_]{{0,3}}) *\w|\[!(?:{_WORDS})\]\s",
    re.IGNORECASE,
)
_CELL = re.compile(rf"\W{{0,3}}(?:{_WORDS}|{_EXAMPLES})[:.!]?\t", re.IGNORECASE)
_LINE = re.compile(
    rf"""
    (?P<label> (?:\*\*|__)(?:{_WORDS})[:.!]?(?:\*\*|__)[:.!]?
      | \[!(?:{_WORDS})\]
      | (?:!!!|\?\?\?\+?)[ ][a-z]+(?:[ ]"[^"\n]*")?
      | :::+[ ]?(?:{_WORDS})\b[^\n]{{0,80}}
    )[ \t]*\n[ \t>]*
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST_LABEL = 24


def with_notes_as_prose(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with what labels of notes stand before as paragraphs.

    The label is a term, a heading or a paragraph of a definition, the first of two cells of a table
    of one row, or a line of its own in Markdown.
    """
    before, is_note = "", False
    for block, after in pairwise(chain(blocks, [None])):
        if block is None:
            return
        kind = block.kind
        if kind == "term":
            is_note = _is_label(text, block, _LABEL)
        is_named = kind in ("heading", "definition") and _is_label(text, block, _NOTE)
        if is_named or (kind in ("term", "definition") and is_note):
            block = replace(block, kind="paragraph")
        elif kind == "table" and before not in ("table", "header"):
            cell = _CELL.match(text, block.start, block.end)
            is_alone = after is None or after.kind != "table"
            if cell and is_alone and "\t" not in text[cell.end() : block.end]:
                block = replace(block, start=cell.end(), kind="paragraph")
        elif kind in ("quote", "paragraph") and (line := _line(text, block)):
            yield replace(block, end=line.end("label"))
            block = replace(block, start=line.end())
        before = kind
        yield block


def is_label(text: str) -> bool:
    """Whether a text is only the label of notes, warnings or examples."""
    return len(text) <= _LONGEST_LABEL and _LABEL.fullmatch(text) is not None


def is_note_label(sentence: str) -> bool:
    """Whether a sentence is only the label of a note or warning."""
    return (
        len(sentence) <= _LONGEST_LABEL and _NOTE.fullmatch(sentence.strip("*_[]!: ")) is not None
    )


def labels_note(text: str, block: Block) -> bool:
    """Whether a block is only the label of a note or warning."""
    is_short = block.end - block.start <= _LONGEST_LABEL
    return is_short and is_note_label(text[block.start : block.end])


def begins_note(text: str, block: Block) -> bool:
    """Whether a block is a note with words beside its label: "Note: the lamp is red."."""
    return _BEGIN.match(text, block.start, block.end) is not None


def _is_label(text: str, block: Block, pattern: re.Pattern[str]) -> bool:
    is_short = block.end - block.start <= _LONGEST_LABEL
    return is_short and pattern.fullmatch(text, block.start, block.end) is not None


def _line(text: str, block: Block) -> re.Match[str] | None:
    """The label on the first line of a block in Markdown."""
    return _LINE.match(text, block.start, block.end) if text[block.start] in "*_[!?:" else None
