"""The Jinja environment of the pages: their templates, and the filters that these use."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse

from hyperdigest.base.text import counted, displayed, line, ordinal, some_names, visible
from hyperdigest.drawings.svg import hue
from hyperdigest.options import PARAMETERS, PRESETS, measured
from hyperdigest.read.formats import suffixes
from hyperdigest.read.tesseract import MISSING, is_installed
from hyperdigest.render import parts
from hyperdigest.render.html import bar
from hyperdigest.render.html_quotes import HtmlQuotes
from hyperdigest.render.quotes import Group, Part
from hyperdigest.render.source_text import is_in_columns
from hyperdigest.views.search import with_matches
from hyperdigest.web import labels

STATIC = Path(__file__).parent / "static"
SHARED = tuple(Path(__file__).parents[1] / name / "static" for name in ("drawings", "render"))
TEMPLATES = Path(__file__).parent / "templates"
DIGITS = 12
"""Digits of the hash in the address of a static file."""

DATE_LABELS = {
    "new_since": "Only what is new since",
    "since": "Documents from",
    "until": "Documents to",
}
"""The labels of fields for dates."""

ORDERS = {
    "": "as the preset has it",
    "answer": "the answer first, then its source",
    "source": "most relevant source first",
    "reading": "as in the documents",
    "score": "most relevant first",
    "date": "oldest source first",
}
"""The orders of a digest, by their names in an address."""

PRESET_NAMES = {name: name for name in PRESETS} | {
    "default": "Measured best",
    "paper": "As published",
}
BEGUN = (
    *("skipped ", "left out ", "not read", "no image of "),
    *("not in the documents: ", "no content word "),
)
"""The beginnings of warnings that do not begin with the name of a file."""

_COMMAND_LINE = re.compile(r" \((?:--|hyperdigest )[^()]*\)")
_BACKTICKS = re.compile("`([^`]+)`")

DEFAULTS: dict[str, Any] = (
    dict.fromkeys(("record", "digest", "opened", "welcome", "form"))
    | dict.fromkeys(("view", "asked_query", "error", "named"), "")
    | {"following": ()}
)
"""Defaults of the variables of templates."""


def page(template: str, status_code: int = 200, **content: Any) -> HTMLResponse:
    """A template filled in with `content`."""
    html = environment().get_template(template).render(content)
    return HTMLResponse(html.encode("utf-8", "replace"), status_code)


@cache
def environment() -> Environment:
    """The environment of the templates."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    templates.globals.update(DEFAULTS, static_url=static_url, reads_scans=is_installed)
    templates.globals.update(
        suffixes=suffixes, install=MISSING, presets=PRESET_NAMES, parameters=PARAMETERS
    )
    templates.globals.update(date_labels=DATE_LABELS, orders=ORDERS)
    templates.filters.update(FILTERS)
    return templates


@cache
def static_url(name: str) -> str:
    """The address of a static file, with the hash of its bytes."""
    folder = next(each for each in (STATIC, *SHARED) if (each / name).exists())
    content = (folder / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:DIGITS]}"


def count_warnings(warnings: Sequence[str]) -> str:
    """How many warnings about the files of a collection there are."""
    if all(each.startswith("skipped ") for each in warnings):
        return f"{counted(len(warnings), 'file')} left out"
    return f"{counted(len(warnings), 'remark')} on the files"


def message(text: str) -> str:
    """A warning of the library without what it says in brackets of the command line.

    It begins with a capital unless the name of a file comes first.
    """
    shown = _COMMAND_LINE.sub("", line(text))
    return shown[:1].upper() + shown[1:] if shown.startswith(BEGUN) else shown


def code(text: str) -> Markup:
    """Text with what is between backticks set as code."""
    return Markup(_BACKTICKS.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 (it is escaped)


def quotes(
    groups: Iterable[Group],
    attributes: Callable[[Part, str], str],
    linked: Callable[[Part, str], str],
    below: Callable[[Part], str],
) -> Markup:
    """Groups as items of a list of sentences; see `HtmlQuotes`, whose functions are macros here."""

    def as_link(part: Part, text: str) -> str:
        return linked(part, Markup(text))  # noqa: S704 (it is escaped)

    return Markup(HtmlQuotes(attributes, as_link, below).shown(groups))  # noqa: S704 (as above)


FUNCTIONS: tuple[Callable[..., Any], ...] = (
    *(counted, displayed, line, measured, ordinal, some_names, visible),
    *(parts.also_in, parts.corroboration_place, parts.guarantee, parts.nothing_fits),
    *(parts.named_line, parts.named_places, parts.naming_place),
    *(parts.placed, parts.placed_under, parts.under, parts.usage, labels.copied, labels.quoted),
    *(labels.author_of, labels.kind_of, labels.place_in, labels.place_of),
    *(labels.standing_of, labels.thread_of, hue, with_matches),
    *(code, count_warnings, is_in_columns, message, quotes),
)
FILTERS: dict[str, Callable[..., Any]] = {each.__name__: each for each in FUNCTIONS} | {
    "bar": lambda share: Markup(bar(share)),  # noqa: S704 (only a number is put in)
    "percent": "{:.0%}".format,
    "utc": lambda time: datetime.fromtimestamp(time, UTC),
}
"""What templates call, by the names that they use."""
