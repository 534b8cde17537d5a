"""Find the words of a page that are a given part of a document's text, by aligning the two.

The text of a document is not that of its pages: running heads and feet are left out, and words
hyphenated at line ends are joined. The alignment finds the longest equal runs, in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from difflib import SequenceMatcher

from hyperdigest.read.pages import Span


class PageMatch:
    """A document's text of a page, aligned with the words of that page in reading order.

    Parameters
    ----------
    text : the document's text of the page.
    words : the words on the page, without spaces in them.

    Attributes
    ----------
    share_in_order : the share of the letters and digits of the text that are on the page in the
        order of the text.
    """

    def __init__(self, text: str, words: Sequence[str]) -> None:
        self._text = text
        self._found = bytearray(len(text))
        self._spans: list[Span | None] = [None] * len(words)
        tokens = [(match.group(), match.start()) for match in re.finditer(r"\S+", text)]
        wholes, firsts = _without_hyphens(words, {token for token, _ in tokens})
        matcher = SequenceMatcher(None, [token for token, _ in tokens], wholes, autojunk=False)
        for tag, first, last, start, end in matcher.get_opcodes():
            if tag == "equal":
                for (token, offset), n in zip(tokens[first:last], range(start, end), strict=True):
                    self._match_whole(token, offset, words, range(firsts[n], firsts[n + 1]))
            elif tag == "replace":
                numbers = range(firsts[start], firsts[end])
                self._match_characters(tokens[first:last], words, numbers)
        self.share_in_order = self.share
        self._match_moved(tokens, words)

    @property
    def spans(self) -> list[Span | None]:
        """The part of the text that each word is; None for a word that is not in the text."""
        return list(self._spans)

    @property
    def alike(self) -> bool:
        """Whether enough of the text is on the page for it to be the page that the text is from."""
        return self.share >= 0.75

    @property
    def share(self) -> float:
        """The share of the letters and digits of the text that are on the page."""
        return self._share(0, len(self._text))

    def words_of(self, start: int, end: int) -> list[int] | None:
        """The numbers of the words that are the text from `start` to `end`.

        None if less than nine tenths of its letters and digits are on the page.
        """
        if self._share(start, end) < 0.9:
            return None
        return [
            number
            for number, span in enumerate(self._spans)
            if span is not None and span[0] < end and span[1] > start
        ]

    def _share(self, start: int, end: int) -> float:
        """The share of the letters and digits from `start` to `end` that are on the page."""
        counted = [n for n in range(start, end) if self._text[n].isalnum()]
        return sum(self._found[n] for n in counted) / len(counted) if counted else 1.0

    def _match(self, number: int, offset: int, length: int) -> None:
        """Record that `length` characters of the text at `offset` are in the word `number`."""
        begin, end = self._spans[number] or (offset, offset)
        self._spans[number] = min(begin, offset), max(end, offset + length)
        self._found[offset : offset + length] = b"\1" * length

    def _match_whole(self, token: str, offset: int, words: Sequence[str], numbers: range) -> None:
        """Record that a token of the text is a word, or two that a hyphen divides."""
        rest = len(token)
        for number in reversed(numbers):
            length = rest if number == numbers[0] else len(words[number])
            rest -= length
            self._match(number, offset + rest, length)

    def _match_moved(self, tokens: Sequence[tuple[str, int]], words: Sequence[str]) -> None:
        """Align runs of three or more words that are in another order, such as footnotes."""
        left = [(token, offset) for token, offset in tokens if not self._found[offset]]
        free = [number for number, span in enumerate(self._spans) if span is None]
        matcher = SequenceMatcher(
            None, [token for token, _ in left], [words[n] for n in free], autojunk=False
        )
        for first, start, length in matcher.get_matching_blocks():
            if length >= 3:
                for (token, offset), number in zip(
                    left[first : first + length], free[start : start + length], strict=True
                ):
                    self._match(number, offset, len(token))

    def _match_characters(
        self, tokens: Sequence[tuple[str, int]], words: Sequence[str], numbers: range
    ) -> None:
        """Align the characters of tokens and words that differ, unless they are too many."""
        offsets = [offset + n for token, offset in tokens for n in range(len(token))]
        owners = [number for number in numbers for _ in words[number]]
        if len(offsets) * len(owners) > 4_000_000:
            return
        one, other = "".join(token for token, _ in tokens), "".join(words[n] for n in numbers)
        matcher = SequenceMatcher(None, one, other, autojunk=False)
        for start, place, length in matcher.get_matching_blocks():
            for n in range(length):
                self._match(owners[place + n], offsets[start + n], 1)


def _without_hyphens(words: Sequence[str], tokens: Set[str]) -> tuple[list[str], list[int]]:
    """The words with the two halves of one that is a token as one, and the number of the first
    word that each is of; last is the number of all words.

    Halves and whole would not be compared if words around them recur.
    """
    wholes: list[str] = []
    firsts: list[int] = []
    number = 0
    while number < len(words):
        firsts.append(number)
        half, *others = words[number : number + 2]
        whole = half[:-1] + others[0] if others and half.endswith("-") else half
        is_divided = whole is not half and whole in tokens
        wholes.append(whole if is_divided else half)
        number += 2 if is_divided else 1
    return wholes, [*firsts, len(words)]
