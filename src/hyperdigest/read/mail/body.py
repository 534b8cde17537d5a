"""The body of a message as text, and the blocks of it that its author wrote.

The text is complete, as a reader of the message sees it. Quotes, signatures and footers are outside
of the blocks, so that no sentence is taken from them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from hyperdigest.documents import Block, BlockKind
from hyperdigest.errors import ReadError
from hyperdigest.read.mail.charsets import text_of
from hyperdigest.read.mail.forwards import EmbeddedMessage, embedded_messages, is_digest
from hyperdigest.read.mail.headers import bare_subject, forwards
from hyperdigest.read.mail.quotes import QUOTE_MARK, begins_reply, own_lines
from hyperdigest.split.blocks import find_blocks

if TYPE_CHECKING:
    from hyperdigest.read.html.page_block import PageBlock

LARGEST_BODY = 16 << 20
"""Size limit of a body, in bytes."""

MOST_LINES = 200_000
"""Limit of the lines of a body."""

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff]")
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)""", re.I)

_SIGNED = re.compile(
    r"^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n(?:[A-Za-z-]{1,20}: .*\n)*[ \t]*\n?", re.MULTILINE
)
_ARMOUR = re.compile(
    r"^-----BEGIN PGP (?:SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----[ \t]*$"
    r"(?:\n(?!-----END PGP ).*){0,5000}(?:\n-----END PGP .*)?",
    re.MULTILINE,
)
_DASHED = re.compile(r"^- (?=-)", re.MULTILINE)
_UUENCODED = re.compile(
    r"^begin [0-7]{3,4} \S.*\n(?:[\x20-\x60]{1,62}\n){1,200000}(?:end[ \t]*$)?", re.MULTILINE
)
_QUOTE_MARKS = re.compile(r">+")

_QUOTE_CLASSES = frozenset(
    [
        "gmail_quote",
        "gmail_quote_container",
        "gmail_attr",
        "yahoo_quoted",
        "moz-cite-prefix",
        "moz-forward-container",
        "moz-email-headers-table",
        "outlookmessageheader",
        "protonmail_quote",
        "tutanota_quote",
        "gmail_signature",
        "gmail_signature_prefix",
        "moz-signature",
        "protonmail_signature_block",
    ]
)
"""Classes of HTML elements that contain a quote or a signature."""

_QUOTE_IDS = frozenset(
    [
        "appendonsend",
        "divrplyfwdmsg",
        "mail-editor-reference-message-container",
        "signature",
        "ms-outlook-mobile-signature",
        "outlooksignature",
    ]
)
"""Ids of such elements, in lower case, up to an underscore that some programs add."""


@dataclass(frozen=True, slots=True)
class Body:
    """The text of a body, the blocks that its author wrote, and the messages embedded in it.

    `footers` are the blocks of lists and companies at its end, such as disclaimers.
    """

    text: str
    blocks: tuple[Block, ...]
    embedded: tuple[EmbeddedMessage, ...] = ()
    footers: tuple[Block, ...] = ()


def plain_body(
    data: bytes, charset: str, subject: str = "", *, flowed: bool = False, joined: bool = False
) -> Body:
    """The body of a plain-text part.

    `flowed` lines (RFC 3676) are joined to paragraphs, without the space at line ends if `joined`.
    """
    text = _cleaned(_decoded(data, charset))
    if flowed:
        text = _whole_lines(text, joined)
    if "-----BEGIN PGP " in text:
        if signed := _SIGNED.search(text):
            text = text[: signed.start()] + _DASHED.sub("", text[signed.end() :])
        text = _ARMOUR.sub("", text)
    if "begin " in text:
        text = _UUENCODED.sub("", text)
    lines = text.strip("\n").split("\n")
    own, footers = own_lines(lines)
    body = _of_lines(lines, own, [0] * len(lines), subject)
    return replace(body, footers=_blocks_of(lines, footers))


def embedded_body(message: EmbeddedMessage) -> Body:
    """The body of an embedded message; the text begins with the lines of its header."""
    top = message.top
    quoted = [level > 0 for level in message.levels]
    own, footers = ([False] * top + found for found in own_lines(message.lines[top:], quoted[top:]))
    body = _of_lines(message.lines, own, message.levels, message.header.text("subject"), top)
    return replace(body, footers=_blocks_of(message.lines, footers))


def _of_lines(
    lines: Sequence[str], own: list[bool], levels: Sequence[int], subject: str, top: int = 0
) -> Body:
    """The body with these lines, of which the author wrote those in `own`.

    `levels` says how deep each line is quoted; the first `top` lines are a header.
    """
    text = "\n".join(lines)
    own, embedded = _embedded(lines, own, levels, subject, top)
    return Body(text, _blocks_of(lines, own), embedded)


def _blocks_of(lines: Sequence[str], chosen: Sequence[bool]) -> tuple[Block, ...]:
    """The blocks of the chosen lines; the others are blanked, so that no block is found there."""
    if not any(chosen):
        return ()
    blanked = "\n".join(
        line if is_chosen else " " * len(line)
        for line, is_chosen in zip(lines, chosen, strict=True)
    )
    return _cut("\n".join(lines), find_blocks(blanked), lines, chosen)


def _embedded(
    lines: Sequence[str], own: list[bool], levels: Sequence[int], subject: str, top: int = 0
) -> tuple[list[bool], tuple[EmbeddedMessage, ...]]:
    """Which lines the author wrote (none in a digest of a list), and the embedded messages.

    What is quoted in a message that forwards another one without its header counts as written.
    """
    below = lines[top:]
    digest = "digest" in subject.casefold()
    if is_digest(below, digest=digest):
        own = [False] * len(lines)
    forwarded = forwards(subject) or not (any(own) or bare_subject(subject)[1])
    found = embedded_messages(below, levels[top:], forwarded=forwarded, digest=digest)
    if forwards(subject) and not found:
        quoted = (
            bool(level or QUOTE_MARK.match(line)) for line, level in zip(lines, levels, strict=True)
        )
        own = [n >= top and any(both) for n, both in enumerate(zip(own, quoted, strict=True))]
    return own, tuple(found)


def html_body(data: bytes, charset: str, subject: str = "") -> Body:
    """The body of an HTML part. Raises ReadError if it is broken, or too large to parse."""
    from hyperdigest.read.html.blocks import page_blocks
    from hyperdigest.read.html.reader import parse

    if not charset and (declared := _CHARSET.search(data[:4096])):
        charset = declared[1].decode()
    tree = parse(_CONTROLS.sub("", _decoded(data, charset)))
    if tree.body is None:
        return Body("", ())
    quoting = _QuoteLevels()
    blocks = (
        (block.kind, block.text, block.level, quoting.level(block))
        for block in page_blocks(tree.body)
        if block.text.strip()
    )
    return body_of_blocks(blocks, subject)


def body_of_blocks(given: Iterable[tuple[BlockKind, str, int, int]], subject: str = "") -> Body:
    """The body that consists of blocks, each with its kind, text and level, and how deep it is
    quoted."""
    lines: list[str] = []
    levels: list[int] = []
    blocks: list[Block] = []
    offset = 0
    for kind, given_text, level, quoted in given:
        text = _cleaned(given_text)
        if not text.strip():
            continue
        if lines:
            lines.append("")
            levels.append(0)
            offset += 2
        own = text.split("\n")
        lines += own
        levels += [quoted] * len(own)
        blocks.append(Block(offset, offset + len(text), kind, level))
        offset += len(text)
    text = "\n".join(lines)
    marked = [level > 0 for level in levels]
    own_ones, footers = own_lines(lines, marked)
    new, embedded = _embedded(lines, own_ones, levels, subject)
    blocks_of = (_cut(text, blocks, lines, chosen) for chosen in (new, footers))
    return Body(text, next(blocks_of), embedded, next(blocks_of))


def _decoded(data: bytes, charset: str) -> str:
    if len(data) > LARGEST_BODY:
        raise ReadError(f"has a text of more than {LARGEST_BODY >> 20} MB")
    return text_of(data, charset) if data.strip() else ""


def _cleaned(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ")
    text = _CONTROLS.sub("", text)
    if text.count("\n") > MOST_LINES:
        raise ReadError(f"has a text of more than {MOST_LINES:,} lines")
    return text


def _whole_lines(text: str, joined: bool) -> str:
    """A flowed text with one line per paragraph; quoted paragraphs begin with their marks."""
    found: list[str] = []
    depth, continues = 0, False
    for line in text.split("\n"):
        marks = _QUOTE_MARKS.match(line)
        level = marks.end() if marks else 0
        rest = line[level:].removeprefix(" ")
        is_dashes = rest in ("-- ", "--")
        if continues and level == depth and not is_dashes:
            found.append(rest)
        else:
            found += ["\n" if found else "", ">" * level + " " if level else "", rest]
        continues = rest.endswith(" ") and not is_dashes
        if continues and joined:
            found[-1] = rest[:-1]
        depth = level
    return "".join(found)


def _cut(
    text: str, blocks: Iterable[Block], lines: Sequence[str], own: Sequence[bool]
) -> tuple[Block, ...]:
    """The parts of `blocks` in the author's lines; a blank line does not divide a block."""
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    found: list[Block] = []
    for block in blocks:
        first, last = (bisect_right(starts, place) - 1 for place in (block.start, block.end - 1))
        begin: int | None = None
        for n in range(first, last + 1):
            if own[n] and begin is None:
                begin = max(block.start, starts[n])
            elif begin is not None and not own[n] and lines[n].strip():
                found += _trimmed(text, begin, starts[n], block)
                begin = None
        if begin is not None:
            found += _trimmed(text, begin, block.end, block)
    return tuple(found)


def _trimmed(text: str, start: int, end: int, block: Block) -> list[Block]:
    end = start + len(text[start:end].rstrip())
    return [replace(block, start=start, end=end)] if start < end else []


class _QuoteLevels:
    """Finds how deep the blocks of a page are quoted; asked in the order of the page.

    A block quote that no program marked as a reply is one of the author's own, unless an earlier
    message began in it or before it.
    """

    def __init__(self) -> None:
        self._after_header = False
        self._in_reply = False

    def level(self, block: PageBlock) -> int:
        """The number of quoting elements around a block, plus one after the header of a reply."""
        self._in_reply = self._in_reply or begins_reply(block.text.split("\n"))
        found = plain = 0
        parent = getattr(block.node, "parent", None)
        while parent is not None:
            get = getattr(parent, "get_attribute", None)
            if get is not None:
                names = (get("class") or "").lower().split()
                name = (get("id") or "").lower().removeprefix("x_").partition("_")[0]
                quotes = any(n.removeprefix("x_") in _QUOTE_CLASSES for n in names)
                cites = (get("type") or "").lower() == "cite"
                if name in ("appendonsend", "divrplyfwdmsg"):
                    self._after_header = True
                elif quotes or cites or name in _QUOTE_IDS:
                    found += 1
                elif parent.tag == "blockquote":
                    plain += 1
            parent = getattr(parent, "parent", None)
        in_reply = found or self._in_reply or self._after_header
        return found + (plain if in_reply else 0) + self._after_header
