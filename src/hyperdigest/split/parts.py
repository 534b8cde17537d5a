"""A part of a collection split by itself: documents with words of their own."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from itertools import compress
from itertools import count as counter

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Document, Sentences
from hyperdigest.split.markup import visible
from hyperdigest.split.scripts import UNSPACED, count_words
from hyperdigest.split.spans import Spans, split
from hyperdigest.split.terms import Analyzer, tokens

_ROW = np.dtype([
    *((name, np.int32) for name in ("document", "start", "end", "words", "tokens")),
    ("form", np.uint8),
    ("said", np.uint64),
])  # fmt: skip
_TAKEN = ("document", "start", "end", "words", "form", "said")


@dataclass(frozen=True, slots=True)
class Part:
    """The sentences of some documents that have a term, and their tokens.

    Parameters
    ----------
    sentences : n of them; documents count from 0.
    words : the distinct words that stand for a term, in order of first occurrence; one that two
        languages have is there for each.
    languages : the language of each word.
    terms : the term of each word.
    tokens : (t,) index into `words` of each token, in reading order.
    sentence_of : (t,) index of the sentence of each token, from 0, in ascending order.
    """

    sentences: Sentences
    words: tuple[str, ...]
    languages: tuple[str, ...]
    terms: tuple[str, ...]
    tokens: NDArray[np.int32]
    sentence_of: NDArray[np.int32]


def split_part(documents: Sequence[tuple[Document, str]], splitter: str = "") -> Part:
    """Cut documents into sentences, and sentences into terms; those without one are left out.

    Parameters
    ----------
    documents : each with its language.

    Raises
    ------
    OptionError
        where no stop words are known for a language, or no plugin is called `splitter`.
    PluginError
        where the plugin fails.
    """
    cut = splitter_called(splitter)
    words = _Words()
    spoken = array("i")
    rows = np.array(
        [
            (place, *row)
            for place, (document, language) in enumerate(documents)
            for row in _rows(document, cut(document, language), language, words, spoken)
        ],
        dtype=_ROW,
    )
    return _part(rows, words, np.frombuffer(spoken, np.int32))


class _Words:
    """The words of each language, numbered from 0 as they are first met."""

    def __init__(self) -> None:
        self._count = counter()
        self._numbers: dict[str, defaultdict[str, int]] = {}

    def numbers(self, language: str) -> defaultdict[str, int]:
        """The numbers of the words of a language; a new word gets one when it is asked for."""
        return self._numbers.setdefault(language, defaultdict(self._count.__next__))

    def pairs(self) -> list[tuple[str, str]]:
        """Each word with its language, in the order of their numbers."""
        if len(self._numbers) == 1:
            [(language, numbers)] = self._numbers.items()
            return [(word, language) for word in numbers]
        met = [
            (number, word, language)
            for language, numbers in self._numbers.items()
            for word, number in numbers.items()
        ]
        return [(word, language) for _, word, language in sorted(met)]


def splitter_called(name: str) -> Callable[[Document, str], Spans]:
    """What cuts a document of a language into sentences: what is built in, or the plugin called so.

    Raises
    ------
    OptionError
        where no plugin is called so.
    PluginError
        where it cannot be loaded.
    """
    if not name:
        return split
    from hyperdigest.plugins.splitters import splitter

    return splitter(name)


def _rows(
    document: Document,
    spans: Spans,
    language: str,
    met: _Words,
    spoken: array[int],
) -> Iterator[tuple[int, ...]]:
    """The row of each sentence, less its document; the numbers of its words go to `spoken`."""
    shown = visible(document.text, document.format)
    numbers = met.numbers(language)
    unspaced = language in UNSPACED
    bounds = spans.start.tolist(), spans.end.tolist(), spans.form.tolist()
    for start, end, form in zip(*bounds, strict=True):
        sentence = shown[start:end]
        words = tokens(sentence)
        spoken.extend(map(numbers.__getitem__, words))
        length = len(document.text[start:end].split())
        if unspaced:
            length = count_words(document.text[start:end], language)
        yield start, end, length, len(words), form, _hash(words)


def _hash(words: list[str]) -> int:
    data = " ".join(words).encode(errors="surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def _part(rows: NDArray[np.void], met: _Words, spoken: NDArray[np.int32]) -> Part:
    """The part, less its stop words, made of a row for each sentence and the words `spoken`."""
    pairs = met.pairs()
    words = tuple(word for word, _ in pairs)
    languages = tuple(language for _, language in pairs)
    analyzers = {language: _analyzer(language) for language in dict.fromkeys(languages)}
    terms = tuple(analyzers[language].term(word) for word, language in pairs)
    sentence_of = np.repeat(np.arange(len(rows), dtype=np.int32), rows["tokens"])
    topical = np.array(list(map(bool, terms)), bool)
    counted = topical[spoken]
    kept = np.bincount(sentence_of[counted], minlength=len(rows)) > 0
    return Part(
        Sentences(**{name: rows[name][kept] for name in _TAKEN}),
        tuple(compress(words, terms)),
        tuple(compress(languages, terms)),
        tuple(filter(None, terms)),
        _renumbered(spoken[counted], topical),
        _renumbered(sentence_of[counted], kept),
    )


def _renumbered(numbers: NDArray[np.int32], kept: NDArray[np.bool_]) -> NDArray[np.int32]:
    """`numbers` of things of which all that are not `kept` were dropped."""
    left: NDArray[np.int32] = np.cumsum(kept, dtype=np.int32)[numbers] - np.int32(1)
    return left


@cache
def _analyzer(language: str) -> Analyzer:
    """One for all parts that a process splits, so that it knows the stems of words met before."""
    return Analyzer(language)
