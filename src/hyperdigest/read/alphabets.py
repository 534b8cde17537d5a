"""Which encoding of a European language makes words of the bytes of a text."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import NamedTuple

SAMPLE = 200_000
"""Bytes looked at; those beyond ASCII decide, and a page has hundreds."""

_LETTERS = {
    "en": "éèêëïöüçñ",
    "fr": "àâæçéèêëîïôœùûüÿ",
    "de": "äöüßé",
    "es": "áéíñóúüªº",
    "pt": "àáâãçéêíóôõúüªº",
    "sv": "åäöéà",
    "it": "àèéìíîòóùúªº",
    "da": "æøåéè",
    "no": "æøåéèêòóôäö",
    "nl": "áàäâéèëêíïóöôúüû",
    "fi": "äöåšž",
    "ca": "àçèéíïòóúü·",
    "ga": "áéíóú",
    "is": "áéíóúýþæöð",
    "pl": "ąćęłńóśźż",
    "cs": "áčďéěíňóřšťúůýž",
    "hu": "áéíóöőúüű",
    "ro": "ăâîşţ",
    "sk": "áäčďéíĺľňóôŕšťúýž",
    "hr": "čćđšž",
    "tr": "çğıöşüâîû\u0307",
    "lt": "ąčęėįšųūž",
    "lv": "āčēģīķļņōŗšūž",
    "et": "äõöüšž",
}
"""Beyond ASCII, in lower case."""

_WESTERN = ("en", "fr", "de", "es", "pt", "sv", "it", "da", "no", "nl", "fi", "ca", "ga")
_CENTRAL = ("pl", "cs", "hu", "ro", "sk", "hr")
_ENCODINGS = (
    ("cp1252", _WESTERN),
    ("iso8859_15", _WESTERN),
    ("cp1250", _CENTRAL),
    ("cp1254", ("tr",)),
    ("cp1257", ("lt", "lv", "et")),
    ("cp1252", ("is",)),
    ("iso8859_2", _CENTRAL),
    ("mac_roman", _WESTERN),
    ("cp850", _WESTERN),
)
"""Of encodings that fit equally well the first is taken."""

_UNLISTED = frozenset({"is", "sk", "hr", "lv"})
"""Languages without a list of stop words."""

_TOKEN = re.compile(r"[^\s\x00-@\[-`{-~‘’–—…«»]+")
_MARKS = "„“”‚‹›·•€£§©®™°¿¡ªº½¼¾´×\xad"


class Fit(NamedTuple):
    """An encoding and its stop words, less its words with letters that the language lacks."""

    encoding: str
    score: int


def best_fit(data: bytes) -> Fit:
    """The encoding and language whose words beyond ASCII those of `data` are most often."""
    fits = [
        Fit(encoding, _score(words, language))
        for encoding, languages in _ENCODINGS
        for words in (_words(data[:SAMPLE], encoding),)
        for language in languages
    ]
    return max(fits, key=lambda fit: fit.score)


def _words(data: bytes, encoding: str) -> Counter[str]:
    tokens = _TOKEN.findall(data.decode(encoding, errors="replace"))
    return Counter(word.strip(_MARKS).lower() for word in tokens if not word.isascii())


def _score(words: Counter[str], language: str) -> int:
    letters = frozenset(_LETTERS[language])
    known = _stop_words(language)
    score = 0
    for word, count in words.items():
        beyond = {letter for letter in word if not letter.isascii()}
        if beyond - letters:
            score -= count
        elif beyond and word in known:
            score += count
    return score


@cache
def _stop_words(language: str) -> frozenset[str]:
    from hyperdigest.split.wordlists import stop_words

    return frozenset() if language in _UNLISTED else stop_words(language)
