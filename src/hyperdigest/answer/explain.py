"""Explain a digest: why each sentence is in it, and which sentences nearly were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from hyperdigest.answer.cite import citations
from hyperdigest.answer.solution import Solution
from hyperdigest.base.arrays import Floats
from hyperdigest.base.text import displayed
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.digest import Citation, Digest, Slice
from hyperdigest.documents import Document
from hyperdigest.lengths import usable_budget
from hyperdigest.options import Unit
from hyperdigest.ranking.terms import terms_with_earlier
from hyperdigest.relevance import stationary_scores
from hyperdigest.selection.candidates import CandidateQueue
from hyperdigest.selection.costs import SharedCosts
from hyperdigest.selection.objectives import reach

MOST_COVERED, RUNNERS_UP = 3, 5
"""The most sentences shown that a reason covers, and the number of runners-up."""

SHARED_FIELDS = (
    *("question", "budget", "unit", "words", "used", "signature", "warnings", "wishes"),
    *("languages", "segments", "doubt", "new_documents", "opened_documents", "known_words"),
)
"""The fields that an explanation has in common with its digest."""


@dataclass(frozen=True, slots=True)
class Covered:
    """A sentence outside the digest that one of its sentences covers.

    ``text_of_document[start:end] == text``. `chance` is p(s|i), the probability that a step of the
    walk leads from this sentence i to the sentence s of the digest.
    """

    text: str
    document: str
    start: int
    end: int
    place: str
    chance: float


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a sentence is in the digest.

    Parameters
    ----------
    step : when it was picked, from 1.
    pinned : whether the reader pinned it.
    completes : whether it is there only because most of its list is.
    relevance : the evidence that it answers the question; the mean of all sentences is 1.
    centrality : its score in a walk without the question; the mean is 1.
    gain_share : its gain as a share of the value of the digest.
    coverage : the expected number of sentences that it covers, with itself.
    question_words : the words of the question in it.
    covers : the sentences outside the digest that it covers best.
    """

    citation: Citation
    step: int
    pinned: bool
    completes: bool
    relevance: float
    centrality: float
    gain_share: float
    coverage: float
    question_words: tuple[str, ...]
    covers: tuple[Covered, ...]


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """A sentence with a high gain that is not in the digest.

    It exceeds the rest of the budget by `missing`, in the unit of the budget. That is 0 if it fits:
    then it would only have filled the rest.
    """

    citation: Citation
    missing: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reasons for the sentences of a digest, in the order picked, and the runners-up.

    `documents` are those of all sentences in the explanation; the other fields are as in `Digest`.
    """

    question: str
    budget: int
    unit: Unit
    words: int
    used: int
    reasons: tuple[Reason, ...]
    runners_up: tuple[RunnerUp, ...]
    signature: str
    warnings: tuple[str, ...]
    wishes: Constraints = NO_CONSTRAINTS
    languages: Mapping[str, int] = field(default_factory=dict)
    segments: bool = False
    doubt: str = ""
    new_documents: int = 0
    opened_documents: int = 0
    known_words: bool = True
    documents: tuple[Document, ...] = field(default=(), repr=False)

    def shown(self, sentence: Citation | Covered, before: Slice | None = None) -> str:
        """A sentence, or one of the slices `before` it, on one line, to be shown to a reader."""
        part = before or sentence
        for document in self.documents:
            if document.name == sentence.document:
                return document.displayed(part.start, part.end)
        return displayed(part.text, "text")


def explain(solution: Solution, digest: Digest) -> Explanation:
    """Explain the digest of a solution; a walk without the question is added."""
    uniform = np.full(len(solution.ranking.relevance), 1 / len(solution.ranking.relevance))
    central = stationary_scores(solution.ranking.hypergraph, uniform, 1.0, solution.options.damping)
    chosen = list(solution.chosen)
    relative = [(row / row.mean())[chosen].tolist() for row in (solution.ranking.evidence, central)]
    citation_of = dict(zip(solution.shown, digest.sentences, strict=True))
    picked = zip((citation_of[number] for number in chosen), *relative, strict=True)
    collection = solution.model.collection
    asked, _ = terms_with_earlier(
        solution.question.texts,
        collection.term_numbers,
        tuple(collection.language_counts),
        solution.options,
    )
    reasons = tuple(
        _reason(solution, asked, step, *values) for step, values in enumerate(picked, 1)
    )
    shared: dict[str, Any] = {name: getattr(digest, name) for name in SHARED_FIELDS}
    runners_up = _runners_up(solution, digest.used)
    names = {reason.citation.document for reason in reasons}
    names |= {covered.document for reason in reasons for covered in reason.covers}
    names |= {runner.citation.document for runner in runners_up}
    documents = tuple(d for d in collection.documents if d.name in names)
    return Explanation(reasons=reasons, runners_up=runners_up, documents=documents, **shared)


def _reason(
    solution: Solution,
    asked: Floats,
    step: int,
    citation: Citation,
    relevance: float,
    centrality: float,
) -> Reason:
    """Why a sentence is in the digest; `asked` are the weights of the question's terms, (V,)."""
    sentence, split = solution.chosen[step - 1], solution.model.collection.split
    terms = dict.fromkeys(split.terms[split.sentence_of == sentence].tolist())
    reached = reach(solution.ranking.hypergraph, [sentence])
    outside = reached.copy()
    outside[list(solution.chosen)] = 0.0
    best = np.argsort(-outside, kind="stable")[:MOST_COVERED].tolist()
    place = citation.document, citation.start
    return Reason(
        citation=citation,
        step=step,
        pinned=place in solution.question.constraints.pinned,
        completes=sentence in solution.choice.completing,
        relevance=relevance,
        centrality=centrality,
        gain_share=citation.gain / (solution.choice.value or 1.0),
        coverage=float(reached.sum()),
        question_words=tuple(split.words[term] for term in terms if asked[term]),
        covers=tuple(_covered(solution, i, float(outside[i])) for i in best if outside[i] > 0),
    )


def _covered(solution: Solution, sentence: int, chance: float) -> Covered:
    document, start, end = solution.model.collection.slice_of(sentence)
    text, place = document.text[start:end], document.stated_place(start, end)
    return Covered(text, document.name, start, end, place, chance)


def _runners_up(solution: Solution, used: int) -> tuple[RunnerUp, ...]:
    """The `RUNNERS_UP` sentences that would add most to the digest, for their cost."""
    objective, problem = solution.objective_of_choice(), solution.problem
    costs = SharedCosts(problem.lengths, problem.contexts, solution.chosen)
    is_outside = solution.eligible.copy()
    is_outside[list(solution.chosen)] = False
    outside = np.flatnonzero(is_outside & ~costs.shown)
    lengths = costs.lengths + costs.all_of_contexts()
    cost = lengths**solution.options.cost_exponent
    queue = CandidateQueue(outside, objective.upper_bounds[outside] / cost[outside])
    while True:
        candidates = np.sort(queue.candidates)
        gains = objective.marginal_gains(candidates)()
        ratios = gains / cost[candidates]
        best = np.argsort(-ratios, kind="stable")[:RUNNERS_UP]
        if queue.next_bound < ratios[best].min(initial=np.inf):
            break
        queue.grow()
    room = usable_budget(solution.options) - used
    sentences = candidates[best].tolist()
    return tuple(
        RunnerUp(replace(citation, gain=gain), max(0, int(lengths[sentence]) - room))
        for sentence, citation, gain in zip(
            sentences, citations(solution, sentences), gains[best].tolist(), strict=True
        )
    )
