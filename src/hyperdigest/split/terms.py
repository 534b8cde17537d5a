"""Terms: lower-cased words, without stop words, stemmed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from hyperdigest.errors import OptionError
from hyperdigest.split.wordlists import stop_words

LANGUAGES = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "porter", "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque",
    "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
    "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian",
    "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "st": "sesotho", "sv": "swedish", "tr": "turkish",
}  # fmt: skip
"""Snowball stemmer of each language, by ISO 639-1 code; English has Porter's own."""

_NUMBER_BEGUN = r"(?:\d+[.,](?=\d))*"
_PLAIN = re.compile(rf"{_NUMBER_BEGUN}[^\W_]+")
_NUMBER_WITH_MARK = re.compile(r"[0-9][.,][0-9]")
_BLANKED = {code: " " for code in range(128) if not chr(code).isalnum()}
"""What makes a space of every sign of ASCII."""

_MAY_HAVE_MARKS = re.compile(
    "[\xad\u0300-\u036f\u0483-\u0489\u0591-\u085f\u08a0-\u1cff\u200c\u200d\ua66f-\uabff\ufb1e\ufe20-\ufe2f]"
)
_LONGEST_STEMMED = 64


def tokens(text: str) -> list[str]:
    """Runs of letters and digits, lower-cased; combining marks stay inside their word.

    A number is one token with the commas and points between its digits: 1,015,078 and 12.5.
    """
    text = text.lower()
    if text.isascii() and not _NUMBER_WITH_MARK.search(text):
        return text.translate(_BLANKED).split()
    if text.isascii() or not _MAY_HAVE_MARKS.search(text):
        return _PLAIN.findall(text)
    return [token.replace("\xad", "") for token in _marked_words().findall(text)]


@cache
def _marked_words() -> re.Pattern[str]:
    marks = (chr(c) for c in range(0x300, 0xFE30) if unicodedata.category(chr(c)) in ("Mn", "Mc"))
    return re.compile(rf"{_NUMBER_BEGUN}[^\W_](?:[^\W_]|[\xad\u200c\u200d{''.join(marks)}])*")


class Analyzer:
    """Section (preprocSection). Turns text into terms: no stop words, each word's stem.

    Parameters
    ----------
    language : ISO 639-1 code, one of `LANGUAGES`.

    Raises
    ------
    OptionError
        for another language.
    """

    def __init__(self, language: str = "en") -> None:
        if language not in LANGUAGES:
            raise OptionError(
                f"option language is {language!r}: choose one of {', '.join(sorted(LANGUAGES))}"
            )
        self.language = language
        self._stop_words = stop_words(language)
        self._stem = _stemmer(LANGUAGES[language])
        self._stems: dict[str, str] = {}

    def terms(self, text: str) -> list[str]:
        """The terms of `text`, in order, repeated as often as they occur."""
        return [term for term in map(self.term, tokens(text)) if term]

    def term(self, token: str) -> str:
        """The term of a lower-cased word, empty for a stop word."""
        stem = self._stems.get(token)
        if stem is None:
            stem = self._stems[token] = self._term(token)
        return stem

    def _term(self, token: str) -> str:
        if token in self._stop_words:
            return ""
        return token if len(token) > _LONGEST_STEMMED else self._stem(token)


def _stemmer(algorithm: str) -> Callable[[str], str]:
    import snowballstemmer

    stem: Callable[[str], str] = snowballstemmer.stemmer(algorithm).stemWord
    return stem
