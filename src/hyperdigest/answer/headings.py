"""Find the heading above a sentence, for its citation.

It must be the right one: if that is in doubt, there is none. It must also say something: "Rates of
2027" does, a command or a letter not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import FORMS, SLIDE_FORMATS, Document, Sentences
from hyperdigest.ranking.passages import LONGEST_HEADING, nearest_above
from hyperdigest.record import CollectionRecord
from hyperdigest.split.bylines import is_byline
from hyperdigest.split.scripts import ends_with_question_mark
from hyperdigest.split.verbs import has_finite_verb

_FEWEST_QUESTIONS = 3
"""Of an FAQ that does not mark them as headings, but others."""

_FEWEST_ENTRIES = 3
"""Of a guide whose entries have the same parts."""

LONGEST_LABEL = 100
"""A longer heading is cut in a citation; in characters."""

_PAGE_NUMBER = re.compile(
    r"^[\W\d_]*$|\S\s{3,}\d+\W*$|^\W*\d+\s{3,}\S|^\W*(?i:page)\s\d+(?:\s(?i:of)\s\d+)?\W*$"
)
_CAPTION = re.compile(r"(?:Fig(?:ure|\.)?|Table|TABLE|FIGURE)[ ]\d+(?:\.\d+)?[.:](?:[ ]|$)")
_NO_HEADING_BELOW = re.compile(
    r"^[^\d,]{2,60},\s[A-Z][a-z]+\.?\s(?:19|20)\d\d$|(?:\.\s?){4}\s{0,9}\d+$"
)
"""Place and date at the head of a text, or an entry of a table of contents."""

_WORD = re.compile(r"[^\W\d_]{2}")
_MARKDOWN_MARK = re.compile(r"(?:^|[\n\r])[ ]{0,3}(#{1,6})[ \t]+\Z")
_MARKDOWN_RULE = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ ]{0,3}(=|-)\1*[ \t]*(?=[\n\r]|\Z)")
_RULE = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ ]{0,3}([=~^*+#-])\1{2,}[ \t]*(?=[\n\r]|\Z)")
"""Below a heading of plain text, which may have one of several signs."""

_LONGEST_RULE = 400
_MARKDOWN_HEADING = re.compile(r"^#{1,6}\s.*\w|^[^\w\n]*\w.*\n(?:=+|-+)[ \t]*$", re.M)
_RUNNING_HEAD = re.compile(r".*\S[ \t]{3,}\S.*")
"""A line with a wide gap; where it is no sentence, it is the head or foot of a page."""

_BLANK_LINE = re.compile(r"(?:\n|\r(?!\n))\s*?(?:\n|\r(?!\n))")
_ANCHOR = re.compile(r"\s*(?:¶|\[\[[\w-]+\]\])$")
"""A mark by which others link to a heading."""


def heading_above(collection: CollectionRecord, sentence: int) -> str:
    """The heading above a sentence for its citation; empty if there is none, or it is the title."""
    document = int(collection.split.sentences.document[sentence])
    return collection.cached(_Headings).of_document(document).label(sentence)


class _Headings:
    """The headings of a collection, of which those of a document are found when one is asked for.

    Parameters
    ----------
    collection : with the documents and their sentences.
    """

    def __init__(self, collection: CollectionRecord) -> None:
        self._documents = collection.documents
        self._sentences = collection.split.sentences
        self._found: dict[int, _DocumentHeadings] = {}

    def of_document(self, number: int) -> _DocumentHeadings:
        """The headings of a document."""
        if number not in self._found:
            first, last = self._sentences.range_of(number)
            sentences = self._sentences.part(first, last)
            self._found[number] = _DocumentHeadings(self._documents[number], first, sentences)
        return self._found[number]


class _DocumentHeadings:
    """The headings of a document, each with the text that a citation names.

    Parameters
    ----------
    document : with headings.
    first : the number of its first sentence in its collection.
    sentences : the sentences of the document alone.
    """

    def __init__(self, document: Document, first: int, sentences: Sentences) -> None:
        self._document, self._first, self._sentences = document, first, sentences
        self._above, self._outer = headings_above(document, sentences)
        self._labels: dict[int, str] = {-1: ""}

    def label(self, sentence: int) -> str:
        """The text of the heading above a sentence, by its number in the collection.

        That of the section around it is before one that several sections have, as "14.0.0 › Fixes"
        in a list of changes; or that of the entry, if a guide has them in one rank.
        """
        heading = int(self._above[sentence - self._first])
        if heading not in self._labels:
            self._labels[heading] = self._text_of(heading)
            if self._times(heading) > 1 and (around := self._around(heading)):
                self._labels[heading] = _cut(f"{around} › {self._labels[heading]}")
        return self._labels[heading]

    def _around(self, heading: int) -> str:
        """The text of the heading of the section around one, or if all with its text are in one
        section, of the entry; empty for none."""
        section = self._outer.get(heading, -1)
        if len(self._sections[_folded(self._text_of(heading))]) == 1:
            section = self._entries.get(heading, section)
        return self._texts.get(section, "")

    @cached_property
    def _texts(self) -> dict[int, str]:
        """The text of each heading that the document marks."""
        return {number: self._text_of(number) for number in self._outer}

    @cached_property
    def _recurrences(self) -> Counter[str]:
        """How many of these have each text, without case and white space."""
        return Counter(map(_folded, self._texts.values()))

    @cached_property
    def _sections(self) -> dict[str, set[int]]:
        """The sections that these are in, by their texts."""
        sections: dict[str, set[int]] = {}
        for heading, outer in self._outer.items():
            sections.setdefault(_folded(self._texts[heading]), set()).add(outer)
        return sections

    @cached_property
    def _entries(self) -> dict[int, int]:
        """The heading of the entry around each one that recurs, where entries have the same rank as
        their parts: the last one above that does not recur, if the part below it does so in
        `_FEWEST_ENTRIES` entries."""
        entries, entry = dict[int, int](), -1
        for heading, below in pairwise([*self._outer, -1]):
            if self._times(heading) > 1:
                if entry >= 0 and self._outer[entry] == self._outer[heading]:
                    entries[heading] = entry
            else:
                entry = heading if below >= 0 and self._times(below) >= _FEWEST_ENTRIES else -1
        return entries

    def _times(self, heading: int) -> int:
        """How many headings that the document marks have the text of a heading."""
        return self._recurrences[_folded(self._text_of(heading))]

    def _text_of(self, heading: int) -> str:
        return _label(self._document, self._sentences, heading)


def headings_above(
    document: Document, sentences: Sentences
) -> tuple[NDArray[np.intp], dict[int, int]]:
    """(N,) the number of the heading above each of the N sentences of a document; -1 for none. And
    that of the section around each heading that the document marks.

    A question with blank lines around it, as in an FAQ, counts as a heading, unless it explains a
    term or is said in a film, or is one of few in a document that marks its headings. A byline, a
    caption, and a header or footer with a page number do not, unless the document marks a number or
    date as a heading. Nor does what says nothing (`says_something`): if the document marks that as
    a heading, the next one above of a higher rank is named instead. The following ends the reach of
    a heading: a block without terms, such as "Where is it?", which is no sentence, but may be a
    heading; place and date at the head of a text; a table of contents; and the next slide.
    """
    start = sentences.start
    is_heading, ends_reach = np.zeros((2, len(sentences)), bool)
    instead = np.arange(len(sentences))
    ranked: list[tuple[int, int]] = []
    outer: dict[int, int] = {}
    for number in np.flatnonzero(sentences.form == FORMS.index("heading")).tolist():
        words = document.text[start[number] : sentences.end[number]].strip("*_ ")
        rank = _declared_rank(document, int(start[number]), int(sentences.end[number]))
        says = says_something(words, declared=rank is not None)
        if rank is not None and words:
            while ranked and ranked[-1][1] >= rank:
                ranked.pop()
            outer[number] = ranked[-1][0] if ranked else -1
            if says:
                ranked.append((number, rank))
            else:
                instead[number] = outer[number]
        if rank is None:
            ends_reach[number] = _NO_HEADING_BELOW.search(words) is not None
            is_caption = _is_caption(number, words, document.text, sentences)
            is_heading[number] = says and not is_caption and not _is_byline_or_page(words)
        else:
            is_heading[number] = not words[:1].isalpha() or not _is_byline_or_page(words)
    is_heading[_questions_as_headings(document, sentences)] = True
    nearest = nearest_above(is_heading & (sentences.words <= LONGEST_HEADING), sentences.document)
    nearest = np.where(nearest >= 0, instead[nearest], -1)
    if document.format in SLIDE_FORMATS:
        for number in np.flatnonzero(nearest >= 0).tolist():
            if document.page(start[number]) != document.page(start[nearest[number]]):
                nearest[number] = -1
    is_certain = (nearest >= _last_skipped(document.text, sentences)) & ~ends_reach[nearest]
    return np.where(is_certain, nearest, -1), outer


def _is_caption(number: int, words: str, text: str, sentences: Sentences) -> bool:
    """Whether a sentence that the document marks as no heading is a caption, or goes on with one
    in the same paragraph."""
    before = ""
    if not _begins_paragraph(number, text, sentences):
        before = text[sentences.start[number - 1] : sentences.end[number - 1]]
    return bool(_CAPTION.match(words) or _CAPTION.fullmatch(before))


def _questions_as_headings(document: Document, sentences: Sentences) -> list[int]:
    """The questions that count as headings; see `headings_above`."""
    if document.format == "subtitles":
        return []
    questions = list[int]()
    for number in np.flatnonzero(sentences.form == FORMS.index("question")).tolist():
        explains = sentences.form[number - sentences.context[number]] == FORMS.index("term")
        ends = (number, number + 1)
        stands_alone = all(_begins_paragraph(end, document.text, sentences) for end in ends)
        if stands_alone and not explains:
            questions.append(number)
    marks_headings = any(block.kind == "heading" for block in document.blocks)
    return questions if not marks_headings or len(questions) >= _FEWEST_QUESTIONS else []


def _begins_paragraph(number: int, text: str, sentences: Sentences) -> bool:
    """Whether there is a blank line, or the end of the document, before a sentence."""
    if number in (0, len(sentences)):
        return True
    between = sentences.end[number - 1], sentences.start[number]
    return _BLANK_LINE.search(text, *between) is not None


def _is_byline_or_page(text: str) -> bool:
    return is_byline(text) or _PAGE_NUMBER.search(text) is not None


def _declared_rank(document: Document, start: int, end: int) -> int | None:
    """The rank that a document gives a sentence as a heading; None if it marks none.

    1 is that of a chapter, 0 if the document gives none.
    """
    block = bisect_right(document.blocks, start, key=attrgetter("start")) - 1
    if block >= 0:
        found = document.blocks[block]
        return found.level if found.kind == "heading" else None
    is_markdown = document.format == "markdown"
    if is_markdown and (mark := _MARKDOWN_MARK.search(document.text[max(0, start - 20) : start])):
        return len(mark[1])
    below = _MARKDOWN_RULE if is_markdown else _RULE
    rule = below.match(document.text, end, end + _LONGEST_RULE)
    return None if rule is None else 1 if rule[1] == "=" else 2


def _last_skipped(text: str, sentences: Sentences) -> NDArray[np.intp]:
    """(N,) the last sentence so far after a block of words that is no sentence and not the head or
    foot of a page of plain text; -1 for none."""
    start = sentences.start
    before = np.zeros(len(sentences), np.intp)
    before[1:] = sentences.end[:-1]
    skipped = np.full(len(sentences), -1, np.intp)
    for number in np.flatnonzero(start - before > 2).tolist():
        between = text[before[number] : start[number]]
        between = between.replace("\r\n", "\n").replace("\r", "\n")
        first, *blocks = _BLANK_LINE.split(between)
        inner = blocks[:-1] if before[number] else [first, *blocks][:-1]
        inner = [block for block in inner if not _RUNNING_HEAD.fullmatch(block)]
        if any(map(_WORD.search, inner)) or _MARKDOWN_HEADING.search(between):
            skipped[number] = number
    return np.maximum.accumulate(skipped)


def _label(document: Document, sentences: Sentences, number: int) -> str:
    """The text of a heading for a citation; empty if it is the title of its document, or the place
    that it names, such as a sheet."""
    start, end = _slice_of(document.text, sentences, number)
    label = _ANCHOR.sub("", document.displayed(start, end))
    if _folded(label) == _folded(document.title):
        return ""
    if document.places and label == document.place(start):
        return ""
    return _cut(label)


def _cut(label: str) -> str:
    return f"{label[: LONGEST_LABEL - 1].rstrip()}…" if len(label) > LONGEST_LABEL else label


def _slice_of(text: str, sentences: Sentences, number: int) -> tuple[int, int]:
    """The slice of a heading, with a number before it on the line that was split off as a sentence,
    such as "5.6." or "Chapter 5."."""
    start, heading = int(sentences.start[number]), FORMS.index("heading")
    end = int(sentences.end[number])
    while number and sentences.form[number - 1] == heading:
        number -= 1
        between = text[sentences.end[number] : start]
        if "\n" in between or "\r" in between:
            break
        start = int(sentences.start[number])
    return start, end


def _folded(text: str) -> str:
    """`text` without case and white space."""
    return "".join(text.split()).casefold()


_CODE = re.compile(
    r"""
      (?:[$>]|>>>|[A-Za-z]{1,12}>|[\w.-]{1,30}@\S{1,60}[$#]|[A-Z]:\\[^\s>]{0,80}>)\s
    | [\\!|;{}]
    | [CM]-\w\s
    | [a-z./~][\w./~-]*\s(?:.*\s)?--?[A-Za-z]
    | (?:.*\s)?--?\w[\w-]*=[\w.,:]*\d
    """,
    re.VERBOSE,
)
"""A prompt, an escaped letter or another sign of code, or keys pressed together ("C-a"), first; a
command with an option; and an option with a value."""

_MACRO = re.compile(r"\\[A-Za-z]{2,}")
"""The name of a command after a backslash, with which a declared heading may begin."""

_FORMULA = re.compile(r"(?=.*[=+±×−√∑∫\ue000-\uf8ff])[\W\d_]*")
"""Signs and numbers without a letter. Pieces of large brackets are characters of private use."""

_ASSIGNMENT = re.compile(r"[A-Za-z_][\w.]*\s?=\s?(?=[^\d/]*[\d/])[^\s=<]+$")
_GAP = re.compile(r"[^\W\d_]{2}\S*(?:[ ]{3,}|[ ]?\t[ ]?)\S")
_OPTION = re.compile(r"[\W_]?-\w")
_LETTER = re.compile(r"[\W_]*[A-Za-zΑ-Ωα-ω](?:[\W\d_][A-Za-zΑ-Ωα-ω]?)*")
"""A part of a heading with letters, but no two in a row; those of other scripts may be words."""

_NUMBERS = re.compile(r"\d{9,}|\d+(?:\s+\d+){3,}")
"""The numbers of a scale or of a column, and no version, date or number of a section."""


def says_something(heading: str, *, declared: bool) -> bool:
    """Whether a heading says something about what is below it.

    It does not if it is code (a prompt, a command with an option, or an option with a value), a
    piece of a formula or the numbers of a scale. Nor does it if more than half of its parts are
    single letters, as in a glossary; numbers and signs are no parts. An option itself ("-x,
    --extract") says something.

    What the document does not declare as a heading must also be no assignment of a number or path,
    no row or running head with a wide gap between words, and no piece of a sentence, such as "The
    file could be": it has no verb, unless it has the number of a section or is a question.
    """
    is_code = _CODE.match(heading) and not (declared and _MACRO.match(heading))
    if is_code or _FORMULA.fullmatch(heading) or _NUMBERS.fullmatch(heading):
        return False
    parts = [part for part in heading.split() if not part.lstrip("`*_([")[:1].isdigit()]
    parts = [part for part in parts if any(map(str.isalpha, part))]
    letters = sum(bool(_LETTER.fullmatch(part)) and not _OPTION.match(part) for part in parts)
    if 2 * letters > len(parts):
        return False
    if declared:
        return True
    is_question = ends_with_question_mark(heading, 0, len(heading))
    may_be_clause = not heading[:1].isdigit() and not is_question
    is_clause = may_be_clause and has_finite_verb(heading)
    return not (is_clause or _ASSIGNMENT.match(heading) or _GAP.search(heading))
