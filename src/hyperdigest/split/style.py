"""How a sentence is worded: who speaks in it, how its words are tied, whether it points back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hyperdigest.split.wordlists import linking_words, pointing_words

_FIRST = re.compile(r"\b(?:I|us|[Mm](?:e|y|yself)|[Ww]e|[Oo]ur(?:s|selves)?)\b(?![.-]\w)")
_SPEAKERS = frozenset(("i", "us", "me", "my", "myself", "we", "our", "ours", "ourselves"))
_SECOND = frozenset(("you", "your", "yours", "yourself", "yourselves"))


@dataclass(frozen=True, slots=True)
class Wording:
    """Finds words of style in the sentences of a language; where no list is, there are none.

    Persons are known for English alone, where US is a country, I-95 a road and a mine mostly a pit.
    """

    first_person: re.Pattern[str]
    speakers: frozenset[str]
    second_person: frozenset[str]
    linking: frozenset[str]
    pointing: frozenset[str]

    def of_speaker(self, sentence: str, tokens: Sequence[str]) -> int:
        """How many words of `sentence`, which are `tokens` in lower case, are of its speaker."""
        if self.speakers.isdisjoint(tokens):
            return 0
        return len(self.first_person.findall(sentence))


@cache
def wording(language: str) -> Wording:
    """The style words of a language (ISO 639-1)."""
    english = language == "en"
    return Wording(
        _FIRST,
        _SPEAKERS if english else frozenset(),
        _SECOND if english else frozenset(),
        linking_words(language),
        pointing_words(language),
    )
