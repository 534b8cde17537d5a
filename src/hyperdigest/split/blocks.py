"""Blocks of a text: stretches that no sentence crosses.

`find_blocks` tells headings, list items, quotes, tables, code and speakers' turns by the first
characters of their lines, which `Lines` holds, and joins lines that were wrapped at a
margin into one paragraph.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

from hyperdigest.documents import Block, BlockKind
from hyperdigest.split.scripts import CJK

_FRONT_MATTER = re.compile(
    r" ?(?:---[ \t]*\r?\n(?:.*\n){1,200}?(?:---|\.\.\.)|\+{3}[ \t]*\r?\n(?:.*\n){1,200}?\+{3})"
    r"[ \t]*\r?(?:\n|$)"
)
_MAIL_HEADER = re.compile(
    r"(?:From|To|Cc|Bcc|Sent|Date|Subject|Reply-To|Message-ID|Organi[sz]ation|Newsgroups"
    r"|Lines|Keywords|Attachments?|X-[\w-]+):",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"</?(h[1-6]|p|br|hr|div|li|ul|ol|dl|dt|dd|t[rdh]|table|tbody|thead|section|article|header|footer"
    r"|nav|blockquote|figure|figcaption|pre)\b[^<>]{0,300}>|\s[•‣▪●◦∙](?=\s)",
    re.IGNORECASE,
)
_TAG_BEGUN = re.compile("[<•‣▪●◦∙]")
_ENDS_SENTENCE = re.compile(r"[.!?…:;。！？؟।][\"'”’»)\]*_]*$")
_SENTENCE_INSIDE = re.compile(r"[^\W\d_]{3}[.!?][\"”’)]*\s")
_CLOSING_MARKS = re.compile(r"(?<![ \t])[ \t]+#+$", re.MULTILINE)
_IDEOGRAPH = re.compile(f"[{CJK}가-힣]")
_WIDEST_MARGIN = 120
_NARROWEST_MARGIN = 40
_LONGEST_HEADING = 90


def find_blocks(text: str, format: str = "text") -> Iterator[Block]:
    """The blocks of `text`, in order and disjoint; marks that begin a line are outside them."""
    marked, start = format == "markdown", 0
    if marked and (front := _FRONT_MATTER.match(text)):
        start = front.end()
        yield Block(front.start(), start, "code")
    lines = Lines(text, start)
    margin = float("inf") if marked else _margin(lines)
    for block in _groups(text, lines, margin, indented_code=marked):
        yield from _pieces(text, block) if block.kind != "code" else (block,)


def _margin(lines: Iterable[Line]) -> float:
    """Width at which lines were wrapped, 0 where they were not."""
    widths = Counter(
        one.end - one.start + one.indent
        for one, other in pairwise(lines)
        if "blank" not in (one.kind, other.kind)
    )
    place, width = int(0.9 * widths.total()), 0
    for width in sorted(widths):
        place -= widths[width]
        if place < 0:
            break
    return width if _NARROWEST_MARGIN <= width <= _WIDEST_MARGIN else 0


def _groups(
    text: str, lines: Iterable[Line], margin: float, *, indented_code: bool
) -> Iterator[Block]:
    """Join lines into blocks."""
    group: list[Line] = []
    fence = ""
    after_list = False
    previous: Line | None = None
    for line in lines:
        if fence:
            if line.kind == "fence" and text.startswith(fence, line.start):
                fence = ""
            elif line.kind != "blank":
                yield Block(line.start, line.end, "code")
            continue
        if group and not _continues(text, group[-1], line, margin):
            underlined = line.kind == "rule" and len(group) == 1 and group[0].kind == "text"
            yield _block(text, group, "heading" if underlined else "paragraph")
            group = []
        if line.kind == "fence":
            fence = text[line.start : line.start + 3]
        elif line.kind not in ("blank", "rule"):
            code = indented_code and line.indent >= 4 and not group and not after_list
            if code and (previous is None or previous.kind == "blank"):
                yield Block(line.start, line.end, "code")
            else:
                group.append(line)
                after_list = line.kind == "item" or (after_list and line.indent > 0)
        previous = line
    if group:
        yield _block(text, group)


def _continues(text: str, previous: Line, line: Line, margin: float) -> bool:
    """Whether `line` carries on the block whose last line is `previous`."""
    if line.kind == "item" and previous.kind in ("text", "item", "turn"):
        digits = text[line.start].isdigit()
        return digits and _wrapped(text, previous, line, margin) and not _closed(text, previous)
    if line.kind == "quote":
        return previous.kind == "quote" and line.body < line.end and previous.body < previous.end
    if line.kind != "text" or previous.kind in ("heading", "table"):
        return False
    if _MAIL_HEADER.match(text, previous.start, previous.end):
        return line.indent > 0
    if margin == float("inf"):
        return True
    if text[line.body].islower() and not _closed(text, previous):
        broken = text[previous.end - 1] == "-" and text[previous.end - 2].isalpha()
        return broken or previous.end - previous.start >= _NARROWEST_MARGIN // 2
    return _wrapped(text, previous, line, margin)


def _closed(text: str, line: Line) -> bool:
    return _ENDS_SENTENCE.search(text, max(line.body, line.end - 10), line.end) is not None


def _wrapped(text: str, previous: Line, line: Line, margin: float) -> bool:
    """Whether the first word of `line` would not have fitted at the end of `previous`."""
    if not margin or margin == float("inf"):
        return False
    word = text[line.body : min(line.end, line.body + 40)].split(None, 1)
    width = previous.end - previous.start + previous.indent
    return width + 1 + len(word[0] if word else "") > 0.85 * margin


def _block(text: str, group: list[Line], kind: BlockKind = "paragraph") -> Block:
    first, end = group[0], group[-1].end
    if first.kind == "heading":
        closing = _CLOSING_MARKS.search(text, first.body, end)
        return Block(first.body, closing.start() if closing else end, "heading")
    if first.kind in ("item", "quote", "turn", "table"):
        return Block(first.body, end, first.kind)
    if first.kind == "text" and _is_heading(text[first.body : end]):
        kind = "paragraph" if _MAIL_HEADER.match(text, first.body, end) else "heading"
    return Block(first.body, end, kind)


def _is_heading(block: str) -> bool:
    """Whether a block reads as a heading: short, begun in capitals or a number, and not closed."""
    if len(block) > _LONGEST_HEADING or not block:
        return False
    bare = block.strip("*_ ")
    if not bare or bare[-1] in ',—–"”-，、' or _SENTENCE_INSIDE.search(bare):
        return False
    if _ENDS_SENTENCE.search(bare[-10:]):
        return False
    if _IDEOGRAPH.search(bare):
        return len(bare) <= _LONGEST_HEADING // 3
    return len(bare.split()) <= 12 and (bare[0].isupper() or bare[0].isdigit())


def _pieces(text: str, block: Block) -> Iterator[Block]:
    """Cut a block at the tags of web pages and at bullets within a line."""
    start, kind = block.start, block.kind
    place = text, block.start, block.end
    for tag in _TAG.finditer(*place) if _TAG_BEGUN.search(*place) else ():
        if start < tag.start():
            yield Block(start, tag.start(), kind)
        start, kind = tag.end(), block.kind
        name = (tag[1] or "li").lower()
        if not tag[0].startswith("</"):
            if name[0] == "h" and name[1:].isdigit():
                kind = "heading"
            elif name in ("li", "dd", "dt"):
                kind = "item"
            elif name in ("td", "th"):
                kind = "table"
    if start < block.end:
        yield Block(start, block.end, kind)


LineKind = Literal["blank", "text", "fence", "heading", "rule", "quote", "table", "item", "turn"]
_LINE_KINDS: tuple[LineKind, ...] = get_args(LineKind)
_NUMBER_OF = {kind: number for number, kind in enumerate(_LINE_KINDS)}
_LINE_END = re.compile("[\n\v\f\x1c-\x1e\x85\u2028\u2029]|\r(?!\n)")
_CHUNK = 1 << 16
"""Characters whose lines are told apart at a time, and some more."""

_SHORT = 24
_LONGEST_MARK = 10_000
"""Characters of a line that are looked at for its mark; a repeated group of an expression needs
some hundred bytes each time."""


class Line(NamedTuple):
    """One line, stripped: `body` is where its text begins, after a bullet or heading mark."""

    start: int
    body: int
    end: int
    kind: LineKind
    indent: int


_MARK = re.compile(
    r"""
      (?P<fence>```+|~~~+)[^`~]*$
    | (?P<heading>\#{1,6})(?:[ \t]+|$)
    | (?P<rule>(?:[-*_=~][ \t]?){3,}$)
    | (?P<quote>(?:>[ \t]?)+)
    | (?P<table>\|.*\||\+[-=+]{3,}$|[-:| ]{3,}$)
    | (?P<item>
        (?: [-*+•‣▪●◦∙·–] | \(?\d{1,3}[.)] | \(?[a-z]\) | \([ivx]{1,5}\) | [ivx]{2,5}[.)] )
        (?: [ \t]+(?:\[[ xX]\][ \t]+)? | $ ) )
    """,
    re.VERBOSE,
)
_LABEL = re.compile(
    r"(?:[\[(]?\d{1,2}:\d\d(?::\d\d)?[\])]?[ \t]+)?"
    r"(?:\*\*)?[A-Z][\w.'’-]{0,30}(?: [\w.,'’()&/-]{1,20}){0,5}"
    r"(?:\*\*)?[ \t]?:(?:\*\*)?[ \t]+(?=\S)"
)
_COLUMNS = re.compile(r"\S(?:\t|[ ]{3,})\S+(?: \S+){0,5}(?:\t|[ ]{3,})\S|\S \| \S.* \| \S")
_LONGEST_LABEL = 60


class Lines:
    """Every line of a text from an offset on, the blank ones too, kept as columns: a text of a few
    MB may have millions.

    Speakers' turns are told only where the text is a transcript. It is one where labels ("Name: ")
    begin many of its lines or paragraphs and one of them returns.
    """

    def __init__(self, text: str, start: int = 0) -> None:
        self._places = array("i")  # start, body, end and indent of each line
        self._kinds = bytearray()
        labels: set[str] = set()
        turns = array("i")
        paragraphs = filled = 0
        blank = True
        for number, line in enumerate(_lines(text)):
            self._places.extend((line.start, line.body, line.end, line.indent))
            self._kinds.append(_NUMBER_OF[line.kind])
            if line.kind == "blank":
                blank = True
                continue
            filled += 1
            paragraphs += blank
            blank = False
            if line.kind in ("text", "table"):
                said = label_end(text, line.start, line.end)
                if said > line.start:
                    labels.add(text[line.start : said])
                    turns.append(number)
        frequent = 3 * len(turns) >= filled or 2 * len(turns) >= paragraphs > 1
        if frequent and len(labels) < len(turns):
            for number in turns:
                self._kinds[number] = _NUMBER_OF["turn"]
        self._start = start

    def __iter__(self) -> Iterator[Line]:
        values = iter(self._places)
        for start, body, end, indent, kind in zip(
            values, values, values, values, self._kinds, strict=True
        ):
            if start >= self._start:
                yield Line(start, body, end, _LINE_KINDS[kind], indent)


def _lines(text: str) -> Iterator[Line]:
    offset = 0
    for raw in _raw_lines(text):
        before, kind, mark, length = _known(raw) if len(raw) <= _SHORT else _told(raw)
        if length:
            start = offset + before
            yield Line(start, start + mark, start + length, kind, before)
        else:
            yield Line(offset, offset, offset, "blank", 0)
        offset += len(raw)


def _raw_lines(text: str) -> Iterator[str]:
    """The lines of `text` with their ends; not all of them are in memory at once."""
    start = 0
    while start < len(text):
        end = _LINE_END.search(text, start + _CHUNK)
        stop = end.end() if end else len(text)
        yield from text[start:stop].splitlines(keepends=True)
        start = stop


def _told(raw: str) -> tuple[int, LineKind, int, int]:
    """How a line is indented, its kind, and the lengths of its mark and of all that is visible."""
    stripped = raw.strip()
    if not stripped:
        return 0, "blank", 0, 0
    return len(raw) - len(raw.lstrip()), *_mark(stripped), len(stripped)


_known = lru_cache(2048)(_told)
"""The same for short lines, of which a text may have the same again and again."""


def _mark(line: str) -> tuple[LineKind, int]:
    """Kind of a stripped line, and the length of the mark that says so."""
    found = None if line[0].isupper() else _MARK.match(line, 0, _LONGEST_MARK)
    if found is None:
        spaced = "\t" in line or "   " in line or " | " in line
        return ("table", 0) if spaced and _COLUMNS.search(line) else ("text", 0)
    kind: LineKind = found.lastgroup  # type: ignore[assignment]
    return kind, 0 if kind in ("fence", "rule", "table") else found.end()


def label_end(text: str, start: int, end: int) -> int:
    """Where the words of a turn begin, after the speaker's label; `start` if there is none."""
    found = _LABEL.match(text, start, min(end, start + _LONGEST_LABEL))
    return found.end() if found else start
