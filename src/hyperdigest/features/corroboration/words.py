"""Lists of English words for the comparison of sentences, from the files of this folder."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from itertools import takewhile
from types import MappingProxyType

from hyperdigest.split.languages import analyzer_of
from hyperdigest.split.scripts import stop_words, word_list
from hyperdigest.split.verbs import verbs

_WORD = re.compile(r"\w+")


@cache
def lists() -> MappingProxyType[str, tuple[str, ...]]:
    """The lists of `words.txt` by name."""
    return MappingProxyType(_lists("words.txt"))


@cache
def listed(name: str) -> frozenset[str]:
    """The words of a list of `words.txt`."""
    return frozenset(lists()[name])


@cache
def function_words() -> frozenset[str]:
    """Words that are about the words beside them: "in", "not", "may"."""
    # The stop words have "won" as a part of "won't".
    return (stop_words("en") - {"won"}) | listed("marks") | listed("harmless")


@cache
def light_words() -> frozenset[str]:
    """Words that are no names, even if they begin with a capital letter."""
    return word_list("light_words.txt") | listed("general")


@cache
def families() -> MappingProxyType[str, tuple[str, str]]:
    """For each form of the words of `families.txt` the first word of its family, and its ending."""
    found: dict[str, tuple[str, str]] = {}
    for line in _lines("families.txt"):
        first, *others = line.split()
        for word in (first, *others):
            stop = word.removesuffix("e")
            found |= {word: (first, ""), f"{word}s": (first, "s")}
            found |= {f"{stop}ed": (first, "ed"), f"{stop}ing": (first, "ing")}
    found |= {
        form: (found[base][0], ending)
        for form, (base, ending) in verbs().inflected.items()
        if base in found
    }
    return MappingProxyType(found)


@lru_cache(8192)
def term_of(word: str) -> tuple[str, str]:
    """What a word has in common with its other forms, and its ending: "clos" and "ed".

    The participle of a verb has the ending of its past.
    """
    if found := families().get(word):
        return found
    base, ending = verbs().inflected.get(word, ("", ""))
    if base:
        return stem_of(base), ending
    stem = stem_of(word)
    common = takewhile(lambda pair: pair[0] == pair[1], zip(word, stem, strict=False))
    rest = word[len(list(common)) :]
    doubled = rest[:1] == stem[-1:] and rest[1:] == "ed"
    return stem, "ed" if doubled or rest in ("d", "ied") else rest


@cache
def speech_terms() -> frozenset[str]:
    """What the forms of each verb of speech and thought have in common."""
    return frozenset(term_of(word)[0] for word in listed("saying"))


def stem_of(word: str) -> str:
    """The stem of an English word."""
    return analyzer_of("en").term(word) or word


def plain_words(text: str) -> str:
    """The text with each phrase of `phrases.txt` replaced by its word."""
    patterns, words = _phrases()
    parts, end = [], 0
    for first in _WORD.finditer(text):
        pattern = patterns.get(first[0].lower())
        if pattern is None or first.start() < end:
            continue
        if match := pattern.match(text, first.start()):
            word = words.get(match[0]) or words.get(match[0].lower()) or match[0]
            parts += [text[end : match.start()], word]
            end = match.end()
    return "".join([*parts, text[end:]])


@cache
def _phrases() -> tuple[dict[str, re.Pattern[str]], dict[str, str]]:
    """For each first word, a pattern of its phrases, the longest first; and the word of each."""
    words: dict[str, str] = {}
    for line in _lines("phrases.txt"):
        word, _, phrases = line.partition(": ")
        words.update((phrase.strip(), word) for phrase in phrases.split("|"))
    by_first_word: dict[str, list[str]] = {}
    for phrase in sorted(words, key=len, reverse=True):
        by_first_word.setdefault(_WORD.findall(phrase)[0].lower(), []).append(re.escape(phrase))
    patterns = {
        word: re.compile(rf"(?:{'|'.join(escaped)})(?!\w)", re.IGNORECASE)
        for word, escaped in by_first_word.items()
    }
    return patterns, words


def _lines(name: str) -> list[str]:
    """The lines of a file without empty ones and comments."""
    lines = files(__package__).joinpath(name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def _lists(name: str) -> dict[str, tuple[str, ...]]:
    """The lists of a file by name; a list may be on several lines."""
    by_name: dict[str, tuple[str, ...]] = {}
    for line in _lines(name):
        title, colon, words = line.partition(":")
        if colon:
            by_name[title] = by_name.get(title, ()) + tuple(words.split())
    return by_name
