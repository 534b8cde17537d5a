"""Pages that explore a collection: the topics, the hypergraph, the history."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.answer import Answer
from hyperdigest.base.text import counted, displayed, line
from hyperdigest.constraints import place_of
from hyperdigest.drawings.graph import NARROW, neighbourhood_svg
from hyperdigest.drawings.topic_map import topics_map_svg, topics_map_table, topics_strips_svg
from hyperdigest.model import Model
from hyperdigest.views.topics import one_topic
from hyperdigest.web.pages.documents import titled
from hyperdigest.web.pages.form import Address, answered, form_of, form_page
from hyperdigest.web.registry import registry_of
from hyperdigest.web.requests import whole_in

LISTED = 60
LABEL_WORDS = 5


async def topics(request: Request) -> Response:
    """The topics drawn and listed, one of them looked at."""
    _, form = await form_of(request)
    model, run = form.model, registry_of(request).threads.run
    rows = await run(lambda: listed_topics(model))
    number = whole_in(request, "topic", rows[0]["id"] if rows else 0)
    return form_page(
        "topics.html",
        form,
        view="topics",
        n_topics=model.topics.best.n_topics,
        n_documents=len(model.collection.documents),
        drawing=await run(lambda: map_drawn(model, form.base)),
        topics=rows,
        chosen=await run(lambda: shown_topic(model, number, form.base)),
    )


async def graph(request: Request) -> Response:
    """The hypergraph around a digest, or around one sentence."""
    loaded, form = await form_of(request)
    around = request.query_params.get("around", "")
    drawn = None
    if form.question:
        answer = await answered(request, loaded, form.address)
        drawn = await registry_of(request).threads.run(
            lambda: graph_drawn(answer, around, form.base, form.address)
        )
    return form_page("graph.html", form, view="graph", drawn=drawn)


async def history(request: Request) -> Response:
    """What was asked of a collection."""
    _, form = await form_of(request)
    return form_page("history.html", form, view="history")


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


def graph_drawn(answer: Answer, around: str, base: str, address: Address) -> dict[str, Any]:
    """The hypergraph around a digest, or around the sentence at a place; nodes link to theirs."""
    place = place_of(around, "around") if around else None
    drawn = answer.neighbourhood(place)
    graph = f"{base}/graph"

    def link(document: str, start: int, end: int) -> str:
        return graph + address.adding(("around", f"{document}:{start}")).query

    middle, source = "", ""
    if place:
        vertex = drawn.vertices[drawn.around]
        number = answer.model.collection.document_numbers[vertex.document]
        query = address.adding(("start", str(vertex.start)), ("end", str(vertex.end))).query
        middle, source = line(vertex.text), f"{base}/documents/{number}{query}#at"
    inside = sum(vertex.number > 0 for vertex in drawn.vertices)
    return {
        "wide": Markup(neighbourhood_svg(drawn, link)),  # noqa: S704 (it escapes the text itself)
        "narrow": Markup(neighbourhood_svg(drawn, link, NARROW, "narrow")),  # noqa: S704
        "inside": inside,
        "near": len(drawn.vertices) - inside,
        "middle": middle,
        "source": source,
        "whole": graph + address.query,
    }


def listed_topics(model: Model) -> list[dict[str, Any]]:
    """The topics with the most weight; `bar` is the share of each beside that of the largest."""
    topics = model.topic_table(LABEL_WORDS)[:LISTED]
    most = max((topic.share for topic in topics), default=1.0)
    return [
        {
            "id": each.id,
            "label": ", ".join(each.words),
            "facts": f"{each.share:.1%} · {counted(each.documents, 'document')}",
            "bar": each.share / most,
        }
        for each in topics
    ]


def shown_topic(model: Model, number: int, base: str) -> dict[str, Any]:
    """A topic with its words, its documents and sentences about it."""
    topic, documents = one_topic(model.topic_view, number), model.collection.documents
    strongest = [
        (
            f"{base}/documents/{each.document}",
            titled(documents[each.document]),
            f"{each.share:.0%} of its words, {counted(each.sentences, 'sentence')}",
        )
        for each in topic.documents
    ]
    columns, sentences = model.collection.split.sentences, []
    for sentence in topic.sentences:
        index, start = int(columns.document[sentence]), int(columns.start[sentence])
        document, stretch = documents[index], f"start={start}&end={columns.end[sentence]}"
        sentences.append(
            {
                "text": displayed(model.collection.text(sentence), document.format),
                "title": titled(document),
                "place": document.place(start),
                "address": f"{base}/documents/{index}?{stretch}#at",
            }
        )
    return {"id": number, "words": topic.words, "documents": strongest, "sentences": sentences}
