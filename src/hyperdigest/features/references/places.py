"""Find the numbered part of its document that each sentence belongs to.

A sentence belongs to the part whose number begins its own paragraph or item, or else to the part
whose numbered heading stands above it. If that is in doubt, it belongs to none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from hyperdigest.documents import FORMS, SENTENCE_KINDS, Document, Sentences
from hyperdigest.features.references.labels import LONGEST_LABEL, Label, has_leaders, label_of
from hyperdigest.features.references.numbers import Part, roman_value
from hyperdigest.features.references.words import BARE_KINDS, LETTERED_KINDS

UNKNOWN = ""
"""The number of a small part of which only the large part is known."""

_HEADING, _STUB = FORMS.index("heading"), FORMS.index("stub")
_NOT_NUMBERED = frozenset(FORMS.index(form) for form in ("table", "code", "header"))
_SENTENCES = ("prose", "question", "incomplete")
_LONGEST_MARKS = 20
"""So many signs may stand before the number of an entry of a table of contents."""

_MOST_TITLES = 20
"""So many later parts with the same number are compared with an entry."""

_ROWS_AND_CODE = frozenset(SENTENCE_KINDS.index(kind) for kind in ("row", "code"))


class Places:
    """The numbered parts of a document, and which of its sentences belong to them.

    Parameters
    ----------
    first : the number of the first sentence of the document; the others follow it.
    """

    def __init__(
        self, document: Document, sentences: Sentences, first: int, last: int, language: str
    ) -> None:
        self._document, self._sentences, self._language = document, sentences, language
        paragraphs = _paragraphs(document, sentences, first, last, language)
        _leave_out_entries(paragraphs)
        self._parts = _Reader().parts(paragraphs)
        begins = [
            part
            for paragraph in paragraphs
            if paragraph.is_counted and (part := self._parts.get(paragraph.sentences[0]))
        ]
        self._times = Counter(begins)
        self._labels = {p.sentences[0]: p.label_end for p in paragraphs if p.label}
        self._kinds: dict[str, set[str]] = {}
        for part in begins:
            self._kinds.setdefault(part.number, set()).add(part.kind)

    def part_of(self, sentence: int) -> Part | None:
        """The part that a sentence belongs to, if there is only one with its number."""
        part = self._parts.get(sentence)
        return part if part and self._is_only(part) else None

    def has(self, number: str) -> bool:
        """Whether a part of the document has a number."""
        return number in self._kinds

    def is_reference(self, sentence: int, start: int, named: Part) -> bool:
        """Whether what names a part of this document, in one of its sentences, is a reference.

        It is none if it is the number with which a part or an entry of the contents begins; and it
        is not certain if the part that it is in has a small part with that number.
        """
        if start < self._labels.get(sentence, 0) or self._is_entry(sentence, start):
            return False
        around = self._parts.get(sentence)
        return not around or Part(around.kind, around.number, (named.number,)) not in self._times

    def _is_entry(self, sentence: int, start: int) -> bool:
        """Whether a sentence that begins with a number is a heading or an entry of contents."""
        columns, text = self._sentences, self._document.text
        first, end = int(columns.start[sentence]), int(columns.end[sentence])
        if start - first > _LONGEST_MARKS or any(map(str.isalnum, text[first:start])):
            return False
        is_heading = FORMS[columns.form[sentence]] not in _SENTENCES or has_leaders(
            text[max(start, end - LONGEST_LABEL) : end]
        )
        line = text[start : min(end, start + LONGEST_LABEL)]
        label = label_of(line, self._language, is_heading=is_heading)
        return label is not None and bool(label.kind)

    def _is_only(self, part: Part) -> bool:
        of_whole = self._times[Part(part.kind, part.number)]
        return of_whole <= 1 and (UNKNOWN in part.subs or self._times[part] <= 1)

    def names(self, named: Part, part: Part) -> bool:
        """Whether a reference names a part of this document, or the larger one that it is in."""
        kinds = self._kinds.get(part.number, set())
        same_kind = part.kind == named.kind or (
            not part.kind and named.kind in BARE_KINDS and named.kind not in kinds
        )
        return (
            same_kind and part.number == named.number and part.subs[: len(named.subs)] == named.subs
        )


@dataclass(slots=True)
class _Paragraph:
    """Consecutive sentences of one paragraph.

    Parameters
    ----------
    level : the rank of a heading; 0 if it is not known.
    lead_in : the sentence that introduces an item; -1 if none does.
    is_entry : whether the number is that of an entry of a table of contents.
    """

    sentences: list[int]
    label: Label | None
    label_end: int
    is_heading: bool = False
    level: int = 0
    lead_in: int = -1
    is_entry: bool = False

    @property
    def is_counted(self) -> bool:
        """Whether it begins the part with its number."""
        return self.label is not None and not self.is_entry


def _paragraphs(
    document: Document, sentences: Sentences, first: int, last: int, language: str
) -> list[_Paragraph]:
    """The paragraphs of a document, each with the number at its beginning."""
    text, found = document.text, list[_Paragraph]()
    start, end = sentences.start[first:last].tolist(), sentences.end[first:last].tolist()
    form, kind = sentences.form[first:last].tolist(), sentences.kind[first:last].tolist()
    lead_in = sentences.context[first:last].tolist()
    begins_item = sentences.list_number[first:last].tolist()
    before, block_before = 0, -1
    for index in range(last - first):
        gap = text[before : start[index]]
        before = end[index]
        block = _block_at(document.blocks, start[index])
        begins_block = block != block_before
        block_before = block
        line_start = max(gap.rfind("\n"), gap.rfind("\r"), gap.rfind("\f"))
        begins_line = line_start >= 0 or not found
        apart = kind[index] in _ROWS_AND_CODE
        is_heading, label, label_end = form[index] == _HEADING, None, 0
        if begins_line and not apart and form[index] not in _NOT_NUMBERED:
            # The mark of a step stands before its sentence.
            mark = gap[line_start + 1 :][-LONGEST_LABEL:]
            stop = min(end[index] + 1, start[index] + LONGEST_LABEL)
            line = mark + text[start[index] : stop].rstrip("\n\r")
            may_head = is_heading or (form[index] == _STUB and not kind[index])
            label = label_of(line, language, is_heading=may_head)
            if may_head and label and (label.kind or label.style == "A."):
                is_heading = True
            label_end = start[index] - len(mark) + label.end if label else 0
        begins = begins_line and (
            begins_block
            or apart
            or _has_blank_line(gap)
            or begins_item[index]
            or (bool(found) and found[-1].is_heading != is_heading)
        )
        if found and label is None and not begins:
            found[-1].sentences.append(first + index)
            continue
        found.append(
            _Paragraph(
                [first + index],
                label,
                label_end,
                is_heading,
                _level(document, block, gap) if is_heading else 0,
                first + index - lead_in[index] if lead_in[index] else -1,
            )
        )
    return found


def _block_at(blocks: Sequence[object], start: int) -> int:
    return bisect_right(blocks, start, key=attrgetter("start")) - 1 if blocks else 0


def _has_blank_line(gap: str) -> bool:
    return gap.count("\n") > 1 and not all(map(str.strip, gap.split("\n")[1:-1]))


def _level(document: Document, block: int, gap: str) -> int:
    if document.blocks:
        return document.blocks[block].level if block >= 0 else 0
    mark = gap.rsplit("\n", 1)[-1].strip()
    return len(mark) if document.format == "markdown" and mark and not mark.strip("#") else 0


def _leave_out_entries(paragraphs: Sequence[_Paragraph]) -> None:
    """Mark the entries of tables of contents: those with the number and title of a later part."""
    later: dict[tuple[str, str], list[str]] = {}
    for paragraph in reversed(paragraphs):
        label = paragraph.label
        if label is None or label.style not in ("", "1", "1."):
            continue
        titles = later.setdefault((label.kind, label.number), [])
        repeats = bool(label.title) and any(each.startswith(label.title) for each in titles)
        paragraph.is_entry = label.is_entry or repeats
        titles.append(label.title)
        del titles[:-_MOST_TITLES]


@dataclass(slots=True)
class _Level:
    style: str
    value: int
    number: str


class _Reader:
    """Reads the paragraphs of a document in order, and knows which part each is in."""

    def __init__(self) -> None:
        self._whole: Part | None = None
        self._whole_style = ""
        self._of_heading = False
        self._rank = 0
        self._subs: list[_Level] = []
        self._lost = False
        self._counted: dict[str, int] = {}
        self._in_annex = False

    def parts(self, paragraphs: Sequence[_Paragraph]) -> dict[int, Part]:
        """The part of each sentence that is in one."""
        found: dict[int, Part] = {}
        plain = {
            label.number
            for p in paragraphs
            if (label := p.label) and p.is_counted and label.style in ("", "1", "1.")
        }
        for paragraph in paragraphs:
            part = self._part(paragraph, found, plain)
            if part is not None:
                found |= dict.fromkeys(paragraph.sentences, part)
        return found

    def _part(self, paragraph: _Paragraph, found: dict[int, Part], plain: set[str]) -> Part | None:
        label = paragraph.label
        if paragraph.is_entry:
            self._forget()
            return None
        if label is not None and label.style == "1" and not _has_neighbour(label.number, plain):
            label = paragraph.label = None
        if label is None:
            return self._without_number(paragraph, found)
        if label.is_caption:
            return Part(label.kind, label.number)
        if label.kind:
            self._in_annex = label.kind in LETTERED_KINDS
        if label.style:
            self._simple(label, paragraph)
        elif self._in_annex and not label.kind and label.number[0].isdigit():
            self._subs, self._lost = [_Level("", 0, label.number)], False
        else:
            self._begin(Part(label.kind, label.number), paragraph)
        return self._current()

    def _current(self) -> Part | None:
        if self._whole is None:
            return None
        subs = [level.number for level in self._subs]
        if self._lost:
            subs.append(UNKNOWN)
        return Part(self._whole.kind, self._whole.number, tuple(subs))

    def _without_number(self, paragraph: _Paragraph, found: dict[int, Part]) -> Part | None:
        if paragraph.is_heading:
            if not self._is_above(paragraph):
                self._forget()
            self._subs, self._lost = [], False
            return self._whole
        if paragraph.lead_in >= 0:
            return found.get(paragraph.lead_in)
        if not self._of_heading or self._whole is None:
            return None
        return Part(self._whole.kind, self._whole.number, (UNKNOWN,) if self._subs else ())

    def _is_above(self, heading: _Paragraph) -> bool:
        """Whether a heading is a smaller one than that of the part so far."""
        return self._of_heading and 0 < self._rank < heading.level

    def _forget(self) -> None:
        self._whole, self._whole_style, self._subs, self._lost = None, "", [], False
        self._of_heading, self._rank = False, 0

    def _begin(self, part: Part, paragraph: _Paragraph, style: str = "") -> None:
        self._forget()
        self._whole, self._whole_style = part, style
        self._of_heading, self._rank = paragraph.is_heading, paragraph.level

    def _simple(self, label: Label, paragraph: _Paragraph) -> None:
        """A number such as ``2.`` or ``(a)``: of a small part, or of a part of the document."""
        if paragraph.is_heading and not label.number.isdigit() and not self._is_above(paragraph):
            self._forget()
        readings = _readings(label, heading=paragraph.is_heading)
        goes_on = [
            (depth, style)
            for depth, level in enumerate(self._subs)
            for style, value in readings
            if level.style == style and level.value + 1 == value
        ]
        style, value = readings[0]
        is_number = label.number.isdigit()
        is_next = is_number and self._counted.get(style) == value - 1 and not self._in_annex
        if goes_on and (len(goes_on) > 1 or (is_next and self._whole_style == style)):
            self._subs, self._lost = [], True
        elif goes_on:
            depth, style = goes_on[0]
            level = _Level(style, self._subs[depth].value + 1, label.number)
            self._subs[depth:] = [level]
            self._lost = False
        elif is_number and not self._in_annex and self._is_whole(paragraph, style, is_next):
            self._counted[style] = value
            self._begin(Part("", label.number), paragraph, style)
        elif self._whole is not None and (begun := [s for s, v in readings if v == 1]):
            self._add(begun[-1], label.number)
        else:
            self._subs, self._lost = [], True

    def _is_whole(self, paragraph: _Paragraph, style: str, is_next: bool) -> bool:
        """Whether a number is that of a part of the document, not of a part of the one above it."""
        if self._whole is None or is_next or self._whole_style == style:
            return True
        is_small = self._of_heading and self._whole.kind not in ("", "chapter", "part")
        return paragraph.is_heading and not is_small

    def _add(self, style: str, number: str) -> None:
        """Begin a list of small parts in the part so far, or begin its list of this style again."""
        for depth, level in enumerate(self._subs):
            if level.style == style:
                del self._subs[depth:]
                break
        self._subs.append(_Level(style, 1, number))
        self._lost = False


def _readings(label: Label, *, heading: bool) -> list[tuple[str, int]]:
    """The styles that a number may have, and what it counts in each.

    ``i`` is the ninth letter, or 1 in Roman numbers.
    """
    style = f"{label.style} {heading}"
    if label.number.isdigit():
        return [(style, int(label.number))]
    number, roman = label.number.lower(), roman_value(label.number.lower())
    letters = [(style, ord(number) - ord("a") + 1)] if len(number) == 1 else []
    return [*letters, *([(f"{style} Roman", roman)] if roman else [])]


def _has_neighbour(number: str, numbers: set[str]) -> bool:
    """Whether another part has the number before or after, or begins with this number."""
    value = int(number)
    return bool({f"{value - 1}", f"{value + 1}", f"{value}.1"} & numbers)
