"""What a sentence needs to be understood: the sentence that is quoted before it.

An item or a step needs the lead-in of its list, a row the header of its table, code the line that
introduces it, a definition its term, an answer in an FAQ its question, and a sentence that begins
with a word such as "It" or "However" the sentence before. The rules are about blocks, so that they
are the same for all formats.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from hyperdigest.base.slices import QUESTION_LABEL
from hyperdigest.documents import FORMS, SENTENCE_KINDS, Block
from hyperdigest.documents.quotable import FEWEST_WORDS_ALONE
from hyperdigest.split.block_before import NONE, BlockBefore, asks
from hyperdigest.split.current_block import CurrentBlock, is_number, names_the_rest
from hyperdigest.split.dangling import refers_back, refers_to_several
from hyperdigest.split.forms import FINAL
from hyperdigest.split.notes import begins_note, is_note_label, labels_note
from hyperdigest.split.open_code import OpenCode, only_joins
from hyperdigest.split.open_lists import LONGEST_LABEL, OpenLists
from hyperdigest.split.open_section import OpenSection
from hyperdigest.split.open_table import OpenTable, caption_in
from hyperdigest.split.properties import is_measure, is_property
from hyperdigest.split.scripts import count_words, stop_words
from hyperdigest.split.sessions import entries_of
from hyperdigest.split.structure import kind_of
from hyperdigest.split.verbs import has_finite_verb, verbs

_PROSE, _INCOMPLETE, _STUB, _ANSWER = map(FORMS.index, ("prose", "incomplete", "stub", "answer"))
_IN_PIECES = ("table", "code")
_STRUCTURE = ("item", "step", "definition", "table", "code")
_NAME_TABLES = ("paragraph", "definition")
_OPEN = (",", ";", ":", "：")
"""What ends no name: more follows."""
_LABEL = re.compile(rf"{QUESTION_LABEL}\s+")

_LONGEST_LINE_OF_QUESTION = 60
"""In characters; a longer line may be broken anywhere."""

_LONGEST_NAME = 6
"""In words; a first sentence of an item that is as short names what the rest of it is about."""

_VALUE = re.compile(r"\W{0,3}[^\W\d_][\w ]{1,20}:\W{0,4}\w")
"""A value of an item or a definition: "Default: 1024."."""

_LONGEST_SHORT_ANSWER = 10
"""In words; a longer answer is quoted if it is prose."""

_LONGEST_BEGINNING = 80
"""In characters of a sentence, which say whether it tells what to do."""

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
        self._section = OpenSection()
        self._code = OpenCode(text, language)
        self._last_item = NONE

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
        if block.kind == "paragraph" and is_number(self._text[block.start : block.end]):
            for begin, close, form in sentences:
                self._count += 1
                yield SentenceRow(block.start + begin, block.start + close, form)
            return
        current = self._begun(block, sentences)
        for number, place in enumerate(sentences, start=current.first):
            yield self._row(current, number, *place)
        self._count = current.last + 1
        self._before = current.as_before(self._language)

    def _begun(self, block: Block, sentences: Sequence[tuple[int, int, int]]) -> CurrentBlock:
        """A block with what is known of it before its sentences are looked at one by one."""
        before, first = self._before, self._count
        begin, close, form = sentences[0]
        own = self._text[block.start + begin : block.start + close]
        current = CurrentBlock(block, first, first + len(sentences) - 1, before.sentence)
        if block.kind in _NAME_TABLES and before.kind not in ("header", "table"):
            current.caption = caption_in(self._text, block, first, close)
        words = self._text[block.start : block.end]
        if block.kind == "heading":
            self._section.begin(block, first, words)
        is_below_lists = current.is_below_lists
        if is_below_lists:
            current.ended = self._lists.ended_at(block.level)
            current.is_note = (
                begins_note(self._text, block)
                or labels_note(self._text, block)
                or (before.is_note and is_note_label(before.sentence))
            )
        current.goes_on = form != _PROSE and self._code.is_continued(block, own, before)
        self._place(current, own, form)
        current.answers_term = block.kind == "definition" and self._lists.answers_term
        if is_below_lists:
            current.around = self._lists.around(block.level, self._last_item)
            current.label = self._lists.label(block.level, before)
        self._section.look_at(current, words)
        current.is_value = block.kind == "paragraph" and (is_property(words) or is_measure(words))
        if block.kind == "code" and current.last > first:
            current.commands = [entry.start for entry in entries_of(words)]
        return current

    def _row(
        self, current: CurrentBlock, number: int, begin: int, close: int, form: int
    ) -> SentenceRow:
        """The row of the next sentence of a block, given with its start and end in that, and its
        form."""
        start, end = current.block.start + begin, current.block.start + close
        sentence, before = self._text[start:end], current.preceding
        is_first = number == current.first
        current.begin(number, sentence, self._language, is_prose=form == _PROSE)
        is_reference = begin < current.reference_end or (
            current.is_listed and not has_finite_verb(sentence)
        )
        is_incomplete = form == _INCOMPLETE
        if is_reference or self._section.has_as_entry(current, is_incomplete=is_incomplete):
            form = _STUB
        is_answer = number == current.first + 1 and self._is_below_question(start, before)
        is_answer = is_answer or (not is_first and _answers(sentence, before))
        context = self._context(current, number, begin, close, is_answer=is_answer)
        is_asked = 0 <= context == number - 1 and (is_first or is_answer)
        is_asked = is_asked and (context == current.needed or asks(before))
        answers = is_asked or (current.answers and context >= 0)
        answers = answers and (current.is_below_lists or current.answers_term)
        current.answers = answers and self._is_short_answer(sentence, form)
        if current.answers:
            is_answer = is_asked or count_words(sentence, self._language) < _FEWEST_OF_PROSE
            form = _ANSWER if is_answer else form
        kind = 0 if is_reference else self._kind(current, number, sentence, form, context)
        current.end(number, sentence)
        distance = number - context if context >= 0 else 0
        return SentenceRow(start, end, form, kind, distance, current.list_number, current.ordinal)

    def _context(
        self, current: CurrentBlock, number: int, begin: int, close: int, *, is_answer: bool
    ) -> int:
        """The sentence that is quoted before one of a block, given with its start and end in that;
        `NONE` without any."""
        block, before, is_first = current.block, self._before, number == current.first
        sentence = self._text[block.start + begin : block.start + close]
        command = current.command_before(number, begin, close)
        context = command if command >= 0 else current.needed
        joins = not is_first and only_joins(sentence, self._language)
        if current.is_text and (joins or refers_back(sentence, self._language)):
            context = number - 1 if current.stated < 0 or joins else current.stated
            if is_first:
                context = self._referred_to(current, sentence)
        elif is_answer:
            context = number - 1
        if is_first and current.goes_on and before.is_short:
            context = before.last
        if context < 0:
            context = current.label
        if context < 0 and is_first and current.is_value:
            context = self._section.name_of_value(number, before)
        return context

    def _kind(
        self, current: CurrentBlock, number: int, sentence: str, form: int, context: int
    ) -> int:
        """As what a sentence is quoted: the index of its kind, 0 if only its form says if it is."""
        part = current.block.kind
        if current.answers_term and form in (_PROSE, _ANSWER):
            return 0
        if part in _STRUCTURE:
            if self._is_no_part(current, number, sentence, form, context):
                return 0
        elif (current.around and form == _PROSE) or (
            current.is_value and number == current.first and context >= 0
        ):
            part = current.around or "definition"
        else:
            return 0
        words = count_words(sentence, self._language)
        return SENTENCE_KINDS.index(kind_of(sentence, part, FORMS[form], words))

    def _is_no_part(
        self, current: CurrentBlock, number: int, sentence: str, form: int, context: int
    ) -> bool:
        """Whether a sentence of a list, a table or code is none of its parts: the rest of one, a
        few words that join others, a caption, a part of a formula that was taken for a row, or an
        entry of an index or of contents."""
        block = current.block
        if number > current.first:
            is_rest = form == _STUB and block.kind not in _IN_PIECES
            is_rest = is_rest and not (_VALUE.match(sentence) or _tells_to_do(sentence))
        else:
            is_rest = current.goes_on and not self._before.is_short
        if is_rest or sentence.rstrip(".,:").lower() in stop_words("en"):
            return True
        if current.caption >= 0 and block.kind == "definition":
            return True
        if block.kind == "table" and self._table.says_nothing(sentence):
            return True
        return self._section.lists(current, sentence, context)

    def _place(self, current: CurrentBlock, own: str, form: int) -> None:
        """Say what is quoted before the sentences of a block, the first of which is its `own`, and
        which part of which list or table that one is."""
        block, says_enough = current.block, form == _PROSE
        if says_enough and block.kind == "item":
            says_enough = count_words(own, self._language) >= FEWEST_WORDS_ALONE
        current.needed, number = self._context_and_list(current, says_enough=says_enough)
        if number:
            self._sizes[number] += 1
            current.list_number, current.ordinal = number, self._sizes[number]
            if current.in_list:
                self._lists.begin(
                    block.level, current.first, is_name=self._is_name(block, own, form)
                )
                self._last_item = current.first

    def _is_name(self, block: Block, own: str, form: int) -> bool:
        """Whether the first sentence of an item or step names what is in there."""
        if count_words(own, self._language) > LONGEST_LABEL:
            return False
        is_open, is_stub = own.endswith(_OPEN), form == _STUB and not own.endswith(".")
        is_short = count_words(own, self._language) <= _LONGEST_NAME
        is_name = not is_open and (is_stub or is_short or names_the_rest(own))
        return block.kind == "step" or is_name

    def _context_and_list(self, current: CurrentBlock, *, says_enough: bool) -> tuple[int, int]:
        """The context of the sentences of a block, `NONE` if there is none, and the number of the
        list or table of the first one, which may say enough alone; 0 in none."""
        block = current.block
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
        elif current.is_note:
            self._lists.interrupt(level)
        else:
            self._lists.close(level)
        if kind == "header":
            return self._table.header(block, self._count, before, self._lists.term_explained), 0
        if kind == "table":
            return self._table.row(block, before, self._lists.term_explained)
        if kind == "code":
            return self._code.begin(block, self._before), 0
        self._code.leave(block, self._before)
        return self._asked(block) if current.is_below_lists else NONE, 0

    def _asked(self, block: Block) -> int:
        """The question that a block answers, by its last sign or by the label of the block."""
        before = self._before
        between = self._text[before.end : block.start] if before.kind == "heading" else ""
        if "A" in between and before.is_short:
            label = _LABEL.fullmatch(between.lstrip("*_").lstrip())
            if label and not label["asks"]:
                return before.last
        return before.question

    def _referred_to(self, current: CurrentBlock, sentence: str) -> int:
        """The context of a sentence that refers back and begins its block.

        That is the context that the block has anyway. Without one, a sentence about several things
        refers to what is before its own list, or to the outermost of the lists that ended before
        it, and any sentence to the table or the code before it, or else to the sentence before it.
        Of a table it is the lead-in; one of a single row names what is told below it.
        "This" at the start of an item is not the code in the item before.
        """
        if current.needed >= 0:
            return current.needed
        ended = current.ended
        before, table = self._before, self._table
        own = self._lists.innermost if current.block.kind == "item" else None
        if own and own.before >= 0 and refers_to_several(sentence):
            return own.before
        if before.kind == "table":
            is_name = self._sizes[table.number] == 1 and not table.has_names
            if is_name and before.is_short:
                return before.last
            return table.before if table.before >= 0 else table.lead_in
        if ended and self._sizes[ended.number] > 1 and refers_to_several(sentence):
            return ended.before if ended.before >= 0 else before.introduction
        if before.kind == "code":
            if current.block.kind == "item" and before.level >= current.block.level:
                return NONE
            return before.last if before.is_short else self._code.lead_in
        return before.introduction

    def _is_below_question(self, start: int, before: str) -> bool:
        """Whether what starts here is on the line below a short question, which has its own."""
        if not asks(before) or len(before) > _LONGEST_LINE_OF_QUESTION:
            return False
        return "\n" in self._text[max(0, start - 3) : start] and "\n" not in before

    def _is_short_answer(self, sentence: str, form: int) -> bool:
        """Whether a sentence is whole and as short as those of a short answer: "Port 8443."."""
        if not FINAL.search(sentence[-40:]):
            return False
        words = count_words(sentence, self._language)
        may_be_quoted = kind_of(sentence, "definition", FORMS[form], words) != "prose"
        return words <= _LONGEST_SHORT_ANSWER and may_be_quoted


def _tells_to_do(sentence: str) -> bool:
    """Whether a sentence says what to do, perhaps without a full stop: "Set 'a=b' and run 'c'"."""
    words = sentence[:_LONGEST_BEGINNING].split()
    if len(words) < _FEWEST_OF_PROSE or sentence.endswith((*_OPEN, "{", "(")):
        return False
    is_pointer = words[0] == "See"
    return words[0].istitle() and words[0].lower() in verbs().bases and not is_pointer


def _answers(sentence: str, before: str) -> bool:
    """Whether a sentence has the label of an answer to the one before it ("A:")."""
    label = _LABEL.match(sentence)
    return label is not None and not label["asks"] and asks(before)
