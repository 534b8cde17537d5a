"""The answer to a question. Whoever reads the code starts here.

Given the scope of a question, four values are made one after the other, each immutable and each by
one function: reader, ranking, problem and choice. A feature is a function that takes one of them
and returns another value of the same class, or the same one if its option is off. Each value has
its own warnings.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from hyperdigest.answer.choosing import choose_sentences
from hyperdigest.answer.cite import cite
from hyperdigest.answer.explain import Explanation, explain
from hyperdigest.answer.solution import Solution
from hyperdigest.answer.table import sentence_table
from hyperdigest.digest import Digest
from hyperdigest.features.corroboration.search import reward_agreement
from hyperdigest.features.enough import keep_enough, keep_nearest
from hyperdigest.features.how_to import favour_commands
from hyperdigest.features.news.novelty import leave_out_known, reward_news, use_up_known
from hyperdigest.features.numbers import favour_numbers
from hyperdigest.features.second_hop import follow_hops
from hyperdigest.features.subject import favour_subjects
from hyperdigest.features.wording import favour_wording
from hyperdigest.options import Options
from hyperdigest.question import Question
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.question_index import whole_for
from hyperdigest.ranking.rank import Ranking, rank
from hyperdigest.reader import Reader, Scope
from hyperdigest.record import ModelRecord
from hyperdigest.selection.problem import Problem
from hyperdigest.views.topic_names import topic_view

if TYPE_CHECKING:
    from hyperdigest.views.neighbourhood import Neighbourhood


def answer(model: ModelRecord, question: Question, options: Options, scope: Scope) -> Answer:
    """Answer a question from a model, which has only the documents in the scope of the question.

    Raises OptionError if no sentence begins where a constraint says, if no sentence is eligible, or
    if the budget is too small for the shortest sentence or for the pinned ones.
    """
    reader = Reader.of(model.collection, question.constraints, scope)
    reader = leave_out_known(reader, model, scope)
    whole = scope.whole or whole_for(Indexes.of(model), question, options)
    ranking = rank(model, question, options, whole)
    ranking = favour_answers(ranking, model, question, reader, options)
    problem = Problem.of(model, ranking, reader, options)
    doubt = whole.doubt(question, options, problem.eligible, reader.unknown, ranking.nearness)
    problem, doubt = keep_nearest(problem, doubt, model, question, reader, options)
    problem = keep_enough(problem, ranking, model, question, options)
    problem = use_up_known(problem, reader, options)
    problem, choice = choose_sentences(problem, ranking, model, question, reader, options)
    return Answer(model, question, options, scope, reader, ranking, problem, choice, doubt)


def favour_answers(
    ranking: Ranking, model: ModelRecord, question: Question, reader: Reader, options: Options
) -> Ranking:
    """The ranking that the features make of one, in the order in which they change it."""
    ranking = favour_commands(ranking, model, question, options)
    ranking = favour_subjects(ranking, model, question, options)
    ranking = favour_wording(ranking, model, question, options)
    ranking = favour_numbers(ranking, model, question, options)
    ranking = follow_hops(ranking, model, question, options)
    ranking = reward_agreement(ranking, model, options)
    return reward_news(ranking, model, reader, options)


class Answer(Solution):
    """All that was computed for a question, and methods that make results of it."""

    def digest(self) -> Digest:
        """The chosen sentences in the order asked for, each with its source."""
        return self._digest

    @cached_property
    def _digest(self) -> Digest:
        return cite(self)

    def explain(self) -> Explanation:
        """Why each sentence is in the digest, and which sentences nearly were."""
        return explain(self, self.digest())

    def table(self) -> dict[str, list[Any]]:
        """All N sentences as columns of N values; see `sentence_table`."""
        return sentence_table(self)

    def neighbourhood(self, around: tuple[str, int] | None = None, near: int = 12) -> Neighbourhood:
        """The hypergraph around the digest, or around one sentence, to be drawn.

        Parameters
        ----------
        around : the name of a document, and the start of a sentence in its text.
        near : the number of other sentences, those that a step of the walk most likely reaches.

        Raises
        ------
        OptionError
            if no sentence begins there.
        """
        from hyperdigest.views.neighbourhood import Surroundings, neighbourhood

        centre = None if around is None else self.model.collection.sentences_at([around])[0]
        topics = None
        if self.options.topic_share:
            topics = Indexes.of(self.model).topics(self.options.changed(samples=0))
        drawn = Surroundings(
            documents=self.model.collection.documents,
            split=self.model.collection.split,
            walk=self.ranking.hypergraph,
            eligible=self.eligible,
            topics=topics,
            labels=topic_view(self.model).labels,
            topic_share=self.options.topic_share,
        )
        return neighbourhood(
            drawn,
            self.shown,
            centre,
            near=near,
            question=self.question.text,
            signature=self.digest().signature,
        )
