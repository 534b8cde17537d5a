"""Find messages embedded in the text of another: a forwarded one, or those of a list digest.

A forwarded message begins below a line that says so. If the subject says that a message is
forwarded, or the author wrote nothing else, it begins below any line or header that can begin an
earlier message. In a digest of a mailing list each message has a rule of dashes and a header above.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import Message
from itertools import pairwise

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
    QUOTE_MARK,
    RULE,
    begins_header,
    is_attributed,
)

MOST_IN_DIGEST = 1_000
"""Limit of the messages read from a digest."""

_OTHER_FIELD = re.compile(
    r"[ \t]*[*_]{0,2}(message-id|in-reply-to|references|reply-to|cc|bcc|importance|attachments"
    r"|content-type|message)[ \t]?[:：]",
    re.IGNORECASE,
)
_FIELD = re.compile(r"[ \t]*[*_]{0,2}\w[\w '’-]{0,23}[ \t]?[*_]{0,2}[:：][*_]{0,2}")
_MAILTO = re.compile(r"[\[(]mailto:([^\])\s]{1,200})[\])]", re.IGNORECASE)
_DASHES = re.compile(r"-{30,80}[ \t]*$")
_SEPARATOR_ENDS = tuple("-_=*~:")
_COLON = re.compile("[:：]")
_MOST_HEADER_LINES = 40


@dataclass(frozen=True, slots=True)
class EmbeddedMessage:
    """A message in the text of another.

    Parameters
    ----------
    header : its fields.
    lines : its lines, those of its header first.
    levels : how many levels deep each line is quoted in it.
    top : the number of lines of its header.
    """

    header: Header
    lines: tuple[str, ...]
    levels: tuple[int, ...]
    top: int


def embedded_messages(
    lines: Sequence[str], levels: Sequence[int], *, forwarded: bool, digest: bool
) -> list[EmbeddedMessage]:
    """The messages in the lines of another one, each line quoted `levels` deep.

    `forwarded` says that any earlier message counts as forwarded, `digest` that the subject calls
    the message a digest.
    """
    if digest or any(_begins_digest(lines, n) for n in range(len(lines))):
        starts = [n for n, line in enumerate(lines) if _DASHES.match(line)]
        if found := [
            _message(lines[first + 1 : end], [0] * (end - first - 1))
            for first, end in pairwise([*starts, len(lines)])
            if _begins_digest_entry(lines, first)
        ]:
            return found[:MOST_IN_DIGEST]
    start = _forwarded_from(lines, levels, forwarded)
    if start is None:
        return []
    first = start + 1 if SEPARATOR.match(_unmarked(lines[start])) else start
    return [_message(*_stretch(lines, levels, start, first))]


def is_digest(lines: Sequence[str], *, digest: bool) -> bool:
    """Whether a message is the digest of a list; `digest` says that its subject calls it so."""
    return any(
        _begins_digest(lines, n) or (digest and _begins_digest_entry(lines, n))
        for n in range(len(lines))
    )


def _begins_digest(lines: Sequence[str], n: int) -> bool:
    """Whether the first message of a digest begins below a line.

    There are 60 or more dashes above the first message, and 30 above the others.
    """
    if not lines[n].startswith("-" * 60) or not _DASHES.match(lines[n]):
        return False
    head = lines[n + 1 : n + 1 + _MOST_HEADER_LINES]
    has_id = any(line.lower().startswith("message-id:") for line in head)
    return has_id and _begins_digest_entry(lines, n)


def _begins_digest_entry(lines: Sequence[str], n: int) -> bool:
    """Whether a line is a rule of dashes with a header of sender and date below."""
    if not _DASHES.match(lines[n]):
        return False
    head = [line for line in lines[n + 1 : n + 12] if line.strip()][:8]
    names = {line.partition(":")[0].lower() for line in head}
    return {"from", "date"} <= names


def _unmarked(line: str) -> str:
    """A line without its first mark of a quote."""
    line = line[:LONGEST_LINE]
    return line[found.end() :].removeprefix(" ") if (found := QUOTE_MARK.match(line)) else line


def _may_begin_message(line: str) -> bool:
    """Whether an earlier message may begin at a line; a fast test before the exact one."""
    if not (line.rstrip().endswith(_SEPARATOR_ENDS) or _COLON.search(line, 0, 30)):
        return False
    bare = _unmarked(line)
    return bool(SEPARATOR.match(bare) or FROM_LINE.match(bare))


def _forwarded_from(lines: Sequence[str], levels: Sequence[int], forwarded: bool) -> int | None:
    """The number of the first line of a forwarded message; None if there is none."""

    def is_quoted(n: int) -> bool:
        return levels[n] > 0 or QUOTE_MARK.match(lines[n]) is not None

    if not any(map(_may_begin_message, lines)):
        return None
    before: int | None = None
    bare = [_unmarked(line) for line in lines]
    for n, line in enumerate(bare):
        if not line.strip() or RULE.match(line):
            continue
        inside_quote = before is not None and all(is_quoted(m) for m in (before, n))
        before = n
        if inside_quote:
            continue
        if line.rstrip().endswith(_SEPARATOR_ENDS) and SEPARATOR.match(line):
            is_forwarded = forwarded or FORWARDED.search(line) is not None
        elif FROM_LINE.match(line) and begins_header(bare, n):
            is_forwarded = forwarded
        else:
            continue
        return n if is_forwarded and not is_attributed(lines[:n]) else None
    return None


def _stretch(
    lines: Sequence[str], levels: Sequence[int], start: int, first: int
) -> tuple[list[str], list[int]]:
    """The lines of a forwarded message, one mark of a quote removed, and their quote levels in it.

    `start` is the line that announces the message, `first` the first that may belong to it.
    """
    begin = next((n for n in range(first, len(lines)) if lines[n].strip()), start)
    marked = QUOTE_MARK.match(lines[begin]) is not None
    outer_level = int(levels[start] > 0 or levels[begin] > 0)

    def belongs(n: int) -> bool:
        is_marked = not marked or QUOTE_MARK.match(lines[n]) is not None
        return not lines[n].strip() or (is_marked and levels[n] >= outer_level)

    end = next((n for n in range(first, len(lines)) if not belongs(n)), len(lines))
    found = [_unmarked(line) if marked else line for line in lines[first:end]]
    return found, [max(0, level - outer_level) for level in levels[first:end]]


def _message(lines: Sequence[str], levels: Sequence[int]) -> EmbeddedMessage:
    """The embedded message with these lines, which begin with its header if it has one."""
    begin = next((n for n, line in enumerate(lines) if line.strip() and not RULE.match(line)), 0)
    fields, top = _header(lines, begin)
    header = Message()
    for name, value in fields.items():
        plain = _MAILTO.sub(r"<\1>", value) if name == "from" else value
        header[name] = " ".join(plain.split())[:2_000]
    own_lines, own_levels = tuple(lines[begin:]), tuple(levels[begin:])
    return EmbeddedMessage(Header(header), own_lines, own_levels, top - begin)


def _header(lines: Sequence[str], begin: int) -> tuple[dict[str, str], int]:
    """The fields of the header that begins at a line, and the number of the line after it."""
    fields: dict[str, str] = {}
    name, end, gap = "", begin, False
    for n, line in enumerate(lines[begin : begin + _MOST_HEADER_LINES], begin):
        line = line[:LONGEST_LINE]
        if not line.strip():
            gap = True
            continue
        known_name = _field_name(line)
        if known_name or (name and not gap and _FIELD.match(line)):
            name = known_name or "x-other"
            label = _FIELD.match(line)
            value = line[label.end() :] if label else line.partition(":")[2]
            fields.setdefault(name, value.strip())
        elif name and (not gap or not fields[name]):
            fields[name] = f"{fields[name]} {line.strip()}"
        else:
            break
        end, gap = n + 1, False
    return (fields, end) if "from" in fields or "date" in fields else ({}, begin)


def _field_name(line: str) -> str:
    """The standard name of the header field in a line, in any language; empty for other lines."""
    if FROM_LINE.match(line):
        return "from"
    if SENT_LINE.match(line):
        return "date"
    if SUBJECT_LINE.match(line):
        return "subject"
    if OTHER_LINE.match(line):
        return "to"
    return found[1].lower() if (found := _OTHER_FIELD.match(line)) else ""
