"""Equations of Office documents as a line of text, such as ``x^2+y_(n+1)``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hyperdigest.read.mathml import (
    COMBINING_CIRCUMFLEX,
    COMBINING_LOW_LINE,
    COMBINING_OVERLINE,
    in_parentheses,
)
from hyperdigest.read.office.ooxml import attribute, name_of

EQUATIONS = frozenset({"oMath", "oMathPara"})
"""Names of the elements that contain equations."""


def linear(element: Any) -> str:
    """The text of an equation, or of a part of one."""
    name = name_of(element)
    if name == "t":
        return element.text or ""
    if name.endswith("Pr"):  # properties
        return ""
    if form := _FORMS.get(name):
        return form(element)
    return "".join(map(linear, element))


def _part(element: Any, name: str) -> str:
    """The text of the first child of a name; empty if there is none."""
    return next((linear(child) for child in element if name_of(child) == name), "")


def _group(element: Any, name: str) -> str:
    return in_parentheses(_part(element, name))


def _mark(element: Any, name: str, default: str) -> str:
    """A character that the properties of an element name."""
    for mark in element.iterfind(f"{{*}}{name_of(element)}Pr/{{*}}{name}"):
        return attribute(mark, "val")
    return default


def _script(element: Any) -> str:
    """A base with what is below and above it."""
    scripts = (("_", "sub"), ("^", "sup"), ("_" if name_of(element) == "limLow" else "^", "lim"))
    said = "".join(f"{sign}{text}" for sign, part in scripts if (text := _group(element, part)))
    if name_of(element) == "nary":
        return f"{_mark(element, 'chr', '∫')}{said} {_part(element, 'e')}"
    if name_of(element) == "sPre":
        return f"{said} {_part(element, 'e')}"
    return f"{_group(element, 'e')}{said}"


def _fraction(element: Any) -> str:
    """A fraction, or numbers above each other without a bar, such as ``n¦k``."""
    sign = "¦" if _mark(element, "type", "bar") == "noBar" else "/"
    return f"{_group(element, 'num')}{sign}{_group(element, 'den')}"


def _accented(element: Any) -> str:
    """A base with a combining mark, such as that of a mean or a vector."""
    return f"{_group(element, 'e')}{_mark(element, 'chr', COMBINING_CIRCUMFLEX)}"


def _barred(element: Any) -> str:
    """A base with a line above or below."""
    below = _mark(element, "pos", "bot") == "bot"
    return f"{_group(element, 'e')}{COMBINING_LOW_LINE if below else COMBINING_OVERLINE}"


def _delimited(element: Any) -> str:
    between = _mark(element, "sepChr", "|")
    inside = between.join(linear(child) for child in element if name_of(child) == "e")
    return f"{_mark(element, 'begChr', '(')}{inside}{_mark(element, 'endChr', ')')}"


def _matrix(element: Any) -> str:
    rows = (", ".join(map(linear, row)) for row in element if name_of(row) == "mr")
    return f"[{'; '.join(rows)}]"


_FORMS: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(("sSup", "sSub", "sSubSup", "sPre", "nary", "limLow", "limUpp"), _script),
    "f": _fraction,
    "acc": _accented,
    "bar": _barred,
    "rad": lambda element: f"{_part(element, 'deg')}√{_group(element, 'e')}",
    "func": lambda element: f"{_part(element, 'fName')} {_part(element, 'e')}",
    "d": _delimited,
    "m": _matrix,
    "eqArr": lambda element: ", ".join(filter(None, map(linear, element))),
}
