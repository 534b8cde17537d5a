"""Find the blocks of a text: parts that no sentence crosses.

`find_blocks` finds headings, list items, quotes, tables, code and speakers' turns by the first
characters of their lines, and joins lines that were wrapped at a margin to one paragraph.
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
_TAG_START = re.compile("[<•‣▪●◦∙]")
_ENDS_SENTENCE = re.compile(r"[.!?…:;。！？؟।][\"'”’»)\]*_]*$")
_SENTENCE_INSIDE = re.compile(r"[^\W\d_]{3}[.!?][\"”’)]*\s")
_CLOSING_HASHES = re.compile(r"(?<![ \t])[ \t]+#+$", re.MULTILINE)
_IDEOGRAPH = re.compile(f"[{CJK}가-힣]")
_WIDEST_MARGIN = 120
_NARROWEST_MARGIN = 40
_LONGEST_HEADING = 90


def find_blocks(text: str, format: str = "text") -> Iterator[Block]:
    """The blocks of `text`, in order and disjoint, without marks at the start of lines."""
    marked, start = format == "markdown", 0
    if marked and (front := _FRONT_MATTER.match(text)):
        start = front.end()
        yield Block(front.start(), start, "code")
    lines = Lines(text, start)
    margin = float("inf") if marked else _margin(lines)
    for block in _groups(text, lines, margin, indented_code=marked):
        yield from _cut_at_tags(text, block) if block.kind != "code" else (block,)


def _margin(lines: Iterable[Line]) -> float:
    """The width at which most lines were wrapped; 0 if lines are not wrapped."""
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
    """Join lines to blocks."""
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
    """Whether `line` belongs to the block whose last line is `previous`."""
    if line.kind == "item" and previous.kind in ("text", "item", "turn"):
        digits = text[line.start].isdigit()
        return (
            digits
            and _is_wrapped(text, previous, line, margin)
            and not _ends_sentence(text, previous)
        )
    if line.kind == "quote":
        return previous.kind == "quote" and line.body < line.end and previous.body < previous.end
    if line.kind != "text" or previous.kind in ("heading", "table"):
        return False
    if _MAIL_HEADER.match(text, previous.start, previous.end):
        return line.indent > 0
    if margin == float("inf"):
        return True
    if text[line.body].islower() and not _ends_sentence(text, previous):
        broken = text[previous.end - 1] == "-" and text[previous.end - 2].isalpha()
        return broken or previous.end - previous.start >= _NARROWEST_MARGIN // 2
    return _is_wrapped(text, previous, line, margin)


def _ends_sentence(text: str, line: Line) -> bool:
    return _ENDS_SENTENCE.search(text, max(line.body, line.end - 10), line.end) is not None


def _is_wrapped(text: str, previous: Line, line: Line, margin: float) -> bool:
    """Whether the first word of `line` does not fit at the end of `previous`."""
    if not margin or margin == float("inf"):
        return False
    word = text[line.body : min(line.end, line.body + 40)].split(None, 1)
    width = previous.end - previous.start + previous.indent
    return width + 1 + len(word[0] if word else "") > 0.85 * margin


def _block(text: str, group: list[Line], kind: BlockKind = "paragraph") -> Block:
    first, end = group[0], group[-1].end
    if first.kind == "heading":
        closing = _CLOSING_HASHES.search(text, first.body, end)
        return Block(first.body, closing.start() if closing else end, "heading")
    if first.kind in ("item", "quote", "turn", "table"):
        return Block(first.body, end, first.kind)
    if first.kind == "text" and _is_heading(text[first.body : end]):
        kind = "paragraph" if _MAIL_HEADER.match(text, first.body, end) else "heading"
    return Block(first.body, end, kind)


def _is_heading(block: str) -> bool:
    """Whether a block is a heading: short, beginning with a capital or digit, without full stop."""
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


def _cut_at_tags(text: str, block: Block) -> Iterator[Block]:
    """Cut a block at HTML tags, and at bullets within a line."""
    start, kind = block.start, block.kind
    place = text, block.start, block.end
    for tag in _TAG.finditer(*place) if _TAG_START.search(*place) else ():
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
_KIND_NUMBER = {kind: number for number, kind in enumerate(_LINE_KINDS)}
_LINE_END = re.compile("[\n\v\f\x1c-\x1e\x85\u2028\u2029]|\r(?!\n)")
_CHUNK = 1 << 16
"""Characters that are divided into lines at a time, to save memory."""

_SHORT_LINE = 24
_LONGEST_MARK = 10_000
"""Characters of a line that are matched: a repeated group takes about 100 bytes for each match."""


class Line(NamedTuple):
    """One line without white space around it; its text begins at `body`, after a bullet or mark."""

    start: int
    body: int
    end: int
    kind: LineKind
    indent: int


_LINE_MARK = re.compile(
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
_SPEAKER_LABEL = re.compile(
    r"(?:[\[(]?\d{1,2}:\d\d(?::\d\d)?[\])]?[ \t]+)?"
    r"(?:\*\*)?[A-Z][\w.'’-]{0,30}(?: [\w.,'’()&/-]{1,20}){0,5}"
    r"(?:\*\*)?[ \t]?:(?:\*\*)?[ \t]+(?=\S)"
)
_TABLE_ROW = re.compile(r"\S(?:\t|[ ]{3,})\S+(?: \S+){0,5}(?:\t|[ ]{3,})\S|\S \| \S.* \| \S")


class Lines:
    """The lines of a text from an offset on, as columns, since a long text may have millions.

    Speakers' turns are recognized only in a transcript: a text in which many lines or paragraphs
    begin with a label ("Name: "), and some label occurs again.
    """

    def __init__(self, text: str, start: int = 0) -> None:
        self._places = array("i")  # start, body, end and indent of each line
        self._kinds = bytearray()
        labels: set[str] = set()
        turns = array("i")
        paragraphs = n_lines = 0
        after_blank = True
        for number, line in enumerate(_lines(text)):
            self._places.extend((line.start, line.body, line.end, line.indent))
            self._kinds.append(_KIND_NUMBER[line.kind])
            if line.kind == "blank":
                after_blank = True
                continue
            n_lines += 1
            paragraphs += after_blank
            after_blank = False
            if line.kind in ("text", "table"):
                words_start = label_end(text, line.start, line.end)
                if words_start > line.start:
                    labels.add(text[line.start : words_start])
                    turns.append(number)
        frequent = 3 * len(turns) >= n_lines or 2 * len(turns) >= paragraphs > 1
        if frequent and len(labels) < len(turns):
            for number in turns:
                self._kinds[number] = _KIND_NUMBER["turn"]
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
        classify = _classify_cached if len(raw) <= _SHORT_LINE else _classify
        indent, kind, mark, length = classify(raw)
        if length:
            start = offset + indent
            yield Line(start, start + mark, start + length, kind, indent)
        else:
            yield Line(offset, offset, offset, "blank", 0)
        offset += len(raw)


def _raw_lines(text: str) -> Iterator[str]:
    """The lines of `text` with their ends, without having all of them in memory."""
    start = 0
    while start < len(text):
        end = _LINE_END.search(text, start + _CHUNK)
        stop = end.end() if end else len(text)
        yield from text[start:stop].splitlines(keepends=True)
        start = stop


def _classify(raw: str) -> tuple[int, LineKind, int, int]:
    """The indent of a line, its kind, the length of its mark, and that without white space."""
    stripped = raw.strip()
    if not stripped:
        return 0, "blank", 0, 0
    return len(raw) - len(raw.lstrip()), *_line_mark(stripped), len(stripped)


_classify_cached = lru_cache(2048)(_classify)
"""The same for short lines, many of which recur in a text."""


def _line_mark(line: str) -> tuple[LineKind, int]:
    """The kind of a stripped line, and the length of its mark."""
    found = None if line[0].isupper() else _LINE_MARK.match(line, 0, _LONGEST_MARK)
    if found is None:
        spaced = "\t" in line or "   " in line or " | " in line
        return ("table", 0) if spaced and _TABLE_ROW.search(line) else ("text", 0)
    kind: LineKind = found.lastgroup  # type: ignore[assignment]
    return kind, 0 if kind in ("fence", "rule", "table") else found.end()


def label_end(text: str, start: int, end: int) -> int:
    """The end of the speaker's label at `start`; `start` if there is none."""
    found = _SPEAKER_LABEL.match(text, start, min(end, start + 60))
    return found.end() if found else start
