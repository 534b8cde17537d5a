"""Lists of LaTeX, with the numbers of their steps."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hyperdigest.documents import BlockKind
from hyperdigest.read.content import BEGINS_LIST
from hyperdigest.read.paragraphs.numbers import Shape, written

_SHAPES: dict[str, Shape] = {
    "arabic": "decimal",
    "alph": "letter",
    "Alph": "LETTER",
    "roman": "roman",
    "Roman": "ROMAN",
    "1": "decimal",
    "a": "letter",
    "A": "LETTER",
    "i": "roman",
    "I": "ROMAN",
}
_OF_DEPTH: tuple[tuple[str, Shape, str], ...] = (
    *(("", "decimal", "."), ("(", "letter", ")")),
    *(("", "roman", "."), ("", "LETTER", ".")),
)
"""What stands around the numbers of steps, and their shape, by how deep their list is nested."""

_LABEL = re.compile(
    r"label\s*=\s*\{?([^{}\\,]{0,5})\\(arabic|alph|Alph|roman|Roman)\*([^{},]{0,5})"
)
_SHORT = re.compile(r"[\s{\\a-z]*?([(\[]?)([1aAiI])([.)\]]?)\}?")
_START = re.compile(r"start\s*=\s*(\d{1,4})")


@dataclass(slots=True)
class List:
    """A list that is being read: the kind of its items, how their numbers look, and what is before
    the next one."""

    kind: BlockKind
    before: str = ""
    shape: Shape = "decimal"
    after: str = "."
    count: int = 0
    begins: str = BEGINS_LIST

    @classmethod
    def of(cls, kind: BlockKind, option: str, depth: int) -> List:
        """A list with an optional argument, the numbered list number `depth` in each other."""
        before, shape, after = _OF_DEPTH[min(depth, len(_OF_DEPTH)) - 1]
        if found := _LABEL.search(option) or _SHORT.fullmatch(option):
            before, shape, after = found[1], _SHAPES[found[2]], found[3]
        start = _START.search(option)
        return cls(kind, before, shape, after, int(start[1]) - 1 if start else 0)

    def next_mark(self) -> str:
        """The mark of the next item, with the number that is printed before it, if its kind has
        one."""
        self.count += 1
        begins, self.begins = self.begins, ""
        number = written(self.count, self.shape) if self.kind == "step" else ""
        return begins + (f"{self.before}{number}{self.after}" if number else "")
