"""Text and attributes of drawings: escaped, and of letters that XML allows."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files

from hyperdigest.render.plain import line

# What no XML document may hold, not even as a reference.
_FOREIGN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BREAKS = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})

MARGIN = 14.0
HUES = 36
_GOLDEN_ANGLE = 137.508
_FIRST_HUE = 255.0


def shown(text: str) -> str:
    """A text on one line, its controls visible, escaped."""
    return escape(_FOREIGN.sub("\ufffd", line(text)))


def exact(text: str) -> str:
    """A text for an attribute, as it is but for letters that no attribute can hold."""
    return escape(_FOREIGN.sub("\ufffd", text)).translate(_BREAKS)


def hue(topic: int) -> str:
    """The class that gives a topic its hue, the same in every drawing of a collection."""
    return f"h{round((_FIRST_HUE + topic * _GOLDEN_ANGLE) % 360 / 10) % HUES}"


def number(value: float) -> str:
    """A coordinate or a size, in tenths of a pixel."""
    return f"{value + 0.0:.1f}".removesuffix(".0")


def frame(width: float, height: float) -> str:
    """What is seen of a drawing: all of it, and a margin."""
    sides = -MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN
    return " ".join(map(number, sides))


def style() -> str:
    """The style sheet of the drawings."""
    return files("hyperdigest").joinpath("web", "static", "drawings.css").read_text("utf-8")


def standalone(svg: str) -> str:
    """A drawing as a file of its own, its style within."""
    head, end, body = svg.partition(">")
    return f"{head}{end}<style>{style()}</style>{body}"
