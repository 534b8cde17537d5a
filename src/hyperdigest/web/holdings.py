"""What a collection holds, as its readers count it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperdigest.render.sources import counted
from hyperdigest.split.languages import name_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperdigest.model import Model

NAMED = 3
"""Languages that are named, those of most documents; others are counted together."""


def holdings(model: Model) -> str:
    """How many documents, in which languages, and how many sentences and topics."""
    collection = model.collection
    documents = counted(len(collection.documents), "document")
    sentences = counted(len(collection.split.sentences), "sentence")
    topics = counted(model.topics.best.n_topics, "topic")
    return f"{documents}{_spoken(collection.language_counts)}, {sentences}, {topics}"


def _spoken(languages: Mapping[str, int]) -> str:
    if len(languages) == 1:
        return f" in {name_of(next(iter(languages)))}"
    each = [(number, name_of(code)) for code, number in languages.items()]
    told = each[:NAMED]
    if len(each) > NAMED:
        told.append((sum(number for number, _ in each[NAMED:]), "other languages"))
    return f" ({', '.join(f'{number} in {name}' for number, name in told)})"
