"""The map of topics for a narrow page: a strip a topic, a bar in it a document."""

from __future__ import annotations

from hyperdigest.render.drawings.heat import DocumentLink, opened, short, told
from hyperdigest.render.drawings.lettering import cut
from hyperdigest.render.drawings.markup import exact, hue, number, shown
from hyperdigest.views.topics_map import MapRow, TopicsMap

WIDTH, HEAD, STRIP, BAR, ROW = 360.0, 22.0, 46.0, 24.0, 21.0
LETTERS, SMALL = 12.5, 10.5


def topics_strips_svg(drawn: TopicsMap, link: DocumentLink | None = None, key: str = "map") -> str:
    """The map for a narrow page; its documents are numbered, and listed below the topics."""
    step = WIDTH / len(drawn.rows)
    listed = HEAD + STRIP * len(drawn.topics) + 14
    strips = "".join(_strip(drawn, n, HEAD + STRIP * n, step) for n in range(len(drawn.topics)))
    rows = "".join(_row(drawn, n, row, listed, link) for n, row in enumerate(drawn.rows))
    height = listed + ROW * len(drawn.rows)
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
        f' font-size="{number(SMALL)}">{n + 1}</text>'
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
    label = shown(cut(topic.label, WIDTH - 60, LETTERS))
    return (
        f'<g class="strip {colour}"><title>{shown(topic.label)}</title>'
        f'<text x="0" y="{number(y + 12)}" font-size="{number(LETTERS)}">{label}</text>'
        f'<text class="soft" x="{number(WIDTH)}" y="{number(y + 12)}" text-anchor="end"'
        f' font-size="{number(SMALL)}">{topic.share:.1%}</text>'
        f'<line x1="0" x2="{number(WIDTH)}" y1="{number(base)}" y2="{number(base)}"/>'
        f"{''.join(bars)}</g>\n"
    )


def _row(drawn: TopicsMap, n: int, row: MapRow, top: float, link: DocumentLink | None) -> str:
    y = top + ROW * n + 14
    label = shown(short(row, WIDTH - 30, LETTERS))
    start, end = '<g class="name">', "</g>"
    if link is not None and row.documents == 1:
        start, end = f'<a class="name" href="{exact(link(row.first))}">', "</a>"
    return (
        f'{start}<title>{shown(told(row))}</title><text class="soft" x="20" y="{number(y)}"'
        f' text-anchor="end" font-size="{number(SMALL)}">{n + 1}</text>'
        f'<text x="28" y="{number(y)}" font-size="{number(LETTERS)}">{label}</text>{end}\n'
    )
