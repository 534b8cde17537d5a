"""The hypergraph around a digest as SVG: sentences in rows, what joins them in columns of dots.

On a narrow page each topic and each word is a line of the numbers of its sentences instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from hyperdigest.base.text import counted
from hyperdigest.drawings.svg import (
    RISE,
    RUN,
    cut,
    element,
    exact,
    hue,
    label,
    leaning,
    lines,
    opened,
    shown,
    standalone,
    width_of,
)
from hyperdigest.views.neighbourhood import Hyperedge, Neighbourhood, Vertex

Shape = Literal["wide", "narrow"]
WIDE: Shape = "wide"
NARROW: Shape = "narrow"

Link = Callable[[str, int, int], str]
"""The address of a place: of the document of that name, from one offset to another."""

TITLE = "Which topics and words join these sentences?"

WIDTH, QUOTE, LETTERS = 1120.0, 520.0, 12.5
"""Pixels: of the broad drawing, of the text of a sentence, of a letter."""

NAME, SHORT, BETWEEN, PITCH = 245.0, 100.0, 18.0, 30.0
"""Pixels: the name of a column, that of the last ones, which have no room beside them, the gap
between topics and words, from column to column at most."""

LEAST, MOST = 3.0, 9.0
"""Radius of a dot: of least and of most membership."""

DISC, AWAY = 10.0, 30.0
"""Radius of a sentence's number, and how far right of the edge its text begins."""

LINE, PADDING, CAPTION = 16.0, 10.0, 26.0
"""Pixels: a line of text, the padding of a row, a caption of rows."""

SMALL_WIDTH, CHIP, CHIPS = 330.0, 23.0, 14
"""The narrow drawing: its width, from number to number, and numbers in a line."""


def neighbourhood_svg(
    drawn: Neighbourhood, link: Link | None = None, shape: Shape = WIDE, key: str = "graph"
) -> str:
    """The drawing: rows of sentences, columns of topics and of terms, a dot where they meet.

    `link` gives each sentence its address; without one sentences are no links. `key` begins the ids
    of the drawing, so that several can stand on one page.
    """
    width, draw = (WIDTH, _broad) if shape == WIDE else (SMALL_WIDTH, _small)
    body, height = draw(drawn, link)
    title = f"{TITLE} {drawn.question}".rstrip()
    return (
        f"{opened(f'graph {shape}', width, height, key, title, _description(drawn))}\n{body}</svg>"
    )


def neighbourhood_file(drawn: Neighbourhood) -> str:
    """The broad drawing as an SVG file."""
    return standalone(neighbourhood_svg(drawn))


def neighbourhood_table(drawn: Neighbourhood) -> str:
    """A row a sentence, a column a topic or term, memberships in percent; nothing where none is."""
    marks = marks_of(drawn.vertices)
    heads = "".join(f'<th scope="col">{shown(edge.label)}</th>' for edge in drawn.hyperedges)
    rows = []
    for n, vertex in enumerate(drawn.vertices):
        cells = "".join(
            f"<td>{dict(edge.members)[n]:.1%}</td>" if n in dict(edge.members) else "<td></td>"
            for edge in drawn.hyperedges
        )
        name = f"{marks[n]}. {shown(vertex.displayed)}"
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
    """What sentences are called: those of the digest by number, those near it by letter."""
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
    """A sentence in the broad drawing: its number among the vertices, its text and its middle."""

    vertex: int
    lines: tuple[str, ...]
    top: float
    height: float

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


def _broad(drawn: Neighbourhood, link: Link | None) -> tuple[str, float]:
    names = [width_of(edge.label, LETTERS) for edge in drawn.hyperedges]
    top = min(NAME, max(names, default=0.0)) * RUN + 24
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
        room = min(NAME, (WIDTH - x) / RISE)
        name = leaning(shown(cut(edge.label, room, LETTERS)), x + 5, top - 15, LETTERS)
        hubs += _hub(e, edge, base + name)
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
{_legend(bottom + 46, whole=True)}
"""
    return body, bottom + 62


def _rows(drawn: Neighbourhood, top: float) -> tuple[list[Row], str, float]:
    """The rows: the digest as numbered, then those near it, with a caption above each; the end."""
    rows, captions = [], ""
    inside = [n for n, vertex in enumerate(drawn.vertices) if vertex.number]
    near = [n for n, vertex in enumerate(drawn.vertices) if not vertex.number]
    for caption, group, most in (("In the digest", inside, 2), ("Near by", near, 1)):
        if group:
            captions += label(caption, 0, top + 17, 11.5, kind="caption")
            top += CAPTION
        for n in group:
            text = tuple(lines(drawn.vertices[n].displayed, QUOTE, LETTERS, most))
            height = max(LINE * len(text) + PADDING, 2 * DISC + 4)
            rows.append(Row(n, text, top, height))
            top += height
    return rows, captions, top


def _columns(drawn: Neighbourhood, rows: Sequence[Row]) -> list[int]:
    """The topics, the background, and the terms, each kind in the order of its mean rows."""
    place = {row.vertex: n for n, row in enumerate(rows)}

    def mean(e: int) -> tuple[bool, bool, float, int]:
        edge = drawn.hyperedges[e]
        total = sum(psi for _, psi in edge.members)
        at = sum(place[n] * psi for n, psi in edge.members) / total
        return edge.kind == "term", edge.background, round(at, 6), e

    return sorted(range(len(drawn.hyperedges)), key=mean)


def _places(drawn: Neighbourhood, order: Sequence[int]) -> dict[int, float]:
    """Where each column stands."""
    left, right = AWAY + QUOTE + 16, WIDTH - SHORT * RISE
    pitch = min(PITCH, (right - left - BETWEEN) / max(1, len(order)))
    gap, places = 0.0, {}
    for n, e in enumerate(order):
        if n and drawn.hyperedges[e].kind != drawn.hyperedges[order[n - 1]].kind:
            gap = BETWEEN
        places[e] = left + gap + pitch * (n + 0.5)
    return places


def _kinds(drawn: Neighbourhood, places: dict[int, float], bottom: float) -> str:
    """What the columns are, below them."""
    told = ""
    for kind, name in (("topic", "topics"), ("term", "words")):
        own = [x for e, x in places.items() if drawn.hyperedges[e].kind == kind]
        if own:
            told += label(name, (min(own) + max(own)) / 2, bottom + 14, 11.5, "middle", "caption")
    return told


def _in_row(drawn: Neighbourhood, row: Row, marks: Sequence[str], places: dict[int, float]) -> str:
    """A stripe, the number of a sentence, its text, and a dot for each hyperedge that has it."""
    parts = [
        element(
            "rect", class_="stripe", x=-4, y=row.top + 1, width=WIDTH - SHORT * RISE + 4,
            height=row.height - 2, rx=5,
        ),
        _disc(marks[row.vertex], DISC, row.middle),
    ]  # fmt: skip
    first = row.middle + 0.35 * LETTERS - LINE / 2 * (len(row.lines) - 1)
    spans = "".join(
        element("tspan", shown(text), x=AWAY, y=first + LINE * n)
        for n, text in enumerate(row.lines)
    )
    parts.append(element("text", spans, class_="said", font_size=LETTERS))
    own = [(e, dict(edge.members)[row.vertex]) for e, edge in enumerate(drawn.hyperedges)
           if row.vertex in dict(edge.members)]  # fmt: skip
    for e, psi in own:
        edge = drawn.hyperedges[e]
        radius = LEAST + (MOST - LEAST) * (psi / edge.members[0][1]) ** 0.5
        dot = element("circle", cx=places[e], cy=row.middle, r=radius)
        parts.append(element("g", dot, class_=f"dot {_classes(e, edge)}"))
    if not own and places:
        x, y = min(places.values()) - 8, row.middle + 0.35 * LETTERS
        parts.append(label("stands alone", x, y, 11.5, kind="caption"))
    return "".join(parts)


def _small(drawn: Neighbourhood, link: Link | None) -> tuple[str, float]:
    """A line for each topic and word with the numbers of its sentences; the sentences below."""
    marks, y = marks_of(drawn.vertices), 36.0
    hubs, sentences = "", ""
    for e, edge in enumerate(drawn.hyperedges):
        name = label(shown(cut(edge.label, SMALL_WIDTH, LETTERS)), 0, y + 14, LETTERS)
        chips = ""
        for n, member in enumerate(sorted(vertex for vertex, _ in edge.members)):
            line, place = divmod(n, CHIPS)
            chips += _disc(marks[member], DISC + CHIP * place, y + 33 + CHIP * line)
        hubs += _hub(e, edge, name + chips)
        y += 33 + CHIP * ((len(edge.members) - 1) // CHIPS) + 18
    for n, vertex in enumerate(drawn.vertices):
        text = lines(vertex.displayed, SMALL_WIDTH - AWAY - 4, LETTERS, 3)
        spans = "".join(
            element("tspan", shown(each), x=AWAY, y=y + 24 + LINE * k)
            for k, each in enumerate(text)
        )
        said = _disc(marks[n], DISC, y + 20) + element(
            "text", spans, class_="said", font_size=LETTERS
        )
        sentences += _vertex(drawn, n, marks[n], said, link)
        y += max(LINE * len(text), 2 * DISC) + PADDING
    body = f"""{_legend(DISC, whole=False)}
<g class="hubs" role="list" aria-label="Topics and words">
{hubs}</g>
<g class="vertices" role="list" aria-label="Sentences">
{sentences}</g>
"""
    return body, y + 12


def _classes(n: int, edge: Hyperedge) -> str:
    """The classes of a hyperedge, the hue of a topic among them."""
    look = "" if edge.kind == "term" else " background" if edge.background else f" {hue(edge.id)}"
    return f"{edge.kind}{look} e{n}"


def _disc(mark: str, x: float, y: float) -> str:
    """The number of a sentence of the digest on a disc, the letter of one near it in a ring."""
    look = "mark inside" if mark.isdigit() else "mark near"
    circle = element("circle", cx=x, cy=y, r=DISC)
    inside = circle + label(mark, x, y + 4, 11, "middle", "digit")
    return element("g", inside, class_=look)


def _hub(n: int, edge: Hyperedge, inside: str) -> str:
    told = shown(
        f"{edge.kind} {edge.label}: {counted(len(edge.members), 'sentence')} here,"
        f" {edge.weight:.1%} of the weight of all hyperedges"
    )
    drawn = element(
        "g", f"<title>{told}</title>{inside}", class_=f"hub {_classes(n, edge)}", tabindex=0,
        role="listitem", data_edge=n, data_kind=edge.kind, data_id=edge.id,
        data_nodes=" ".join(str(vertex) for vertex, _ in edge.members), aria_label=told,
    )  # fmt: skip
    return f"{drawn}\n"


def _vertex(drawn: Neighbourhood, n: int, mark: str, inside: str, link: Link | None) -> str:
    vertex = drawn.vertices[n]
    own = [e for e, edge in enumerate(drawn.hyperedges) if n in dict(edge.members)]
    classes = ["vertex", *(f"in-e{e}" for e in own), *(["middle"] if n == drawn.around else [])]
    where = f"{vertex.title or vertex.document}, {vertex.place}"
    which = f"Sentence {mark} of the digest" if vertex.number else f"Sentence {mark}, near by"
    joins = "; ".join(drawn.hyperedges[e].label for e in own) or "nothing"
    told = shown(f"{which}: {vertex.displayed} ({where}). Joined by {joins}")
    leads: dict[str, str | float] = {"tabindex": 0, "role": "img"}
    if link is not None:
        leads = {"href": exact(link(vertex.document, vertex.start, vertex.end))}
    node = element(
        "g" if link is None else "a", f"<title>{told}</title>{inside}",
        class_="node", **leads, data_node=n, data_edges=" ".join(f"e{e}" for e in own),
        data_sentence=vertex.sentence, data_document=exact(vertex.document),
        data_start=vertex.start, data_end=vertex.end, data_text=shown(vertex.text),
        data_place=shown(where), aria_label=told,
    )  # fmt: skip
    return element("g", node, role="listitem", class_=" ".join(classes)) + "\n"


def _legend(y: float, whole: bool) -> str:
    """What the signs mean, in a line with its middle at `y`: of sentences alone, or the `whole`."""
    tie = element("line", x1=0, x2=34, y1=y, y2=y)
    ends = "".join(element("circle", cx=x, cy=y, r=r) for x, r in ((2, LEAST), (32, MOST)))
    joined = element("g", tie, class_="tie topic h14") + element("g", ends, class_="dot topic h14")
    dot = element("circle", cx=8, cy=y, r=6)
    items = [
        (_disc("1", DISC, y), 20.0, "sentence of the digest"),
        (_disc("a", DISC, y), 20.0, "sentence near by"),
        (joined, 42.0, "a topic joins these sentences; a large dot: much of it stands there"),
        (element("g", dot, class_="dot topic background"), 16.0, "background"),
        (element("g", dot, class_="dot term"), 16.0, "word"),
    ]
    parts, x = "", 0.0
    for sign, wide, text in items if whole else items[:2]:
        told = label(text, wide + 7, y + 4, 11.5, kind="caption")
        parts += element("g", sign + told, transform=f"translate({x:.0f} 0)")
        x += wide + 7 + width_of(text, 11.5) + 16
    return element("g", parts, class_="legend", aria_hidden="true")
