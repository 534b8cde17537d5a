"""Groups of text, code and definitions, which grow by the quotations that belong to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol, Self

from hyperdigest.base.slices import is_gap
from hyperdigest.base.text import line
from hyperdigest.render.parts import under
from hyperdigest.render.quotations import Quotation
from hyperdigest.render.quotes import Code, Definition, Group, List, Paragraph, Part

Shown = Mapping[tuple[int, int], int]
"""How many items are shown of each list, by the numbers of its source and of the list."""

_NOUNS = {
    "step": ("step", "steps"),
    "row": ("row", "rows"),
    "definition": ("definition", "definitions"),
}


def extent(kind: str, part: Part, shown: Shown) -> str:
    """How many items of the list of a part are shown: ``4 of 9 steps``; empty if all are, or if
    more come later."""
    position = part.quoted.position
    if position is None:
        return ""
    count = shown.get((part.source.number, position.number), position.of)
    one, many = _NOUNS.get(kind, ("item", "items"))
    return f"{count} of {position.of} {one if position.of == 1 else many}" * (count < position.of)


def is_begun_again(heading: str, one: Part, other: Part) -> bool:
    """Whether a heading with the same words is on a line of its own between two parts, as
    "Options" may be above the options of several commands."""
    document = other.source.document
    if not heading or document is None:
        return False
    between = document.text[one.quoted.end : other.quoted.start]
    if heading not in between:
        return False
    return any(words.strip("#*_= \t") == heading for words in between.splitlines())


class GrowingGroup:
    """A group that grows by quotations that belong to it.

    `lead` is for what introduces a list, a table or code.
    """

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.lead: list[Part] = []
        self.starts: set[int] = set()
        self.headings = {""}

    @property
    def leads(self) -> bool:
        """Whether a sentence of it leads as the answer."""
        return any(part.sentence and part.sentence.lead for part in self.parts)

    @property
    def quotes_title(self) -> bool:
        """Whether the title of its source is quoted before a sentence."""
        title = line(self.parts[0].source.title).casefold()
        return any(not part.sentence and part.text.casefold() == title for part in self.parts)

    @property
    def items(self) -> Sequence[Part]:
        """The parts that are shown as items of lists or as rows."""
        return ()

    def add(self, quotation: Quotation) -> bool:
        """Add a quotation if it belongs to the group; whether it does."""
        first, last = quotation.parts[0], self.parts[-1]
        if first.source.number != last.source.number or first.quoted.start < last.quoted.end:
            return False
        if not self.continues(quotation):
            return False
        self.put(quotation)
        return True

    def put(self, quotation: Quotation) -> None:
        """Add a quotation that belongs to the group."""
        for part in quotation.parts:
            self.place(self.beside(part))

    def beside(self, part: Part) -> Part:
        """A part as the next one of the group: with its gap, and its heading if that is new."""
        gap = bool(self.parts) and self.is_gap(self.parts[-1], part)
        title = line(part.sentence.heading) if part.sentence else part.text
        if self.parts:
            last = self.parts[-1]
            self.headings = {one for one in self.headings if not is_begun_again(one, last, part)}
        new = part.sentence and title not in self.headings
        part = replace(part, gap=gap, under=under(part.sentence) if part.sentence and new else "")
        self.parts.append(part)
        self.starts.add(part.quoted.start)
        self.headings.add(title)
        return part

    @staticmethod
    def is_gap(one: Part, other: Part) -> bool:
        """Whether words are left out between two parts."""
        document = other.source.document
        text = document.text if document else None
        return is_gap(text, one.quoted.end, other.quoted.start)

    def follows(self, quotation: Quotation) -> bool:
        """Whether a quotation follows the last part, or needs a part that the group has."""
        if not self.is_gap(self.parts[-1], quotation.parts[0]):
            return True
        return quotation.needs in self.starts

    def continues(self, quotation: Quotation) -> bool:
        """Whether a later quotation of the same document belongs to the group."""
        raise NotImplementedError

    def place(self, part: Part) -> None:
        """Put a part of the group where it belongs."""

    @classmethod
    def of(cls, part: Part) -> Self:
        """A group of one part."""
        group = cls()
        group.parts.append(part)
        group.place(part)
        return group

    def finished(self, shown: Shown) -> Group:
        """The group; `shown` counts the items of the lists that are not continued after it."""
        raise NotImplementedError


class GrowingParagraph(GrowingGroup):
    """Sentences of running text."""

    def continues(self, quotation: Quotation) -> bool:
        if self.parts[-1].has_notes or quotation.has_heading:
            return False
        return quotation.begins == "paragraph" and self.follows(quotation)

    def finished(self, shown: Shown) -> Paragraph:
        return Paragraph(tuple(self.parts))


class GrowingCode(GrowingGroup):
    """Blocks of code, below what introduces them."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[list[Part]] = []

    def continues(self, quotation: Quotation) -> bool:
        is_code = quotation.begins == "code" and not quotation.context
        return is_code and self.follows(quotation)

    def place(self, part: Part) -> None:
        if part.sentence is None:
            self.lead.append(part)
        elif self.blocks and not part.gap:
            self.blocks[-1].append(part)
        else:
            self.blocks.append([part])

    def finished(self, shown: Shown) -> Code:
        return Code(tuple(self.lead), tuple(map(tuple, self.blocks)))


class Below(Protocol):
    """What is below a term or in an item: text or code, and in an item also a list."""

    def finished(self, shown: Shown) -> List | Code | Paragraph:
        """What it is when all its parts are added."""


class GrowingDefinition(GrowingGroup):
    """Terms, and below them the text and the code that define them, below their lead-in."""

    def __init__(self) -> None:
        super().__init__()
        self.terms: list[Part] = []
        self.body: list[Below] = []

    @property
    def items(self) -> Sequence[Part]:
        return [part for part in self.parts if part.quoted.kind == "definition"]

    def continues(self, quotation: Quotation) -> bool:
        return quotation.defines and not quotation.has_term and self.follows(quotation)

    def place(self, part: Part) -> None:
        if part.quoted.kind in ("heading", "term") and not self.body:
            self.terms.append(part)
        elif not self.terms:
            self.lead.append(part)
        else:
            add_below(self.body, part)

    def finished(self, shown: Shown) -> Definition:
        below = tuple(each.finished(shown) for each in self.body)
        listed = [part for part in self.items if part.quoted.position]
        several = bool(listed) and max(shown.values(), default=0) > 1
        of = extent("definition", listed[0], shown) if several else ""
        return Definition(tuple(self.lead), tuple(self.terms), below, of)


def add_below(below: list[Below], part: Part) -> None:
    """Add a part to the text or the code that comes last, or begin another one."""
    kind = GrowingCode if part.sentence and part.is_code else GrowingParagraph
    last = below[-1] if below else None
    if (
        isinstance(last, GrowingCode | GrowingParagraph)
        and type(last) is kind
        and not last.parts[-1].has_notes
    ):
        last.parts.append(part)
        last.place(part)
    else:
        below.append(kind.of(part))
