"""The map of topics, as SVG: documents by topic, the darker the more of the document it holds."""

from __future__ import annotations

from collections.abc import Callable

from hyperdigest.render.drawings.lettering import cut
from hyperdigest.render.drawings.markup import exact, frame, hue, number, shown
from hyperdigest.render.sources import counted
from hyperdigest.views.topics_map import MapRow, MapTopic, TopicsMap

DocumentLink = Callable[[str], str]
"""The address of a document, of that name."""

LETTERS, SMALL = 12.5, 11.0
CELL, ROW, ROW_LABEL, TOPIC_LABEL = 25.0, 24.0, 250.0, 158.0
RISE = 0.6427876096865394
"""Sine of the 40 degrees at which the names of topics lean from upright, and the rise below."""
RUN = 0.766044443118978

WRITTEN = 0.095
"""A share from this on is also written into its cell, in percent."""


def topics_map_svg(drawn: TopicsMap, link: DocumentLink | None = None, key: str = "map") -> str:
    """The map for a broad page: a row a document, a column a topic.

    Parameters
    ----------
    link : gives each document its address; without one documents are no links.
    key : begins the ids of the drawing, so that several can stand on one page.
    """
    left, top = ROW_LABEL, TOPIC_LABEL * RUN + 14
    broad = left + CELL * len(drawn.topics)
    width, height = broad + TOPIC_LABEL * RISE, top + ROW * len(drawn.rows) + 8
    names = "".join(
        _leaning(n, topic, left + CELL * (n + 0.5), top) for n, topic in enumerate(drawn.topics)
    )
    rows = "".join(_row(drawn, n, row, top + ROW * n, link) for n, row in enumerate(drawn.rows))
    return f"""{opened("wide", width, height, drawn, key)}
<g class="names" aria-hidden="true">{names}</g>
<g class="rows">
{rows}</g>
</svg>"""


def opened(shape: str, width: float, height: float, drawn: TopicsMap, key: str) -> str:
    """The beginning of a drawing of the map: frame, title and description."""
    return f"""<svg xmlns="http://www.w3.org/2000/svg" class="drawing heat {shape}" \
viewBox="{frame(width, height)}" width="{number(width)}" height="{number(height)}" \
role="group" aria-labelledby="{key}-title" aria-describedby="{key}-desc">
<title id="{key}-title">Topics of the documents</title>
<desc id="{key}-desc">{shown(description(drawn))}</desc>"""


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


def tint(share: float, most: float) -> str:
    """The opacity of a cell: the root of the share, so that little is seen beside much."""
    return f"{min(1.0, share / most) ** 0.5:.2f}"


def _leaning(n: int, topic: MapTopic, x: float, top: float) -> str:
    label = shown(cut(topic.label, TOPIC_LABEL, SMALL))
    colour = f" {hue(topic.id)}" if topic.id >= 0 else ""
    return (
        f'<text class="topic{colour} c{n}" font-size="{number(SMALL)}"'
        f' transform="translate({number(x + 3)} {number(top - 8)}) rotate(-50)">{label}'
        f"<title>{shown(topic.label)}: {topic.share:.1%} of all words</title></text>"
    )


def _row(drawn: TopicsMap, n: int, row: MapRow, y: float, link: DocumentLink | None) -> str:
    label = shown(short(row, ROW_LABEL - 14, LETTERS))
    name = (
        f'<text x="{number(ROW_LABEL - 10)}" y="{number(y + 16)}" text-anchor="end"'
        f' font-size="{number(LETTERS)}">{label}</text>'
    )
    cells = "".join(_cell(drawn, n, c, ROW_LABEL + CELL * c, y) for c in range(len(drawn.topics)))
    start, end = '<g class="name">', "</g>"
    if link is not None and row.documents == 1:
        start, end = f'<a class="name" href="{exact(link(row.first))}">', "</a>"
    return (
        f'<g class="row" data-row="{n}" data-number="{row.document}"'
        f' data-document="{exact(row.first)}">'
        f"{start}<title>{shown(told(row))}</title>{name}{end}"
        f'<g aria-hidden="true">{cells}</g></g>\n'
    )


def _cell(drawn: TopicsMap, n: int, c: int, x: float, y: float) -> str:
    topic, share = drawn.topics[c], float(drawn.shares[n, c])
    colour = hue(topic.id) if topic.id >= 0 else "other"
    ground = (
        f'<rect class="ground" x="{number(x + 1)}" y="{number(y + 1)}"'
        f' width="{number(CELL - 2)}" height="{number(ROW - 2)}" rx="3"/>'
    )
    if not share:
        return ground
    text, depth = "", tint(share, drawn.highest)
    if share >= WRITTEN:
        text = (
            f'<text class="percent" x="{number(x + CELL / 2)}" y="{number(y + 15.5)}"'
            f' text-anchor="middle" font-size="10">{100 * share:.0f}</text>'
        )
    return (
        f'{ground}<g class="cell {colour}" data-topic="{topic.id}" data-share="{share:.4f}">'
        f"<title>{shown(drawn.rows[n].label)}: {share:.1%} {shown(topic.label)}</title>"
        f'<rect x="{number(x + 1)}" y="{number(y + 1)}" width="{number(CELL - 2)}"'
        f' height="{number(ROW - 2)}" rx="3" fill-opacity="{depth}"/>{text}</g>'
    )
