"""Sentences of a document: cut inside its blocks, never across them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.documents import Block
from hyperdigest.split.boundaries import sentence_ends
from hyperdigest.split.lines import label_end
from hyperdigest.split.lists import clauses_after_items

_EDGE = r"\s\x00-\x1f\x7f\ufeff\u200b-\u200f\u2028-\u202e\u2060"
_LEADING = re.compile(rf"[{_EDGE}]*(?:(?:-{{1,3}}|[*•‣▪●◦–—>])[{_EDGE}]+)*")
_VISIBLE = re.compile(rf"[^{_EDGE}]")


def find_sentences(text: str, block: Block, language: str = "en") -> Iterator[tuple[int, int]]:
    """Offsets of the sentences of a block, trimmed, in order and disjoint.

    The first sentence of a speaker's turn begins with the speaker's label. A block that is a
    sentence, a row of a table or code is not cut.
    """
    start, said = block.start, words_of(text, block)
    ends = [block.end]
    if block.kind not in ("table", "code", "sentence"):
        ends = [said + end for end in sentence_ends(text[said : block.end], language)]
        if block.kind != "turn":
            ends = list(_with_clauses_after_items(text, start, ends))
    for end in ends:
        sentence = trimmed(text, start, end)
        if sentence:
            yield sentence
        start = end


def _with_clauses_after_items(text: str, start: int, ends: list[int]) -> Iterator[int]:
    """The ends of sentences, and of lists that a sentence follows with no stop between them."""
    for end in ends:
        yield from (start + offset for offset in clauses_after_items(text[start:end].rstrip()))
        yield end
        start = end


def words_of(text: str, block: Block) -> int:
    """Where the words of a block begin: after the label of a speaker's turn."""
    return label_end(text, block.start, block.end) if block.kind == "turn" else block.start


def trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The slice without a bullet before it and white space around it; None if nothing is left."""
    found = _LEADING.match(text, start, end)
    start = found.end() if found else start
    while end > start and not _VISIBLE.match(text, end - 1):
        end -= 1
    return (start, end) if start < end else None
