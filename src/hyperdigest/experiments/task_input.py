"""A task as every system sees it: a question, and documents that are split and counted once.

The protocols at the end say what a system, a model of hyperedges and a selection method are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import count_pairs
from hyperdigest.documents import Document
from hyperdigest.equations import inverse_sentence_frequency
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.model import Collection, Model
from hyperdigest.options import AUTO, Options, Unit
from hyperdigest.query.terms import question_terms

Made = TypeVar("Made")

KEPT = 12
"""How many things are kept of a corpus, those last asked for."""


class Corpus:
    """Sentences, terms, similarities and topics of some documents.

    Letters: N sentences, V terms, D documents.

    Parameters
    ----------
    dates : YYYYMMDD of each document, empty where unknown.
    language : ISO 639-1 code of the documents, ``auto`` where that of each is detected.
    unit : of the budgets of summaries, words or characters.

    Raises
    ------
    OptionError
        for an unknown language.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        dates: Sequence[str],
        language: str = AUTO,
        unit: Unit = "words",
    ) -> None:
        self.collection = Collection.of(documents, language=language)
        self.unit = unit
        self.split = self.collection.split
        self.dates = tuple(dates)
        self._kept: dict[tuple[Any, ...], Any] = {}

    @property
    def n_sentences(self) -> int:
        """N."""
        return len(self.split.sentences)

    @property
    def n_terms(self) -> int:
        """V."""
        return len(self.split.vocabulary)

    @property
    def words(self) -> NDArray[np.int32]:
        """(N,) whitespace-separated words of each sentence."""
        return self.split.sentences.words

    @property
    def lengths(self) -> NDArray[np.int32]:
        """(N,) how much of the budget each sentence takes."""
        sentences = self.split.sentences
        return self.words if self.unit == "words" else sentences.end - sentences.start

    @property
    def document(self) -> NDArray[np.int32]:
        """(N,) index of the document of each sentence."""
        return self.split.sentences.document

    @cached_property
    def counts(self) -> Any:
        """(N, V) csr, how often each term stands in each sentence."""
        shape = self.n_sentences, self.n_terms
        return count_pairs(self.split.sentence_of, self.split.terms, shape)

    @cached_property
    def isf(self) -> Floats:
        """(V,) inverse sentence frequency of each term."""
        return inverse_sentence_frequency(self.counts.T.tocsr())

    @cached_property
    def tfisf(self) -> Any:
        """(N, V) csr, tf-isf vectors of the sentences scaled to length 1, or zero."""
        return unit_rows(self.counts @ sparse.diags_array(self.isf))

    @cached_property
    def cosines(self) -> Any:
        """(N, N) csr, cosine of the tf-isf vectors of each pair of sentences; diagonal empty."""
        found = (self.tfisf @ self.tfisf.T).tocsr()
        found.setdiag(0.0)
        found.eliminate_zeros()
        return found

    @cached_property
    def term_numbers(self) -> dict[str, int]:
        """The terms of the vocabulary, numbered."""
        return {term: number for number, term in enumerate(self.split.vocabulary)}

    def model(self, options: Options) -> Model:
        """The documents with topics as `options` ask, fitted once for all who ask the same."""
        fitted = {**options.stage("split", "topics"), "samples": options.samples}
        return self.kept(_fit, Options().changed(**fitted))

    def kept(self, make: Callable[..., Made], *values: Any) -> Made:
        """`make(self, *values)`, made once for all tasks that ask for the same; not to be changed.

        Parameters
        ----------
        make : a function, or a frozen dataclass that can be called.
        values : hashable.
        """
        key = make, *values
        made = self._kept.pop(key) if key in self._kept else make(self, *values)
        self._kept[key] = made
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return made

    def eligible(self, options: Options) -> NDArray[np.bool_]:
        """(N,) the sentences that may be picked; all of them where none is fit."""
        found = self.split.sentences.eligible(options.shortest, options.prose_only)
        return found if found.any() else np.ones(self.n_sentences, bool)

    def text(self, sentence: int) -> str:
        """A sentence as it stands in its document."""
        return self.collection.text(sentence)


def _fit(corpus: Corpus, options: Options) -> Model:
    return corpus.collection.fit(options)


def unit_rows(matrix: Any) -> Any:
    """csr `matrix` with each row scaled to Euclidean length 1; zero rows stay."""
    rows = sparse.csr_array(matrix)
    norms = np.sqrt(np.asarray((rows * rows).sum(axis=1)))
    rows = sparse.csr_array(sparse.diags_array(1 / np.where(norms > 0, norms, 1.0)) @ rows)
    rows.eliminate_zeros()
    return rows


@dataclass(frozen=True, eq=False)
class Case:
    """A question, the documents it is put to, and who may be picked: the same for every system.

    Parameters
    ----------
    budget : the most that the sentences of the summary have together, in the corpus's unit.
    eligible : (N,) the sentences that may be picked.
    """

    corpus: Corpus
    question: str
    budget: int
    eligible: NDArray[np.bool_]

    @cached_property
    def terms(self) -> Floats:
        """(V,) how often each term stands in the question."""
        languages = tuple(self.corpus.collection.language_counts)
        counts, _ = question_terms(self.question, self.corpus.term_numbers, languages)
        return counts

    @cached_property
    def question_cosines(self) -> Floats:
        """(N,) cosine of each sentence and the question as tf-isf vectors."""
        vector = self.terms * self.corpus.isf
        norm = np.linalg.norm(vector)
        return np.asarray(self.corpus.tfisf @ (vector / norm if norm > 0 else vector))

    def text(self, chosen: list[int]) -> str:
        """The summary: the chosen sentences in reading order, one a line."""
        return "\n".join(" ".join(self.corpus.text(i).split()) for i in sorted(chosen))


class System(Protocol):
    """A summarizer: a frozen dataclass whose fields are its parameters, published ones by default.

    Its repr names it and its parameters, and is what records of its scores are kept under.
    """

    def __call__(self, case: Case) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""


@runtime_checkable
class Measured(Protocol):
    """A system of which more is measured than the summary."""

    def measures(self, case: Case) -> dict[str, float]:
        """What else is measured of it on a task, by name."""


class Hyperedges(Protocol):
    """A model of hyperedges: a frozen dataclass, as a system is."""

    def __call__(self, corpus: Corpus) -> FuzzyHypergraph:
        """The hypergraph over the sentences."""


@dataclass(frozen=True, eq=False)
class Ranked:
    """Sentences with (N,) relevance scores, and the hypergraph that they were computed on."""

    hypergraph: FuzzyHypergraph
    scores: Floats


class Selector(Protocol):
    """A selection method: a frozen dataclass, as a system is."""

    def __call__(self, case: Case, ranked: Ranked) -> list[int]:
        """The eligible sentences picked, in order, within the budget."""


def fill(case: Case, order: NDArray[np.intp]) -> list[int]:
    """The eligible sentences of `order` that still fit, one after the other."""
    chosen: list[int] = []
    left = case.budget
    for i in map(int, order):
        if case.eligible[i] and case.corpus.lengths[i] <= left:
            chosen.append(i)
            left -= int(case.corpus.lengths[i])
    return chosen
