"""A question put to a model: what was computed on the way, and the digest made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.choosing import choose, may_be_picked, use_up, wished_sentences
from hyperdigest.documents import Certificate, Citation, Digest
from hyperdigest.evidence.doubt import covered, doubt, threshold
from hyperdigest.evidence.question import (
    EMBEDDINGS_ALONE,
    NOTHING_KNOWN,
    RELATED_ALONE,
    content_terms,
    terms_with_earlier,
    words_asked,
)
from hyperdigest.evidence.sources import SOURCES, Asked, evidence
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options
from hyperdigest.relevance import stationary_scores
from hyperdigest.selection import Greedy, RelevanceAndCoverage, SetFunction
from hyperdigest.selection.saturation import saturated_objective
from hyperdigest.signature import digest_signature
from hyperdigest.split.scripts import UNSPACED, has_paired_letters
from hyperdigest.wishes import NOTHING, Wishes

if TYPE_CHECKING:
    from hyperdigest.pipeline import Model
    from hyperdigest.views.neighbourhood import Neighbourhood


def answer(model: Model, question: str, options: Options, wishes: Wishes = NOTHING) -> Answer:
    """Put a question to a model: evidence, walk, selection.

    Raises
    ------
    OptionError
        where the question is empty, a wish names no sentence, or no sentence that may be picked,
        or not all that are pinned, fit the budget.
    """
    collection = model.collection
    wished = wished_sentences(collection, wishes)
    terms, bias, warnings = gathered_evidence(model, question, options, wishes.earlier)
    hypergraph = model.prepared.walk(options)
    scores = stationary_scores(hypergraph, bias, options.query_balance, options.damping)
    function = objective_function(model, hypergraph, scores, options)
    use_up(function, wished.read)
    eligible, relaxed = may_be_picked(model, options, wished)
    lengths = model.prepared.lengths(options)
    selection, budget, unproved = choose(function, lengths, eligible, wished.pinned, options)
    return Answer(
        model=model,
        options=options,
        question=question,
        wishes=wishes,
        terms=terms,
        hypergraph=hypergraph,
        function=function,
        bias=bias,
        scores=scores,
        eligible=eligible,
        lengths=lengths,
        selection=selection,
        budget=budget,
        warnings=(*warnings, *relaxed, *unproved, *no_family(model, options), *collection.warnings),
    )


def gathered_evidence(
    model: Model, question: str, options: Options, earlier: Sequence[str] = ()
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[str]]:
    """(V,) the weights of the question's terms, (N,) the bias p(j|q), and warnings.

    Parameters
    ----------
    earlier : the questions asked before, oldest first.
    """
    prepared, languages = model.prepared, tuple(model.collection.language_counts)
    terms, warnings = terms_with_earlier(
        question, earlier, model.collection.term_numbers, languages, options.asking_weight
    )
    likeness, related = prepared.likeness(question, options), np.zeros(len(terms))
    if options.related_evidence:
        words = content_terms(question, model.collection.term_numbers, languages)
        related = np.where(terms > 0, 0.0, prepared.spelling.related(words))
    instead = EMBEDDINGS_ALONE if likeness.any() else RELATED_ALONE if related.any() else ""
    if instead:
        warnings = [instead if told == NOTHING_KNOWN else told for told in warnings]
    weights = {name: getattr(options, f"{name}_evidence") for name in SOURCES}
    asked = Asked(prepared.index, prepared.topics(options), terms, related, likeness)
    bias = evidence(asked, weights, options.sharpening, options.incomplete_weight)
    return terms, bias, warnings


def doubt_of(model: Model, question: str, options: Options, earlier: Sequence[str] = ()) -> str:
    """Why the documents may not answer a question, one sentence; empty where they may.

    Parameters
    ----------
    earlier : the questions asked before, oldest first.
    """
    collection, prepared = model.collection, model.prepared
    numbers, passages = collection.term_numbers, prepared.index.passages
    words = words_asked(question, earlier, numbers, tuple(collection.language_counts))
    least = threshold(len(passages.place))
    found = covered(words, numbers, passages)
    if found.share < least:
        found = covered(words, numbers, passages, prepared.spelling)
    return doubt(
        found,
        least,
        in_pairs=has_paired_letters(question),
        several=len(earlier) > 0,
        embedded=bool(options.embedding_model and options.embedding_evidence),
    )


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
        options.coverage_balance,
        options.saturation,
    )


def no_family(model: Model, options: Options) -> list[str]:
    """A warning where the plugin that is to add hyperedges finds none."""
    name = options.hyperedges
    if not name or not options.hyperedge_share or model.prepared.family(name) is not None:
        return []
    return [f"hyperedges {name!r} found none in these documents: topics and terms are all there is"]


def over_budget(sentences: Sequence[Citation], options: Options) -> list[str]:
    """A warning where sentences have more tokens together than each has alone, and too many."""
    if not options.tokens:
        return []
    from hyperdigest.budget.tokens import token_lengths

    text = "\n".join(sentence.text for sentence in sentences)
    ends = options.budget - options.room
    together = ends + int(token_lengths(options.tokenizer, [text])[0])
    if together <= options.tokens:
        return []
    return [
        f"put one a line, the sentences have {together} tokens, more than the {options.tokens}"
        " asked for: this tokenizer joins what stands on different lines"
    ]


@dataclass(frozen=True)
class Answer:
    """The arrays between a question and its digest.

    Parameters
    ----------
    terms : (V,) weight of each term in the question.
    function : the objective, of the empty set; what was read before is used up.
    bias : (N,) p(j|q), the evidence that each sentence answers the question.
    scores : (N,) relevance.
    eligible : (N,) which sentences may be picked beside the pinned ones.
    lengths : (N,) in the unit of the budget.
    budget : what the bound of the selection is about; less than was asked for where less is enough.
    """

    model: Model
    options: Options
    question: str
    wishes: Wishes
    terms: NDArray[np.float64]
    hypergraph: FuzzyHypergraph
    function: SetFunction
    bias: NDArray[np.float64]
    scores: NDArray[np.float64]
    eligible: NDArray[np.bool_]
    lengths: NDArray[np.int32]
    selection: Greedy
    budget: int
    warnings: tuple[str, ...]

    def digest(self) -> Digest:
        """The sentences picked, in the order asked for, each with its source."""
        citations = dict(zip(self.selection.chosen, self.citations(), strict=True))
        shown = self._ordered(list(citations))
        collection = self.model.collection
        documents = collection.documents
        indices = self.model.collection.split.sentences.document
        cited = dict.fromkeys(int(indices[i]) for i in shown)
        sentences = tuple(citations[i] for i in shown)
        return Digest(
            question=self.question,
            budget=self.options.budget,
            unit=self.options.unit,
            wishes=self.wishes,
            sentences=sentences,
            certificate=Certificate(self.selection.value, self.selection.bound, self.budget),
            signature=digest_signature(
                self.options,
                self.model.collection.corpus_hash,
                self.model.history,
                self.wishes,
                collection.languages,
            ),
            warnings=(*self.warnings, *over_budget(sentences, self.options)),
            documents=tuple(documents[d] for d in cited),
            languages=collection.language_counts,
            segments=any(collection.language_of(d) in UNSPACED for d in cited),
            doubt=self.doubt,
        )

    @cached_property
    def doubt(self) -> str:
        """Why the documents may not answer the question; see `doubt_of`."""
        return doubt_of(self.model, self.question, self.options, self.wishes.earlier)

    def _ordered(self, chosen: list[int]) -> list[int]:
        """Sentences in the order they are shown in; equals in the order of reading."""
        chosen.sort()
        if self.options.order == "score":
            chosen.sort(key=lambda i: -self.scores[i])
        elif self.options.order == "source":
            column = self.model.collection.split.sentences.document
            source = {i: int(column[i]) for i in chosen}
            best: dict[int, float] = {}
            for i in chosen:
                best[source[i]] = max(best.get(source[i], 0.0), float(self.scores[i]))
            chosen.sort(key=lambda i: -best[source[i]])
        return chosen

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

    def table(self) -> dict[str, list[Any]]:
        """All N sentences in the order of reading, as columns of N values.

        ``document`` and ``path``; ``start``, ``end``, ``page`` (of a PDF, else None), ``words``
        and ``text``; ``score`` (relevance), ``evidence`` (that it answers the question) and
        ``eligible``; ``chosen`` (when it was picked, from 1, else None) and ``gain`` (what it added
        then); ``topic`` (the strongest words of its strongest topic).
        """
        from hyperdigest.views.sentences import sentence_table

        return sentence_table(self)

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
            size=int(self.lengths[sentence]),
            score=float(self.scores[sentence]),
            gain=float(gain),
            topics=self.model.topic_view.shares(sentence),
        )
