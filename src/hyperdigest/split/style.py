"""How a sentence is worded: who speaks in it, how its words are tied, whether it points back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hyperdigest.split.wordlists import linking_words, pointing_words

_FIRST = re.compile(r"\b(?:I|us|[Mm](?:e|y|yself)|[Ww]e|[Oo]ur(?:s|selves)?)\b(?![.-]\w)")
_SECOND = frozenset(("you", "your", "yours", "yourself", "yourselves"))
_NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Wording:
    """Finds words of style in the sentences of a language; where no list is, there are none.

    Persons are known for English alone, where US is a country, I-95 a road and a mine mostly a pit.
    """

    first_person: re.Pattern[str]
    second_person: frozenset[str]
    linking: frozenset[str]
    pointing: frozenset[str]

    def counts(self, sentence: str, tokens: Sequence[str]) -> tuple[int, int, int, int]:
        """Words in the first person, in the second, and linking; 1 if the sentence points back.

        `tokens` are the words of `sentence` in lower case, one at least.
        """
        return (
            len(self.first_person.findall(sentence)),
            sum(map(self.second_person.__contains__, tokens)),
            sum(map(self.linking.__contains__, tokens)),
            int(tokens[0] in self.pointing),
        )


@cache
def wording(language: str) -> Wording:
    """The style words of a language (ISO 639-1)."""
    english = language == "en"
    return Wording(
        _FIRST if english else _NOTHING,
        _SECOND if english else frozenset(),
        linking_words(language),
        pointing_words(language),
    )
