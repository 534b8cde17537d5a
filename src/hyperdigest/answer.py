"""A question put to a model: what was computed on the way, and the digest made of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import Certificate, Citation, Digest
from hyperdigest.errors import OptionError
from hyperdigest.evidence.question import EMBEDDINGS_ALONE, NOTHING_KNOWN, question_terms
from hyperdigest.evidence.sources import SOURCES, Asked, evidence
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options
from hyperdigest.relevance import stationary_scores
from hyperdigest.selection import Greedy, RelevanceAndCoverage, SetFunction, greedy, maximize
from hyperdigest.selection.saturation import saturated_objective
from hyperdigest.signature import digest_signature

if TYPE_CHECKING:
    from hyperdigest.pipeline import Model
    from hyperdigest.views.neighbourhood import Neighbourhood


def answer(model: Model, question: str, options: Options) -> Answer:
    """Put a question to a model: evidence, walk, selection.

    Raises
    ------
    OptionError
        where the question is empty, or no sentence that may be picked fits the budget.
    """
    collection = model.collection
    terms, bias, warnings = gathered_evidence(model, question, options)
    hypergraph = model.prepared.walk(options)
    scores = stationary_scores(hypergraph, bias, options.query_balance, options.damping)
    wording = model.prepared.wording(options)
    function = objective_function(model, hypergraph, scores * wording, options)
    eligible, relaxed = may_be_picked(model, options)
    words = collection.split.sentences.words
    selection, unproved = pick(function.copy(), words, eligible, options)
    return Answer(
        model=model,
        options=options,
        question=question,
        terms=terms,
        hypergraph=hypergraph,
        function=function,
        bias=bias,
        scores=scores,
        wording=wording,
        eligible=eligible,
        selection=selection,
        warnings=(*warnings, *relaxed, *unproved, *no_family(model, options), *collection.warnings),
    )


def gathered_evidence(
    model: Model, question: str, options: Options
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[str]]:
    """(V,) the weights of the question's terms, (N,) the bias p(j|q), and warnings."""
    prepared, language = model.prepared, model.collection.language
    terms, warnings = question_terms(
        question, model.collection.term_numbers, language, options.asking_weight
    )
    likeness = prepared.likeness(question, options)
    if likeness.any():
        warnings = [EMBEDDINGS_ALONE if told == NOTHING_KNOWN else told for told in warnings]
    weights = {name: getattr(options, f"{name}_evidence") for name in SOURCES}
    asked = Asked(prepared.index, prepared.topics(options), terms, likeness)
    return terms, evidence(asked, weights), warnings


def objective_function(
    model: Model, hypergraph: FuzzyHypergraph, scores: NDArray[np.float64], options: Options
) -> SetFunction:
    """What is maximized: the paper's objective, or the one in which relevance is used up."""
    if not options.saturation:
        return RelevanceAndCoverage(hypergraph, scores, options.coverage_balance)
    return saturated_objective(
        hypergraph,
        model.prepared.terms,
        scores,
        model.collection.split.sentences.words,
        options.coverage_balance,
        options.saturation,
    )


def no_family(model: Model, options: Options) -> list[str]:
    """A warning where the plugin that is to add hyperedges finds none."""
    name = options.hyperedges
    if not name or not options.hyperedge_share or model.prepared.family(name) is not None:
        return []
    return [f"hyperedges {name!r} found none in these documents: topics and terms are all there is"]


def may_be_picked(model: Model, options: Options) -> tuple[NDArray[np.bool_], list[str]]:
    """(N,) the sentences that may be picked; all of them, with a warning, where none is fit."""
    eligible = model.prepared.eligible(options)
    if eligible.any():
        return eligible, []
    return np.ones(len(eligible), bool), [
        f"no whole sentence of {options.shortest} words or more: fragments were allowed"
    ]


def pick(
    function: SetFunction, words: NDArray[np.int32], eligible: NDArray[np.bool_], options: Options
) -> tuple[Greedy, list[str]]:
    """The sentences of the digest, and a warning where the best could not be proved in time."""
    shortest = int(words[eligible].min())
    if shortest > options.words:
        raise OptionError(
            f"no sentence fits in {options.words} words: the shortest that may be picked has"
            f" {shortest}, so ask for at least as many"
        )
    if not options.exact:
        found = greedy(
            function, words, options.words, cost_exponent=options.cost_exponent, eligible=eligible
        )
        return found, []
    best = maximize(function, words, options.words, options.time_limit, eligible=eligible)
    gains = [function.add(sentence) for sentence in best.chosen]
    late = f"the exact selection stopped after {options.time_limit:g} s, unproved"
    found = Greedy(best.chosen, gains, best.value, best.bound)
    return found, [] if best.proved else [late]


@dataclass(frozen=True)
class Answer:
    """The arrays between a question and its digest.

    Parameters
    ----------
    terms : (V,) weight of each term in the question.
    function : the objective, of the empty set.
    bias : (N,) p(j|q), the evidence that each sentence answers the question.
    scores : (N,) relevance.
    wording : (N,) factor on what each sentence is worth, for how it is worded.
    eligible : (N,) which sentences may be picked.
    """

    model: Model
    options: Options
    question: str
    terms: NDArray[np.float64]
    hypergraph: FuzzyHypergraph
    function: SetFunction
    bias: NDArray[np.float64]
    scores: NDArray[np.float64]
    wording: NDArray[np.float64]
    eligible: NDArray[np.bool_]
    selection: Greedy
    warnings: tuple[str, ...]

    def digest(self) -> Digest:
        """The sentences picked, in the order asked for, each with its source."""
        citations = dict(zip(self.selection.chosen, self.citations(), strict=True))
        shown = sorted(citations)
        if self.options.order == "score":
            shown.sort(key=lambda i: -self.scores[i])
        documents = self.model.collection.documents
        indices = self.model.collection.split.sentences.document
        cited = dict.fromkeys(int(indices[i]) for i in shown)
        return Digest(
            question=self.question,
            budget=self.options.words,
            sentences=tuple(citations[i] for i in shown),
            certificate=Certificate(self.selection.value, self.selection.bound),
            signature=digest_signature(
                self.options, self.model.collection.corpus_hash, self.model.history
            ),
            warnings=self.warnings,
            documents=tuple(documents[d] for d in cited),
        )

    def neighbourhood(self, around: tuple[str, int] | None = None, near: int = 12) -> Neighbourhood:
        """The hypergraph around the digest, or around the sentence at a place, to be drawn.

        Parameters
        ----------
        around : name of a document, and where a sentence starts in it.
        near : sentences outside that are shown: those a step of the walk reaches most likely.

        Raises
        ------
        OptionError
            where no sentence stands at the place.
        """
        from hyperdigest.views.neighbourhood import neighbourhood

        return neighbourhood(self, around, near=near)

    def citations(self) -> list[Citation]:
        """The sentences in the order picked."""
        return [
            self.citation(i, gain)
            for i, gain in zip(self.selection.chosen, self.selection.gains, strict=True)
        ]

    def citation(self, sentence: int, gain: float) -> Citation:
        """`sentence` with its source, its score and what it adds."""
        columns = self.model.collection.split.sentences
        document = self.model.collection.documents[columns.document[sentence]]
        start, end = int(columns.start[sentence]), int(columns.end[sentence])
        return Citation(
            text=self.model.collection.text(sentence),
            document=document.name,
            path=document.path,
            start=start,
            end=end,
            page=document.page(start),
            place=document.place(start),
            words=int(columns.words[sentence]),
            score=float(self.scores[sentence]),
            gain=float(gain),
            topics=self.model.topic_view.shares(sentence),
        )
