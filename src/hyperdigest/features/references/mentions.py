"""Find the references in a text: "clauses 8.3 and 9.1 of the MSA", "Art. 5 Abs. 2", "RFC 5321".

The text is searched for digits, and the word before each is looked up, because that is several
times as fast as a search for all words. All patterns are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from hyperdigest.features.references.numbers import NUMBER, ROMAN, SUB, Part, numbers_between
from hyperdigest.features.references.words import CAPTION_KINDS, LETTERED_KINDS, Words, words_of

MOST_IN_LIST = 30
"""A list of more numbers is read no further."""

MOST_IN_RANGES = 20_000
"""In a text with more numbers, lists and ranges name only their ends."""

MOST_SMALL = 6
"""So many numbers of small parts are read after a number."""

_LONGEST_LINK = 12
"""So many characters stand at most between "paragraph 2" and "Article 5"."""

_BEFORE = 40
"""A word stands at most so many characters before its number."""

_FIRST_DIGIT = re.compile(
    r"[0-9](?:(?<=[^\W\d_]\s[0-9])|(?<=[.\u00a7]\s[0-9])|(?<=\s\s[0-9])"
    r"|(?<=[\u00a7.\[*_A-Z-][0-9])(?<![0-9.][.-][0-9]))"
)
"""The first digit of a number after a letter, a full stop, a sign, or white space."""

_MARKS = " \t\n\r\f\u00a0\u2009\u202f[*_"
_RFC = re.compile(r"(?<![^\W_])(?:RFC|rfc)[ \u00a0_-]?\s{0,3}(\d{1,5})(?!\w|\.\d)")
_KEY = re.compile(r"(?<![\w-])([A-Z][A-Z0-9]{1,9}-\d{1,7})(?!\w|-\w|\.\d)")
_BRACKETED = re.compile(rf"\s?\((?P<number>{SUB})\)")
_AMOUNT_AFTER = re.compile(r"\s?(?:%|‰|°|€|\$|£)|\s(?:percent|per cent|Prozent)\b")


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference to parts of a document, or to a whole one.

    Parameters
    ----------
    start, end : the slice of the text that is the reference, with its word.
    parts : what it names; empty if it names the whole document with a key.
    key : the number of the RFC or the key of the ticket: ``RFC 5321``.
    in_part : whether it names something else together with the reference beside it, as do "Section
        2" and "Chapter 4" in "Section 2 of Chapter 4".
    """

    start: int
    end: int
    parts: tuple[Part, ...] = ()
    key: str = ""
    in_part: bool = False


def mentions_of(text: str, language: str, *, keyed: bool = True) -> list[Mention]:
    """All references in a text, in order; without `keyed` not those to tickets and RFCs alone."""
    found: dict[int, Mention] = {}
    grammar = _grammar(language)
    end, of_part, room = 0, False, MOST_IN_RANGES
    for digit in _FIRST_DIGIT.finditer(text):
        at = digit.start()
        if at < end:
            continue
        mention = grammar.numbered(text, at) or (_keyed(text, at) if keyed else None)
        if mention:
            if of_part and end < mention.start <= end + _LONGEST_LINK:
                mention = replace(mention, in_part=True)
            room -= len(mention.parts)
            if room < 0 and mention.parts:
                mention = replace(mention, parts=(mention.parts[0], mention.parts[-1]))
            found[mention.start] = mention
            end, of_part = mention.end, mention.in_part
    for mention in grammar.lettered(text):
        found.setdefault(mention.start, mention)
    return [found[start] for start in sorted(found)]


def _keyed(text: str, at: int) -> Mention | None:
    """The RFC or ticket with a number."""
    if not text[at - 1].isalpha() and text[at - 1] not in "-_ \u00a0\n\t":
        return None
    start = max(0, at - 14)
    before = text[start:at]
    if "RFC" in before.upper():
        for found in _RFC.finditer(text, start, at + 8):
            if found.start(1) == at:
                return Mention(*found.span(), key=f"RFC {int(found[1])}")
    if before.endswith("-"):
        for found in _KEY.finditer(text, start, at + 10):
            if found.end() > at:
                return Mention(*found.span(), key=found[1])
    return None


class _Grammar:
    """How references are written in a language."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._endings = {word[-2:] for word in words.kinds} | {
            f"{space}§" for space in " \n(\u00a0"
        }
        joins, to = words.one_of("and"), words.one_of("to")
        self._number = re.compile(NUMBER)
        self._letter = re.compile(rf"\s({ROMAN}|[A-Z]\b)(?!['’.]\w)")
        self._sub_words = re.compile(
            rf",?\s{{1,3}}(?P<word>{words.one_of('sub', 'sentence')})\s{{1,3}}"
            rf"\(?(?P<number>{SUB})\)?(?!\w|\.\w)",
            re.IGNORECASE,
        )
        self._join = re.compile(
            rf"\s?(?:,|;|/)\s{{0,3}}(?:(?:{joins})\s{{1,3}})?|\s{{1,3}}(?:{joins})\s{{1,3}}"
        )
        self._to = re.compile(rf"\s?[–—-]\s?|\s{{1,3}}(?:{to})\s{{1,3}}")
        ends = words.one_of("and", "to", "of", "in")
        self._ends = re.compile(rf"\s*(?:[.,;:)\]]|\Z|(?:{ends})(?!\w))")
        of = words.one_of("of", "in")
        the = words.one_of("the")
        self._of_part = re.compile(
            rf"\s{{1,3}}(?:{of})\s{{0,3}}(?:(?:{the})\s{{0,3}})?(?:{words.kind})\s{{0,3}}\d",
            re.IGNORECASE,
        )
        self._part_of = re.compile(
            rf"(?<!\w)(?:{words.one_of('sub')})\s{{1,3}}\(?(?P<number>\d{{1,3}}(?:\.\d{{1,3}}){{0,3}}|[a-zA-Z]|[ivx]{{1,5}})\)?"
            rf"\s{{1,3}}(?:{of})\s{{0,3}}(?:(?:{the})\s{{0,3}})?\Z",
            re.IGNORECASE,
        )

    def numbered(self, text: str, at: int) -> Mention | None:
        """The reference whose first number begins at `at`, if it is one."""
        before = text[at - _BEFORE if at > _BEFORE else 0 : at].rstrip(_MARKS)
        if before.endswith(".") and before[-2:-1].isupper() and text[at - 1] == ".":
            # "Section A.6": the digit follows a letter.
            at -= 2
            before = text[max(0, at - _BEFORE) : at].rstrip(_MARKS)
        if before[-2:].lower() not in self._endings:
            return None
        word = _last_word(before)
        kind = self._words.kinds.get(word)
        if kind is None:
            return None
        gap = text[max(0, at - _BEFORE) + len(before) : at]
        if not gap and word[-1].isalpha():
            return None
        start = max(0, at - _BEFORE) + len(before) - len(word)
        return self._read(text, start, at, kind, is_plural=word in self._words.plurals)

    def _read(
        self, text: str, start: int, at: int, kind: str, *, is_plural: bool
    ) -> Mention | None:
        found = self._number.match(text, at)
        if found is None or _AMOUNT_AFTER.match(text, found.end()):
            return None
        number, end = found[0].casefold(), found.end()
        subs, end = self._subs(text, end, kind)
        parts = [Part(kind, number, subs)]
        for _ in range(MOST_IN_LIST):
            more = self._next(text, end, parts[-1], is_plural=is_plural)
            if more is None:
                break
            parts += more[0]
            end = more[1]
        if kind in CAPTION_KINDS:
            parts = [Part(kind, part.number) for part in parts]
        elif parts[-1].number.isdigit() and not subs and self._of_part.match(text, end):
            return Mention(start, end, tuple(parts), in_part=True)
        elif outer := self._part_of.search(text, max(0, start - 60), start):
            small = outer["number"].casefold()
            start = outer.start()
            parts = [Part(kind, part.number, (*part.subs, small)) for part in parts]
        return Mention(start, end, tuple(parts))

    def _subs(self, text: str, end: int, kind: str) -> tuple[tuple[str, ...], int]:
        """The numbers of small parts after a number, and where they end."""
        subs: list[str] = []
        for _ in range(MOST_SMALL):
            found, word = _BRACKETED.match(text, end), ""
            if found is None and (found := self._sub_words.match(text, end)):
                word = found["word"].casefold()
            if found is None or self._words.kinds.get(word) == kind:
                break
            if self._of_part.match(text, found.end()):
                break
            if word not in self._words.lists["sentence"]:
                subs.append(found["number"].lower())
            end = found.end()
        return tuple(subs), end

    def _next(
        self, text: str, end: int, last: Part, *, is_plural: bool
    ) -> tuple[list[Part], int] | None:
        """The parts that the next number of a list or range names, and where it ends."""
        join = self._to.match(text, end)
        is_range = join is not None
        join = join or self._join.match(text, end)
        if join is None:
            return None
        if last.subs and (sub := _BRACKETED.match(text, join.end())):
            before, small = last.subs[:-1], sub["number"].lower()
            smalls = numbers_between(last.subs[-1], small) if is_range else [small]
            return [Part(last.kind, last.number, (*before, s)) for s in smalls], sub.end()
        found = self._number.match(text, join.end())
        if found is None or _AMOUNT_AFTER.match(text, found.end()):
            return None
        number = found[0].casefold()
        is_whole = number.isdigit()
        subs, after = self._subs(text, found.end(), last.kind)
        ends = last.number.isdigit() and self._ends.match(text, after)
        if is_whole and not subs and not is_plural and not ends:  # "clause 8 and 30 days"
            return None
        numbers = numbers_between(last.number, number) if is_range and not subs else [number]
        parts = [Part(last.kind, each) for each in numbers[:-1]]
        return [*parts, Part(last.kind, numbers[-1], subs)], after

    def lettered(self, text: str) -> Iterator[Mention]:
        """References to parts with a letter or a Roman number: "Annex B", "Article IV"."""
        for word in self._words.lettered:
            at = text.find(word)
            while at >= 0:
                end = at + len(word)
                found = self._letter.match(text, end)
                is_word = not (at and text[at - 1].isalnum())
                if found and is_word and self._fits(word, found[1]):
                    kind = self._words.kinds[word.lower()]
                    subs, stop = self._subs(text, found.end(), kind)
                    yield Mention(at, stop, (Part(kind, found[1].casefold(), subs),))
                at = text.find(word, end)

    def _fits(self, word: str, number: str) -> bool:
        """Whether a letter may be a number of this kind."""
        kind = self._words.kinds[word.lower()]
        return kind in LETTERED_KINDS or len(number) > 1 or number in "IVX"


def _last_word(before: str) -> str:
    """The last word of a text in lower case, with its full stop; or the section sign."""
    if before.endswith("§"):
        return "§§" if before.endswith("§§") else "§"
    stop = "." if before.endswith(".") else ""
    last = before[:-1] if stop else before
    start = len(last)
    while start and (last[start - 1].isalpha() or last[start - 1] == "-"):
        start -= 1
    return last[start:].lstrip("-").casefold() + stop


@cache
def _grammar(language: str) -> _Grammar:
    return _Grammar(words_of(language))
