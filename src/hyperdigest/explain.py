"""Why each sentence of a digest is in it, and which sentences nearly were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hyperdigest.answer import Answer
from hyperdigest.base.text import displayed
from hyperdigest.constraints import NOTHING, Wishes
from hyperdigest.documents import Citation, Document
from hyperdigest.options import Unit
from hyperdigest.query.tokens import room
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

    None was where it fitted, and would have filled the rest of the room alone, or where the digest
    ended because it was enough.
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
    wishes: Wishes = NOTHING
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


def explain(answer: Answer) -> Explanation:
    """Explain a digest from what was computed for it; one more walk gives the centrality."""
    uniform = np.full(len(answer.scores), 1 / len(answer.scores))
    central = stationary_scores(answer.hypergraph, uniform, 1.0, answer.options.damping)
    chosen, digest = answer.selection.chosen, answer.digest()
    multiples = [(row / row.mean())[chosen].tolist() for row in (answer.bias, central)]
    picked = zip(answer.citations(), *multiples, strict=True)
    reasons = tuple(_reason(answer, step, *each) for step, each in enumerate(picked, 1))
    shared: dict[str, Any] = {name: getattr(digest, name) for name in SHARED}
    runners_up = _runners_up(answer, digest.used)
    named = {reason.citation.document for reason in reasons}
    named |= {covered.document for reason in reasons for covered in reason.covers}
    named |= {runner.citation.document for runner in runners_up}
    documents = tuple(d for d in answer.model.collection.documents if d.name in named)
    return Explanation(reasons=reasons, runners_up=runners_up, documents=documents, **shared)


def _reason(
    answer: Answer, step: int, citation: Citation, relevance: float, centrality: float
) -> Reason:
    sentence, split = answer.selection.chosen[step - 1], answer.model.collection.split
    terms = split.terms[split.sentence_of == sentence]
    own = dict.fromkeys(terms.tolist())
    reached = reach(answer.hypergraph, [sentence])
    outside = reached.copy()
    outside[answer.selection.chosen] = 0.0
    best = np.argsort(-outside, kind="stable")[:COVERED]
    near = ((answer.citation(int(i), 0.0), float(outside[i])) for i in best if outside[i] > 0)
    return Reason(
        citation=citation,
        step=step,
        pinned=(citation.document, citation.start) in answer.wishes.pinned,
        relevance=relevance,
        centrality=centrality,
        gain_share=citation.gain / (answer.selection.value or 1.0),
        coverage=float(reached.sum()),
        question_words=tuple(split.words[term] for term in own if answer.terms[term]),
        covers=tuple(
            Covered(c.text, c.document, c.start, c.end, c.place, chance) for c, chance in near
        ),
    )


def _runners_up(answer: Answer, used: int) -> tuple[RunnerUp, ...]:
    """The `RUNNERS_UP` sentences with the most to add to the finished digest, for their cost."""
    grown = answer.finished()
    able = answer.eligible.copy()
    able[answer.selection.chosen] = False
    numbers = np.flatnonzero(able)
    cost = answer.lengths.astype(np.float64) ** answer.options.cost_exponent
    ranking = Ranking(numbers, grown.upper_bounds[numbers] / cost[numbers])
    while True:
        candidates = np.sort(ranking.candidates)
        gains = grown.marginal_gains(candidates)()
        ratios = gains / cost[candidates]
        best = np.argsort(-ratios, kind="stable")[:RUNNERS_UP]
        if ranking.next_bound < ratios[best].min(initial=np.inf):
            break
        ranking.grow()
    left = room(answer.options) - used
    found = zip(candidates[best].tolist(), gains[best].tolist(), strict=True)
    return tuple(
        RunnerUp(answer.citation(i, gain), max(0, int(answer.lengths[i]) - left))
        for i, gain in found
    )
