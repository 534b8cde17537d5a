"""Speech: who spoke a quote, utterances of transcripts, and fillers such as "you know"."""

from __future__ import annotations

import re

from hyperdigest.split.scripts import count_words, word_list
from hyperdigest.split.structure import LONGEST_UNIT
from hyperdigest.split.terms import tokens

_SPEAKER = (
    r"(?:I|He|She|They|We|(?:The|A|An|His|Her|My|Their|Our)(?:[ ][\w’'-]+){1,3}?"
    r"|(?!(?:After|And|As|Before|But|If|Like|So|Then|What|When|While)\b)"
    r"[A-Z][\w’'.-]+(?:[ ][A-Z][\w’'.-]+){0,2})"
)
_SPEECH_VERB = (
    r"(?:added|answered|asked|called|cried|demanded|exclaimed|murmured|muttered|repeated|replied"
    r"|said|says|screamed|shouted|snapped|whispered|yelled)"
)
_SPEECH_TAG = re.compile(rf"\s*{_SPEAKER}[ ]{_SPEECH_VERB}(?:[ ]\w+ly)?(?:[.!]|,(?!\s[\"“]))")
_ONLY_SPEECH_TAG = re.compile(
    rf"{_SPEAKER}[ ]{_SPEECH_VERB}(?:[ ]\w+ly)?(?:[.!]$|,[ ]\w+ing\b[^\"“]{{0,60}}$)"
)
_PUNCTUATION = re.compile(r"[.?!…।。！？؟]")
_FEWEST_WORDS = 5
_DIGIT = re.compile(r"\d")
_BREAKS_OFF = re.compile(r"(?:…|\.\.\.)\W*$")


def is_speech_tag(text: str, start: int) -> bool:
    """Whether the words at `start` say who spoke the quote before them: "he said."."""
    return _SPEECH_TAG.match(text, start) is not None


def capitalized(utterance: str) -> str:
    """An utterance of a transcript with a capital at its start, and without a comma at its end.

    One that breaks off (…) is unchanged.
    """
    if _BREAKS_OFF.search(utterance[-12:]):
        return utterance
    words = utterance.rstrip(" ,")
    return words[:1].upper() + words[1:]


def lacks_punctuation(utterance: str) -> bool:
    """Whether nothing in an utterance of some words marks the ends of sentences.

    So it is in automatic captions.
    """
    if not utterance[-1:].isalnum() or _PUNCTUATION.search(utterance):
        return False
    return count_words(utterance) >= _FEWEST_WORDS


def is_one_sentence(paragraph: str) -> bool:
    """Whether a text that is nothing but this paragraph is one sentence without punctuation."""
    return lacks_punctuation(paragraph) and count_words(paragraph) <= LONGEST_UNIT


def only_says_who_spoke(sentence: str) -> bool:
    """Whether a sentence is nothing but the words after a quote: "Ann Hall replied quietly."."""
    return _ONLY_SPEECH_TAG.match(sentence) is not None


def is_filler(sentence: str) -> bool:
    """Whether at least half of the words of a sentence, and three, are fillers and numbers."""
    words, fillers = tokens(sentence), word_list("fillers.txt")
    count = 0 if fillers.isdisjoint(words) else sum(map(fillers.__contains__, words))
    if _DIGIT.search(sentence):
        count += sum(word[0].isdigit() for word in words)
    return count >= 3 and 2 * count >= len(words)
