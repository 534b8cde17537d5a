"""The section that goes on at a block: its heading, and whether entries or references are in it."""

from __future__ import annotations

from hyperdigest.documents import Block
from hyperdigest.split.bibliography import may_be_reference, reference_end
from hyperdigest.split.block_before import NONE, BlockBefore
from hyperdigest.split.current_block import CurrentBlock
from hyperdigest.split.entries import (
    goes_on_with_index,
    heads_index,
    is_between_numbers,
    is_contents_heading,
    is_entry_of_info,
    is_references_heading,
    lists_entries,
)
from hyperdigest.split.forms import FINAL

_ANNOUNCES = (":", "：")

_LONGEST_NAME = 6
"""In words; a longer sentence above a property names nothing."""

_FARTHEST_HEADING = 6
"""In sentences; a heading farther above a property is that of a whole section."""


class OpenSection:
    """The section that goes on at a block, which may be contents, an index or references."""

    def __init__(self) -> None:
        self._heading = NONE
        self._has_entries = self._has_references = False
        self._rank_of_references = 0
        self._heads_index = self._is_below_contents = False

    def begin(self, heading: Block, number: int, words: str) -> None:
        """Begin the section below a heading, which is the sentence with this number."""
        self._heading, self._heads_index = number, False
        goes_on = self._has_entries and goes_on_with_index(words)
        self._has_entries = goes_on or lists_entries(words)
        if is_references_heading(words):
            self._has_references, self._rank_of_references = True, heading.level
        elif not 0 < self._rank_of_references < heading.level:
            self._has_references = False

    def look_at(self, current: CurrentBlock, words: str) -> None:
        """Say which of the words of a block are those of a reference or of an entry of Info."""
        block = current.block
        if not block.level:
            is_label = block.kind == "paragraph" and words.endswith(_ANNOUNCES)
            self._is_below_contents = is_label and is_contents_heading(words)
        if block.kind == "paragraph":
            current.is_listed = may_be_reference(words, listed=self._has_references)
        elif block.kind == "header":
            self._heads_index = heads_index(words)
        elif current.in_list:
            current.is_listed = self._has_references
            current.is_of_info = is_entry_of_info(words)
        if current.is_text or (block.kind == "code" and self._has_references):
            current.reference_end = reference_end(words, listed=self._has_references)

    def has_as_entry(self, current: CurrentBlock, *, is_incomplete: bool) -> bool:
        """Whether a sentence of a block is an entry of contents or an index, by its place; one
        that defines a term is none if it is whole."""
        is_defining = current.block.kind == "definition" and is_incomplete
        is_below = self._has_entries and not self._has_references
        return current.is_of_info or (is_below and (current.in_list or is_defining))

    def lists(self, current: CurrentBlock, sentence: str, context: int) -> bool:
        """Whether a sentence that looks like a part of a list or a table is an entry of contents or
        an index; a row is one without a header row or a caption as its context."""
        kind = current.block.kind
        if kind == "table" and self._heads_index:
            return True
        is_row_of_index = kind == "table" and context <= self._heading
        if not (current.in_list or kind == "definition" or is_row_of_index):
            return False
        is_listed = self._has_entries or self._is_below_contents or current.is_of_info
        return is_listed or is_between_numbers(sentence)

    def name_of_value(self, number: int, before: BlockBefore) -> int:
        """What a property such as "Default: 1" is one of: the heading not far above the sentence
        with this number, or else the few words or the property before it."""
        if self._heading >= 0 and number - self._heading <= _FARTHEST_HEADING:
            return self._heading
        is_name = before.first == before.last and before.words <= _LONGEST_NAME
        is_name = is_name and not FINAL.search(before.sentence)
        return before.introduction if before.kind == "paragraph" and is_name else NONE
