"""The result of looking up the quotations of a draft as plain text, and its words."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import shorten

from hyperdigest.base.text import counted, line, visible
from hyperdigest.verify.result import Claim, Difference, Quotation, Status, Verification

STATUS_NAMES: dict[Status, str] = {
    "found": "found",
    "found_but": "found but for",
    "changed": "CHANGED",
    "other_source": "IN ANOTHER SOURCE",
    "nowhere": "NOWHERE",
}
UNSUPPORTED = "no sentence of these documents says this"

_INDENT = "   "
_LONGEST = 400
"""In characters; of longer quotations and passages, the beginning is shown."""


def render_verification(verification: Verification) -> str:
    """The quotations as plain text in the order of the draft, without a final newline."""
    parts = ["\n".join(_quotation(quotation)) for quotation in verification.quotations]
    parts += ["\n".join(_claim(claim)) for claim in verification.claims or ()]
    parts += [f"Warning: {line(warning)}" for warning in verification.warnings]
    return "\n\n".join([*parts, summary(verification)])


def summary(verification: Verification) -> str:
    """How many quotations have each status: ``4 quotations: 3 found, 1 changed``."""
    counts = verification.counts
    named = {
        "found": counts["found"] + counts["found_but"],
        "changed": counts["changed"],
        "in another source than the draft says": counts["other_source"],
        "nowhere": counts["nowhere"],
    }
    each = ", ".join(f"{number} {name}" for name, number in named.items() if number)
    searched = f"in {counted(verification.searched, 'document')}"
    quotations = counted(len(verification.quotations), "quotation")
    return f"{quotations} looked up {searched}{': ' if each else ''}{each}"


def status_of(quotation: Quotation) -> str:
    """The status of a quotation in words: ``found but for white space and case``."""
    name = STATUS_NAMES[quotation.status]
    if quotation.status == "found_but":
        kinds = list(dict.fromkeys(each.kind for each in quotation.difference))
        name += " " + " and ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))
    return name


def notes_on_quotation(quotation: Quotation) -> Iterator[str]:
    """What to know of a quotation: that it is short or frequent, and what the draft names."""
    if quotation.status == "other_source":
        yield f"the draft names {line(', '.join(quotation.named))}"
    if quotation.short:
        yield "short: fewer than four words say little"
    if quotation.frequent:
        yield f"common: it occurs {quotation.frequent:,} times in these documents"


def difference_in_words(difference: Difference) -> str:
    """A difference in a line: ``number: “2018” in the draft, “2017” in the source``."""
    quote, source = (
        f"“{shown(text)}”" if text else "" for text in (difference.quote, difference.source)
    )
    if difference.kind == "omission":
        return f"left out: {source}" if source else "left out: nothing"
    if difference.kind == "insertion":
        return f"put in: {quote}" + (f" for {source}" if source else "")
    if difference.kind == "order" and not (quote and source):
        return f"order: {quote or source} is elsewhere in the {'source' if quote else 'draft'}"
    if not quote:
        return f"{difference.kind}: {source} is missing in the draft"
    if not source:
        return f"{difference.kind}: {quote} is not in the source"
    return f"{difference.kind}: {quote} in the draft, {source} in the source"


def cited_place(quotation: Quotation) -> str:
    """Where a quotation was found: its document, place and heading."""
    heading = f"under “{line(quotation.heading)}”" if quotation.heading else ""
    parts = (visible(line(quotation.document)), line(quotation.source_place), heading)
    return ", ".join(filter(None, parts))


def shown(text: str) -> str:
    """A text on one line, cut if it is long."""
    return shorten(line(text), _LONGEST, placeholder=" ...")


def _quotation(quotation: Quotation) -> Iterator[str]:
    yield f"{line(quotation.place)}: “{shown(quotation.quote)}”"
    where = ""
    if quotation.document:
        near = "; the nearest sentence is in " if quotation.status == "nowhere" else ": "
        where = f"{near}{cited_place(quotation)}"
    yield f"{_INDENT}{status_of(quotation)}{where}"
    if quotation.status in ("changed", "nowhere") and quotation.source:
        yield f"{_INDENT}“{shown(quotation.source)}”"
    for each in quotation.difference:
        if each.quote or each.source:
            yield f"{_INDENT}- {difference_in_words(each)}"
    for note in notes_on_quotation(quotation):
        yield f"{_INDENT}- {note}"


def _claim(claim: Claim) -> Iterator[str]:
    yield f"{line(claim.place)}: {shown(claim.text)}"
    for support in claim.support:
        place = f"{visible(line(support.document))}, {line(support.place)}"
        yield f"{_INDENT}- {place} ({support.share:.0%} of its words): “{shown(support.text)}”"
    if not claim.support:
        yield f"{_INDENT}{UNSUPPORTED}"
