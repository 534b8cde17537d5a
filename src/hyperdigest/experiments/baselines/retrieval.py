"""Retrieval of sentences: plain BM25, and maximal marginal relevance (MMR) on scores of relevance.

Plain BM25 is what anyone gets without this package. MMR takes the sentence that is relevant, by
tf-isf cosine, BM25, RM3 or sentence embeddings, and unlike what was taken before. With BM25 it is
what a search engine would quote; with RM3, relevance feedback, it is search without a neural model
at its best.
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
from hyperdigest.experiments.systems import Case, Corpus
from hyperdigest.options import Unit
from hyperdigest.ranking.bm25 import BM25
from hyperdigest.ranking.embeddings import embeddings
from hyperdigest.ranking.evidence import share_of_largest
from hyperdigest.split.scripts import UNSPACED

CUSTOMARY_BALANCE = 0.7
"""No value is published for summaries as these; 0.7 is what is mostly taken."""


def maximal_marginal_relevance(
    case: Case,
    scores: Floats,
    similarities: Any,
    balance: float,
    read: Sequence[int] | NDArray[np.intp] = (),
) -> list[int]:
    """Pick, until none fits, what is highest in relevance less likeness to what was picked.

    Carbonell & Goldstein 1998: the best of balance * score - (1 - balance) * max over the picked of
    the similarity, among the eligible sentences that still fit the budget. Scores are scaled to a
    largest of 1, which is ours, so that one balance serves scores of any range. `scores` are (N,)
    relevance. `similarities` is an (N, N) csr, or an array where they are dense by nature.
    `balance` is in [0, 1]; 1 looks at relevance alone. `read` are sentences that likeness counts to
    as if they had been picked before.
    """
    relevance = balance * share_of_largest(scores)
    likeness = np.full(len(scores), -np.inf)

    def hold_likeness_against(worth: Floats, taken: int) -> None:
        row = similarities[[taken]]
        row = row.toarray()[0] if sparse.issparse(row) else row[0]
        np.maximum(likeness, row, out=likeness)
        worth[:] = relevance - (1 - balance) * likeness

    begin = relevance.copy()
    for sentence in read:
        hold_likeness_against(begin, int(sentence))
    return grow(case, begin, hold_likeness_against)


@dataclass(frozen=True)
class TfIsfMMR:
    """Sentences by the cosine of their tf-isf vector with the question's, picked by MMR.

    Carbonell & Goldstein 1998, with one cosine for relevance and for likeness, as they have it.
    `balance` weighs relevance against likeness.
    """

    balance: float = CUSTOMARY_BALANCE

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        return maximal_marginal_relevance(
            case, case.question_cosines, case.corpus.cosines, self.balance
        )


@dataclass(frozen=True)
class BM25MMR:
    """Sentences by their BM25 score, picked by maximal marginal relevance on tf-isf cosines.

    The parameters of BM25 are the customary ones of Robertson & Zaragoza 2009. `k1` says how slowly
    repetition of a term stops to count. `b` says how much a long sentence is held to its length, in
    [0, 1]. `balance` weighs relevance against likeness, which counts to all known sentences too
    where it is `against_known`.
    """

    k1: float = 1.2
    b: float = 0.75
    balance: float = CUSTOMARY_BALANCE
    against_known: bool = False

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        scores = case.corpus.kept(of_sentences, self.k1, self.b).scores(case.terms)
        read = case.known if self.against_known else ()
        return maximal_marginal_relevance(case, scores, case.corpus.cosines, self.balance, read)


@dataclass(frozen=True)
class BM25FeedbackMMR:
    """BM25 of sentence and document, with the question expanded by the best sentences, and MMR.

    A first search ranks the sentences, their best expand the question (RM3, Abdul-Jaleel et al.
    2004), and a second search with it gives the scores. How the parts are put together is ours.

    `k1` and `b` are of BM25. `document` weighs the score of a sentence's document beside the
    sentence's own; both are scaled to a largest of 1, and only sentences that match have a part in
    their document's. `sentences` says how many of the best sentences expand the question, `terms`
    how many of their terms do, and `share` what these make up of the expanded question, in [0, 1].
    `balance` weighs relevance against likeness.
    """

    k1: float = 1.2
    b: float = 0.75
    document: float = 0.6
    sentences: int = 20
    terms: int = 30
    share: float = 0.4
    balance: float = CUSTOMARY_BALANCE

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        found = self.search(case, case.terms)
        if found.any():
            found = self.search(case, self.expanded(case, found))
        return maximal_marginal_relevance(case, found, case.corpus.cosines, self.balance)

    def search(self, case: Case, question: Floats) -> Floats:
        """(N,) BM25 of the sentences and of their documents for (V,) weights of terms."""
        corpus = case.corpus
        documents, document = corpus.kept(of_documents, self.k1, self.b)
        own = corpus.kept(of_sentences, self.k1, self.b).scores(question)
        around = documents.scores(question)[document]
        return share_of_largest(own) + self.document * share_of_largest(around) * (own > 0)

    def expanded(self, case: Case, found: Floats) -> Floats:
        """(V,) RM3: the question mixed with the strongest terms of the best sentences."""
        best = largest(found, self.sentences)
        return feedback(case.terms, case.corpus.counts[best], found[best], self.terms, self.share)


def of_sentences(corpus: Corpus, k1: float, b: float) -> BM25:
    """BM25 of the sentences."""
    return BM25(corpus.counts.T.tocsr(), k1, b)


def of_documents(corpus: Corpus, k1: float, b: float) -> tuple[BM25, NDArray[np.intp]]:
    """BM25 of the documents that hold a sentence, and (N,) document of each."""
    held, document = np.unique(corpus.document, return_inverse=True)
    tokens = corpus.split.terms, document[corpus.split.sentence_of]
    return BM25(count_pairs(*tokens, (corpus.n_terms, len(held))), k1, b), document


def feedback(question: Floats, texts: Any, found: Floats, terms: int, share: float) -> Floats:
    """(V,) the question mixed with the terms of the best texts found: RM3.

    Abdul-Jaleel et al. 2004: a relevance model of these texts, each weighted by how well it was
    found, cut to its strongest `terms`. `texts` is an (n, V) csr of how often each term stands in
    each text, `found` is (n,) and > 0, and `share` is what these terms make up of the mixture, in
    [0, 1].
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
    """Places of the `count` largest values above 0, largest first, of equal ones the first."""
    places = np.flatnonzero(values > 0)
    if len(places) > count:
        among = values[places]
        places = places[among >= np.partition(among, -count)[-count]]
    return places[np.argsort(-values[places], kind="stable")][:count]


@dataclass(frozen=True)
class EmbeddingsMMR:
    """Sentences by the cosine of their embedding with the question's, picked by MMR on the same.

    `model` is the folder of a sentence-transformers model. `balance` weighs relevance against
    likeness. An OptionError is raised when called, where the library or the model is not on this
    machine.
    """

    model: str
    balance: float = CUSTOMARY_BALANCE

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""
        sentences, cosines = case.corpus.kept(_embedded, self.model)
        scores = sentences @ embeddings(self.model, [case.question])[0]
        return maximal_marginal_relevance(case, scores, cosines, self.balance)


def _embedded(corpus: Corpus, model: str) -> tuple[Floats, _Cosines]:
    """The embeddings of the sentences of a corpus, and their cosines."""
    found = embeddings(model, [corpus.text(i) for i in range(corpus.n_sentences)])
    return found, _Cosines(found)


class _Cosines:
    """(N, N) cosines of (N, E) embeddings by rows: all of a large pile would fill the memory."""

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
    """Sentences by BM25, best first, each that still fits; no stems, no stop words.

    Words of languages written without spaces are pairs of characters.

    Where the budget counts characters, texts are articles, cut at the marks that end sentences and
    at line ends; else they are pages of manuals, whose lines may end within a sentence. `k1` and
    `b` are of BM25, the customary ones of Robertson & Zaragoza 2009.
    """

    k1: float = 1.2
    b: float = 0.75

    def quote(self, task: Task) -> str:
        """The sentences quoted, one a line."""
        index = _indexed(task.documents, task.language, task.unit, self.k1, self.b)
        return "\n".join(index.best(task.question, task.words))


class _Index:
    """Sentences, how much of a budget each takes, and the weight of each word in each."""

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


_indexed = lru_cache(maxsize=1)(_Index)
"""The index of a pile, kept for the next question put to it."""


def _words(text: str, language: str) -> list[str]:
    words = re.findall(r"\w+", text.lower())
    if language not in UNSPACED:
        return words
    return [word[i : i + 2] for word in words for i in range(max(1, len(word) - 1))]
