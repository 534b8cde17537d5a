"""Decode bytes to text: by a byte order mark, as UTF-8, by a declared encoding, or by detection.

European single-byte encodings are detected by the stop words and letters of each language, all
others by charset-normalizer. Windows gives encodings the numbers of code pages.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from contextlib import suppress
from typing import Any

from hyperdigest.errors import ReadError
from hyperdigest.file_formats import COMPOUND, ZIP

REPLACEMENT = "\ufffd"
"""The character U+FFFD, for bytes that cannot be decoded."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_DETECTABLE = (
    *("cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258"),
    *("iso8859_2", "iso8859_7", "iso8859_15", "koi8_r", "koi8_u", "mac_roman", "cp437", "cp866"),
    *("cp932", "euc_jp", "iso2022_jp", "cp949", "gb18030", "big5", "tis_620"),
)
"""Encodings that charset-normalizer chooses from: those in which files are still found."""

_LATIN = frozenset(
    {"cp1250", "cp1252", "cp1254", "cp1257", "cp1258", "cp437"}
    | {"iso8859_2", "iso8859_15", "mac_roman"}
)
"""Detectable encodings for which the result of `best_fit` is taken instead."""

_RARE = frozenset({"mac_roman", "cp850"})
"""Encodings that are taken only if stop words occur: fitting letters may be damage."""

_SUPERSETS = {
    **dict.fromkeys(("iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii"), "cp1252"),
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis"), "cp932"),
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
}
"""Declared encodings, and the supersets that browsers decode them as."""

_SIGNATURES = (
    (b"%PDF-", "a PDF"),
    (ZIP, "a zip archive"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"\x89PNG\r\n", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (COMPOUND, "an old office document"),
    (b"SQLite format 3\0", "a database"),
    (b"\x7fELF", "a program"),
)
_CONTROLS = bytes((*range(9), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F))

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
"""The letters of each language that are not ASCII, in lower case."""

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
"""Encodings with their languages; of those that fit equally well the first is taken."""

_WITHOUT_STOP_WORDS = frozenset({"is", "sk", "hr", "lv"})

_TOKEN = re.compile(r"[^\s\x00-@\[-`{-~‘’–—…«»]+")
_AROUND_WORDS = "„“”‚‹›·•€£§©®™°¿¡ªº½¼¾´×\xad"

_OTHERS = {
    936: "gb18030", 950: "big5hkscs",
    10000: "mac_roman", 10001: "cp932", 10002: "big5", 10003: "cp949", 10006: "mac_greek",
    10007: "mac_cyrillic", 10008: "gb18030", 10029: "mac_latin2", 10079: "mac_iceland",
    10081: "mac_turkish",
    20127: "ascii", 20866: "koi8_r", 20932: "euc_jp", 20936: "gb18030", 20949: "cp949",
    21866: "koi8_u", 38598: "iso8859_8", 51932: "euc_jp", 51936: "gb18030", 51949: "cp949",
    50220: "iso2022_jp", 50221: "iso2022_jp", 50222: "iso2022_jp", 50225: "iso2022_kr",
    52936: "hz", 54936: "gb18030", 65001: "utf-8",
    **{28590 + part: f"iso8859_{part}" for part in (*range(1, 10), 13, 15)},
}  # fmt: skip
"""Code pages that Python does not know by their numbers, or knows a smaller encoding for."""


def decode(data: bytes, declared: str = "") -> str:
    """The text that `data` encodes; UTF-8 keeps its byte order mark, as in ``bytes.decode``.

    `declared` is the encoding that the file itself names; it is tried if the bytes are not UTF-8.
    Raises ReadError if `data` is not text in a known encoding.
    """
    for signature, kind in _SIGNATURES:
        if data.startswith(signature):
            raise ReadError(f"is {kind}, not text: give it its proper suffix, or leave it out")
    text = _decoded(data, declared)
    # Manual pages overstrike letters with backspaces to print them bold.
    overstrikes = text.count("\b") if "\b" in text else 0
    utf8 = text.encode(errors="surrogatepass")
    controls = len(utf8) - len(utf8.translate(None, _CONTROLS))
    most = min(max(1, 0.05 * len(text)), 0.5 * len(text))
    if controls - overstrikes > most:
        raise ReadError("is binary, not text: leave it out")
    return text


def damage(data: bytes, text: str) -> tuple[str, ...]:
    """A message for the user if bytes of `data` could not be decoded."""
    lost = text.count(REPLACEMENT) - data.count(REPLACEMENT.encode())
    what = "a character that is" if lost == 1 else f"{lost} characters that are"
    return (f"has {what} broken and shown as {REPLACEMENT}: save it as UTF-8",) if lost > 0 else ()


def replace_surrogates(text: str) -> str:
    """`text` with surrogate pairs joined, and lone surrogates replaced by U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def without_surrogates(value: Any) -> Any:
    """A value of JSON with lone surrogates replaced, which UTF-8 cannot encode."""
    if isinstance(value, str):
        return replace_surrogates(value)
    if isinstance(value, list):
        return [without_surrogates(each) for each in value]
    if isinstance(value, dict):
        return {name: without_surrogates(each) for name, each in value.items()}
    return value


def _decoded(data: bytes, declared: str) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    sample = data[:4096]
    half, even, odd = len(sample) // 2, sample[::2].count(0), sample[1::2].count(0)
    # In UTF-16 without a byte order mark every second byte of Western text is zero.
    if max(even, odd) > 0.4 * half and min(even, odd) < 0.1 * half:
        return data.decode("utf-16-le" if odd > even else "utf-16-be", errors="replace")
    with suppress(UnicodeDecodeError):
        return data.decode()
    if encoding := _SUPERSETS.get(declared.lower(), declared):
        with suppress(LookupError, ValueError):
            if text := data.decode(encoding):
                return text
    return _detected(data)


def _detected(data: bytes) -> str:
    """The text of bytes that are not UTF-8, or are damaged UTF-8 with U+FFFD for each bad byte."""
    text = data.decode(errors="replace")
    bad = text.count(REPLACEMENT)
    if len(text) - bad - len(text.encode("ascii", errors="ignore")) >= bad:
        return text
    fitting, score = best_fit(data)
    if score > 0 or (score == 0 and fitting not in _RARE):
        return data.decode(fitting, errors="replace")
    import charset_normalizer

    sample = data[:1_000_000]
    best = charset_normalizer.from_bytes(sample, cp_isolation=list(_DETECTABLE)).best()
    if best is not None:
        encoding = fitting if best.encoding in _LATIN else best.encoding
        return data.decode(encoding, errors="replace")
    if bad > 0.05 * len(text):
        raise ReadError("is binary, or in an unknown encoding: save it as UTF-8")
    return text


def best_fit(data: bytes) -> tuple[str, int]:
    """The single-byte encoding with the highest score over all its languages, and the score.

    The score counts the stop words with letters that are not ASCII, less the words with letters
    that the language does not have.
    """
    sample = data[:200_000]  # enough: a page of text has hundreds of letters that are not ASCII
    fits = []
    for encoding, languages in _ENCODINGS:
        tokens = _TOKEN.findall(sample.decode(encoding, errors="replace"))
        words = Counter(word.strip(_AROUND_WORDS).lower() for word in tokens if not word.isascii())
        fits += [(encoding, _score(words, language)) for language in languages]
    return max(fits, key=lambda fit: fit[1])


def _score(words: Counter[str], language: str) -> int:
    from hyperdigest.split.scripts import stop_words

    letters = frozenset(_LETTERS[language])
    known = frozenset() if language in _WITHOUT_STOP_WORDS else stop_words(language)
    score = 0
    for word, count in words.items():
        non_ascii = {letter for letter in word if not letter.isascii()}
        if non_ascii - letters:
            score -= count
        elif non_ascii and word in known:
            score += count
    return score


def encoding_of_code_page(code_page: int) -> str:
    """The encoding of a code page; empty if it is unknown."""
    encoding = _OTHERS.get(code_page, f"cp{code_page}")
    try:
        codecs.lookup(encoding)
    except LookupError:
        return ""
    return encoding
