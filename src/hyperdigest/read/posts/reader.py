"""Questions, answers and comments of question-and-answer sites, from their data dumps.

A dump is ``Posts.xml``; ``Users.xml`` beside it gives names and reputations, ``Comments.xml`` the
comments. Each post becomes a document. The files are read twice: first for the links between posts,
then for their text, with that of one post in memory at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from hyperdigest.base.text import numbered
from hyperdigest.dates import date_of
from hyperdigest.documents import Post, PostKind
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content, join, one_line
from hyperdigest.read.html.reader import fragment
from hyperdigest.read.posts.dump_rows import (
    Attributes,
    BadRow,
    DocumentTypeError,
    beside,
    rows,
)
from hyperdigest.read.posts.fields import LimitedMessages, name_of_author, whole_number
from hyperdigest.read.several import AttachedFiles, Entries, Entry, Found, Part, Unread

_KINDS: dict[str, PostKind] = {"1": "question", "2": "answer"}
_AUTHOR_NAMES = ("OwnerDisplayName", "UserDisplayName")
_AUTHOR_IDS = ("OwnerUserId", "UserId")
_NO_TEXT = "has no text"


@dataclass(frozen=True, slots=True)
class _Links:
    """The links between the posts of a dump.

    Parameters
    ----------
    titles : title of each question by its Id.
    threads : the name of its thread: its title, numbered if an earlier question has the same one.
    accepted : Id of the accepted answer of each question.
    question : Id of the question of each post.
    position : number of each post or comment in its thread, by its key.
    people : name and reputation of each user by Id; None if there is no file of them.
    """

    titles: dict[str, str]
    threads: dict[str, str]
    accepted: dict[str, str]
    question: dict[str, str]
    position: dict[str, int]
    people: dict[str, tuple[str, int | None]] | None


def posts_entries(path: Path) -> Entries:
    """The questions and answers of a dump, in the order of the file, then the comments.

    Invalid fields of a post are ignored, with a message. Raises ReadError if no row can be read;
    after the last entry, if the file is incomplete.
    """
    comments, broken = beside(path, "comments"), None
    reader = _Reader(_links(path, comments, beside(path, "users")))
    try:
        yield from reader.entries(path, "post")
    except ReadError as error:
        broken = error
    if comments and reader.found:
        try:
            yield from reader.entries(comments, "comment")
        except ReadError as error:
            yield _unread(comments.name, str(error))
    if broken:
        raise broken


def _unread(label: str, reason: str) -> Entry:
    return lambda _: (Unread(label, reason),)


def _links(path: Path, comments: Path | None, users: Path | None) -> _Links:
    titles: dict[str, str] = {}
    accepted: dict[str, str] = {}
    parents: dict[str, str] = {}
    dated: list[tuple[str, str, str]] = []
    owners: set[str] = set()
    for row in _whole(path):
        name, kind = _id(row), _kind(row)
        owners.add(_user(row))
        if kind == "question":
            titles[name] = one_line(row.get("Title", ""))
            accepted[name] = row.get("AcceptedAnswerId", "").strip()
        elif kind == "answer":
            parents[name] = row.get("ParentId", "").strip()
        dated.append((name, name, _date(row)))
    with suppress(DocumentTypeError):  # told when the comments are read
        for row in _whole(comments) if comments else ():
            owners.add(_user(row))
            dated.append((_key_of_comment(row), row.get("PostId", "").strip(), _date(row)))
    question = {name: name for name in titles}
    question |= {name: parent for name, parent in parents.items() if parent in titles}
    own_answers = {name: one for name, one in accepted.items() if parents.get(one) == name}
    position = _positions(dated, question)
    people = None
    with suppress(DocumentTypeError):
        people = _people(users, owners) if users else None
    asked = {name: title for name, title in titles.items() if title}
    threads = dict(zip(asked, numbered(list(asked.values())), strict=True))
    return _Links(titles, threads, own_answers, question, position, people)


def _positions(dated: Iterable[tuple[str, str, str]], question: dict[str, str]) -> dict[str, int]:
    """The number of each post in its thread, by key: the question first, the others by date.

    `dated` has the key of each post or comment, the Id of the post that it is or comments on, and
    its date; `question` has the question of each post.
    """
    threads: defaultdict[str, list[tuple[bool, str, int, str]]] = defaultdict(list)
    for number, (key, post, date) in enumerate(dated):
        if post in question:
            threads[question[post]].append((key != question[post], date or "9", number, key))
    return {
        key: place for own in threads.values() for place, (*_, key) in enumerate(sorted(own), 1)
    }


def _people(path: Path, wanted: Container[str]) -> dict[str, tuple[str, int | None]]:
    """The names and reputations of the `wanted` users, by Id."""
    return {
        _id(row): (name, whole_number(row.get("Reputation")))
        for row in _whole(path)
        if _id(row) in wanted and (name := name_of_author(row.get("DisplayName")))
    }


def _whole(path: Path) -> Iterator[Attributes]:
    """The rows that can be read and have an Id, also of an incomplete file.

    Raises DocumentTypeError if the file declares a document type anywhere.
    """
    try:
        yield from (row for row in rows(path) if not isinstance(row, BadRow) and _id(row))
    except DocumentTypeError:
        raise
    except ReadError:
        return


def _id(row: Attributes) -> str:
    return row.get("Id", "").strip()


def _key_of_comment(row: Attributes) -> str:
    return f"comment-{_id(row)}"


def _user(row: Attributes) -> str:
    return next((row[name].strip() for name in _AUTHOR_IDS if row.get(name)), "")


def _date(row: Attributes) -> str:
    """The time of creation as it is written in the row; empty if it is no date."""
    date = row.get("CreationDate", "").strip()
    return date if date_of([date]) else ""


def _kind(row: Attributes) -> PostKind | None:
    """The kind of a row of ``Posts.xml``; None for tag pages and others outside of threads."""
    if post_type := row.get("PostTypeId", "").strip():
        return _KINDS.get(post_type)
    return "answer" if row.get("ParentId", "").strip() else "question"


class _Reader:
    """Makes entries of the rows of a dump; `found` says whether it has a row."""

    def __init__(self, links: _Links) -> None:
        self.found = False
        self._links = links
        self._messages = LimitedMessages()
        self._reported_missing_users = False

    def entries(self, path: Path, noun: str) -> Entries:
        """The rows of ``Posts.xml``, if `noun` is ``post``, or of ``Comments.xml``."""
        for number, row in enumerate(rows(path), 1):
            self.found = True
            if reason := _unreadable(row):
                name = row.id if isinstance(row, BadRow) else _id(row)
                place = f"row {number}" + (f" (Id {name})" if name else "")
                if message := self._messages.message(reason):
                    yield _unread(place if noun == "post" else f"{path.name}, {place}", message)
            elif not isinstance(row, BadRow):
                kind = _kind(row) if noun == "post" else "comment"
                problems = self._problems(row, kind)
                notes = tuple(filter(None, map(self._messages.message, problems)))
                yield partial(self._read, row, kind, notes)

    def _problems(self, row: Attributes, kind: PostKind | None) -> Iterator[str]:
        """Messages about invalid fields of a row."""
        links, name, user = self._links, _id(row), _user(row)
        if row.get("CreationDate", "").strip() and not _date(row):
            yield "has an invalid date"
        if row.get("Score", "").strip() and whole_number(row["Score"]) is None:
            yield "has a score that is not an integer"
        if user and user not in (links.people or ()) and not any(map(row.get, _AUTHOR_NAMES)):
            if links.people is not None:
                yield "has an author who is not in Users.xml"
            elif not self._reported_missing_users:
                self._reported_missing_users = True
                yield "has an author without a name, as others may: Users.xml is not in its folder"
        if kind == "question" and row.get("AcceptedAnswerId") and name not in links.accepted:
            yield "accepts an answer that is not one of its own"
        if kind == "answer" and name not in links.question:
            yield "answers a question that is not in its file"
        if kind == "comment" and row.get("PostId", "").strip() not in links.question:
            yield "comments on a post that is not in Posts.xml"

    def _read(
        self, row: Attributes, kind: PostKind | None, notes: tuple[str, ...], _: AttachedFiles
    ) -> tuple[Found]:
        links, name = self._links, _id(row)
        key = _key_of_comment(row) if kind == "comment" else name
        question = links.question.get(row.get("PostId", "").strip() if kind == "comment" else name)
        title = links.titles[question] if question else one_line(row.get("Title", ""))
        author, standing = (links.people or {}).get(_user(row), ("", None))
        author = author or next(filter(None, map(name_of_author, map(row.get, _AUTHOR_NAMES))), "")
        about: dict[str, Any] = {
            "title": title,
            "notes": notes,
            "authors": (author,) if author else (),
            "date": date_of([row.get("CreationDate", "")]),
        }
        if kind:
            about["post"] = Post(
                kind,
                links.threads.get(question or "", ""),
                links.position.get(key, 0),
                whole_number(row.get("Score")),
                bool(question) and links.accepted.get(question or "") == name and kind == "answer",
                standing,
            )
        if kind == "comment":
            return (Part((key,), Content(row.get("Text", "").strip(), "text", **about), 2),)
        body = fragment(row.get("Body", ""))
        text, blocks = join([("heading", title), *body] if kind == "question" else body)
        if not text:
            raise ReadError(_NO_TEXT)
        return (Part((key,), Content(text, "html", blocks=blocks, **about), 2),)


def _unreadable(row: Attributes | BadRow) -> str:
    """The reason why a row gives no document; empty if it may give one."""
    if isinstance(row, BadRow):
        return row.reason
    if not _id(row):
        return "has no Id"
    return "" if any(row.get(name, "").strip() for name in ("Title", "Body", "Text")) else _NO_TEXT
