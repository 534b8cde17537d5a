"""Sources in brackets after a quotation, citations, and remarks in brackets before a sentence.

The source belongs to the quotation, not to the sentence after it: "... bread." [The Mill, p. 12].
The remark is no part of the sentence: "[from Latin "rota"] A wheel is ...".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.split.markup import blank

_BRACKETS = r"\[(?P<words>[^\[\]]{3,300})\]"
_AFTER = re.compile(rf"\s{{1,40}}{_BRACKETS}(?=\s+[\"“‘(]?[^\W\d_]|\s*$)")
_LAST = re.compile(rf"(?<=[.!?\"”’»])\s{{1,40}}{_BRACKETS}$")
_FIRST = re.compile(rf"{_BRACKETS}(?=\s+[\"“‘]?(?P<next>[^\W\d_]))")
_CITATION = re.compile(
    r"(?<=\S)[\s~]{0,40}(?:\[[^\[\]]{0,300}?(?<!\w)@[a-z]{3,8}:[^\[\]]{1,1000}\](?!\()"
    r"|(?<!\w)-?@(?:doi|arxiv):[^\s;,]*\w"
    r"|\\[Cc]ite\w{0,20}\*?(?:\[[^\[\]]{0,200}\]){0,2}\{[^{}]{1,1000}\})"
    r"|(?<=[.!?])\s{0,40}\[@\w[^\[\]]{1,300}\]$"
)
"""Keys that say where a source is published, ``[see @lee2010; @doi:10.1000/1]``, keys of LaTeX, and
those after a full stop."""

_IN_BRACKETS = re.compile(r"(?:\((?:[^()]|\([^()]*\))*+\)|\[[^\[\]]*\])")
_PLACE_OR_YEAR = re.compile(r"\d|\b[Ii]bid|\b[Oo]p\. ?[Cc]it")
_WORD = re.compile(r"[^\W\d_]{2}")
_LONGEST = 350
"""In characters, of a source with its brackets and the space before them, or a little more."""

_MARKS, _CLOSERS = (".", "!", "?", "…"), "\"'”’»)"


def source_follows(block: str, end: int) -> bool:
    """Whether the source of what ends there follows."""
    found = _AFTER.match(block, end)
    return found is not None and _is_source(found["words"])


def ends_after_brackets(block: str) -> Iterator[int]:
    """The ends of a remark at the start of a block, and of the sources of quotations."""
    remark = _FIRST.match(block)
    if remark and remark["next"].isupper() and _has_words(remark["words"]):
        yield remark.end()
    for found in _AFTER.finditer(block):
        before = block[max(0, found.start() - 3) : found.start()].rstrip(_CLOSERS)
        if before.endswith(_MARKS) and _is_source(found["words"]):
            yield found.end()


def without_source(sentence: str) -> str:
    """A sentence without the source of what it quotes."""
    found = (
        _LAST.search(sentence, max(0, len(sentence) - _LONGEST)) if sentence[-1:] == "]" else None
    )
    return sentence[: found.start()] if found and _is_source(found["words"]) else sentence


def without_citations(sentence: str) -> str:
    """A sentence without the keys that stand for its sources, unless it begins with them."""
    if "@" not in sentence and "\\" not in sentence:
        return sentence
    return _CITATION.sub("", sentence)


def without_brackets(sentence: str) -> str:
    """A sentence with spaces in place of what is in round and square brackets, and of these."""
    return _IN_BRACKETS.sub(blank, sentence)


def _is_source(words: str) -> bool:
    """Whether words in brackets name a work and a page, a year or the like in it."""
    return _has_words(words) and _PLACE_OR_YEAR.search(words) is not None


def _has_words(text: str) -> bool:
    """Whether it is of two parts or more, one of which is a word."""
    return len(text.split(None, 2)) > 1 and _WORD.search(text) is not None
