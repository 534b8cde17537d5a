"""Formulas in MathML, those of web pages and OpenDocument, as a line of text: ``x^2+y_(n+1)``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from lxml import etree

COMBINING_CIRCUMFLEX, COMBINING_OVERLINE, COMBINING_LOW_LINE = "\u0302", "\u0305", "\u0332"

_SCRIPTS = {"msub": "_", "munder": "_", "msup": "^", "mover": "^"}
_DOUBLE_SCRIPTS = ("msubsup", "munderover")
_SCRIPTED = (*_SCRIPTS, *_DOUBLE_SCRIPTS)
_UNSHOWN = dict.fromkeys(range(0x2061, 0x2065))
"""Signs between the parts of a formula that are not shown, as that of a product."""

_LEFT_OUT = frozenset({"annotation", "annotation-xml", "mphantom"})

_MARKS = {
    **{("mover", sign): COMBINING_CIRCUMFLEX for sign in "^ˆ\u0302"},
    **{("mover", sign): COMBINING_OVERLINE for sign in "¯‾_\u0304\u0305"},
    **{("mover", sign): "\u20d7" for sign in "→\u20d7"},
    **{("mover", sign): "\u0303" for sign in "~˜\u0303"},
    **{("munder", sign): COMBINING_LOW_LINE for sign in "_¯‾\u0332"},
}
"""The combining marks of a base for the signs above and below it."""


def _name(element: Any) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def in_parentheses(text: str) -> str:
    """A part of an equation in parentheses, unless it is one name or number."""
    return text if text.isalpha() or text.isdecimal() or len(text) < 2 else f"({text})"


def linear(element: Any) -> str:
    """The text of a formula, or of a part of one."""
    name = _name(element)
    if name in _LEFT_OUT:
        return ""
    if form := _FORMS.get(name):
        return form(element)
    return _row(element) if len(element) else (element.text or "").translate(_UNSHOWN).strip()


def _row(element: Any) -> str:
    """Parts one after the other, with a space after a name or a script before a letter or digit."""
    texts: list[str] = []
    is_apart = False
    for child in element:
        if text := linear(child):
            texts.append(f" {text}" if is_apart and (text[0].isalnum() or text[0] == "√") else text)
            name = _name(child)
            is_apart = name in _SCRIPTED or (name != "mn" and len(text) > 1 and text.isalpha())
    return "".join(texts)


def _parts(element: Any, number: int) -> Iterable[str]:
    """The texts of so many children, in parentheses; those that are missing are empty."""
    texts = [*map(in_parentheses, map(linear, element[:number]))]
    return texts + [""] * (number - len(texts))


def _script(element: Any) -> str:
    """A base with what is below or above it."""
    base, script = _parts(element, 2)
    if mark := _MARKS.get((_name(element), script)):
        return base + mark
    return f"{base}{_SCRIPTS[_name(element)]}{script}" if script else base


def _double_script(element: Any) -> str:
    base, below, above = _parts(element, 3)
    return base + (below and f"_{below}") + (above and f"^{above}")


def _fraction(element: Any) -> str:
    """A fraction, or numbers above each other without a bar, such as ``n¦k``."""
    is_barred = element.get("linethickness", "1")[:1] != "0"
    return ("/" if is_barred else "¦").join(_parts(element, 2))


def _root(element: Any) -> str:
    base, degree = _parts(element, 2)
    return f"{degree}√{base}"


def _fenced(element: Any) -> str:
    separator = element.get("separators", ",")[:1]
    inside = separator.join(map(linear, element))
    return f"{element.get('open', '(')}{inside}{element.get('close', ')')}"


def _table(element: Any) -> str:
    """Numbers in rows, or the lines of a formula one after the other."""
    rows = [list(map(linear, row)) for row in element]
    if all(len(row) < 2 for row in rows):
        return ", ".join(text for row in rows for text in row if text)
    return f"[{'; '.join(map(', '.join, rows))}]"


_FORMS: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(_SCRIPTS, _script),
    **dict.fromkeys(_DOUBLE_SCRIPTS, _double_script),
    "mfrac": _fraction,
    "msqrt": lambda element: f"√{in_parentheses(_row(element))}",
    "mroot": _root,
    "mfenced": _fenced,
    "mtable": _table,
}
