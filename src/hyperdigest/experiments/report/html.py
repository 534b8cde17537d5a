"""A report as one self-contained page: no script, nothing fetched."""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape
from importlib.resources import files

from hyperdigest.experiments.report.page import (
    Block,
    Bullets,
    Cell,
    Code,
    Drawing,
    Grid,
    Heading,
    Page,
    Text,
)

_INTERVAL = re.compile(r"\([\d.]+ - [\d.]+\)\S*")


def render_html(page: Page) -> str:
    """The page as HTML, with its pictures in it, for dark and for light."""
    style = files(__package__).joinpath("report.css").read_text("utf-8")
    blocks = "\n".join(map(_block, page.blocks))
    title = _plain(page.title)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{blocks}
</main>
</body>
</html>
"""


def _block(block: Block) -> str:
    match block:
        case Heading(text):
            return f"<h2>{_plain(text)}</h2>"
        case Text(text):
            return f"<p>{_plain(text)}</p>"
        case Code(text):
            return f"<pre><code>{escape(text)}</code></pre>"
        case Bullets(items):
            return "<ul>" + "".join(f"<li>{_plain(item)}</li>" for item in items) + "</ul>"
        case Grid():
            return _grid(block)
        case Drawing(_, caption, svg, themed):
            kind = "themed" if themed else "white"
            picture = _inline(svg, caption)
            return (
                f'<figure class="{kind}">{picture}'
                f"<figcaption>{_plain(caption)}</figcaption></figure>"
            )


def _inline(svg: str, caption: str) -> str:
    """The drawing as an image of its own, so that its names and styles meet no others."""
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{_plain(caption)}" src="data:image/svg+xml;base64,{data}">'


def _grid(grid: Grid) -> str:
    rows = "\n".join(_row(row) for row in grid.rows)
    kind = "prose" if grid.prose else "numbers grouped" if grid.groups else "numbers"
    command = f" <code>{escape(grid.command)}</code>" if grid.command else ""
    return f"""<figure><div class="table" tabindex="0"><table class="{kind}">
<thead>{_head(grid)}</thead>
<tbody>
{rows}
</tbody>
</table></div><figcaption>{_plain(grid.caption)}{command}</figcaption></figure>"""


def _head(grid: Grid) -> str:
    """The names of the columns, below those of their groups where there are groups."""
    first, *others = (f'<th scope="col">{_plain(name)}</th>' for name in grid.head)
    if not grid.groups:
        return f"<tr>{first}{''.join(others)}</tr>"
    corner = f'<th rowspan="2" scope="col">{_plain(grid.head[0])}</th>'
    groups = "".join(
        f'<th colspan="{size}" scope="colgroup">{_plain(name)}</th>' for name, size in grid.groups
    )
    return f'<tr class="groups">{corner}{groups}</tr>\n<tr>{"".join(others)}</tr>'


def _row(row: tuple[Cell, ...]) -> str:
    first, *others = map(_cell, row)
    cells = "".join(f"<td>{cell}</td>" for cell in others)
    return f'<tr><th scope="row">{first}</th>{cells}</tr>'


def _cell(cell: Cell) -> str:
    text = _INTERVAL.sub(r'<span class="interval">\g<0></span>', _plain(cell.text))
    return f"<strong>{text}</strong>" if cell.bold and text else text


def _plain(text: str) -> str:
    return escape(" ".join(text.split()))
