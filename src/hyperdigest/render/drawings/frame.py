"""What the pages with drawings share: their style, and a drawing in both its shapes."""

from __future__ import annotations

from importlib.resources import files

from hyperdigest.render.drawings.markup import style
from hyperdigest.render.page import one_page


def drawn_page(title: str, body: str) -> str:
    """A page in one file whose style is that of digests, of drawings, and of pages with them."""
    digests = files("hyperdigest.render").joinpath("page.css").read_text("utf-8")
    own = files(__package__).joinpath("page.css").read_text("utf-8")
    return one_page(title, f"{digests}{own}{style()}", f'<main class="broad">\n{body}\n</main>')


def drawings(wide: str, narrow: str) -> str:
    """A drawing in two shapes, of which a page shows the one that fits."""
    return f'<div class="drawings">\n{wide}\n{narrow}\n</div>'
