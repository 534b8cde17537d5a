"""Scripts written without spaces: how their letters are cut into terms and counted as words.

Nothing marks where a word of Chinese, Japanese or Thai ends. Terms are overlapping pairs of
letters, which need no dictionary, and single ideographs, many of which are words; the length of a
sentence in words is estimated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

UNSPACED = frozenset(("ja", "th", "zh"))
"""Languages written without spaces between words, by ISO 639-1 code."""

LETTERS_A_WORD = 2
"""Of Chinese and Japanese in a segment."""

CLUSTERS_A_WORD = 3
"""Letters of Thai, each with its vowels and tones, in a segment."""

CJK = (
    "々〆〇ぁ-ゖゝ-ゟァ-ヺー-ヿㇰ-ㇿ\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaffｦ-ﾟ\U00020000-\U0003ffff"
)
"""Ideographs and kana, as in the brackets of a regular expression."""

THAI = "\u0e01-\u0e2e\u0e30-\u0e3a\u0e40-\u0e45\u0e47-\u0e4e"
"""Thai letters, vowels and tones, in the same way; the sign of repetition is none of them."""

_CLUSTER = re.compile(
    "[\u0e40-\u0e44]?[\u0e01-\u0e2e][\u0e30-\u0e3a\u0e45\u0e47-\u0e4e]*|[\u0e30-\u0e3a\u0e40-\u0e4e]+"
)
_PAIRED = re.compile(rf"[{CJK}]+|[{THAI}]+|[가-힣]+")
_IDEOGRAPH = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_ANY_PAIRED = re.compile(f"[{CJK}{THAI}가-힣]")
_ANY_UNSPACED = re.compile(f"[{CJK}{THAI}]")
_UNSPACED = re.compile(rf"([{CJK}]+)|[{THAI}]+")
_BEFORE_NUMBER = re.compile(rf"(?<=[{CJK}{THAI}가-힣])(?=[0-9]+[.,][0-9])")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W_]")


def in_pairs(words: list[str]) -> list[str]:
    """Words, those of Chinese, Japanese, Korean and Thai letters cut into overlapping pairs.

    Each ideograph counts alone as well. A lone letter stands alone, and so do Latin letters and
    digits within a word. A Thai letter has the vowels and tones around it. Korean has spaces
    between words, but writes particles behind them, which pairs of syllables leave off.
    """
    return [piece for word in words for piece in _pieces(word)]


def _pieces(word: str) -> Iterator[str]:
    end = 0
    for run in _PAIRED.finditer(word):
        if end < run.start():
            yield word[end : run.start()]
        letters = _letters(run[0])
        yield from letters if len(letters) == 1 else filter(_IDEOGRAPH.match, letters)
        yield from map("".join, pairwise(letters))
        end = run.end()
    if end < len(word):
        yield word[end:]


def _letters(run: str) -> list[str]:
    return _CLUSTER.findall(run) if run[0] < "\u1000" else list(run)


def numbers_apart(text: str) -> str:
    """`text` with a space between such letters and a number that has a point or comma inside."""
    return _BEFORE_NUMBER.sub(" ", text)


def has_paired_letters(text: str) -> bool:
    """Whether a letter of `text` is Chinese, Japanese, Korean or Thai."""
    return _ANY_PAIRED.search(text) is not None


def lacks_spaces(text: str) -> bool:
    """Whether at least half of the letters of `text` are Chinese, Japanese or Thai."""
    if text.isascii() or not _ANY_UNSPACED.search(text):
        return False
    unspaced = sum(len(_LETTER.findall(run[0])) for run in _UNSPACED.finditer(text))
    return unspaced > 0 and 2 * unspaced >= len(_LETTER.findall(text))


def count_words(text: str, language: str = "") -> int:
    """The length of `text` in words: by white space, or in segments where its language has none.

    A run of Chinese or Japanese letters counts one for every two of them, a run of Thai ones one
    for every three with their vowels and tones, both rounded up; what stands between such runs
    counts by white space, unless it is signs alone.

    Parameters
    ----------
    language : of `text`, where it is known; else its letters tell.
    """
    if not (language in UNSPACED if language else lacks_spaces(text)):
        return len(text.split())
    count = 0
    for run in _UNSPACED.finditer(text):
        size = LETTERS_A_WORD if run[1] else CLUSTERS_A_WORD
        count += -(-len(_letters(run[0])) // size)
    return count + sum(map(bool, map(_WORD.search, _UNSPACED.sub(" ", text).split())))
