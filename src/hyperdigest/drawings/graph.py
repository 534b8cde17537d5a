"""Draw the hypergraph around a digest as SVG: a row per sentence, a column per topic or word.

A dot marks that a sentence has a topic or word. In the narrow drawing each topic and word is a line
with the numbers of its sentences instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from hyperdigest.base.text import counted
from hyperdigest.drawings.svg import (
    LEAN_COSINE,
    LEAN_SINE,
    element,
    escaped,
    escaped_exactly,
    hue,
    label,
    leaning_label,
    lines,
    shortened,
    standalone,
    svg_start,
    width_of,
)
from hyperdigest.views.neighbourhood import Hyperedge, Neighbourhood, Vertex

Shape = Literal["wide", "narrow"]
WIDE: Shape = "wide"
NARROW: Shape = "narrow"

Link = Callable[[str, int, int], str]
"""Gives the address of a slice of a document, by the document's name, start and end."""

TITLE = "Which topics and words join these sentences?"

WIDTH, TEXT_WIDTH, FONT_SIZE = 1120.0, 520.0, 12.5
"""The wide drawing, the text of a sentence, and the font, in pixels."""

NAME_WIDTH, LAST_NAME_WIDTH = 245.0, 100.0
"""Longest name of a column, and of the last columns, at the right edge, in pixels."""

KIND_GAP, COLUMN_PITCH = 18.0, 30.0
"""Gap between topics and words, and largest distance of columns, in pixels."""

SMALLEST_DOT, LARGEST_DOT = 3.0, 9.0
"""Radius of a dot for the smallest and the largest membership, in pixels."""

DISC_RADIUS, TEXT_LEFT = 10.0, 30.0
"""Radius of the disc with a sentence's number, and left edge of its text, in pixels."""

LINE_HEIGHT, ROW_PADDING, CAPTION_HEIGHT = 16.0, 10.0, 26.0
NARROW_WIDTH, DISC_PITCH, DISCS_PER_LINE = 330.0, 23.0, 14


def neighbourhood_svg(
    drawn: Neighbourhood, link: Link | None = None, shape: Shape = WIDE, key: str = "graph"
) -> str:
    """The drawing of a view.

    Parameters
    ----------
    link : gives the address to which a sentence links; None for no links.
    key : prefix of the ids in the drawing, which must be unique on a page.
    """
    width, draw = (WIDTH, _wide) if shape == WIDE else (NARROW_WIDTH, _narrow)
    body, height = draw(drawn, link)
    title = f"{TITLE} {drawn.question}".rstrip()
    start = svg_start(f"graph {shape}", width, height, key, title, _description(drawn))
    return f"{start}\n{body}</svg>"


def neighbourhood_file(drawn: Neighbourhood) -> str:
    """The wide drawing as an SVG file."""
    return standalone(neighbourhood_svg(drawn))


def neighbourhood_table(drawn: Neighbourhood) -> str:
    """An HTML table with a row per sentence, a column per topic or term, memberships in percent."""
    marks = marks_of(drawn.vertices)
    heads = "".join(f'<th scope="col">{escaped(edge.label)}</th>' for edge in drawn.hyperedges)
    rows = []
    for n, vertex in enumerate(drawn.vertices):
        cells = "".join(
            f"<td>{dict(edge.members)[n]:.1%}</td>" if n in dict(edge.members) else "<td></td>"
            for edge in drawn.hyperedges
        )
        name = f"{marks[n]}. {escaped(vertex.displayed)}"
        rows.append(f'<tr><th scope="row" dir="auto">{name}</th>{cells}</tr>')
    listed = "\n".join(rows)
    return f"""<table class="memberships">
<caption>Share of each topic and word that stands in the sentence</caption>
<thead><tr><th scope="col">Sentence</th>{heads}</tr></thead>
<tbody>
{listed}
</tbody>
</table>"""


def marks_of(vertices: Sequence[Vertex]) -> list[str]:
    """The marks of sentences: a number for those of the digest, a letter for the others."""
    near = (f"{chr(97 + n % 26)}{n // 26 or ''}" for n in range(len(vertices)))
    return [str(vertex.number) if vertex.number else next(near) for vertex in vertices]


def _description(drawn: Neighbourhood) -> str:
    inside = sum(vertex.number > 0 for vertex in drawn.vertices)
    kinds = [edge.kind for edge in drawn.hyperedges]
    left_out = f", {drawn.left_out} more not drawn" if drawn.left_out else ""
    return (
        f"{counted(inside, 'sentence')} of the digest{left_out},"
        f" {len(drawn.vertices) - inside} near them,"
        f" joined by {counted(kinds.count('topic'), 'topic')} and"
        f" {counted(kinds.count('term'), 'word')}. A topic or word joins the sentences that have"
        f" its dots; the larger a dot, the more of it stands in the sentence."
    )


@dataclass(frozen=True, slots=True)
class Row:
    """The row of a sentence in the wide drawing: its vertex, the lines of its text, its place."""

    vertex: int
    lines: tuple[str, ...]
    top: float
    height: float

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


def _wide(drawn: Neighbourhood, link: Link | None) -> tuple[str, float]:
    """The elements of the wide drawing, and its height."""
    names = [width_of(edge.label, FONT_SIZE) for edge in drawn.hyperedges]
    top = min(NAME_WIDTH, max(names, default=0.0)) * LEAN_COSINE + 24
    rows, captions, bottom = _rows(drawn, top)
    order = _columns(drawn, rows)
    places = _places(drawn, order)
    middle = {row.vertex: row.middle for row in rows}
    marks = marks_of(drawn.vertices)
    ties, hubs = "", ""
    for e in order:
        edge, x = drawn.hyperedges[e], places[e]
        ends = sorted(middle[n] for n, _ in edge.members)
        line = element("line", x1=x, x2=x, y1=ends[0], y2=ends[-1])
        ties += element("g", line, class_=f"tie {_classes(e, edge)}") + "\n"
        base = element("circle", cx=x, cy=top - 8, r=3.5)
        room = min(NAME_WIDTH, (WIDTH - x) / LEAN_SINE)
        text = escaped(shortened(edge.label, room, FONT_SIZE))
        hubs += _hub(e, edge, base + leaning_label(text, x + 5, top - 15, FONT_SIZE))
    sentences = "".join(
        _vertex(drawn, row.vertex, marks[row.vertex], _in_row(drawn, row, marks, places), link)
        for row in rows
    )
    body = f"""<g class="captions" aria-hidden="true">{captions}{_kinds(drawn, places, bottom)}</g>
<g class="hubs" role="list" aria-label="Topics and words">
{hubs}</g>
<g class="ties" aria-hidden="true">
{ties}</g>
<g class="vertices" role="list" aria-label="Sentences">
{sentences}</g>
{_legend(bottom + 46, complete=True)}
"""
    return body, bottom + 62


def _rows(drawn: Neighbourhood, top: float) -> tuple[list[Row], str, float]:
    """The rows of the digest and of the other sentences, their captions, and the bottom edge."""
    rows, captions = [], ""
    inside = [n for n, vertex in enumerate(drawn.vertices) if vertex.number]
    near = [n for n, vertex in enumerate(drawn.vertices) if not vertex.number]
    for caption, group, most in (("In the digest", inside, 2), ("Near by", near, 1)):
        if group:
            captions += label(caption, 0, top + 17, 11.5, kind="caption")
            top += CAPTION_HEIGHT
        for n in group:
            text = tuple(lines(drawn.vertices[n].displayed, TEXT_WIDTH, FONT_SIZE, most))
            height = max(LINE_HEIGHT * len(text) + ROW_PADDING, 2 * DISC_RADIUS + 4)
            rows.append(Row(n, text, top, height))
            top += height
    return rows, captions, top


def _columns(drawn: Neighbourhood, rows: Sequence[Row]) -> list[int]:
    """The numbers of hyperedges: topics, the background topic, terms; each kind by mean row."""
    place = {row.vertex: n for n, row in enumerate(rows)}

    def sort_key(e: int) -> tuple[bool, bool, float, int]:
        edge = drawn.hyperedges[e]
        total = sum(psi for _, psi in edge.members)
        mean = sum(place[n] * psi for n, psi in edge.members) / total
        return edge.kind == "term", edge.background, round(mean, 6), e

    return sorted(range(len(drawn.hyperedges)), key=sort_key)


def _places(drawn: Neighbourhood, order: Sequence[int]) -> dict[int, float]:
    """The x coordinate of the column of each hyperedge."""
    left, right = TEXT_LEFT + TEXT_WIDTH + 16, WIDTH - LAST_NAME_WIDTH * LEAN_SINE
    pitch = min(COLUMN_PITCH, (right - left - KIND_GAP) / max(1, len(order)))
    gap, places = 0.0, {}
    for n, e in enumerate(order):
        if n and drawn.hyperedges[e].kind != drawn.hyperedges[order[n - 1]].kind:
            gap = KIND_GAP
        places[e] = left + gap + pitch * (n + 0.5)
    return places


def _kinds(drawn: Neighbourhood, places: dict[int, float], bottom: float) -> str:
    """The captions "topics" and "words" below the columns."""
    captions = ""
    for kind, name in (("topic", "topics"), ("term", "words")):
        own = [x for e, x in places.items() if drawn.hyperedges[e].kind == kind]
        if own:
            middle = (min(own) + max(own)) / 2
            captions += label(name, middle, bottom + 14, 11.5, "middle", "caption")
    return captions


def _in_row(drawn: Neighbourhood, row: Row, marks: Sequence[str], places: dict[int, float]) -> str:
    """A background stripe, the mark and text of a sentence, and a dot for each hyperedge."""
    width = WIDTH - LAST_NAME_WIDTH * LEAN_SINE + 4
    parts = [
        element(
            "rect", class_="stripe", x=-4, y=row.top + 1, width=width, height=row.height - 2, rx=5
        ),
        _disc(marks[row.vertex], DISC_RADIUS, row.middle),
    ]
    first = row.middle + 0.35 * FONT_SIZE - LINE_HEIGHT / 2 * (len(row.lines) - 1)
    spans = "".join(
        element("tspan", escaped(text), x=TEXT_LEFT, y=first + LINE_HEIGHT * n)
        for n, text in enumerate(row.lines)
    )
    parts.append(element("text", spans, class_="said", font_size=FONT_SIZE))
    own = [(e, dict(edge.members)[row.vertex]) for e, edge in enumerate(drawn.hyperedges)
           if row.vertex in dict(edge.members)]  # fmt: skip
    for e, psi in own:
        edge = drawn.hyperedges[e]
        relative = (psi / edge.members[0][1]) ** 0.5
        radius = SMALLEST_DOT + (LARGEST_DOT - SMALLEST_DOT) * relative
        dot = element("circle", cx=places[e], cy=row.middle, r=radius)
        parts.append(element("g", dot, class_=f"dot {_classes(e, edge)}"))
    if not own and places:
        x, y = max(places.values()) + LARGEST_DOT + 3, row.middle + 0.35 * FONT_SIZE
        parts.append(label("stands alone", x, y, 11.5, kind="caption"))
    return "".join(parts)


def _narrow(drawn: Neighbourhood, link: Link | None) -> tuple[str, float]:
    """The elements of the narrow drawing, and its height.

    A line for each topic and word, with the marks of its sentences, and the sentences below.
    """
    marks, y = marks_of(drawn.vertices), 36.0
    hubs, sentences = "", ""
    for e, edge in enumerate(drawn.hyperedges):
        text = escaped(shortened(edge.label, NARROW_WIDTH, FONT_SIZE))
        name = label(text, 0, y + 14, FONT_SIZE)
        discs = ""
        for n, member in enumerate(sorted(vertex for vertex, _ in edge.members)):
            line, place = divmod(n, DISCS_PER_LINE)
            x = DISC_RADIUS + DISC_PITCH * place
            discs += _disc(marks[member], x, y + 33 + DISC_PITCH * line)
        hubs += _hub(e, edge, name + discs)
        y += 33 + DISC_PITCH * ((len(edge.members) - 1) // DISCS_PER_LINE) + 18
    for n, vertex in enumerate(drawn.vertices):
        shown = lines(vertex.displayed, NARROW_WIDTH - TEXT_LEFT - 4, FONT_SIZE, 3)
        spans = "".join(
            element("tspan", escaped(each), x=TEXT_LEFT, y=y + 24 + LINE_HEIGHT * k)
            for k, each in enumerate(shown)
        )
        disc = _disc(marks[n], DISC_RADIUS, y + 20)
        sentence = disc + element("text", spans, class_="said", font_size=FONT_SIZE)
        sentences += _vertex(drawn, n, marks[n], sentence, link)
        y += max(LINE_HEIGHT * len(shown), 2 * DISC_RADIUS) + ROW_PADDING
    body = f"""{_legend(DISC_RADIUS, complete=False)}
<g class="hubs" role="list" aria-label="Topics and words">
{hubs}</g>
<g class="vertices" role="list" aria-label="Sentences">
{sentences}</g>
"""
    return body, y + 12


def _classes(n: int, edge: Hyperedge) -> str:
    """The CSS classes of a hyperedge, with the hue of a topic."""
    look = "" if edge.kind == "term" else " background" if edge.background else f" {hue(edge.id)}"
    return f"{edge.kind}{look} e{n}"


def _disc(mark: str, x: float, y: float) -> str:
    """The mark of a sentence on a disc, in another style for sentences outside of the digest."""
    look = "mark inside" if mark.isdigit() else "mark near"
    circle = element("circle", cx=x, cy=y, r=DISC_RADIUS)
    inside = circle + label(mark, x, y + 4, 11, "middle", "digit")
    return element("g", inside, class_=look)


def _hub(n: int, edge: Hyperedge, inside: str) -> str:
    """A topic or word of the drawing, with its description as title."""
    title = escaped(
        f"{edge.kind} {edge.label}: {counted(len(edge.members), 'sentence')} here,"
        f" {edge.weight:.1%} of the weight of all hyperedges"
    )
    group = element(
        "g", f"<title>{title}</title>{inside}", class_=f"hub {_classes(n, edge)}", tabindex=0,
        role="listitem", data_edge=n, data_kind=edge.kind, data_id=edge.id,
        data_nodes=" ".join(str(vertex) for vertex, _ in edge.members), aria_label=title,
    )  # fmt: skip
    return f"{group}\n"


def _vertex(drawn: Neighbourhood, n: int, mark: str, inside: str, link: Link | None) -> str:
    """A sentence of the drawing, with its description as title, and a link if there is one."""
    vertex = drawn.vertices[n]
    own = [e for e, edge in enumerate(drawn.hyperedges) if n in dict(edge.members)]
    classes = ["vertex", *(f"in-e{e}" for e in own), *(["middle"] if n == drawn.around else [])]
    where = f"{vertex.title or vertex.document}, {vertex.place}"
    which = f"Sentence {mark} of the digest" if vertex.number else f"Sentence {mark}, near by"
    joins = "; ".join(drawn.hyperedges[e].label for e in own) or "nothing"
    title = escaped(f"{which}: {vertex.displayed} ({where}). Joined by {joins}")
    target: dict[str, str | float] = {"tabindex": 0, "role": "img"}
    if link is not None:
        target = {"href": escaped_exactly(link(vertex.document, vertex.start, vertex.end))}
    node = element(
        "g" if link is None else "a", f"<title>{title}</title>{inside}",
        class_="node", **target, data_node=n, data_edges=" ".join(f"e{e}" for e in own),
        data_sentence=vertex.sentence, data_document=escaped_exactly(vertex.document),
        data_start=vertex.start, data_end=vertex.end, data_text=escaped(vertex.text),
        data_place=escaped(where), aria_label=title,
    )  # fmt: skip
    return element("g", node, role="listitem", class_=" ".join(classes)) + "\n"


def _legend(y: float, complete: bool) -> str:
    """The legend, in a line with its middle at `y`: complete, or only for sentences."""
    tie = element("line", x1=0, x2=34, y1=y, y2=y)
    dots = (2, SMALLEST_DOT), (32, LARGEST_DOT)
    ends = "".join(element("circle", cx=x, cy=y, r=r) for x, r in dots)
    joined = element("g", tie, class_="tie topic h14") + element("g", ends, class_="dot topic h14")
    dot = element("circle", cx=8, cy=y, r=6)
    items = [
        (_disc("1", DISC_RADIUS, y), 20.0, "sentence of the digest"),
        (_disc("a", DISC_RADIUS, y), 20.0, "sentence near by"),
        (joined, 42.0, "a topic joins these sentences; a large dot: much of it stands there"),
        (element("g", dot, class_="dot topic background"), 16.0, "background"),
        (element("g", dot, class_="dot term"), 16.0, "word"),
    ]
    parts, x = "", 0.0
    for sign, width, text in items if complete else items[:2]:
        caption = label(text, width + 7, y + 4, 11.5, kind="caption")
        parts += element("g", sign + caption, transform=f"translate({x:.0f} 0)")
        x += width + 7 + width_of(text, 11.5) + 16
    return element("g", parts, class_="legend", aria_hidden="true")
