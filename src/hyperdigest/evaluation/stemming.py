"""Normal forms of words in ROUGE-1.5.5: irregular forms of WordNet, and a stemmer.

The stemmer is that of Porter (1980) with two suffixes that its author added later and, in step 4,
several tests in sequence instead of one. No library has this variant.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_C = "[^aeiou][^aeiouy]*"
_V = "[aeiouy][aeiou]*"
_MEASURE_OVER_0 = re.compile(f"(?:{_C})?{_V}{_C}")
_MEASURE_1 = re.compile(f"(?:{_C})?{_V}{_C}(?:{_V})?$")
_MEASURE_OVER_1 = re.compile(f"(?:{_C})?{_V}{_C}{_V}{_C}")
_VOWEL = re.compile(f"(?:{_C})?[aeiouy]")
_SHORT = re.compile(f"{_C}[aeiouy][^aeiouwxy]$")
_DOUBLE = re.compile(r"([^aeiouylsz])\1$")

_STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble",
    "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate",
    "ator": "ate", "alism": "al", "iveness": "ive", "fulness": "ful", "ousness": "ous",
    "aliti": "al", "iviti": "ive", "biliti": "ble", "logi": "log",
}  # fmt: skip
_STEP_3 = {
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": "",
}  # fmt: skip
_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
)  # fmt: skip


@cache
def normal_form(token: str) -> str:
    """The normal form in ROUGE-1.5.5 of a token of lower-case letters and digits.

    An irregular form becomes its lemma, which is not stemmed: ``left`` is ``leave``, but ``leave``
    is ``leav``. Tokens of up to three characters do not change.
    """
    return token if len(token) < 4 else _lemmas().get(token) or stem(token)


def stem(word: str) -> str:
    """The stem of a word of three or more lower-case letters and digits."""
    word = word.replace("y", "Y", 1) if word[0] == "y" else word
    if word.endswith(("sses", "ies")):  # step 1a
        word = word[:-2]
    elif word.endswith("s") and word[-2] != "s":
        word = word[:-1]
    word = _past(word)
    if word.endswith("y") and _VOWEL.match(word[:-1]):  # step 1c
        word = word[:-1] + "i"
    word = _replaced(_replaced(word, _STEP_2), _STEP_3)
    return _final_e(_cascade(word)).replace("Y", "y")


@cache
def _lemmas() -> dict[str, str]:
    lines = files("hyperdigest.evaluation").joinpath("exceptions/wordnet.txt")
    return dict(line.split() for line in lines.read_text(encoding="ascii").splitlines())


def _past(word: str) -> str:
    """Step 1b."""
    if word.endswith("eed"):
        return word[:-1] if _MEASURE_OVER_0.match(word[:-3]) else word
    base = _without(word, ("ed", "ing"))
    if not _VOWEL.match(base) or base == word:
        return word
    if base.endswith(("at", "bl", "iz")):
        return base + "e"
    if _DOUBLE.search(base):
        return base[:-1]
    return base + "e" if _SHORT.match(base) else base


def _cascade(word: str) -> str:
    """Step 4: several removals may follow each other, so ``agreement`` is ``agreem``."""
    for suffixes in (_STEP_4, ("ment",)):
        word = _removed(word, _without(word, suffixes))
    return _removed(word, word[:-3]) if word.endswith(("ent", "sion", "tion")) else word


def _final_e(word: str) -> str:
    """Step 5."""
    if word.endswith("e"):
        base = word[:-1]
        once = _MEASURE_1.match(base) and not _SHORT.match(base)
        word = base if once or _MEASURE_OVER_1.match(base) else word
    return word[:-1] if word.endswith("ll") and _MEASURE_OVER_1.match(word) else word


def _replaced(word: str, endings: dict[str, str]) -> str:
    """`word` with the longest of `endings` replaced, if the rest is long enough."""
    base = _without(word, tuple(endings))
    if base == word or not _MEASURE_OVER_0.match(base):
        return word
    return base + endings[word[len(base) :]]


def _removed(word: str, base: str) -> str:
    """`base` if it is long enough, else `word`."""
    return base if _MEASURE_OVER_1.match(base) else word


def _without(word: str, suffixes: tuple[str, ...]) -> str:
    """`word` without the longest of `suffixes` that it ends with."""
    longest = max((len(suffix) for suffix in suffixes if word.endswith(suffix)), default=0)
    return word[: len(word) - longest]
