"""The drawings of a collection, with the addresses that their parts lead to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from hyperdigest.render.drawings import (
    NARROW,
    neighbourhood_svg,
    topics_map_svg,
    topics_map_table,
    topics_strips_svg,
)
from hyperdigest.render.plain import line
from hyperdigest.render.sources import counted
from hyperdigest.views.neighbourhood import Neighbourhood, neighbourhood
from hyperdigest.views.topics_map import topics_map
from hyperdigest.web.pages.address import Address
from hyperdigest.wishes import place_of

if TYPE_CHECKING:
    from hyperdigest.answer import Answer
    from hyperdigest.model import Model


@dataclass(frozen=True, slots=True)
class DrawnGraph:
    """The hypergraph for its page; `middle` is the sentence it is drawn around, or nothing."""

    wide: Markup
    narrow: Markup
    lead: str
    middle: str
    source: str
    whole: str


def map_drawn(model: Model, base: str) -> tuple[Markup, Markup, Markup]:
    """The map of topics for a broad page, for a narrow one, and as a table; documents linked."""
    drawn, numbers = topics_map(model), model.collection.document_numbers

    def link(name: str) -> str:
        return f"{base}/documents/{numbers[name]}"

    return (
        Markup(topics_map_svg(drawn, link)),  # noqa: S704 (drawings escape the text in them)
        Markup(topics_strips_svg(drawn, link, key="strips")),  # noqa: S704
        Markup(topics_map_table(drawn, link)),  # noqa: S704
    )


def graph_drawn(answer: Answer, around: str, base: str, address: Address) -> DrawnGraph:
    """The hypergraph around a digest, or around the sentence at a place; a node draws it anew."""
    place = place_of(around, "around") if around else None
    drawn = neighbourhood(answer, place)
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
