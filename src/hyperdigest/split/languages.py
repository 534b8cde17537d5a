"""Language identification: which language each document of a collection is in.

The script decides where it belongs to one language alone. Otherwise the detector of resiliparse,
which ranks common sequences of letters, decides where its best language leads its second clearly;
it does on pages of text, and takes microseconds. The rest, mostly short texts, goes to py3langid, a
naive Bayes classifier of byte sequences, whose model takes half a second to load.
"""

from __future__ import annotations

import io
import lzma
import re
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from hyperdigest.documents import Document
from hyperdigest.split.forms import visible
from hyperdigest.split.scripts import CJK, THAI
from hyperdigest.split.terms import LANGUAGES, Analyzer, tokens

SAMPLE = 700
"""Characters looked at in the beginning, in the middle and at the end of a document."""

CLEAR_LEAD = 1.1
"""How much further the second language is than the first where the first is certain."""

FEWEST_LETTERS = 20
"""Of an alphabet that several languages share, to tell which of them it is."""

SHORT = 100
"""Letters of a document whose language alone is no proof that the collection has it."""

RARE = 0.05
"""Share of documents below which a language that only short ones seem to be in is a mistake."""

_UNWANTED = re.compile(r"[^\s@\\/_<>{}=]*[@\\/_<>{}=]\S*")
_MARK = re.compile(r"[@\\/_<>{}=]")
_BEYOND_ASCII = re.compile("[^\x00-\x7f]+")
_LETTER = re.compile(r"[^\W\d_]")
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
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
_SHARED = {
    "arabic": ("ar", "fa"),
    "latin": (
        "ca", "cs", "da", "de", "en", "eo", "es", "et", "eu", "fi", "fr", "ga", "hu", "id", "it",
        "lt", "nl", "no", "pl", "pt", "ro", "sv", "tr", "vi",
    ),
}  # fmt: skip
"""Languages that are told apart by more than their letters."""

_LETTERS_OF_A_WORD = {"zh": 2, "kana": 2, "ko": 2, "th": 4}
"""About how many letters say what five say in an alphabet, which count more for it."""

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
    """The language of `text`, one of `LANGUAGES`; empty where nothing tells it.

    That is so of numbers and signs, of a few words in an alphabet that many languages share, and of
    a script that none of them is written in. A language that is not among them is taken for the one
    nearest to it.
    """
    return _language(_wording(text))


def languages_of(documents: Sequence[Document], default: str = "") -> tuple[str, ...]:
    """The language of each document.

    Where nothing tells it, it is that of most other documents. So it is where a language is found
    in short documents alone, and in few of them. Where no document tells its language all are in
    the `default`, without one in English.
    """
    found, long = [], set()
    for document in documents:
        text, middle = document.text, (len(document.text) - SAMPLE) // 2
        if len(text) > 3 * SAMPLE:
            text = " ".join((text[:SAMPLE], text[middle : middle + SAMPLE], text[-SAMPLE:]))
        sample = _wording(visible(text, document.format))
        found.append(_language(sample))
        if found[-1] not in long and _letters(sample) >= SHORT:
            long.add(found[-1])
    counts = Counter(filter(None, found))
    most = min(counts, key=lambda code: (-counts[code], code)) if counts else default or "en"
    sure = {code for code in counts if code in long or counts[code] >= RARE * len(documents)}
    return tuple(code if code in sure else most for code in found)


def counted(languages: Sequence[str]) -> dict[str, int]:
    """How many documents are in each language, most first."""
    return dict(sorted(Counter(languages).items(), key=lambda pair: (-pair[1], pair[0])))


def language_of_question(
    question: str, languages: Sequence[str], known: Mapping[str, Any]
) -> tuple[str, bool]:
    """The language of a question, and whether it is one of the `languages` of the collection.

    The script decides where it belongs to one language alone; ideographs without kana may be
    Japanese. Otherwise it is that of the `languages` of which most stop words stand in the
    question, the first of several. Another one is looked for where more than half of the words are
    neither stop words of this one nor in the documents, and is believed where the question has more
    stop words of it. It is empty where the question is in a script that is not known. The
    `languages` begin with that of most documents; the `known` terms are those of the collection.
    """
    script = _script(_wording(question))
    if script not in ("", *_SHARED):
        found = language_of(question)
        if found == "zh" and "zh" not in languages and "ja" in languages:
            found = "ja"
        return found, found in languages
    words = tokens(question)
    analyzers = [analyzer_of(language) for language in languages]
    stops = [sum(map(analyzer.is_stop_word, words)) for analyzer in analyzers]
    nearest = max(range(len(languages)), key=lambda n: (stops[n], -n))
    own = languages[nearest]
    here = sum(
        analyzers[nearest].is_stop_word(word)
        or any(analyzer.term(word) in known for analyzer in analyzers)
        for word in words
    )
    if 2 * here >= len(words):
        return own, True
    found = language_of(question)
    if not found and not script and _letters(question):
        return "", False
    if script == "arabic" and not set(_SHARED[script]) & set(languages):
        return found or _SHARED[script][0], False
    if not found or found in languages:
        return found or own, True
    if sum(map(analyzer_of(found).is_stop_word, words)) <= stops[nearest]:
        return own, True
    return found, False


def _wording(text: str) -> str:
    """`text` without addresses and the like; lower-cased where all are capitals."""
    words = _UNWANTED.sub(" ", text) if _MARK.search(text) else text
    return words.lower() if words.isupper() else words


def _language(sample: str) -> str:
    script = _script(sample)
    if script in _SHARED:
        enough = _letters(sample) >= FEWEST_LETTERS
        return _detected(sample, _SHARED[script]) if enough else ""
    return {"cyrillic": "ru"}.get(script, script)


def _script(sample: str) -> str:
    """The script or language of most letters, empty where there are none or of none that is known.
    Kana among ideographs are Japanese."""
    beyond = "".join(_BEYOND_ASCII.findall(sample))
    counts = {name: len(letters.findall(beyond)) for name, letters in _SCRIPTS.items() if beyond}
    counts["latin"] = counts.get("latin", 0) + _ascii_letters(sample)
    known = sum(counts.values()) - counts.get("kana", 0)
    if 2 * known <= _ascii_letters(sample) + len(_LETTER.findall(beyond)):
        return ""
    kana = counts.pop("kana", 0)
    script = max(counts, key=lambda name: counts[name] / _LETTERS_OF_A_WORD.get(name, 5))
    return "ja" if script == "zh" and 10 * kana >= counts["zh"] else script


def _letters(text: str) -> int:
    beyond = map(_LETTER.findall, _BEYOND_ASCII.findall(text))
    return _ascii_letters(text) + sum(map(len, beyond))


def _ascii_letters(text: str) -> int:
    return len(text.encode("ascii", "ignore").translate(None, _NO_LETTERS))


def _detected(sample: str, among: tuple[str, ...]) -> str:
    from resiliparse.parse.lang import detect_fast

    ranked: Any = detect_fast(sample, cutoff=1_000_000, n_results=2, langs=list(among))
    (first, rank), (_, next_rank) = ranked
    if next_rank >= CLEAR_LEAD * rank:
        return str(first)
    return next(str(code) for code, _ in _classifier().rank(sample) if code in among)


@cache
def _classifier() -> Any:
    """The classifier of py3langid, read in memory: its own loader needs room on a disk for that."""
    from py3langid.langid import MODEL_DIR, MODEL_FILE, LanguageIdentifier

    with lzma.open(MODEL_DIR / MODEL_FILE) as packed:
        model = np.load(io.BytesIO(packed.read()), allow_pickle=False)
    tables = (model[name] for name in ("nextmove", "nextmove_row"))
    moves, rows = (array(table.dtype.char, table.tobytes()) for table in tables)
    names, features = model["classes"].tolist(), model["out_feat"].tolist()
    identifier = LanguageIdentifier(model["ptc"], model["pc"], names, moves, features, tk_row=rows)
    identifier.set_languages([code for codes in _SHARED.values() for code in codes])
    return identifier


@cache
def analyzer_of(language: str) -> Analyzer:
    """The analyzer of a language, which remembers the words it has met."""
    return Analyzer(language)
