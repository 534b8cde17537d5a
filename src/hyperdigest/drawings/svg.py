"""Building blocks of all drawings: escaped text, numbers, hues, the style sheet, text widths."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files
from unicodedata import combining, east_asian_width

from hyperdigest.base.text import line
from hyperdigest.render.html import hue as topic_hue

MARGIN = 14.0
_ADVANCES = {
    letter: advance
    for advance, letters in (
        (0.36, "ijlI',.:;|/\\’ "),
        (0.44, 'ftr()[]-!"*'),
        (0.57, "szckvxyJL?_"),
        (0.72, "KAVXZBRCFPSETY&"),
        (0.84, "wGOQDHNU#+=<>~"),
        (1.02, "mMW%@…—"),
    )
    for letter in letters
}
"""Widths of letters in ems, in the widest of the fonts that are likely; of others, 0.65."""

# Characters that XML does not allow, not even as references.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BREAKS = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def escaped(text: str) -> str:
    """A text escaped for XML, on one line, with visible symbols for control characters."""
    return escape(_NOT_XML.sub("\ufffd", line(text)))


def escaped_exactly(text: str) -> str:
    """A text escaped for an XML attribute, unchanged except for characters that XML forbids."""
    return escape(_NOT_XML.sub("\ufffd", text)).translate(_BREAKS)


def number(value: float) -> str:
    """A coordinate or size with at most one decimal."""
    return f"{value + 0.0:.1f}".removesuffix(".0")


def element(name: str, inside: str | None = None, **attributes: float | str) -> str:
    """An SVG element; `inside` and attributes that are strings must be escaped already.

    The name of an attribute has ``_`` instead of a hyphen, and may end in ``_``.
    """
    begin = name
    for key, value in attributes.items():
        written = value if isinstance(value, str) else number(value)
        begin += f' {key.rstrip("_").replace("_", "-")}="{written}"'
    return f"<{begin}/>" if inside is None else f"<{begin}>{inside}</{name}>"


def label(inside: str, x: float, y: float, size: float, anchor: str = "", kind: str = "") -> str:
    """A text element; `inside` must be escaped already, `kind` is its class, if any."""
    named = {"class_": kind} if kind else {}
    anchored = {"text_anchor": anchor} if anchor else {}
    return element("text", inside, **named, x=x, y=y, **anchored, font_size=size)


LEAN_SINE, LEAN_COSINE = 0.6427876096865394, 0.766044443118978
"""Sine and cosine of 40 degrees, the angle of column names from the vertical."""


def leaning_label(inside: str, x: float, y: float, size: float, kind: str = "") -> str:
    """The name of a column, leaning to the right; `inside` must be escaped already."""
    place = f"translate({number(x)} {number(y)}) rotate(-50)"
    named = {"class_": kind} if kind else {}
    return element("text", inside, **named, font_size=size, transform=place)


def svg_start(
    look: str, width: float, height: float, key: str, title: str, description: str
) -> str:
    """The start of a drawing of this size, with a margin around it.

    `look` are its classes, `key` is the prefix of the ids of its title and description.
    """
    sides = -MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN
    return f"""<svg xmlns="http://www.w3.org/2000/svg" class="drawing {look}" \
viewBox="{" ".join(map(number, sides))}" \
width="{number(sides[2])}" height="{number(sides[3])}" \
role="group" aria-labelledby="{key}-title" aria-describedby="{key}-desc">
<title id="{key}-title">{escaped(title)}</title>
<desc id="{key}-desc">{escaped(description)}</desc>"""


def hue(topic: int) -> str:
    """The CSS class of a topic's hue, the same in every drawing of a collection."""
    return f"h{round(topic_hue(topic) / 10) % 36}"


def style() -> str:
    """The style sheet of the drawings."""
    return files(__package__).joinpath("static", "drawings.css").read_text("utf-8")


def standalone(svg: str) -> str:
    """A drawing as a separate file, with the style sheet inside."""
    head, end, body = svg.partition(">")
    return f"{head}{end}<style>{style()}</style>{body}"


def width_of(text: str, size: float) -> float:
    """An upper bound of the width of a line of text in pixels, for this font size."""
    return size * sum(map(_advance, text))


@cache
def _advance(letter: str) -> float:
    """The width of a letter in ems."""
    if combining(letter):
        return 0.0
    return 1.05 if east_asian_width(letter) in "WF" else _ADVANCES.get(letter, 0.65)


def shortened(text: str, width: float, size: float) -> str:
    """The text on one line of at most this width, with an ellipsis if it is cut."""
    [first] = lines(text, width, size, 1)
    return first


def lines(text: str, width: float, size: float, most: int) -> list[str]:
    """The text in 1 to `most` lines of at most this width, with an ellipsis if it is cut."""
    found: list[str] = [""]
    words = line(text)[:400].split()
    while words:
        longer = f"{found[-1]} {words[0]}".lstrip()
        if width_of(longer, size) <= width:
            found[-1] = longer
            words.pop(0)
        elif found[-1] and len(found) < most:
            found.append("")
        else:
            found[-1] = _with_ellipsis(longer, width, size)
            break
    return found


def _with_ellipsis(text: str, width: float, size: float) -> str:
    """The text cut to this width with an ellipsis, at a space if that keeps half of it."""
    while text and width_of(f"{text}…", size) > width:
        text = text[:-1]
    words = text[: text.rfind(" ")] if " " in text else ""
    return f"{(words if 2 * len(words) > len(text) else text).rstrip(' ,;:-–')}…"
