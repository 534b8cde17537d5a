"""The nodes of a drawn hypergraph: their labels, the room they need, and where their dots are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hyperdigest.render.drawings.layout import Floats, Springs
from hyperdigest.render.drawings.lettering import cut, lines, width_of
from hyperdigest.views.neighbourhood import Hyperedge, Neighbourhood, Vertex

GAP = 5.0
BOLD = 1.06
"""How much wider bold letters are."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The frame of a drawing in pixels, and how much text stands in it.

    Parameters
    ----------
    quote, near : width of the text beside a sentence of the digest and beside another one; 0 for
        none.
    topic : width of the label of a topic.
    """

    name: str
    width: float
    height: float
    quote: float
    near: float
    topic: float
    letters: float
    dot: float


WIDE = Shape("wide", 1120, 640, 172, 142, 200, 12.5, 11)
NARROW = Shape("narrow", 360, 520, 0, 0, 150, 12, 11)
CROWDED = 28
"""Above so many sentences they are drawn without their text."""


@dataclass(frozen=True, slots=True)
class Node:
    """The label of a node, its lines at most as wide as told, and the box around all of it."""

    lines: tuple[str, ...]
    letters: float
    width: float
    height: float
    dot: float


def vertex_node(vertex: Vertex, shape: Shape, count: int) -> Node:
    """The label of one of so many sentences: the more there are, the less is said of each."""
    inside = vertex.number > 0
    dot = shape.dot if inside else shape.dot * 0.5
    room = shape.quote if inside else shape.near
    letters = shape.letters - (0.5 if inside else 1.5)
    if not room or count > CROWDED:
        return Node((), letters, 2 * dot + 4, 2 * dot + 4, dot)
    text = tuple(lines(vertex.text, room, letters, 2 if inside else 1))
    width = 2 * dot + GAP + max(width_of(each, letters) for each in text)
    return Node(text, letters, width + 4, max(2 * dot, 1.2 * letters * len(text)) + 6, dot)


def edge_node(edge: Hyperedge, shape: Shape) -> Node:
    """The label of a topic or of a term."""
    letters = shape.letters + (0.5 if edge.kind == "topic" else 0)
    room = shape.topic if edge.kind == "topic" else shape.topic * 0.6
    text = cut(edge.label, room, letters)
    wide = BOLD * width_of(text, letters) + 20 if edge.kind == "topic" else width_of(text, letters)
    return Node((text,), letters, wide + 4, letters + 10, 0.0)


def springs_of(drawn: Neighbourhood, nodes: list[Node]) -> Springs:
    """A spring a membership, the stronger the more of its hyperedge a sentence has."""
    first = len(drawn.vertices)
    ends, pulls = [], []
    for n, edge in enumerate(drawn.hyperedges):
        strongest = edge.members[0][1]
        for vertex, psi in edge.members:
            ends.append((vertex, first + n))
            pulls.append(round(0.25 + 0.75 * psi / strongest, 3) / len(edge.members) ** 0.5)
    return Springs(
        sizes=np.array([(n.width + 4, n.height + 2) for n in nodes]).reshape(-1, 2),
        ends=np.array(ends, np.intp).reshape(-1, 2),
        pulls=np.array(pulls),
        centre=drawn.around,
    )


def dots_of(drawn: Neighbourhood, nodes: list[Node], places: Floats) -> Floats:
    """(n, 2) centres of the dots: at that end of a sentence's label that is nearer its hubs."""
    first = len(drawn.vertices)
    dots = places[:first].copy()
    for n in range(first):
        if nodes[n].lines:
            own = [e for e, edge in enumerate(drawn.hyperedges) if n in dict(edge.members)]
            middle = sum(float(places[first + e, 0]) for e in own) / max(1, len(own))
            offset = nodes[n].width / 2 - nodes[n].dot - 2
            dots[n, 0] += offset if own and middle > places[n, 0] else -offset
    return dots
