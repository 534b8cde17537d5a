"""Digests that quote lists, tables, code and definitions with their contexts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hyperdigest.digest import Citation, Digest, ListPosition, Slice
from hyperdigest.documents import Block, BlockKind, Document, SentenceKind
from oracles.digests import TOPIC, digest_of


@dataclass
class Manual:
    """A document that grows by blocks, and the sentences that a digest quotes of it."""

    name: str = "manual.html"
    text: str = ""
    blocks: list[Block] = field(default_factory=list)
    slices: dict[str, Slice] = field(default_factory=dict)

    def add(
        self,
        kind: BlockKind,
        *sentences: str,
        level: int = 0,
        at: tuple[int, int, int] | None = None,
    ) -> None:
        """Add a block; `at` is the number of its list, its ordinal there, and the list's length."""
        begin = len(self.text)
        for number, sentence in enumerate(sentences):
            self.text += " " * (number > 0)
            start = len(self.text)
            self.text += sentence
            position = ListPosition(*at, begins=number == 0) if at else None
            shown = kind if kind in ("item", "step", "definition", "code", "term", "header") else (
                "row" if kind == "table" else "prose"
            )  # fmt: skip
            self.slices[sentence] = Slice(
                start, len(self.text), sentence, 1, 1, shown, position  # type: ignore[arg-type]
            )  # fmt: skip
        self.blocks.append(Block(begin, len(self.text), kind, level))
        self.text += "\n\n"

    def digest(self, *quoted: str | tuple[str, ...], **changes: dict[str, object]) -> Digest:
        """A digest of sentences; a tuple is a sentence after its context."""
        document = Document(
            self.name, f"docs/{self.name}", self.text, format="html", blocks=tuple(self.blocks)
        )
        sentences = [self._cite(document, each, changes) for each in quoted]
        return digest_of(*sentences, documents=(document,))

    def _cite(
        self,
        document: Document,
        quoted: str | tuple[str, ...],
        changes: dict[str, dict[str, object]],
    ) -> Citation:
        *context, text = (quoted,) if isinstance(quoted, str) else quoted
        found = self.slices[text]
        kind: SentenceKind = "prose" if found.kind in ("term", "header") else found.kind  # type: ignore[assignment]
        return Citation(
            *(text, document.name, document.path, found.start, found.end, None),
            *(document.place(found.start), 1, 1, 0.5, 0.25, (TOPIC,)),
            kind=kind,
            context=tuple(self.slices[each] for each in context),
            position=found.position,
            **changes.get(text, {}),  # type: ignore[arg-type]
        )


LEAD, ONE, TWO, BLUE = "To replace it:", "Switch it off.", "Close the valve.", "It is blue."
OPEN, LEFT, LIFT, LAST = "Open the housing:", "Turn the ring left.", "Lift it off.", "Switch it on."
TERM, NET, FINE = "Filter mesh", "The net in the filter.", "It is <fine>."
HEAD, E1, E2, E3 = "Code\tMeaning", "E1\tclogged | dirty", "E2\tno water", "E3\ttoo *hot*"
FILE, CODE = "It is set like this:", "[filter]\n    ```days``` = 90\n\n    # sand"
PUMP, NEEDS = "The pump moves water.", "It needs a filter."


def manual() -> Manual:
    """A manual with steps and items in them, terms, a table and code."""
    made = Manual()
    made.add("paragraph", PUMP, NEEDS)
    made.add("paragraph", LEAD)
    made.add("step", ONE, level=1, at=(1, 1, 4))
    made.add("step", TWO, BLUE, level=1, at=(1, 2, 4))
    made.add("step", OPEN, level=1, at=(1, 3, 4))
    made.add("item", LEFT, level=2, at=(2, 1, 2))
    made.add("item", LIFT, level=2, at=(2, 2, 2))
    made.add("step", LAST, level=1, at=(1, 4, 4))
    made.add("term", TERM)
    made.add("definition", NET, FINE)
    made.add("header", HEAD)
    made.add("table", E1, at=(3, 1, 3))
    made.add("table", E2, at=(3, 2, 3))
    made.add("table", E3, at=(3, 3, 3))
    made.add("paragraph", FILE)
    made.add("code", CODE)
    return made


ALL: Sequence[str | tuple[str, ...]] = (
    *(PUMP, (PUMP, NEEDS)),
    *((LEAD, ONE), (LEAD, TWO), (TWO, BLUE), (LEAD, OPEN, LEFT), (LEAD, LAST)),
    *((TERM, FINE), (HEAD, E1), (HEAD, E3), (FILE, CODE)),
)
"""Quotations of the manual: steps 1 to 4 with a nested item, a definition, two rows and code."""
