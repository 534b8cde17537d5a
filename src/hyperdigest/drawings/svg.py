"""The basis of all drawings: escaped text, numbers, hues, the style sheet, widths of labels."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files
from unicodedata import combining, east_asian_width

from hyperdigest.base.text import line
from hyperdigest.render.html import hue as topic_hue

MARGIN = 14.0
HUES = 36
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
_OTHER = 0.65

_LONGEST = 400
"""Letters of a text that are looked at: no label is longer."""

# What no XML document may hold, not even as a reference.
_FOREIGN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BREAKS = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def shown(text: str) -> str:
    """A text on one line, its controls visible, escaped."""
    return escape(_FOREIGN.sub("\ufffd", line(text)))


def exact(text: str) -> str:
    """A text for an attribute, as it is but for letters that no attribute can hold."""
    return escape(_FOREIGN.sub("\ufffd", text)).translate(_BREAKS)


def number(value: float) -> str:
    """A coordinate or a size, in tenths of a pixel."""
    return f"{value + 0.0:.1f}".removesuffix(".0")


def element(name: str, inside: str | None = None, **attributes: float | str) -> str:
    """An element of SVG, what is inside and attributes that are texts being escaped already.

    Numbers are written by `number`. The name of an attribute has ``_`` for a hyphen, and may end
    in one.
    """
    begin = name
    for key, value in attributes.items():
        written = value if isinstance(value, str) else number(value)
        begin += f' {key.rstrip("_").replace("_", "-")}="{written}"'
    return f"<{begin}/>" if inside is None else f"<{begin}>{inside}</{name}>"


def label(inside: str, x: float, y: float, size: float, anchor: str = "", kind: str = "") -> str:
    """A text that is escaped already, its letters of that size, and its class where it has one."""
    named = {"class_": kind} if kind else {}
    anchored = {"text_anchor": anchor} if anchor else {}
    return element("text", inside, **named, x=x, y=y, **anchored, font_size=size)


RISE, RUN = 0.6427876096865394, 0.766044443118978
"""Sine and cosine of the 40 degrees at which the names of columns lean from upright."""


def leaning(inside: str, x: float, y: float, size: float, kind: str = "") -> str:
    """The name of a column, escaped already, which leans to the right from its foot."""
    place = f"translate({number(x)} {number(y)}) rotate(-50)"
    named = {"class_": kind} if kind else {}
    return element("text", inside, **named, font_size=size, transform=place)


def opened(look: str, width: float, height: float, key: str, title: str, description: str) -> str:
    """The beginning of a drawing of the classes `look`: all of it is seen, and a margin around it.
    `key` begins the ids of its title and of its description."""
    sides = -MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN
    return f"""<svg xmlns="http://www.w3.org/2000/svg" class="drawing {look}" \
viewBox="{" ".join(map(number, sides))}" \
width="{number(sides[2])}" height="{number(sides[3])}" \
role="group" aria-labelledby="{key}-title" aria-describedby="{key}-desc">
<title id="{key}-title">{shown(title)}</title>
<desc id="{key}-desc">{shown(description)}</desc>"""


def hue(topic: int) -> str:
    """The class that gives a topic its hue, the same in every drawing of a collection."""
    return f"h{round(topic_hue(topic) / 10) % HUES}"


def style() -> str:
    """The style sheet of the drawings."""
    return files(__package__).joinpath("static", "drawings.css").read_text("utf-8")


def standalone(svg: str) -> str:
    """A drawing as a file of its own, its style within."""
    head, end, body = svg.partition(">")
    return f"{head}{end}<style>{style()}</style>{body}"


def width_of(text: str, size: float) -> float:
    """Width of a line of text in pixels, at most, for letters of that size."""
    return size * sum(map(_advance, text))


@cache
def _advance(letter: str) -> float:
    """Width of a letter in ems, in the widest of the fonts that are likely."""
    if combining(letter):
        return 0.0
    return 1.05 if east_asian_width(letter) in "WF" else _ADVANCES.get(letter, _OTHER)


def cut(text: str, width: float, size: float) -> str:
    """The beginning of a text on one line that is not wider, with an ellipsis where it goes on."""
    [first] = lines(text, width, size, 1)
    return first


def lines(text: str, width: float, size: float, most: int) -> list[str]:
    """A text in at most so many lines that are not wider; at least one, which may be empty."""
    made: list[str] = [""]
    words = line(text)[:_LONGEST].split()
    while words:
        longer = f"{made[-1]} {words[0]}".lstrip()
        if width_of(longer, size) <= width:
            made[-1] = longer
            words.pop(0)
        elif made[-1] and len(made) < most:
            made.append("")
        else:
            made[-1] = _ended(longer, width, size)
            break
    return made


def _ended(text: str, width: float, size: float) -> str:
    """The text cut, between words where that keeps half of it, with an ellipsis."""
    while text and width_of(f"{text}…", size) > width:
        text = text[:-1]
    whole = text[: text.rfind(" ")] if " " in text else ""
    return f"{(whole if 2 * len(whole) > len(text) else text).rstrip(' ,;:-–')}…"
