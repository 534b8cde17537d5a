"""Why each sentence of a digest is in it, and which sentences nearly were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from hyperdigest.answer.cite import citations, citations_of, cite
from hyperdigest.answer.solution import Solution
from hyperdigest.base.text import displayed
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.documents import Citation, Document
from hyperdigest.lengths import usable_budget
from hyperdigest.options import Unit
from hyperdigest.relevance import stationary_scores
from hyperdigest.selection.lazy_greedy import Ranking
from hyperdigest.selection.objectives import reach

COVERED = 3
RUNNERS_UP = 5

SHARED = (
    "question", "budget", "unit", "words", "used", "signature", "warnings", "wishes", "languages",
    "segments", "doubt", "new_documents",
)  # fmt: skip
"""What an explanation says as its digest does."""


@dataclass(frozen=True, slots=True)
class Covered:
    """A sentence outside the digest from which one step of the walk reaches the one explained.

    ``text_of_document[start:end] == text``. `chance` is p(s|i), of s the sentence explained and i
    this one.
    """

    text: str
    document: str
    start: int
    end: int
    place: str
    chance: float


@dataclass(frozen=True, slots=True)
class Reason:
    """What speaks for a sentence of the digest.

    Parameters
    ----------
    step : when it was picked, from 1.
    pinned : whether it is there because the reader wants it.
    relevance : evidence that it answers the question, 1 is the mean of all sentences.
    centrality : its score by the walk alone, without the question, 1 is the mean.
    gain_share : what it added, as a share of the value of the digest.
    coverage : sentences of the collection that it covers, itself included (expected number).
    question_words : words of the question that stand in it.
    covers : the sentences best covered by it.
    """

    citation: Citation
    step: int
    pinned: bool
    relevance: float
    centrality: float
    gain_share: float
    coverage: float
    question_words: tuple[str, ...]
    covers: tuple[Covered, ...]


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """A sentence with much to add that was left out: so much of the budget's unit was `missing`.

    Nothing was missing if it fitted, but would only have filled the rest of the budget, or if the
    digest ended because it was enough.
    """

    citation: Citation
    missing: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """The digest's reasons, in the order picked, and the sentences that nearly made it; `documents`
    are those that any of these sentences stand in."""

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
    documents: tuple[Document, ...] = field(default=(), repr=False)

    def shown(self, sentence: Citation | Covered) -> str:
        """A sentence on one line, as a reader wants to see it."""
        for document in self.documents:
            if document.name == sentence.document:
                if isinstance(sentence, Citation):
                    return document.shown(sentence)
                return document.displayed(sentence.start, sentence.end)
        return displayed(sentence.text, "text")


def explain(solution: Solution) -> Explanation:
    """Explain a digest by what was computed for it; one more walk gives the centrality."""
    digest = cite(solution)
    uniform = np.full(len(solution.scores), 1 / len(solution.scores))
    central = stationary_scores(solution.hypergraph, uniform, 1.0, solution.options.damping)
    chosen = list(solution.chosen)
    multiples = [(row / row.mean())[chosen].tolist() for row in (solution.bias, central)]
    picked = zip(citations_of(solution), *multiples, strict=True)
    reasons = tuple(_reason(solution, step, *each) for step, each in enumerate(picked, 1))
    shared: dict[str, Any] = {name: getattr(digest, name) for name in SHARED}
    runners_up = _runners_up(solution, digest.used)
    named = {reason.citation.document for reason in reasons}
    named |= {covered.document for reason in reasons for covered in reason.covers}
    named |= {runner.citation.document for runner in runners_up}
    documents = tuple(d for d in solution.model.collection.documents if d.name in named)
    return Explanation(reasons=reasons, runners_up=runners_up, documents=documents, **shared)


def _reason(
    solution: Solution, step: int, citation: Citation, relevance: float, centrality: float
) -> Reason:
    sentence, split = solution.chosen[step - 1], solution.model.collection.split
    terms = dict.fromkeys(split.terms[split.sentence_of == sentence].tolist())
    reached = reach(solution.hypergraph, [sentence])
    outside = reached.copy()
    outside[list(solution.chosen)] = 0.0
    best = np.argsort(-outside, kind="stable")[:COVERED].tolist()
    place = citation.document, citation.start
    return Reason(
        citation=citation,
        step=step,
        pinned=place in solution.question.constraints.pinned,
        relevance=relevance,
        centrality=centrality,
        gain_share=citation.gain / (solution.choice.value or 1.0),
        coverage=float(reached.sum()),
        question_words=tuple(split.words[term] for term in terms if solution.ranking.terms[term]),
        covers=tuple(_covered(solution, i, float(outside[i])) for i in best if outside[i] > 0),
    )


def _covered(solution: Solution, sentence: int, chance: float) -> Covered:
    [cited] = citations(solution, [sentence])
    return Covered(cited.text, cited.document, cited.start, cited.end, cited.place, chance)


def _runners_up(solution: Solution, used: int) -> tuple[RunnerUp, ...]:
    """The `RUNNERS_UP` sentences that would add most to the digest, for their cost."""
    objective, lengths = solution.objective_of_choice(), solution.problem.lengths
    able = solution.eligible.copy()
    able[list(solution.chosen)] = False
    numbers = np.flatnonzero(able)
    cost = lengths.astype(np.float64) ** solution.options.cost_exponent
    ranking = Ranking(numbers, objective.upper_bounds[numbers] / cost[numbers])
    while True:
        candidates = np.sort(ranking.candidates)
        gains = objective.marginal_gains(candidates)()
        ratios = gains / cost[candidates]
        best = np.argsort(-ratios, kind="stable")[:RUNNERS_UP]
        if ranking.next_bound < ratios[best].min(initial=np.inf):
            break
        ranking.grow()
    left = usable_budget(solution.options) - used
    sentences = candidates[best].tolist()
    return tuple(
        RunnerUp(replace(citation, gain=gain), max(0, int(lengths[sentence]) - left))
        for sentence, citation, gain in zip(
            sentences, citations(solution, sentences), gains[best].tolist(), strict=True
        )
    )
