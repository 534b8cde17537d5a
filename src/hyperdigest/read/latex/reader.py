"""LaTeX files: the text of a paper as its readers see it, with the lines in which it is written."""

from __future__ import annotations

from pathlib import Path

from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.errors import ReadError
from hyperdigest.read.content import LARGEST_TEXT, Content
from hyperdigest.read.encoding import damage
from hyperdigest.read.latex.flow import laid_out, ranked
from hyperdigest.read.latex.inputs import decoded, encoding_of
from hyperdigest.read.latex.walk import Walk
from hyperdigest.read.titles import given_title, title_of_headings


def read_latex(data: bytes, path: Path | None = None) -> Content:
    """The text of a LaTeX file and of the files that it inputs, as far as they are in its folder.

    Raises ReadError if it is too large.
    """
    if len(data) > LARGEST_TEXT:
        raise ReadError(f"is a text of more than {LARGEST_TEXT >> 20} MB: split it into parts")
    encoding = encoding_of(data)
    text = decoded(data, encoding)
    walk = Walk(text, path, encoding)
    pieces = ranked(walk.pieces())
    shown, blocks, places = laid_out(pieces)
    headings = [piece.part.text for piece in pieces if piece.part.kind == "heading"]
    front = walk.title_page
    title = given_title(front.title) or title_of_headings(headings)
    return Content(
        shown,
        "latex",
        title,
        blocks,
        notes=(*damage(data, text), *walk.notes()),
        authors=authors_of(front.names),
        date=date_of([front.date]),
        places=places,
    )
