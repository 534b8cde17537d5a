"""The conditions of TeX: which of the branches of a file are read."""

from __future__ import annotations

import re

from hyperdigest.read.latex.commands import NO_CONDITIONS
from hyperdigest.read.latex.source import Source

_BRANCH = re.compile(r"\\(if[A-Za-z@]*|else|or|fi)(?![A-Za-z@])|\\.|%[^\n]*", re.DOTALL)
_ONE = r"\s*(\\csname.{0,100}?\\endcsname|\\[A-Za-z@]+|\\.|[^\\\s])"
_COMPARED = re.compile(_ONE + _ONE, re.DOTALL)
_NUMBERS = re.compile(r"[^\n\\]{0,50}(?:\\[A-Za-z@]+[^\n\\]{0,20}){0,2}")
_ASKED = {
    **dict.fromkeys(("ifnum", "ifdim", "ifodd", "ifcase"), _NUMBERS),
    **dict.fromkeys(("ifx", "if", "ifcat"), _COMPARED),
    "ifdefined": re.compile(_ONE, re.DOTALL),
    "ifcsname": re.compile(r".{0,100}?\\endcsname", re.DOTALL),
}
"""What follows the names of conditions of TeX."""

_NOTHING = frozenset({r"\undefined", r"\@undefined", r"\relax", r"\empty", r"\@empty", r"\\"})
"""What another command, or an argument before the last of these, is compared to if something is to
be done in its absence."""

_NAMED = re.compile(r"[ \t]*(.{0,100}?)\\endcsname")
_BEGINS = re.compile(r"^[^%\n]*\\begin\s*\{document\}", re.MULTILINE)


class Conditions:
    """The conditions that a file has defined and begun so far.

    Of those that depend on more than a switch of the file the first branch is read, but if it is
    for want of something; a branch in which the document begins is always read.
    """

    def __init__(self) -> None:
        self._switches = {"iffalse": False}
        self._begun = 0

    def meets(self, name: str, source: Source) -> bool:
        """Act on a command of a condition; False, and nothing is done, if it is none."""
        if name == "fi":
            self._begun = max(0, self._begun - 1)
        elif name in ("else", "or") and self._begun:
            self._begun -= _skipped_to(source, ("fi",), unless=_BEGINS) == "fi"
        elif name.startswith("if") and name not in NO_CONDITIONS:
            pattern = _ASKED.get(name)
            asked = source.match(pattern) if pattern else None
            holds = self._switches.get(name, True)
            if asked and pattern is _COMPARED:
                holds = _may_be_alike(*asked.groups())
            unless = None if name in self._switches else _BEGINS
            self._begun += holds or _skipped_to(source, ("fi", "else"), unless=unless) != "fi"
        elif (switch := f"if{name.removesuffix('true').removesuffix('false')}") in self._switches:
            self._switches[switch] = name.endswith("true")
        else:
            return False
        return True

    def new(self, source: Source) -> None:
        r"""Read a definition after ``\newif``: a switch that is off."""
        name = source.argument().strip().lstrip("\\")
        named = source.match(_NAMED) if name == "csname" else None
        self._switches[named[1] if named else name] = False


def _may_be_alike(first: str, second: str) -> bool:
    """Whether two commands or characters may be the same for TeX."""
    if first == second:
        return True
    are_characters = len(first) == len(second) == 1
    return not (are_characters or {first, second} & _NOTHING)


def _skipped_to(source: Source, ends: tuple[str, ...], unless: re.Pattern[str] | None) -> str:
    """Read up to one of the commands that end a branch, and its name; nothing is read if there is
    none, or if the branch has a part like `unless`."""
    frame, depth = source.frames[-1], 0
    found_in = frame.text if _BRANCH.pattern not in frame.missing else ""
    for found in _BRANCH.finditer(found_in, frame.place):
        name = found[1]
        if not name or name in NO_CONDITIONS:
            continue
        if not depth and name in ends:
            if unless and unless.search(frame.text, frame.place, found.start()):
                return ""
            frame.place = found.end()
            return name
        depth += name.startswith("if") - (name == "fi")
    frame.missing.add(_BRANCH.pattern)
    return ""
