"""The topics of each document as a heat map in SVG, as strips for narrow pages, and as a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    opened,
    shown,
)
from hyperdigest.views.topic_map import MapRow, MapTopic, TopicsMap

DocumentLink = Callable[[str], str]
"""The address of a document, of that name."""

TITLE = "Topics of the documents"
HEAT_LETTERS, HEAT_SMALL = 12.5, 11.0
CELL, HEAT_ROW, ROW_LABEL, TOPIC_LABEL = 25.0, 24.0, 250.0, 190.0

WRITTEN = 0.095
"""A share from this on is also written into its cell, in percent."""

WIDTH, HEAD, STRIP, BAR, STRIP_ROW = 360.0, 22.0, 46.0, 24.0, 21.0
STRIP_LETTERS, STRIP_SMALL = 12.5, 10.5


def topics_map_svg(drawn: TopicsMap, link: DocumentLink | None = None, key: str = "map") -> str:
    """The map for a broad page: a row a document, a column a topic.

    `link` gives each document its address; without one documents are no links. `key` begins the ids
    of the drawing, so that several can stand on one page.
    """
    left, top = ROW_LABEL, TOPIC_LABEL * RUN + 14
    broad = left + CELL * len(drawn.topics)
    width, height = broad + TOPIC_LABEL * RISE, top + HEAT_ROW * len(drawn.rows) + 8
    names = "".join(
        _leaning(n, topic, left + CELL * (n + 0.5), top) for n, topic in enumerate(drawn.topics)
    )
    rows = "".join(
        _heat_row(drawn, n, row, top + HEAT_ROW * n, link) for n, row in enumerate(drawn.rows)
    )
    return f"""{opened("heat wide", width, height, key, TITLE, description(drawn))}
<g class="names" aria-hidden="true">{names}</g>
<g class="rows">
{rows}</g>
</svg>"""


def _leaning(n: int, topic: MapTopic, x: float, top: float) -> str:
    name = shown(cut(topic.label, TOPIC_LABEL, HEAT_SMALL))
    title = f"<title>{shown(topic.label)}: {topic.share:.1%} of all words</title>"
    return leaning(name + title, x + 3, top - 8, HEAT_SMALL, f"topic {_colour(topic)} c{n}")


def _colour(topic: MapTopic) -> str:
    """The class of a topic's hue, or that of the background and of topics that are not drawn."""
    return hue(topic.id) if topic.id >= 0 and not topic.background else "other"


def _named(row: MapRow, link: DocumentLink | None, drawn: str) -> str:
    """The name of a row, whose whole name is its title; that of one document leads to it."""
    told_and_drawn = f"<title>{shown(told(row))}</title>{drawn}"
    if link is None or row.documents > 1:
        return element("g", told_and_drawn, class_="name")
    return element("a", told_and_drawn, class_="name", href=exact(link(row.first)))


def _heat_row(drawn: TopicsMap, n: int, row: MapRow, y: float, link: DocumentLink | None) -> str:
    shortened = shown(short(row, ROW_LABEL - 14, HEAT_LETTERS))
    name = label(shortened, ROW_LABEL - 10, y + 16, HEAT_LETTERS, "end")
    cells = "".join(_cell(drawn, n, c, ROW_LABEL + CELL * c, y) for c in range(len(drawn.topics)))
    inside = _named(row, link, name) + element("g", cells, aria_hidden="true")
    first = exact(row.first)
    heat_row = element(
        "g", inside, class_="row", data_row=n, data_number=row.document, data_document=first
    )
    return f"{heat_row}\n"


def _cell(drawn: TopicsMap, n: int, c: int, x: float, y: float) -> str:
    topic, share = drawn.topics[c], float(drawn.shares[n, c])
    size = {"width": CELL - 2, "height": HEAT_ROW - 2}
    place: dict[str, Any] = {"x": x + 1, "y": y + 1, **size, "rx": 3}
    ground = element("rect", class_="ground", **place)
    if not share:
        return ground
    title = f"<title>{shown(drawn.rows[n].label)}: {share:.1%} {shown(topic.label)}</title>"
    text = ""
    if share >= WRITTEN:
        text = label(f"{100 * share:.0f}", x + CELL / 2, y + 15.5, 10, "middle", "percent")
    # The root of the share, so that little is seen beside much.
    depth = f"{min(1.0, share / drawn.highest) ** 0.5:.2f}"
    return ground + element(
        "g", title + element("rect", **place, fill_opacity=depth) + text,
        class_=f"cell {_colour(topic)}", data_topic=topic.id, data_share=f"{share:.4f}",
    )  # fmt: skip


def topics_strips_svg(drawn: TopicsMap, link: DocumentLink | None = None, key: str = "map") -> str:
    """The map for a narrow page; its documents are numbered, and listed below the topics."""
    step = WIDTH / len(drawn.rows)
    listed = HEAD + STRIP * len(drawn.topics) + 14
    strips = "".join(_strip(drawn, n, HEAD + STRIP * n, step) for n in range(len(drawn.topics)))
    rows = ""
    for n, row in enumerate(drawn.rows):
        y = listed + STRIP_ROW * n + 14
        numbered = label(str(n + 1), 20, y, STRIP_SMALL, "end", "soft")
        name = label(shown(short(row, WIDTH - 30, STRIP_LETTERS)), 28, y, STRIP_LETTERS)
        rows += _named(row, link, numbered + name) + "\n"
    height = listed + STRIP_ROW * len(drawn.rows)
    return f"""{opened("heat narrow", WIDTH, height, key, TITLE, description(drawn))}
<g class="numbers" aria-hidden="true">{_numbers(len(drawn.rows), step)}</g>
<g class="strips" aria-hidden="true">
{strips}</g>
<g class="rows">
{rows}</g>
</svg>"""


def _numbers(count: int, step: float) -> str:
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, count) if n * step >= 14 or n == count)
    return "".join(
        label(str(n + 1), step * (n + 0.5), 12, STRIP_SMALL, "middle")
        for n in range(count)
        if (n + 1) % every == 0
    )


def _strip(drawn: TopicsMap, c: int, y: float, step: float) -> str:
    topic = drawn.topics[c]
    base = y + 16 + BAR
    gap = min(1.5, step / 5)
    parts = [
        f"<title>{shown(topic.label)}</title>",
        label(shown(cut(topic.label, WIDTH - 60, STRIP_LETTERS)), 0, y + 12, STRIP_LETTERS),
        label(f"{topic.share:.1%}", WIDTH, y + 12, STRIP_SMALL, "end", "soft"),
        element("line", x1=0, x2=WIDTH, y1=base, y2=base),
    ]
    for n, share in enumerate(drawn.shares[:, c].tolist()):
        if share:
            tall = max(BAR * min(1.0, share / drawn.highest), 1.0)
            left = step * n + gap / 2
            parts.append(element("rect", x=left, y=base - tall, width=step - gap, height=tall))
    return element("g", "".join(parts), class_=f"strip {_colour(topic)}") + "\n"


def topics_map_table(drawn: TopicsMap, link: DocumentLink | None = None) -> str:
    """A row a document, a column a topic, shares in percent; nothing where there is none."""
    heads = "".join(f'<th scope="col">{shown(topic.label)}</th>' for topic in drawn.topics)
    rows = []
    for row, shares in zip(drawn.rows, drawn.shares.tolist(), strict=True):
        name = shown(told(row))
        if link is not None and row.documents == 1:
            name = f'<a href="{exact(link(row.first))}">{name}</a>'
        cells = "".join(f"<td>{share:.1%}</td>" if share else "<td></td>" for share in shares)
        rows.append(f'<tr><th scope="row">{name}</th>{cells}</tr>')
    listed = "\n".join(rows)
    return f"""<table class="shares">
<caption>Share of each document's words by topic</caption>
<thead><tr><th scope="col">Document</th>{heads}</tr></thead>
<tbody>
{listed}
</tbody>
</table>"""


def description(drawn: TopicsMap) -> str:
    """What the map shows, in a few sentences."""
    held = counted(drawn.n_documents, "document")
    groups = "" if len(drawn.rows) == drawn.n_documents else f" in {len(drawn.rows)} rows"
    order = {
        "similar": "Documents that the same topic tells apart stand together.",
        "reading": "Documents stand as they were read.",
        "date": "Documents stand by the date in their names.",
    }[drawn.order]
    silent = f" {counted(drawn.empty, 'document')} without words to count." if drawn.empty else ""
    return (
        f"{held}{groups}, {counted(drawn.n_topics, 'topic')}, the heaviest first. {order}"
        f" A cell is the share of the words of a row that belong to a topic;"
        f" the fullest is {drawn.highest:.1%}.{silent}"
    )


def told(row: MapRow) -> str:
    """What a row is called, whole."""
    if row.documents == 1:
        return row.label if row.label == row.first else f"{row.label} ({row.first})"
    return f"{row.label}; {counted(row.documents, 'document')}, {row.first} to {row.last}"


def short(row: MapRow, width: float, letters: float) -> str:
    """What a row is called where there is that much room."""
    if row.documents == 1 or not row.label.endswith(" documents"):
        return cut(row.label, width, letters)
    half = (width - 3 * letters) / 2
    return f"{cut(row.first, half, letters)} to {cut(row.last, half, letters)}"
