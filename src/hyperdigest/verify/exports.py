"""Find what a digest of this program quotes, in its files: text, Markdown, HTML or Word.

A digest quotes without quotation marks. Each quotation is followed by a citation with the number of
its source, whose names are in the list of sources.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from hyperdigest.documents import Document

Exported = tuple[int, int, tuple[str, ...]]
"""The start and the end of a quotation, and the names of its source."""

_SIGNATURE = re.compile(r"^[^\n]{0,20}hyperdigest\|preset:[^\n]*\|v:[^\n|]{1,40}$", re.MULTILINE)
_PLACE = (
    r"(?:[^\n()\[\]]{0,120}, )?"
    r"(?:(?:p\.|slide)\s(?:[^\s,()]{1,20})(?:\s\(\d+\w\w\))?|(?:line|par\.)\s\d+)"
    r"(?:,\s+read\s+by\s+machine)?"
)
_UNDER = r"(?:,?\s+under\s+“[^”]{1,300}”)?"
_CITATION = re.compile(
    rf"\(\[(?P<markdown>\d{{1,4}})\],\s+{_PLACE}{_UNDER}\)"
    rf"|\[(?P<text>\d{{1,4}})\]\s+{_PLACE}{_UNDER}"
    r"|^(?P<html>\d{1,4}) [^\n]{1,400}"
    rf" (?:(?:p\.|slide) \S{{1,20}}(?: \(\d+\w\w\))?|(?:line|par\.) \d+){_UNDER}$",
    re.MULTILINE,
)
_SOURCES = re.compile(r"^(?:#+ )?(?:Sources|Topics)[ \t]*$", re.MULTILINE)
_LISTED = re.compile(
    r"^(?:\[(?P<text>\d{1,4})\]|(?P<other>\d{1,4})\.)[ \t]+(?:\d{1,4}\s+)?"
    r"(?P<names>[^\n]+(?:\n[^\n\[\d][^\n]+)*)",
    re.MULTILINE,
)
_TIMES = re.compile(r" \d{1,4} sentences? (?=\S+$)")
_NO_QUOTATION = re.compile(
    r"(?:#+ )?\[\d{1,4}\] .*|\d+ of \d+ (?:items?|steps?|rows?|lines?|terms?|definitions?|parts?).*"
    r"|\d+ of \d+ (?:words?|segments?|characters?|tokens?).*"
    r"|(?:New|Note|Warning):? .*|(?:[^\n]{1,200}: )?(?:Also in \d|Named in: ).*"
    r"|\\?\[\.\.\.\\?\]|.*\s\d{1,3}%"
    r"|Topics and scores|Relevance|Gain"
    r"|\W{0,4}These documents may .*|\d{1,3}% of the (?:highest|total)|`{3,}.*|[-| ]+"
    r"|No sentence fits.*|Nothing new\.",
    re.DOTALL,
)
_PIECE = re.compile(
    r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*•]|\(?(?:\d{1,6}|[A-Za-z]|[ivxlc]{1,6}|[IVXLC]{1,6})[.)])\s)"
    r"|\n(?=\[\.\.\.\])"
)
_MARK = re.compile(r"[ \t\n]*(?:(?:[-*•|>]|\(?\d{1,6}[.)])[ \t]+)?")
_OTHER = re.compile(
    r"“(?P<quote>.+)” (?P<name>[^\n]{1,300}), (?:p\.|slide|line|par\.) \d[^\n]{0,60}", re.DOTALL
)
"""In HTML: a sentence that says the same or names a cited part, with its document and place."""


def is_digest(draft: Document) -> bool:
    """Whether a draft is a digest of this program."""
    return _SIGNATURE.search(draft.text) is not None


def exported_quotations(draft: Document) -> list[Exported] | None:
    """The quotations of a digest; None if the draft is none."""
    if not is_digest(draft):
        return None
    text = draft.text
    begin = _end_of_question(text)
    sources = _SOURCES.search(text, begin)
    end = sources.start() if sources else len(text)
    names = _names(text[end:])
    citations = list(_CITATION.finditer(text, begin, end))
    ends = [found.end() for found in citations]
    headings = {block.start for block in draft.blocks if block.kind == "heading"}
    found: list[Exported] = []
    done = begin
    for citation in citations:
        for start, stop in _pieces(text, done, citation.start()):
            if other := _OTHER.fullmatch(text, start, stop):
                found.append((*other.span("quote"), (other["name"],)))
            elif start not in headings:
                number = citations[bisect_left(ends, stop)][citation.lastgroup or "text"]
                found.append((start, stop, names.get(number or "", ())))
        done = citation.end()
    return found


def _end_of_question(text: str) -> int:
    """Where the question at the top of a digest ends, and in HTML the line with the budget."""
    start = 0
    if text.startswith("Digest ·"):
        start = max(0, text.find("\n\n")) + 2
    return max(0, text.find("\n\n", start))


def _names(listed: str) -> dict[str, tuple[str, ...]]:
    """The names of each source by its number: its title, credit, name and path."""
    names: dict[str, tuple[str, ...]] = {}
    for found in _LISTED.finditer(listed):
        line = _TIMES.sub(" · ", " ".join(found["names"].split()))
        names.setdefault(found["text"] or found["other"], tuple(line.split(" · ")))
    return names


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The quotations between two citations: paragraphs, and items of lists, without their marks."""
    bounds = [start]
    for found in _PIECE.finditer(text, start, end):
        bounds += [found.start(), found.end()]
    bounds.append(end)
    for first, last in zip(bounds[::2], bounds[1::2], strict=True):
        if mark := _MARK.match(text, first, last):
            first = mark.end()
        while last > first and text[last - 1].isspace():
            last -= 1
        if first < last and not _NO_QUOTATION.fullmatch(text, first, last):
            yield first, last
