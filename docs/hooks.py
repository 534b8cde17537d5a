"""What the building of the site does beside what its tools do: equations, pages from above, and
what language models read: `llms.txt` and the pages that it names, as Markdown."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

from latex2mathml.converter import convert
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
EQUATION = re.compile(r'<(div|span) class="arithmatex">\\[\[(](.*?)\\[\])]</\1>', re.S)
ABOVE = re.compile(r"\[([^\]]*)\]\((?:\.\./)+((?:benchmarks|examples|src)/[^)]+|\w+\.md)\)")
"""A link to a file of the project that is no page of the site."""


def on_files(files: Files, config: Any) -> Files:
    """The changelog, which stands at the top of the project, becomes a page."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "changelog.md", content=text.replace("](docs/", "](")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """A link out of the site becomes the name of the file in the project."""
    return ABOVE.sub(r"\1 (`\2`)", markdown)


def on_page_content(content: str, **_: Any) -> str:
    """Equations become MathML, which browsers show without a script."""
    return EQUATION.sub(_mathml, content)


def on_post_build(config: Any) -> None:
    """`llms.txt` leads to the skill and to the pages as they are written."""
    site = Path(config.site_dir)
    for page in (ROOT / "SKILL.md", *(ROOT / "docs").glob("*.md")):
        (site / page.name).write_bytes(page.read_bytes())
    index = (ROOT / "docs" / "llms.txt").read_text(encoding="utf-8")
    (site / "llms.txt").write_text(index.replace("](../", "]("), encoding="utf-8")


def _mathml(found: re.Match[str]) -> str:
    display = "block" if found[1] == "div" else "inline"
    return convert(html.unescape(found[2]).strip(), display=display)
