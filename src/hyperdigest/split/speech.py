"""Traces of speech: who said it, quotes cut in two, fillers and counting."""

from __future__ import annotations

import re

from hyperdigest.split.wordlists import word_list

_SPEAKER = (
    r"(?:I|He|She|They|We|(?:The|A|An|His|Her|My|Their|Our)(?:[ ][\w’'-]+){1,3}?"
    r"|(?!(?:After|And|As|Before|But|If|Like|So|Then|What|When|While)\b)"
    r"[A-Z][\w’'.-]+(?:[ ][A-Z][\w’'.-]+){0,2})"
)
_SAID = (
    r"(?:added|answered|asked|called|cried|demanded|exclaimed|murmured|muttered|repeated|replied"
    r"|said|says|screamed|shouted|snapped|whispered|yelled)"
)
_TAG = re.compile(rf"\s*{_SPEAKER}[ ]{_SAID}(?:[ ]\w+ly)?(?:[.!]|,(?!\s[\"“]))")
_TAG_ALONE = re.compile(rf"{_SPEAKER}[ ]{_SAID}(?:[ ]\w+ly)?(?:[.!]$|,[ ]\w+ing\b[^\"“]{{0,60}}$)")
_WORD = re.compile(r"[^\W_]+(?:[.,’'][^\W_]+)*")
_BREAKS_OFF = re.compile(r"(?:…|\.\.\.)\W*$")
_FEWEST_FILLERS = 3


def begins_tag(text: str, start: int) -> bool:
    """Whether the words at `start` say who spoke the quote before them."""
    return _TAG.match(text, start) is not None


def as_written(utterance: str) -> str:
    """An utterance with the capital at its head that transcripts neglect, less a last comma.

    One that breaks off (…) stays as it is.
    """
    if _BREAKS_OFF.search(utterance[-12:]):
        return utterance
    words = utterance.rstrip(" ,")
    return words[:1].upper() + words[1:]


def is_left_from_quote(sentence: str) -> bool:
    """Whether a sentence only says who spoke, or closes a quote that it does not open."""
    if _TAG_ALONE.match(sentence):
        return True
    if sentence.endswith('"'):
        return sentence.count('"') % 2 == 1
    return sentence.endswith("”") and sentence.count("”") > len(re.findall("[“„]", sentence))


def is_filler(sentence: str) -> bool:
    """Whether half of the words of a sentence, three at least, are fillers and numbers."""
    words: list[str] = _WORD.findall(sentence.lower())
    fillers = word_list("fillers.txt")
    idle = len([word for word in words if word in fillers or word[0].isdigit()])
    return idle >= _FEWEST_FILLERS and 2 * idle >= len(words)
