"""Whether a LaTeX file begins a document, or is a part of one, which may show how one begins."""

from __future__ import annotations

import re

_DEEPEST = 100
"""Environments that are open at the same time; further ones are not looked at."""

_PARTS = re.compile(
    r"(?<!\\)%[^\n]*"
    r"|^(?P<begins>[ \t}]*(?:\\[A-Za-z@]+\*?(?:\[[^][{}%\n]*\])?(?:\{[^{}%\n]*\})*[ \t]*)*?"
    r"\\begin[ \t]*\{document\})"
    r"|^[ \t]*(?P<class>\\document(?:class|style)\b)"
    r"|\\(?P<kind>begin|end)[ \t]*\{(?P<name>[^{}\n]{1,100})\}",
    re.MULTILINE,
)


def has_preamble(text: str) -> bool:
    """Whether a document begins in a text, with a preamble before it.

    It begins on a line of its own, or after commands. What is within another environment, which
    ends after it, only shows how one begins, unless the class of the document is told before.
    """
    is_main = False
    opened: list[str] = []
    depths: list[int] = []  # of the open environments around each place where one may begin
    for found in _PARTS.finditer(text):
        name = found["name"]
        if found["begins"]:
            if is_main or not opened:
                return True
            depths.append(len(opened))
        elif found["class"]:
            is_main = is_main or not opened
        elif name == "document":
            continue
        elif found["kind"] == "begin" and len(opened) < _DEEPEST:
            opened.append(name)
        elif found["kind"] == "end" and name in opened:
            place = len(opened) - 1 - opened[::-1].index(name)
            del opened[place:]
            depths = [depth for depth in depths if depth <= place]
    return bool(depths)
