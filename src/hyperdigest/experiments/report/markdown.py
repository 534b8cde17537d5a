"""A report as Markdown."""

from __future__ import annotations

import re

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


def render_markdown(page: Page) -> str:
    """The page as Markdown with tables; pictures are links to files beside it."""
    return "\n\n".join([f"# {_plain(page.title)}", *map(_block, page.blocks)]) + "\n"


def _block(block: Block) -> str:
    match block:
        case Heading(text):
            return f"## {_plain(text)}"
        case Text(text):
            return _plain(text)
        case Code(text):
            return f"```sh\n{text}\n```"
        case Bullets(items):
            return "\n".join(f"- {_plain(item)}" for item in items)
        case Grid():
            return _grid(block)
        case Drawing(name, caption):
            return f"![{_plain(caption)}]({name}.svg)"


def _grid(grid: Grid) -> str:
    columns = len(grid.head)
    lines = [
        _row([_plain(name) for name in grid.full_head]),
        _row(["---", *["---" if grid.prose else "---:"] * (columns - 1)]),
        *(_row([_cell(cell) for cell in row]) for row in grid.rows),
    ]
    command = f" `{grid.command}`" if grid.command else ""
    return "\n".join([*lines, "", f"*{_plain(grid.caption)}*{command}"])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell) -> str:
    text = _plain(cell.text)
    return f"**{text}**" if cell.bold and text else text


def _plain(text: str) -> str:
    """`text` on one line, with what Markdown would read otherwise escaped."""
    return re.sub(r"([\\`*_<>|\[\]])", r"\\\1", " ".join(text.split()))
