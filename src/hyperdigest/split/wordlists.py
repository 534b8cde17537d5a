"""Lists of words that come with the package, one word a line."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of the file `name` of this folder; a line that begins with # is none."""
    lines = files("hyperdigest.split").joinpath(name).read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language (ISO 639-1)."""
    return word_list(f"stopwords/{language}.txt")


def asking_words(language: str) -> frozenset[str]:
    """Words that only say what kind of answer is wanted; none where no list is."""
    return _words_if_known(f"asking/{language}.txt")


def linking_words(language: str) -> frozenset[str]:
    """Articles and short prepositions, by which prose ties its nouns; none where no list is."""
    return _words_if_known(f"linking/{language}.txt")


def pointing_words(language: str) -> frozenset[str]:
    """Words that point back when a sentence begins with them; none where no list is."""
    return _words_if_known(f"pointing/{language}.txt")


def _words_if_known(name: str) -> frozenset[str]:
    return word_list(name) if files("hyperdigest.split").joinpath(name).is_file() else frozenset()
