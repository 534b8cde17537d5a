"""Identify the language of each document of a collection, and of a question.

A script that belongs to one language decides. Otherwise the detector of resiliparse, which ranks
letter sequences in microseconds, decides if its first language is clearly ahead of the second, as
on a page of text. The rest, mostly short texts, is classified by py3langid, a naive Bayes
classifier of byte sequences, whose model takes half a second to load.
"""

from __future__ import annotations

import io
import lzma
import re
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from hyperdigest.documents import Document
from hyperdigest.split.markup import visible
from hyperdigest.split.scripts import CJK, THAI
from hyperdigest.split.terms import LANGUAGES, Analyzer, tokens

_ADDRESS = re.compile(r"[^\s@\\/_<>{}=]*[@\\/_<>{}=]\S*")
_ADDRESS_SIGN = re.compile(r"[@\\/_<>{}=]")
_NON_ASCII = re.compile("[^\x00-\x7f]+")
_LETTER = re.compile(r"[^\W\d_]")
_ASCII_NON_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
_SCRIPTS = {
    name: re.compile(f"[{letters}]")
    for name, letters in {
        "kana": "ぁ-ゖァ-ヺｦ-ﾝ",
        "zh": CJK,
        "ko": "가-힣ᄀ-ᇿ",
        "th": THAI,
        "el": "Ͱ-ϡἀ-῾",
        "hi": "ऄ-ह",
        "hy": "Ա-և",
        "cyrillic": "Ѐ-ԯ",
        "arabic": "ء-ي٠-ۿ",
        "latin": "A-Za-zªºÀ-ɏḀ-ỿ",
    }.items()
}
_LANGUAGES_OF_SCRIPT = {
    "arabic": ("ar", "fa"),
    "latin": (
        "ca", "cs", "da", "de", "en", "eo", "es", "et", "eu", "fi", "fr", "ga", "hu", "id", "it",
        "lt", "nl", "no", "pl", "pt", "ro", "sv", "tr", "vi",
    ),
}  # fmt: skip
"""Scripts of several languages; only languages that the product supports."""

_LETTERS_PER_WORD = {"zh": 2, "kana": 2, "ko": 2, "th": 4}
"""Letters per word in scripts with less than five, to compare the scripts of a mixed text."""

CLEAR_LEAD = 2
"""By so many stop words one language leads in a question that is too short to be identified."""

SURE_LEAD = 5
"""By so many stop words a language leads in a document if few others are in it."""

_NAMES = {
    "en": "English",
    "ja": "Japanese",
    "ko": "Korean",
    "th": "Thai",
    "vi": "Vietnamese",
    "zh": "Chinese",
}


def name_of(language: str) -> str:
    """The English name of a language."""
    return _NAMES.get(language) or LANGUAGES[language].capitalize()


def language_of(text: str) -> str:
    """The language of `text`, one of `LANGUAGES`; empty if it cannot be identified.

    That is so for numbers and punctuation, for a few words in an alphabet of many languages, and
    for a script of none of them. Other languages are taken for the most similar one.
    """
    return _language(_plain_words(text))


def languages_of(documents: Sequence[Document], default: str = "") -> tuple[str, ...]:
    """The language of each document.

    A document whose language cannot be identified gets that of most others, or `default` (English)
    if none can be identified. So does a document in a language that less than 5 % are in, if its
    stop words are not rather of that language: an entry of a glossary, or code, looks like any.
    """
    size = 700  # of the samples from the beginning, the middle and the end of a document
    samples = []
    for document in documents:
        text, middle = document.text, (len(document.text) - size) // 2
        if len(text) > 3 * size:
            text = " ".join((text[:size], text[middle : middle + size], text[-size:]))
        samples.append(_plain_words(visible(text, document.format)))
    found = [_language(sample) for sample in samples]
    counts = Counter(filter(None, found))
    most = min(counts, key=lambda code: (-counts[code], code)) if counts else default or "en"
    frequent = {code for code in counts if counts[code] >= 0.05 * len(documents)}
    return tuple(
        code if code in frequent or (code and _is_rather(sample, code, most)) else most
        for code, sample in zip(found, samples, strict=True)
    )


def _is_rather(sample: str, language: str, other: str) -> bool:
    """Whether a text has `SURE_LEAD` more distinct stop words of a language than of another one, or
    in a short text a quarter of its words more, single letters aside; or a script that the other
    has not."""
    if other not in _LANGUAGES_OF_SCRIPT.get(_script(sample), ()):
        return True
    words = [word for word in {*tokens(sample)} if len(word) > 1]
    lead = _count_stop_words(words, language) - _count_stop_words(words, other)
    return lead >= min(SURE_LEAD, len(words) / 4)


def count_languages(languages: Sequence[str]) -> dict[str, int]:
    """The number of documents in each language, the most frequent first."""
    return dict(sorted(Counter(languages).items(), key=lambda pair: (-pair[1], pair[0])))


def language_of_question(
    question: str, languages: Sequence[str], known: Mapping[str, Any]
) -> tuple[str, bool]:
    """The language of a question, and whether it is one of the `languages` of the collection.

    A script of one language decides; Chinese characters without kana may be Japanese. Otherwise it
    is the one of `languages` with most stop words in the question. If another language has more, or
    if more than half of the words are neither its stop words nor terms of the collection, the
    language is identified, and taken if the question has more stop words of it, twice as many if
    most words are known. A text too short to be identified is in the language with most stop words
    if it leads by `CLEAR_LEAD`. Empty for an unknown script.

    Parameters
    ----------
    languages : of the collection, the most frequent first.
    known : the terms of the collection.
    """
    script, words, stops = _stop_words_in(question, tuple(languages))
    if script not in ("", *_LANGUAGES_OF_SCRIPT):
        found = language_of(question)
        if found == "zh" and "zh" not in languages and "ja" in languages:
            found = "ja"
        return found, found in languages
    analyzers = [analyzer_of(language) for language in languages]
    nearest = max(range(len(languages)), key=lambda n: (stops[n], -n))
    own = languages[nearest]
    n_known = sum(
        analyzers[nearest].is_stop_word(word)
        or any(analyzer.term(word) in known for analyzer in analyzers)
        for word in words
    )
    mostly_known = 2 * n_known >= len(words)
    likeliest, most = _likeliest(words, script)
    if mostly_known and most <= stops[nearest]:
        return own, True
    found = language_of(question)
    if not found and most >= stops[nearest] + CLEAR_LEAD:
        found = likeliest
    if not found and not script and _count_letters(question):
        return "", False
    if script == "arabic" and not set(_LANGUAGES_OF_SCRIPT[script]) & set(languages):
        return found or _LANGUAGES_OF_SCRIPT[script][0], False
    if not found or found in languages:
        return found or own, True
    least = 2 * stops[nearest] if mostly_known else 0
    if _count_stop_words(words, found) < max(stops[nearest] + 1, least):
        return own, True
    return found, False


@lru_cache(maxsize=16)
def _stop_words_in(
    question: str, languages: tuple[str, ...]
) -> tuple[str, tuple[str, ...], list[int]]:
    """The script of a question, its words, and how many are stop words of each language."""
    words = tuple(tokens(question))
    stops = [_count_stop_words(words, language) for language in languages]
    return _script(_plain_words(question)), words, stops


@lru_cache(maxsize=64)
def _likeliest(words: tuple[str, ...], script: str) -> tuple[str, int]:
    """The language of a script with most stop words among the words, and how many it has."""
    counts = {
        language: _count_stop_words(words, language)
        for language in _LANGUAGES_OF_SCRIPT.get(script, ())
    }
    return max(counts.items(), key=lambda pair: pair[1], default=("", 0))


def _count_stop_words(words: Sequence[str], language: str) -> int:
    return sum(map(analyzer_of(language).is_stop_word, words))


def _plain_words(text: str) -> str:
    """`text` without addresses, paths and tags; in lower case if it is all in capitals."""
    words = _ADDRESS.sub(" ", text) if _ADDRESS_SIGN.search(text) else text
    return words.lower() if words.isupper() else words


def _language(sample: str) -> str:
    script = _script(sample)
    if script in _LANGUAGES_OF_SCRIPT:
        enough = _count_letters(sample) >= 20
        return _detected(sample, _LANGUAGES_OF_SCRIPT[script]) if enough else ""
    return {"cyrillic": "ru"}.get(script, script)


def _script(sample: str) -> str:
    """The script of most letters, or its language if it has only one; empty if it is unknown.

    Chinese characters with kana among them are Japanese.
    """
    other = "".join(_NON_ASCII.findall(sample))
    counts = {name: len(letters.findall(other)) for name, letters in _SCRIPTS.items() if other}
    counts["latin"] = counts.get("latin", 0) + _count_ascii_letters(sample)
    known = sum(counts.values()) - counts.get("kana", 0)
    if 2 * known <= _count_ascii_letters(sample) + len(_LETTER.findall(other)):
        return ""
    kana = counts.pop("kana", 0)
    script = max(counts, key=lambda name: counts[name] / _LETTERS_PER_WORD.get(name, 5))
    return "ja" if script == "zh" and 10 * kana >= counts["zh"] else script


def _count_letters(text: str) -> int:
    other = map(_LETTER.findall, _NON_ASCII.findall(text))
    return _count_ascii_letters(text) + sum(map(len, other))


def _count_ascii_letters(text: str) -> int:
    return len(text.encode("ascii", "ignore").translate(None, _ASCII_NON_LETTERS))


def _detected(sample: str, languages: tuple[str, ...]) -> str:
    """The language of a sample, one of `languages`."""
    from resiliparse.parse.lang import detect_fast

    ranked: Any = detect_fast(sample, cutoff=1_000_000, n_results=2, langs=list(languages))
    (first, distance), (_, second_distance) = ranked
    if second_distance >= 1.1 * distance:
        return str(first)
    return next(str(code) for code, _ in _classifier().rank(sample) if code in languages)


@cache
def _classifier() -> Any:
    """The classifier of py3langid, loaded in memory: its own loader writes a temporary file.

    It is a third as large without the other languages and without copies of its tables.
    """
    from py3langid.langid import MODEL_DIR, MODEL_FILE, LanguageIdentifier

    with (
        lzma.open(MODEL_DIR / MODEL_FILE) as packed,
        np.load(io.BytesIO(packed.read()), allow_pickle=False) as model,
    ):
        names = model["classes"]
        own = np.isin(names, [code for codes in _LANGUAGES_OF_SCRIPT.values() for code in codes])
        own_terms, own_share = model["ptc"][:, own], model["pc"][own]
        tables = [model[name] for name in ("nextmove", "nextmove_row")]
        features = model["out_feat"].tolist()
    moves, rows = (array(table.dtype.char) for table in tables)
    for numbers in (moves, rows):
        numbers.frombytes(memoryview(tables.pop(0)).cast("B"))
    return LanguageIdentifier(
        own_terms, own_share, names[own].tolist(), moves, features, tk_row=rows
    )


@cache
def analyzer_of(language: str) -> Analyzer:
    """The analyzer of a language, shared so that it stems each word once."""
    return Analyzer(language)
