"""Retrieval of sentences: plain BM25, and maximal marginal relevance (MMR) on several scores.

Plain BM25 does not use this package. MMR takes sentences that are relevant, by tf-isf cosine, BM25,
RM3 or sentence embeddings, and unlike those taken before. With BM25 that is what a search engine
quotes; RM3, relevance feedback, is the strongest search without a neural model.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import count_pairs
from hyperdigest.documents import Document
from hyperdigest.experiments.baselines.selectors import grow
from hyperdigest.experiments.data.tasks import Task
from hyperdigest.experiments.systems import Case, DocumentIndex
from hyperdigest.options import Unit
from hyperdigest.ranking.bm25 import BM25
from hyperdigest.ranking.embeddings import embeddings
from hyperdigest.ranking.reductions import LOCAL
from hyperdigest.split.scripts import UNSPACED

CUSTOMARY_BALANCE = 0.7
"""No value is published for such summaries; 0.7 is the usual one."""


def maximal_marginal_relevance(
    case: Case,
    scores: Floats,
    similarities: Any,
    balance: float,
    known: Sequence[int] | NDArray[np.intp] = (),
) -> list[int]:
    """Pick, until none fits, the sentence with the highest relevance minus redundancy.

    Carbonell & Goldstein 1998: the highest balance * score - (1 - balance) * max of the similarity
    to the sentences picked before, among the eligible sentences that fit. Ours: scores are scaled
    to a maximum of 1, so that one balance serves scores of any range. `scores` are the (N,)
    relevance. `similarities` has (N, N) rows, csr or dense. `balance` is in [0, 1]; with 1 only
    relevance counts. `known` are sentences to treat like those picked before.
    """
    relevance = balance * LOCAL.share_of_largest(scores)
    redundancy = np.full(len(scores), -np.inf)

    def subtract_redundancy(values: Floats, taken: int) -> None:
        row = similarities[[taken]]
        row = row.toarray()[0] if sparse.issparse(row) else row[0]
        np.maximum(redundancy, row, out=redundancy)
        values[:] = relevance - (1 - balance) * redundancy

    values = relevance.copy()
    for sentence in known:
        subtract_redundancy(values, int(sentence))
    return grow(case, values, subtract_redundancy)


@dataclass(frozen=True)
class TfIsfMMR:
    """Sentences by the cosine of their tf-isf vector with the question's, picked by MMR.

    Carbonell & Goldstein 1998, who also use the same cosine for relevance and redundancy. `balance`
    weighs relevance against redundancy.
    """

    balance: float = CUSTOMARY_BALANCE

    def __call__(self, case: Case) -> list[int]:
        return maximal_marginal_relevance(
            case, case.question_cosines, case.corpus.cosines, self.balance
        )


@dataclass(frozen=True)
class BM25MMR:
    """Sentences by their BM25 score, picked by maximal marginal relevance on tf-isf cosines.

    The parameters of BM25 are the usual ones of Robertson & Zaragoza 2009: `k1` saturates the count
    of a term, and `b`, in [0, 1], normalizes by the length of the sentence. `balance` weighs
    relevance against redundancy, if `against_known` also to all known sentences.
    """

    k1: float = 1.2
    b: float = 0.75
    balance: float = CUSTOMARY_BALANCE
    against_known: bool = False

    def __call__(self, case: Case) -> list[int]:
        scores = case.corpus.cached(sentence_bm25, self.k1, self.b).scores(case.terms)
        known = case.known if self.against_known else ()
        return maximal_marginal_relevance(case, scores, case.corpus.cosines, self.balance, known)


@dataclass(frozen=True)
class BM25FeedbackMMR:
    """BM25 of sentence and document, with the question expanded by the best sentences, and MMR.

    A first search ranks the sentences, the best ones expand the question (RM3, Abdul-Jaleel et al.
    2004), and a second search with the expanded question gives the scores. The combination is ours.

    `k1` and `b` are those of BM25. `document` is the weight of the score of the sentence's document
    against its own; both are scaled to a maximum of 1, and sentences that do not match get no score
    from their document. `sentences` is the number of sentences that expand the question, `terms`
    the number of their terms, and `share` the share of these in the expanded question, in [0, 1].
    `balance` weighs relevance against redundancy.
    """

    k1: float = 1.2
    b: float = 0.75
    document: float = 0.6
    sentences: int = 20
    terms: int = 30
    share: float = 0.4
    balance: float = CUSTOMARY_BALANCE

    def __call__(self, case: Case) -> list[int]:
        found = self.search(case, case.terms)
        if found.any():
            found = self.search(case, self.expanded(case, found))
        return maximal_marginal_relevance(case, found, case.corpus.cosines, self.balance)

    def search(self, case: Case, question: Floats) -> Floats:
        """(N,) BM25 of the sentences and of their documents for (V,) weights of terms."""
        corpus = case.corpus
        documents, document = corpus.cached(document_bm25, self.k1, self.b)
        own = corpus.cached(sentence_bm25, self.k1, self.b).scores(question)
        around = documents.scores(question)[document]
        return LOCAL.share_of_largest(own) + self.document * LOCAL.share_of_largest(around) * (
            own > 0
        )

    def expanded(self, case: Case, found: Floats) -> Floats:
        """(V,) weights of the question mixed with the strongest terms of the best sentences."""
        best = largest(found, self.sentences)
        return feedback(case.terms, case.corpus.counts[best], found[best], self.terms, self.share)


def sentence_bm25(corpus: DocumentIndex, k1: float, b: float) -> BM25:
    """BM25 of the sentences."""
    return BM25(corpus.counts.T.tocsr(), k1, b)


def document_bm25(corpus: DocumentIndex, k1: float, b: float) -> tuple[BM25, NDArray[np.intp]]:
    """BM25 of the documents that have sentences, and (N,) number of the document of each."""
    with_sentences, document = np.unique(corpus.document, return_inverse=True)
    tokens = corpus.split.terms, document[corpus.split.sentence_of]
    return BM25(count_pairs(*tokens, (corpus.n_terms, len(with_sentences))), k1, b), document


def feedback(question: Floats, texts: Any, found: Floats, terms: int, share: float) -> Floats:
    """(V,) weights of the question mixed with the terms of the best texts: RM3.

    Abdul-Jaleel et al. 2004: a relevance model of these texts, each weighted by its score, cut to
    its strongest `terms`. `texts` is the (n, V) csr count of each term in each text, `found` are
    the (n,) scores, > 0, and `share` is the share of these terms in the mixture, in [0, 1].
    """
    if not len(found):
        return question
    shares = (found / found.sum() / texts.sum(axis=1)).repeat(np.diff(texts.indptr))
    model = np.bincount(texts.indices, shares * texts.data, len(question)).astype(
        np.float64, copy=False
    )
    strongest = largest(model, terms)
    expanded = (1 - share) / question.sum() * question
    expanded[strongest] += share / model[strongest].sum() * model[strongest]
    return np.asarray(expanded)


def largest(values: Floats, count: int) -> NDArray[np.intp]:
    """The places of the `count` largest values above 0, largest first, ties by place."""
    places = np.flatnonzero(values > 0)
    if len(places) > count:
        among = values[places]
        places = places[among >= np.partition(among, -count)[-count]]
    return places[np.argsort(-values[places], kind="stable")][:count]


@dataclass(frozen=True)
class EmbeddingsMMR:
    """Sentences by the cosine of their embedding with the question's, picked by MMR on the same.

    `model` is the folder of a sentence-transformers model. `balance` weighs relevance against
    redundancy. Calling it raises OptionError if the library or the model is missing.
    """

    model: str
    balance: float = CUSTOMARY_BALANCE

    def __call__(self, case: Case) -> list[int]:
        sentences, cosines = case.corpus.cached(_embedded, self.model)
        scores = sentences @ embeddings(self.model, [case.question])[0]
        return maximal_marginal_relevance(case, scores, cosines, self.balance)


def _embedded(corpus: DocumentIndex, model: str) -> tuple[Floats, _Cosines]:
    """The embeddings of the sentences of a corpus, and their cosines."""
    found = embeddings(model, [corpus.text(i) for i in range(corpus.n_sentences)])
    return found, _Cosines(found)


class _Cosines:
    """(N, N) cosines of (N, E) embeddings, computed by rows to save memory."""

    def __init__(self, embedded: Floats) -> None:
        self._embedded = embedded

    def __getitem__(self, sentences: list[int]) -> Floats:
        """The rows of some sentences."""
        return self._embedded[sentences] @ self._embedded.T


_MARKS = re.compile(r"(?<=[.!?…؟।])\s+|(?<=[。！？])|\n+")
_PARAGRAPHS = re.compile(r"\n\s*\n")
_STOPS = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[A-Z0-9\"'(\[])")


@dataclass(frozen=True)
class PlainBM25:
    """Sentences by BM25, best first, without stems and stop words.

    Words of languages written without spaces are pairs of characters. If the budget is in
    characters, texts are articles, split at punctuation and line ends. Otherwise they are manuals,
    whose lines may end within a sentence. `k1` and `b` are those of BM25, by default the usual
    values of Robertson & Zaragoza 2009.
    """

    k1: float = 1.2
    b: float = 0.75

    def quote(self, task: Task) -> str:
        """The sentences quoted, one per line."""
        index = _plain_index(task.documents, task.language, task.unit, self.k1, self.b)
        return "\n".join(index.best_sentences(task.question, task.words))


class _PlainIndex:
    """Sentences with their lengths, and the BM25 weight of each word in each sentence."""

    def __init__(
        self, documents: tuple[Document, ...], language: str, unit: Unit, k1: float, b: float
    ) -> None:
        self._language = language
        texts = [document.text for document in documents]
        if unit == "characters":
            cut = [piece.strip() for text in texts for piece in _MARKS.split(text)]
        else:
            paragraphs = (paragraph for text in texts for paragraph in _PARAGRAPHS.split(text))
            cut = [piece for p in paragraphs for piece in _STOPS.split(" ".join(p.split()))]
        self._sentences = [sentence for sentence in cut if sentence]
        sizes = (len(s) if unit == "characters" else len(s.split()) for s in self._sentences)
        self._sizes = list(sizes)
        counts = [Counter(_words(s, language)) for s in self._sentences]
        lengths = [sum(count.values()) for count in counts]
        mean = sum(lengths) / max(1, len(lengths)) or 1.0
        frequency = Counter(word for count in counts for word in count)
        self._weights: dict[str, list[tuple[int, float]]] = {}
        for place, (count, length) in enumerate(zip(counts, lengths, strict=True)):
            norm = k1 * (1 - b + b * length / mean)
            for word, times in count.items():
                df = frequency[word]
                idf = log(1 + (len(counts) - df + 0.5) / (df + 0.5))
                weight = idf * times * (k1 + 1) / (times + norm)
                self._weights.setdefault(word, []).append((place, weight))

    def best_sentences(self, question: str, budget: int) -> Iterator[str]:
        """The best sentences that fit in the budget, each text once."""
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


_plain_index = lru_cache(maxsize=1)(_PlainIndex)
"""The index of a pile, cached for the next questions about it."""


def _words(text: str, language: str) -> list[str]:
    words = re.findall(r"\w+", text.lower())
    if language not in UNSPACED:
        return words
    return [word[i : i + 2] for word in words for i in range(max(1, len(word) - 1))]
