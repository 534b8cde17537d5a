"""A report as blocks, rendered as Markdown and as one self-contained HTML page, and saved."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import Any

from hyperdigest.base.files import atomic_write
from hyperdigest.evaluation.rouge import Interval


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of text."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """A command, shown as code."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of sentences."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a cell of a table."""

    text: str
    bold: bool = False


def cells(*values: object) -> tuple[Cell, ...]:
    """A cell for each value, none of them bold."""
    return tuple(Cell(str(value)) for value in values)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table whose first column names the rows.

    `groups` has the name and the number of columns of each group of the other columns; it is empty
    if they are not grouped. If `prose`, the other columns contain text and not numbers. `command`
    is the command that makes the table, shown behind the caption.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    prose: bool = False
    command: str = ""
    groups: tuple[tuple[str, int], ...] = ()

    @property
    def full_head(self) -> tuple[str, ...]:
        """The names of the columns, each with the name of its group."""
        first, *others = self.head
        above = [name for name, size in self.groups for _ in range(size)] or [""] * len(others)
        pairs = zip(above, others, strict=True)
        return (first, *(f"{group} {name}".strip() for group, name in pairs))


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture, also saved as the file `name`.svg."""

    name: str
    caption: str
    svg: str


Block = Heading | Paragraph | Code | Bullets | Grid | Drawing


@dataclass(frozen=True)
class Report:
    """Blocks under a title, with the numbers behind them.

    `numbers` becomes the file scores.json.
    """

    title: str
    blocks: Sequence[Block]
    numbers: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


_INTERVAL = re.compile(r"\([\d.]+ - [\d.]+\)\S*")


def render_html(report: Report) -> str:
    """The report as an HTML page with its pictures inside, in a light and a dark theme."""
    style = files(__package__).joinpath("report.css").read_text("utf-8")
    blocks = "\n".join(map(_html_block, report.blocks))
    title = _html_plain(report.title)
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


def _html_block(block: Block) -> str:
    match block:
        case Heading(text):
            return f"<h2>{_html_plain(text)}</h2>"
        case Paragraph(text):
            return f"<p>{_html_plain(text)}</p>"
        case Code(text):
            return f"<pre><code>{escape(text)}</code></pre>"
        case Bullets(items):
            return "<ul>" + "".join(f"<li>{_html_plain(item)}</li>" for item in items) + "</ul>"
        case Grid():
            return _html_grid(block)
        case Drawing(_, caption, svg):
            # Inside an image the ids of an SVG do not clash with those of the other pictures.
            data, shown = b64encode(svg.encode()).decode(), _html_plain(caption)
            return (
                f'<figure><img alt="{shown}" src="data:image/svg+xml;base64,{data}">'
                f"<figcaption>{shown}</figcaption></figure>"
            )


def _html_grid(grid: Grid) -> str:
    first, *others = (f'<th scope="col">{_html_plain(name)}</th>' for name in grid.head)
    head = f"<tr>{first}{''.join(others)}</tr>"
    if grid.groups:
        corner = first.replace("<th", '<th rowspan="2"')
        groups = "".join(
            f'<th colspan="{size}" scope="colgroup">{_html_plain(name)}</th>'
            for name, size in grid.groups
        )
        head = f'<tr class="groups">{corner}{groups}</tr>\n<tr>{"".join(others)}</tr>'
    rows = []
    for row in grid.rows:
        first, *others = map(_html_cell, row)
        cells = "".join(f"<td>{cell}</td>" for cell in others)
        rows.append(f'<tr><th scope="row">{first}</th>{cells}</tr>\n')
    kind = "prose" if grid.prose else "numbers grouped" if grid.groups else "numbers"
    command = f" <code>{escape(grid.command)}</code>" if grid.command else ""
    return f"""<figure><div class="table" tabindex="0"><table class="{kind}">
<thead>{head}</thead>
<tbody>
{"".join(rows)}</tbody>
</table></div><figcaption>{_html_plain(grid.caption)}{command}</figcaption></figure>"""


def _html_cell(cell: Cell) -> str:
    text = _INTERVAL.sub(r'<span class="interval">\g<0></span>', _html_plain(cell.text))
    return f"<strong>{text}</strong>" if cell.bold and text else text


def _html_plain(text: str) -> str:
    return escape(" ".join(text.split()))


def render_markdown(report: Report) -> str:
    """The report as Markdown; pictures are links to files in the same folder."""
    parts = [f"# {_markdown_plain(report.title)}", *map(_markdown_block, report.blocks)]
    return "\n\n".join(parts) + "\n"


def _markdown_block(block: Block) -> str:
    match block:
        case Heading(text):
            return f"## {_markdown_plain(text)}"
        case Paragraph(text):
            return _markdown_plain(text)
        case Code(text):
            return f"```sh\n{text}\n```"
        case Bullets(items):
            return "\n".join(f"- {_markdown_plain(item)}" for item in items)
        case Grid():
            return _markdown_grid(block)
        case Drawing(name, caption):
            return f"![{_markdown_plain(caption)}]({name}.svg)"


def _markdown_grid(grid: Grid) -> str:
    rule = ["---", *["---" if grid.prose else "---:"] * (len(grid.head) - 1)]
    rows = [map(_markdown_plain, grid.full_head), rule]
    for row in grid.rows:
        texts = [(_markdown_plain(cell.text), cell.bold) for cell in row]
        rows.append([f"**{text}**" if bold and text else text for text, bold in texts])
    lines = [f"| {' | '.join(row)} |" for row in rows]
    command = f" `{grid.command}`" if grid.command else ""
    return "\n".join([*lines, "", f"*{_markdown_plain(grid.caption)}*{command}"])


def _markdown_plain(text: str) -> str:
    """`text` on one line, with the special characters of Markdown escaped."""
    return re.sub(r"([\\`*_<>|\[\]])", r"\\\1", " ".join(text.split()))


SCORE_DECIMALS = 5
"""Decimals of a score, as ROUGE-1.5.5 prints it."""

NO_VALUE = "–"


def decimals(value: float | None, places: int = SCORE_DECIMALS) -> str:
    """The value with so many decimals; a dash if it is None."""
    return NO_VALUE if value is None else f"{value:.{places}f}"


def interval_text(interval: Interval | None, places: int = SCORE_DECIMALS) -> str:
    """``0.12745 (0.11791 - 0.13699)`` as in the paper; only the average if it is infinite."""
    if interval is None:
        return NO_VALUE
    if not isfinite(interval.high - interval.low):
        return decimals(interval.average, places)
    ends = f"{decimals(interval.low, places)} - {decimals(interval.high, places)}"
    return f"{decimals(interval.average, places)} ({ends})"


def column(
    texts: Sequence[str], values: Sequence[float | None], beyond: Sequence[bool] = ()
) -> list[Cell]:
    """The cells of a column, those with the highest value, as rounded in print, in bold.

    `beyond` marks cells that take no part in the comparison; none if it is empty.
    """
    compared = [
        None if value is None or (beyond and beyond[n]) else round(value, SCORE_DECIMALS)
        for n, value in enumerate(values)
    ]
    best = max((value for value in compared if value is not None), default=None)
    return [
        Cell(text, bold=value is not None and value == best)
        for text, value in zip(texts, compared, strict=True)
    ]


def columns_grid(
    caption: str,
    head: Sequence[str],
    labels: Sequence[str],
    columns: Sequence[Sequence[Cell]],
    groups: Sequence[tuple[str, int]] = (),
) -> Grid:
    """A table from its columns, named by `head`, with a row for each label."""
    rows = zip(cells(*labels), *columns, strict=True)
    return Grid(caption, ("", *head), tuple(rows), groups=tuple(groups))


def write_report(report: Report, folder: Path) -> None:
    """Write report.md, report.html, scores.json and the pictures, each of them atomically."""
    folder.mkdir(parents=True, exist_ok=True)
    drawings = [block for block in report.blocks if isinstance(block, Drawing)]
    numbers = json.dumps(report.numbers, indent=1, sort_keys=True, ensure_ascii=True)
    contents = {
        **{f"{drawing.name}.svg": drawing.svg.encode() for drawing in drawings},
        "scores.json": f"{numbers}\n".encode(),
        "report.html": render_html(report).encode(),
        "report.md": render_markdown(report).encode(),
    }
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path) as temporary:
            temporary.write_bytes(content)
