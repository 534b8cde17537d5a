"""All sentences of a collection with the results for a question, as columns of a table."""

from __future__ import annotations

from typing import Any

from hyperdigest.answer.solution import Solution
from hyperdigest.base.slices import indent_before, passage
from hyperdigest.documents import SENTENCE_KINDS, step_number
from hyperdigest.views.topic_names import topic_view


def sentence_table(solution: Solution) -> dict[str, list[Any]]:
    """All N sentences in reading order, as columns of N values.

    The columns are ``document``, ``path``, ``start``, ``end``, ``page`` and ``page_label`` (None
    without pages), ``words``, ``text``, ``passage`` (the text after what is quoted before it),
    ``score`` (relevance), ``evidence`` (that it answers the question), ``eligible``, ``chosen``
    (the step at which it was picked, from 1, or None), ``gain`` (at that step), and ``topic`` (the
    name of its strongest topic).
    """
    collection, topics = solution.model.collection, topic_view(solution.model)
    columns = collection.split.sentences
    documents = [collection.documents[number] for number in columns.document.tolist()]
    starts = columns.start.tolist()
    chosen: list[int | None] = [None] * len(columns)
    gain: list[float | None] = [None] * len(columns)
    picked = zip(solution.chosen, solution.choice.gains, strict=True)
    for step, (sentence, added) in enumerate(picked, start=1):
        chosen[sentence], gain[sentence] = step, float(added)
    offsets = list(zip(documents, starts, strict=True))
    return {
        "document": [document.name for document in documents],
        "path": [document.path for document in documents],
        "start": starts,
        "end": columns.end.tolist(),
        "page": [document.page(start) for document, start in offsets],
        "page_label": [document.page_label(start) for document, start in offsets],
        "words": columns.words.tolist(),
        "text": [collection.text(sentence) for sentence in range(len(columns))],
        "passage": [_passage(solution, sentence) for sentence in range(len(columns))],
        "score": solution.ranking.relevance.tolist(),
        "evidence": solution.ranking.evidence.tolist(),
        "eligible": solution.eligible.tolist(),
        "chosen": chosen,
        "gain": gain,
        "topic": [topics.labels[topic] for topic in topics.strongest().tolist()],
    }


def _passage(solution: Solution, sentence: int) -> str:
    """A sentence after all of its context, a line each, with numbers and ``[...]`` over gaps."""
    collection = solution.model.collection
    numbers = [*solution.problem.contexts_of(sentence), sentence]
    columns = collection.split.sentences
    document = collection.slice_of(sentence)[0]
    slices = []
    for number in numbers:
        _, start, end = collection.slice_of(number)
        kind = SENTENCE_KINDS[columns.kind[number]]
        step = step_number(document, start, int(columns.ordinal[number]), kind)
        indent = indent_before(document.text, start) if kind == "code" else ""
        slices.append((start, end, step, indent + document.text[start:end]))
    return passage(document.text, slices)
