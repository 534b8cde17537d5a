"""The lists of English words that comparing sentences needs, from files of this folder."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from types import MappingProxyType

from hyperdigest.split.scripts import stop_words, word_list


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


def _lists(name: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in files(__package__).joinpath(name).read_text("utf-8").splitlines():
        called, colon, words = line.partition(":")
        if colon and not line.startswith("#"):
            found[called] = found.get(called, ()) + tuple(words.split())
    return found
