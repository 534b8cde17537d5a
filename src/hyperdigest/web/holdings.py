"""What a collection holds, as its readers count it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperdigest.render.sources import counted

if TYPE_CHECKING:
    from hyperdigest.model import Model


def holdings(model: Model) -> str:
    """How many documents, sentences and topics."""
    collection = model.collection
    numbers = {
        "document": len(collection.documents),
        "sentence": len(collection.split.sentences),
        "topic": model.topics.best.n_topics,
    }
    return ", ".join(counted(number, name) for name, number in numbers.items())
