"""Pages that explore a collection: a document, the topics, the hypergraph, the history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.base.text import counted, displayed, line
from hyperdigest.constraints import place_of
from hyperdigest.documents import Block
from hyperdigest.drawings.graph import NARROW, neighbourhood_svg
from hyperdigest.drawings.topic_map import topics_map_svg, topics_map_table, topics_strips_svg
from hyperdigest.views.neighbourhood import Neighbourhood
from hyperdigest.views.topics import one_topic
from hyperdigest.web.errors import RequestError
from hyperdigest.web.pages.documents import opened, titled
from hyperdigest.web.pages.form import CollectionPages, asked_before
from hyperdigest.web.pages.query_string import Address
from hyperdigest.web.requests import whole_in
from hyperdigest.web.responses import page

if TYPE_CHECKING:
    from hyperdigest.answer import Answer
    from hyperdigest.model import Model

LISTED = 60
LABEL_WORDS = 5


class ExplorePages(CollectionPages):
    """The pages that show the content of a collection."""

    async def document(self, request: Request) -> Response:
        """One document; after a question, with the sentences of the digest marked."""
        loaded, form = await self._form(request)
        model = form.model
        index = request.path_params["number"]
        if index >= len(model.collection.documents):
            raise RequestError(404, f"there is no document {index}")
        digest = None
        if form.question:
            digest = (await self._answer(loaded, form.address)).digest()
        start, end = whole_in(request, "start", 0), whole_in(request, "end", 0)
        stretch = Block(start, end) if start < end else None
        beside = digest is not None and "near" in request.query_params
        near = whole_in(request, "near", 0) if beside else None
        found = await self._registry.threads.run(
            lambda: opened(model, index, digest, near, stretch)
        )
        return page(
            "document.html",
            record=form.record,
            form=form,
            asked_query=form.address.query,
            document=found,
        )

    async def topics(self, request: Request) -> Response:
        """The topics drawn and listed, one of them looked at."""
        _, form = await self._form(request)
        model = form.model
        rows = await self._registry.threads.run(lambda: listed_topics(model))
        number = whole_in(request, "topic", rows[0].id if rows else 0)
        return page(
            "topics.html",
            view="topics",
            record=form.record,
            asked_query=form.address.query,
            drawing=await self._registry.threads.run(lambda: map_drawn(model, form.base)),
            lead=_topics_lead(model),
            topics=rows,
            chosen=await self._registry.threads.run(lambda: shown_topic(model, number, form.base)),
        )

    async def graph(self, request: Request) -> Response:
        """The hypergraph around a digest, or around one sentence."""
        loaded, form = await self._form(request)
        around = request.query_params.get("around", "")
        drawn = None
        if form.question:
            answer = await self._answer(loaded, form.address)
            drawn = await self._registry.threads.run(
                lambda: graph_drawn(answer, around, form.base, form.address)
            )
        return page(
            "graph.html",
            view="graph",
            record=form.record,
            form=form,
            asked_query=form.address.query,
            drawn=drawn,
        )

    async def history(self, request: Request) -> Response:
        """What was asked of a collection."""
        _, form = await self._form(request)
        return page(
            "history.html",
            view="history",
            record=form.record,
            asked_query=form.address.query,
            past=asked_before(form.record),
        )


def _topics_lead(model: Model) -> str:
    documents = len(model.collection.documents)
    return (
        f"{counted(model.topics.best.n_topics, 'topic')} in {counted(documents, 'document')}: each"
        " is a group of words that keep company. The darker a cell, the more of the document is"
        " about the topic."
    )


def map_drawn(model: Model, base: str) -> tuple[Markup, Markup, Markup]:
    """The topic map for wide and narrow pages and as a table, with links to documents."""
    drawn, numbers = model.topics_map(), model.collection.document_numbers

    def link(name: str) -> str:
        return f"{base}/documents/{numbers[name]}"

    return (
        Markup(topics_map_svg(drawn, link)),  # noqa: S704 (drawings escape the text in them)
        Markup(topics_strips_svg(drawn, link, key="strips")),  # noqa: S704
        Markup(topics_map_table(drawn, link)),  # noqa: S704
    )


@dataclass(frozen=True, slots=True)
class DrawnGraph:
    """The hypergraph for its page; `middle` is the sentence it is drawn around, or nothing."""

    wide: Markup
    narrow: Markup
    lead: str
    middle: str
    source: str
    whole: str


def graph_drawn(answer: Answer, around: str, base: str, address: Address) -> DrawnGraph:
    """The hypergraph around a digest, or around the sentence at a place; nodes link to theirs."""
    place = place_of(around, "around") if around else None
    drawn = answer.neighbourhood(place)
    numbers = answer.model.collection.document_numbers
    graph = f"{base}/graph"

    def link(document: str, start: int, end: int) -> str:
        return graph + address.adding(("around", f"{document}:{start}")).query

    middle = drawn.vertices[drawn.around] if place else None
    source = ""
    if middle is not None:
        query = address.adding(("start", str(middle.start)), ("end", str(middle.end))).query
        source = f"{base}/documents/{numbers[middle.document]}{query}#at"
    return DrawnGraph(
        wide=Markup(neighbourhood_svg(drawn, link)),  # noqa: S704 (it escapes the text itself)
        narrow=Markup(neighbourhood_svg(drawn, link, NARROW, "narrow")),  # noqa: S704
        lead=_lead(drawn),
        middle=line(middle.text) if middle else "",
        source=source,
        whole=graph + address.query,
    )


def _lead(drawn: Neighbourhood) -> str:
    inside = sum(vertex.number > 0 for vertex in drawn.vertices)
    near = len(drawn.vertices) - inside
    return (
        f"{counted(inside, 'sentence')} of the digest and {near} near by. A coloured region is a"
        " topic, a word in italics is a term; each holds the sentences that share it."
    )


@dataclass(frozen=True, slots=True)
class ListedTopic:
    """A topic in the list; `bar` is its share of the words beside that of the largest."""

    id: int
    label: str
    facts: str
    bar: float


@dataclass(frozen=True, slots=True)
class TopicDocument:
    """A document that a topic is strong in."""

    index: int
    title: str
    facts: str


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
    topic, documents = one_topic(model.topic_view, number), model.collection.documents
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
