"""The lists of English words that comparing sentences needs, from files of this folder."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from hyperdigest.split.languages import analyzer_of
from hyperdigest.split.scripts import stop_words, word_list

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
def mark_classes() -> MappingProxyType[str, str]:
    """The class of each word of `marks.txt`."""
    found = {word: kind for kind, words in _lists("marks.txt").items() for word in words}
    return MappingProxyType(found)


@cache
def empty_words() -> frozenset[str]:
    """Words that say nothing by themselves."""
    # The stop words have "won" as a part of "won't".
    return (stop_words("en") - {"won"}) | listed("silent")


@cache
def light_words() -> frozenset[str]:
    """Words that are no names, even where they begin with a capital letter."""
    return word_list("light_words.txt") | listed("general")


@cache
def families() -> MappingProxyType[str, str]:
    """The first word of its family for each word of `families.txt`; those that stand for all their
    forms are stems."""
    found: dict[str, str] = {}
    for line in _lines("families.txt"):
        words = line.split()
        for word in words:
            key = word[1:] if word[0] == "=" else stem_of(word)
            found.setdefault(key, words[0])
    return MappingProxyType(found)


def stem_of(word: str) -> str:
    """The stem of an English word."""
    return analyzer_of("en").term(word) or word


def plain_words(text: str) -> str:
    """A text, each phrase of `phrases.txt` in it as the word that it is read as."""
    patterns, words = _phrases()
    parts, end = [], 0
    for first in _WORD.finditer(text):
        pattern = patterns.get(first[0].lower())
        if pattern is None or first.start() < end:
            continue
        if found := pattern.match(text, first.start()):
            instead = words.get(found[0]) or words.get(found[0].lower()) or found[0]
            parts += [text[end : found.start()], instead]
            end = found.end()
    return "".join([*parts, text[end:]])


@cache
def _phrases() -> tuple[dict[str, re.Pattern[str]], dict[str, str]]:
    """A pattern of the phrases that begin with each word, the longest first, and what each phrase
    is read as."""
    words: dict[str, str] = {}
    for line in _lines("phrases.txt"):
        word, _, several = line.partition(": ")
        words.update((phrase.strip(), word) for phrase in several.split("|"))
    beginning: dict[str, list[str]] = {}
    for phrase in sorted(words, key=len, reverse=True):
        beginning.setdefault(_WORD.findall(phrase)[0].lower(), []).append(re.escape(phrase))
    patterns = {
        word: re.compile(rf"(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)
        for word, phrases in beginning.items()
    }
    return patterns, words


def _lines(name: str) -> list[str]:
    """The lines of a file that hold more than a comment."""
    lines = files(__package__).joinpath(name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def _lists(name: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in _lines(name):
        called, colon, words = line.partition(":")
        if colon:
            found[called] = found.get(called, ()) + tuple(words.split())
    return found
