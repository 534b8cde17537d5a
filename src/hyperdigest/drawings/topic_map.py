"""The topics of each document as a heat map in SVG, as strips for narrow pages, and as a table."""

from __future__ import annotations

from collections.abc import Callable

from hyperdigest.base.text import counted
from hyperdigest.drawings.svg import cut, exact, frame, hue, number, shown
from hyperdigest.views.topic_map import MapRow, MapTopic, TopicsMap

DocumentLink = Callable[[str], str]
"""The address of a document, of that name."""

HEAT_LETTERS, HEAT_SMALL = 12.5, 11.0
CELL, HEAT_ROW, ROW_LABEL, TOPIC_LABEL = 25.0, 24.0, 250.0, 158.0

RISE = 0.6427876096865394
"""Sine of the 40 degrees at which the names of topics lean from upright, and the rise below."""

RUN = 0.766044443118978

WRITTEN = 0.095
"""A share from this on is also written into its cell, in percent."""

WIDTH, HEAD, STRIP, BAR, STRIP_ROW = 360.0, 22.0, 46.0, 24.0, 21.0
STRIP_LETTERS, STRIP_SMALL = 12.5, 10.5


def topics_map_svg(drawn: TopicsMap, link: DocumentLink | None = None, key: str = "map") -> str:
    """The map for a broad page: a row a document, a column a topic.

    Parameters
    ----------
    link : gives each document its address; without one documents are no links.
    key : begins the ids of the drawing, so that several can stand on one page.
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
    return f"""{opened("wide", width, height, drawn, key)}
<g class="names" aria-hidden="true">{names}</g>
<g class="rows">
{rows}</g>
</svg>"""


def _leaning(n: int, topic: MapTopic, x: float, top: float) -> str:
    label = shown(cut(topic.label, TOPIC_LABEL, HEAT_SMALL))
    colour = f" {hue(topic.id)}" if topic.id >= 0 else ""
    return (
        f'<text class="topic{colour} c{n}" font-size="{number(HEAT_SMALL)}"'
        f' transform="translate({number(x + 3)} {number(top - 8)}) rotate(-50)">{label}'
        f"<title>{shown(topic.label)}: {topic.share:.1%} of all words</title></text>"
    )


def _heat_row(drawn: TopicsMap, n: int, row: MapRow, y: float, link: DocumentLink | None) -> str:
    label = shown(short(row, ROW_LABEL - 14, HEAT_LETTERS))
    name = (
        f'<text x="{number(ROW_LABEL - 10)}" y="{number(y + 16)}" text-anchor="end"'
        f' font-size="{number(HEAT_LETTERS)}">{label}</text>'
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
        f' width="{number(CELL - 2)}" height="{number(HEAT_ROW - 2)}" rx="3"/>'
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
        f' height="{number(HEAT_ROW - 2)}" rx="3" fill-opacity="{depth}"/>{text}</g>'
    )


def tint(share: float, most: float) -> str:
    """The opacity of a cell: the root of the share, so that little is seen beside much."""
    return f"{min(1.0, share / most) ** 0.5:.2f}"


def topics_strips_svg(drawn: TopicsMap, link: DocumentLink | None = None, key: str = "map") -> str:
    """The map for a narrow page; its documents are numbered, and listed below the topics."""
    step = WIDTH / len(drawn.rows)
    listed = HEAD + STRIP * len(drawn.topics) + 14
    strips = "".join(_strip(drawn, n, HEAD + STRIP * n, step) for n in range(len(drawn.topics)))
    rows = "".join(_strip_row(drawn, n, row, listed, link) for n, row in enumerate(drawn.rows))
    height = listed + STRIP_ROW * len(drawn.rows)
    return f"""{opened("narrow", WIDTH, height, drawn, key)}
<g class="numbers" aria-hidden="true">{_numbers(len(drawn.rows), step)}</g>
<g class="strips" aria-hidden="true">
{strips}</g>
<g class="rows">
{rows}</g>
</svg>"""


def _numbers(count: int, step: float) -> str:
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, count) if n * step >= 14 or n == count)
    return "".join(
        f'<text x="{number(step * (n + 0.5))}" y="12" text-anchor="middle"'
        f' font-size="{number(STRIP_SMALL)}">{n + 1}</text>'
        for n in range(count)
        if (n + 1) % every == 0 or every == 1
    )


def _strip(drawn: TopicsMap, c: int, y: float, step: float) -> str:
    topic = drawn.topics[c]
    colour = hue(topic.id) if topic.id >= 0 else "other"
    base = y + 16 + BAR
    gap = min(1.5, step / 5)
    bars = []
    for n, share in enumerate(drawn.shares[:, c].tolist()):
        tall = max(BAR * min(1.0, share / drawn.highest), 1.0) if share else 0.0
        if tall:
            bars.append(
                f'<rect x="{number(step * n + gap / 2)}" y="{number(base - tall)}"'
                f' width="{number(step - gap)}" height="{number(tall)}"/>'
            )
    label = shown(cut(topic.label, WIDTH - 60, STRIP_LETTERS))
    return (
        f'<g class="strip {colour}"><title>{shown(topic.label)}</title>'
        f'<text x="0" y="{number(y + 12)}" font-size="{number(STRIP_LETTERS)}">{label}</text>'
        f'<text class="soft" x="{number(WIDTH)}" y="{number(y + 12)}" text-anchor="end"'
        f' font-size="{number(STRIP_SMALL)}">{topic.share:.1%}</text>'
        f'<line x1="0" x2="{number(WIDTH)}" y1="{number(base)}" y2="{number(base)}"/>'
        f"{''.join(bars)}</g>\n"
    )


def _strip_row(drawn: TopicsMap, n: int, row: MapRow, top: float, link: DocumentLink | None) -> str:
    y = top + STRIP_ROW * n + 14
    label = shown(short(row, WIDTH - 30, STRIP_LETTERS))
    start, end = '<g class="name">', "</g>"
    if link is not None and row.documents == 1:
        start, end = f'<a class="name" href="{exact(link(row.first))}">', "</a>"
    return (
        f'{start}<title>{shown(told(row))}</title><text class="soft" x="20" y="{number(y)}"'
        f' text-anchor="end" font-size="{number(STRIP_SMALL)}">{n + 1}</text>'
        f'<text x="28" y="{number(y)}" font-size="{number(STRIP_LETTERS)}">{label}</text>{end}\n'
    )


def topics_map_table(drawn: TopicsMap, link: DocumentLink | None = None) -> str:
    """A row a document, a column a topic, shares in percent; nothing where there is none."""
    heads = "".join(f'<th scope="col">{shown(topic.label)}</th>' for topic in drawn.topics)
    rows = "\n".join(
        f'<tr><th scope="row">{_name(row, link)}</th>{_cells(drawn.shares[n].tolist())}</tr>'
        for n, row in enumerate(drawn.rows)
    )
    return f"""<table class="shares">
<caption>Share of each document's words by topic</caption>
<thead><tr><th scope="col">Document</th>{heads}</tr></thead>
<tbody>
{rows}
</tbody>
</table>"""


def _name(row: MapRow, link: DocumentLink | None) -> str:
    name = shown(told(row))
    if link is None or row.documents > 1:
        return name
    return f'<a href="{exact(link(row.first))}">{name}</a>'


def _cells(shares: list[float]) -> str:
    return "".join(f"<td>{share:.1%}</td>" if share else "<td></td>" for share in shares)


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
