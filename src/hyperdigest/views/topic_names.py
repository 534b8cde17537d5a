"""Names for topics: phrases of two or three words where the text has them, else words.

A name is made of what is frequent in a topic and at home in it, written as its sentences write it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from hyperdigest.documents import BACKGROUND, Document
from hyperdigest.record import ModelRecord
from hyperdigest.split import Split
from hyperdigest.split.scripts import has_paired_letters
from hyperdigest.topics.data import TopicSample
from hyperdigest.views.background import background_topic
from hyperdigest.views.phrases import Phrase, Phrases
from hyperdigest.views.topics import TopicView
from hyperdigest.views.wording import Language, Wording

M = TypeVar("M", bound=ModelRecord)

PARTS, WORDS, WEAK = 3, 4, 0.12
"""A name has so many parts at most, is full with so many words, and holds no part that is weaker
than so large a share of its strongest."""


def topic_view(model: ModelRecord) -> TopicView:
    """The topics of the most likely sample of a model, with their names, made once."""
    return model.cached(_view_of)


def _view_of(model: ModelRecord) -> TopicView:
    names = model.topic_names or _names_of(model)
    return TopicView(model.collection.split, model.topics.best, names)


def with_topic_names(model: M) -> M:
    """The model with new names for its topics."""
    return replace(model, topic_names=_names_of(model))


def _names_of(model: ModelRecord) -> tuple[str, ...]:
    collection = model.collection
    return topic_names(
        model.topics.best, collection.split, collection.documents, collection.language_of
    )


def topic_names(
    topics: TopicSample, split: Split, documents: Sequence[Document], language: Language
) -> tuple[str, ...]:
    """A name for each topic, no two the same; `BACKGROUND` for one that lies under all of them."""
    under = background_topic(topics, split)
    phrases, wording = Phrases(topics, split), Wording(split, documents, language)
    names, taken = [], {BACKGROUND}
    for topic in range(topics.n_topics):
        if topic == under:
            names.append(BACKGROUND)
            continue
        name = base = _name(phrases.of(topic), wording, taken)
        number = 2
        while name.casefold() in taken:
            name, number = f"{base} ({number})", number + 1
        taken.add(name.casefold())
        names.append(name)
    return tuple(names)


def _name(phrases: Sequence[Phrase], wording: Wording, taken: set[str]) -> str:
    """The strongest phrases and words that share no word; more of them where that name is taken."""
    parts: list[str] = []
    used: set[int] = set()
    words_used: set[str] = set()
    for phrase in phrases:
        weak = phrase.strength < WEAK * phrases[0].strength
        full = weak or len(parts) >= PARTS or len(words_used) >= WORDS
        if parts and full and ", ".join(parts).casefold() not in taken:
            break
        if used & {*phrase.terms}:
            continue
        part = wording.written(phrase)
        words = {*part.casefold().replace("-", " ").split()}
        if part and not words & words_used and not _repeats(part, parts):
            parts.append(part)
            used |= {*phrase.terms}
            words_used |= words
    return ", ".join(parts)


def _repeats(part: str, parts: list[str]) -> bool:
    """Whether letters without spaces repeat those of another part."""
    return has_paired_letters(part) and any(part in each or each in part for each in parts)
