"""Who else says what a sentence says, in words that every format for readers shares."""

from __future__ import annotations

from hyperdigest.base.text import counted, line, visible
from hyperdigest.documents import Citation, Corroboration

MOST_NAMED = 5
"""Places named on one line; the rest is counted."""


def also_in(sentence: Citation) -> str:
    """How many sources say the same: ``Also in 4 sources and 1 copy``; empty where none does."""
    copies = len(sentence.also) - sentence.sources
    sources = counted(sentence.sources, "source") if sentence.sources else ""
    copied = ("1 copy" if copies == 1 else f"{copies} copies") if copies else ""
    told = " and ".join(part for part in (sources, copied) if part)
    return f"Also in {told}" if told else ""


def where(other: Corroboration) -> str:
    """The document and place of a sentence that says the same, on one line."""
    copied = " (copy)" if other.copy else ""
    return f"{visible(line(other.document))}, {line(other.place)}{copied}"


def also_line(sentence: Citation) -> str:
    """How many sources say the same, and where; empty where none does."""
    if not sentence.also:
        return ""
    named = [where(other) for other in sentence.also[:MOST_NAMED]]
    more = len(sentence.also) - len(named)
    return f"{also_in(sentence)}: {'; '.join(named)}{f'; and {more} more' if more else ''}"
