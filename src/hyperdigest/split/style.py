"""How a sentence is worded: who speaks in it, how its words are tied, whether it points back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from hyperdigest.split.wordlists import linking_words, pointing_words

_FIRST = re.compile(
    r"\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|us|[Oo]ur|[Oo]urs|[Oo]urselves)\b(?!\.\w)"
)
_SECOND = re.compile(r"\b[Yy]ou(?:r|rs|rself|rselves)?\b")
_NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Wording:
    """Finds words of style in the sentences of a language; where no list is, there are none.

    Persons are known for English alone: US is a country there, and i.e. is no person.
    """

    first_person: re.Pattern[str]
    second_person: re.Pattern[str]
    linking: re.Pattern[str]
    pointing: re.Pattern[str]

    def counts(self, sentence: str) -> tuple[int, int, int, int]:
        """Words in the first person, in the second, and linking; 1 if the sentence points back."""
        return (
            len(self.first_person.findall(sentence)),
            len(self.second_person.findall(sentence)),
            len(self.linking.findall(sentence)),
            int(self.pointing.match(sentence) is not None),
        )


@cache
def wording(language: str) -> Wording:
    """The style words of a language (ISO 639-1)."""
    english = language == "en"
    return Wording(
        _FIRST if english else _NOTHING,
        _SECOND if english else _NOTHING,
        _one_of(linking_words(language), r"(?i)\b(?:{})\b"),
        _one_of(pointing_words(language), r"(?i)\W*(?:{})\b"),
    )


def _one_of(words: frozenset[str], pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.format("|".join(sorted(words)))) if words else _NOTHING
