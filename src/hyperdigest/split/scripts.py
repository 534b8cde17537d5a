"""Scripts written without spaces between words, and the word lists of each language.

In Chinese, Japanese and Thai nothing marks the end of a word. `in_pairs` makes terms of overlapping
pairs of letters, which need no dictionary, and of single ideographs, many of which are words.
`count_words` estimates the length of a sentence in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise

from hyperdigest.base.text import BARS, CELL

_SPACE_FOR_BARS = str.maketrans(BARS, " " * len(BARS))
UNSPACED = frozenset(("ja", "th", "zh"))
"""Languages written without spaces between words, by ISO 639-1 code."""

SYLLABIC = frozenset(("vi",))
"""Languages with spaces between syllables, of which a word has several."""

CJK = (
    "々〆〇ぁ-ゖゝ-ゟァ-ヺー-ヿㇰ-ㇿ\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaffｦ-ﾟ\U00020000-\U0003ffff"
)
"""Character class of ideographs and kana."""

THAI = "\u0e01-\u0e2e\u0e30-\u0e3a\u0e40-\u0e45\u0e47-\u0e4e"
"""Character class of Thai letters, vowels and tones, without the repetition mark."""

_CLUSTER = re.compile(
    "[\u0e40-\u0e44]?[\u0e01-\u0e2e][\u0e30-\u0e3a\u0e45\u0e47-\u0e4e]*|[\u0e30-\u0e3a\u0e40-\u0e4e]+"
)
_PAIRED = re.compile(rf"[{CJK}]+|[{THAI}]+|[가-힣]+")
_IDEOGRAPH = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_ANY_PAIRED = re.compile(f"[{CJK}{THAI}가-힣]")
_ANY_UNSPACED = re.compile(f"[{CJK}{THAI}]")
_UNSPACED = re.compile(rf"([{CJK}]+)|[{THAI}]+")
BEFORE_NUMBER = re.compile(rf"(?<=[{CJK}{THAI}가-힣])(?=[0-9]+[.,][0-9])")
"""The place between such letters and a number with a point or comma inside."""

_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W_]")
_QUESTION_MARK = re.compile(r"[?？؟][\"'”’»)\]*_]{0,3}$")


def in_pairs(words: list[str]) -> list[str]:
    """`words`, with Chinese, Japanese, Korean and Thai letters cut into overlapping pairs.

    Each ideograph is also a term by itself, as are a single letter, and Latin letters and digits
    within a word. A Thai letter includes the vowels and tones around it. Korean has spaces between
    words, but appends particles to them, which pairs of syllables separate.
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
    """The length of `text` in words separated by white space, or in segments without spaces.

    What divides the cells of a row in Markdown also separates words if it has no space around it:
    ``|a|b|`` is two words, as it is shown. Bars between spaces count as words. A segment is two
    Chinese or Japanese letters, or three Thai letters with their vowels and tones; a run of such
    letters is rounded up. Other words between the runs count as usual. Without a `language` the
    letters decide which count applies.
    """
    if not (language in UNSPACED if language else lacks_spaces(text)):
        words = len(text.split())
        if text[:1] not in BARS and ("<" not in text or "<t" not in text.lower()):
            return words
        return max(words, len(CELL.sub(" ", text).translate(_SPACE_FOR_BARS).split()))
    count = sum(map(bool, map(_WORD.search, _UNSPACED.sub(" ", text).split())))
    for run in _UNSPACED.finditer(text):
        letters_per_word = 2 if run[1] else 3
        count += -(-len(_letters(run[0])) // letters_per_word)
    return count


def ends_with_question_mark(text: str, start: int, stop: int) -> bool:
    """Whether a slice of a text ends with a question mark, perhaps within quotes or brackets."""
    return _QUESTION_MARK.search(text, max(start, stop - 8), stop) is not None


@cache
def word_list(name: str) -> frozenset[str]:
    """The lines of the file `name` in this folder, without those that begin with #."""
    lines = files("hyperdigest.split").joinpath(name).read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language, an ISO 639-1 code."""
    return word_list(f"stopwords/{language}.txt")


def light_words(language: str) -> frozenset[str]:
    """Words that say little of what a text is about, such as "come"; empty for languages without a
    list."""
    return word_list("light_words.txt") if language == "en" else frozenset()


def asking_words(language: str) -> frozenset[str]:
    """Words that only say what kind of answer is wanted; empty for languages without a list."""
    name = f"asking/{language}.txt"
    return word_list(name) if files("hyperdigest.split").joinpath(name).is_file() else frozenset()
