"""What the elements of a vocabulary of XML are for a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Use = Literal[
    "skip", "section", "title", "paragraph", "quote", "code", "line", "break", "items", "steps",
    "item", "terms", "term", "definition", "table", "note", "label", "speech", "speaker", "raised",
    "own", "part", "front", "mark", "number",
]  # fmt: skip
"""What an element is.

A ``section`` has a ``title``, and so may others, where it is a paragraph. ``items``, ``steps`` and
``terms`` are lists, ``terms`` one whose parts are no items. A ``line`` is one of a text, and a
``break`` is empty. A ``note`` is read at the end. A ``label`` is printed before the next block. A
``speech`` is that of a ``speaker``. What is its ``own`` begins and ends a block. A ``part`` is one
of a text, and so are elements that are nothing of this, unless they stand between blocks. The
``front`` of a section may have its title. A ``mark`` is raised and refers to a note; so does a
``number`` that no white space or bracket stands before. Both would be digits inside sentences.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What an article says about itself; empty where it does not."""

    title: str = ""
    authors: Iterable[str] = ()
    dates: Iterable[str] = ()
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """A vocabulary.

    Parameters
    ----------
    uses : what its elements are, by their names without namespaces.
    bodies : the elements with the text of a document, in the order in which they are read.
    metadata : what a document says about itself.
    use_of : what an element is, if that does not follow from its name; None if it does.
    rank : in how many sections the bodies are, so that the rank of their headings is lower.
    between : what is printed between the elements in some, such as the keys to press together.
    around : the element that several roots of one file are in, such as the chapters of a part that
        a book includes; empty if there are no such files.
    """

    uses: Mapping[str, Use]
    bodies: Callable[[Any], Iterable[Any]]
    metadata: Callable[[Any], Metadata]
    use_of: Callable[[Any], Use | None]
    rank: int = 0
    between: Mapping[str, str] = field(default_factory=dict)
    around: str = ""


def is_struck(look: str) -> bool:
    """Whether a look that an element gives to its text is that of text that is struck out."""
    return any(map(look.lower().__contains__, ("strike", "line-through")))


def by_name(uses: Mapping[Use, str]) -> dict[str, Use]:
    """The use of each element, from the names for each use, separated by spaces."""
    return {name: use for use, names in uses.items() for name in names.split()}


def text_of(element: Any) -> str:
    """All text in an element on one line; empty for None."""
    return "" if element is None else " ".join("".join(element.itertext()).split())


def local(element: Any) -> str:
    """The name of an element without its namespace; empty for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
