"""Paragraphs that begin with a typed number or bullet: steps and items in no list.

The numbers and bullets are those of plain text, but not "(1)", which is mostly a note. There are at
least two of them in a row, and right below a table they are its notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal

from hyperdigest.base.slices import NUMBER
from hyperdigest.documents import BlockKind
from hyperdigest.read.content import BlockText
from hyperdigest.split.lines import Lines
from hyperdigest.split.lists import announces, step_number

_MOST_LOOKED_AT = 100
"""Characters of a paragraph in which its number or bullet is looked for."""

_BULLET = re.compile(r"\s*[^\w\s]")
_DASHES = "-–"
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’»)\]]*\s*\Z")
_IN_STEPS: frozenset[BlockKind | None] = frozenset(("code", "item"))
_TABLE: frozenset[BlockKind | None] = frozenset(("table", "header"))
_END = BlockText(None, "")


def with_typed_lists(parts: Iterable[BlockText]) -> list[BlockText]:
    """The parts, with paragraphs with typed bullets as items, and with rising numbers as steps."""
    return with_typed_numbers(_with_typed_bullets(part for part in parts if part.text.strip()))


def typed_lines(paragraph: BlockText) -> list[BlockText]:
    """A paragraph, cut if all its lines but those before the first of them are typed items or
    steps.

    A line without a number or bullet goes on with the one before it. A plus joins alternatives.
    """
    parts: list[list[str]] = []
    for line in paragraph.text.split("\n"):
        if not parts or _typed(line, "step")[0] or _typed(line, "item")[0]:
            parts.append([line])
        else:
            parts[-1].append(line)
    found = with_typed_lists(paragraph._replace(text="\n".join(part)) for part in parts)
    is_list = len(found) > 1 and all(
        part.kind != "paragraph" and part.mark != "+" for part in found[1:]
    )
    return found if is_list else [paragraph]


def with_typed_numbers(parts: Sequence[BlockText]) -> list[BlockText]:
    """The parts, with paragraphs with rising numbers from 1 as steps.

    There may be code, items and more indented paragraphs between them. After the first two, the
    numbers may also go on after other paragraphs.
    """
    found = list(parts)
    steps: list[int] = []
    before: BlockKind | None = "paragraph"
    in_a_row = True
    for place, part in enumerate((*parts, _END)):
        if part.kind in _IN_STEPS:
            continue
        is_typed = part.kind == "paragraph" and before not in _TABLE
        number = step_number(_typed(part.text, "step")[0]) if is_typed else -1
        before = part.kind
        if number < 0 and steps and _is_inside(part, parts[steps[-1]]):
            continue
        if number == 1 or part.kind != "paragraph":
            if len(steps) > 1:
                _begin_steps(found, steps)
            steps = []
        in_a_row = number == len(steps) + 1 and (in_a_row or len(steps) != 1)
        if in_a_row:
            steps.append(place)
    return found


def _begin_steps(parts: list[BlockText], places: Sequence[int]) -> None:
    """Make steps of the paragraphs in some places, and put what is after each into it: code and
    items, and paragraphs that are more indented.

    Code and items after the last one are in it only if it ends with a colon.
    """
    for place, after in zip(places, (*places[1:], len(parts)), strict=True):
        step = parts[place]
        parts[place] = _listed(step, "step")
        is_open = after < len(parts) or announces(step.text.rstrip())
        for inner in range(place + 1, after):
            part = parts[inner]
            if not (_is_inside(part, step) or (is_open and part.kind in _IN_STEPS)):
                break
            parts[inner] = part._replace(level=part.level + 1)


def _is_inside(part: BlockText, step: BlockText) -> bool:
    """Whether a paragraph is more indented than a step."""
    return part.kind == "paragraph" and _indent(part.text) > _indent(step.text)


def _with_typed_bullets(parts: Iterable[BlockText]) -> list[BlockText]:
    """The parts, with two or more paragraphs in a row with the same bullet as items, or with others
    where these are more or less indented.

    Dashes begin speech if a sentence ends before them, and at the end of all of these paragraphs.
    """
    found: list[BlockText] = []
    for is_typed, group in groupby(parts, lambda part: _bullet(part) != ""):
        typed = list(group)
        indents = {_indent(part.text) for part in typed}
        key = _bullet if is_typed and len(indents) == 1 else None
        for run in (list(same) for _, same in groupby(typed, key)) if key else [typed]:
            found += _with_items(run, found) if is_typed else run
    return found


def _with_items(run: Sequence[BlockText], before: Sequence[BlockText]) -> list[BlockText]:
    """Paragraphs with typed bullets as items, if they are a list after what is before them."""
    last = before[-1] if before else BlockText("heading", "")
    if len(run) < 2 or last.kind in _TABLE:
        return list(run)
    is_prose = last.kind == "paragraph"
    texts = [part.text for part in ([last] if is_prose else []) + list(run)]
    is_dash = all(_bullet(part) in _DASHES for part in run)
    if is_dash and is_prose and all(map(_SENTENCE_END.search, texts)):
        return list(run)
    indents: list[int] = []
    items: list[BlockText] = []
    for part in run:
        indent = _indent(part.text)
        while indents and indent <= indents[-1]:
            indents.pop()
        item = _listed(part, "item")
        items.append(item._replace(level=item.level + len(indents)))
        indents.append(indent)
    return items


def _indent(text: str) -> int:
    """How many columns of white are before a text."""
    text = text.expandtabs(8) if text[:1].isspace() else text
    return len(text) - len(text.lstrip())


def _bullet(part: BlockText) -> str:
    """The bullet that begins a paragraph; empty if none does."""
    is_typed = part.kind == "paragraph" and _BULLET.match(part.text)
    return _typed(part.text, "item")[0] if is_typed else ""


def _listed(part: BlockText, kind: Literal["item", "step"]) -> BlockText:
    """A paragraph as an item or a step, with what is typed before it as its mark."""
    mark, text = _typed(part.text, kind)
    return BlockText(kind, text, part.level + 1, mark)


def _typed(text: str, kind: Literal["item", "step"]) -> tuple[str, str]:
    """The bullet or number that begins a paragraph, and the words after it; empty if it has none
    or no words."""
    text = text.strip()
    if not text or (kind == "step" and step_number(text) < 0):
        return "", ""
    line = Lines(text[:_MOST_LOOKED_AT])[0]
    mark, words = text[: line.body].rstrip(), text[line.body :]
    is_number = re.fullmatch(NUMBER, mark) is not None and not mark.startswith("(")
    fits = line.kind == kind and (kind == "item" or is_number)
    return (mark, words) if fits and _LETTER.search(words) else ("", "")
