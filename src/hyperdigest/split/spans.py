"""A document cut into sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Block, Document
from hyperdigest.split.blocks import find_blocks
from hyperdigest.split.forms import PROSE, STUB, form_of, lacks_its_stop
from hyperdigest.split.scripts import count_words
from hyperdigest.split.sentences import find_sentences, words_of
from hyperdigest.split.speech import as_written

_SHORTEST_TURN = 8


@dataclass(frozen=True, slots=True)
class Spans:
    """All sentences of a document, in order and disjoint.

    Parameters
    ----------
    start, end : (n,) the slice of the document's text that is the sentence.
    form : (n,) index into `FORMS`.
    """

    start: NDArray[np.int32]
    end: NDArray[np.int32]
    form: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.start)


def split(document: Document, language: str = "en") -> Spans:
    """Cut a document into sentences, each with its form; byte order marks count as spaces.

    Parameters
    ----------
    language : of the document, whose abbreviations end no sentence.
    """
    text = document.text.replace("\ufeff", " ")
    blocks = document.blocks or find_blocks(text, document.format)
    rows = [
        row for block in blocks for row in _rows(text, block, language, last=block is blocks[-1])
    ]
    table = np.array(rows, dtype=np.int32).reshape(-1, 3)
    return Spans(table[:, 0].copy(), table[:, 1].copy(), table[:, 2].astype(np.uint8))


def _rows(text: str, block: Block, language: str, *, last: bool) -> Iterator[tuple[int, int, int]]:
    """Start, end and form of the sentences of a block, which is the `last` of its text or not.

    A whole clause may lack its full stop where another sentence follows it, the text ends, or
    somebody speaks.
    """
    said = words_of(text, block)
    sentences = list(find_sentences(text, block, language))
    for start, end in sentences:
        words = text[max(start, said) : end]
        ends_here = last or end < sentences[-1][1]
        if block.kind == "turn":
            words, ends_here = as_written(words), True
        if block.kind in ("paragraph", "turn") and ends_here and lacks_its_stop(words):
            words += "."
        form = form_of(words, block.kind)
        if start < said and form == PROSE and count_words(words) < _SHORTEST_TURN:
            form = STUB
        yield start, end, form
