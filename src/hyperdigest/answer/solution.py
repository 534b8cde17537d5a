"""All values that are computed for a question, from which its digest is made and explained."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hyperdigest.answer.order import leading_sentences, rank_by
from hyperdigest.answer.wholes import Wholes
from hyperdigest.base.arrays import Mask
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.collection_index import CollectionIndex
from hyperdigest.ranking.doubt import Doubt
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.rank import Ranking
from hyperdigest.reader import Reader, Scope
from hyperdigest.record import ModelRecord
from hyperdigest.selection.choose import Choice
from hyperdigest.selection.objectives import SetFunction
from hyperdigest.selection.problem import Problem


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """The values made one after the other for a question, each immutable.

    Parameters
    ----------
    model : the documents in the scope, with their topics.
    options : the options of the question to this model.
    scope : the documents that are searched, and which of them are new.
    reader : what the constraints say about each sentence.
    ranking : how well each sentence answers the question.
    problem : the problem of the selection, without sentences that repeat a statement.
    choice : the chosen sentences.
    doubt : the doubt whether the documents answer the question; None if they may.
    """

    model: ModelRecord
    question: Question
    options: Options
    scope: Scope
    reader: Reader
    ranking: Ranking
    problem: Problem
    choice: Choice
    doubt: Doubt | None

    @property
    def searched(self) -> CollectionIndex:
        """The index of the collection in which the question was weighed."""
        return self.scope.whole.index if self.scope.whole else Indexes.of(self.model)

    @property
    def eligible(self) -> Mask:
        """(N,) the sentences that may be picked besides the pinned ones."""
        return self.problem.eligible

    @property
    def chosen(self) -> tuple[int, ...]:
        """The sentences in the order picked."""
        return self.choice.chosen

    @property
    def warnings(self) -> tuple[str, ...]:
        """All messages for the user, without duplicates."""
        warnings = (
            *self.ranking.warnings,
            *self.reader.warnings,
            *self.scope.warnings,
            *self.problem.warnings,
            *self.choice.warnings,
            *self.scope.focus_warnings,
            *self.model.collection.missing,
        )
        return tuple(dict.fromkeys(warnings))

    @cached_property
    def leads(self) -> tuple[int, ...]:
        """The sentences that come first as the answer, in reading order; none without any sentence,
        and in another order than ``answer``."""
        if self.options.order != "answer" or not self.chosen:
            return ()
        return leading_sentences(self._wholes, self.ranking.relevance, self._best)

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The chosen sentences in the order of the digest.

        A chosen context stands before the sentences that need it, except after a leading
        sentence of prose, which is the first if it is no answer of an FAQ and in no list. The steps
        of a list are together, in their order, where the first of them in this order stands.
        """
        if not self.chosen:
            return ()
        chosen, order = sorted(self.chosen), self.options.order
        document_of = self.model.collection.split.sentences.document
        documents = self.model.collection.documents
        rank = rank_by(
            order,
            chosen,
            self.leads,
            self.ranking.relevance,
            lambda sentence: int(document_of[sentence]),
            documents,
        )
        best, wholes = self._best, self._wholes
        in_whole = wholes.begin_of(best) >= 0 or wholes.of(best) or wholes.beside(best)
        first = [best] if order == "answer" and not in_whole else []
        ordered = dict.fromkeys(first)
        for sentence in sorted(chosen, key=rank):
            if sentence not in ordered or sentence in first:
                ordered |= dict.fromkeys(wholes.together([sentence]))
        return tuple(ordered)

    @cached_property
    def _wholes(self) -> Wholes:
        return Wholes(self.model.collection.split.sentences, self.problem, self.choice)

    @property
    def _best(self) -> int:
        """The most valuable of the chosen sentences, of equals the first."""
        return max(sorted(self.chosen), key=self.problem.value.__getitem__)

    def objective_of_choice(self) -> SetFunction:
        """The objective with the chosen sentences, to which others can be added."""
        grown = self.problem.objective.copy()
        for sentence in self.chosen:
            grown.add(sentence)
        return grown
