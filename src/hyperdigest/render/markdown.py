"""The digest as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from urllib.parse import quote

from hyperdigest.base.slices import GAP, TASKS
from hyperdigest.base.text import line
from hyperdigest.digest import Digest
from hyperdigest.render.grouping import quote_groups
from hyperdigest.render.parts import (
    guarantee,
    lines_about,
    notes_on,
    nothing_fits,
    placed,
    sources,
    usage,
)
from hyperdigest.render.quotes import (
    BULLET,
    LARGEST_NUMBER,
    Code,
    Definition,
    Group,
    List,
    Paragraph,
    Part,
    Row,
    SourceTitle,
    Table,
    in_new_places,
    lines_of,
    number_of,
)


def render_markdown(digest: Digest) -> str:
    """The digest as Markdown (CommonMark), without a final newline.

    Text of documents is escaped: it cannot begin a heading, list, link, image, tag or code.
    """
    numbered = sources(digest)
    quotes = markdown_quotes(quote_groups(digest, numbered))
    listed, targets = [], []
    for source in numbered.values():
        listed.append(f"{source.number}. {' · '.join(map(escaped, source.labels))}")
        # A path that begins with two slashes would be a link to another host.
        target = quote(re.sub(r"^/+", "/", source.path), safe="/", errors="surrogatepass")
        targets.append(f"[{source.number}]: <{target}>")
    parts = [
        f"# {escaped(line(digest.question))}",
        f"**{escaped(line(digest.doubt))}**" if digest.doubt else "",
        *(quotes or [nothing_fits(digest)]),
        *(["## Sources", "\n".join(listed)] if listed else []),
        usage(digest),
        "\n".join(f"- Warning: {escaped(line(warning))}" for warning in digest.warnings),
        guarantee(digest),
        escaped(line(digest.signature)),
        "\n".join(targets),
    ]
    return "\n\n".join(filter(None, parts))


_SPECIAL = re.compile(r"[\\`*_{}\[\]<>&~$#]|:(?=//)|(?<=www)\.")
_BLOCK_MARK = re.compile(r"^((?:\d+(?=[.)]))?)([+\-=:.)])")
_BAR = re.compile(r"(\\?)\|")
_FENCE = re.compile("`{3,}")
_BULLETS, _NUMBER_ENDS = "-*", ".)"
"""A list whose mark differs from that of the list before it is another list."""


def escaped(text: str) -> str:
    """One line of plain text as Markdown that shows exactly that text."""
    return _BLOCK_MARK.sub(r"\1\\\2", _SPECIAL.sub(r"\\\g<0>", text))


def markdown_quotes(groups: Iterable[Group]) -> list[str]:
    """Blocks of Markdown, to be separated by empty lines."""
    blocks: list[str] = []
    alternate = 1
    for group in groups:
        alternate = 1 - alternate if isinstance(group, List) else 1
        match group:
            case Paragraph() | List() | Code():
                blocks += _within(group, alternate)
            case Table(lead):
                blocks += [*_flows(lead), *_table(group)]
            case Definition(lead, terms, below):
                blocks += [*_flows(lead), *_definition(terms, below)]
                blocks += [group.extent] if group.extent else []
            case SourceTitle(source):
                blocks.append(f"## [{source.number}] {escaped(group.title)}")
    return blocks


def _flows(parts: Sequence[Part]) -> Iterator[str]:
    """Running text, and code between it, as blocks."""
    for is_code, run in groupby(parts, lambda part: part.is_code):
        own = list(run)
        yield from _fenced(own) if is_code else [_flow(own)]


def _definition(terms: Sequence[Part], below: Sequence[List | Code | Paragraph]) -> Iterator[str]:
    """The terms in bold, in one paragraph with the text if that begins with a text."""
    lines = list[str]()
    for term in terms:
        lines += [*([escaped(GAP)] if term.gap else []), f"**{_cell(term.text)}**"]
    first, *others = [block for inner in below for block in _within(inner)]
    if isinstance(below[0], Paragraph) and not below[0].parts[0].is_code:
        lines.append(_without_bars(first))
    else:
        others = [first, *others]
    yield "\\\n".join(lines)
    yield from others


def _within(below: List | Code | Paragraph, alternate: int = 0) -> Iterator[str]:
    """The blocks of a paragraph, a list or code, also below an item or a term."""
    match below:
        case List(lead):
            yield from _flows(lead)
            yield from _list(below, alternate)
        case Code(lead):
            yield from _flows(lead)
            yield from _code(below)
        case Paragraph(parts):
            yield from _flows(parts)
            yield from _below(parts)


def _flow(parts: Sequence[Part]) -> str:
    """Parts as running text, each sentence before its citation."""
    pieces: list[str] = []
    for number, part in enumerate(parts):
        if part.gap:
            pieces.append(escaped(GAP))
        pieces.append(escaped(part.text))
        if part.sentence:
            pieces.append(_cited(part))
        elif part.stands_alone and number < len(parts) - 1:
            pieces.append("\\\n")
    return " ".join(pieces).replace(" \\\n ", "\\\n")


def _cited(part: Part) -> str:
    """The number of the source as a link, and the place of a sentence; empty for a context."""
    if part.sentence is None:
        return ""
    shown = escaped(part.place)
    if part.sentence.link:
        shown = f"[{shown}](<{part.sentence.link}>)"
    return f"([{part.source.number}], {shown})"


def _below(parts: Sequence[Part], *, name: bool = False) -> Iterator[str]:
    """The notes on sentences as quotations; with the `name` of each sentence, its place."""
    for sentence in filter(None, (part.sentence for part in parts)):
        label = f"{placed(sentence)}: " if name else ""
        for other in lines_about(sentence):
            yield f"> {escaped(label + other)}"
        for title, text in notes_on(sentence):
            yield f"> {escaped(label)}{title}: {escaped(text)}"


def _list(items: List, alternate: int) -> list[str]:
    """The blocks of a list; `alternate` chooses between the two kinds of marks that it may have.

    Numbers that do not follow one another begin another list, since readers count themselves.
    """
    blocks: list[str] = []
    last, end, tight = 0, alternate, False
    for item in items.items:
        number = number_of(item.mark.replace(")", "."))
        if not 0 < number <= LARGEST_NUMBER:
            mark, number = _BULLETS[alternate], 0
            label = f"{item.mark if item.mark in TASKS else escaped(item.mark)} "
            label = "" if item.mark == BULLET else label
        else:
            end = end if not last or item.gap or number == last + 1 else 1 - end
            mark, label = f"{number}{_NUMBER_ENDS[end]}", ""
        if item.gap:
            blocks.append(escaped(GAP))
        within = " " * (len(mark) + 1)
        text = f"{mark} {label}{_flow(item.parts)}"
        inner = [*_below(item.parts)]
        for place, below in enumerate(item.below):
            inner += _within(below, place % 2)
        text = "\n\n".join([text, *(_indented(block, within) for block in inner)])
        if tight and not item.gap:
            blocks[-1] += f"\n{text}"
        else:
            blocks.append(text)
        last, tight = max(number, 1), not inner
    return [*blocks, *([items.extent] if items.extent else [])]


def _indented(block: str, indent: str) -> str:
    return "\n".join(indent + text if text else text for text in block.split("\n"))


def _table(table: Table) -> Iterator[str]:
    width = table.columns
    head = [_cell(text) for text in table.header.cells] if table.header else [""] * width
    lines = [_row([*head, ""]), _row(["---"] * (width + 1))]
    for row in table.rows:
        if row.gap:
            lines.append(_row([escaped(GAP), *[""] * width]))
        lines.append(_row([*map(_cell, row.cells), _citations(row)]))
    yield "\n".join(lines)
    for row in table.rows:
        yield from _below(row.parts, name=True)
    if table.extent:
        yield table.extent


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _citations(row: Row) -> str:
    return _without_bars(" ".join(map(_cited, in_new_places(row.parts))))


def _cell(text: str) -> str:
    """Plain text as Markdown where a bar would end a cell."""
    return _without_bars(escaped(text))


def _without_bars(text: str) -> str:
    return _BAR.sub(lambda bar: f"{bar[1]}&#124;" if bar[1] else r"\|", text)


def _fenced(parts: Sequence[Part]) -> Iterator[str]:
    if parts[0].gap:
        yield escaped(GAP)
    lines = lines_of(parts)
    longest = max((len(mark) for text in lines for mark in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    yield "\n".join([f"{fence}{parts[0].language}", *lines, fence])


def _code(code: Code) -> Iterator[str]:
    for parts in code.blocks:
        yield from _fenced(parts)
        yield " ".join(map(_cited, in_new_places(parts)))
        yield from _below(parts)
