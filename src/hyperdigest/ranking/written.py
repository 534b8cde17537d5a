"""Evidence from words of a question that are code: options, paths and names, found as written.

"What does -a do?" has no other word that tells the option; as a term, "a" is a stop word. Such
words are searched in the texts as they are, with their case and signs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats, Indices
from hyperdigest.documents import FORMS, Document, Sentences
from hyperdigest.ranking.reductions import LOCAL, Reductions

MOST_WRITTEN = 10
"""How many such words of a question are searched."""

MENTIONED = 0.5
"""How much a word counts in other sentences if a term is written so, relative to the term."""

_TERM = FORMS.index("term")
_WRITTEN = re.compile(
    r"""
      (?<![\w-])-{1,2}[^\W\d_][\w-]{0,60}           # -a, --data-only
    | (?<!\w)[\w-]{1,60}(?:[_./:]{1,2}[\w-]{2,60})+  # maximal_queue_lifetime, main.cf, std::sort
    | (?<!\w)[a-z]{1,30}[A-Z]\w{1,60}                # camelCase
    | (?<![^\s("'“‘`])[~%$@^][^\W\d_]\w{0,60}         # ~b, $HOME, %h, ^A
    """,
    re.VERBOSE,
)
_LETTER = re.compile(r"[^\W\d_]")


def written_words(question: str) -> tuple[str, ...]:
    """The words of a question that are code, each once."""
    found = (match[0].rstrip("-") for match in _WRITTEN.finditer(question))
    return tuple(dict.fromkeys(word for word in found if _LETTER.search(word)))[:MOST_WRITTEN]


def written_evidence(
    words: Sequence[str],
    find: Callable[[str], Indices],
    sentences: Sentences,
    reductions: Reductions = LOCAL,
) -> Floats:
    """(N,) the share of the words that each sentence has as written, the rare ones counting more;
    relative to the best sentence. What explains a term has the words of the term.

    `find` gives the numbers of the sentences in which a word stands as written.
    """
    total, n_sentences = np.zeros(len(sentences)), reductions.count(len(sentences))
    for word in words:
        found = find(word)
        n_found = reductions.count(len(found))
        share = np.where(sentences.form[found] == _TERM, 1.0, MENTIONED)
        share /= max(MENTIONED, reductions.largest_of(share))
        total[found] += share * np.log1p((n_sentences - n_found + 0.5) / (n_found + 0.5))
    definitions, terms = sentences.explanations()
    total[definitions] = np.maximum(total[definitions], total[terms])
    return reductions.share_of_largest(total)


def sentences_with(word: str, documents: Sequence[Document], sentences: Sentences) -> Indices:
    """The numbers of the sentences in which a word stands as written."""
    bounds = np.searchsorted(sentences.document, np.arange(len(documents) + 1))
    found = [np.zeros(0, np.intp)]
    for document, first, end in zip(documents, bounds, bounds[1:], strict=False):
        own = slice(first, end)
        if word in document.text:
            found.append(
                first + numbers_with(word, document.text, sentences.start[own], sentences.end[own])
            )
    return np.concatenate(found)


def is_written_in(text: str, word: str) -> bool:
    """Whether a word stands in a text as written."""
    return _as_written(word).search(text) is not None


@lru_cache(MOST_WRITTEN)
def _as_written(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-]|(?:\.|::)\w)")


def numbers_with(word: str, text: str, start: NDArray[Any], end: NDArray[Any]) -> Indices:
    """Which sentences of a text have a word as written; they are given by their offsets.

    In a longer name with a further part, such as `main.cf.proto`, another thing is named.
    """
    if not len(start):
        return np.zeros(0, np.intp)
    places = [match.start() for match in _as_written(word).finditer(text)]
    number = np.searchsorted(start, places, "right") - 1
    return np.unique(number[(number >= 0) & (end[number] > places)])
