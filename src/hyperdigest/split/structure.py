"""Sentences that are parts of lists, tables and programs: which may be quoted, and where to cut.

Such a sentence is quoted as what it is, however short. Some never are: rows of links and of one
cell, items without a letter, entries of tables of contents, indexes and references, what only
announces something else, and what has no word.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, islice, pairwise
from math import ceil

from hyperdigest.base.text import BARS, CELL
from hyperdigest.documents import Block, BlockKind, Form, SentenceKind
from hyperdigest.split.code_signs import goes_on, has_signs
from hyperdigest.split.entries import is_entry, is_in_table_of_info
from hyperdigest.split.html_tables import is_period
from hyperdigest.split.scripts import count_words
from hyperdigest.split.sessions import entries_of

LONGEST_UNIT = 80
"""In words; longer rows and lines of code are cut, and what cannot be cut is not quoted."""

LONGEST_CODE = 50
"""In words; longer code is cut between its lines, so that it fits with what introduces it."""

_KIND_OF_BLOCK: dict[BlockKind, SentenceKind] = {
    "item": "item",
    "step": "step",
    "table": "row",
    "code": "code",
    "definition": "definition",
}
_NEVER: frozenset[Form] = frozenset(("byline", "question"))
_WORD = re.compile(r"[^\W_]")
_LETTER = re.compile(r"[^\W\d_]")
_ANNOUNCES = (":", "：")
_BETWEEN_LINKS = ("|", "»", "›")
"""At the end of an item: it is a link of a menu, with what divides it from the next one."""
_SEVERAL_CELLS = re.compile(
    rf"\t|[ ]{{2}}|[ ][{BARS}](?=.*[^{BARS}\s])|(?<=[^\W_])[{BARS}](?=[^\W_])"
    rf"|^[{BARS}][^{BARS}\w]*+\w[^{BARS}]*+[{BARS}][^{BARS}\w]*+\w|{CELL.pattern}"
)

_WAITS = re.compile(r"\n\S+\Z")
"""The end of a session: a prompt, such as ``ftp:``, that waits for the next command."""


def kind_of(sentence: str, block: BlockKind, form: Form, words: int) -> SentenceKind:
    """As what a sentence of a block is quoted: ``prose`` if only its form says if it may be."""
    kind = _KIND_OF_BLOCK.get(block, "prose")
    if kind == "prose" or form in _NEVER or words > LONGEST_UNIT or not _WORD.search(sentence):
        return "prose"
    if kind == "code":
        announces = sentence.endswith(_ANNOUNCES) and not _WAITS.search(sentence)
        is_none = is_in_table_of_info(sentence) or (announces and not has_signs([sentence]))
        return "prose" if is_none else kind
    if kind == "row" and not has_several_cells(sentence):
        return "prose"
    if kind in ("item", "step") and (
        not _LETTER.search(sentence) or sentence.endswith(_BETWEEN_LINKS)
    ):
        return "prose"
    if sentence.endswith(_ANNOUNCES):
        return "prose"
    return "prose" if is_entry(sentence) else kind


_BULLET_CELL = re.compile(r"[•▪◦●‣][ ]*\t\s*(?=\S[^\t]*\Z)")
"""Not with a sign such as ``*``, which may be what the other cell explains."""


def with_bullets_as_items(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with rows of a bullet and one more cell as items, as old pages lay them out."""
    for block in blocks:
        if block.kind == "table":
            bullet = _BULLET_CELL.match(text[block.start : block.end])
            if bullet:
                start, level = block.start + bullet.end(), max(1, block.level)
                block = replace(block, kind="item", start=start, level=level)
        yield block


_LONG_NUMBER = re.compile(r"\d{3}|\d[.,]\d")


def with_header_rows(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, with rows that name periods as headers: "2019 2018" below "Years ended June 30".

    The header row above such a row has a single cell, so that it names no column. Two rows follow,
    the first of other cells: rows of years alone are what the table says.
    """
    names_nothing = False
    rest, ahead = iter(blocks), deque[Block]()
    while block := ahead.popleft() if ahead else next(rest, None):
        is_looked_at = block.kind == "header" or (names_nothing and block.kind == "table")
        cells = _cells(text[block.start : block.end]) if is_looked_at else []
        if names_nothing and block.kind == "table" and _names_periods(cells):
            ahead.extend(islice(rest, 2 - len(ahead)))
            rows = [_cells(text[each.start : each.end]) for each in ahead if each.kind == "table"]
            if len(rows) == 2 and not _names_periods(rows[0]):
                block = replace(block, kind="header")
        names_nothing = block.kind == "header" and len(cells) == 1
        yield block


def _cells(row: str) -> list[str]:
    return list(filter(None, map(str.strip, _CELL.split(row))))


def _names_periods(cells: Sequence[str]) -> bool:
    """Whether at least two cells are years or dates, and no other one has a long number."""
    others = [cell for cell in cells if not is_period(cell)]
    return len(cells) - len(others) > 1 and not any(map(_LONG_NUMBER.search, others))


_WAY = re.compile(
    r"(?:[ \t]*\#[ ].*\n)+[ \t]*(?:[$%>][ ])?"
    r"(?P<command>[\w./+-]+(?:[ ]\w[\w-]*(?=\s|$)){0,3}+)(?=\s|$).*(?:\\\n.*)*\n*"
)
"""Comments and a single command, told by its words before the first option."""

_BLANK_LINE = re.compile(r"\n[ \t]*\n+")
_CODE_LINE = re.compile(r"(?P<indent>[ \t]*)(?P<words>\S[^\n]*)")
_PROMPT = re.compile(r"(?:[$%>]|>>>)[ ]")
_CLOSES = re.compile(r"[})\]]|(?:fi|done|esac|end\w*|else|elif|except|finally)\b")
_COMMENT = re.compile(r"(?:\#|//|--|;)[ ]")

_BETWEEN_COMMANDS = re.compile(r"(?:;|\s(?:&&|\|\|?))\s+")
"""In a line that is too long."""

_CELL = re.compile(rf"{CELL.pattern}|\t|[ ][{BARS}][ ]|[ ]{{2,}}")
_BAR = re.compile(rf"(?<!\\)(?=[{BARS}][ \t]*[^\s{BARS}])")
"""Before a cell of a row that begins with a bar, as all its parts do."""
_LINE_OF_ROW = re.compile(r"\n[ \t]*")
_END_IN_CELL = re.compile(r"(?<=[^\W\d_]{2}[.!?])\s+(?=[^\W_])")
"""Of a sentence: each of a cell that is too long for a row is a unit."""


def has_several_cells(row: str) -> bool:
    """Whether a row, or a part of one, has more than one cell."""
    return _SEVERAL_CELLS.search(row) is not None


def cuts(text: str, kind: BlockKind) -> Iterator[int]:
    """The ends, but the last, of the units into which a long block of code, or a row, is cut.

    Code is cut into units of at most `LONGEST_CODE` words, if its lines are not longer, and a row
    into such of at most `LONGEST_UNIT`, if it can be cut at cells or ends of sentences. Ways to use
    one command, each below a comment, are units however short. What a command prints is parted from
    it if they are too long together.
    """
    if kind == "code" and _are_ways(text):
        yield from (found.end() for found in _BLANK_LINE.finditer(text))
    elif kind == "code" and len(text) > 2 * LONGEST_CODE:
        yield from _cuts_of_session(text)
    elif kind in ("table", "header") and len(text) > 2 * LONGEST_UNIT:
        cells = (_LINE_OF_ROW, _BAR) if text[0] in BARS else (_CELL,)
        yield from _cuts_of_row(text, 0, (*cells, _END_IN_CELL))


def _are_ways(code: str) -> bool:
    """Whether some code is ways to use one command, each below a comment that says what it does."""
    ways = list(map(_WAY.fullmatch, _BLANK_LINE.split(code)))
    commands = {way["command"] if way else "" for way in ways}
    return len(ways) > 1 and len(commands) == 1 and commands != {""}


def _cuts_of_session(code: str) -> Iterator[int]:
    """The cuts of code, whose commands are parted from long outputs first if it is a session."""
    places = [0]
    for start, end_of_command, end in entries_of(code):
        if end_of_command < end and count_words(code[start:end]) > LONGEST_CODE:
            if count_words(code[places[-1] : start]) >= LONGEST_CODE / 4:
                places.append(start)
            places += [end_of_command, end]
    places += [len(code)] * (places[-1] < len(code))
    for start, end in pairwise(places):
        yield from (start + cut for cut in _cuts_of_code(code[start:end]))
        if end < len(code):
            yield end


def _cuts_of_code(code: str) -> Iterator[int]:
    """The cuts of code: it is cut in two where it hangs together least, but so that both parts have
    at least a quarter of its words, and so is each part as long as it is too long."""
    joints = _joints_of_code(code)
    places = sorted(joints)
    sizes = [0, *accumulate(count_words(code[start:end]) for start, end in pairwise(places))]
    parts, found = [(0, len(places) - 1)], list[int]()
    while parts:
        first, last = parts.pop()
        begin, size = sizes[first], sizes[last] - sizes[first]
        if size <= LONGEST_CODE or last - first < 2:
            continue
        n_units = ceil(size / LONGEST_CODE)
        middle = begin + size * (n_units // 2) / n_units
        low = bisect_left(sizes, begin + size / 4, first + 1, last)
        high = bisect_right(sizes, begin + size * 3 / 4, first + 1, last)
        inner = range(low, high) or range(max(first + 1, low - 1), min(last, high + 1))
        cut = max(inner, key=lambda at: (joints[places[at]], -abs(sizes[at] - middle)))
        found.append(places[cut])
        parts += [(first, cut), (cut, last)]
    yield from sorted(found)


def _joints_of_code(code: str) -> dict[int, int]:
    """The begin and the end of code, and where it may be cut between, with how little it hangs
    together there: least at a blank line before one that is not indented, and most after a comment
    or a prompt, which is about what is below it."""
    found = {0: 0, len(code): 0}
    lines = list(_CODE_LINE.finditer(code))
    indents = [len(line["indent"].expandtabs()) for line in lines[1:]]
    margin = min(indents, default=0)
    for before, line, indent in zip(lines, lines[1:], indents, strict=False):
        if goes_on(before["words"], line["words"]):
            continue
        words, is_prompt = line["words"], _PROMPT.match(line["words"]) is not None
        is_blank = code.count("\n", before.end(), line.start()) > 1
        if not is_prompt and (_COMMENT.match(before["words"]) or _PROMPT.match(before["words"])):
            joint = int(is_blank)
        else:
            is_outer = indent == margin and not _CLOSES.match(words)
            opens = is_prompt or _COMMENT.match(words) is not None
            joint = 1 + 3 * is_outer + (2 if is_blank else int(opens))
        found[line.start()] = joint
    for start, end in pairwise(sorted(found)):
        if count_words(code[start:end]) > LONGEST_UNIT:
            for each in _BETWEEN_COMMANDS.finditer(code, start, end):
                found.setdefault(each.end(), 0)
    return found


def _cuts_of_row(text: str, offset: int, joints: tuple[re.Pattern[str], ...]) -> Iterator[int]:
    """The cuts of a row at the first of the `joints`; what is too long then, at the next ones."""
    if not joints or count_words(text) <= LONGEST_UNIT:
        return
    joint, *finer = joints
    ends = [*(found.end() for found in joint.finditer(text)), len(text)]
    begin = size = last = 0
    for end in ends:
        words = count_words(text[last:end])
        is_too_long = size + words > LONGEST_UNIT
        if joint in (_CELL, _BAR) and words > LONGEST_UNIT:
            is_too_long = False  # the cells before a long one stay with its first sentence
        if size and (is_too_long or joint is _END_IN_CELL):
            yield offset + last
            begin, size = last, 0
        size += words
        if size > LONGEST_UNIT:
            yield from _cuts_of_row(text[begin:end], offset + begin, tuple(finer))
        last = end
