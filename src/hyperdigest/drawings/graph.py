"""The fuzzy hypergraph around a digest as SVG: topics are regions, terms spokes, sentences dots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hyperdigest.base.arrays import Floats
from hyperdigest.base.text import counted
from hyperdigest.drawings.layout import Springs, laid_out
from hyperdigest.drawings.svg import (
    cut,
    element,
    exact,
    hue,
    label,
    lines,
    number,
    opened,
    shown,
    standalone,
    width_of,
)
from hyperdigest.views.neighbourhood import Hyperedge, Neighbourhood, Vertex

HUB, LEAST, MOST = 11.0, 7.0, 24.0
"""Half the width of an arm at its hub; at a sentence of least and of most membership."""

WAIST = 0.2
"""Where the sides of an arm bend to, beside its middle, as a share of half its width."""

THIN, THICK = 0.6, 3.4
GAP = 5.0

BOLD = 1.06
"""How much wider bold letters are."""

CROWDED = 28
"""Above so many sentences they are drawn without their text."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The frame of a drawing in pixels, and how much text stands in it."""

    name: str
    width: float
    height: float
    quote: float  # width of the text beside a sentence of the digest, 0 for none
    near: float  # width of the text beside another sentence, 0 for none
    topic: float  # width of the label of a topic
    letters: float
    dot: float


WIDE = Shape("wide", 1120, 640, 172, 142, 200, 12.5, 11)
NARROW = Shape("narrow", 360, 520, 0, 0, 150, 12, 11)

Link = Callable[[str, int, int], str]
"""The address of a place: of the document of that name, from one offset to another."""


def neighbourhood_svg(
    drawn: Neighbourhood, link: Link | None = None, shape: Shape = WIDE, key: str = "graph"
) -> str:
    """The drawing: topics as soft regions, terms as words with spokes, sentences as dots.

    `link` gives each sentence its address; without one sentences are no links. `key` begins the ids
    of the drawing, so that several can stand on one page.
    """
    nodes = [*(vertex_node(v, shape, len(drawn.vertices)) for v in drawn.vertices),
             *(edge_node(e, shape) for e in drawn.hyperedges)]  # fmt: skip
    places, height = laid_out(springs_of(drawn, nodes), shape.width, shape.height)
    first = len(drawn.vertices)
    dots = dots_of(drawn, nodes, places)
    back, hubs = [], []
    for n, edge in enumerate(drawn.hyperedges):
        place = places[first + n]
        draw = blob if edge.kind == "topic" else spokes
        tie = element("g", draw(edge, place, dots), class_=f"tie {_classes(n, edge)}")
        back.append(f"{tie}\n")
        hubs.append(_hub(n, edge, place, nodes[first + n]))
    quotes = [
        _vertex(drawn, n, nodes[n], dots[n], bool(dots[n, 0] > places[n, 0]), link)
        for n in range(first)
    ]
    title = f"What ties the sentences that answer: {drawn.question}"
    look = f"graph {shape.name}"
    return f"""{opened(look, shape.width, height, key, title, _description(drawn))}
<g class="ties" aria-hidden="true">
{"".join(back)}</g>
<g class="hubs" role="list" aria-label="Topics and terms">
{"".join(hubs)}</g>
<g class="vertices" role="list" aria-label="Sentences">
{"".join(quotes)}</g>
</svg>"""


def neighbourhood_file(drawn: Neighbourhood) -> str:
    """The broad drawing as an SVG file."""
    return standalone(neighbourhood_svg(drawn))


def _description(drawn: Neighbourhood) -> str:
    inside = sum(vertex.number > 0 for vertex in drawn.vertices)
    kinds = [edge.kind for edge in drawn.hyperedges]
    left_out = f", {drawn.left_out} more not drawn" if drawn.left_out else ""
    return (
        f"{counted(inside, 'sentence')} of the digest{left_out},"
        f" {len(drawn.vertices) - inside} near them,"
        f" tied by {counted(kinds.count('topic'), 'topic')} and"
        f" {counted(kinds.count('term'), 'term')}. The broader an arm, the more of its topic or"
        f" term is in the sentence."
    )


def _classes(n: int, edge: Hyperedge) -> str:
    """The classes of a hyperedge, the hue of a topic and the sentences that it ties among them."""
    colour = f" {hue(edge.id)}" if edge.kind == "topic" else ""
    return " ".join([f"{edge.kind}{colour} e{n}", *(f"of-v{vertex}" for vertex, _ in edge.members)])


def _hub(n: int, edge: Hyperedge, place: Floats, node: Node) -> str:
    x, y = place
    pill = ""
    if edge.kind == "topic":
        left, top = x - node.width / 2, y - node.height / 2
        pill = element(
            "rect", x=left, y=top, width=node.width, height=node.height, rx=node.height / 2
        )
    name = label(shown(node.lines[0]), x, y + 0.35 * node.letters, node.letters, "middle")
    told = shown(
        f"{edge.kind} {edge.label}: {counted(len(edge.members), 'sentence')} here,"
        f" {edge.weight:.1%} of the weight of all hyperedges"
    )
    drawn = element(
        "g", f"<title>{told}</title>{pill}{name}", class_=f"hub {_classes(n, edge)}", tabindex=0,
        role="listitem", data_edge=n, data_kind=edge.kind, data_id=edge.id,
        data_nodes=" ".join(str(vertex) for vertex, _ in edge.members), aria_label=told,
    )  # fmt: skip
    return f"{drawn}\n"


def _vertex(
    drawn: Neighbourhood, n: int, node: Node, dot: Floats, mirrored: bool, link: Link | None
) -> str:
    vertex = drawn.vertices[n]
    own = [e for e, edge in enumerate(drawn.hyperedges) if n in dict(edge.members)]
    classes = ["vertex", "inside" if vertex.number else "near", f"v{n}"]
    classes += [*(f"in-e{e}" for e in own), *(["middle"] if n == drawn.around else [])]
    where = f"{vertex.title or vertex.document}, {vertex.place}"
    which = f"Sentence {vertex.number} of the digest" if vertex.number else "Outside the digest"
    told = shown(f"{which}: {vertex.text} ({where})")
    leads: dict[str, str | float] = {"tabindex": 0, "role": "img"}
    if link is not None:
        leads = {"href": exact(link(vertex.document, vertex.start, vertex.end))}
    circle = element("circle", cx=dot[0], cy=dot[1], r=node.dot)
    if vertex.number:
        circle += label(str(vertex.number), dot[0], dot[1] + 4, 11, "middle", "digit")
    inside = element(
        "g" if link is None else "a",
        f"<title>{told}</title>{circle}{_quote(node, dot, mirrored)}",
        class_="node", **leads, data_node=n, data_edges=" ".join(f"e{e}" for e in own),
        data_sentence=vertex.sentence, data_document=exact(vertex.document),
        data_start=vertex.start, data_end=vertex.end, data_text=shown(vertex.text),
        data_place=shown(where), aria_label=told,
    )  # fmt: skip
    return element("g", inside, role="listitem", class_=" ".join(classes)) + "\n"


def _quote(node: Node, dot: Floats, mirrored: bool) -> str:
    if not node.lines:
        return ""
    away = node.dot + GAP
    x, y = dot[0] + (-away if mirrored else away), dot[1]
    top = y + 0.35 * node.letters - 0.6 * node.letters * (len(node.lines) - 1)
    spans = "".join(
        element("tspan", shown(text), x=x, y=top + 1.2 * node.letters * n)
        for n, text in enumerate(node.lines)
    )
    anchor = "end" if mirrored else "start"
    return element("text", spans, class_="said", text_anchor=anchor, font_size=node.letters)


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


def blob(edge: Hyperedge, hub: Floats, dots: Floats) -> str:
    """A topic: an arm to each sentence, as broad there as the root of its membership."""
    strongest = edge.members[0][1]
    x, y = float(hub[0]), float(hub[1])
    parts = [element("circle", cx=x, cy=y, r=HUB * 1.5)]
    for vertex, psi in edge.members:
        broad = LEAST + (MOST - LEAST) * (psi / strongest) ** 0.5
        u, v = float(dots[vertex, 0]), float(dots[vertex, 1])
        parts += [_arm((x, y), (u, v), broad), element("circle", cx=u, cy=v, r=broad)]
    return "".join(parts)


def _arm(hub: tuple[float, float], dot: tuple[float, float], broad: float) -> str:
    """A stretch from the hub to a dot, drawn in between."""
    (x, y), (u, v) = hub, dot
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5 or 1.0
    dx, dy = (u - x) / length, (v - y) / length
    waist = WAIST * min(HUB, broad)
    a, b = (x + u) / 2, (y + v) / 2
    ends = (
        (x - dy * HUB, y + dx * HUB),
        (a - dy * waist, b + dx * waist),
        (u - dy * broad, v + dx * broad),
        (u + dy * broad, v - dx * broad),
        (a + dy * waist, b - dx * waist),
        (x + dy * HUB, y - dx * HUB),
    )
    one, bend, two, three, back, four = (f"{number(p)} {number(q)}" for p, q in ends)
    return f'<path d="M{one}Q{bend} {two}L{three}Q{back} {four}Z"/>'


def spokes(edge: Hyperedge, hub: Floats, dots: Floats) -> str:
    """A term: a line to each sentence, as broad as its membership."""
    strongest = edge.members[0][1]
    return "".join(
        element(
            "line", x1=hub[0], y1=hub[1], x2=dots[vertex, 0], y2=dots[vertex, 1],
            stroke_width=THIN + (THICK - THIN) * psi / strongest,
        )
        for vertex, psi in edge.members
    )  # fmt: skip
