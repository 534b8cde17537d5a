"""Lists of English words for the comparison of sentences, from the files of this folder."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from hyperdigest.split.scripts import stop_words, word_list

SHARING_LETTERS = ("ca", "da", "de", "es", "fr", "it", "nl", "no", "pt", "ro", "sv")
"""Languages, other than English, some of whose common words are written as English ones."""

_WORD = re.compile(r"\w+")


@cache
def lists() -> MappingProxyType[str, tuple[str, ...]]:
    """The lists of `words.txt` by name; a list may be on several lines."""
    by_name: dict[str, tuple[str, ...]] = {}
    for line in _lines("words.txt"):
        title, colon, words = line.partition(":")
        if colon:
            by_name[title] = by_name.get(title, ()) + tuple(words.split())
    return MappingProxyType(by_name)


@cache
def listed(name: str) -> frozenset[str]:
    """The words of a list of `words.txt`."""
    return frozenset(lists()[name])


@cache
def function_words() -> frozenset[str]:
    """Words that are about the words beside them: "in", "not", "may"."""
    return stop_words("en") | listed("marks") | listed("articles")


@cache
def light_words() -> frozenset[str]:
    """Words that are no names, even if they begin with a capital letter."""
    return word_list("light_words.txt") | listed("general")


@cache
def families() -> MappingProxyType[str, str]:
    """For each form of the words of `families.txt` what it has in common with its family."""
    found: dict[str, str] = {}
    for line in _lines("families.txt"):
        first, *others = line.split()
        for word in (first, *others):
            stop = word.removesuffix("e")
            found |= {word: first, f"{word}s": f"{first} s"}
            found |= {f"{stop}ed": f"{first} ed", f"{stop}ing": f"{first} ing"}
    return MappingProxyType(found)


@cache
def english_words() -> frozenset[str]:
    """The English function words that are none in other languages: "the", and not "in" or "a"."""
    return function_words().difference(*(stop_words(language) for language in SHARING_LETTERS))


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
