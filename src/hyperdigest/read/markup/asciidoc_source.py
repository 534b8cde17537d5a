"""The lines of an AsciiDoc file that hold under its conditions, without those that name files."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hyperdigest.read.markup.lined import NumberedLine

_ATTRIBUTE = re.compile(r":(!?)([A-Za-z0-9_][\w-]{0,100})(!?):")
_DIRECTIVE = re.compile(r"(ifdef|ifndef|ifeval|endif|include)::([^\[\]\s]*)\[(.*)\]$")
_DEFINED = frozenset(
    {"asciidoctor", "backend", "backend-html5", "basebackend", "basebackend-html", "docname"}
)
"""What a program that shows the text as a web page defines."""


def chosen_lines(lines: Iterable[NumberedLine]) -> list[NumberedLine]:
    """The lines of a file whose conditions hold, as far as attributes of the file decide."""
    defined = set(_DEFINED)
    kept: list[NumberedLine] = []
    open_conditions: list[bool] = []
    hidden = 0  # how many of the open conditions do not hold
    for line in lines:
        text = line.text
        found = _DIRECTIVE.match(text) if "::" in text else None
        if found is None:
            if hidden:
                continue
            if set_here := _ATTRIBUTE.match(text):
                change = defined.discard if set_here[1] or set_here[3] else defined.add
                change(set_here[2].lower())
            kept.append(line._replace(text=text[1:]) if text.startswith("\\i") else line)
        elif found[1] == "endif":
            if open_conditions:
                hidden -= not open_conditions.pop()
        elif found[1] != "include":
            holds = _holds(found[1], found[2], defined)
            if found[1] != "ifeval" and found[3]:
                if holds and not hidden:
                    kept.append(line._replace(text=found[3]))
            else:
                open_conditions.append(holds)
                hidden += not holds
    return kept


def _holds(condition: str, names: str, defined: set[str]) -> bool:
    """Whether a condition holds; one that compares values is taken to do so."""
    if condition == "ifeval":
        return True
    known = [name.strip().lower() in defined for name in re.split("[,+]", names)]
    holds = all(known) if "+" in names else any(known)
    return holds == (condition == "ifdef")
