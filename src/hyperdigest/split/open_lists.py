"""The lists that are open at a block, and what is quoted before their items and definitions."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hyperdigest.base.slices import printed_number
from hyperdigest.documents import DEEPEST_LEVEL, Block, BlockKind
from hyperdigest.split.block_before import NONE, BlockBefore, asks
from hyperdigest.split.scripts import count_words

LONGEST_LABEL = 10
"""In words; a longer item that ends in a colon introduces only what is right below it, and a longer
step names nothing that is in it."""

_MOST_BETWEEN = 3
"""Paragraphs and quotes between two steps of a list: more of them, and a new list begins."""

_FARTHEST_ANNOUNCED = 10_000
"""In characters; a whole sentence announces no part of a list farther below it."""

_BEGINS_QUESTION = re.compile(r"[\s\d.()*_¿\"'“„«]*[^\W\d_]")
"""Perhaps a number and quotation marks, and a letter."""

_AFTER_QUESTION = "!\"'”’»)*_ "
"""Signs that may follow the question mark."""

_FEWEST_OF_QUESTION = 3
"""In words; a shorter term, such as "help?", is no question, nor is an option."""

_OPTION = re.compile(r"[*_`\[\s]{0,4}[-–]{1,2}\w")
_COLONS = (":", "：")
_BETWEEN_LISTS = "\n\n\n"
_MOST_BEFORE = 60
_BULLET = re.compile(
    r"(?:\A|(?P<blank>\n[ \t>]*\r?)?\n)[ \t>]*(?P<bullet>[^\w\s])[ \t]+(?:\[[ xX]\][ \t]+)?\Z"
)


@dataclass(slots=True)
class OpenList:
    """An open list: its number in the document, and the kind of its blocks.

    Parameters
    ----------
    lead_in : the sentence that is quoted before its items; of a list of definitions the term that
        is explained.
    asks : whether that term is a question, as in an FAQ.
    announced : whether the lead-in says that a list follows, or is the item that the list is in, so
        that even whole sentences need it.
    before : the sentence before the list, for a paragraph below it that refers to it.
    last : the number of the last step, from 1, also of a letter; 0 if it has none.
    shape : of the numbers of the steps, as of `_shape`.
    falls : whether the numbers of the steps fall, as in a countdown.
    bullet : what is printed before its first item, such as ``*``; empty if nothing is, and None as
        long as it has no item.
    begin : the first sentence of the last item.
    label : the words of the last item, if they name what the paragraphs that are the rest of it are
        about.
    says_enough : whether the first sentence of the last item is prose of more than a word or two.
    column : of the first term in its line; -1 without one.
    reach : up to where in the text its lead-in announces parts of it.
    """

    number: int
    kind: BlockKind
    lead_in: int
    announced: bool
    asks: bool = False
    before: int = NONE
    last: int = 0
    shape: str = ""
    falls: bool = False
    bullet: str | None = None
    begin: int = NONE
    label: int = NONE
    says_enough: bool = False
    column: int = -1
    reach: int = sys.maxsize

    def is_announced_at(self, start: int) -> bool:
        """Whether a part of it that starts here needs its lead-in even if it says enough alone."""
        return self.announced and start <= self.reach

    def takes(self, mark: str, *, is_apart: bool) -> bool:
        """Whether a step with this mark goes on with the list, and is no first step of another.

        In Markdown all steps may have the first number. Those of a list that two blank lines divide
        from the one before it go on with that only if they are counted on.
        """
        number, shape = _number(mark, self.last), _shape(mark)
        if not number:
            return not is_apart or self.begin == NONE
        if self.last:
            goes_on = number - self.last in ((-1, 1) if self.falls else (1,))
            is_first = number == 1 and self.last > 1 and not (self.falls and self.last == 2)
            if is_first or shape != self.shape or (is_apart and not goes_on):
                return False
            self.falls = self.falls or number < self.last
        self.last, self.shape = number, shape
        return True


class OpenLists:
    """The lists that are open at a block, the innermost one last.

    What it says about an item or a definition is the sentence that is quoted before it, and the
    number of the list that it is one more part of, 0 if it is none.

    Parameters
    ----------
    text : of the document.
    numbers : for the lists, in their order.
    """

    def __init__(self, text: str, numbers: Iterator[int]) -> None:
        self._text, self._numbers = text, numbers
        self._lists: list[OpenList] = []
        self._interrupted: list[OpenList] = []
        self._ended: list[OpenList] = []
        self._between = 0

    @property
    def innermost(self) -> OpenList | None:
        return self._lists[-1] if self._lists else None

    @property
    def term_explained(self) -> int | None:
        """The term that what is in the innermost list explains; None outside of definitions."""
        innermost = self.innermost
        return innermost.lead_in if innermost and innermost.kind == "definition" else None

    @property
    def answers_term(self) -> bool:
        """Whether what is in the innermost list answers a question that is its term."""
        return self.innermost is not None and self.innermost.asks

    def ended_at(self, level: int) -> OpenList | None:
        """The outermost of the lists that a block at this level is not in."""
        return self._lists[level] if level < len(self._lists) else None

    def end(self) -> None:
        """Close all lists at a heading. None of them goes on."""
        self._lists, self._interrupted, self._ended = [], [], []

    def close(self, level: int) -> None:
        """Close the lists that text at this level is not in. Their next step may follow soon."""
        self._resume(level)
        self._leave(level)
        self._between += 1

    def interrupt(self, level: int) -> None:
        """Close the lists that a program, table or note at this level is not in. They may go on."""
        if len(self._lists) > level:
            self._interrupted = self._lists.copy()
        self._leave(level)

    def item(self, block: Block, before: BlockBefore, *, says_enough: bool) -> tuple[int, int]:
        """The context and the list of an item or step, whose first sentence may say enough alone:
        it is prose of more than a word or two.

        In what explains a term, one without a lead-in needs the term. Below a note a list goes on
        only if no item says enough.
        """
        kind, level = block.kind, max(1, block.level)
        is_apart = _BETWEEN_LISTS in self._text[before.end : block.start]
        of_kind = printed_number if kind == "step" else _bullet
        mark = of_kind(self._text, block.start)
        goes_on = self._goes_on(level, mark) if kind == "step" else self._has_like(level, mark)
        if kind == "item" and before.is_note:
            goes_on = goes_on and not (
                says_enough or before.announces or self._interrupted[level - 1].says_enough
            )
        if goes_on and [one.kind for one in self._lists[level - 1 : level]] == ["item"]:
            del self._lists[level - 1 :]
        self._resume(level if goes_on else level - 1)
        if mark and before.kind == "definition" and _is_at_margin(self._text, block.start):
            before = before._replace(level=level)  # beside the definition, which is indented
        current = self._list_at(level, kind, before)
        if kind == "item":
            current = self._lists[-1] = self._with_bullet(current, mark, is_apart=is_apart)
        elif current.last == 0 and _number(mark, 0) > 1 and before.kind != "heading":
            # The rest of a list that was begun elsewhere is introduced only expressly.
            current.lead_in = current.lead_in if current.announced else NONE
            current.takes(mark, is_apart=is_apart)
        elif not current.takes(mark, is_apart=is_apart):
            current = OpenList(next(self._numbers), kind, NONE, announced=False)
            current.takes(mark, is_apart=False)
            self._lists[-1] = current
        current.label, current.says_enough = NONE, says_enough
        is_announced = current.is_announced_at(block.start)
        is_needed = kind == "step" or is_announced or not says_enough
        is_counted = level < DEEPEST_LEVEL  # it is not known which of the deepest lists it is in
        context = current.lead_in if is_needed else NONE
        around = self._lists[-2] if len(self._lists) > 1 else None
        if context < 0 and around and around.kind == "definition":
            context = around.lead_in
        return context, current.number if is_counted else 0

    def term(self, block: Block, number: int, before: BlockBefore) -> int:
        """The context of a term, which is the sentence with this number: the term before it, or
        the term that explains it, or what announces its list. An option says by itself what it is.
        Terms with an empty explanation between them are divided as lists are.
        """
        level = max(1, block.level)
        current = self._list_at(level, "definition", before)
        del self._interrupted[level:], self._ended[level:]  # in what explains the term before it
        is_below_term = before.kind == "term"
        is_apart = self._text[before.end : block.start] == _BETWEEN_LISTS
        if current.lead_in >= 0 and is_apart and not is_below_term:
            current = self._lists[-1] = replace(current, number=next(self._numbers))
        column = block.start - self._text.rfind("\n", 0, block.start) - 1
        if current.column < 0:
            current.column = column
        elif column < current.column:  # a term of a list around the one that was announced
            current = self._lists[-1] = replace(current, before=NONE, announced=False)
        current.lead_in = number
        current.asks = _is_question(self._text[block.start : block.end])
        if is_below_term and not is_apart:
            return before.introduction
        if _OPTION.match(self._text, block.start):
            return NONE
        around = self._lists[-2] if len(self._lists) > 1 else None
        if around and around.kind == "definition":
            return around.lead_in
        return current.before if current.is_announced_at(block.start) else NONE

    def definition(self, block: Block, before: BlockBefore) -> tuple[int, int]:
        """The context and the list of a definition; of an answer and of what goes on with a
        definition, no list."""
        current = self._list_at(max(1, block.level), "definition", before)
        begins = before.kind == "term" and not current.asks
        return current.lead_in, current.number if begins else 0

    def begin(self, level: int, first: int, *, is_name: bool) -> None:
        """Note the first sentence of an item or step at this level, and whether it names what is in
        there."""
        current = self._lists[min(max(1, level), DEEPEST_LEVEL) - 1]
        current.begin = first
        current.label = first if is_name else NONE

    def label(self, level: int, before: BlockBefore) -> int:
        """What names the item that a paragraph is in: the first sentence of a step if it is short,
        the words of another item if they are no sentence.

        Words before a colon name none if something else than a paragraph is right below them.
        """
        if not self._lists or len(self._lists) != level:
            return NONE
        current = self._lists[-1]
        is_below_item = before.kind == current.kind == "item" and before.level == level
        if is_below_item and before.first == before.last and before.sentence.endswith(_COLONS):
            current.label = before.last if before.words <= LONGEST_LABEL else NONE
        return current.label

    def around(self, level: int, begun: int) -> BlockKind | None:
        """The kind of the item or step begun last, if a paragraph at this level is in it."""
        current = self._lists[-1] if self._lists and len(self._lists) == level else None
        return current.kind if current and current.begin == begun >= 0 else None

    def _resume(self, level: int) -> None:
        """Open again those of the lists that were interrupted down to a level."""
        if level > len(self._lists) and self._interrupted:
            self._lists[:] = self._interrupted[:level]
        self._interrupted = []

    def _leave(self, level: int) -> None:
        """Close the lists below a level, and remember those with steps for a few blocks."""
        if any(closed.kind == "step" for closed in self._lists[level:]):
            self._ended, self._between = self._lists.copy(), 0
        del self._lists[level:]

    def _goes_on(self, level: int, mark: str) -> bool:
        """Whether a step has the next number of a list that was interrupted, or it and a list that
        a program, table or note interrupted have no numbers, or only the first one."""
        for lists in (self._interrupted, self._ended if self._between <= _MOST_BETWEEN else []):
            before = lists[level - 1 : level]
            if before and before[0].kind == "step":
                number, last = _number(mark, before[0].last), before[0].last
                is_like_it = number == last < 2 and lists is self._interrupted
                if number == last + 1 > 1 or is_like_it:
                    self._interrupted = lists
                    return True
        return False

    def _has_like(self, level: int, mark: str) -> bool:
        """Whether an item has the bullet of a list that a program, table or note interrupted."""
        lists = self._interrupted[level - 1 : level]
        return any(one.kind == "item" and one.bullet == mark.strip() for one in lists)

    def _list_at(self, level: int, kind: BlockKind, before: BlockBefore) -> OpenList:
        """The list of this kind at a level, which is begun if it is not open."""
        lists, level = self._lists, min(level, DEEPEST_LEVEL)
        del lists[level:]
        if len(lists) < level or lists[level - 1].kind != kind:
            announced = before.announces
            is_beside = before.level >= level and before.kind != "heading" and not announced
            announced = announced or (before.kind in ("item", "step") and not is_beside)
            says_nothing = is_beside or (before.is_note and not before.announces)
            sentence = NONE if says_nothing else before.introduction
            if before.kind in ("item", "step") and sentence >= 0 and not before.announces:
                sentence = before.first
            lead_in = NONE if kind == "definition" else sentence
            del lists[level - 1 :]
            begun = OpenList(0, kind, lead_in, announced, before=sentence)
            if before.announces and before.is_whole:
                begun.reach = before.end + _FARTHEST_ANNOUNCED
            while len(lists) < level:
                lists.append(replace(begun, number=next(self._numbers)))
        return lists[level - 1]

    def _with_bullet(self, current: OpenList, mark: str, *, is_apart: bool) -> OpenList:
        """The list of an item with this mark: the one that is open, or one below it that has other
        bullets after a blank line, or none and is apart. The same sentence introduces both."""
        bullet = mark.strip()
        if current.bullet is None:
            return replace(current, bullet=bullet)
        is_other = mark.startswith("\n") and current.bullet not in ("", bullet)
        is_other = is_other or (is_apart and not bullet)
        return replace(current, number=next(self._numbers), bullet=bullet) if is_other else current


def _bullet(text: str, start: int) -> str:
    """What is printed before an item on its line, such as ``*``, after a line break if the line
    before is blank; empty if nothing is."""
    found = _BULLET.search(text, max(0, start - _MOST_BEFORE), start)
    if found is None:
        return ""
    return found["bullet"] if found["blank"] is None else "\n" + found["bullet"]


def _is_question(term: str) -> bool:
    """Whether a term asks something, as in an FAQ."""
    asked = term.rstrip(_AFTER_QUESTION)
    words = asked[:-1].rstrip()
    if not asks(asked) or words.endswith(("-", ",")) or not _BEGINS_QUESTION.match(term):
        return False
    return count_words(words) >= _FEWEST_OF_QUESTION


def _is_at_margin(text: str, start: int) -> bool:
    """Whether the line of what starts here is not indented."""
    return not text[text.rfind("\n", 0, start) + 1].isspace()


def _shape(mark: str) -> str:
    """With what the number of a mark is written: ``1`` for digits, ``A`` or ``a`` for letters."""
    last = mark.strip("().").rpartition(".")[2][:1]
    return "1" if last.isdecimal() else "A" if last.isupper() else "a"


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
