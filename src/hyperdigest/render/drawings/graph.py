"""The fuzzy hypergraph around a digest, as SVG."""

from __future__ import annotations

from collections.abc import Callable

from hyperdigest.render.drawings.blobs import blob, spokes
from hyperdigest.render.drawings.layout import Floats, laid_out
from hyperdigest.render.drawings.markup import exact, frame, hue, number, shown, standalone
from hyperdigest.render.drawings.nodes import (
    GAP,
    WIDE,
    Node,
    Shape,
    dots_of,
    edge_node,
    springs_of,
    vertex_node,
)
from hyperdigest.render.sources import counted
from hyperdigest.views.neighbourhood import Hyperedge, Neighbourhood, Vertex

Link = Callable[[str, int, int], str]
"""The address of a place: of the document of that name, from one offset to another."""


def neighbourhood_svg(
    drawn: Neighbourhood, link: Link | None = None, shape: Shape = WIDE, key: str = "graph"
) -> str:
    """The drawing: topics as soft regions, terms as words with spokes, sentences as dots.

    Parameters
    ----------
    link : gives each sentence its address; without one sentences are no links.
    key : begins the ids of the drawing, so that several can stand on one page.
    """
    nodes = [*(vertex_node(v, shape, len(drawn.vertices)) for v in drawn.vertices),
             *(edge_node(e, shape) for e in drawn.hyperedges)]  # fmt: skip
    places, height = laid_out(springs_of(drawn, nodes), shape.width, shape.height)
    first = len(drawn.vertices)
    dots = dots_of(drawn, nodes, places)
    hubs = places[first:]
    edges = list(enumerate(drawn.hyperedges))
    back = [_back(n, edge, hubs[n], dots) for n, edge in edges]
    labels = [_hub(n, edge, hubs[n], nodes[first + n]) for n, edge in edges]
    quotes = [
        _vertex(drawn, n, nodes[n], dots[n], bool(dots[n, 0] > places[n, 0]), link)
        for n in range(first)
    ]
    return f"""<svg xmlns="http://www.w3.org/2000/svg" class="drawing graph {shape.name}" \
viewBox="{frame(shape.width, height)}" width="{number(shape.width)}" \
height="{number(height)}" role="group" aria-labelledby="{key}-title" aria-describedby="{key}-desc">
<title id="{key}-title">{shown(_title(drawn))}</title>
<desc id="{key}-desc">{shown(_description(drawn))}</desc>
<g class="ties" aria-hidden="true">
{"".join(back)}</g>
<g class="hubs" role="list" aria-label="Topics and terms">
{"".join(labels)}</g>
<g class="vertices" role="list" aria-label="Sentences">
{"".join(quotes)}</g>
</svg>"""


def neighbourhood_file(drawn: Neighbourhood) -> str:
    """The broad drawing as an SVG file."""
    return standalone(neighbourhood_svg(drawn))


def _back(n: int, edge: Hyperedge, hub: Floats, dots: Floats) -> str:
    members = " ".join(f"of-v{vertex}" for vertex, _ in edge.members)
    draw = blob if edge.kind == "topic" else spokes
    colour = f" {hue(edge.id)}" if edge.kind == "topic" else ""
    return f'<g class="tie {edge.kind}{colour} e{n} {members}">{draw(edge, hub, dots)}</g>\n'


def _hub(n: int, edge: Hyperedge, place: Floats, node: Node) -> str:
    members = " ".join(f"of-v{vertex}" for vertex, _ in edge.members)
    nodes = " ".join(str(vertex) for vertex, _ in edge.members)
    colour = f" {hue(edge.id)}" if edge.kind == "topic" else ""
    x, y = place
    pill = ""
    if edge.kind == "topic":
        pill = (
            f'<rect x="{number(x - node.width / 2)}" y="{number(y - node.height / 2)}"'
            f' width="{number(node.width)}" height="{number(node.height)}"'
            f' rx="{number(node.height / 2)}"/>'
        )
    told = f"{edge.kind} {edge.label}: {counted(len(edge.members), 'sentence')} here, " + (
        f"{edge.weight:.1%} of the weight of all hyperedges"
    )
    return (
        f'<g class="hub {edge.kind}{colour} e{n} {members}" tabindex="0" role="listitem"'
        f' data-edge="{n}" data-kind="{edge.kind}" data-id="{edge.id}" data-nodes="{nodes}"'
        f' aria-label="{shown(told)}"><title>{shown(told)}</title>{pill}'
        f'<text x="{number(x)}" y="{number(y + 0.35 * node.letters)}" text-anchor="middle"'
        f' font-size="{number(node.letters)}">{shown(node.lines[0])}</text></g>\n'
    )


def _vertex(
    drawn: Neighbourhood, n: int, node: Node, dot: Floats, mirrored: bool, link: Link | None
) -> str:
    vertex = drawn.vertices[n]
    own = [e for e, edge in enumerate(drawn.hyperedges) if n in dict(edge.members)]
    classes = ["vertex", "inside" if vertex.number else "near", f"v{n}"]
    classes += [*(f"in-e{e}" for e in own), *(["middle"] if n == drawn.around else [])]
    edges = " ".join(f"e{e}" for e in own)
    where = f"{vertex.title or vertex.document}, {vertex.place}"
    which = f"Sentence {vertex.number} of the digest" if vertex.number else "Outside the digest"
    told = f"{which}: {vertex.text} ({where})"
    return (
        f'<g role="listitem" class="{" ".join(classes)}">{_opened(vertex, link)}'
        f' data-node="{n}" data-edges="{edges}" data-sentence="{vertex.sentence}"'
        f' data-document="{exact(vertex.document)}" data-start="{vertex.start}"'
        f' data-end="{vertex.end}" data-text="{shown(vertex.text)}" data-place="{shown(where)}"'
        f' aria-label="{shown(told)}"><title>{shown(told)}</title>'
        f"{_dot(vertex, node, dot)}{_quote(node, dot, mirrored)}"
        f"{'</a>' if link else '</g>'}</g>\n"
    )


def _opened(vertex: Vertex, link: Link | None) -> str:
    if link is None:
        return '<g class="node" tabindex="0" role="img"'
    return f'<a class="node" href="{exact(link(vertex.document, vertex.start, vertex.end))}"'


def _dot(vertex: Vertex, node: Node, place: Floats) -> str:
    x, y = place
    circle = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(node.dot)}"/>'
    if not vertex.number:
        return circle
    return (
        f'{circle}<text class="digit" x="{number(x)}" y="{number(y + 4)}" text-anchor="middle"'
        f' font-size="11">{vertex.number}</text>'
    )


def _quote(node: Node, dot: Floats, mirrored: bool) -> str:
    if not node.lines:
        return ""
    away = node.dot + GAP
    x, y = dot[0] + (-away if mirrored else away), dot[1]
    top = y + 0.35 * node.letters - 0.6 * node.letters * (len(node.lines) - 1)
    spans = "".join(
        f'<tspan x="{number(x)}" y="{number(top + 1.2 * node.letters * n)}">{shown(text)}</tspan>'
        for n, text in enumerate(node.lines)
    )
    anchor = "end" if mirrored else "start"
    return (
        f'<text class="said" text-anchor="{anchor}" font-size="{number(node.letters)}">'
        f"{spans}</text>"
    )


def _title(drawn: Neighbourhood) -> str:
    return f"What ties the sentences that answer: {drawn.question}"


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
