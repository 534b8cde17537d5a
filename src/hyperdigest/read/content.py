"""The bytes of a file, and the `Content` that a reader makes of them: text, blocks and pages."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import BinaryIO

from hyperdigest.documents import Block, BlockKind, Post, RecognizedLine
from hyperdigest.errors import ReadError
from hyperdigest.read.compressed import unpacked

LONGEST_TITLE = 300
"""Characters; a broken file may call its whole content its title."""

LARGEST = 200 << 20
"""Most bytes of a file that is read."""

LARGEST_TEXT = 64 << 20
"""Most bytes of a plain text: what is made of it needs some twenty times as much memory."""

BUFFER = 1 << 16
"""Bytes read at a time; in between Ctrl-C is noticed."""

Part = tuple[BlockKind, str]

BY_MACHINE = "by machine (--ocr)"
"""How pages without text may be read, in what is told of a file that has some."""

NOTES = "Notes"
"""The heading under which the notes of a speaker stand after the text of a slide."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What puts a message in its thread: its `identity`, and those of the messages that it answers
    (`references`, the nearest last), each empty where it says none; its bare `subject`, whether it
    says that it `answers` another, and when it was `sent`, in seconds; 0 where that is not told."""

    identity: str
    references: tuple[str, ...]
    subject: str
    answers: bool
    sent: float


@dataclass(frozen=True, slots=True)
class Content:
    """The text of a file with what its format says of it, as in `Document`. `notes` are sentences
    for the user about what was left out; they go on from the name of the document. `scanned` are
    the numbers of pages that have no text, only pictures of it. `envelope` is that of a message
    whose thread is still to be found."""

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
    modified: str = ""
    envelope: Envelope | None = None


class NoTextError(ReadError):
    """A file is not read because its pages, `scanned`, have no text, only pictures of it."""

    def __init__(self, message: str, scanned: Iterable[int]) -> None:
        super().__init__(message)
        self.scanned = tuple(scanned)


def read_bytes(path: Path) -> bytes:
    """The bytes of a regular file, unpacked where its name ends in ``.gz``. Raises a ReadError
    where there is no such file, it may not be read, or it is too large."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise ReadError("is not a regular file: save it as one, or pipe it and give -")
        with path.open("rb") as file:
            data = read_stream(file)
    except FileNotFoundError as error:
        raise ReadError("does not exist") from error
    except OSError as error:
        raise ReadError(f"cannot be read: {error.strerror}") from error
    return unpacked(data) if path.suffix.lower() == ".gz" else data


def read_stream(stream: BinaryIO) -> bytes:
    """All bytes of `stream`. Raises a ReadError where there are too many."""
    data = bytearray()
    while part := stream.read(BUFFER):
        data += part
        if len(data) > LARGEST:
            raise ReadError(f"is larger than {LARGEST >> 20} MB: split it into parts")
    return bytes(data)


def join(parts: Iterable[Part]) -> tuple[str, tuple[Block, ...]]:
    """The texts of `parts`, one blank line apart, and the block each of them is."""
    texts: list[str] = []
    blocks: list[Block] = []
    offset = 0
    for kind, text in parts:
        text = text.strip()
        if not text:
            continue
        texts.append(text)
        blocks.append(Block(offset, offset + len(text), kind))
        offset += len(text) + len("\n\n")
    return "\n\n".join(texts), tuple(blocks)


def join_pages(pages: Iterable[Iterable[Part]]) -> tuple[str, tuple[Block, ...], tuple[int, ...]]:
    """The texts of the parts of all pages, the block each of them is, and where each page begins.
    A page without text begins where the next one does."""
    kept = [[part for part in page if part[1].strip()] for page in pages]
    text, blocks = join(part for page in kept for part in page)
    begins = [*(block.start for block in blocks), len(text)]
    before = accumulate((len(page) for page in kept[:-1]), initial=0)
    return text, blocks, tuple(begins[number] for number in before) if kept else ()


def one_line(title: str) -> str:
    """A title on one line, and no longer than `LONGEST_TITLE`."""
    return " ".join(title.split())[:LONGEST_TITLE]


def page_numbers(numbers: Sequence[int]) -> str:
    """Pages, in order, as a reader writes them: pages 1-3, 7."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1][1:] = [number]
        else:
            spans.append([number])
    listed = ", ".join("-".join(map(str, span)) for span in spans)
    return f"page{'s' * (len(numbers) > 1)} {listed}"
