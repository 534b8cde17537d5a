"""Terms: the stems of lower-cased words, without stop words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from threading import Lock
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
"""Snowball stemmer of each language, by ISO 639-1 code: Porter's for English, none for the last."""

_NUMBER_PREFIX = r"(?:\d+[.,](?=\d))*"
_PLAIN_TOKEN = re.compile(rf"{_NUMBER_PREFIX}[^\W_]+")
_NUMBER_WITH_SEPARATOR = re.compile(r"[0-9][.,][0-9]")
_ASCII_SIGNS_TO_SPACES = bytes(code if chr(code).isalnum() else 0x20 for code in range(256))
"""Translation of all ASCII characters but letters and digits to spaces."""

_MAY_HAVE_MARKS = re.compile(
    "[\xad\u0300-\u036f\u0483-\u0489\u0591-\u085f\u08a0-\u1cff\u200c\u200d\ua66f-\uabff\ufb1e\ufe20-\ufe2f]"
)
_LONGEST_STEM = 64
_SPELLINGS = {"hi": (("ँ", "ं"), ("न्", "ं"), ("\u093c", "")), "tr": (("ı", "i"),)}
"""Variant spellings, and the spelling that makes them one term.

In Turkish the lower case of I is ı, elsewhere i. Hindi writes a nasal before a consonant as a
letter or as a dot, the dot with or without a crescent, and often omits the dots below letters.
"""

_OTHER_WIDTH = re.compile("[\u1100-\u11ff\u3099\u309a\uff01-\uff9f]")
"""Letters of half or full width, and decomposed Korean and Japanese ones."""

_DIGITS = re.compile("[0-9]+")
_OTHER_DIGIT = re.compile(r"[^\D0-9]")
_SUPERSCRIPT = re.compile("[⁰¹²³⁴-⁹]+")
_ARABIC_SEPARATOR = re.compile(r"(?<=\d)[٫٬](?=\d)")
_VIETNAMESE_TONE = re.compile(
    "(?<=o)([\u0300\u0301\u0303\u0309\u0323])([ae])$|(?<=u)([\u0300\u0301\u0303\u0309\u0323])(y)$"
)
_ROMANIAN_CEDILLA = str.maketrans("şţ", "șț")


def tokens(text: str) -> list[str]:
    """Runs of letters and digits in lower case; combining marks belong to their word.

    A number is one token with the commas and points between its digits: 1,015,078 and 12.5.
    Chinese, Japanese, Korean and Thai letters make overlapping pairs. Digits of other scripts and
    letters of other widths are normalized.
    """
    if not text.isascii():
        text = _normalized(text)
    text = text.lower()
    if text.isascii() and not _NUMBER_WITH_SEPARATOR.search(text):
        return text.encode().translate(_ASCII_SIGNS_TO_SPACES).decode().split()
    paired = not text.isascii() and has_paired_letters(text)
    if paired and _NUMBER_WITH_SEPARATOR.search(text):
        text = BEFORE_NUMBER.sub(" ", text)
    if text.isascii() or not _MAY_HAVE_MARKS.search(text):
        words = _PLAIN_TOKEN.findall(text)
    else:
        words = [token.replace("\xad", "") for token in _marked_words().findall(text)]
    return in_pairs(words) if paired else words


def _normalized(text: str) -> str:
    """`text` with composed letters of normal width, the digits 0 to 9, and exponents apart."""
    if _OTHER_WIDTH.search(text):
        text = unicodedata.normalize("NFKC", text)
    text = _SUPERSCRIPT.sub(lambda digits: " " + unicodedata.normalize("NFKC", digits[0]), text)
    if _OTHER_DIGIT.search(text):
        text = _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text)
        text = _ARABIC_SEPARATOR.sub(lambda mark: "." if mark[0] == "٫" else ",", text)
    return text


@cache
def _marked_words() -> re.Pattern[str]:
    marks = (chr(c) for c in range(0x300, 0xFE30) if unicodedata.category(chr(c)) in ("Mn", "Mc"))
    return re.compile(rf"{_NUMBER_PREFIX}[^\W_](?:[^\W_]|[\xad\u200c\u200d{''.join(marks)}])*")


_OWN_STEMS = {"en": dict.fromkeys(("founded", "founding", "founds"), "founded")}
"""The stems of words that the stemmer takes for forms of other words."""


class Analyzer:
    """Section (preprocSection). Turns text into terms: the stem of each word, without stop words.

    The language is one of `LANGUAGES`, an ISO 639-1 code. Raises OptionError if it is not.
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
            from Stemmer import Stemmer

            self._stem = Stemmer(algorithm, 0).stemWord
        self._stems: dict[str, str] = dict(_OWN_STEMS.get(language, {}))
        self._stemming = Lock()

    def terms(self, text: str) -> list[str]:
        """The terms of `text`, in order, with repetitions."""
        return [term for term in map(self.term, tokens(text)) if term]

    def term(self, token: str) -> str:
        """The term of a lower-cased word; empty for a stop word."""
        if token not in self._stems:
            word = self._composed(token)
            stem = "" if word in self._stop_words else word
            if stem and len(word) <= _LONGEST_STEM and not _DIGITS.fullmatch(word):
                with self._stemming:  # A stemmer keeps the word that it works on.
                    stem = self._stem(stem)
            for spelt, usual in _SPELLINGS.get(self.language, ()):
                stem = stem.replace(spelt, usual)
            self._stems[token] = stem
        return self._stems[token]

    def is_stop_word(self, token: str) -> bool:
        """Whether a lower-cased word is a stop word."""
        return self._composed(token) in self._stop_words

    def _composed(self, token: str) -> str:
        """The word with composed accents; in scripts without spaces also normalized in width."""
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
    """Raise OptionError if `language` is neither `AUTO` nor one of `LANGUAGES`."""
    if language != AUTO and language not in LANGUAGES:
        choices = ", ".join((AUTO, *sorted(LANGUAGES)))
        raise OptionError(f"option language is {language!r}: choose one of {choices}")
