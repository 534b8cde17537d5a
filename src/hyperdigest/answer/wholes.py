"""The lists, tables, programs and procedures of which the chosen sentences are parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain

import numpy as np

from hyperdigest.base.arrays import Indices
from hyperdigest.documents import FORMS, SENTENCE_KINDS, Sentences
from hyperdigest.documents.lists import begin_of_item, begins_step
from hyperdigest.selection.choose import Choice
from hyperdigest.selection.problem import Problem

_HEADING, _QUESTION = FORMS.index("heading"), FORMS.index("question")

_LONGEST_SPACE = 1
"""In characters, between two sentences of a paragraph."""

Whole = tuple[int, str, int]
"""What names a list, table, program or procedure: the document, its kind and a number."""


class Wholes:
    """The wholes of the chosen sentences, and how these belong together.

    Parameters
    ----------
    columns : all sentences.
    problem, choice : the problem of the selection, and the chosen sentences.
    """

    def __init__(self, columns: Sentences, problem: Problem, choice: Choice) -> None:
        self.columns = columns
        self.chosen = choice.chosen
        self.contexts_of = problem.contexts_of
        self._procedure = choice.procedure

    def of(self, sentence: int) -> set[Whole]:
        """The wholes of a sentence: its list or table, those around it, and what the first sentence
        that is quoted before it introduces. Empty for prose."""
        columns = self.columns
        begin, document = begin_of_item(sentence, columns), int(columns.document[sentence])
        if not columns.kind[sentence] and begin < 0:
            return set()
        needed = self.contexts_of(sentence if begin < 0 else begin)
        begins = {begin, *self._begins_of(needed)} - {-1}
        lists = {(document, "list", int(columns.list_number[one])) for one in begins}
        if sentence in self._procedure:
            lists.add((document, "procedure", self._procedure[0]))
        return lists | set(map(self.introduced_by, needed[:1]))

    def introduced_by(self, sentence: int) -> Whole:
        """The list, table or program before which a sentence is quoted."""
        return int(self.columns.document[sentence]), "context", sentence

    def before_code(self, sentences: Iterable[int]) -> list[int]:
        """The chosen sentences right before what introduces code of these, in its paragraph."""
        columns, code = self.columns, SENTENCE_KINDS.index("code")
        begins = self.introductions(*(i for i in sentences if columns.kind[i] == code))
        found = list[int]()
        for i in reversed(self.chosen):
            if i + 1 in begins and columns.start[i + 1] - columns.end[i] <= _LONGEST_SPACE:
                begins.add(i)
                found.append(i)
        return found

    def beside(self, answer: int) -> list[int]:
        """The chosen sentences of prose before which the same question is quoted."""
        columns = self.columns
        asked = set(map(int, self.contexts_of(answer)[:1]))
        if columns.kind[answer] or not any(columns.form[i] in (_HEADING, _QUESTION) for i in asked):
            return []
        return [
            i
            for i in self.chosen
            if not columns.kind[i] and asked.intersection(self.contexts_of(i)[:1])
        ]

    def begin_of(self, sentence: int) -> int:
        """The first sentence of the item or row of a sentence, or of its first context that is in
        one; -1 if there is none."""
        begins = self._begins_of((sentence, *self.contexts_of(sentence)))
        return next((begin for begin in begins if begin >= 0), -1)

    def _begins_of(self, sentences: Iterable[int]) -> Iterator[int]:
        """What begins the item or row of each of some sentences; -1 for nothing."""
        return (begin_of_item(sentence, self.columns) for sentence in sentences)

    def introductions(self, *sentences: int) -> set[int]:
        """The contexts of sentences without headings; the number -1 has none."""
        needed = chain.from_iterable(self.contexts_of(i) for i in sentences if i >= 0)
        return {context for context in needed if int(self.columns.form[context]) != _HEADING}

    def is_complete(self, part: int) -> bool:
        """Whether each item of the list or row of the table of a part is chosen, or what it
        introduces is."""
        columns, begins = self.columns, self._begins
        in_list = columns.document[begins] == columns.document[part]
        in_list &= columns.list_number[begins] == columns.list_number[part]
        return int(in_list.sum()) == int(columns.of[part])

    def between(self, parts: Iterable[int]) -> list[int]:
        """The chosen sentences between the first and the last of these parts of each list."""
        lists: dict[Whole, list[int]] = {}
        for part in parts:
            for whole in self.of(part):
                if whole[1] == "list":
                    lists.setdefault(whole, []).append(part)
        spans = [(min(members), max(members)) for members in lists.values()]
        return [i for first, last in spans for i in self.chosen if first < i < last]

    def together(self, sentences: Iterable[int]) -> list[int]:
        """Chosen sentences with their contexts that are chosen and, if a part of a list of steps is
        shown with them, what is chosen from the first to the last such sentence of the list, in
        reading order."""
        found, more = list[int](), self.with_contexts(sentences)
        while found != more:
            found = more
            spans = {span for i in found for span in self._spans_of_steps.get(i, ())}
            between = (self._ordered[first:end] for first, end in spans)
            more = self.with_contexts({*found, *chain.from_iterable(between)})
        return found

    @cached_property
    def _begins(self) -> Indices:
        """The first sentences of all items and rows that are shown."""
        return np.array(sorted({*map(self.begin_of, self.chosen)} - {-1}), np.intp)

    @cached_property
    def _ordered(self) -> list[int]:
        """The chosen sentences in reading order."""
        return sorted(self.chosen)

    @cached_property
    def _spans_of_steps(self) -> dict[int, list[tuple[int, int]]]:
        """For each chosen sentence, the lists of steps that it is in or between: the place in
        reading order of the first sentence with which a part of the list is shown, and the one
        after the last."""
        columns = self.columns
        places: dict[tuple[int, int], list[int]] = {}
        for place, sentence in enumerate(self._ordered):
            shown = (sentence, *self.contexts_of(sentence))
            for begin in {*self._begins_of(shown)} - {-1}:
                steps = int(columns.document[begin]), int(columns.list_number[begin])
                if steps in places or begins_step(begin, columns):
                    places.setdefault(steps, []).append(place)
        spans: dict[int, list[tuple[int, int]]] = {}
        for own in places.values():
            first, end = own[0], own[-1] + 1
            for sentence in self._ordered[first:end]:
                spans.setdefault(sentence, []).append((first, end))
        return spans

    def with_contexts(self, sentences: Iterable[int]) -> list[int]:
        """Chosen sentences and those of their contexts that are chosen, in reading order."""
        found, chosen, rest = set[int](), set(self.chosen), list(sentences)
        while rest:
            sentence = rest.pop()
            if sentence not in found:
                found.add(sentence)
                rest += chosen.intersection(self.contexts_of(sentence))
        return sorted(found)
