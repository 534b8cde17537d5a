"""The block whose sentences are looked at, and what those so far say about the next ones."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from hyperdigest.documents import Block, BlockKind
from hyperdigest.split.block_before import NONE, BlockBefore, announces_below
from hyperdigest.split.open_lists import OpenList
from hyperdigest.split.scripts import count_words

_OF_TEXT = ("paragraph", "item", "step", "definition", "quote", "turn", "sentence")
_BELOW_LISTS = ("paragraph", "quote", "turn")
_COLONS = (":", "：")

_LONGEST_FIRST = 25
"""In words; the rest of an item is quoted after its first sentence if that is not longer."""

_NAMES = re.compile(r"\S+(?:\s\S+){0,3}?(?:\s(?:[—–]|--?)|:)\s")
"""So it is after one that begins with a name: "TARGET_DIR — The place of all files."."""

_ASIDE = re.compile(r"\((?:[^()]|\([^()]*+\))*+(?:\)[.,; ]*)?")
"""A sentence in brackets, or one that begins there: it introduces nothing."""

_LONGEST_NUMBER = 8
"""In characters; a longer paragraph says something of its own."""

_AROUND_NUMBER = "()[]「」『』【】〔〕. "


@dataclass(slots=True)
class CurrentBlock:
    """A block, what is before and around it, and what its sentences so far say.

    Parameters
    ----------
    block : the block.
    first, last : the numbers of its first and last sentence.
    preceding : the sentence before the next one.
    needed : the sentence that is quoted before those of the block.
    list_number, ordinal : of the next sentence, as in `Sentences`; 0 in no list or table.
    label : the sentence that names the item or step that a paragraph is in.
    around : the kind of that item or step; None in no list.
    ended : the outermost of the lists that end before a paragraph.
    caption : its sentence that is the caption of a table below it.
    goes_on : whether it goes on with the sentence of the code before it.
    is_note : whether it is a note or a warning, or the label of one.
    is_listed : whether its sentences without a verb are those of a reference.
    reference_end : where in it the reference ends that it begins with; 0 without any.
    is_of_info : whether it is an entry of a menu or an index of Info.
    is_value : whether it is a property such as "Default: 1".
    answers_term : whether it is a definition that answers a question, as in an FAQ.
    commands : where the commands of a session begin in it.
    commanded : the last sentence with a command of a session.
    answers : whether the sentence before the next one is a short answer to a question.
    goes_with_first : whether the rest of an item is quoted after its first sentence.
    stated, statement : the number and the words of the last sentence that is no aside.
    announcing, announcement : those of the last one that announces what is below the block.
    goes_on_aside : whether an aside in brackets is still open.
    """

    block: Block
    first: int
    last: int
    preceding: str
    needed: int = NONE
    list_number: int = 0
    ordinal: int = 0
    label: int = NONE
    around: BlockKind | None = None
    ended: OpenList | None = None
    caption: int = NONE
    goes_on: bool = False
    is_note: bool = False
    is_listed: bool = False
    reference_end: int = 0
    is_of_info: bool = False
    is_value: bool = False
    answers_term: bool = False
    commands: Sequence[int] = ()
    commanded: int = NONE
    answers: bool = False
    goes_with_first: bool = False
    stated: int = NONE
    statement: str = ""
    announcing: int = NONE
    announcement: str = ""
    goes_on_aside: bool = False

    @property
    def in_list(self) -> bool:
        """Whether it is an item or a step."""
        return self.block.kind in ("item", "step")

    @property
    def is_below_lists(self) -> bool:
        """Whether it is text that may stand in or below an item."""
        return self.block.kind in _BELOW_LISTS

    @property
    def is_text(self) -> bool:
        """Whether its sentences may refer to those before them."""
        return self.block.kind in _OF_TEXT

    def begin(self, number: int, sentence: str, language: str, *, is_prose: bool) -> None:
        """Take up its next sentence, which has this number."""
        if number > self.first:
            self.list_number = self.ordinal = 0
            is_rest = self.in_list and (self.goes_with_first or not is_prose)
            if is_rest or self.block.kind == "table":
                self.needed = self.first
        elif self.in_list and self.last > self.first:
            is_short = count_words(sentence, language) <= _LONGEST_FIRST
            self.goes_with_first = is_short or names_the_rest(sentence)

    def command_before(self, number: int, begin: int, close: int) -> int:
        """The sentence with the command of which one at this slice of the block is the output;
        `NONE` if it has a command itself, or there is none."""
        if not self.commands:
            return NONE
        if bisect_left(self.commands, begin) < bisect_left(self.commands, close):
            self.commanded = number
            return NONE
        return self.commanded

    def end(self, number: int, sentence: str) -> None:
        """Remember what this sentence says about those after it."""
        self.preceding = sentence
        if self.is_text and announces_below(sentence):
            self.announcing, self.announcement = number, sentence
        if not sentence[0].isdecimal() and is_number(sentence):
            return
        is_aside = self.goes_on_aside or (sentence[0] == "(" and _ASIDE.fullmatch(sentence))
        if is_aside and self.is_text and not sentence.endswith(_COLONS):
            self.goes_on_aside = not sentence.rstrip(".,; ").endswith(")")
        else:
            self.stated, self.statement, self.goes_on_aside = number, sentence, False

    def as_before(self, language: str) -> BlockBefore:
        """The block as the one before the next one."""
        has_statement = self.stated >= 0
        return BlockBefore(
            language,
            self.block.kind,
            self.block.level,
            self.block.end,
            self.first,
            self.stated if has_statement else self.last,
            self.statement if has_statement else self.preceding,
            self.caption,
            self.is_note,
            self.announcing,
            self.announcement,
        )


def names_the_rest(sentence: str) -> bool:
    """Whether a sentence begins with a name of what the rest of its item is about."""
    return _NAMES.match(sentence) is not None


def is_number(words: str) -> bool:
    """Whether words are only the number of a paragraph, perhaps in brackets: "[197]"."""
    return len(words) <= _LONGEST_NUMBER and words.strip(_AROUND_NUMBER).isdecimal()
