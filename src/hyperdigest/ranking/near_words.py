"""The word of the documents that is nearest to one they do not have: another form, or a typo.

Words that a few slips of the fingers turn into each other come first, then words with the same
beginning.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from hyperdigest.ranking.related import Spelling

MOST_SLIPS = (0, 0, 0, 0, 0, 1, 1, 1, 2)
"""By the length of a word, the most letters left out, added, replaced or swapped with the next one,
none of them twice (optimal string alignment); longer words have as many as the last. No digit comes
into a word of letters."""

SHORT = 5
"""A word of so many letters is one letter away from many others: no letter is replaced, and the
last one is neither left out nor added."""

SAME_BEGINNING = 5
"""Words with so many first letters in common may be of one family."""

LEAST_SIMILARITY = 0.5
"""The least square of the cosine of the terms of one family."""


class NearWords:
    """An index of the most frequent word of each of the V terms of a vocabulary."""

    def __init__(self, words: Sequence[str], spelling: Spelling) -> None:
        self._words, self._spelling = words, spelling
        self._beginning = defaultdict[str, list[str]](list)
        for word in words:
            self._beginning[word[:1]].append(word)

    def nearest(self, word: str, terms: Sequence[str]) -> str:
        """The word nearest to one that no document has; empty if none is near.

        Parameters
        ----------
        terms : of the word, in the languages of the documents.
        """
        alike: list[tuple[float, str]] = []
        for term in terms:
            numbers, squares = self._spelling.near(term)
            others = [self._words[number] for number in numbers.tolist()]
            alike += zip(squares.tolist(), others, strict=True)
        alike.sort(key=lambda pair: -pair[0])
        family = (
            other
            for square, other in alike
            if square >= LEAST_SIMILARITY and other[:SAME_BEGINNING] == word[:SAME_BEGINNING]
        )
        return self._mistyped(word) or next(family, "")

    def _mistyped(self, word: str) -> str:
        """The word that needs the fewest slips, at most `MOST_SLIPS`; of equals the first of those
        whose length is nearest."""
        from rapidfuzz.distance import OSA

        most = MOST_SLIPS[min(len(word), len(MOST_SLIPS) - 1)]
        if not most:
            return ""
        others = [
            other
            for other in self._beginning[word[0]]
            if abs(len(other) - len(word)) <= most and (other.isalpha() or not word.isalpha())
        ]
        slips = [OSA.distance(word, other, score_cutoff=most) for other in others]
        found = [
            (count, abs(len(other) - len(word)), number)
            for number, (other, count) in enumerate(zip(others, slips, strict=True))
            if count <= most and (len(word) > SHORT or _has_the_letters(word, other))
        ]
        return others[min(found)[-1]] if found else ""


def _has_the_letters(word: str, other: str) -> bool:
    """Whether two words have the same letters, or the same last one and one of them all letters of
    the other."""
    only_in_word, only_in_other = Counter(word) - Counter(other), Counter(other) - Counter(word)
    if word[-1] == other[-1]:
        return not (only_in_word and only_in_other)
    return not only_in_word and not only_in_other
