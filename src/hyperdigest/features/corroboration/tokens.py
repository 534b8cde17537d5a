"""Tokenize English sentences into words, signs, and numbers and dates by their values."""

from __future__ import annotations

import re
import unicodedata
from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from hyperdigest.features.corroboration.words import function_words, listed, lists, plain_words

_CACHE_SIZE = 2048

NUMBER = "#"
"""The first character of the word of a number or a day."""

_NUMERALS = "¹²³⁰-₟¼-¾⅐-↉①-⓿"
"""Digits and fractions that are letters to regular expressions: exponents, indices, "½"."""

_TOKEN = re.compile(
    r"(?<!\w)[A-Za-z]+\d\w*|(?:(?<![\w.)%])-(?=\.?\d))?(?:(?<![\w.])\.)?\d+(?:[.,]\d+)*"
    rf"|(?:(?![{_NUMERALS}])[^\W\d_])+|'(?:ll|d|re|ve|m)\b|[^\s.]|\.(?=\w|\s+[A-Z\d])"
)
_SPELLINGS = str.maketrans("“”„«»‐‑‒–−’‘", '"""""-----\'\'')
"""Ways to write a quotation mark, a hyphen, a minus or an apostrophe."""

_REFERENCE = re.compile(
    r" \([A-Z][\w'’-]+ et al\.?,? (?:19|20)\d\d[a-z]?\)"
    r"|(?<=[a-z]{5}[.!?])(?:\d{1,2}|\[\d{1,3}\])$|(?<=[a-z]{5}[.!?][\"”])(?:\d{1,2}|\[\d{1,3}\])$"
)
"""A reference to a publication, or to a note at the very end: "in table.2." is none."""

_ABBREVIATION = re.compile(r" \((?!(?i:no|not|yes|true|false)\))([A-Z][A-Za-z]{1,7}?)s?\)")
"""What may be an abbreviation: "(No)" is an answer."""

_NOT_CONTRACTED = re.compile(r"(?:\b(ca|wo|sha))?n['’]t\b", re.IGNORECASE)
_UNCONTRACTED = {"ca": "can", "wo": "will", "sha": "shall"}
_MONTH = (
    r"(?:Jan(?:uary)?|Febr?(?:uary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
)
_AMOUNT = r"(?<![\d,.])(?:\d[\d,.]*\d|\d)"
_HEADING = re.compile(
    r"^(?:[A-Z][\w'-]+ (?:(?:of|and|the|for|in) )?){2,8}"
    r"(?=(?:The|An?|This|These|In|Your|All) [a-z])"
    r"|^(?i:((?:[\w'-]+ ){2,8})(?=\1))"
)
"""What may be a heading before the sentence, or is one since the sentence begins with it again."""

_AMOUNT_PHRASES = (
    (re.compile(rf"\b(\d\d?)(?:st|nd|rd|th)?(?: of)? (?={_MONTH}\b)"), r"\1 "),
    (re.compile(rf"\b({_MONTH} \d\d?)(?:st|nd|rd|th)\b"), r"\1"),
    (re.compile(rf"\b({_MONTH} \d\d?), (?=\d{{4}}\b)"), r"\1 "),
    (re.compile(rf"\b({_MONTH}) of (?=\d{{4}}\b)"), r"\1 "),
    (re.compile(r"\b([A-Z]{1,3})(?=[$£])"), r"\1-"),
    (
        re.compile(rf"(?<!-)([$€£])\s?({_AMOUNT})(?:\s?(bn|m|million|billion|trillion)\b)?"),
        r"\2 \3 \1",
    ),
    (re.compile(r"(?<=\d) m (?=[$€£])"), " million "),
    (re.compile(r"(?<=\d)\s?bn\b"), " billion"),
    (re.compile(r"\bNo (?=\d)"), "No. "),
    (re.compile(r"\bin excess of (?=\d)", re.IGNORECASE), "more than "),
    (re.compile(r"\bfewer than (?=\d)", re.IGNORECASE), "less than "),
    (
        re.compile(
            r"\b((?i:at|from|until|till|before|after|since) \d\d?(?:[:.]\d\d)?)"
            r"\s?([ap](?=\.?m)|[AP](?=\.?M))\.?[mM]\b\.?"
        ),
        r"\1 \2m-time",
    ),
)
"""Phrases with digits that are rewritten before the others, and their replacements."""

_PHRASES = (
    (
        re.compile(
            r"^(?:however|meanwhile|moreover|furthermore|additionally|in addition|notably|thus), ",
            re.IGNORECASE,
        ),
        "",
    ),
    (re.compile(r", (?:however|meanwhile|in fact|of course),(?= )", re.IGNORECASE), ""),
    # A thing that is required to do something is only needed for it.
    (
        re.compile(
            r"^((?:The|Every|Each|All) (?:[\w'-]+ ){0,2}(?:applicant|citizen|employe[er]|licensee"
            r"|member|owner|resident|student|tenant)s? )(?:is|are) required to\b"
        ),
        r"\1must",
    ),
    (
        re.compile(
            r"\bthe majority of (?=[a-z]+s? )(?!(?:an?|th\w+|h[ie][rs]|its|our|my|your) )", re.I
        ),
        "most ",
    ),
    (re.compile(r"^In most (?:cases|instances),? (?=there\b)"), "In most cases "),
    (re.compile(r"\b(it|he|she|that|there|what|who)['’]s (?=(?:an?|the)\b)", re.I), r"\1 is "),
    (re.compile(r"(?<=[^\W\d])['’]s(?= (?:disease|syndrome)\b)"), ""),
    (re.compile(r"(?<=[\dn])(?<! (?:19|20)\d\d) dollars?\b"), " $"),
    (re.compile(r"\beuros\b"), "€"),
    (re.compile(r"\bper ?cent\b"), "%"),
    (re.compile(r"\ba(?= (?:(?:third|quarter|fifth|sixth) of|hundred|thousand|million)\b)"), "one"),
    (re.compile(r", which (?:is|are)(?= (?:composed|made up) of\b)"), ","),
    (re.compile(r"\b(alpha|beta|gamma|delta)-(?!alpha|beta|gamma|delta)(?=[a-z]{3})"), r"\1 "),
    (
        re.compile(r"\b([a-z]+ty)-(?=(?:one|two|three|four|five|six|seven|eight|nine)\b(?!-))"),
        r"\1 ",
    ),
    (
        re.compile(
            r"\bthis (?=(?:morning|afternoon|evening|night|week|weekend|month|year|spring|summer"
            r"|autumn|fall|winter|decade|century|season|time)\b)",
            re.IGNORECASE,
        ),
        "present ",
    ),
)
"""Phrases that are rewritten before the sentence is tokenized, and their replacements."""

_BOUNDS = {
    "atleast": "at least|no less than|no fewer than",
    "atmost": "at most|n(?:o|ot) more than",
}
"""Bounds of an amount; "no less than a king" is none."""

_GROUPED_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_MINUS = re.compile(r"(?<=\d) ?\u2212 ?(?=\d)")
_MOST_DIGITS = 30
_EXACT_DIGITS = re.compile(r"0\d|\d+\.\d*0$")
"""Digits that may be no amount: "007", "version 3.10"."""

_LARGEST = 10**_MOST_DIGITS

_WORD, _DIGIT = re.compile(r"[^\W\d_]+"), re.compile(r"\d")
_MULTIPLIERS = {"hundred": 10**2, "thousand": 10**3} | {
    name: 10 ** (6 + 3 * step) for step, name in enumerate(("million", "billion", "trillion"))
}


def wording(text: str) -> str:
    """A sentence in any language without what never matters: spelling of signs, and its end."""
    text = _MINUS.sub(" minus ", unicodedata.normalize("NFC", text))
    text = text.translate(_SPELLINGS).rstrip(" .…")
    said = text.rstrip(" .!…")
    # "5!" is another number than 5.
    return said if said[-2:].isalpha() else text


class Token(NamedTuple):
    """A token as written in a sentence, and in lower case.

    The word of a number is `NUMBER` with its value, that of a day of a month also has the month;
    both have no written form.
    """

    shown: str
    word: str


@lru_cache(_CACHE_SIZE)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of an English sentence.

    References to publications are left out, and so are abbreviations in brackets after the words
    that they abbreviate. "not" is a separate word.
    """
    return tuple(_join_days(_tokenize(_normalized(text))))


def _normalized(text: str) -> str:
    """The text without headings, references and abbreviations, with its phrases rewritten."""
    text = _HEADING.sub(_unless_new, wording(_REFERENCE.sub("", text.strip())))
    text = _ABBREVIATION.sub(_unless_explained, text)
    phrases = (*_AMOUNT_PHRASES, *_PHRASES) if _DIGIT.search(text) else _PHRASES
    for phrase, replacement in phrases:
        text = phrase.sub(replacement, text)
    for bound, phrase in _bounds():
        text = phrase.sub(f"{bound} ", text)
    text = plain_words(text)
    return _NOT_CONTRACTED.sub(
        lambda match: f" {_UNCONTRACTED.get((match[1] or '').lower(), '')} not", text
    )


def references(text: str) -> frozenset[str]:
    """The references to publications in a sentence, without numbers of notes."""
    return frozenset(each for each in _REFERENCE.findall(text) if each.startswith(" ("))


@cache
def _bounds() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """For each bound the pattern of its phrases before a number in digits or words."""
    number = "|".join((*lists()["ones"], *lists()["tens"], "half", "hundreds", "thousands"))
    return tuple(
        (bound, re.compile(rf"\b(?:{phrases}) (?=(?:an? )?(?:\d|(?:{number})\b))", re.IGNORECASE))
        for bound, phrases in _BOUNDS.items()
    )


def _unless_new(heading: re.Match[str]) -> str:
    """Nothing for a heading whose words are all in the sentence after it, else the heading.

    What stands there again in capital letters is a name: "New York New York".
    """
    after = heading.string[heading.end() :]
    is_name = heading[1] and after.startswith(heading[1]) and heading[1].istitle()
    is_new = not set(_words(after)).issuperset(_words(heading[0]))
    return heading[0] if is_name or is_new else ""


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _unless_explained(match: re.Match[str]) -> str:
    """A space for an abbreviation of the words before it, else the matched text.

    After a name it may be something else: "Mary Poole (MP)".
    """
    letters = [letter.lower() for letter in match[1] if letter.isupper()]
    before = match.string[max(0, match.start() - 200) : match.start()]
    words = _WORD.findall(before)[-len(letters) - 2 :]
    if not words or not words[-1].islower():
        return match[0]
    words = [word.lower() for word in words]
    while words and words[0][0] != letters[0]:
        del words[0]
    remaining = iter("".join(words))
    return " " if words and all(letter in remaining for letter in letters) else match[0]


@cache
def _small_numbers() -> dict[str, int]:
    """The values of words for numbers below 100."""
    tens = {word: 10 * number for number, word in enumerate(lists()["tens"], 2)}
    return {word: number for number, word in enumerate(lists()["ones"])} | tens


def _tokenize(text: str) -> Iterator[Token]:
    """The tokens of `text`, with numbers in digits or words by their values.

    Words with a capital letter are no numbers, except the first: "the Seven".
    """
    value: Fraction | None = None
    in_words = False
    for found in _TOKEN.finditer(text):
        shown, word = found[0], found[0].lower()
        # "two hundred-metre races" are two.
        joins = value is not None and not text.startswith("-", found.end())
        if value is not None:
            if joins and shown in _MULTIPLIERS and value < _LARGEST:
                value *= _MULTIPLIERS[shown]
                continue
            ones = _small_numbers().get(shown, 0)
            if joins and in_words and value in range(20, 100, 10) and 0 < ones < 10:
                value += ones
                continue
            yield _number(value)
            value = None
        if shown[-1].isdecimal() and not shown[0].isalpha():
            value = _value(shown)
            in_words = False
            if value is None:
                yield Token("", NUMBER + shown)
        elif word in _small_numbers() and (shown == word or not found.start()):
            value, in_words = Fraction(_small_numbers()[word]), True
        else:
            yield Token(shown, word)
    if value is not None:
        yield _number(value)


def _number(value: Fraction) -> Token:
    return Token("", f"{NUMBER}{value}")


def _value(shown: str) -> Fraction | None:
    """The value of digits; None if they are not one number."""
    plain = shown.replace(",", "") if _GROUPED_DIGITS.fullmatch(shown) else shown
    if len(shown) > _MOST_DIGITS or _EXACT_DIGITS.match(shown):
        return None
    try:
        return Fraction(plain)
    except ValueError:
        return None


def _join_days(stream: Iterable[Token]) -> Iterator[Token]:
    """The tokens, with the day of a month and the month as one, in either order.

    What is before a plain word may be a count: "By May 12 houses had burnt".
    """
    rest = deque(stream)
    while rest:
        first = rest.popleft()
        day = None
        if rest:
            after = rest[1].word if len(rest) > 1 else ""
            counts = after.isalpha() and after not in function_words()
            day = _day(first, rest[0]) or (None if counts else _day(rest[0], first))
        if day:
            rest.popleft()
        yield day or first


def _day(number: Token, month: Token) -> Token | None:
    if month.word not in listed("months") or not month.shown[0].isupper():
        return None
    digits = number.word.removeprefix(NUMBER)
    if digits == number.word or not digits.isdecimal() or not 0 < int(digits) <= 31:
        return None
    return Token("", f"{number.word} {month.word[:3]}")
