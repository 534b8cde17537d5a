"""What a sentence needs to be understood: the sentence that is quoted before it.

An item or a step needs the lead-in of its list, a row the header of its table, code the line that
introduces it, a definition its term, an answer in an FAQ its question, and a sentence that begins
with a word such as "It" or "However" the sentence before. The rules are about blocks, so that they
are the same for all formats.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from hyperdigest.base.slices import QUESTION_LABEL
from hyperdigest.documents import FEWEST_WORDS_ALONE, FORMS, SENTENCE_KINDS, Block
from hyperdigest.split.block_before import NONE, BlockBefore, announces_below, asks
from hyperdigest.split.code_blocks import begins_with_comment
from hyperdigest.split.dangling import refers_back, refers_to_several
from hyperdigest.split.entries import (
    is_between_numbers,
    is_reference,
    is_references_heading,
    lists_entries,
)
from hyperdigest.split.forms import FINAL, has_finite_verb
from hyperdigest.split.notes import begins_note, is_note_label, labels_note
from hyperdigest.split.open_lists import LONGEST_LABEL, OpenList, OpenLists
from hyperdigest.split.open_table import OpenTable, caption_in
from hyperdigest.split.properties import is_property
from hyperdigest.split.scripts import count_words, stop_words
from hyperdigest.split.sessions import entries_of
from hyperdigest.split.structure import kind_of
from hyperdigest.split.usage import calls_program
from hyperdigest.split.verbs import verbs

_PROSE, _STUB, _ANSWER = map(FORMS.index, ("prose", "stub", "answer"))
_IN_PIECES = ("table", "code")
_STRUCTURE = ("item", "step", "definition", "table", "code")
_OF_TEXT = ("paragraph", "item", "step", "definition", "quote", "turn", "sentence")
_NAME_TABLES = ("paragraph", "definition")
_GO_ON = ("paragraph", "definition")
_BELOW_LISTS = ("paragraph", "quote", "turn")
_OPEN = (",", ";", ":", "：")
"""What ends no name: more follows."""
_ASIDE = re.compile(r"\((?:[^()]|\([^()]*+\))*+(?:\)[.,; ]*)?")
"""A sentence in brackets, or one that begins there: it introduces nothing."""

_COLONS = (":", "：")
_LABEL = re.compile(rf"{QUESTION_LABEL}\s+")

_GOES_ON = re.compile(r"([^\W\d_]+)(?:[’'][a-z]+)?,?\s")
"""The word with which a sentence may go on below code."""

_LONGEST_OPEN = 80
"""In characters; a longer one that is open below code may say something of its own."""

_LONGEST_NUMBER, _LONGEST_JOINT = 8, 20
"""In characters; a longer paragraph says something of its own."""

_LONGEST_LINE_OF_QUESTION = 60
"""In characters; a longer line may be broken anywhere."""

_LONGEST_NAME = 6
"""In words; a first sentence of an item that is as short names what the rest of it is about."""

_NAMES = re.compile(r"\S+(?:\s\S+){0,3}?(?:\s(?:[—–]|--?)|:)\s")
"""So does one that begins with a name: "TARGET_DIR — The place of all files."."""

_LONGEST_FIRST = 25
"""In words; the rest of an item is quoted after its first sentence if that is not longer."""

_FARTHEST_NAME = 6
"""In sentences; a heading farther above a property is that of a whole section."""

_VALUE = re.compile(r"\W{0,3}[^\W\d_][\w ]{1,20}:\W{0,4}\w")
"""A value of an item or a definition: "Default: 1024."."""

_LONGEST_SHORT_ANSWER = 10
"""In words; a longer answer is quoted if it is prose."""

_FEWEST_OF_PROSE = 5
"""In words; a shorter sentence that goes on with a short answer is a part of it, and no prose."""


class SentenceRow(NamedTuple):
    """A sentence of a document: its slice, and the values of the columns of `Sentences`."""

    start: int
    end: int
    form: int
    kind: int = 0
    context: int = 0
    list_number: int = 0
    ordinal: int = 0
    of: int = 0


class ContextFinder:
    """Finds the kind, the context and the ordinal of the sentences of a document, block by block.

    Parameters
    ----------
    text : of the document.
    language : of the document, which says what its openers are.
    """

    def __init__(self, text: str, language: str) -> None:
        self._text, self._language = text, language
        self._count = 0
        self._before = BlockBefore(language)
        numbers = count(1)
        self._lists = OpenLists(text, numbers)
        self._table = OpenTable(text, language, numbers)
        self._sizes: Counter[int] = Counter()
        self._code_lead_in = self._heading = self._begun = NONE
        self._has_entries = self._has_references = self._joins_code = self._is_announced = False

    @property
    def list_sizes(self) -> Sequence[int]:
        """How many items, rows or definitions the list or table of each number has, so far."""
        return [self._sizes[number] for number in range(max(self._sizes, default=0) + 1)]

    def rows(
        self, block: Block, sentences: Sequence[tuple[int, int, int]]
    ) -> Iterator[SentenceRow]:
        """The rows of the sentences of the next block.

        They are given with their start and end in the block, and their form.
        """
        if not sentences:
            return
        if _is_number(self._text, block):
            for begin, close, form in sentences:
                self._count += 1
                yield SentenceRow(block.start + begin, block.start + close, form, 0, 0, 0, 0)
            return
        first, before, caption = self._count, self._before, NONE
        if block.kind in _NAME_TABLES and before.kind not in ("header", "table"):
            caption = caption_in(self._text, block, first, sentences[0][1])
        if block.kind == "heading":
            heading = self._text[block.start : block.end]
            self._heading, is_letter = first, len(heading) == 1  # of an index
            self._has_entries = lists_entries(heading) or (self._has_entries and is_letter)
            self._has_references = is_references_heading(heading)
        is_below_lists = block.kind in _BELOW_LISTS
        ended = self._lists.ended_at(block.level) if is_below_lists else None
        begin, close, form = sentences[0]
        own = self._text[block.start + begin : block.start + close]
        goes_on = before.kind == "code" and self._goes_on(block, own, form)
        is_note = is_below_lists and (
            begins_note(self._text, block)
            or labels_note(self._text, block)
            or (before.is_note and is_note_label(before.sentence))
        )
        says_enough = form == _PROSE
        if says_enough and block.kind == "item":
            says_enough = count_words(own, self._language) >= FEWEST_WORDS_ALONE
        needed, number_of_list = self._place(block, says_enough=says_enough, is_note=is_note)
        if number_of_list and block.kind in ("item", "step"):
            is_open, is_stub = own.endswith(_OPEN), form == _STUB and not own.endswith(".")
            is_name = not is_open and (is_stub or self._names_the_rest(own))
            is_name = (block.kind == "step" or is_name) and count_words(own) <= LONGEST_LABEL
            self._lists.begin(block.level, first, is_name=is_name)
            self._begun = first
        around = self._lists.around(block.level, self._begun) if is_below_lists else None
        label = self._lists.label(block.level, before) if is_below_lists else NONE
        ordinal = 0
        if number_of_list:
            self._sizes[number_of_list] += 1
            ordinal = self._sizes[number_of_list]
        in_list, goes_with_first = block.kind in ("item", "step"), False
        is_listed, is_value = self._has_references and in_list, False
        if block.kind == "paragraph":
            own = self._text[block.start : block.end]
            is_listed = is_reference(own, listed=self._has_references)
            is_value = is_property(own)
        commands, commanded = list[int](), NONE
        if block.kind == "code" and len(sentences) > 1:
            commands = [entry.start for entry in entries_of(self._text[block.start : block.end])]
        last, preceding, answers = first + len(sentences) - 1, before.sentence, False
        stated, goes_on_aside, announced = (NONE, ""), False, (NONE, "")
        for number, (begin, close, form) in enumerate(sentences, start=first):
            start, end = block.start + begin, block.start + close
            sentence, is_first = self._text[start:end], number == first
            is_answer = number == first + 1 and self._is_below_question(start, preceding)
            is_answer = is_answer or (not is_first and _answers(sentence, preceding))
            if not is_first:
                number_of_list = ordinal = 0
                if in_list and (goes_with_first or form != _PROSE):
                    needed = first
            elif in_list and last > first:
                is_short = count_words(sentence, self._language) <= _LONGEST_FIRST
                goes_with_first = is_short or _NAMES.match(sentence) is not None
            if is_listed and not has_finite_verb(sentence):
                form = _STUB
            context = needed
            if commands and bisect_left(commands, begin) < bisect_left(commands, close):
                commanded = number
            elif commands and commanded >= 0:
                context = commanded
            joins = not is_first and self._joins(sentence)
            if block.kind in _OF_TEXT and (joins or refers_back(sentence, self._language)):
                context = number - 1 if stated[0] < 0 or joins else stated[0]
                if is_first:
                    context = self._referred_to(block.kind, needed, sentence, ended)
            elif is_answer:
                context = number - 1
            if is_first and goes_on and before.is_short:
                context = before.last
            context = label if context < 0 else context
            is_value = is_value and is_first
            if is_value and context < 0:
                context = self._named_by_value(first)
            is_asked = 0 <= context == number - 1 and (is_first or is_answer)
            is_asked = is_asked and (context == needed or asks(preceding))
            answers = is_below_lists and (is_asked or (answers and context >= 0))
            answers = answers and self._is_short_answer(sentence, form)
            if answers and (is_asked or count_words(sentence, self._language) < _FEWEST_OF_PROSE):
                form = _ANSWER
            kind = 0
            if block.kind in _STRUCTURE:
                words = count_words(sentence, self._language)
                kind = SENTENCE_KINDS.index(kind_of(sentence, block.kind, FORMS[form], words))
                is_rest = not is_first and form == _STUB and block.kind not in _IN_PIECES
                is_rest = is_rest and not _VALUE.match(sentence)
                # Below no header row or caption, but at most below the heading.
                is_entry_of_index = block.kind == "table" and context <= self._heading
                is_part = in_list or block.kind == "definition" or is_entry_of_index
                are_entries = self._has_entries or is_between_numbers(sentence)
                only_joins = sentence.rstrip(".,:").lower() in stop_words("en")
                is_caption = caption >= 0 and block.kind == "definition"
                is_rest = is_rest or (is_first and goes_on and not before.is_short)
                if is_rest or only_joins or is_caption or (are_entries and is_part):
                    kind = 0
            elif (around and form == _PROSE) or (is_value and context >= 0):
                words, part = count_words(sentence, self._language), around or "definition"
                kind = SENTENCE_KINDS.index(kind_of(sentence, part, FORMS[form], words))
            distance = number - context if context >= 0 else 0
            yield SentenceRow(start, end, form, kind, distance, number_of_list, ordinal)
            preceding = sentence
            if block.kind in _OF_TEXT and announces_below(sentence):
                announced = number, sentence
            is_aside = goes_on_aside or (sentence[0] == "(" and _ASIDE.fullmatch(sentence))
            if is_aside and block.kind in _OF_TEXT and not sentence.endswith(_COLONS):
                goes_on_aside = not sentence.rstrip(".,; ").endswith(")")
            else:
                stated, goes_on_aside = (number, sentence), False
        self._count = last + 1
        if stated[0] < 0:
            stated = last, preceding
        self._before = BlockBefore(
            self._language,
            block.kind,
            block.level,
            block.end,
            first,
            *stated,
            caption,
            is_note,
            *announced,
        )

    def _place(self, block: Block, *, says_enough: bool, is_note: bool) -> tuple[int, int]:
        """The context of the sentences of a block, which may be a note, `NONE` if there is none,
        and the number of the list or table of the first one, which may say enough alone; 0 in none.
        """
        kind, level, before = block.kind, block.level, self._before.as_lead_in
        if kind in ("item", "step"):
            return self._lists.item(block, before, says_enough=says_enough)
        if kind == "term":
            return self._lists.term(block, self._count, before), 0
        if kind == "definition":
            return self._lists.definition(block, before)
        if kind in ("header", "table", "code"):
            self._lists.interrupt(level)
        elif kind == "heading":
            self._lists.end()
        elif is_note:
            self._lists.interrupt(level)
        else:
            self._lists.close(level)
        if kind == "header":
            return self._table.header(block, self._count, before, self._lists.term_explained), 0
        if kind == "table":
            return self._table.row(block, before, self._lists.term_explained)
        if kind == "code":
            goes_on = self._joins_code and before.kind == "paragraph"
            if not goes_on and (before.kind != "code" or level < before.level):
                self._is_announced = before.kind == "heading" or before.announces
                needs_none = not self._is_announced and calls_program(self._text, block.start)
                self._code_lead_in = NONE if needs_none else before.introduction
            elif not self._is_announced and begins_with_comment(self._text, block.start):
                return NONE, 0
            return self._code_lead_in, 0
        self._joins_code = before.kind == "code" and self._only_joins(block)
        if kind not in _BELOW_LISTS:
            return NONE, 0
        return self._asked(block), 0

    def _asked(self, block: Block) -> int:
        """The question that a block answers, by its last sign or by the label of the block."""
        before = self._before
        between = self._text[before.end : block.start] if before.kind == "heading" else ""
        if "A" in between and before.is_short:
            label = _LABEL.fullmatch(between.lstrip("*_").lstrip())
            if label and not label["asks"]:
                return before.last
        return before.question

    def _referred_to(self, kind: str, otherwise: int, sentence: str, ended: OpenList | None) -> int:
        """The context of a sentence that refers back and begins its block of this kind.

        That is the context that the block has anyway. Without one, a sentence about several things
        refers to what is before its own list, or to the outermost of the lists that `ended` before
        it, and any sentence to the table or the code before it, or else to the sentence before it.
        """
        if otherwise >= 0:
            return otherwise
        before, table = self._before, self._table
        own = self._lists.innermost if kind == "item" else None
        if own and own.before >= 0 and refers_to_several(sentence):
            return own.before
        if before.kind == "table":
            return table.before if table.before >= 0 else table.lead_in
        if ended and self._sizes[ended.number] > 1 and refers_to_several(sentence):
            return ended.before if ended.before >= 0 else before.introduction
        if before.kind == "code":
            return before.last if before.is_short else self._code_lead_in
        return before.introduction

    def _named_by_value(self, number: int) -> int:
        """What a property such as "Default: 1" is one of: the heading not far above the sentence
        with this number, or else the few words or the property before it."""
        if 0 <= number - self._heading <= _FARTHEST_NAME and self._heading >= 0:
            return self._heading
        before = self._before
        is_name = before.first == before.last and before.words <= _LONGEST_NAME
        is_name = is_name and not FINAL.search(before.sentence)
        return before.introduction if before.kind == "paragraph" and is_name else NONE

    def _names_the_rest(self, sentence: str) -> bool:
        """Whether the first sentence of an item names what the rest of it is about."""
        is_short = count_words(sentence, self._language) <= _LONGEST_NAME
        return is_short or _NAMES.match(sentence) is not None

    def _is_below_question(self, start: int, before: str) -> bool:
        """Whether what starts here is on the line below a short question, which has its own."""
        if not asks(before) or len(before) > _LONGEST_LINE_OF_QUESTION:
            return False
        return "\n" in self._text[max(0, start - 3) : start] and "\n" not in before

    def _only_joins(self, block: Block) -> bool:
        """Whether a block between two pieces of code only has words such as "or" and "to this"."""
        return block.kind == "paragraph" and self._joins(self._text[block.start : block.end])

    def _goes_on(self, block: Block, sentence: str, form: int) -> bool:
        """Whether a block below code goes on with the sentence of the code: "stops the pump.", or
        up to more code: "is equivalent to:"."""
        if block.kind not in _GO_ON or block.level != self._before.level or form == _PROSE:
            return False
        stops = stop_words(self._language)
        is_open = sentence[-1] == ":" or sentence.rsplit(None, 1)[-1] in stops
        if is_open and sentence[0].islower() and len(sentence) <= _LONGEST_OPEN:
            return True
        begin = _GOES_ON.match(sentence) if is_open or FINAL.search(sentence[-40:]) else None
        if begin is None or begin[1] in stops:
            return begin is not None
        is_imperative = begin[1] in verbs().bases and not self._is_announced
        return begin[1] in verbs().finite and not is_imperative

    def _joins(self, sentence: str) -> bool:
        """Whether a sentence is a few words that say nothing alone, such as "Then:"."""
        words = sentence.lower().strip(".,:; ").split() if len(sentence) <= _LONGEST_JOINT else ()
        return bool(words) and stop_words(self._language).issuperset(words)

    def _is_short_answer(self, sentence: str, form: int) -> bool:
        """Whether a sentence is whole and as short as those of a short answer: "Port 8443."."""
        if not FINAL.search(sentence[-40:]):
            return False
        words = count_words(sentence, self._language)
        may_be_quoted = kind_of(sentence, "definition", FORMS[form], words) != "prose"
        return words <= _LONGEST_SHORT_ANSWER and may_be_quoted


def _is_number(text: str, block: Block) -> bool:
    """Whether a block is only the number of the paragraph below it, and no context of anything."""
    if block.kind != "paragraph" or block.end - block.start > _LONGEST_NUMBER:
        return False
    return text[block.start : block.end].strip("()[]. ").isdecimal()


def _answers(sentence: str, before: str) -> bool:
    """Whether a sentence has the label of an answer to the one before it ("A:")."""
    label = _LABEL.match(sentence)
    return label is not None and not label["asks"] and asks(before)
