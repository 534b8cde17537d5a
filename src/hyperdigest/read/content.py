"""Read the bytes of a file, and define the `Content` that a reader returns for them, and that a
child process replies as a JSON value."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from hyperdigest.documents import DEEPEST_LEVEL, Block, BlockKind, Place, Post, RecognizedLine
from hyperdigest.errors import ReadError
from hyperdigest.read.archive_members import member_at
from hyperdigest.read.compressed import SUFFIXES, unpacked

LONGEST_TITLE = 300
"""In characters: in a broken file the title may be the whole content."""

LARGEST = 200 << 20
"""Size limit of a file, in bytes."""

LARGEST_TEXT = 64 << 20
"""Size limit of plain text, in bytes: to process it takes about twenty times as much memory."""

BUFFER = 1 << 16
"""Bytes read at a time, so that Ctrl-C works while a large file is read."""

MOST_DROPPED = 100
"""How many blocks that are left out of a page are shown."""

LONGEST_DROPPED = 1_000
"""Of a block that is left out, so many characters are shown."""

WITH_OCR = "with OCR (--ocr)"
"""How to read pages without text, for messages about files with such pages."""

READ_IT, READ_THEM = (f": read {each} {WITH_OCR}" for each in ("it", "them"))
SAVE_OR_READ_IT = f": save it with a text layer, or read it {WITH_OCR}"
"""The ends of messages about scanned pages: the advice to have them read by machine."""

_ROWS = ("header", "table")
_INDENTED = (*_ROWS, "code")

BEGINS_TABLE = "\n"
"""The mark of the first row of a table: two blank lines divide it from a table just before it."""

BEGINS_LIST = "\n"
"""What is before the mark of the first item, step or term of a list, and of a term below one that
nothing explains: two blank lines divide it from what is just before it."""

NOTES = "Notes"
"""The heading of the speaker's notes, which follow the text of a slide."""


class BlockText(NamedTuple):
    """A block as a reader finds it.

    Parameters
    ----------
    kind : None for what is shown in the text, but is no block, so that no sentence is taken from
        it, such as a line of a table of contents.
    text : without the bullet or number of an item or step, and the cells of a row separated by
        tabs. Those before the first cell that is not empty are no part of the block, nor is the
        indent of the first line of code.
    level : the level of a `Block`.
    mark : the number of a step, such as ``3.``, or a typed bullet, which is printed before it and
        is no part of the block; empty if it is not known. It begins with `BEGINS_LIST` where a list
        begins, and is `BEGINS_TABLE` for the first row of a table.
    """

    kind: BlockKind | None
    text: str
    level: int = 0
    mark: str = ""


AnyBlockText = BlockText | tuple[BlockKind | None, str] | tuple[BlockKind | None, str, int]
"""A `BlockText`, or a tuple with its first values."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """The data of a mail message that place it in a thread.

    Parameters
    ----------
    identity : the message's id; empty if it has none.
    references : the ids of the messages that it replies to, the direct one last; may be empty.
    subject : without prefixes such as ``Re:``.
    answers : whether the subject marks it as a reply.
    sent : the time in seconds since 1970; 0 if unknown.
    """

    identity: str
    references: tuple[str, ...]
    subject: str
    answers: bool
    sent: float


@dataclass(frozen=True, slots=True)
class Dropped:
    """The prose of a web page that is not in its text.

    Parameters
    ----------
    blocks, words : the number of blocks left out, and that of the words of those that are no
        notices.
    texts : the first blocks, each on one line; long ones are cut.
    """

    blocks: int = 0
    words: int = 0
    texts: tuple[str, ...] = ()

    @classmethod
    def of(cls, texts: Sequence[str], notices: Sequence[str] = ()) -> Dropped:
        """The amount of `texts` and of `notices` of rights and the like, and the first of them."""
        shown = tuple(
            " ".join(text[:LONGEST_DROPPED].split()) + "..." * (len(text) > LONGEST_DROPPED)
            for text in (*texts, *notices)[:MOST_DROPPED]
        )
        return cls(len(texts) + len(notices), sum(len(text.split()) for text in texts), shown)


@dataclass(frozen=True, slots=True)
class Content:
    """What a reader returns for a file: its text and metadata, before the document has a name.

    The fields are those of `Document`, and some more. `notes` are messages for the user about what
    was left out; each continues a sentence that begins with the name of the document. `repeats` are
    lines that recur at the edges of pages and are in the text once, the most frequent first, each
    with the number of copies left out. `envelope` is set for a mail message until its thread is
    found, and so are `footers`: the parts that are no blocks unless no other message has them.
    `dropped` is the prose of a web page that is left out.
    """

    text: str
    format: str
    title: str = ""
    blocks: tuple[Block, ...] = ()
    pages: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    page_labels: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    date: str = ""
    recognized: tuple[RecognizedLine, ...] = ()
    scanned: tuple[int, ...] = ()
    post: Post | None = None
    envelope: Envelope | None = None
    repeats: tuple[str, ...] = ()
    dropped: Dropped = Dropped()
    footers: tuple[Block, ...] = ()
    address: str = ""
    places: tuple[Place, ...] = ()


class NoTextError(ReadError):
    """A PDF has no text, only images of text; `scanned` are the numbers of these pages."""

    def __init__(self, message: str, scanned: Iterable[int]) -> None:
        super().__init__(message)
        self.scanned = tuple(scanned)


def read_bytes(path: Path) -> bytes:
    """The bytes of a regular file, or of one in an archive that the path leads into; decompressed
    if its name ends in ``.gz`` or the like.

    Raises ReadError if the file does not exist, may not be read, or is too large.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ReadError("is not a regular file: save it as one, or pipe it and give -")
        with path.open("rb") as file:
            data = read_stream(file)
    except (FileNotFoundError, NotADirectoryError) as error:
        if (found := member_at(path, LARGEST)) is None:
            raise ReadError("does not exist") from error
        data = found
    except OSError as error:
        raise ReadError(f"cannot be read: {error.strerror}") from error
    return unpacked(data) if path.suffix.lower() in SUFFIXES else data


def read_stream(stream: BinaryIO) -> bytes:
    """All bytes of `stream`. Raises ReadError if there are more than `LARGEST`."""
    data = bytearray()
    while chunk := stream.read(BUFFER):
        data += chunk
        if len(data) > LARGEST:
            raise ReadError(f"is larger than {LARGEST >> 20} MB: split it into parts")
    return bytes(data)


def join(
    parts: Iterable[AnyBlockText],
) -> tuple[str, tuple[Block, ...]]:
    """The texts of `parts` joined by blank lines, and the block of each; empty ones are dropped.

    What is given without a level has level 0.
    """
    text, blocks, _ = join_pages([parts])
    return text, blocks


def join_pages(
    pages: Iterable[Iterable[AnyBlockText]],
) -> tuple[str, tuple[Block, ...], tuple[int, ...]]:
    """The texts of all pages joined, their blocks, and the offset at which each page begins.

    A page without text begins at the offset of the next page.
    """
    texts: list[str] = []
    blocks: list[Block] = []
    begins: list[int] = []
    offset = 0
    before = BlockText(None, "")
    for page in pages:
        begins.append(offset)
        for each in page:
            part = each if isinstance(each, BlockText) else BlockText(*each)
            kind, text, level, _ = part
            if shown := text.strip():
                printed = _printed(part, before)
                texts.append(printed + shown)
                offset += len(printed)
                if kind:
                    depth = min(max(level, 0), DEEPEST_LEVEL)
                    blocks.append(Block(offset, offset + len(shown), kind, depth))
                offset += len(shown) + len("\n\n")
                before = part
    whole = "\n\n".join(texts)
    return whole, tuple(blocks), tuple(min(begin, len(whole)) for begin in begins)


def _printed(part: BlockText, before: BlockText) -> str:
    """What is printed before a part that follows another one: its mark, or what is outside of the
    block, after a line break if it begins a list or table right below another one."""
    kind, text, level, mark = part
    if mark[:1] == BEGINS_LIST:
        mark = mark[1:]
        if kind in _ROWS:
            divides = before.kind in _ROWS
        else:
            divides = before.kind != "heading" and before.level >= level > 0
        return BEGINS_LIST * divides + (f"{mark} " if mark else _outside(kind, text))
    return f"{mark} " if mark else _outside(kind, text)


def _outside(kind: BlockKind | None, text: str) -> str:
    """What is printed before a block as a part of it: the tabs before the first cell of a row that
    is not empty, and the indent of the first line of code."""
    if kind not in _INDENTED:
        return ""
    text = text.lstrip("\n")
    return text[: len(text) - len(text.lstrip("\t " if kind == "code" else "\t"))]


def one_line(title: str) -> str:
    """`title` on one line, cut after `LONGEST_TITLE` characters."""
    return " ".join(title.split())[:LONGEST_TITLE]


def page_numbers(numbers: Sequence[int]) -> str:
    """Sorted page numbers in words: ``page 4``, or ``pages 1-3, 7``."""
    return f"page{'s' * (len(numbers) > 1)} {spans(numbers)}"


def spans(numbers: Sequence[int]) -> str:
    """Sorted numbers, those in a row as a span: ``1-3, 7``."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ", ".join("-".join(map(str, span)) for span in found)


def row_of(content: Content) -> dict[str, Any]:
    """A content as a JSON value."""
    row = {field.name: getattr(content, field.name) for field in fields(content)}
    for name in ("blocks", "footers"):
        row[name] = [astuple(block) for block in getattr(content, name)]
    row["recognized"] = [astuple(line) for line in content.recognized]
    row["post"] = asdict(content.post) if content.post else None
    row["dropped"] = astuple(content.dropped)
    row["envelope"] = astuple(content.envelope) if content.envelope else None
    return row


def content_of(row: dict[str, Any]) -> Content:
    """The content that `row_of` converted to a JSON value."""
    values: dict[str, Any] = {
        name: tuple(v) if isinstance(v, list) else v for name, v in row.items()
    }
    for name in ("blocks", "footers"):
        values[name] = tuple(Block(*block) for block in row[name])
    values["recognized"] = tuple(RecognizedLine(*line) for line in row["recognized"])
    values["places"] = tuple(Place(*place) for place in row["places"])
    values["post"] = Post(**row["post"]) if row["post"] else None
    blocks, words, texts = row["dropped"]
    values["dropped"] = Dropped(blocks, words, tuple(texts))
    if row["envelope"]:
        identity, references, *others = row["envelope"]
        values["envelope"] = Envelope(identity, tuple(references), *others)
    return Content(**values)
