"""What a sentence needs to be understood: the sentence that is quoted before it.

An item or a step needs the lead-in of its list, a row the header of its table, code the line that
introduces it, a definition its term, an answer in an FAQ its question, and a sentence that begins
with a word such as "It" or "However" the sentence before. The rules are about blocks, so that they
are the same for all formats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hyperdigest.documents import FORMS, SENTENCE_KINDS, Block
from hyperdigest.split.dangling import refers_back
from hyperdigest.split.scripts import count_words
from hyperdigest.split.structure import kind_of

LONGEST_CONTEXT = 60
"""In words; a longer sentence is not quoted before another one."""

NONE = -1
"""The number of a sentence that there is not."""

_DEEPEST = 50
"""Lists nested deeper count as nested so deep."""

_PROSE = FORMS.index("prose")
_STRUCTURE = ("item", "step", "definition", "table", "code")
_INTRODUCE = ("paragraph", "heading", "item", "step", "definition", "term", "quote", "turn")
_OF_TEXT = ("paragraph", "item", "step", "definition", "quote", "turn", "sentence")


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
    """An open list, or a table, and the sentence that is quoted before its items or rows.

    `introduced` is whether that announces them, so that even whole sentences need it.
    """

    number: int
    kind: str
    lead_in: int
    introduced: bool = True


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
        self._kind = ""
        self._sentence = ""
        self._lists: list[_List] = []
        self._table = _List(0, "table", NONE)
        self._term = self._question = self._code_lead_in = NONE
        self._sizes = [0]

    def rows(
        self, block: Block, sentences: Sequence[tuple[int, int, int]]
    ) -> Iterator[SentenceRow]:
        """The rows of the sentences of the next block.

        They are given with their start and end in the block, and their form.
        """
        if not sentences:
            return
        first = self._count
        needed, number_of_list = self._place(block, sentences[0][2])
        ordinal = self._sizes[number_of_list]
        is_question = len(sentences) == 1 and block.kind in ("paragraph", "heading", "term")
        for begin, close, form in sentences:
            start, end = block.start + begin, block.start + close
            sentence, number = self._text[start:end], self._count
            if number > first:
                number_of_list = ordinal = 0
                if block.kind in ("item", "step"):
                    needed = NONE
            context = needed
            if context < 0 and block.kind in _OF_TEXT and refers_back(sentence, self._language):
                context = number - 1 if number > first else self._introduction()
            kind = 0
            if block.kind in _STRUCTURE:
                words = count_words(sentence, self._language)
                kind = SENTENCE_KINDS.index(kind_of(sentence, block.kind, FORMS[form], words))
            self._count, self._sentence = number + 1, sentence
            distance = number - context if context >= 0 else 0
            yield SentenceRow(start, end, form, kind, distance, number_of_list, ordinal)
        self._question = NONE
        if is_question and self._sentence.endswith(("?", "？", "؟")) and self._is_short():
            self._question = self._count - 1
        self._kind = block.kind

    @property
    def list_sizes(self) -> Sequence[int]:
        """How many items or rows the list or table of each number has, so far."""
        return self._sizes

    def _place(self, block: Block, form: int) -> tuple[int, int]:
        """The context of the sentences of a block, `NONE` if there is none, and the number of the
        list of the first one, which has this form."""
        kind, level = block.kind, block.level
        if kind in ("item", "step"):
            level = min(max(1, level), _DEEPEST)
            del self._lists[level:]
            return self._item(kind, level, form)
        del self._lists[0 if kind == "heading" else level :]
        if kind in ("header", "table"):
            return self._table_row(block)
        if kind == "term":
            before = self._introduction() if self._kind == "term" else NONE
            self._term = self._count
            return before, 0
        if kind == "definition":
            return self._term, 0
        if kind == "heading" or level == 0:
            self._term = NONE
        if kind == "code":
            if self._kind != "code":
                self._code_lead_in = self._introduction()
            return self._code_lead_in, 0
        return self._question if kind in ("paragraph", "quote", "turn") else NONE, 0

    def _item(self, kind: str, level: int, form: int) -> tuple[int, int]:
        lists = self._lists
        if len(lists) < level or lists[level - 1].kind != kind:
            lead_in = self._introduction()
            introduced = self._sentence.endswith((":", "：", "…"))
            del lists[level - 1 :]
            while len(lists) < level:
                lists.append(_List(self._new_list(), kind, lead_in, introduced))
        current = lists[level - 1]
        self._sizes[current.number] += 1
        return current.lead_in, current.number

    def _table_row(self, block: Block) -> tuple[int, int]:
        if self._kind not in ("header", "table") or block.kind == "header":
            self._table = _List(self._new_list(), "table", NONE)
        if block.kind == "header":
            words = count_words(self._text[block.start : block.end], self._language)
            self._table.lead_in = self._count if words <= LONGEST_CONTEXT else NONE
            return NONE, 0
        self._sizes[self._table.number] += 1
        return self._table.lead_in, self._table.number

    def _new_list(self) -> int:
        self._sizes.append(0)
        return len(self._sizes) - 1

    def _introduction(self) -> int:
        """The sentence before, if it is not too long and may introduce something."""
        introduces = self._kind in _INTRODUCE and self._is_short()
        return self._count - 1 if introduces else NONE

    def _is_short(self) -> bool:
        return count_words(self._sentence, self._language) <= LONGEST_CONTEXT
