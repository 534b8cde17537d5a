"""The heading that a reader finds above a sentence, which its citation names.

It must be the right one: where that is in doubt, there is none. Letters: N sentences.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import FORMS, SLIDES, Document, Sentences
from hyperdigest.ranking.passages import LONGEST_HEADING, nearest_above
from hyperdigest.record import CollectionRecord
from hyperdigest.split.forms import is_byline

LONGEST_LABEL = 100
"""The most characters of a heading in a citation; the rest of a longer one is left out."""

_PAGE_NUMBER = re.compile(
    r"^[\W\d_]*$|\S\s{3,}\d+\W*$|^\W*\d+\s{3,}\S|^\W*(?i:page)\s\d+(?:\s(?i:of)\s\d+)?\W*$"
)
_CAPTION = re.compile(r"(?:Fig(?:ure|\.)?|Table|TABLE|FIGURE)[ ]\d+(?:\.\d+)?[.:](?:[ ]|$)")
_DOUBTFUL = re.compile(r"^[^\d,]{2,60},\s[A-Z][a-z]+\.?\s(?:19|20)\d\d$|(?:\.\s?){4}\s{0,9}\d+$")
"""A line that says where and when a text was written, or an entry of a table of contents."""

_WORD = re.compile(r"[^\W\d_]{2}")
_MARKED = re.compile(r"(?:^|[\n\r])[ ]{0,3}#{1,6}[ \t]+\Z")
_MARKDOWN_HEADING = re.compile(r"^#{1,6}\s.*\w|^[^\w\n]*\w.*\n(?:=+|-+)[ \t]*$", re.M)
_BLANK_LINE = re.compile(r"(?:\n|\r(?!\n))\s*?(?:\n|\r(?!\n))")


def headings_above(documents: Sequence[Document], sentences: Sentences) -> NDArray[np.intp]:
    """(N,) the number of the heading that a reader finds above each sentence; -1 for none.

    A question is one where blank lines part it from what is around it, as in an FAQ. What says who
    wrote a text is none, nor is a caption, or the head or foot of a page with its number, unless
    its document says that a number or date is a heading. Sentences have none below a block that is
    no sentence, as it has no term: "Where is it?" may be the heading; nor below the place and
    month at the head of a text, or a table of contents. None stands above another slide.
    """
    document, start, end = sentences.document, sentences.start, sentences.end

    def parted(number: int) -> bool:
        """Whether a blank line, or the end of a document, stands before a sentence."""
        if number in (0, len(sentences)) or document[number - 1] != document[number]:
            return True
        text = documents[document[number]].text
        return _BLANK_LINE.search(text, end[number - 1], start[number]) is not None

    is_heading = sentences.form == FORMS.index("heading")
    doubtful = np.zeros(len(sentences), bool)
    for number in np.flatnonzero(is_heading).tolist():
        of = documents[document[number]]
        text = of.text[start[number] : end[number]].strip("*_ ")
        declared = _is_declared(of, int(start[number]))
        if declared and not text[:1].isalpha():
            continue
        is_heading[number] = not (is_byline(text) or _PAGE_NUMBER.search(text))
        if not declared:
            before = "" if parted(number) else of.text[start[number - 1] : end[number - 1]]
            if _CAPTION.match(text) or _CAPTION.fullmatch(before):
                is_heading[number] = False
            doubtful[number] = _DOUBTFUL.search(text) is not None
    for number in np.flatnonzero(sentences.form == FORMS.index("question")).tolist():
        is_heading[number] = parted(number) and parted(number + 1)
    nearest = nearest_above(is_heading & (sentences.words <= LONGEST_HEADING), document)
    on_slides = np.array([each.format in SLIDES for each in documents], bool)[document]
    for number in np.flatnonzero(on_slides & (nearest >= 0)).tolist():
        page = documents[document[number]].page
        if page(start[number]) != page(start[nearest[number]]):
            nearest[number] = -1
    sure = (nearest >= _last_lost(documents, sentences)) & ~doubtful[nearest]
    return np.where(sure, nearest, -1)


def _is_declared(document: Document, start: int) -> bool:
    """Whether a document itself says that the sentence at `start` begins a heading."""
    block = bisect_right(document.blocks, start, key=attrgetter("start")) - 1
    if block >= 0:
        return document.blocks[block].kind == "heading"
    return document.format == "markdown" and (
        _MARKED.search(document.text[max(0, start - 20) : start]) is not None
    )


def _last_lost(documents: Sequence[Document], sentences: Sentences) -> NDArray[np.intp]:
    """(N,) the last sentence so far before which a block of words stands that is no sentence; -1
    for none."""
    document, start = sentences.document, sentences.start
    before = np.zeros(len(sentences), np.intp)
    before[1:] = np.where(document[1:] == document[:-1], sentences.end[:-1], 0)
    lost = np.full(len(sentences), -1, np.intp)
    for number in np.flatnonzero(start - before > 2).tolist():
        between = documents[document[number]].text[before[number] : start[number]]
        between = between.replace("\r\n", "\n").replace("\r", "\n")
        first, *blocks = _BLANK_LINE.split(between)
        inner = blocks[:-1] if before[number] else [first, *blocks][:-1]
        if any(map(_WORD.search, inner)) or _MARKDOWN_HEADING.search(between):
            lost[number] = number
    return np.maximum.accumulate(lost)


def heading_above(collection: CollectionRecord, sentence: int) -> str:
    """The heading above a sentence, as its citation names it; empty if there is none to name."""
    heading = int(collection.cached(_headings_of)[sentence])
    if heading < 0:
        return ""
    columns = collection.split.sentences
    return heading_label(collection.documents[columns.document[heading]], columns, heading)


def _headings_of(collection: CollectionRecord) -> NDArray[np.intp]:
    return headings_above(collection.documents, collection.split.sentences)


def heading_label(document: Document, sentences: Sentences, number: int) -> str:
    """The text of a heading for a citation; empty if it is the title of its document."""
    label = document.displayed(*_slice_of(document.text, sentences, number))
    if _folded(label) == _folded(document.title):
        return ""
    return f"{label[: LONGEST_LABEL - 1].rstrip()}…" if len(label) > LONGEST_LABEL else label


def _slice_of(text: str, sentences: Sentences, number: int) -> tuple[int, int]:
    """Start and end in its document's text of a heading with what stands before it on its line,
    such as "5.6." or "Chapter 5.", which is a sentence of its own."""
    start, heading = int(sentences.start[number]), FORMS.index("heading")
    end, document = int(sentences.end[number]), sentences.document[number]
    while number and sentences.form[number - 1] == heading:
        number -= 1
        between = text[sentences.end[number] : start]
        if sentences.document[number] != document or "\n" in between or "\r" in between:
            break
        start = int(sentences.start[number])
    return start, end


def _folded(text: str) -> str:
    """`text` without case and white space."""
    return "".join(text.split()).casefold()
