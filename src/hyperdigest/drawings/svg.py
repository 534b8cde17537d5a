"""Text and attributes of drawings: escaped, and of letters that XML allows.

Labels: how wide they are at most, and how they are cut to a width.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files
from unicodedata import combining, east_asian_width

from hyperdigest.base.text import line

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
_WIDE = frozenset("mwMWQOGDCHNUAVKXYRB@%&—…")


@cache
def _advance(letter: str) -> float:
    """Width of a letter in ems, in the widest of the fonts that are likely."""
    if combining(letter):
        return 0.0
    return 1.05 if east_asian_width(letter) in "WF" else _ADVANCES.get(letter, _OTHER)


def width_of(text: str, size: float) -> float:
    """Width of a line of text in pixels, at most, for letters of that size."""
    return size * sum(map(_advance, text))


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
