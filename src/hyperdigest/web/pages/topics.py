"""The topics of a collection for their page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperdigest.render.plain import displayed
from hyperdigest.render.sources import counted
from hyperdigest.views.one_topic import one_topic
from hyperdigest.web.pages.opened import titled

if TYPE_CHECKING:
    from hyperdigest.model import Model

LISTED = 60
LABEL_WORDS = 5


@dataclass(frozen=True, slots=True)
class ListedTopic:
    """A topic in the list; `bar` is its share of the words beside that of the largest."""

    id: int
    label: str
    told: str
    bar: float


@dataclass(frozen=True, slots=True)
class TopicDocument:
    """A document that a topic is strong in."""

    index: int
    title: str
    told: str


@dataclass(frozen=True, slots=True)
class TopicSentence:
    """A sentence about a topic."""

    text: str
    title: str
    place: str
    address: str


@dataclass(frozen=True, slots=True)
class ShownTopic:
    """A topic looked at."""

    id: int
    words: tuple[str, ...]
    documents: tuple[TopicDocument, ...]
    sentences: tuple[TopicSentence, ...]


def listed_topics(model: Model) -> list[ListedTopic]:
    """The topics with the most weight."""
    topics = model.topic_table(LABEL_WORDS)[:LISTED]
    most = max((topic.share for topic in topics), default=1.0)
    return [
        ListedTopic(
            each.id,
            ", ".join(each.words),
            f"{each.share:.1%} · {counted(each.documents, 'document')}",
            each.share / most,
        )
        for each in topics
    ]


def shown_topic(model: Model, number: int, base: str) -> ShownTopic:
    """A topic with its words, its documents and sentences about it."""
    topic, documents = one_topic(model, number), model.collection.documents
    return ShownTopic(
        id=number,
        words=topic.words,
        documents=tuple(
            TopicDocument(
                each.document,
                titled(documents[each.document]),
                f"{each.share:.0%} of its words, {counted(each.sentences, 'sentence')}",
            )
            for each in topic.documents
        ),
        sentences=tuple(_sentence(model, each, base) for each in topic.sentences),
    )


def _sentence(model: Model, sentence: int, base: str) -> TopicSentence:
    columns = model.collection.split.sentences
    index = int(columns.document[sentence])
    start, end = int(columns.start[sentence]), int(columns.end[sentence])
    document = model.collection.documents[index]
    return TopicSentence(
        text=displayed(model.collection.text(sentence), document.format),
        title=titled(document),
        place=document.place(start),
        address=f"{base}/documents/{index}?start={start}&end={end}#at",
    )
