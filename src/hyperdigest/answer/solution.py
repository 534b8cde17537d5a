"""All values that are computed for a question, from which its digest is made and explained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np

from hyperdigest.base.arrays import Mask
from hyperdigest.documents import FORMS, SENTENCE_KINDS
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

LEADS_TOO = 0.75
"""The least relevance of a part that leads with the best one of its list, relative to that one."""

_STEP, _HEADING = SENTENCE_KINDS.index("step"), FORMS.index("heading")


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
    length_warnings : messages about sentences that are too long for the budget.
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
    length_warnings: tuple[str, ...] = ()

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
            *self.length_warnings,
            *self.choice.warnings,
            *self.scope.focus_warnings,
            *self.model.collection.missing,
        )
        return tuple(dict.fromkeys(warnings))

    @cached_property
    def leads(self) -> tuple[int, ...]:
        """The sentences that come first as the answer, in reading order.

        These are the most valuable sentence, of equals the first, and if it is a part of a list, a
        table or a program, or introduces one, its chosen parts and what is between them; with
        their contexts that are chosen, and what needs them. Items and definitions of a list that is
        not quoted whole stay behind if they are much less relevant. None without any sentence, and
        in another order than ``answer``.
        """
        if self.options.order != "answer" or not self.chosen:
            return ()
        leads, before = {self._best}, set[int]()
        while leads != before:
            before, leads = leads, set(self._with_contexts(leads))
            wholes = set(chain.from_iterable(map(self._wholes, leads)))
            wholes |= {self._introduced_by(lead) for lead in leads}
            parts = [i for i in self.chosen if wholes & self._wholes(i)]
            leaning = [i for i in self.chosen if leads.intersection(self.problem.contexts_of(i))]
            leads = leads.union(filter(self._leads_too, (*parts, *self._between(parts), *leaning)))
        return tuple(sorted(leads))

    def _leads_too(self, sentence: int) -> bool:
        """Whether a sentence that belongs to the lead leads with it.

        Steps do, and what stands in the same item, has the same lead-in or header row, is part of
        a list that is quoted whole, or is nearly as relevant.
        """
        kind, best = self.model.collection.split.sentences.kind, self._best
        begin, begin_of_best = map(self._begin_of_part, (sentence, best))
        if begin < 0 or begin == begin_of_best or kind[begin] == _STEP:
            return True
        if self._introductions(sentence, begin) & self._introductions(best, begin_of_best):
            return True
        relevance = self.ranking.relevance
        return self._is_whole(begin) or bool(relevance[sentence] >= LEADS_TOO * relevance[best])

    def _begin_of_part(self, sentence: int) -> int:
        """The first sentence of the item or row of a sentence, or of its first context that is in
        one; -1 if there is none."""
        begin_of_item = self.model.collection.split.sentences.begin_of_item
        begins = map(begin_of_item, (sentence, *self.problem.contexts_of(sentence)))
        return next((begin for begin in begins if begin >= 0), -1)

    def _introductions(self, *sentences: int) -> set[int]:
        """The contexts of sentences without headings; the number -1 has none."""
        form = self.model.collection.split.sentences.form
        needed = chain.from_iterable(self.problem.contexts_of(i) for i in sentences if i >= 0)
        return {context for context in needed if int(form[context]) != _HEADING}

    def _is_whole(self, part: int) -> bool:
        """Whether each item of the list or row of the table of a part is chosen."""
        columns, chosen = self.model.collection.split.sentences, list(self.chosen)
        in_list = columns.document[chosen] == columns.document[part]
        in_list &= columns.list_number[chosen] == columns.list_number[part]
        return len(np.unique(columns.ordinal[chosen][in_list])) == int(columns.of[part])

    def _between(self, parts: Iterable[int]) -> Iterator[int]:
        """The chosen sentences between the first and the last of these parts of each list."""
        lists: dict[tuple[int, str, int], list[int]] = {}
        for part in parts:
            for whole in self._wholes(part):
                if whole[1] == "list":
                    lists.setdefault(whole, []).append(part)
        for members in lists.values():
            first, last = min(members), max(members)
            yield from (i for i in self.chosen if first < i < last)

    def _with_contexts(self, sentences: Iterable[int]) -> list[int]:
        """Chosen sentences and those of their contexts that are chosen, in reading order."""
        found, chosen, rest = set[int](), set(self.chosen), list(sentences)
        while rest:
            sentence = rest.pop()
            if sentence not in found:
                found.add(sentence)
                rest += chosen.intersection(self.problem.contexts_of(sentence))
        return sorted(found)

    @property
    def _best(self) -> int:
        """The most valuable of the chosen sentences, of equals the first."""
        return max(sorted(self.chosen), key=self.problem.value.__getitem__)

    def _wholes(self, sentence: int) -> set[tuple[int, str, int]]:
        """What names the list, table, program or procedure of which a sentence is a part: its
        number, those of the lists around it, and the first sentence that is quoted before it. Empty
        for prose."""
        columns = self.model.collection.split.sentences
        begin, document = columns.begin_of_item(sentence), int(columns.document[sentence])
        if not columns.kind[sentence] and begin < 0:
            return set()
        needed = self.problem.contexts_of(sentence if begin < 0 else begin)
        begins = {begin, *map(columns.begin_of_item, needed)} - {-1}
        lists = {(document, "list", int(columns.list_number[one])) for one in begins}
        if sentence in self.choice.procedure:
            lists.add((document, "procedure", self.choice.procedure[0]))
        return lists | set(map(self._introduced_by, needed[:1]))

    def _introduced_by(self, sentence: int) -> tuple[int, str, int]:
        """What names the list, table or program before which a sentence is quoted."""
        document = self.model.collection.split.sentences.document
        return int(document[sentence]), "context", sentence

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The chosen sentences in the order of the digest; equals in reading order.

        A chosen context stands before the sentences that need it, except after a leading
        sentence of prose, which is the first.
        """
        chosen, order = sorted(self.chosen), self.options.order
        document_of = self.model.collection.split.sentences.document
        source = {i: int(document_of[i]) for i in chosen}
        if order == "score":
            chosen.sort(key=lambda i: -self.ranking.relevance[i])
        elif order == "date":
            documents = self.model.collection.documents
            dates = {number: documents[number].dated.date for number in source.values()}
            chosen.sort(key=lambda i: (not dates[source[i]], dates[source[i]]))
        elif order in ("answer", "source"):
            relevance, leads = self.ranking.relevance, self.leads
            thread = {i: self._thread(source[i]) for i in chosen}
            best = dict[int | str, float]()
            for i in chosen:
                for whole in (source[i], thread[i]):
                    best[whole] = max(best.get(whole, 0.0), float(relevance[i]))
            first = {whole for i in leads for whole in (source[i], thread[i])}
            begins = {whole: n for n, whole in reversed([*enumerate(thread.values())])}

            def rank(i: int) -> tuple[bool | float, ...]:
                of_thread, of_source = (
                    (whole not in first, -best[whole]) for whole in (thread[i], source[i])
                )
                return (i not in leads, *of_thread, begins[thread[i]], *of_source)

            chosen.sort(key=rank)
        ordered = [*chain.from_iterable(self._with_contexts([i]) for i in chosen)]
        if order == "answer" and chosen and not self._wholes(self._best):
            ordered = [self._best, *ordered]
        return tuple(dict.fromkeys(ordered))

    def _thread(self, number: int) -> int | str:
        """The thread of a document; its number if it is no post."""
        post = self.model.collection.documents[number].post
        return (post.thread if post else "") or number

    def objective_of_choice(self) -> SetFunction:
        """The objective with the chosen sentences, to which others can be added."""
        grown = self.problem.objective.copy()
        for sentence in self.chosen:
            grown.add(sentence)
        return grown
