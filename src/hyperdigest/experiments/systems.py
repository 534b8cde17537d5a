"""Systems that summarize, and their input: a question and documents that are split once.

The product's presets, the paper's pipeline and written summaries are systems, and so are the rivals
in `baselines`. A system is a frozen dataclass whose fields are its parameters; `changed` and
`seeded` set them at any depth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, Literal, Protocol, Self, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hyperdigest.answer.answer import Answer
from hyperdigest.base.arrays import Floats
from hyperdigest.base.sparse import count_pairs
from hyperdigest.documents import Document
from hyperdigest.documents.quotable import may_be_quoted
from hyperdigest.equations import inverse_sentence_frequency
from hyperdigest.errors import BudgetError
from hyperdigest.experiments.data.tasks import Summary, Task
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.model import Collection, Model
from hyperdigest.options import AUTO, FITTED_STAGES, Options, PresetName, Unit
from hyperdigest.ranking.terms import question_terms
from hyperdigest.relevance import relevance

Made = TypeVar("Made")
CACHE_SIZE = 12
"""How many results a `DocumentIndex` caches."""


class DocumentIndex:
    """Sentences, terms, similarities and topics of some documents.

    N is `n_sentences` and V is `n_terms`. For each sentence, (N,), `words` is the number of words
    between white space, `lengths` how much of a budget it uses, and `document` the number of its
    document. `dates` has the YYYYMMDD of each document, empty if unknown. `language` is the ISO
    639-1 code of the documents, or ``auto`` to detect it for each. `unit` is the unit of the
    budgets, words or characters. Raises OptionError for an unknown language.
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
        self.dates = tuple(dates)
        self.split = self.collection.split
        sentences = self.split.sentences
        self.n_sentences, self.n_terms = len(sentences), len(self.split.vocabulary)
        self.words, self.document = sentences.words, sentences.document
        self.lengths = self.words if unit == "words" else sentences.end - sentences.start
        self._cache: dict[tuple[Any, ...], Any] = {}

    @cached_property
    def counts(self) -> Any:
        """(N, V) csr, the count of each term in each sentence."""
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

    def model(self, options: Options) -> Model:
        """The documents with the topics for `options`, cached by the options of the fit."""
        fitted = {**options.stage(*FITTED_STAGES), "samples": options.samples}
        return self.cached(DocumentIndex._fit, Options().changed(**fitted))

    def _fit(self, options: Options) -> Model:
        return self.collection.fit(options)

    def cached(self, make: Callable[..., Made], *values: Any) -> Made:
        """`make(self, *values)`, from a cache of the last results used; do not change it.

        `make` is a function or a callable frozen dataclass, and `values` are hashable.
        """
        key = make, *values
        made = self._cache.pop(key) if key in self._cache else make(self, *values)
        self._cache[key] = made
        if len(self._cache) > CACHE_SIZE:
            del self._cache[next(iter(self._cache))]
        return made

    def eligible(
        self, options: Options, documents: NDArray[np.bool_] | None = None
    ) -> NDArray[np.bool_]:
        """(N,) mask of the sentences that may be picked; all of them if none follows the rule.

        `documents` is a (D,) mask of the documents whose sentences may be picked.
        """
        among = np.ones(len(self.dates), bool) if documents is None else documents
        found = may_be_quoted(
            self.split.sentences,
            options.shortest,
            any_form=options.any_form,
            prose_only=options.prose_only,
            documents=among,
        )
        return found if found.any() else among[self.document]

    def text(self, sentence: int) -> str:
        """The text of a sentence in its document."""
        return self.collection.text(sentence)


def unit_rows(matrix: Any) -> Any:
    """csr `matrix` with each row scaled to Euclidean length 1, except zero rows."""
    rows = sparse.csr_array(matrix)
    norms = np.sqrt(np.asarray((rows * rows).sum(axis=1)))
    rows = sparse.csr_array(sparse.diags_array(1 / np.where(norms > 0, norms, 1.0)) @ rows)
    rows.eliminate_zeros()
    return rows


@dataclass(frozen=True, eq=False)
class Case:
    """A question, its documents and the eligible sentences: the input of every system.

    `budget` is the largest length of the summary, in the unit of the index. `eligible` is an (N,)
    mask of the sentences that may be picked. `parts` are those of an update: the number of
    documents that came at each time, of which the reader knows all but the last.
    """

    corpus: DocumentIndex
    question: str
    budget: int
    eligible: NDArray[np.bool_]
    parts: tuple[int, ...] = ()

    @property
    def known(self) -> NDArray[np.intp]:
        """The sentences of the documents that the reader knows."""
        return np.flatnonzero(self.corpus.document < sum(self.parts[:-1]))

    @cached_property
    def terms(self) -> Floats:
        """(V,) count of each term in the question, as the paper counts them."""
        collection, options = self.corpus.collection, Options.preset("paper")
        languages = tuple(collection.language_counts)
        return question_terms(self.question, collection.term_numbers, languages, options)[0]

    @cached_property
    def question_cosines(self) -> Floats:
        """(N,) cosine of each sentence and the question as tf-isf vectors."""
        vector = self.terms * self.corpus.isf
        norm = np.linalg.norm(vector)
        return np.asarray(self.corpus.tfisf @ (vector / norm if norm > 0 else vector))

    @property
    def question_shares(self) -> Floats:
        """(N,) cosine of each sentence and the question, scaled to sum to 1.

        Ours: if the question shares no term with any sentence, every sentence has 1/N.
        """
        cosines = self.question_cosines
        total = cosines.sum()
        return cosines / total if total > 0 else np.full(len(cosines), 1 / len(cosines))

    def text(self, chosen: list[int]) -> str:
        """The summary: the chosen sentences in reading order, one per line."""
        return "\n".join(" ".join(self.corpus.text(i).split()) for i in sorted(chosen))


System = Callable[[Case], list[int]]
"""A summarizer: returns the eligible sentences it picks, in order, within the budget.

It is a frozen dataclass whose fields are its parameters, by default the published ones. Records of
its scores are stored under its repr, which has its name and parameters.
"""


@runtime_checkable
class Measured(Protocol):
    """A system with measures besides the scores of its summary."""

    def measures(self, case: Case, task: Task) -> dict[str, float]:
        """The values of these measures on a task, by name."""


Hyperedges = Callable[[DocumentIndex], FuzzyHypergraph]
"""A model of hyperedges, a frozen dataclass that returns the hypergraph of sentences."""


@dataclass(frozen=True, eq=False)
class Ranked:
    """(N,) relevance scores of the sentences, and the hypergraph they were computed on."""

    hypergraph: FuzzyHypergraph
    scores: Floats


Selector = Callable[[Case, Ranked], list[int]]
"""A selection method, a frozen dataclass that returns the eligible sentences it picks."""


def fill(case: Case, order: NDArray[np.intp]) -> list[int]:
    """The eligible sentences of `order`, each if it still fits in the budget."""
    chosen: list[int] = []
    left = case.budget
    for i in map(int, order):
        if case.eligible[i] and case.corpus.lengths[i] <= left:
            chosen.append(i)
            left -= int(case.corpus.lengths[i])
    return chosen


@dataclass(frozen=True)
class Written:
    """A summary in the data, by a person or by a system of an evaluation campaign."""

    author: str
    person: bool

    def find(self, task: Task) -> Summary | None:
        """The author's summary of a task; None if there is none."""
        among = task.references if self.person else task.peers
        return next((summary for summary in among if summary.author == self.author), None)

    def references(self, task: Task) -> list[str]:
        """The texts to compare with; a person is never compared with his own summary."""
        return [s.text for s in task.references if not (self.person and s.author == self.author)]


@runtime_checkable
class Quoting(Protocol):
    """A system that splits the documents into sentences itself, without this package."""

    def quote(self, task: Task) -> str:
        """The text that it quotes, within the budget of the task."""


@dataclass(frozen=True)
class Row:
    """One row of a table: its label and its system."""

    label: str
    system: System | Written | Quoting

    def takes_part(self, task: Task) -> bool:
        """Whether the row can have a score for `task`."""
        if not isinstance(self.system, Written):
            return bool(task.references) or task.answers is not None
        return self.system.find(task) is not None and bool(self.system.references(task))


WalkReading = Literal["chain", "printed", "rescaled"]
"""Eq. (pagerank) as a Markov chain, as the sum over i != j as printed, or as that sum rescaled."""


@dataclass(frozen=True)
class Pipeline:
    """Hyperedges, then the walk with the paper's bias to the question, then a selection.

    `query_balance` is lambda, in [0, 1]. `damping` is mu, in [0, 1). With the reading ``chain`` the
    walk includes steps from a sentence to itself, with ``printed`` it does not, and with
    ``rescaled`` the latter scores are divided by their sum.
    """

    hyperedges: Hyperedges
    selector: Selector
    query_balance: float = 0.75
    damping: float = 0.99
    reading: WalkReading = "chain"

    def __call__(self, case: Case) -> list[int]:
        hypergraph = case.corpus.cached(self.hyperedges)
        how = self.query_balance, self.damping
        scores = relevance(hypergraph, case.terms, *how, skip_self=self.reading != "chain")
        if self.reading == "rescaled":
            scores = scores / scores.sum()
        return self.selector(case, Ranked(hypergraph, scores))


@dataclass(frozen=True)
class Preset:
    """A preset of the product with `changes`, as (name, value) pairs.

    Its own options decide which sentences are eligible; `case.eligible` is ignored.
    """

    name: PresetName = "default"
    changes: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def changed(cls, preset: PresetName, **changes: Any) -> Self:
        """A preset with changes by name."""
        return cls(preset, tuple(sorted(changes.items())))

    def reseeded(self, seed: int) -> Self:
        """The preset with another seed of the sampler."""
        if self.options.seed == seed:
            return self
        return replace(self, changes=tuple(sorted({**dict(self.changes), "seed": seed}.items())))

    @property
    def options(self) -> Options:
        """All its options."""
        return Options.preset(self.name, **dict(self.changes))

    def __call__(self, case: Case) -> list[int]:
        """The sentences of the product's digest, in the order picked.

        Raises OptionError if the question is empty or no eligible sentence fits the budget.
        """
        return list(self.answer(case).chosen)

    def answer(self, case: Case) -> Answer:
        """All that the product computes for a task."""
        model = case.corpus.model(self.options)
        changes = {**dict(self.changes), case.corpus.unit: case.budget}
        return model.ask(case.question, preset=self.name, **changes)


@dataclass(frozen=True)
class AskedPreset(Preset):
    """A preset of the product whose digest is empty if no sentence fits the budget."""

    def __call__(self, case: Case) -> list[int]:
        """The sentences of the product's digest, in the order picked."""
        try:
            return super().__call__(case)
        except BudgetError:
            return []


S = TypeVar("S")


def changed(system: S, path: str, value: Any) -> S:
    """`system` with the parameter at `path`, e.g. ``selector.threshold``, set to `value`."""
    name, _, rest = path.partition(".")
    new = changed(getattr(system, name), rest, value) if rest else value
    return replace(system, **{name: new})  # type: ignore[type-var]


def seeded(system: Any, seed: int) -> Any:
    """`system` with every parameter called ``seed``, at any depth, set to `seed`."""
    if isinstance(system, Preset):
        return system.reseeded(seed)
    if not is_dataclass(system) or isinstance(system, type):
        return system
    changes = {
        f.name: seed if f.name == "seed" else seeded(getattr(system, f.name), seed)
        for f in fields(system)
    }
    return replace(system, **changes)
