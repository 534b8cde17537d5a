"""Texts as ROUGE-1.5.5 sees them: bytes, cut to a limit, then tokens, then units to count."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from hyperdigest.evaluation.stemming import normal_form

FARTHEST = 5
"""How many tokens behind the first the second of a skip bigram stands at most: 4 in between."""

TOKEN = re.compile("[a-z0-9]+")
"""A token of a text in lower case."""

Units = Callable[[np.ndarray, int], np.ndarray]
"""(T,) tokens, numbered from 0 to below a base, to the codes of their units."""


def rouge_tokens(
    text: str, limit: int | None = None, stop_words: frozenset[str] | None = None
) -> list[str]:
    """The stemmed tokens of `text`: runs of ASCII letters and digits of its UTF-8 bytes.

    Parameters
    ----------
    limit : most words read, counted before tokens are made: ``long-term`` is one, ``--`` too.
    stop_words : tokens left out of what was read, before stemming. Where some are named, the limit
        counts words between white space of any kind, and that at the start of a line is no word.
    """
    if stop_words is not None:
        shown = " ".join(text.split()[:limit]).encode("utf-8", "surrogatepass").lower()
        found = TOKEN.findall(shown.decode("latin-1"))
        return [normal_form(token) for token in found if token not in stop_words]
    data = text.encode("utf-8", "surrogatepass").lower()
    lines = [line for line in data.split(b"\n") if line]
    shown = b" ".join(lines if limit is None else _first_words(lines, limit))
    return [normal_form(token) for token in TOKEN.findall(shown.decode("latin-1"))]


def _first_words(lines: list[bytes], limit: int) -> list[bytes]:
    """The first `limit` words; as in the program, white space that begins a line is one more."""
    read: list[bytes] = []
    for line in lines:
        words = line.split()
        if words and line[:1].isspace():
            words.insert(0, b"")
        if len(words) >= limit:
            return [*read, b" ".join(words[:limit])]
        read.append(line)
        limit -= len(words)
    return read


def _unigrams(tokens: np.ndarray, base: int) -> np.ndarray:
    return tokens


def _bigrams(tokens: np.ndarray, base: int) -> np.ndarray:
    codes: np.ndarray = tokens[:-1] * base + tokens[1:]
    return codes


def _skip_bigrams_and_unigrams(tokens: np.ndarray, base: int) -> np.ndarray:
    """Ordered pairs, negative single tokens; as in the program, the last token is no unigram."""
    reach = range(1, FARTHEST + 1)
    pairs = [tokens[:-distance] * base + tokens[distance:] for distance in reach]
    return np.concatenate([-tokens[:-1], *pairs])


UNITS: Mapping[str, Units] = MappingProxyType(
    {"rouge-1": _unigrams, "rouge-2": _bigrams, "rouge-su4": _skip_bigrams_and_unigrams}
)
"""What each metric counts. Codes of units that hold the token 0 differ from those that do not."""
