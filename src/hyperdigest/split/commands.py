"""Commands in pages of manuals, told by the name of a program that the page is about.

They stand in the column of the text around them, as in "Extend a volume." above "lvextend -L +54
vg01/lvol10", or above what explains them.
"""

from __future__ import annotations

import re

from hyperdigest.split.code_signs import (
    FUNCTION_WORD,
    ends_sentence,
    goes_on,
    has_signs,
)
from hyperdigest.split.definitions import Term, is_explanation
from hyperdigest.split.lines import Line, Lines
from hyperdigest.split.verbs import VERB, verbs

_NAMES = re.compile(r"^\w+[ \t\r]*\n[ \t]+((?:[\w.+:-]+,\s+){0,40}[\w.+:-]+)\s+[-–—]+\s", re.M)
_AUXILIARY = re.compile(rf"{VERB}(?:not|n't)?$")
_NAME = re.compile(r"\d|\w[/:=@]\w")
_EXPLAINED = re.compile(r" [-–—] |(?: [\w-]+){1,4} [-–—]{1,2} [^\W\d_]\S+ \S*[^\W\d_]{2}")
"""A dash and words after what begins as a command: "mdadm - manage disks"."""

_GOES_ON = re.compile(r"[-\[{<|(]")
"""Begins a line that a command goes on with."""

_STOP = re.compile(r"[^\s.][.!?]$")
_FARTHEST = 4_000
"""Characters before the end of the section with the names."""

DEEPEST_HEADING = 4
"""The columns before a heading of such a page at most, but for that of an example."""

_MOST_LINES, _MOST_WORDS = 40, 24
_MOST_WITHOUT_SIGNS = 8
"""Words of a command without options, paths or the like."""


def subject_of(text: str) -> re.Pattern[str] | None:
    """What matches the name of the program that a page of a manual is about, at the start of a
    sentence about it; None if the text is no such page."""
    known = _names_in(text)
    return re.compile(rf"(?=[a-z])(?:{known})(?:\(\d\w?\))?(?=\s)") if known else None


def _names_in(text: str) -> str:
    """A pattern of the names of the programs that a page of a manual is about, longest first; empty
    if there are none."""
    found = _NAMES.search(text, 0, _FARTHEST)
    names = set(re.split(r",\s+", found[1])) if found else set()
    names |= {name.split("-")[0] for name in names if "-" in name[2:]}  # "git" of "git-stash"
    return "|".join(map(re.escape, sorted(names, reverse=True)))


class Commands:
    """Tells which lines of a page of a manual are commands.

    Parameters
    ----------
    margin : the width at which the lines of the page are wrapped.
    """

    def __init__(self, lines: Lines, margin: float) -> None:
        self._lines, self._margin = lines, margin
        known = _names_in(lines.text)
        self._begin = re.compile(rf"(?:sudo )?(?:{known})(?= |$)") if known else None

    def begins_at(self, line: Line, *, explained: bool = False) -> bool:
        """Whether a line is a command, or the first line of one.

        `explained` is whether deeper text is below it, so that words of prose may be in it.
        """
        may_be_one = line.kind in ("text", "table") and line.indent > DEEPEST_HEADING
        if self._begin is None or not may_be_one:
            return False
        text = self._lines.text[line.start : min(line.end, line.start + 400)]
        found = self._begin.match(text)
        if found is None or text[-1] in ",:;" or _STOP.search(text, len(text) - 2):
            return False
        rest = text[found.end() :]
        words = rest.split()
        if len(words) > _MOST_WORDS or _EXPLAINED.match(rest):
            return False
        if FUNCTION_WORD.search(rest) and not explained:
            return False
        if not words or has_signs([rest]) or _NAME.search(rest):
            return True
        says = _AUXILIARY.match(words[0]) or verbs().inflected.get(words[0], ("", ""))[1] == "s"
        return not says and len(words) <= _MOST_WITHOUT_SIGNS

    def end(self, number: int) -> int:
        """The line after the commands that begin at a line; that line itself if none does."""
        lines = self._lines
        below = number + 1
        explained = (
            not lines.is_blank(below)
            and lines[below].indent >= lines[number].indent + 2
            and lines.text[lines[below].start].isupper()
        )
        if not self.begins_at(lines[number], explained=explained):
            return number
        first = last = lines[number]
        end = number + 1
        while not lines.is_blank(end) and end - number < _MOST_LINES:
            line = lines[end]
            goes_on = self._goes_on(first, last, line)
            if not goes_on and (line.indent != first.indent or not self.begins_at(line)):
                break
            last, end = line, end + 1
        return number if ends_sentence(lines.of(last)[-12:]) else end

    def _goes_on(self, first: Line, last: Line, line: Line) -> bool:
        """Whether a line is part of the command whose `first` and `last` line are above it."""
        so_far = self._lines.text[first.start : last.end]
        text = self._lines.text[line.start : line.end]
        if so_far[-1] == "‐" or goes_on(so_far, text):
            return True
        if line.indent < first.indent:
            return False
        if _GOES_ON.match(text):
            return True
        is_open = sum(map(so_far.count, "[{")) > sum(map(so_far.count, "]}"))
        is_wrapped = self._lines.is_wrapped(last, line, self._margin)
        return is_wrapped and (is_open or not text[0].isupper())

    def explained_at(self, number: int) -> Term | None:
        """The commands that begin at a line, if deeper text right below explains them."""
        end = self.end(number)
        if end == number or self._lines.is_blank(end):
            return None
        first, last, below = (self._lines[each] for each in (number, end - 1, end))
        if below.kind != "text" or below.indent < first.indent + 2:
            return None
        says = is_explanation(self._lines, end) or self._lines.of(below).replace(" ", "").isalpha()
        return Term(first.start, last.end, -1, below.indent) if says else None
