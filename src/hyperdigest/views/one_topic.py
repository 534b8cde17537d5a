"""One topic of a collection: its words, the documents it is strongest in, sentences about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hyperdigest.documents import FORMS
from hyperdigest.errors import OptionError

if TYPE_CHECKING:
    from hyperdigest.model import Model

WORDS, DOCUMENTS, SENTENCES = 12, 8, 8


@dataclass(frozen=True, slots=True)
class TopicDocument:
    """A document by its number, the share of its tokens that a topic holds, and sentences of it."""

    document: int
    share: float
    sentences: int


@dataclass(frozen=True, slots=True)
class OneTopic:
    """A topic of the most likely sample.

    Parameters
    ----------
    words : the strongest, strongest first.
    documents : those whose tokens it holds most of.
    sentences : numbers of those most about it, whole sentences alone.
    """

    id: int
    label: str
    words: tuple[str, ...]
    documents: tuple[TopicDocument, ...]
    sentences: tuple[int, ...]


def one_topic(
    model: Model,
    topic: int,
    *,
    words: int = WORDS,
    documents: int = DOCUMENTS,
    sentences: int = SENTENCES,
) -> OneTopic:
    """What there is to see of a topic.

    A sentence is the more about it the more of its tokens fall to it, and the larger a share of
    them these are: tokens times share.

    Raises
    ------
    OptionError
        where there is no topic of the number.
    """
    sample, split = model.topics.best, model.collection.split
    if not 0 <= topic < sample.n_topics:
        raise OptionError(
            f"there is no topic {topic}: give a number from 0 to {sample.n_topics - 1}"
        )
    of_topic = split.sentence_of[sample.assignments == topic]
    held = np.bincount(of_topic, minlength=len(split.sentences))
    tokens = np.bincount(split.sentence_of, minlength=len(split.sentences))
    about = held**2 / np.maximum(tokens, 1)
    about[split.sentences.form != FORMS.index("prose")] = 0.0
    best = np.argsort(-about, kind="stable")[:sentences]
    return OneTopic(
        id=topic,
        label=model.topic_view.labels[topic],
        words=tuple(model.topic_view.strongest_words(words)[topic]),
        documents=_documents(model, held, tokens, documents),
        sentences=tuple(int(i) for i in best if about[i] > 0),
    )


def _documents(
    model: Model, held: NDArray[np.intp], tokens: NDArray[np.intp], most: int
) -> tuple[TopicDocument, ...]:
    document = model.collection.split.sentences.document
    size = len(model.collection.documents)
    of_topic = np.bincount(document, weights=held, minlength=size)
    of_all = np.maximum(np.bincount(document, weights=tokens, minlength=size), 1)
    sentences = np.bincount(document[held > 0], minlength=size)
    best = np.argsort(-of_topic / of_all, kind="stable")[:most]
    return tuple(
        TopicDocument(int(d), float(of_topic[d] / of_all[d]), int(sentences[d]))
        for d in best
        if of_topic[d] > 0
    )
