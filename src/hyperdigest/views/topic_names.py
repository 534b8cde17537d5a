"""Names for topics: phrases of two or three words if the text has them, and words.

A name consists of phrases and words that are frequent in the topic and rare outside of it, written
as the sentences write them. The topic whose words occur everywhere is the background.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from hyperdigest.digest import BACKGROUND
from hyperdigest.documents import Document
from hyperdigest.record import ModelRecord
from hyperdigest.split import Split
from hyperdigest.split.scripts import has_paired_letters
from hyperdigest.topics.data import TopicSample
from hyperdigest.views.phrases import Phrase, Phrases
from hyperdigest.views.topics import TopicView
from hyperdigest.views.wording import Language, Wording


def background_topic(topics: TopicSample, split: Split) -> int:
    """The number of the background topic; -1 if there is none.

    It is the largest topic k, if it has at least a tenth of the tokens and twice as many as the
    next topic, and if it is spread over the documents d as all tokens are: the divergence
    sum_d p(d|k) log(p(d|k) / p(d)) is at most 0.25 nats. With less than four documents, eight equal
    parts of the text are used instead.
    """
    z = topics.assignments
    sizes = np.bincount(z, minlength=topics.n_topics)
    if len(sizes) < 2:
        return -1
    second, first = np.sort(sizes)[-2:].tolist()
    if first < max(0.1 * len(z), 2.0 * second):
        return -1
    largest = int(sizes.argmax())
    part = split.sentences.document[split.sentence_of]
    if part[-1] + 1 < 4:
        part = (np.arange(len(z)) * 8 // len(z)).astype(np.int32)
    overall = np.bincount(part) / len(z)
    own = np.bincount(part[z == largest], minlength=len(overall)) / first
    occurs = own > 0
    divergence = float((own[occurs] * np.log(own[occurs] / overall[occurs])).sum())
    return largest if divergence <= 0.25 else -1


M = TypeVar("M", bound=ModelRecord)


def topic_view(model: ModelRecord) -> TopicView:
    """The topics of a model's most likely sample, with their names; cached."""
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
    """A unique name for each topic; `BACKGROUND` for the background topic."""
    background = background_topic(topics, split)
    phrases, wording = Phrases(topics, split), Wording(split, documents, language)
    names, taken = [], {BACKGROUND}
    for topic in range(topics.n_topics):
        if topic == background:
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
    """The strongest phrases and words without common words, as many as a name has.

    It has up to three parts and about four words, and no part with less than 12 % of the strength
    of the first. If that name is taken, more parts are added.
    """
    parts: list[str] = []
    used: set[int] = set()
    words_used: set[str] = set()
    for phrase in phrases:
        is_weak = phrase.strength < 0.12 * phrases[0].strength
        is_full = is_weak or len(parts) >= 3 or len(words_used) >= 4
        if parts and is_full and ", ".join(parts).casefold() not in taken:
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
    """Whether a part in a script without spaces overlaps with another part."""
    return has_paired_letters(part) and any(part in each or each in part for each in parts)
