"""Pages with drawings: the topics of a collection, and the hypergraph around a digest."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.answer.answer import Answer
from hyperdigest.constraints import parse_place
from hyperdigest.digest import BACKGROUND
from hyperdigest.drawings.graph import NARROW, TITLE, neighbourhood_svg, neighbourhood_table
from hyperdigest.drawings.topic_map import topics_map_svg, topics_map_table, topics_strips_svg
from hyperdigest.views.search import hits_of
from hyperdigest.views.topics import one_topic
from hyperdigest.web.pages.form import QuestionForm, form_of
from hyperdigest.web.requests import whole_in

LISTED = 60
"""Topics in a list."""


async def topics(request: Request) -> Response:
    """The topics drawn and listed, one of them looked at."""
    form = await form_of(request)
    content = await form.registry.threads.run(lambda: _topics(form, request))
    return await form.page("topics.html", view="topics", **content)


def _topics(form: QuestionForm, request: Request) -> dict[str, Any]:
    """The topic map for wide and narrow pages and as a table, the topics, and the one chosen."""
    model = form.model
    drawn = model.topics_map()

    def link(name: str) -> str:
        return f"{form.base}/documents/{form.number(name)}"

    listed = model.topic_table()[:LISTED]
    own = [topic for topic in listed if not topic.background]
    chosen = one_topic(
        model.topic_view, whole_in(request.query_params, "topic", own[0].id if own else 0)
    )
    label = model.topic_view.labels[chosen.id]
    return {
        "drawing": (
            Markup(topics_map_svg(drawn, link)),  # noqa: S704 (drawings escape the text in them)
            Markup(topics_strips_svg(drawn, link)),  # noqa: S704
            Markup(topics_map_table(drawn, link)),  # noqa: S704
        ),
        "topics": listed,
        "largest": max((topic.share for topic in own), default=1.0),
        "chosen": chosen,
        "label": label,
        "background": label == BACKGROUND,
        "hits": hits_of(model.collection, chosen.sentences),
    }


async def graph(request: Request) -> Response:
    """The hypergraph around a digest, or around one sentence."""
    form = await form_of(request)
    content: dict[str, Any] = {"drawn": None}
    if form.question:
        answer, around = await form.answer(), request.query_params.get("around", "")
        content = await form.registry.threads.run(lambda: _graph(form, answer, around))
    return await form.page("graph.html", view="graph", **content)


def _graph(form: QuestionForm, answer: Answer, around: str) -> dict[str, Any]:
    """The hypergraph around a digest, or around the sentence at a place; nodes link to theirs."""
    place = parse_place(around, "around") if around else None
    drawn = answer.neighbourhood(place)

    def link(document: str, start: int, end: int) -> str:
        return form.url("/graph", around=f"{document}:{start}")

    return {
        "drawn": drawn,
        "title": TITLE,
        "wide": Markup(neighbourhood_svg(drawn, link)),  # noqa: S704 (it escapes the text itself)
        "narrow": Markup(neighbourhood_svg(drawn, link, NARROW, "narrow")),  # noqa: S704
        "table": Markup(neighbourhood_table(drawn)),  # noqa: S704
        "inside": sum(vertex.number > 0 for vertex in drawn.vertices),
        "middle": drawn.vertices[drawn.around] if place else None,
    }
