"""Scripts written without spaces between words, and the word lists of each language.

In Chinese, Japanese and Thai nothing marks the end of a word. `in_pairs` makes terms of overlapping
pairs of letters, which need no dictionary, and of single ideographs, many of which are words.
`count_words` estimates the length of a sentence in words.

Thai has no full stop: `thai_ends` cuts it at spaces. Since spaces separate not only clauses, but
also numbers, foreign names and the items of a list, a sentence ends only at a space between Thai
words, with enough text on both sides, if the words around it neither connect nor belong to a list.
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


SHORTEST_THAI = 40
"""Thai letters, vowels and tones in a sentence, at least."""

_SENTENCE_WORDS = "(?:ต่อมา|หลังจาก|นอกจาก|อย่างไรก็ตาม|ปัจจุบัน|ทั้งนี้|ในปี|เขา|เธอ|ท่าน|พวกเขา|ชาวบ้าน)"
"""Words that begin a sentence, even after a number or an abbreviation."""

_THAI_LETTER = re.compile(f"[{THAI}]")
_POSSIBLE_CUT = re.compile(
    rf"(?<=[{THAI}ฯๆ)\]”\"’])[ \u00a0]+(?=[{THAI}“\"‘(])|(?<=[\d.])[ \u00a0]+(?={_SENTENCE_WORDS})"
)
_JOINS_ON = re.compile(
    r'[“"‘(]|ฯลฯ|(?:[ก-ฮ]\.)+|และ|หรือ|กับ|แต่|ซึ่ง|ที่|โดย|เพื่อ|เพราะ|เนื่องจาก|จึง|ทำให้|ส่งผล|รวม|เช่น|ได้แก่|คือ|เป็น|ว่า|ของ'
    "|ใน(?!ปี|เดือน|วันที่|ปัจจุบัน|ขณะ)|จาก|ตาม|ต่อ(?!มา)|ถึง|จน|แล้ว|ก็|ด้วย|อัน|ไม่ว่า|ตลอดจน|พร้อม|ระหว่าง|แห่ง|กว่า|นับ|เมื่อ|ขณะ|ดัง"
)
_EXPECTS_MORE = re.compile(
    "(?:ในปี|ในเดือน|วันที่|และ|หรือ|กับ|ที่|ซึ่ง|ว่า|เช่น|ได้แก่|คือ|โดย|ใน|ของ|จาก|แก่|แด่|เพื่อ|เป็น|ๆ|ฯ)$"
)


def thai_ends(block: str) -> Iterator[int]:
    """Offsets of the spaces in `block` at which a Thai sentence ends, without ends at marks.

    After 120 letters a sentence ends even if the following words could belong to it.
    """
    left = _thai_size(block)
    size = begun = 0
    for found in _POSSIBLE_CUT.finditer(block):
        clause = _thai_size(block[begun : found.start()])
        size, left, begun = size + clause, left - clause, found.end()
        if size < SHORTEST_THAI or left < SHORTEST_THAI:
            continue
        if size < 120 and _JOINS_ON.match(block, found.end()):
            continue
        if not _EXPECTS_MORE.search(block[max(0, found.start() - 10) : found.start()]):
            yield found.start()
            size = 0


def _thai_size(text: str) -> int:
    return len(_THAI_LETTER.findall(text))


@cache
def word_list(name: str) -> frozenset[str]:
    """The lines of the file `name` in this folder, without those that begin with #."""
    lines = files("hyperdigest.split").joinpath(name).read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language, an ISO 639-1 code."""
    return word_list(f"stopwords/{language}.txt")


def asking_words(language: str) -> frozenset[str]:
    """Words that only say what kind of answer is wanted; empty for languages without a list."""
    name = f"asking/{language}.txt"
    return word_list(name) if files("hyperdigest.split").joinpath(name).is_file() else frozenset()
