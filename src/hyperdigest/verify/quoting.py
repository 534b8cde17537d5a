"""Find the quotations of a draft: between marks, in quoted blocks and lines, and in digests."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

from hyperdigest.base.front_matter import end_of_front_matter
from hyperdigest.base.text import counted
from hyperdigest.documents import Block, Document
from hyperdigest.read.mail.quotes import begins_reply
from hyperdigest.verify.exports import exported_quotations
from hyperdigest.verify.marks import marked

LONGEST = 5_000
"""In words, about: a longer quotation is looked up in parts."""

_LONGEST_CHARACTERS = 6 * LONGEST

_FENCE = re.compile(r"^[ ]{0,3}(`{3,}|~{3,})[^\n]*\n.*?(?:^[ ]{0,3}\1[`~]*[ \t]*$|\Z)", re.M | re.S)
_CODE = re.compile(r"(?<![\\`])(`{1,2})(?!`)[^`\n]{1,300}?(?<!`)\1(?!`)")
_BLANK = re.compile(r"(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)\s*")
_QUOTED_LINES = re.compile(r"(?:^[ \t]*>[^\n\r]*(?:\r\n|\n|\r|\Z))+", re.MULTILINE)
_QUOTED_PARAGRAPH = re.compile(
    r"(?:^[ \t]*(?:>[ \t]?)+[ \t]*[^\s>][^\n\r]*(?:\r\n|\n|\r|\Z))+", re.M
)
_MARK_OF_LINE = re.compile(r"[ \t]*(?:>[ \t]?)+[ \t]*")
_ATTRIBUTION = re.compile(
    r"(?:^|\n)[ \t>]*(?:[—–―]|---?(?=[ \t]|[A-Z]))[ \t]?(?=[^\s-])[^\n]{2,160}\s*\Z"
    r"|(?<=[.!?…”\"»])[ \t][—–―][ \t](?=[^\W\d_])[^\n]{2,80}(?<![.!?…,;:])\s*\Z"
)
"""The line that names a source, or the end of a paragraph that does, without a final mark."""
_ONLY_ATTRIBUTION = re.compile(r"(?:[—–―]|---?(?=[ \t]|[A-Z]))[ \t]?[^\s-][^\n]{1,160}\s*")
_ITEM = re.compile(r"^[ \t]*(?:[-*+•|]|\d{1,3}[.)])[ \t]", re.MULTILINE)
"""The begin of an item of a list, or of a row of a table."""
_TAG = re.compile(r"<(/?)(q|blockquote|cite|footer)(?:\s[^<>]{0,300})?>", re.IGNORECASE)
_ADMONITION = re.compile(r"\[!\w+\]\s*")


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quotation of a draft, before it is looked up.

    Parameters
    ----------
    start, end : its slice of the draft's text.
    around : the slices of the draft that may name its source, the first being the nearest.
    named : names or titles of its source, if what the draft is says so.
    """

    start: int
    end: int
    around: tuple[tuple[int, int], ...] = ()
    named: tuple[str, ...] = field(default=())


def find_quotations(draft: Document) -> tuple[list[Quoted], list[str]]:
    """The quotations of a draft in order, the outermost of those in each other, and warnings."""
    if (exported := exported_quotations(draft)) is not None:
        return [Quoted(start, end, (), named) for start, end, named in exported], []
    text = _without_code(draft)
    tagged: list[tuple[int, int]] = []
    if draft.format == "markdown":
        tagged, text = _tagged_blocks(text), _TAG.sub(_mark_of_tag, text)
    paragraphs = list(_paragraphs(draft, text))
    blocks = list(_quoted_blocks(draft, text, paragraphs, tagged))
    inside = [(quoted.start, quoted.end) for quoted in blocks]
    of_others = _not_of_author(draft, text)
    taken = {*of_others}
    plain = [part for part in paragraphs if part not in taken and not _overlaps(part, inside)]
    items = [item.start() for item in _ITEM.finditer(text)]
    unclosed: list[int] = []
    between = [
        Quoted(start, end, _around(items, paragraphs, start, end))
        for start, end in marked(text, plain, unclosed)
    ]
    quotations = [
        part
        for quoted in sorted([*blocks, *between], key=lambda each: each.start)
        for part in _parts(text, quoted)
        if any(map(str.isalnum, text[part.start : part.end]))
    ]
    warnings = []
    if unclosed:
        places = ", ".join(dict.fromkeys(draft.place(offset) for offset in unclosed[:5]))
        more = f" and {len(unclosed) - 5} more" if len(unclosed) > 5 else ""
        warnings.append(
            f"{counted(len(unclosed), 'quotation mark')} of the draft opened and never closed, and"
            f" what follows was not looked up: {places}{more}"
        )
    if left_out := [part for part in of_others if not _overlaps(part, inside)]:
        warnings.append(
            f"not looked up, as a reply or a signature: {counted(len(left_out), 'part')} of the"
            f" mail, the first at {draft.place(left_out[0][0])}"
        )
    return quotations, warnings


def _not_of_author(draft: Document, text: str) -> list[tuple[int, int]]:
    """The paragraphs of a mail that are not text of its author: replies and signatures. The header,
    above the first paragraph of the author, is none."""
    if draft.format != "mail" or not draft.blocks:
        return []
    found: list[tuple[int, int]] = []
    done = draft.blocks[0].end
    for block in (*draft.blocks[1:], Block(len(text), len(text))):
        found += _between_blank_lines(text, done, block.start)
        done = max(done, block.end)
    return found


def _without_code(draft: Document) -> str:
    """The text of a draft with code as spaces, so that offsets stay valid."""

    def spaces(found: re.Match[str]) -> str:
        return re.sub(r"[^\n\r]", " ", found[0])

    text = draft.text
    if draft.format == "markdown":
        begin = end_of_front_matter(text)
        text = " " * begin + _CODE.sub(spaces, _FENCE.sub(spaces, text[begin:]))
    pieces, done = [], 0
    for block in draft.blocks:
        if block.kind == "code":
            pieces += [text[done : block.start], " " * (block.end - block.start)]
            done = block.end
    return "".join([*pieces, text[done:]])


def _tagged_blocks(text: str) -> list[tuple[int, int]]:
    """What the outermost elements ``blockquote`` in Markdown contain."""
    found: list[tuple[int, int]] = []
    begins: list[int] = []
    for tag in _TAG.finditer(text):
        if tag[2].lower() != "blockquote":
            continue
        if not tag[1]:
            begins.append(tag.end())
        elif begins and (begin := begins.pop()) < tag.start() and not begins:
            found.append((begin, tag.start()))
    return found


def _mark_of_tag(tag: re.Match[str]) -> str:
    """What a tag in Markdown is in a text without tags: a quotation mark, the blank line around a
    block, or the dash before the name of a source."""
    closes, name = tag.groups()
    if name.lower() == "q":
        return ("”" if closes else "“").rjust(len(tag[0]))
    if name.lower() == "blockquote":
        return "\n\n".ljust(len(tag[0]))
    return ("" if closes else "\n— ").rjust(len(tag[0]))


def _paragraphs(draft: Document, text: str) -> Iterator[tuple[int, int]]:
    """The slices of the paragraphs of a draft."""
    done = 0
    for block in (*draft.blocks, Block(len(text), len(text))):
        yield from _between_blank_lines(text, done, block.start)
        if block.start < block.end:
            yield block.start, block.end
        done = max(done, block.end)


def _between_blank_lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The paragraphs of a slice; lines that begin with ``>`` are others than those around."""
    quoted = (bound for lines in _QUOTED_LINES.finditer(text, start, end) for bound in lines.span())
    for begin, stop in pairwise((start, *quoted, end)):
        for found in _BLANK.finditer(text, begin, stop):
            if text[begin : found.start()].strip():
                yield begin, found.start()
            begin = found.end()
        if text[begin:stop].strip():
            yield begin, stop


def _quoted_blocks(
    draft: Document,
    text: str,
    paragraphs: Sequence[tuple[int, int]],
    tagged: Sequence[tuple[int, int]],
) -> Iterator[Quoted]:
    """The blocks that the format or tags mark as quotations, and the lines that begin with ``>``,
    but no replies."""
    begins = [start for start, _ in paragraphs]
    for start, end in paragraphs:
        if _overlaps((start, end), tagged):
            yield from _block(text, start, end, begins, paragraphs)
    for block in draft.blocks:
        if block.kind == "quote" and not text.startswith(">", block.start):
            yield from _block(text, block.start, block.end, begins, paragraphs)
    if draft.format not in ("text", "markdown", "mail"):
        return
    done = 0
    for lines in _QUOTED_LINES.finditer(text):
        if draft.format == "mail" and begins_reply(text[done : lines.start()].split("\n")):
            return
        done = lines.end()
        last: Quoted | None = None
        for paragraph in _QUOTED_PARAGRAPH.finditer(text, *lines.span()):
            start = paragraph.start()
            if mark := _MARK_OF_LINE.match(text, start, paragraph.end()):
                start = mark.end()
            if note := _ADMONITION.match(text, start):
                start = min(note.end(), paragraph.end())
            found = list(_block(text, start, paragraph.end(), begins, paragraphs))
            if not found and last is not None:
                last = replace(last, around=((start, paragraph.end()), *last.around))
                continue
            if last is not None:
                yield last
            last = found[0] if found else None
        if last is not None:
            yield last


def _block(
    text: str,
    start: int,
    end: int,
    begins: Sequence[int],
    paragraphs: Sequence[tuple[int, int]],
) -> Iterator[Quoted]:
    """A quoted paragraph without the line below it that names its source, and without marks."""
    around: list[tuple[int, int]] = []
    if _ONLY_ATTRIBUTION.fullmatch(text, start, end):
        return
    if attribution := _ATTRIBUTION.search(text, start, end):
        around.append(attribution.span())
        end = attribution.start()
    while end > start and text[end - 1].isspace():
        end -= 1
    number = bisect_right(begins, start) - 1
    following = paragraphs[number + 1 : number + 2]
    around += [
        part for part in following if _ATTRIBUTION.match(text, *part) or text[part[0]] in "(["
    ]
    before = paragraphs[max(0, number - 1) : max(0, number)]
    around += [part for part in before if text[slice(*part)].rstrip().endswith((":", "："))]
    unclosed: list[int] = []
    parts = list(marked(text, [(start, end)], unclosed))
    if len(parts) == 1 and len(text[start:end]) - (parts[0].end - parts[0].start) <= 4:
        start, end = parts[0]
    if start < end:
        yield Quoted(start, end, tuple(around))


def _overlaps(part: tuple[int, int], inside: Sequence[tuple[int, int]]) -> bool:
    after = bisect_right(inside, part[1], key=lambda each: each[0])
    return any(
        start < part[1] and part[0] < end for start, end in inside[max(0, after - 2) : after]
    )


def _around(
    items: Sequence[int], paragraphs: Sequence[tuple[int, int]], start: int, end: int
) -> tuple[tuple[int, int], ...]:
    """What is after a quotation in its paragraph, what is before it there, and above its list.

    Of a list, that is only in the item of the quotation; `items` are the offsets of all items.
    """
    number = bisect_right(paragraphs, start, key=lambda each: each[0]) - 1
    last = bisect_right(paragraphs, end, key=lambda each: each[0]) - 1
    begin, stop = paragraphs[number][0], paragraphs[last][1]
    first, own, after = (
        bisect_left(items, begin),
        bisect_right(items, start),
        bisect_left(items, end),
    )
    stop = min([stop, *items[after : after + 1]])
    if first == own:
        return (end, stop), (begin, start)
    return (end, stop), (items[own - 1], start), (begin, items[first])


def _parts(text: str, quoted: Quoted) -> Iterator[Quoted]:
    """A quotation, or its parts of at most about `LONGEST` words."""
    start = quoted.start
    while quoted.end - start > _LONGEST_CHARACTERS:
        cut = text.rfind(" ", start + 1, start + _LONGEST_CHARACTERS)
        cut = cut if cut > 0 else start + _LONGEST_CHARACTERS
        yield replace(quoted, start=start, end=cut)
        start = cut + (text[cut : cut + 1] == " ")
    yield replace(quoted, start=start)


_OMITTED = r"(?:\.[\s\xa0]?){3,}|…+|\*[\s\xa0]\*[\s\xa0]\*"
_MARK = re.compile(
    rf"(?P<omission>[\[(][\s\xa0]*(?:{_OMITTED})[\s\xa0]*[\])]|{_OMITTED})"
    r"|(?P<insertion>\[(?!\s)[^\[\]\n]{1,200}\])"
)
_LETTER = re.compile(r"\[(\w{1,3})\](?=['’]?\w)|(?<=\w)\[(\w{1,4})\](?!\w)")
"""A letter that was changed to fit the sentence around: "[T]he", "claim[ed]"."""

Mark = Literal["omission", "insertion", ""]


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a quotation.

    Parameters
    ----------
    start, end : its slice of the draft.
    before : what stands between it and the segment before.
    mark : the start of the sign of that in the draft, and its end.
    """

    start: int
    end: int
    before: Mark = ""
    mark: tuple[int, int] = (0, 0)


def segments_of(text: str, start: int, end: int) -> list[Segment]:
    """The parts of a quotation with a letter or digit, divided at its marked omissions and
    insertions."""
    found: list[Segment] = []
    before: Mark = ""
    sign, at = (start, start), start
    letters = {match.start() for match in _LETTER.finditer(text, start, end)}
    for mark in _MARK.finditer(text, start, end):
        if mark.start() in letters:
            continue
        if any(map(str.isalnum, text[at : mark.start()])):
            found.append(Segment(at, mark.start(), before, sign))
        if found:
            before, sign = "omission" if mark["omission"] else "insertion", mark.span()
        at = mark.end()
    if any(map(str.isalnum, text[at:end])):
        found.append(Segment(at, end, before, sign))
    return found


def without_brackets(text: str) -> str:
    """A text with the brackets around changed letters covered by soft hyphens."""
    return _LETTER.sub(lambda found: f"\xad{found[1] or found[2]}\xad", text)
