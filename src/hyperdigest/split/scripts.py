"""Scripts written without spaces, and the lists of words of each language.

Nothing marks where a word of Chinese, Japanese or Thai ends. `in_pairs` makes terms of overlapping
pairs of letters, which need no dictionary, and of single ideographs, many of which are words;
`count_words` estimates the length of a sentence in words.

Thai has no full stop: `thai_ends` cuts it at spaces. As a space stands between clauses, but around
numbers, names in other letters and the items of a list too, a space is a cut only between Thai
words, where enough of a statement stands on both sides, and where the words after it neither join
on to those before nor close a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise

UNSPACED = frozenset(("ja", "th", "zh"))
"""Languages written without spaces between words, by ISO 639-1 code."""

LETTERS_A_WORD, CLUSTERS_A_WORD = 2, 3
"""Letters in a segment: of Chinese and Japanese; of Thai, each with its vowels and tones."""

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
BEFORE_NUMBER = re.compile(rf"(?<=[{CJK}{THAI}가-힣])(?=[0-9]+[.,][0-9])")
"""The place between such letters and a number that has a point or comma inside."""

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
    counts by white space, unless it is signs alone. Without a `language` the letters tell it.
    """
    if not (language in UNSPACED if language else lacks_spaces(text)):
        return len(text.split())
    count = sum(map(bool, map(_WORD.search, _UNSPACED.sub(" ", text).split())))
    for run in _UNSPACED.finditer(text):
        count += -(-len(_letters(run[0])) // (LETTERS_A_WORD if run[1] else CLUSTERS_A_WORD))
    return count


SHORTEST = 40
"""The fewest Thai letters, vowels and tones on either side of a cut."""

LONG = 120
"""With so many of them before a space it is a cut, though the words after it join on."""

_BEGINS = "(?:ต่อมา|หลังจาก|นอกจาก|อย่างไรก็ตาม|ปัจจุบัน|ทั้งนี้|ในปี|เขา|เธอ|ท่าน|พวกเขา|ชาวบ้าน)"
"""Words that begin a sentence, even after a number or an abbreviation."""

_THAI_LETTER = re.compile(f"[{THAI}]")
_SPACE = re.compile(
    rf"(?<=[{THAI}ฯๆ)\]”\"’])[ \u00a0]+(?=[{THAI}“\"‘(])|(?<=[\d.])[ \u00a0]+(?={_BEGINS})"
)
_JOINS_ON = re.compile(
    r'[“"‘(]|ฯลฯ|(?:[ก-ฮ]\.)+|และ|หรือ|กับ|แต่|ซึ่ง|ที่|โดย|เพื่อ|เพราะ|เนื่องจาก|จึง|ทำให้|ส่งผล|รวม|เช่น|ได้แก่|คือ|เป็น|ว่า|ของ'
    "|ใน(?!ปี|เดือน|วันที่|ปัจจุบัน|ขณะ)|จาก|ตาม|ต่อ(?!มา)|ถึง|จน|แล้ว|ก็|ด้วย|อัน|ไม่ว่า|ตลอดจน|พร้อม|ระหว่าง|แห่ง|กว่า|นับ|เมื่อ|ขณะ|ดัง"
)
_HOLDS_ON = re.compile(
    "(?:ในปี|ในเดือน|วันที่|และ|หรือ|กับ|ที่|ซึ่ง|ว่า|เช่น|ได้แก่|คือ|โดย|ใน|ของ|จาก|แก่|แด่|เพื่อ|เป็น|ๆ|ฯ)$"
)


def thai_ends(block: str) -> Iterator[int]:
    """Offsets in `block` after which a Thai sentence begins, those after its marks aside."""
    left = _size(block)
    size = begun = 0
    for found in _SPACE.finditer(block):
        clause = _size(block[begun : found.start()])
        size, left, begun = size + clause, left - clause, found.end()
        if size < SHORTEST or left < SHORTEST:
            continue
        if size < LONG and _JOINS_ON.match(block, found.end()):
            continue
        if not _HOLDS_ON.search(block[max(0, found.start() - 10) : found.start()]):
            yield found.start()
            size = 0


def _size(text: str) -> int:
    return len(_THAI_LETTER.findall(text))


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of the file `name` of this folder; a line that begins with # is none."""
    lines = files("hyperdigest.split").joinpath(name).read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language (ISO 639-1)."""
    return word_list(f"stopwords/{language}.txt")


def asking_words(language: str) -> frozenset[str]:
    """Words that only say what kind of answer is wanted; none where no list is."""
    name = f"asking/{language}.txt"
    return word_list(name) if files("hyperdigest.split").joinpath(name).is_file() else frozenset()
