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
    name = f"asking/{language}.txt"
    return word_list(name) if files("hyperdigest.split").joinpath(name).is_file() else frozenset()
