"""Plain BM25 with sentences of its own: what anyone gets without this package."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import log

from hyperdigest.documents import Document
from hyperdigest.experiments.data.tasks import Task
from hyperdigest.options import Unit
from hyperdigest.split.scripts import UNSPACED

_MARKS = re.compile(r"(?<=[.!?…؟।])\s+|(?<=[。！？])|\n+")
_PARAGRAPHS = re.compile(r"\n\s*\n")
_STOPS = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[A-Z0-9\"'(\[])")


@dataclass(frozen=True)
class PlainBM25:
    """Sentences by BM25, best first, each that still fits; no stems, no stop words.

    Words of languages written without spaces are pairs of characters.

    Where the budget counts characters, texts are articles, cut at the marks that end sentences and
    at line ends; else they are pages of manuals, whose lines may end within a sentence.

    Parameters
    ----------
    k1, b : of BM25, the customary ones of Robertson & Zaragoza 2009.
    """

    k1: float = 1.2
    b: float = 0.75

    def quote(self, task: Task) -> str:
        """The sentences quoted, one a line."""
        index = _indexed(task.documents, task.language, task.unit, self.k1, self.b)
        return "\n".join(index.best(task.question, task.words))


class _Index:
    """Sentences, how much of a budget each takes, and the weight of each word in each."""

    def __init__(self, texts: list[str], language: str, unit: Unit, k1: float, b: float) -> None:
        self._language = language
        cut = _by_marks if unit == "characters" else _by_paragraphs
        self._sentences = [sentence for text in texts for sentence in cut(text) if sentence]
        sizes = (len(s) if unit == "characters" else len(s.split()) for s in self._sentences)
        self._sizes = list(sizes)
        counts = [Counter(_words(s, language)) for s in self._sentences]
        lengths = [sum(count.values()) for count in counts]
        mean = sum(lengths) / max(1, len(lengths)) or 1.0
        held = Counter(word for count in counts for word in count)
        self._weights: dict[str, list[tuple[int, float]]] = {}
        for place, (count, length) in enumerate(zip(counts, lengths, strict=True)):
            norm = k1 * (1 - b + b * length / mean)
            for word, times in count.items():
                idf = log(1 + (len(counts) - held[word] + 0.5) / (held[word] + 0.5))
                weight = idf * times * (k1 + 1) / (times + norm)
                self._weights.setdefault(word, []).append((place, weight))

    def best(self, question: str, budget: int) -> Iterator[str]:
        """The best sentences that fit, each text once."""
        scores: dict[int, float] = defaultdict(float)
        for word in sorted(set(_words(question, self._language))):
            for place, weight in self._weights.get(word, ()):
                scores[place] += weight
        seen: set[str] = set()
        for place, _ in sorted(scores.items(), key=lambda item: (-item[1], item[0])):
            sentence = self._sentences[place]
            if self._sizes[place] <= budget and sentence not in seen:
                budget -= self._sizes[place]
                seen.add(sentence)
                yield sentence


@lru_cache(maxsize=1)
def _indexed(
    documents: tuple[Document, ...], language: str, unit: Unit, k1: float, b: float
) -> _Index:
    """The index of a pile, kept for the next question put to it."""
    return _Index([document.text for document in documents], language, unit, k1, b)


def _by_marks(text: str) -> list[str]:
    return [piece.strip() for piece in _MARKS.split(text)]


def _by_paragraphs(text: str) -> list[str]:
    flat = (" ".join(paragraph.split()) for paragraph in _PARAGRAPHS.split(text))
    return [piece for paragraph in flat for piece in _STOPS.split(paragraph)]


def _words(text: str, language: str) -> list[str]:
    words = re.findall(r"\w+", text.lower())
    if language not in UNSPACED:
        return words
    return [word[i : i + 2] for word in words for i in range(max(1, len(word) - 1))]
