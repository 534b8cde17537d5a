"""The result: what became of each quotation of a draft, and which sentences support a claim."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, get_args

from hyperdigest.base.text import dumped
from hyperdigest.documents import Document

Status = Literal["found", "found_but", "changed", "other_source", "nowhere"]
STATUSES: tuple[Status, ...] = get_args(Status)

FAILING: tuple[Status, ...] = ("changed", "nowhere")
"""With a quotation of one of these, a draft does not pass."""

DifferenceKind = Literal[
    "white space", "hyphens", "quotation marks", "case", "characters", "omission", "insertion",
    "number", "negation", "name", "sign", "punctuation", "order", "word",
]  # fmt: skip

DIFFERENCE_KINDS: tuple[DifferenceKind, ...] = get_args(DifferenceKind)

HARMLESS: frozenset[DifferenceKind] = frozenset(
    ("white space", "hyphens", "quotation marks", "case", "characters", "omission", "insertion")
)
"""The kinds of differences with which a quotation counts as found."""

SHORT = 4
"""A quotation of fewer words is short: that it is found, or not, says little."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where a quotation differs from its source.

    Parameters
    ----------
    kind : what differs.
    quote, source : the words of the quotation, and those of the source; one may be empty.
    start, end : the slice of the draft; empty if the quotation lacks something.
    source_start, source_end : the slice of the source; empty if the source lacks something.
    """

    kind: DifferenceKind
    quote: str
    source: str
    start: int
    end: int
    source_start: int
    source_end: int


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quotation of a draft, and where it is in the documents.

    Parameters
    ----------
    quote : without its quotation marks.
    start, end : its slice of the draft's text.
    place : where it is in the draft.
    status : ``found`` as it is; ``found_but`` for white space, hyphens, quotation marks, case, or
        a marked omission or insertion; ``changed``; in an ``other_source`` than the draft says; or
        ``nowhere``.
    document, path : of the source; empty if no document has a near passage.
    source_start, source_end : the slice of the source: the quotation, the nearest passage if it is
        changed, or the nearest sentence if it is nowhere; 0 without a document.
    source : the text of that slice.
    source_place, heading : its place in the document, and the heading above it.
    difference : in the order of the quotation; empty if it is found as it is, or nowhere.
    named : the names of the documents that the draft names as its source.
    short : whether it has fewer than `SHORT` words.
    frequent : how often its words occur in the documents, if they do so more than once; else 0.
    """

    quote: str
    start: int
    end: int
    place: str
    status: Status
    document: str = ""
    path: str = ""
    source_start: int = 0
    source_end: int = 0
    source: str = ""
    source_place: str = ""
    heading: str = ""
    difference: tuple[Difference, ...] = ()
    named: tuple[str, ...] = ()
    short: bool = False
    frequent: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The quotation as JSON values; ``place`` is that in the source."""
        values = _values(self)
        values["draft_place"] = self.place
        values["place"] = values.pop("source_place")
        values["document"] = self.document or None
        values["difference"] = [_values(each) for each in self.difference]
        values["named"] = list(self.named)
        return values


def _values(record: Difference | Quotation) -> dict[str, Any]:
    """The fields of a record by name, as they are."""
    return {each.name: getattr(record, each.name) for each in fields(record)}


@dataclass(frozen=True, slots=True)
class Support:
    """A sentence of the documents that supports a claim.

    Parameters
    ----------
    share : the share of the claim's words, weighted by their rarity, that it has.
    """

    text: str
    document: str
    path: str
    start: int
    end: int
    place: str
    share: float


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of a draft that is no quotation, and the sentences that support it best."""

    text: str
    start: int
    end: int
    place: str
    support: tuple[Support, ...] = ()


@dataclass(frozen=True, slots=True)
class Verification:
    """The quotations of a draft, each looked up in documents.

    Parameters
    ----------
    draft : the draft as it was read.
    quotations : in the order of the draft.
    documents : those that the quotations are found in, or near to, in the order of the pile.
    searched : how many documents were searched.
    claims : None unless they were asked for.
    warnings : messages for the user.
    """

    draft: Document
    quotations: tuple[Quotation, ...]
    documents: tuple[Document, ...]
    searched: int
    claims: tuple[Claim, ...] | None = None
    warnings: tuple[str, ...] = ()
    counts: dict[Status, int] = field(init=False)

    def __post_init__(self) -> None:
        found = Counter(quotation.status for quotation in self.quotations)
        object.__setattr__(self, "counts", {status: found[status] for status in STATUSES})

    @property
    def passed(self) -> bool:
        """Whether no quotation is changed or nowhere."""
        return not any(self.counts[status] for status in FAILING)

    def to_dict(self) -> dict[str, Any]:
        """The verification as JSON values."""
        values: dict[str, Any] = {
            "draft": self.draft.name,
            "passed": self.passed,
            "counts": dict(self.counts),
            "searched": self.searched,
            "quotations": [quotation.to_dict() for quotation in self.quotations],
        }
        if self.claims is not None:
            values["claims"] = [asdict(claim) for claim in self.claims]
        return values | {"warnings": list(self.warnings)}

    def to_json(self, indent: int | None = 2) -> str:
        """The verification as JSON."""
        return dumped(self.to_dict(), indent)
