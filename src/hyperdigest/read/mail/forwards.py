"""Messages that stand in the text of another: forwarded ones, and those of a digest of a list.

A forwarded message begins below a line that says so, or, where the subject says that something is
forwarded or the message has no other words, below any line or header that begins an earlier
message. The messages of a digest stand below rules, each with its header.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import Message

from hyperdigest.read.mail.headers import Header
from hyperdigest.read.mail.phrases import (
    FORWARDED,
    FROM_LINE,
    OTHER_LINE,
    SENT_LINE,
    SEPARATOR,
    SUBJECT_LINE,
)
from hyperdigest.read.mail.quotes import (
    LONGEST_LINE,
    MARKED,
    RULE,
    begins_header,
    is_attributed,
)

MOST_IN_DIGEST = 1_000
"""Messages of a digest that are read."""

_KNOWN = re.compile(
    r"[ \t]*[*_]{0,2}(message-id|in-reply-to|references|reply-to|cc|bcc|importance|attachments"
    r"|content-type|message)[ \t]?[:：]",
    re.IGNORECASE,
)
_FIELD = re.compile(r"[ \t]*[*_]{0,2}\w[\w '’-]{0,23}[ \t]?[*_]{0,2}[:：][*_]{0,2}")
_MAILTO = re.compile(r"[\[(]mailto:([^\])\s]{1,200})[\])]", re.IGNORECASE)
_DASHED = re.compile(r"-{30,80}[ \t]*$")
_CLOSING = tuple("-_=*~:")
_LABEL = re.compile("[:：]")
_LONGEST_LABEL = 30
_PREAMBLE = 60
"""Dashes above the first message of a digest; there are 30 above the others."""

_MOST_HEADER_LINES = 40
_LONGEST_FIELD = 2_000


@dataclass(frozen=True, slots=True)
class Held:
    """A message in the text of another: its header, its lines, of which the first `top` are the
    header as it stands there, and how many `levels` deep each is quoted in it."""

    header: Header
    lines: tuple[str, ...]
    levels: tuple[int, ...]
    top: int


def held_messages(
    lines: Sequence[str], levels: Sequence[int], *, told: bool, digest: bool
) -> list[Held]:
    """The messages that stand in the lines of another, which are quoted so many `levels` deep.

    `told` says that an earlier message in it is forwarded whatever begins it, `digest` that the
    subject says that it is the digest of a list.
    """
    if digest or any(_is_preamble(lines, n) for n in range(len(lines))):
        starts = [n for n, line in enumerate(lines) if _DASHED.match(line)]
        if found := [
            _held(lines[first + 1 : end], [0] * (end - first - 1))
            for first, end in zip(starts, [*starts[1:], len(lines)], strict=True)
            if _is_digested(lines, first)
        ]:
            return found[:MOST_IN_DIGEST]
    start = _forwarded_from(lines, levels, told)
    if start is None:
        return []
    first = start + 1 if SEPARATOR.match(_unmarked(lines[start])) else start
    return [_held(*_stretch(lines, levels, start, first))]


def is_digest(lines: Sequence[str], *, digest: bool) -> bool:
    """Whether lines are those of the digest of a list, in which nothing but its messages counts."""
    return any(
        _is_preamble(lines, n) or (digest and _is_digested(lines, n)) for n in range(len(lines))
    )


def _is_preamble(lines: Sequence[str], n: int) -> bool:
    if not lines[n].startswith("-" * _PREAMBLE) or not _DASHED.match(lines[n]):
        return False
    head = lines[n + 1 : n + 1 + _MOST_HEADER_LINES]
    return _is_digested(lines, n) and any(line.lower().startswith("message-id:") for line in head)


def _is_digested(lines: Sequence[str], n: int) -> bool:
    """Whether a message of a digest begins below a rule: who sent it, and when."""
    if not _DASHED.match(lines[n]):
        return False
    head = [line for line in lines[n + 1 : n + 12] if line.strip()][:8]
    names = {line.partition(":")[0].lower() for line in head}
    return {"from", "date"} <= names


def _unmarked(line: str) -> str:
    line = line[:LONGEST_LINE]
    return line[found.end() :].removeprefix(" ") if (found := MARKED.match(line)) else line


def _may_begin(line: str) -> bool:
    """Whether an earlier message may begin with a line: told at little cost."""
    if not (line.rstrip().endswith(_CLOSING) or _LABEL.search(line, 0, _LONGEST_LABEL)):
        return False
    bare = _unmarked(line)
    return bool(SEPARATOR.match(bare) or FROM_LINE.match(bare))


def _forwarded_from(lines: Sequence[str], levels: Sequence[int], told: bool) -> int | None:
    """The line with which a forwarded message begins; None where there is none."""

    def is_quoted(n: int) -> bool:
        return levels[n] > 0 or MARKED.match(lines[n]) is not None

    if not any(map(_may_begin, lines)):
        return None
    before: int | None = None
    bare = [_unmarked(line) for line in lines]
    for n, line in enumerate(bare):
        if not line.strip() or RULE.match(line):
            continue
        inside = before is not None and all(is_quoted(m) for m in (before, n))
        before = n
        if inside:
            continue
        if line.rstrip().endswith(_CLOSING) and SEPARATOR.match(line):
            is_forwarded = told or FORWARDED.search(line) is not None
        elif FROM_LINE.match(line) and begins_header(bare, n):
            is_forwarded = told
        else:
            continue
        return n if is_forwarded and not is_attributed(lines[:n]) else None
    return None


def _stretch(
    lines: Sequence[str], levels: Sequence[int], start: int, first: int
) -> tuple[list[str], list[int]]:
    """The lines of a forwarded message that begins with one of them, a mark less before each, and
    how deep each is quoted in it."""
    begin = next((n for n in range(first, len(lines)) if lines[n].strip()), start)
    marked = MARKED.match(lines[begin]) is not None
    within = int(levels[start] > 0 or levels[begin] > 0)

    def is_in(n: int) -> bool:
        is_marked = not marked or MARKED.match(lines[n]) is not None
        return not lines[n].strip() or (is_marked and levels[n] >= within)

    end = next((n for n in range(first, len(lines)) if not is_in(n)), len(lines))
    taken = [_unmarked(line) if marked else line for line in lines[first:end]]
    return taken, [max(0, level - within) for level in levels[first:end]]


def _held(lines: Sequence[str], levels: Sequence[int]) -> Held:
    """A message of lines that begin with its header, if it has one."""
    begin = next((n for n, line in enumerate(lines) if line.strip() and not RULE.match(line)), 0)
    fields, top = _header(lines, begin)
    made = Message()
    for name, value in fields.items():
        plain = _MAILTO.sub(r"<\1>", value) if name == "from" else value
        made[name] = " ".join(plain.split())[:_LONGEST_FIELD]
    return Held(Header(made), tuple(lines[begin:]), tuple(levels[begin:]), top - begin)


def _header(lines: Sequence[str], begin: int) -> tuple[dict[str, str], int]:
    """The fields of a header that begins with a line, and the line behind it."""
    fields: dict[str, str] = {}
    name, end, gap = "", begin, False
    for n, line in enumerate(lines[begin : begin + _MOST_HEADER_LINES], begin):
        line = line[:LONGEST_LINE]
        if not line.strip():
            gap = True
            continue
        called = _name(line)
        if called or (name and not gap and _FIELD.match(line)):
            name = called or "x-other"
            label = _FIELD.match(line)
            value = line[label.end() :] if label else line.partition(":")[2]
            fields.setdefault(name, value.strip())
        elif name and (not gap or not fields[name]):
            fields[name] = f"{fields[name]} {line.strip()}"
        else:
            break
        end, gap = n + 1, False
    return (fields, end) if "from" in fields or "date" in fields else ({}, begin)


def _name(line: str) -> str:
    """What the field of a line is called in the header of a message; empty for other lines."""
    if FROM_LINE.match(line):
        return "from"
    if SENT_LINE.match(line):
        return "date"
    if SUBJECT_LINE.match(line):
        return "subject"
    if OTHER_LINE.match(line):
        return "to"
    return found[1].lower() if (found := _KNOWN.match(line)) else ""
