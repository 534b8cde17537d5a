"""Which words of a page are a stretch of a document's text, by aligning the two.

The text of a document is not that of its pages: heads and feet are left out, words broken at line
ends are joined. What is the same in both, in the same order, is the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from hyperdigest.read.pages import Span

LEAST_FOUND = 0.9
"""Share of the characters of a stretch that are found on its page, at least."""

LEAST_ALIKE = 0.75
"""Share of the text of a page that is found there, at least; else the page is another one."""

MOST_COMPARED = 4_000_000
"""Pairs of characters that are compared where the words of text and page are not the same."""

LEAST_MOVED = 3
"""Words in a row that stand elsewhere in the text than on the page, at least."""

_TOKEN = re.compile(r"\S+")


class PageMatch:
    """The text that a document has of a page, aligned with the words of that page in reading order.

    Parameters
    ----------
    text : what the document says of the page.
    words : the words on the page, without spaces in them.
    """

    def __init__(self, text: str, words: Sequence[str]) -> None:
        self._text = text
        self._found = bytearray(len(text))
        self._spans: list[Span | None] = [None] * len(words)
        tokens = [(match.group(), match.start()) for match in _TOKEN.finditer(text)]
        ways = SequenceMatcher(None, [token for token, _ in tokens], words, autojunk=False)
        for way, first, last, start, end in ways.get_opcodes():
            if way == "equal":
                for (token, offset), number in zip(
                    tokens[first:last], range(start, end), strict=True
                ):
                    self._match(number, offset, len(token))
            elif way == "replace":
                self._compare(tokens[first:last], words, range(start, end))
        self._match_moved(tokens, words)

    @property
    def spans(self) -> list[Span | None]:
        """The stretch of the text that each word is; None where it is none."""
        return list(self._spans)

    @property
    def alike(self) -> bool:
        """Whether the page is the one that the text was read from."""
        return self.share >= LEAST_ALIKE

    @property
    def share(self) -> float:
        """The share of the letters and digits of the text that are on the page."""
        return self._share(0, len(self._text))

    def words_of(self, start: int, end: int) -> list[int] | None:
        """The numbers of the words that are the stretch of the text from `start` to `end`; None
        where it is not on the page."""
        if self._share(start, end) < LEAST_FOUND:
            return None
        return [
            number
            for number, span in enumerate(self._spans)
            if span is not None and span[0] < end and span[1] > start
        ]

    def _share(self, start: int, end: int) -> float:
        """The share of the letters and digits from `start` to `end` that are on the page."""
        known = [n for n in range(start, end) if self._text[n].isalnum()]
        return sum(self._found[n] for n in known) / len(known) if known else 1.0

    def _match(self, number: int, offset: int, length: int) -> None:
        """Word `number` is the text at `offset`, `length` characters of it."""
        begin, end = self._spans[number] or (offset, offset)
        self._spans[number] = min(begin, offset), max(end, offset + length)
        self._found[offset : offset + length] = b"\1" * length

    def _match_moved(self, tokens: Sequence[tuple[str, int]], words: Sequence[str]) -> None:
        """Align runs that stand elsewhere in the text than on the page, as notes at its foot do."""
        left = [(token, offset) for token, offset in tokens if not self._found[offset]]
        free = [number for number, span in enumerate(self._spans) if span is None]
        ways = SequenceMatcher(
            None, [token for token, _ in left], [words[n] for n in free], autojunk=False
        )
        for first, start, length in ways.get_matching_blocks():
            if length >= LEAST_MOVED:
                for (token, offset), number in zip(
                    left[first : first + length], free[start : start + length], strict=True
                ):
                    self._match(number, offset, len(token))

    def _compare(
        self, tokens: Sequence[tuple[str, int]], words: Sequence[str], numbers: range
    ) -> None:
        """Align the characters of tokens and words that are not the same."""
        offsets = [offset + n for token, offset in tokens for n in range(len(token))]
        owners = [number for number in numbers for _ in words[number]]
        if len(offsets) * len(owners) > MOST_COMPARED:
            return
        one, other = "".join(token for token, _ in tokens), "".join(words[n] for n in numbers)
        ways = SequenceMatcher(None, one, other, autojunk=False)
        for start, place, length in ways.get_matching_blocks():
            for n in range(length):
                self._match(owners[place + n], offsets[start + n], 1)
