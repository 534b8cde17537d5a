"""Terms: lower-cased words, without stop words, stemmed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Literal

from hyperdigest.errors import OptionError
from hyperdigest.options import AUTO
from hyperdigest.split.scripts import (
    BEFORE_NUMBER,
    UNSPACED,
    has_paired_letters,
    in_pairs,
    stop_words,
)

LANGUAGES = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "porter", "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque",
    "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
    "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian",
    "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "st": "sesotho", "sv": "swedish", "tr": "turkish",
    "ja": "", "ko": "", "th": "", "vi": "", "zh": "",
}  # fmt: skip
"""Snowball stemmer of each language, by ISO 639-1 code; English has Porter's own, the last none."""

_NUMBER_BEGUN = r"(?:\d+[.,](?=\d))*"
_PLAIN = re.compile(rf"{_NUMBER_BEGUN}[^\W_]+")
_NUMBER_WITH_MARK = re.compile(r"[0-9][.,][0-9]")
_BLANKED = {code: " " for code in range(128) if not chr(code).isalnum()}
"""What makes a space of every sign of ASCII."""

_MAY_HAVE_MARKS = re.compile(
    "[\xad\u0300-\u036f\u0483-\u0489\u0591-\u085f\u08a0-\u1cff\u200c\u200d\ua66f-\uabff\ufb1e\ufe20-\ufe2f]"
)
_LONGEST_STEMMED = 64
_SPELLINGS = {"hi": (("ँ", "ं"), ("न्", "ं"), ("\u093c", "")), "tr": (("ı", "i"),)}
"""Spellings that make one term with the usual one, where a language spells a word in several ways.

In Turkish I is the capital of ı, and the small letter of I elsewhere is i. Hindi writes a nasal
before a consonant as one or as a point, a point with or without its moon, and leaves out the
points below letters.
"""

_WRITTEN_OTHERWISE = re.compile("[\u1100-\u11ff\u3099\u309a\uff01-\uff9f]")
"""Letters of half or full width, and Korean and Japanese ones in pieces."""

_DIGITS = re.compile("[0-9]+")
_OTHER_DIGIT = re.compile(r"[^\D0-9]")
_ARABIC_MARK = re.compile(r"(?<=\d)[٫٬](?=\d)")
_VIETNAMESE_TONE = re.compile(
    "(?<=o)([\u0300\u0301\u0303\u0309\u0323])([ae])$|(?<=u)([\u0300\u0301\u0303\u0309\u0323])(y)$"
)
_ROMANIAN_CEDILLA = str.maketrans("şţ", "șț")


def tokens(text: str) -> list[str]:
    """Runs of letters and digits, lower-cased; combining marks stay inside their word.

    A number is one token with the commas and points between its digits: 1,015,078 and 12.5.
    Chinese, Japanese, Korean and Thai letters make overlapping pairs. Digits of any script and
    letters of any width count as the usual ones.
    """
    if not text.isascii():
        text = _as_usual(text)
    text = text.lower()
    if text.isascii() and not _NUMBER_WITH_MARK.search(text):
        return text.translate(_BLANKED).split()
    paired = not text.isascii() and has_paired_letters(text)
    if paired and _NUMBER_WITH_MARK.search(text):
        text = BEFORE_NUMBER.sub(" ", text)
    if text.isascii() or not _MAY_HAVE_MARKS.search(text):
        words = _PLAIN.findall(text)
    else:
        words = [token.replace("\xad", "") for token in _marked_words().findall(text)]
    return in_pairs(words) if paired else words


def _as_usual(text: str) -> str:
    """`text` with letters of the usual width, each in one piece, and digits from 0 to 9."""
    if _WRITTEN_OTHERWISE.search(text):
        text = unicodedata.normalize("NFKC", text)
    if _OTHER_DIGIT.search(text):
        text = _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text)
        text = _ARABIC_MARK.sub(lambda mark: "." if mark[0] == "٫" else ",", text)
    return text


@cache
def _marked_words() -> re.Pattern[str]:
    marks = (chr(c) for c in range(0x300, 0xFE30) if unicodedata.category(chr(c)) in ("Mn", "Mc"))
    return re.compile(rf"{_NUMBER_BEGUN}[^\W_](?:[^\W_]|[\xad\u200c\u200d{''.join(marks)}])*")


class Analyzer:
    """Section (preprocSection). Turns text into terms: no stop words, each word's stem.

    The language is one of `LANGUAGES`, an ISO 639-1 code; an OptionError is raised for another.
    """

    def __init__(self, language: str = "en") -> None:
        if language not in LANGUAGES:
            raise OptionError(
                f"option language is {language!r}: choose one of {', '.join(sorted(LANGUAGES))}"
            )
        self.language = language
        self._form: Literal["NFC", "NFKC"] = "NFKC" if language in (*UNSPACED, "ko") else "NFC"
        self._stop_words = frozenset(map(self._composed, stop_words(language)))
        self._stem: Callable[[str], str] = str
        if algorithm := LANGUAGES[language]:
            import snowballstemmer

            self._stem = snowballstemmer.stemmer(algorithm).stemWord
        self._stems: dict[str, str] = {}

    def terms(self, text: str) -> list[str]:
        """The terms of `text`, in order, repeated as often as they occur."""
        return [term for term in map(self.term, tokens(text)) if term]

    def term(self, token: str) -> str:
        """The term of a lower-cased word, empty for a stop word."""
        if token not in self._stems:
            word = self._composed(token)
            stem = "" if word in self._stop_words else word
            if stem and len(word) <= _LONGEST_STEMMED and not _DIGITS.fullmatch(word):
                stem = self._stem(stem)
            for spelt, usual in _SPELLINGS.get(self.language, ()):
                stem = stem.replace(spelt, usual)
            self._stems[token] = stem
        return self._stems[token]

    def is_stop_word(self, token: str) -> bool:
        """Whether a lower-cased word is a stop word."""
        return self._composed(token) in self._stop_words

    def _composed(self, token: str) -> str:
        """The word with each accent in its letter; letters of full width as others are."""
        if token.isascii():
            return token
        if self.language == "tr":
            token = token.replace("i\u0307", "i")
        if self.language == "ro":
            token = token.translate(_ROMANIAN_CEDILLA)
        if self.language == "vi":
            token = _VIETNAMESE_TONE.sub(r"\2\1\4\3", unicodedata.normalize("NFD", token))
        return unicodedata.normalize(self._form, token)


def check_language(language: str) -> None:
    """Raise an OptionError unless documents can be split as of `language`, which may be `AUTO`."""
    if language != AUTO and language not in LANGUAGES:
        choices = ", ".join((AUTO, *sorted(LANGUAGES)))
        raise OptionError(f"option language is {language!r}: choose one of {choices}")
