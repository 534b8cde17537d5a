"""Draw the topic map: as a heat map in SVG, as bar charts for narrow pages, and as a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hyperdigest.base.text import counted
from hyperdigest.digest import TopicShare
from hyperdigest.drawings.svg import (
    LEAN_COSINE,
    LEAN_SINE,
    element,
    escaped,
    escaped_exactly,
    hue,
    label,
    leaning_label,
    shortened,
    svg_start,
)
from hyperdigest.views.topic_map import MapRow, TopicsMap

DocumentLink = Callable[[str], str]
"""Gives the address of a document by its name."""

TITLE = "Topics of the documents"
HEAT_FONT, HEAT_SMALL_FONT = 12.5, 11.0
CELL_WIDTH, HEAT_ROW_HEIGHT, ROW_LABEL_WIDTH, TOPIC_LABEL_WIDTH = 25.0, 24.0, 250.0, 190.0

STRIPS_WIDTH, HEAD_HEIGHT, STRIP_HEIGHT, BAR_HEIGHT, LIST_ROW_HEIGHT = 360.0, 22.0, 46.0, 24.0, 21.0
STRIP_FONT, STRIP_SMALL_FONT = 12.5, 10.5


def topics_map_svg(drawn: TopicsMap, link: DocumentLink | None = None) -> str:
    """The heat map for a wide page: a row per document, a column per topic.

    Parameters
    ----------
    link : gives the address to which a document links; None for no links.
    """
    left, top = ROW_LABEL_WIDTH, TOPIC_LABEL_WIDTH * LEAN_COSINE + 14
    width = left + CELL_WIDTH * len(drawn.topics) + TOPIC_LABEL_WIDTH * LEAN_SINE
    height = top + HEAT_ROW_HEIGHT * len(drawn.rows) + 8
    names = "".join(
        _topic_name(n, topic, left + CELL_WIDTH * (n + 0.5), top)
        for n, topic in enumerate(drawn.topics)
    )
    rows = "".join(
        _heat_row(drawn, n, row, top + HEAT_ROW_HEIGHT * n, link)
        for n, row in enumerate(drawn.rows)
    )
    return f"""{svg_start("heat wide", width, height, "map", TITLE, description(drawn))}
<g class="names" aria-hidden="true">{names}</g>
<g class="rows">
{rows}</g>
</svg>"""


def _topic_name(n: int, topic: TopicShare, x: float, top: float) -> str:
    name = escaped(shortened(topic.label, TOPIC_LABEL_WIDTH, HEAT_SMALL_FONT))
    title = f"<title>{escaped(topic.label)}: {topic.share:.1%} of all words</title>"
    classes = f"topic {_colour(topic)} c{n}"
    return leaning_label(name + title, x + 3, top - 8, HEAT_SMALL_FONT, classes)


def _colour(topic: TopicShare) -> str:
    """The CSS class of a topic's hue; ``other`` for the background and for all other topics."""
    return hue(topic.id) if topic.id >= 0 and not topic.background else "other"


def _row_name(row: MapRow, link: DocumentLink | None, inside: str) -> str:
    """The name of a row with its full name as title, and a link to its document if it is one."""
    content = f"<title>{escaped(full_name(row))}</title>{inside}"
    if link is None or row.documents > 1:
        return element("g", content, class_="name")
    return element("a", content, class_="name", href=escaped_exactly(link(row.first)))


def _heat_row(drawn: TopicsMap, n: int, row: MapRow, y: float, link: DocumentLink | None) -> str:
    text = escaped(short_name(row, ROW_LABEL_WIDTH - 14, HEAT_FONT))
    name = label(text, ROW_LABEL_WIDTH - 10, y + 16, HEAT_FONT, "end")
    cells = "".join(
        _cell(drawn, n, c, ROW_LABEL_WIDTH + CELL_WIDTH * c, y) for c in range(len(drawn.topics))
    )
    inside = _row_name(row, link, name) + element("g", cells, aria_hidden="true")
    first = escaped_exactly(row.first)
    heat_row = element(
        "g", inside, class_="row", data_row=n, data_number=row.document, data_document=first
    )
    return f"{heat_row}\n"


def _cell(drawn: TopicsMap, n: int, c: int, x: float, y: float) -> str:
    """The cell of a row and a column; the share is written in it if it rounds to 10 % or more."""
    topic, share = drawn.topics[c], float(drawn.shares[n, c])
    size = {"width": CELL_WIDTH - 2, "height": HEAT_ROW_HEIGHT - 2}
    place: dict[str, Any] = {"x": x + 1, "y": y + 1, **size, "rx": 3}
    ground = element("rect", class_="ground", **place)
    if not share:
        return ground
    title = f"<title>{escaped(drawn.rows[n].label)}: {share:.1%} {escaped(topic.label)}</title>"
    text = ""
    if share >= 0.095:
        text = label(f"{100 * share:.0f}", x + CELL_WIDTH / 2, y + 15.5, 10, "middle", "percent")
    # The square root makes small shares visible beside large ones.
    opacity = f"{min(1.0, share / drawn.highest) ** 0.5:.2f}"
    return ground + element(
        "g", title + element("rect", **place, fill_opacity=opacity) + text,
        class_=f"cell {_colour(topic)}", data_topic=topic.id, data_share=f"{share:.4f}",
    )  # fmt: skip


def topics_strips_svg(drawn: TopicsMap, link: DocumentLink | None = None) -> str:
    """The map for a narrow page: a bar chart per topic, and a numbered list of the documents."""
    step = STRIPS_WIDTH / len(drawn.rows)
    list_top = HEAD_HEIGHT + STRIP_HEIGHT * len(drawn.topics) + 14
    strips = "".join(
        _strip(drawn, n, HEAD_HEIGHT + STRIP_HEIGHT * n, step) for n in range(len(drawn.topics))
    )
    rows = ""
    for n, row in enumerate(drawn.rows):
        y = list_top + LIST_ROW_HEIGHT * n + 14
        number = label(str(n + 1), 20, y, STRIP_SMALL_FONT, "end", "soft")
        name = label(escaped(short_name(row, STRIPS_WIDTH - 30, STRIP_FONT)), 28, y, STRIP_FONT)
        rows += _row_name(row, link, number + name) + "\n"
    height = list_top + LIST_ROW_HEIGHT * len(drawn.rows)
    return f"""{svg_start("heat narrow", STRIPS_WIDTH, height, "strips", TITLE, description(drawn))}
<g class="numbers" aria-hidden="true">{_numbers(len(drawn.rows), step)}</g>
<g class="strips" aria-hidden="true">
{strips}</g>
<g class="rows">
{rows}</g>
</svg>"""


def _numbers(count: int, step: float) -> str:
    """The numbers of documents above the bar charts; of many, as many as have room."""
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, count) if n * step >= 14 or n == count)
    return "".join(
        label(str(n + 1), step * (n + 0.5), 12, STRIP_SMALL_FONT, "middle")
        for n in range(count)
        if (n + 1) % every == 0
    )


def _strip(drawn: TopicsMap, c: int, y: float, step: float) -> str:
    """The bar chart of a topic's shares in the documents."""
    topic = drawn.topics[c]
    base = y + 16 + BAR_HEIGHT
    gap = min(1.5, step / 5)
    name = escaped(shortened(topic.label, STRIPS_WIDTH - 60, STRIP_FONT))
    parts = [
        f"<title>{escaped(topic.label)}</title>",
        label(name, 0, y + 12, STRIP_FONT),
        label(f"{topic.share:.1%}", STRIPS_WIDTH, y + 12, STRIP_SMALL_FONT, "end", "soft"),
        element("line", x1=0, x2=STRIPS_WIDTH, y1=base, y2=base),
    ]
    for n, share in enumerate(drawn.shares[:, c].tolist()):
        if share:
            height = max(BAR_HEIGHT * min(1.0, share / drawn.highest), 1.0)
            left = step * n + gap / 2
            parts.append(element("rect", x=left, y=base - height, width=step - gap, height=height))
    return element("g", "".join(parts), class_=f"strip {_colour(topic)}") + "\n"


def topics_map_table(drawn: TopicsMap, link: DocumentLink | None = None) -> str:
    """An HTML table with a row per document, a column per topic, shares in percent."""
    heads = "".join(f'<th scope="col">{escaped(topic.label)}</th>' for topic in drawn.topics)
    rows = []
    for row, shares in zip(drawn.rows, drawn.shares.tolist(), strict=True):
        name = escaped(full_name(row))
        if link is not None and row.documents == 1:
            name = f'<a href="{escaped_exactly(link(row.first))}">{name}</a>'
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
    """A description of the map in a few sentences."""
    documents = counted(drawn.n_documents, "document")
    groups = "" if len(drawn.rows) == drawn.n_documents else f" in {len(drawn.rows)} rows"
    order = {
        "similar": "Documents that the same topic tells apart stand together.",
        "reading": "Documents stand as they were read.",
        "date": "Documents stand by the date in their names.",
    }[drawn.order]
    empty = f" {counted(drawn.empty, 'document')} without words to count." if drawn.empty else ""
    return (
        f"{documents}{groups}, {counted(drawn.n_topics, 'topic')}, the heaviest first. {order}"
        f" A cell is the share of the words of a row that belong to a topic;"
        f" the fullest is {drawn.highest:.1%}.{empty}"
    )


def full_name(row: MapRow) -> str:
    """The full name of a row: title and name of its document, or those of a group."""
    if row.documents == 1:
        return row.label if row.label == row.first else f"{row.label} ({row.first})"
    return f"{row.label}; {counted(row.documents, 'document')}, {row.first} to {row.last}"


def short_name(row: MapRow, width: float, size: float) -> str:
    """The name of a row, cut to this width at this font size."""
    if row.documents == 1 or not row.label.endswith(" documents"):
        return shortened(row.label, width, size)
    half = (width - 3 * size) / 2
    return f"{shortened(row.first, half, size)} to {shortened(row.last, half, size)}"
