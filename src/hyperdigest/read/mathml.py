"""Formulas in MathML, those of web pages and OpenDocument, as a line of text: ``x^2+y_(n+1)``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle
from typing import Any

from lxml import etree

COMBINING_CIRCUMFLEX, COMBINING_OVERLINE, COMBINING_LOW_LINE = "\u0302", "\u0305", "\u0332"

_SCRIPTS = {"msub": "_", "munder": "_", "msup": "^", "mover": "^"}
_DOUBLE_SCRIPTS = ("msubsup", "munderover")
_SCRIPTED = (*_SCRIPTS, *_DOUBLE_SCRIPTS, "mmultiscripts")
_UNSHOWN = dict.fromkeys(range(0x2061, 0x2065))
"""Signs between the parts of a formula that are not shown, as that of a product."""

_LEFT_OUT = frozenset({"", "annotation", "annotation-xml", "mphantom"})
"""Parts that are no text, with comments, which have no name."""

_DRAWN = ("mfrac", "mroot", "msqrt")
_NO_BAR = re.compile(r"\s*(?:0+(?:\.0*)?|\.0+)(?![\d.])")

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


def _children(element: Any) -> list[Any]:
    """The parts of an element, without comments."""
    return [each for each in element if _name(each)]


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
    if _children(element):
        return _row(element)
    texts = [element.text, *(comment.tail for comment in element)]
    return "".join(filter(None, texts)).translate(_UNSHOWN).strip()


def _row(element: Any) -> str:
    """Parts one after the other, with spaces where they would be read as one."""
    texts: list[str] = []
    before: Any = None
    has_space = False
    for child in element:
        if not (text := linear(child)):
            is_space = _name(child) == "mspace"
            has_space |= is_space and child.get("width", "")[:1] not in ("-", "n")  # less than none
            continue
        if texts:
            is_between = has_space and texts[-1][-1].isalnum() and text[0].isalnum()
            is_apart = is_between or _are_apart(before, texts[-1], child, text)
            texts.append(" " * is_apart)
        texts.append(text)
        before, has_space = child, False
    return "".join(texts)


def _are_apart(before: Any, text: str, after: Any, following: str) -> bool:
    """Whether a part is read apart from the one before it only after a space: after a name or a
    script, and around what is drawn in two dimensions."""
    is_word = following[0].isalnum() or following[0] == "√"
    if _outermost(before, last=True) in _DRAWN:
        return is_word or following[0] == "("
    if text[-1].isalnum() and _outermost(after) in (*_DRAWN, "mmultiscripts"):
        return following[0] != "("
    name = _name(before)
    is_name = name != "mn" and len(text) > 1 and text.isalpha()
    return is_word and (name in _SCRIPTED or is_name)


def _outermost(element: Any, *, last: bool = False) -> str:
    """The name of the first or last part of a row, which may be a row itself."""
    while (name := _name(element)) not in _FORMS:
        parts = reversed(element) if last else iter(element)
        part = next((each for each in parts if _name(each) not in _LEFT_OUT), None)
        if part is None:
            break
        element = part
    return name


def _parts(element: Any, number: int) -> Iterable[str]:
    """The texts of so many children, in parentheses; those that are missing are empty."""
    texts = [*map(in_parentheses, map(linear, _children(element)[:number]))]
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


def _multiscripts(element: Any) -> str:
    """A base with what is below and above it at both sides, as that of an isotope: ``^14 C_6``."""
    if not (parts := _children(element)):
        return ""
    base, *scripts = parts
    names = list(map(_name, scripts))
    end = names.index("mprescripts") if "mprescripts" in names else len(names)
    before, after = map(_pairs, (scripts[end + 1 :], scripts[:end]))
    return f"{before}{' ' * bool(before)}{in_parentheses(linear(base))}{after}"


def _pairs(scripts: Sequence[Any]) -> str:
    """What is below and above a base, by turns."""
    texts = (in_parentheses(linear(each)) for each in scripts)
    return "".join(f"{sign}{text}" for sign, text in zip(cycle("_^"), texts) if text)


def _fraction(element: Any) -> str:
    """A fraction, or numbers above each other without a bar, such as ``n¦k``."""
    is_barred = _NO_BAR.match(element.get("linethickness", "1")) is None
    return ("/" if is_barred else "¦").join(_parts(element, 2))


def _root(element: Any) -> str:
    base, degree = _parts(element, 2)
    return f"{degree}√{base}"


def _fenced(element: Any) -> str:
    separator = element.get("separators", ",")[:1]
    inside = separator.join(map(linear, _children(element)))
    return f"{element.get('open', '(')}{inside}{element.get('close', ')')}"


def _table(element: Any) -> str:
    """Numbers in rows, or the lines of a formula one after the other."""
    rows = [list(map(linear, _children(row))) for row in _children(element)]
    if all(len(row) < 2 for row in rows):
        return ", ".join(text for row in rows for text in row if text)
    return f"[{'; '.join(map(', '.join, rows))}]"


_FORMS: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(_SCRIPTS, _script),
    **dict.fromkeys(_DOUBLE_SCRIPTS, _double_script),
    "mmultiscripts": _multiscripts,
    "mfrac": _fraction,
    "msqrt": lambda element: f"√{in_parentheses(_row(element))}",
    "mroot": _root,
    "mfenced": _fenced,
    "mtable": _table,
}
