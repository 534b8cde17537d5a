"""A report on disk: readable twice, and the numbers behind it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hyperdigest.experiments.report.html import render_html
from hyperdigest.experiments.report.markdown import render_markdown
from hyperdigest.experiments.report.page import Drawing, Page
from hyperdigest.system.files import written_whole


@dataclass(frozen=True)
class Report:
    """A page, the numbers behind it, files beside it by name, and what a user should know."""

    page: Page
    numbers: dict[str, Any]
    files: dict[str, bytes] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def write_report(report: Report, folder: Path) -> None:
    """Write report.md, report.html, scores.json and the pictures, each whole."""
    folder.mkdir(parents=True, exist_ok=True)
    drawings = [block for block in report.page.blocks if isinstance(block, Drawing)]
    numbers = json.dumps(report.numbers, indent=1, sort_keys=True, ensure_ascii=True)
    contents = {
        **report.files,
        **{f"{drawing.name}.svg": drawing.svg.encode() for drawing in drawings},
        "scores.json": f"{numbers}\n".encode(),
        "report.html": render_html(report.page).encode(),
        "report.md": render_markdown(report.page).encode(),
    }
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with written_whole(path) as temporary:
            temporary.write_bytes(content)
