"""Compare a quotation with a passage of a source, word for word."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby, takewhile

from hyperdigest.base.readable import SOFT_HYPHEN
from hyperdigest.verify.characters import DASHES, QUOTES, folded
from hyperdigest.verify.result import HARMLESS, Difference, DifferenceKind
from hyperdigest.verify.words import Word, whole, within, words_of

LONGEST_EXACT = 400
"""In words: in longer quotations, words that are frequent in them anchor no alignment."""

_MOST_PARTS = 64

_FAR = 6
"""In words; where a passage is only near to a quotation, a few words of the quotation that stand so
much farther from the others are other ones."""


_NEGATIONS = """
no not never nor none neither nobody nothing nowhere cannot without hardly non don't
doesn't didn't won't can't couldn't shouldn't wouldn't isn't aren't wasn't weren't hasn't haven't
hadn't mustn't
nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder
ne pas jamais rien aucun aucune sans personne ni
nunca jamás nada nadie ningún ninguna ninguno sin tampoco
mai niente nessuno nessuna senza né
não nem nenhum nenhuma sem ninguém
niet geen nooit niets niemand zonder
inte ingen inget aldrig utan ikke intet aldri uten uden
ei en emme ette eivät nikt nigdy bez żaden
не ни нет без никогда никто ничего ні немає
δεν όχι μην ποτέ hayır değil yok
不 没 沒 未 無 无 非 否 ず ぬ لا لم لن ليس غير 안 못 없 không chẳng chưa नहीं न मत
"""
_NUMERALS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
hundred thousand million billion half third quarter dozen once twice first second double triple
null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert tausend
zéro un deux trois quatre cinq sept huit neuf dix cent mille
uno dos tres cuatro cinco seis siete ocho nueve diez cien ciento mil
"""


def _words(listed: str) -> frozenset[str]:
    """The words of a list, in the form in which words are compared."""
    return frozenset("".join(map(folded, word)) for word in listed.split())


NEGATIONS = _words(_NEGATIONS)
NUMERALS = _words(_NUMERALS)


@dataclass(frozen=True, slots=True)
class Side:
    """A text that is compared: as it is, and with its markup covered."""

    text: str
    plain: str
    _last: dict[tuple[int, int], list[Word]] = field(default_factory=dict, repr=False)

    def words(self, part: tuple[int, int]) -> list[Word]:
        """The words of a slice, which is compared several times in a row."""
        if part not in self._last:
            if len(self._last) >= _MOST_PARTS:
                self._last.clear()
            self._last[part] = within(words_of(self.plain, *part))
        return self._last[part]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The passage that a quotation was compared with, and where they differ.

    Parameters
    ----------
    start, end : the slice of the source.
    share : the share of the words of the quotation that the passage has in order.
    common : those words.
    size : how many words the passage has.
    """

    start: int
    end: int
    share: float
    differences: tuple[Difference, ...]
    common: frozenset[str] = frozenset()
    size: int = 0


def compare(
    draft: Side, quote: tuple[int, int], source: Side, passage: tuple[int, int], loose: bool
) -> Comparison:
    """Compare a slice of the draft with a passage of a source.

    `loose` is whether the passage has other words before and after the one that is meant.
    """
    if not loose and _is_same(draft.plain, quote, source.plain, passage):
        return Comparison(*passage, 1.0, ())
    quoted = draft.words(quote)
    start, end = whole(source.plain, *passage, 0, len(source.plain))
    if not loose:
        start, end = _with_signs(quoted, source.plain, start, end)
    sourced = words_of(source.plain, start, end)
    if not loose:
        sourced = within(sourced)
    blocks = _matching(quoted, sourced)
    if loose and blocks != (blocks := _together(quoted, blocks)):
        first, last = _trimmed(quoted, sourced, blocks)
        sourced = sourced[first:last]
        blocks = _together(quoted, _matching(quoted, sourced))
    if loose:
        first, last = _widened(quoted, sourced, *_trimmed(quoted, sourced, blocks))
        sourced = sourced[first:last]
        blocks = _matching(quoted, sourced)
    if not sourced or not quoted:
        return Comparison(start, start, 0.0, ())
    differences = list(_differences(draft, quoted, source, sourced, blocks))
    begin, stop = sourced[0].start, sourced[-1].end
    if not any(each.kind not in HARMLESS for each in differences):
        differences = _of_form(draft, quoted, source, sourced)
    own, size = (sum(word.kind != "punctuation" for word in words) for words in (quoted, sourced))
    common = [
        word.text for i, _, n in blocks for word in quoted[i : i + n] if word.kind != "punctuation"
    ]
    share, differences = len(common) / max(1, own), list(_as_order(differences))
    return Comparison(begin, stop, share, tuple(differences), frozenset(common), size)


def _with_signs(quoted: Sequence[Word], text: str, start: int, end: int) -> tuple[int, int]:
    """A slice of the source with the signs before and after it that the quotation has there too."""
    before = [*takewhile(_is_sign, reversed(words_of(text, max(0, start - _FEW), start)))]
    for word, other in zip(_signs(quoted)[::-1], before, strict=False):
        if word.text != other.text:
            break
        start = other.start
    after = takewhile(_is_sign, words_of(text, end, min(len(text), end + _FEW)))
    for word, other in zip(_signs(quoted[::-1])[::-1], after, strict=False):
        if word.text != other.text:
            break
        end = other.end
    return start, end


def _is_sign(word: Word) -> bool:
    return word.kind in ("sign", "punctuation")


def _signs(words: Sequence[Word]) -> list[Word]:
    """The signs before the first word."""
    return [*takewhile(_is_sign, words)]


_FEW = 20
_BETWEEN_WORDS = re.compile(r"[\s.,;:!?…\"'“”„‘’«»]*")


def _is_same(quoted: str, quote: tuple[int, int], sourced: str, passage: tuple[int, int]) -> bool:
    """Whether a quotation is a passage, character for character, but for marks at its ends."""
    start, end = passage
    at = quoted.find(sourced[start:end], *quote)
    return (
        at >= 0
        and _BETWEEN_WORDS.fullmatch(quoted, quote[0], at) is not None
        and _BETWEEN_WORDS.fullmatch(quoted, at + end - start, quote[1]) is not None
        and whole(sourced, start, end, 0, len(sourced)) == passage
    )


Blocks = list[tuple[int, int, int]]
"""Runs of equal words: the first in the quotation, the first in the source, and how many."""


def _matching(quoted: Sequence[Word], sourced: Sequence[Word]) -> Blocks:
    """The runs of words that a quotation and a source have in the same order.

    If only some words were exchanged, these are those in their places. Of words that the source has
    twice before a run, those that are as far from it as in the quotation are taken.
    """
    one, other = [word.text for word in quoted], [word.text for word in sourced]
    if one == other:
        return [(0, 0, len(one))]
    if in_place := _in_place(one, other):
        return in_place
    matcher = SequenceMatcher(None, one, other, autojunk=len(other) > LONGEST_EXACT)
    blocks = [(i, j, n) for i, j, n in matcher.get_matching_blocks() if n]
    for number in range(len(blocks) - 2, -1, -1):
        i, j, n = blocks[number]
        next_i, next_j, _ = blocks[number + 1]
        nearer = next_j - (next_i - i)
        if nearer > j and other[nearer : nearer + n] == one[i : i + n]:
            blocks[number] = (i, nearer, n)
    return blocks


def _in_place(one: Sequence[str], other: Sequence[str]) -> Blocks:
    """The runs in their places, if both have the same words, most of them in the same places."""
    if len(one) != len(other) or Counter(one) != Counter(other):
        return []
    found: Blocks = []
    for is_equal, run in groupby(range(len(one)), lambda at: one[at] == other[at]):
        places = [*run]
        if is_equal:
            found.append((places[0], places[0], len(places)))
    return found if 2 * sum(n for _, _, n in found) >= len(one) else []


def _trimmed(quoted: Sequence[Word], sourced: Sequence[Word], blocks: Blocks) -> tuple[int, int]:
    """The first and the last word of the source that answer to the quotation: as many words before
    and after those that match as there are in the quotation."""
    if not blocks:
        return 0, 0
    first_i, first, _ = blocks[0]
    last_i, last, n = blocks[-1]
    last += n
    wanted = sum(word.kind != "punctuation" for word in quoted[:first_i])
    at = first
    while wanted and at > 0:
        at -= 1
        if sourced[at].kind != "punctuation":
            wanted, first = wanted - 1, at
    wanted = sum(word.kind != "punctuation" for word in quoted[last_i + n :])
    at = last
    while wanted and at < len(sourced):
        at += 1
        if sourced[at - 1].kind != "punctuation":
            wanted, last = wanted - 1, at
    return first, last


def _widened(
    quoted: Sequence[Word], sourced: Sequence[Word], first: int, last: int
) -> tuple[int, int]:
    """A slice of the source with the words beside it that the quotation has at another place."""
    left = Counter(word.text for word in quoted)
    left.subtract(word.text for word in sourced[first:last])
    begin, end = first, last
    while begin > 0 and left[sourced[begin - 1].text] > 0:
        begin -= 1
        left[sourced[begin].text] -= 1
        if sourced[begin].kind != "punctuation":
            first = begin
    while end < len(sourced) and left[sourced[end].text] > 0:
        left[sourced[end].text] -= 1
        if sourced[end].kind != "punctuation":
            last = end + 1
        end += 1
    return first, last


def _together(quoted: Sequence[Word], blocks: Blocks) -> Blocks:
    """The runs of equal words without those at both ends that are far from the others, and have
    fewer words."""
    for _ in range(2):
        while len(blocks) > 1:
            (i, j, n), (next_i, next_j, _) = blocks[:2]
            is_near = (next_j - j) - (next_i - i) <= max(_FAR, 2 * n)
            if is_near or n > sum(size for _, _, size in blocks[1:]):
                break
            blocks = blocks[1:]
        size = len(quoted)
        blocks = [(size - i - n, -j - n, n) for i, j, n in reversed(blocks)]
    return blocks


def _differences(
    draft: Side,
    quoted: Sequence[Word],
    source: Side,
    sourced: Sequence[Word],
    blocks: Blocks,
) -> Iterator[Difference]:
    """The places between the runs of equal words."""
    i = j = 0
    for next_i, next_j, n in [*blocks, (len(quoted), len(sourced), 0)]:
        last_i, last_j = next_i, next_j
        while i < last_i and j < last_j and quoted[i].text == sourced[j].text:
            i, j = i + 1, j + 1
        while i < last_i and j < last_j and quoted[last_i - 1].text == sourced[last_j - 1].text:
            last_i, last_j = last_i - 1, last_j - 1
        one, other = quoted[i:last_i], sourced[j:last_j]
        is_same = _same_letters(one, other) or (
            _around(draft.text, quoted, i, last_i) == _around(source.text, sourced, j, last_j)
        )
        if not is_same:
            yield _difference(draft, quoted, i, last_i, source, sourced, j, last_j)
        i, j = next_i + n, next_j + n


def _around(text: str, words: Sequence[Word], first: int, last: int) -> list[str]:
    """The text between the words before and after some words, with the marks that are covered:
    what one format takes for markup is a sign in the other."""
    begin = words[first - 1].end if first else words[0].start
    end = words[last].start if last < len(words) else words[-1].end
    return text[begin:end].split()


def _same_letters(one: Sequence[Word], other: Sequence[Word]) -> bool:
    """Whether words differ only in where they are divided, or in dashes that are no numbers'."""
    letters = [
        "".join(word.text for word in words if word.text != "-" or word.kind == "sign")
        for words in (one, other)
    ]
    if letters[0] != letters[1]:
        return False
    return not any(word.kind in ("number", "sign") for word in (*one, *other)) or (
        len(one) == len(other) == 1
    )


def _difference(
    draft: Side,
    quoted: Sequence[Word],
    i: int,
    next_i: int,
    source: Side,
    sourced: Sequence[Word],
    j: int,
    next_j: int,
) -> Difference:
    one, other = quoted[i:next_i], sourced[j:next_j]
    start, end = _span(quoted, i, next_i)
    source_start, source_end = _span(sourced, j, next_j)
    return Difference(
        _kind(draft, one, source, other),
        draft.text[start:end],
        source.text[source_start:source_end],
        start,
        end,
        source_start,
        source_end,
    )


def _span(words: Sequence[Word], first: int, last: int) -> tuple[int, int]:
    """The slice of some words; if there are none, the place where they would be."""
    if first < last:
        return words[first].start, words[last - 1].end
    at = words[first - 1].end if first else words[0].start
    return at, at


def _kind(draft: Side, one: Sequence[Word], source: Side, other: Sequence[Word]) -> DifferenceKind:
    """What differs in some words: the most serious."""
    unequal = Counter(word.text for word in one)
    unequal.subtract(Counter(word.text for word in other))
    texts = {text for text, count in unequal.items() if count}
    words = [word for word in (*one, *other) if word.text in texts]
    if not words:
        return "order"
    if any(word.kind == "number" or word.text in NUMERALS for word in words):
        return "number"
    if any(word.text in NEGATIONS or word.text.endswith("n't") for word in words):
        return "negation"
    if any(_is_name(draft.plain, word) for word in one if word.text in texts) or any(
        _is_name(source.plain, word) for word in other if word.text in texts
    ):
        return "name"
    if any(word.kind == "word" for word in words):
        return "word"
    return "sign" if any(word.kind == "sign" for word in words) else "punctuation"


_SENTENCE_BEGINS = re.compile(r"(?:^|[.!?:…\n\r]['\"”’»)]*)[\s'\"“‘«([*_>#-]*\Z")


def _is_name(text: str, word: Word) -> bool:
    """Whether a word has a capital letter, and does not begin a sentence."""
    if word.kind != "word" or not text[word.start].isupper():
        return False
    return _SENTENCE_BEGINS.search(text[max(0, word.start - 20) : word.start]) is None


def _as_order(differences: Sequence[Difference]) -> Iterator[Difference]:
    """The differences, those that only move words as such."""
    moved = Counter[str]()
    for each in differences:
        if each.quote and not each.source:
            moved[_folded(each.quote)] += 1
        elif each.source and not each.quote:
            moved[_folded(each.source)] -= 1
    pairs = {text for text in moved if moved[text] == 0}
    for each in differences:
        one_sided = bool(each.quote) != bool(each.source)
        if one_sided and each.kind not in HARMLESS and _folded(each.quote or each.source) in pairs:
            yield Difference(
                "order", each.quote, each.source, each.start, each.end, each.source_start,
                each.source_end,
            )  # fmt: skip
        else:
            yield each


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


_ANY_DASH, _ANY_QUOTE = (
    re.compile(f"[{re.escape(marks)}]") for marks in (DASHES + SOFT_HYPHEN, QUOTES)
)
_FORMS: dict[DifferenceKind, Callable[[str], str]] = {
    "characters": lambda text: unicodedata.normalize("NFKC", text),
    "hyphens": lambda text: _ANY_DASH.sub("", text),
    "quotation marks": lambda text: _ANY_QUOTE.sub("", text),
    "case": str.casefold,
    "white space": lambda text: "".join(text.split()),
}


def _of_form(
    draft: Side, quoted: Sequence[Word], source: Side, sourced: Sequence[Word]
) -> list[Difference]:
    """The kinds in which two texts differ that have the same words; none if they are the same."""
    start, end = quoted[0].start, quoted[-1].end
    source_start, source_end = sourced[0].start, sourced[-1].end
    one = draft.plain[start:end].replace(SOFT_HYPHEN, "")
    other = source.plain[source_start:source_end].replace(SOFT_HYPHEN, "")
    if one == other:
        return []
    kinds: list[DifferenceKind] = []
    for kind in _FORMS:
        texts = [one, other]
        for form, applied in _FORMS.items():
            if form != kind:
                texts = [applied(text) for text in texts]
        if texts[0] != texts[1]:
            kinds.append(kind)
    return [
        Difference(kind, "", "", start, start, source_start, source_start)
        for kind in kinds or ["characters"]
    ]
