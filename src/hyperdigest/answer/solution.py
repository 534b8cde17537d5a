"""All that is computed for a question, from which its digest is cited and explained."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hyperdigest.base.arrays import Floats
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.rank import Ranking
from hyperdigest.reader import Mask, Reader, Scope
from hyperdigest.record import ModelRecord
from hyperdigest.selection.choose import Choice
from hyperdigest.selection.objectives import SetFunction
from hyperdigest.selection.problem import Problem


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """The values made one after the other for a question, each immutable.

    Parameters
    ----------
    model : the documents looked into, with their topics.
    options : those of the question to this model.
    scope : which documents these are, and which are new.
    reader : what the constraints say of each sentence.
    ranking : how well each sentence answers.
    problem : what may be picked, and what it adds; without what would repeat a statement.
    choice : what was picked.
    choice_warnings : what the user should know of the choice, a sentence each.
    """

    model: ModelRecord
    question: Question
    options: Options
    scope: Scope
    reader: Reader
    ranking: Ranking
    problem: Problem
    choice: Choice
    choice_warnings: tuple[str, ...] = ()

    @property
    def hypergraph(self) -> FuzzyHypergraph:
        """The hypergraph of the walk."""
        return self.ranking.hypergraph

    @property
    def bias(self) -> Floats:
        """(N,) p(j|q), the evidence that each sentence answers the question."""
        return self.ranking.evidence

    @property
    def scores(self) -> Floats:
        """(N,) the relevance of each sentence."""
        return self.ranking.relevance

    @property
    def eligible(self) -> Mask:
        """(N,) the sentences that may be picked beside the pinned ones."""
        return self.problem.eligible

    @property
    def chosen(self) -> tuple[int, ...]:
        """The sentences in the order picked."""
        return self.choice.chosen

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the user should know of all of this, a sentence each, none twice."""
        each = (
            *self.ranking.warnings,
            *self.reader.warnings,
            *self.scope.warnings,
            *self.problem.warnings,
            *self.choice_warnings,
            *self.choice.warnings,
            *self.scope.focus_warnings,
            *self.model.collection.warnings,
        )
        return tuple(dict.fromkeys(each))

    @property
    def lead(self) -> int | None:
        """The sentence that stands on top as the answer: that with the highest score, the first of
        equals. None if none was picked, or in another order than ``answer``."""
        if self.options.order != "answer" or not self.chosen:
            return None
        return max(sorted(self.chosen), key=lambda i: self.scores[i])

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The chosen sentences in the order of the digest; equals in the order of reading."""
        chosen, order = sorted(self.chosen), self.options.order
        column = self.model.collection.split.sentences.document
        source = {i: int(column[i]) for i in chosen}
        if order == "score":
            chosen.sort(key=lambda i: -self.scores[i])
        elif order == "date":
            documents = self.model.collection.documents
            dates = {number: documents[number].dated.date for number in source.values()}
            chosen.sort(key=lambda i: (not dates[source[i]], dates[source[i]]))
        elif order in ("answer", "source"):
            best: dict[int, float] = {}
            for i in chosen:
                best[source[i]] = max(best.get(source[i], 0.0), float(self.scores[i]))
            lead = self.lead
            chosen.sort(key=lambda i: (i != lead, -best[source[i]]))
        return tuple(chosen)

    def objective_of_choice(self) -> SetFunction:
        """The objective of the sentences picked, to which others can be added."""
        grown = self.problem.objective.copy()
        for sentence in self.chosen:
            grown.add(sentence)
        return grown
