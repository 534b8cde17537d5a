"""Stop words that ROUGE leaves out of both sides where content alone is to be compared.

The lists are those of this package and of its users: there is no claim to equal option ``-s`` of
ROUGE-1.5.5, whose list is another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from hyperdigest.errors import OptionError, ReadError
from hyperdigest.evaluation.rouge_units import TOKEN
from hyperdigest.read.decode import decode
from hyperdigest.read.files import read_bytes
from hyperdigest.read.names import printable
from hyperdigest.split.wordlists import stop_words

STOP_WORDS = stop_words("en")
"""The 153 English stop words that are left out where no others are named."""

_WORD = re.compile("[A-Za-z0-9]+")


def read_stop_words(path: Path) -> frozenset[str]:
    """The stop words in a file, one word a line; a line that begins with # is none.

    Raises
    ------
    ReadError
        where the file cannot be read.
    OptionError
        where it holds no word.
    """
    try:
        lines = decode(read_bytes(path)).splitlines()
    except ReadError as error:
        raise ReadError(f"{printable(str(path))}: {error}") from error
    found = tokens_of(line for line in lines if not line.startswith("#"))
    if not found:
        raise OptionError(f"{printable(str(path))} holds no stop word: give one word a line")
    return found


def tokens_of(words: Iterable[str]) -> frozenset[str]:
    """The lower-cased tokens of some words, cut as ROUGE cuts texts: ``don't`` is two."""
    return frozenset(token for word in words for token in TOKEN.findall(word.lower()))


def stop_signature(words: frozenset[str] | None) -> str:
    """How the line that says how scores were made tells of the stop words left out."""
    if words is None:
        return "kept"
    if words == STOP_WORDS:
        return "removed"
    return f"removed/{sha256(' '.join(sorted(words)).encode()).hexdigest()[:12]}"


def count_stop_words(text: str, words: frozenset[str] = STOP_WORDS) -> tuple[int, int]:
    """How many tokens of a text are stop words, and how many tokens there are."""
    found = _WORD.findall(text)
    return sum(word.lower() in words for word in found), len(found)
