"""Sentences that are parts of lists, tables and programs: which may be quoted, and where to cut.

Such a sentence is quoted as what it is, however short. Some never are: rows of links and of one
cell, items without a letter, entries of tables of contents, indexes and references, what only
announces something else, and what has no word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.documents import BlockKind, Form, SentenceKind
from hyperdigest.split.entries import is_entry

LONGEST_UNIT = 80
"""In words; longer code and rows are cut, and what cannot be cut is not quoted."""

_KIND_OF_BLOCK: dict[BlockKind, SentenceKind] = {
    "item": "item",
    "step": "step",
    "table": "row",
    "code": "code",
    "definition": "definition",
}
_NEVER: frozenset[Form] = frozenset(("byline", "question"))
_WORD = re.compile(r"[^\W_]")
_LETTER = re.compile(r"[^\W\d_]")
_ANNOUNCES = (":", "：")
_ONLY_LINK = re.compile(r"\[[^\]\n]*\]\([^()\s]*\)\W*")
_SEVERAL_CELLS = re.compile(r"\t|[ ]{2}|[ ]\|[ ]")


def kind_of(sentence: str, block: BlockKind, form: Form, words: int) -> SentenceKind:
    """As what a sentence of a block is quoted: ``prose`` if only its form says if it may be."""
    kind = _KIND_OF_BLOCK.get(block, "prose")
    if kind == "prose" or form in _NEVER or words > LONGEST_UNIT or not _WORD.search(sentence):
        return "prose"
    if kind == "code":
        return kind
    if kind == "row" and not _SEVERAL_CELLS.search(sentence):
        return "prose"
    if kind in ("item", "step") and not _LETTER.search(sentence):
        return "prose"
    if sentence.endswith(_ANNOUNCES) or _ONLY_LINK.fullmatch(sentence):
        return "prose"
    return "prose" if is_entry(sentence, words) else kind


_BLANK_LINE = re.compile(r"\n[ \t]*\n+")
_LINE = re.compile(r"\n")
_CELL = re.compile(r"\t|[ ]\|[ ]|[ ]{2,}")
_JOINTS = {"code": (_BLANK_LINE, _LINE), "table": (_CELL,), "header": (_CELL,)}


def cuts(text: str, kind: BlockKind) -> Iterator[int]:
    """The ends, but the last, of the units into which a long block of code, or a row, is cut.

    Each has at most `LONGEST_UNIT` words, if it can be cut at blank lines, lines or cells.
    """
    if len(text) > 2 * LONGEST_UNIT:
        yield from _cuts(text, 0, _JOINTS.get(kind, ()))


def _cuts(text: str, offset: int, joints: tuple[re.Pattern[str], ...]) -> Iterator[int]:
    """The cuts of a text at the first of the `joints`; what is too long then, at the next ones."""
    if not joints or len(text.split()) <= LONGEST_UNIT:
        return
    joint, *finer = joints
    ends = [*(found.end() for found in joint.finditer(text)), len(text)]
    begin = size = last = 0
    for end in ends:
        words = len(text[last:end].split())
        if size and size + words > LONGEST_UNIT:
            yield offset + last
            begin, size = last, 0
        size += words
        if size > LONGEST_UNIT:
            yield from _cuts(text[begin:end], offset + begin, tuple(finer))
        last = end
