"""Text files: plain text and Markdown, character for character, and documents in JSON lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from heapq import merge
from itertools import chain, count
from pathlib import Path
from typing import Any

from hyperdigest.base.addresses import web_address
from hyperdigest.base.front_matter import front_matter
from hyperdigest.base.names import authors_of
from hyperdigest.dates import date_of
from hyperdigest.documents import Block, Post
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content, one_line, read_bytes
from hyperdigest.read.encoding import damage, decode, replace_surrogates
from hyperdigest.read.posts.dump_rows import LONGEST_HEAD, root_of
from hyperdigest.read.posts.line_threads import LineThreads, word
from hyperdigest.read.several import AttachedFiles, Entries, Found, Part, Unread
from hyperdigest.read.titles import given_title, title_of_headings
from hyperdigest.split.entries import is_contents_heading
from hyperdigest.split.headings import is_above_rule
from hyperdigest.split.speech import is_one_sentence

_DATE_FIELDS = ("date", "published", "created", "updated", "modified")
MOST_LINES = 2_000_000
"""Limit for plain text: to classify a line takes some microseconds."""

LONGEST_RECORD = 32 << 20
"""Limit of a JSON line, in characters: its values may take thirty times as much memory."""

_OFFICE_ROOTS = frozenset({"office:document", "w:worddocument", "pkg:package"})
"""The root elements of office documents that are one XML file, in lower case."""

_ATX_HEADING = re.compile(r"^\ufeff? {0,3}(?P<mark>#{1,6})[ \t](?P<words>.*)$", re.M)
_SETEXT_HEADING = re.compile(r"^\ufeff?(?P<words>[^\s#>*+-].*)\n(?P<mark>=+|--+)[ \t]*\r?$", re.M)
_RULES = "=-"
_HTML_HEADING = re.compile(r"^ {0,3}<h(?P<mark>1)\b[^<>\n]*>(?P<words>.*)</h1>", re.M | re.I)
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]*>")
_IMAGE = re.compile(r"!\[[^\[\]\n]*\](?:\([^()\s]*\)|\[[^\]\n]*\])")
_LINK = re.compile(r"\[([^\[\]\n]*)\](?:\([^()\n]*\)|\[[^\]\n]*\])")
_EMPHASIS = re.compile(r"\*\*|`")


def read_text(data: bytes) -> Content:
    """The decoded content of a text file. Raises ReadError if it is an office document in XML."""
    if root_of(data[:LONGEST_HEAD]) in _OFFICE_ROOTS:
        raise ReadError("is an office document in XML without packing: save it as odt or docx")
    text = _checked(decode(data))
    return Content(text, "text", notes=damage(data, text))


def read_markdown(data: bytes) -> Content:
    """The decoded content of a Markdown file with its markup."""
    text = _checked(decode(data))
    return markdown_content(text, damage(data, text))


def markdown_content(text: str, notes: tuple[str, ...] = ()) -> Content:
    """Markdown as content. The title is that of the front matter, or the first heading, as of
    `_title_of`."""
    fields, body_start = front_matter(text)
    body = text[body_start:]
    title = given_title(next(iter(fields.get("title", [])), "")) or _title_of(body)
    authors = authors_of([*fields.get("author", []), *fields.get("authors", [])])
    date = date_of([value for name in _DATE_FIELDS for value in fields.get(name, [])])
    return Content(text, "markdown", title=title, notes=notes, authors=authors, date=date)


def _title_of(body: str) -> str:
    """The first heading of Markdown that is not that of a table of contents, without marks and
    images.

    It is empty if it is that of a section: others have a higher rank, or its own below the second.
    """
    headings: list[tuple[int, str]] = []
    found = (pattern.finditer(body) for pattern in (_ATX_HEADING, _SETEXT_HEADING, _HTML_HEADING))
    for each in merge(*found, key=lambda found: found.start()):
        if each["mark"][0] in _RULES and is_above_rule(each["words"].strip(), each["mark"]):
            continue
        text = _words_of(each["words"].strip().rstrip("#").rstrip())
        if text and not is_contents_heading(text):
            headings.append((_rank(each), text))
    if not headings:
        return ""
    (rank, first), *others = headings
    is_section = any(other < rank or (other == rank > 2) for other, _ in others)
    return "" if is_section else title_of_headings([first])


def _rank(heading: re.Match[str]) -> int:
    """1 for a heading of the first rank."""
    mark = heading["mark"]
    return 1 + (mark[0] == "-") if mark[0] in _RULES else mark.count("#") or int(mark)


def _words_of(heading: str) -> str:
    """A heading without images, such as badges, targets of links, and marks of emphasis."""
    without_images = _TAG.sub("", _IMAGE.sub("", heading))
    return " ".join(_EMPHASIS.sub("", _LINK.sub(r"\1", without_images)).split())


def _checked(text: str) -> str:
    """`text` unchanged. Raises ReadError if it has more than `MOST_LINES` lines."""
    if text.count("\n") > MOST_LINES:
        raise ReadError(f"has more than {MOST_LINES:,} lines: split it into parts")
    return text


@dataclass(frozen=True, slots=True)
class Record:
    """A document of a JSON line.

    Parameters
    ----------
    key : the name of the document within its line or file.
    task : the name of the task whose list of documents it is in; empty if it is in none.
    notes : messages about fields of a post with impossible values.
    address : the web address of the document.
    """

    key: str
    text: str
    title: str
    task: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    post: Post | None = None
    notes: tuple[str, ...] = ()
    address: str = ""


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line, numbered from 1, that gives no document, and the reason."""

    number: int
    reason: str


def read_jsonl(data: bytes) -> Iterator[Record | BadLine]:
    """The documents of a file of JSON lines, and its bad lines, in order.

    A line is an object with ``text`` and optional ``name``, ``id``, ``title``, ``authors``,
    ``date``, ``url`` and fields of posts (`LineThreads`), or an object with a list of such objects
    as ``documents`` or ``posts``.
    """
    values = (value for _, value in _values(data)) if b"reply_to" in data else ()
    threads = LineThreads(one for value in values for one in _objects(value))
    for number, value in _values(data):
        yield from (value,) if isinstance(value, BadLine) else records(value, number, threads)


def records(
    value: Any, number: int, threads: LineThreads | None = None
) -> Iterator[Record | BadLine]:
    """The documents in the JSON value of a line, and a `BadLine` for each invalid one.

    `threads` are those of the lines before, to which the posts of this line are added.
    """
    threads = threads or LineThreads()
    listed, list_thread = _listed(value)
    if listed is None:
        yield _record(value, number, str(number), "", threads, None)
        return
    task = word(value, "name", "id") or str(number)
    if list_thread and not word(value, "thread"):
        list_thread = threads.begun(list_thread)
    for place, document in enumerate(listed, 1):
        yield _record(document, number, str(place), task, threads, list_thread)


def _objects(value: Any) -> list[dict[str, Any]]:
    """The objects of a line that may be documents."""
    listed, _ = _listed(value)
    return [one for one in ([value] if listed is None else listed) if isinstance(one, dict)]


def _listed(value: Any) -> tuple[list[Any] | None, str | None]:
    """The list of documents in a line, None if it has none, and the thread of a list of posts."""
    if not isinstance(value, dict):
        return None, None
    for name in ("documents", "posts"):
        if isinstance(value.get(name), list):
            thread = word(value, "thread", *(("title",) if name == "posts" else ()))
            return value[name], thread if thread or name == "posts" else None
    return None, None


def _values(data: bytes) -> Iterator[tuple[int, Any]]:
    """The number and JSON value of each line that is not blank, one value in memory at a time."""
    text = decode(data).removeprefix("\ufeff")
    start = 0
    for number in count(1):
        end = text.find("\n", start)
        line = text[start:end] if end >= 0 else text[start:]
        if len(line) > LONGEST_RECORD:
            yield number, BadLine(number, f"is longer than {LONGEST_RECORD >> 20} MB: split it")
        elif line.strip():
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                value = BadLine(number, "is not JSON")
            yield number, value
        if end < 0:
            return
        start = end + 1


def _record(
    value: Any, number: int, place: str, task: str, threads: LineThreads, list_thread: str | None
) -> Record | BadLine:
    text = value.get("text") if isinstance(value, dict) else None
    if not isinstance(text, str) or not text.strip():
        return BadLine(number, f"has no text in document {place}" if task else "has no text")
    key = word(value, "name", "id") or place
    authors = authors_of(_names(value))
    date = date_of([word(value, name) for name in _DATE_FIELDS])
    post, notes = threads.post(value, list_thread)
    title = word(value, "title") or (post.thread if post else "")
    address = web_address(word(value, "url"))
    return Record(key, replace_surrogates(text), title, task, authors, date, post, notes, address)


def _names(value: dict[str, Any]) -> list[str]:
    """The names in the author fields, each a string, an object with a name, or a list of these."""
    names = []
    for field in ("authors", "author"):
        found = value.get(field)
        for one in found if isinstance(found, list) else [found]:
            name = one.get("name") if isinstance(one, dict) else one
            names += [replace_surrogates(name)] if isinstance(name, str) else []
    return names


def jsonl_entries(data: bytes) -> Entries:
    """The documents of a file of JSON lines, named within the file, and its bad lines.

    Raises ReadError if the file has no line.
    """
    lines = read_jsonl(data)
    first = next(lines, None)
    if first is None:
        raise ReadError("is empty")
    for line in chain([first], lines):
        yield partial(_found, line)


def _found(line: Record | BadLine, _: AttachedFiles) -> tuple[Found]:
    if isinstance(line, BadLine):
        return (Unread(f"line {line.number}", line.reason),)
    title, authors, date = one_line(line.title), line.authors, line.date
    is_sentence = "\n" not in line.text and is_one_sentence(line.text)
    content = Content(
        line.text,
        "text",
        title,
        (Block(0, len(line.text), "sentence"),) if is_sentence else (),
        authors=authors,
        date=date,
        post=line.post,
        notes=line.notes,
        address=line.address,
    )
    within = (line.task, line.key) if line.task else (line.key,)
    # A key that is only a number is shown with the name of the file: "data.jsonl/3".
    return (Part(within, content, 1 + len(within) if line.key.isdecimal() else 1),)


def read_records(path: Path) -> dict[int, Any]:
    """The JSON values of the lines of a file, as `values_of_lines`.

    Raises ReadError if the file cannot be read, is too large, or is not text.
    """
    return values_of_lines(read_bytes(path))


def values_of_lines(data: bytes) -> dict[int, Any]:
    """The JSON value of each line that is not blank, by line number from 1; None if invalid."""
    values = _values(data)
    return {number: None if isinstance(value, BadLine) else value for number, value in values}
