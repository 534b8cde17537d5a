"""An index of the runs of up to three words in texts: where each occurs, without a scan.

It takes about 22 bytes for a word of the texts, and time linear in them but for one sort. Words are
numbers, hashes of their letters, so that runs are compared as arrays. Two words may have one hash:
who uses the index compares the texts too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.progress import Progress, quiet
from hyperdigest.verify.characters import Kind, folded, kind_of

LONGEST_RUN = 3
"""In words."""

_CHUNK = 1 << 17
"""About so many characters are worked on at once: their arrays fit the cache of a processor."""

_AT_ONCE = 16
"""So many words of a quotation are compared at once."""

_UNKNOWN = 255
_BASE = 0x9E3779B97F4A7C15
_INVERSE = pow(_BASE, -1, 1 << 64)

Words = NDArray[np.uint32]


class _Characters:
    """Tables of the kind and of the folded letters of each character, filled when it is met."""

    def __init__(self) -> None:
        self.kind = np.full(0x110000, _UNKNOWN, np.uint8)
        self.letter = np.zeros(0x110000, np.uint32)
        self.length = np.ones(0x110000, np.uint8)
        self.more: dict[int, str] = {}

    def kinds_of(self, codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
        """The kind of each character of a text, with which the tables are filled."""
        kinds = self.kind[codes]
        unknown = codes[kinds == _UNKNOWN]
        if not len(unknown):
            return kinds
        for code in np.unique(unknown).tolist():
            letters = folded(chr(code)) if not 0xD800 <= code < 0xE000 else chr(code)
            self.letter[code] = ord(letters[0]) if letters else 0
            self.length[code] = len(letters)
            if len(letters) > 1:
                self.more[code] = letters
            self.kind[code] = kind_of(chr(code))
        return self.kind[codes]


_CHARACTERS = _Characters()


def words_in(text: str) -> tuple[Words, NDArray[np.int64], NDArray[np.int64]]:
    """The hash, the start and the end of each word of a text.

    A hyphen between letters and an apostrophe are no part of a word, and divide none. A letter of
    a script without spaces is a word.
    """
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds = _CHARACTERS.kinds_of(codes)
    place = np.arange(len(codes))
    for left_out in (_invisible, _joining):
        if (out := left_out(kinds)).any():
            kept = np.flatnonzero(~out)
            place, kinds, codes = place[kept], kinds[kept], codes[kept]
    in_word = (kinds >= Kind.LETTER) & (kinds <= Kind.ALONE)
    alone = kinds == Kind.ALONE
    begins = in_word.copy()
    begins[1:] &= ~in_word[:-1] | alone[1:] | alone[:-1]
    ends = in_word.copy()
    ends[:-1] &= ~in_word[1:] | alone[1:] | alone[:-1]
    first, last = np.flatnonzero(begins), np.flatnonzero(ends)
    starts, stops = place[first].astype(np.int64), place[last].astype(np.int64) + 1
    letters, first, last = _expanded(codes, first, last)
    return _hashes(letters, first, last), starts, stops


def _invisible(kinds: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return np.asarray(kinds == Kind.INVISIBLE)


def _joining(kinds: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The hyphens and apostrophes within words."""
    joins = np.zeros(len(kinds), bool)
    if len(kinds) < 3:
        return joins
    before, at, after = kinds[:-2], kinds[1:-1], kinds[2:]
    letter_before, letter_after = before == Kind.LETTER, after == Kind.LETTER
    digit_before, digit_after = before == Kind.DIGIT, after == Kind.DIGIT
    joins[1:-1] = ((at == Kind.APOSTROPHE) & letter_before & letter_after) | (
        (at == Kind.HYPHEN)
        & ((letter_before & (letter_after | digit_after)) | (digit_before & letter_after))
    )
    return joins


def _expanded(
    codes: NDArray[np.uint32], first: NDArray[np.intp], last: NDArray[np.intp]
) -> tuple[NDArray[np.uint32], NDArray[np.intp], NDArray[np.intp]]:
    """The folded letters of characters, and the first and last of each word among them."""
    letters, lengths = _CHARACTERS.letter[codes], _CHARACTERS.length[codes]
    if (lengths == 1).all():
        return letters, first, last
    begin = np.concatenate([[0], np.cumsum(lengths, dtype=np.intp)])
    long = np.flatnonzero(lengths > 1)
    letters = np.repeat(letters, lengths)
    for code in np.unique(codes[long]).tolist():
        places = begin[long[codes[long] == code]]
        for offset, letter in enumerate(_CHARACTERS.more[code]):
            letters[places + offset] = ord(letter)
    return letters, begin[first], begin[last + 1] - 1


def _hashes(letters: NDArray[np.uint32], first: NDArray[np.intp], last: NDArray[np.intp]) -> Words:
    """The hash of each word: a polynomial of its letters, modulo 2 to the 64th, mixed."""
    powers, inverses = _powers(len(letters))
    values = (letters.astype(np.uint64) + np.uint64(0x51)) * powers[: len(letters)]
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(values, dtype=np.uint64)])
    found = (sums[last + 1] - sums[first]) * inverses[first]
    found ^= found >> np.uint64(31)
    found *= np.uint64(0xBF58476D1CE4E5B9)
    return np.asarray((found >> np.uint64(32)).astype(np.uint32))


_tables = [np.ones(1, np.uint64), np.ones(1, np.uint64)]


def _powers(size: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The powers of the base of the polynomial, and those of its inverse."""
    powers, inverses = _tables
    if len(powers) < size:
        powers, inverses = (
            np.cumprod(
                np.concatenate([np.ones(1, np.uint64), np.full(size, base, np.uint64)]),
                dtype=np.uint64,
            )
            for base in (_BASE, _INVERSE)
        )
        _tables[:] = powers, inverses
    return powers, inverses


@dataclass(frozen=True, eq=False, slots=True)
class RunIndex:
    """Where the runs of one, two and three words of some texts are.

    Parameters
    ----------
    words : (T,) the hash of each word, text after text.
    start, length : (T,) the place of each word in its text, and its length there, both in
        characters; a longer word than 65,535 counts as so long.
    first : (D + 1,) the number of the first word of each text.
    keys : (T,) the runs that begin at the words, sorted: bits of the hashes of three words, so that
        those that begin with the same one or two words are beside each other.
    order : (T,) the number of the word at which each of the `keys` begins.
    """

    words: Words
    start: NDArray[np.int32]
    length: NDArray[np.uint16]
    first: NDArray[np.int64]
    keys: NDArray[np.uint64]
    order: NDArray[np.int32]

    @classmethod
    def of(cls, texts: Iterable[str], total: int, progress: Progress = quiet) -> RunIndex:
        """The index of `total` texts; `progress` is called with ``indexing`` for every text."""
        parts: list[tuple[Words, NDArray[np.int32], NDArray[np.uint16]]] = []
        counts = [0]
        batch: list[str] = []
        size = 0

        def add() -> None:
            words, starts, ends = words_in("\n".join(batch))
            begins = np.cumsum([0, *(len(text) + 1 for text in batch)])
            bounds = np.searchsorted(starts, begins)
            counts.extend(np.diff(bounds).tolist())
            own = starts - np.repeat(begins[:-1], np.diff(bounds))
            lengths = np.minimum(ends - starts, 65_535).astype(np.uint16)
            parts.append((words, own.astype(np.int32), lengths))

        for number, text in enumerate(texts):
            progress("indexing", number, total)
            batch.append(text)
            size += len(text)
            if size >= _CHUNK:
                add()
                batch, size = [], 0
        if batch:
            add()
        progress("indexing", total, total)
        if parts:
            words, start, length = (np.concatenate(column) for column in zip(*parts, strict=True))
        else:
            words, start, length = (np.zeros(0, kind) for kind in (np.uint32, np.int32, np.uint16))
        keys = run_keys(words)
        order = np.argsort(keys, kind="stable").astype(np.int32)
        return cls(words, start, length, np.cumsum(counts, dtype=np.int64), keys[order], order)

    def ranges(self, words: Words, size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """For each run of `size` words, where its occurrences begin and end in `order`.

        The last runs are followed by nothing: they are found where the texts end, and nowhere else.
        They are looked up in the order of their keys, which takes a fraction of the time.
        """
        low = np.uint64((1 << _KEPT[size]) - 1)
        keys: NDArray[np.uint64]
        keys, run = np.unique(run_keys(words) & ~low, return_inverse=True)
        begin, end = self.keys.searchsorted(keys), self.keys.searchsorted(keys | low, "right")
        return begin[run], end[run]

    def rarity(self, words: Words) -> NDArray[np.float64]:
        """The weight of each of some words: the rarer it is, the more."""
        begin, end = self.ranges(words, 1)
        return np.asarray(np.log1p(len(self.words) / np.maximum(end - begin, 1)))

    def occurrences(self, begin: int, end: int, most: int) -> NDArray[np.int32]:
        """The words at which a run begins, by its range, in order; the first ones if it has more
        occurrences than `most`."""
        return np.sort(self.order[begin:end])[:most]

    def matches(self, words: Words, ranges: Sequence[Ranges], most: int) -> NDArray[np.int32]:
        """The numbers of the words at which all `words` stand one after another, in order.

        `ranges` are those of their runs of one, two and three words; of the rarest run in them, the
        first `most` occurrences are looked at.
        """
        size = min(len(words), LONGEST_RUN)
        low, high = ranges[size - 1]
        last = len(words) - size + 1
        rarest = int(np.argmin(high[:last] - low[:last]))
        found = self.occurrences(int(low[rarest]), int(high[rarest]), most) - rarest
        found = found[(found >= 0) & (found + len(words) <= len(self.words))]
        for begin in range(0, len(words), _AT_ONCE):
            part = words[begin : begin + _AT_ONCE]
            there = self.words[found[:, None] + np.arange(begin, begin + len(part))]
            found = found[(there == part).all(axis=1)]
        return found

    def slice_of(self, first: int, last: int) -> tuple[int, int]:
        """The start of one word and the end of another one of the same text."""
        return int(self.start[first]), int(self.start[last]) + int(self.length[last])


Ranges = tuple[NDArray[np.intp], NDArray[np.intp]]

_KEPT = {1: 40, 2: 20, 3: 0}
"""How many bits of a key do not belong to its first words."""


def run_keys(words: Words) -> NDArray[np.uint64]:
    """The keys of the runs of three words that begin at each word."""
    padded = np.concatenate([words, np.zeros(LONGEST_RUN - 1, np.uint32)]).astype(np.uint64)
    keys: NDArray[np.uint64] = padded[: len(words)] >> np.uint64(8) << np.uint64(40)
    keys |= padded[1 : len(words) + 1] >> np.uint64(12) << np.uint64(20)
    keys |= padded[2 : len(words) + 2] >> np.uint64(12)
    return keys
