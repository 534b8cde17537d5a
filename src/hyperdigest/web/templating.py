"""Pages made from the templates; everything put into them is escaped."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from hyperdigest.web.assets import static_url
from hyperdigest.web.filters import FILTERS, NOTHING

TEMPLATES = Path(__file__).parent / "templates"


@cache
def environment() -> Environment:
    """The templates; ``static_url("app.css")`` in one is the address of a static file."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(NOTHING, static_url=static_url)
    made.filters.update(FILTERS)
    return made


def page(template: str, status_code: int = 200, **content: Any) -> HTMLResponse:
    """A template filled in with `content`."""
    html = environment().get_template(template).render(content)
    return HTMLResponse(html.encode("utf-8", "replace"), status_code)
