"""What a sentence needs to be understood: the sentence that is quoted before it.

An item or a step needs the lead-in of its list, a row the header of its table, code the line that
introduces it, a definition its term, an answer in an FAQ its question, and a sentence that begins
with a word such as "It" or "However" the sentence before. The rules are about blocks, so that they
are the same for all formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from hyperdigest.base.slices import QUESTION_LABEL, printed_number
from hyperdigest.documents import FORMS, SENTENCE_KINDS, Block
from hyperdigest.split.dangling import refers_back, refers_to_several
from hyperdigest.split.entries import lists_entries
from hyperdigest.split.forms import FINAL
from hyperdigest.split.scripts import count_words, stop_words
from hyperdigest.split.structure import kind_of

LONGEST_CONTEXT = 60
"""In words; a longer sentence is not quoted before another one."""

NONE = -1
"""The number of a sentence that there is not."""

_DEEPEST = 50
"""Lists nested deeper count as nested so deep."""

_PROSE, _STUB, _ANSWER = map(FORMS.index, ("prose", "stub", "answer"))
_IN_PIECES = ("table", "code")
_STRUCTURE = ("item", "step", "definition", "table", "code")
_INTRODUCE = ("paragraph", "heading", "item", "step", "definition", "term", "quote", "turn")
_OF_TEXT = ("paragraph", "item", "step", "definition", "quote", "turn", "sentence")
_BELOW_LISTS = ("paragraph", "quote", "turn")
_COLONS = (":", "：")
_ANNOUNCES = (*_COLONS, "…")
_FOLLOWING = re.compile(
    r"\b(?:the following|as follows|folgende[nrs]?|suivante?s?|siguientes?|seguent[ei]"
    r"|seguintes?|volgende|следующ\w+)\b",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"[*_]{0,2}(?:Table|Tab\.|Tabelle|Tableau|Tabla|Tabela|Tabella|Tabel|Таблица)\s?"
    r"(?:[A-Z]|[A-Z]?\d{1,4})(?:[.-]\d{1,4}){0,3}(?:\s?[.:|–—]|[*_]{2}[.:]?)\s",
    re.IGNORECASE,
)
_BETWEEN_TABLES = re.compile(r"\n\n\n|<table\b", re.IGNORECASE)
_LABEL = re.compile(rf"{QUESTION_LABEL}\s")
_MOST_BEFORE = 60

_LONGEST_CAPTION, _MOST_LINES_OF_CAPTION = 300, 3
"""In characters and lines; a longer paragraph that begins with the number of a table is text."""

_LONGEST_JOINT = 20
"""In characters; a longer paragraph says something of its own."""

_LONGEST_LABEL = 10
"""In words; a longer item that ends in a colon introduces only what is right below it."""

_LONGEST_NAME = 6
"""In words; a first sentence of an item that is as short names what the rest of it is about."""

_LONGEST_SHORT_ANSWER = 4
"""In words; a longer answer is quoted if it is prose."""

_BULLET = re.compile(
    r"(?:\A|(?P<blank>\n[ \t>]*\r?)?\n)[ \t>]*(?P<bullet>[^\w\s])[ \t]+(?:\[[ xX]\][ \t]+)?\Z"
)


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


@dataclass(slots=True)
class _List:
    """An open list or table: its number in the document, and the kind of its blocks.

    Parameters
    ----------
    lead_in : the sentence that is quoted before its items or rows; of a list of definitions the
        term that is explained.
    announced : whether the lead-in says that a list follows, so that even whole sentences need it.
    last : the number of the last step, from 1, also of a letter; 0 if it has none.
    falls : whether the numbers of the steps fall, as in a countdown.
    bullet : what is printed before its first item, such as ``*``; empty if nothing is.
    before : the sentence before the list or table, for a paragraph below it that refers to it.
    label : the words of the last item, if they introduce the paragraphs that are the rest of it.
    """

    number: int
    kind: str
    lead_in: int
    announced: bool = True
    last: int = 0
    falls: bool = False
    bullet: str = ""
    before: int = NONE
    label: int = NONE

    def takes(self, number: int) -> bool:
        """Whether a step with this number goes on with the list, and is no first step of another.

        In Markdown all steps may have the first number.
        """
        if not number:
            return True
        if self.last > 1 and number == 1 and not (self.falls and self.last == 2):
            return False
        self.falls = self.falls or number < self.last
        self.last = number
        return True


_LONGEST_NUMBER = 8
"""In characters."""


class ContextFinder:
    """Finds the kind, the context and the ordinal of the sentences of a document, block by block.

    Parameters
    ----------
    text : of the document.
    language : of the document, which says what its openers are.
    """

    def __init__(self, text: str, language: str) -> None:
        self._text, self._language = text, language
        self._count, self._first, self._last, self._end = 0, NONE, NONE, 0
        self._kind = ""
        self._level = 0
        self._sentence = ""
        self._lists: list[_List] = []
        self._interrupted: list[_List] = []
        self._table = _List(0, "table", NONE)
        self._question = self._code_lead_in = self._caption = NONE
        self._sizes = [0]
        self._has_entries = self._joins_code = False

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
        first, caption = self._count, NONE
        if block.kind == "paragraph" and self._kind not in ("header", "table"):
            caption = self._caption_in(block, sentences[0][1])
        ended = self._lists[block.level : block.level + 1] if block.kind in _BELOW_LISTS else []
        if block.kind == "heading":
            heading = self._text[block.start : block.end]
            is_letter = len(heading) == 1  # of an index
            self._has_entries = lists_entries(heading) or (self._has_entries and is_letter)
        needed, number_of_list = self._place(block, sentences[0][2] == _PROSE)
        label = self._label_of(block)
        ordinal = self._sizes[number_of_list]
        is_question = block.kind == "heading" or (
            len(sentences) == 1 and block.kind in ("paragraph", "term")
        )
        in_list, is_named = block.kind in ("item", "step"), False
        for begin, close, form in sentences:
            start, end = block.start + begin, block.start + close
            sentence, number = self._text[start:end], self._count
            if number > first:
                number_of_list = ordinal = 0
                if in_list:
                    needed = first if is_named or form != _PROSE else NONE
            elif in_list and len(sentences) > 1:
                is_named = count_words(sentence, self._language) <= _LONGEST_NAME
            context = needed
            if block.kind in _OF_TEXT and refers_back(sentence, self._language):
                context = number - 1
                if number == first:
                    context = self._before(block.kind, needed, sentence, ended)
            elif number > first and _answers(sentence, self._sentence):
                context = number - 1
            context = label if context < 0 else context
            is_first = number == first or _answers(sentence, self._sentence)
            is_below = block.kind in _BELOW_LISTS and context == number - 1
            if is_below and is_first and self._is_short_answer(sentence, form):
                form = _ANSWER
            kind = 0
            if block.kind in _STRUCTURE:
                words = count_words(sentence, self._language)
                kind = SENTENCE_KINDS.index(kind_of(sentence, block.kind, FORMS[form], words))
                is_rest = number > first and form == _STUB and block.kind not in _IN_PIECES
                is_part = in_list or block.kind == "definition"
                if is_rest or (self._has_entries and is_part):
                    kind = 0
            self._count, self._last, self._sentence = number + 1, number, sentence
            distance = number - context if context >= 0 else 0
            yield SentenceRow(start, end, form, kind, distance, number_of_list, ordinal)
        self._question = NONE
        if is_question and _asks(self._sentence) and self._is_short():
            self._question = self._last
        self._kind, self._level, self._end = block.kind, block.level, block.end
        self._first, self._caption = first, caption

    @property
    def list_sizes(self) -> Sequence[int]:
        """How many items, rows or definitions the list or table of each number has, so far."""
        return self._sizes

    def _place(self, block: Block, is_prose: bool) -> tuple[int, int]:
        """The context of the sentences of a block, `NONE` if there is none, and the number of the
        list of the first one, which may be a whole sentence."""
        kind, lists = block.kind, self._lists
        if kind in ("item", "step"):
            of_kind = printed_number if kind == "step" else _bullet
            mark = of_kind(self._text, block.start)
            return self._item(kind, max(1, block.level), mark, is_prose=is_prose)
        if kind in ("term", "definition"):
            return self._definition(kind, max(1, block.level))
        if kind not in _IN_PIECES and kind != "header":
            self._resume(0 if kind == "heading" else block.level)
        elif len(lists) > block.level:
            self._interrupted = lists.copy()
        del lists[0 if kind == "heading" else block.level :]
        if kind in ("header", "table"):
            return self._table_row(block)
        if kind == "code":
            goes_on = self._joins_code and self._kind == "paragraph"
            if not goes_on and (self._kind != "code" or block.level < self._level):
                self._code_lead_in = self._introduction()
            return self._code_lead_in, 0
        self._joins_code = self._kind == "code" and self._only_joins(block)
        return self._question if kind in _BELOW_LISTS else NONE, 0

    def _item(self, kind: str, level: int, mark: str, *, is_prose: bool) -> tuple[int, int]:
        self._resume(level if self._goes_on(level, kind, mark) else level - 1)
        current = self._list_at(level, kind)
        if kind == "item":
            current = self._lists[-1] = self._with_bullet(current, mark)
        elif not current.takes(number := _number(mark, current.last)):
            current = self._lists[-1] = _List(self._new_list(), kind, NONE, False, number)
        self._sizes[current.number] += 1
        self._lists[-1].label = NONE
        is_needed = kind == "step" or current.announced or not is_prose
        return current.lead_in if is_needed else NONE, current.number

    def _with_bullet(self, current: _List, mark: str) -> _List:
        """The list of an item with this mark: the one that is open, or one below it that has other
        bullets after a blank line. The same sentence introduces both."""
        bullet = mark.strip()
        if not self._sizes[current.number]:
            return replace(current, bullet=bullet)
        is_other = mark.startswith("\n") and current.bullet not in ("", bullet)
        return replace(current, number=self._new_list(), bullet=bullet) if is_other else current

    def _label_of(self, block: Block) -> int:
        """The words of the item that a paragraph is in, if they are only a label of what follows.

        They are none if something else than a paragraph is right below them.
        """
        if block.kind not in _BELOW_LISTS or not self._lists or len(self._lists) != block.level:
            return NONE
        current = self._lists[-1]
        is_below_item = self._kind == current.kind and self._level == block.level
        if is_below_item and self._first == self._last:
            words = count_words(self._sentence, self._language)
            is_label = self._sentence.endswith(_COLONS) and words <= _LONGEST_LABEL
            current.label = self._last if is_label else NONE
        return current.label

    def _resume(self, level: int) -> None:
        """Open again those of the lists that a program or table interrupted down to a level."""
        if level > len(self._lists) and self._interrupted:
            self._lists[:] = self._interrupted[:level]
        self._interrupted = []

    def _goes_on(self, level: int, kind: str, mark: str) -> bool:
        """Whether a step has the next number of the list that a program or table interrupted, or
        neither of them has numbers."""
        before = self._interrupted[level - 1 : level]
        if kind != "step" or not before or before[0].kind != kind:
            return False
        number, last = _number(mark, before[0].last), before[0].last
        return number == last + 1 > 1 or number == last == 0

    def _definition(self, kind: str, level: int) -> tuple[int, int]:
        current = self._list_at(level, "definition")
        if kind == "term":
            before = self._introduction() if self._kind == "term" else NONE
            current.lead_in = self._count
            return before, 0
        if self._kind != "term":
            return current.lead_in, 0
        self._sizes[current.number] += 1
        return current.lead_in, current.number

    def _list_at(self, level: int, kind: str) -> _List:
        """The list of this kind at a level, which is begun if it is not open."""
        lists, level = self._lists, min(level, _DEEPEST)
        del lists[level:]
        if len(lists) < level or lists[level - 1].kind != kind:
            announced = _announces(self._sentence)
            is_beside = self._level >= level and self._kind != "heading" and not announced
            before = NONE if is_beside else self._introduction()
            lead_in = NONE if kind == "definition" else before
            del lists[level - 1 :]
            while len(lists) < level:
                opened = _List(self._new_list(), kind, lead_in, announced, before=before)
                lists.append(opened)
        return lists[level - 1]

    def _table_row(self, block: Block) -> tuple[int, int]:
        goes_on = self._kind == "table" and block.kind == "table"
        is_apart = _BETWEEN_TABLES.search(self._text, self._end, block.start) is not None
        if is_apart or not (goes_on or self._kind == "header"):
            self._table = self._new_table(has_header=block.kind == "header")
        if block.kind == "header":
            before = self._table.lead_in
            words = count_words(self._text[block.start : block.end], self._language)
            self._table.lead_in = self._count if words <= LONGEST_CONTEXT else NONE
            return before, 0
        self._sizes[self._table.number] += 1
        return self._table.lead_in, self._table.number

    def _new_table(self, *, has_header: bool) -> _List:
        """A table that begins. It is introduced by the term that it explains, or else, without a
        header row, by the heading, the caption or the announcement before it. A paragraph below it
        without any refers to whatever is before it."""
        introduces = self._kind == "heading" or _announces(self._sentence)
        before = self._introduction() if introduces or not has_header else NONE
        lead_in = before if introduces else self._caption
        if self._lists and self._lists[-1].kind == "definition":
            lead_in = self._lists[-1].lead_in
        elif has_header:
            lead_in = NONE
        return _List(self._new_list(), "table", lead_in, before=before)

    def _caption_in(self, block: Block, close: int) -> int:
        """The sentence of a block that is the caption of a table below it ("Table 3: Ports"): its
        first one, which ends at `close` in it, or the next one if that is only the number."""
        found = _CAPTION.match(self._text, block.start, block.end)
        if found is None or block.end - block.start > _LONGEST_CAPTION:
            return NONE
        if self._text.count("\n", block.start, block.end) >= _MOST_LINES_OF_CAPTION:
            return NONE
        return self._count + int(block.start + close < found.end())

    def _new_list(self) -> int:
        self._sizes.append(0)
        return len(self._sizes) - 1

    def _before(self, kind: str, otherwise: int, sentence: str, ended: Sequence[_List]) -> int:
        """The context of a sentence that refers back and begins its block of this kind.

        That is the context that the block has anyway. Without one, a sentence about several things
        refers to what is before its own list, or to the outermost of the lists that `ended` before
        it, and any sentence to the table or the code before it, or else to the sentence before it.
        """
        if otherwise >= 0:
            return otherwise
        own = self._lists[-1] if kind == "item" else None
        if own and own.before >= 0 and refers_to_several(sentence):
            return own.before
        if self._kind == "table":
            return self._table.before if self._table.before >= 0 else self._table.lead_in
        if ended and self._sizes[ended[0].number] > 1 and refers_to_several(sentence):
            return ended[0].before if ended[0].before >= 0 else self._introduction()
        if self._kind == "code":
            return self._last if self._is_short() else self._code_lead_in
        return self._introduction()

    def _only_joins(self, block: Block) -> bool:
        """Whether a block between two pieces of code only has words such as "or" and "to this"."""
        if block.kind != "paragraph" or block.end - block.start > _LONGEST_JOINT:
            return False
        words = self._text[block.start : block.end].lower().strip(".,:; ").split()
        return stop_words(self._language).issuperset(words)

    def _introduction(self) -> int:
        """The sentence before, if it is not too long and may introduce something."""
        introduces = self._kind in _INTRODUCE and self._is_short()
        return self._last if introduces else NONE

    def _is_short_answer(self, sentence: str, form: int) -> bool:
        """Whether a sentence answers the one before it in a few words: "Port 8443."."""
        if not _asks(self._sentence) or not FINAL.search(sentence[-40:]):
            return False
        words = count_words(sentence, self._language)
        may_be_quoted = kind_of(sentence, "definition", FORMS[form], words) != "prose"
        return words <= _LONGEST_SHORT_ANSWER and may_be_quoted

    def _is_short(self) -> bool:
        return count_words(self._sentence, self._language) <= LONGEST_CONTEXT


def _is_number(text: str, block: Block) -> bool:
    """Whether a block is only the number of the paragraph below it, and no context of anything."""
    if block.kind != "paragraph" or block.end - block.start > _LONGEST_NUMBER:
        return False
    return text[block.start : block.end].strip("()[]. ").isdecimal()


def _announces(sentence: str) -> bool:
    """Whether a sentence says that a list follows, by its last sign or a word."""
    return sentence.endswith(_ANNOUNCES) or _FOLLOWING.search(sentence) is not None


def _asks(sentence: str) -> bool:
    return sentence.rstrip("*_").endswith(("?", "？", "؟"))


def _answers(sentence: str, before: str) -> bool:
    """Whether a sentence has the label of an answer to the one before it ("A:")."""
    label = _LABEL.match(sentence)
    return label is not None and not label["asks"] and _asks(before)


def _bullet(text: str, start: int) -> str:
    """What is printed before an item on its line, such as ``*``, after a line break if the line
    before is blank; empty if nothing is."""
    found = _BULLET.search(text, max(0, start - _MOST_BEFORE), start)
    if found is None:
        return ""
    return found["bullet"] if found["blank"] is None else "\n" + found["bullet"]


def _number(mark: str, before: int) -> int:
    """The number of a mark such as ``3.``, ``(c)`` or ``iv)`` after a step; 0 without a mark.

    That of ``1.2`` is its last one. Several letters are taken for the Roman number after `before`.
    """
    bare = mark.strip("().").rpartition(".")[2].lower()
    if not bare or bare.isdecimal():
        return int(bare or 0)
    if len(bare) > 1:
        return before + 1
    return 1 if bare == "i" and before != ord("h") - ord("a") + 1 else ord(bare) - ord("a") + 1
