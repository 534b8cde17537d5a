"""Every sentence of a collection with what was computed of it for a question, as columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hyperdigest.answer import Answer


def sentence_table(answer: Answer) -> dict[str, list[Any]]:
    """Columns of N values each, in the order of reading, as `Answer.table` tells them."""
    collection = answer.model.collection
    documents, columns = collection.documents, collection.split.sentences
    held = [documents[number] for number in columns.document.tolist()]
    starts = columns.start.tolist()
    chosen: list[int | None] = [None] * len(columns)
    gain: list[float | None] = [None] * len(columns)
    picked = zip(answer.selection.chosen, answer.selection.gains, strict=True)
    for step, (sentence, added) in enumerate(picked, start=1):
        chosen[sentence], gain[sentence] = step, float(added)
    labels = answer.model.topic_view.labels
    return {
        "document": [document.name for document in held],
        "path": [document.path for document in held],
        "start": starts,
        "end": columns.end.tolist(),
        "page": [document.page(start) for document, start in zip(held, starts, strict=True)],
        "words": columns.words.tolist(),
        "text": [collection.text(sentence) for sentence in range(len(columns))],
        "score": answer.scores.tolist(),
        "evidence": answer.bias.tolist(),
        "eligible": answer.eligible.tolist(),
        "chosen": chosen,
        "gain": gain,
        "topic": [labels[topic] for topic in answer.model.topic_view.strongest().tolist()],
    }
