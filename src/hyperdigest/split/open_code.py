"""The code that goes on at a block: what introduces it, and what goes on with its last line."""

from __future__ import annotations

import re

from hyperdigest.documents import Block
from hyperdigest.split.block_before import NONE, BlockBefore
from hyperdigest.split.code_signs import begins_with_comment
from hyperdigest.split.forms import FINAL
from hyperdigest.split.scripts import stop_words
from hyperdigest.split.usage import calls_program, declares
from hyperdigest.split.verbs import verbs

_GO_ON = ("paragraph", "definition")

_GOES_ON = re.compile(r"([^\W\d_]+)(?:[’'][a-z]+)?,?\s")
"""The word with which a sentence may go on below code."""

_NO_LEAD_IN = re.compile(
    r"(?:\[?!\[[^\[\]]*\](?:\([^()\s]*\)|\[[^\[\]]*\])?(?:\](?:\([^()\s]*\)|\[[^\[\]]*\])?)?\s*)+"
    r"|[^\W\d_][\w /-]{0,30}[ ]{0,9}:[ ]{1,9}[^\W\d_]{1,20}"
)
"""Images alone, such as the badges of a project, and a field of an entry: "Moderated : no"."""

_SETTING_APART = frozenset({"but", "no", "not", "with", "without"})
_LONGEST_OPEN = 80
"""In characters; a longer one that is open below code may say something of its own."""

_LONGEST_JOINT = 20
"""In characters; a longer paragraph says something of its own."""


class OpenCode:
    """The last code of a document, with which the block below it may go on.

    Parameters
    ----------
    text, language : of the document.

    Attributes
    ----------
    lead_in : the sentence that is quoted before it.
    """

    def __init__(self, text: str, language: str) -> None:
        self._text, self._language = text, language
        self.lead_in = NONE
        self._is_announced = self._is_below_declaration = self._joins = False

    def begin(self, block: Block, before: BlockBefore) -> int:
        """The context of a block of code."""
        above = before.as_lead_in
        goes_on = self._joins and above.kind == "paragraph"
        if not goes_on and (above.kind != "code" or block.level < above.level):
            self._is_announced = above.kind == "heading" or above.announces
            needs_none = not self._is_announced and self._needs_none(block, before)
            needs_none = needs_none or _NO_LEAD_IN.fullmatch(above.sentence) is not None
            self.lead_in = NONE if needs_none else above.introduction
        elif not self._is_announced and begins_with_comment(self._text, block.start):
            return NONE
        return self.lead_in

    def leave(self, block: Block, before: BlockBefore) -> None:
        """Note a block of text, which may be between two pieces of code."""
        is_below = before.kind == "code"
        self._joins = is_below and self._only_joins(block)
        self._is_below_declaration = is_below and declares(before.sentence)

    def is_continued(self, block: Block, sentence: str, before: BlockBefore) -> bool:
        """Whether a block that begins with a sentence, which is no prose, goes on with the sentence
        of the code above it: "stops the pump.", or up to more code: "is equivalent to:"."""
        if before.kind != "code" or block.kind not in _GO_ON or block.level != before.level:
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

    def _needs_none(self, block: Block, before: BlockBefore) -> bool:
        """Whether no sentence before some code introduces it: it is the call of a program, or a
        declaration below what explains another one."""
        if calls_program(self._text, block.start):
            return True
        explains = before.kind == "paragraph" and (before.is_whole or before.sentence[-1] == ";")
        is_below_other = explains and self._is_below_declaration
        return is_below_other and declares(self._text[block.start : block.end])

    def _only_joins(self, block: Block) -> bool:
        """Whether a block between two pieces of code only has words such as "or" and "to this",
        but none such as "not", which sets the second piece apart from the first."""
        words = self._text[block.start : block.end]
        if block.kind != "paragraph" or not only_joins(words, self._language):
            return False
        return _SETTING_APART.isdisjoint(words.lower().strip(".,:; ").split())


def only_joins(sentence: str, language: str) -> bool:
    """Whether a sentence is a few words that say nothing alone, such as "Then:"."""
    words = sentence.lower().strip(".,:; ").split() if len(sentence) <= _LONGEST_JOINT else ()
    return bool(words) and stop_words(language).issuperset(words)
