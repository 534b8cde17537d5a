"""Posts of question-and-answer sites, from their data dumps: questions, answers and comments.

A dump is ``Posts.xml``; ``Users.xml`` beside it gives names and reputation, ``Comments.xml`` the
comments. Each post becomes a document. The files are read twice: first for what posts say of each
other, then for their text, of which that of one post is in memory at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from hyperdigest.dates import date_of
from hyperdigest.documents import Post, PostKind
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content, join, one_line
from hyperdigest.read.html import fragment
from hyperdigest.read.posts.dump_rows import Attributes, BadRow, beside, rows
from hyperdigest.read.posts.fields import NamedOnce, name_of_author, whole_number
from hyperdigest.read.several import Entries, Entry, Found, Part, Unread

_KINDS: dict[str, PostKind] = {"1": "question", "2": "answer"}
_NAMES = ("OwnerDisplayName", "UserDisplayName")
_USERS = ("OwnerUserId", "UserId")

_NO_TEXT = "has no text"
_NO_DATE = "has a date that is none"
_NO_SCORE = "has a score that is no whole number"
_NO_QUESTION = "answers a question that is not in its file"
_NO_POST = "comments on a post that is not in Posts.xml"
_NOT_ACCEPTED = "accepts an answer that is none of its own"
_NO_USER = "has an author who is not in Users.xml"
_NO_USERS = "names its author by a number, as others do: no Users.xml is beside its file"


@dataclass(frozen=True, slots=True)
class _Links:
    """What the posts of a dump say of each other.

    `titles` and `accepted` are the title of each question, and the Id of the answer that it
    accepts; `question` is the Id of the question in whose thread a post stands. `position` is the
    number of a post or comment in its thread, by its key. `people` are the names and reputations of
    users by their Id, where there is a file of them.
    """

    titles: dict[str, str]
    accepted: dict[str, str]
    question: dict[str, str]
    position: dict[str, int]
    people: dict[str, tuple[str, int | None]] | None


def posts_of(path: Path) -> Entries:
    """The questions and answers of a dump, in the order of the file, then the comments.

    What a post says that cannot be true is left out, and told. Raises a ReadError where no row can
    be read, and behind the last entry where the file breaks off.
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
    for row in _whole(comments) if comments else ():
        owners.add(_user(row))
        dated.append((_key_of_comment(row), row.get("PostId", "").strip(), _date(row)))
    question = {name: name for name in titles}
    question |= {name: parent for name, parent in parents.items() if parent in titles}
    right = {name: one for name, one in accepted.items() if parents.get(one) == name}
    position = _positions(dated, question)
    return _Links(titles, right, question, position, _people(users, owners) if users else None)


def _positions(dated: Iterable[tuple[str, str, str]], question: dict[str, str]) -> dict[str, int]:
    """The number of each post in its thread by its key: the question first, the others by date.

    Each has its key, the Id of the post that it is or comments on, and its date; `question` has the
    question of each post.
    """
    threads: defaultdict[str, list[tuple[bool, str, int, str]]] = defaultdict(list)
    for number, (key, post, date) in enumerate(dated):
        if post in question:
            threads[question[post]].append((key != question[post], date or "9", number, key))
    return {
        key: place for own in threads.values() for place, (*_, key) in enumerate(sorted(own), 1)
    }


def _people(path: Path, wanted: Container[str]) -> dict[str, tuple[str, int | None]]:
    """The names and the reputations of the users that are wanted, by their Id."""
    return {
        _id(row): (name, whole_number(row.get("Reputation")))
        for row in _whole(path)
        if _id(row) in wanted and (name := name_of_author(row.get("DisplayName")))
    }


def _whole(path: Path) -> Iterator[Attributes]:
    """The rows that can be read and have an Id, as far as the file goes."""
    try:
        yield from (row for row in rows(path) if not isinstance(row, BadRow) and _id(row))
    except ReadError:
        return


def _id(row: Attributes) -> str:
    return row.get("Id", "").strip()


def _key_of_comment(row: Attributes) -> str:
    return f"comment-{_id(row)}"


def _user(row: Attributes) -> str:
    return next((row[name].strip() for name in _USERS if row.get(name)), "")


def _date(row: Attributes) -> str:
    """The moment at which it was written, as it stands there; empty where that is none."""
    date = row.get("CreationDate", "").strip()
    return date if date_of([date]) else ""


def _kind(row: Attributes) -> PostKind | None:
    """What a row of ``Posts.xml`` is; None for pages about tags and the like, which are in no
    thread."""
    if told := row.get("PostTypeId", "").strip():
        return _KINDS.get(told)
    return "answer" if row.get("ParentId", "").strip() else "question"


class _Reader:
    """Makes entries of the rows of a dump; `found` is whether there was one."""

    def __init__(self, links: _Links) -> None:
        self.found = False
        self._links = links
        self._named = NamedOnce()
        self._unnamed = False

    def entries(self, path: Path, noun: str) -> Entries:
        """The rows of ``Posts.xml``, where `noun` is ``post``, or of ``Comments.xml``."""
        for number, row in enumerate(rows(path), 1):
            self.found = True
            if reason := _unreadable(row):
                name = row.id if isinstance(row, BadRow) else _id(row)
                place = f"row {number}" + (f" (Id {name})" if name else "")
                if told := self._named.told(reason):
                    yield _unread(place if noun == "post" else f"{path.name}, {place}", told)
            elif not isinstance(row, BadRow):
                kind = _kind(row) if noun == "post" else "comment"
                notes = tuple(filter(None, map(self._named.told, self._doubts(row, kind))))
                yield partial(self._read, row, kind, notes)

    def _doubts(self, row: Attributes, kind: PostKind | None) -> Iterator[str]:
        """What a row says that cannot be true."""
        links, name, user = self._links, _id(row), _user(row)
        if row.get("CreationDate", "").strip() and not _date(row):
            yield _NO_DATE
        if row.get("Score", "").strip() and whole_number(row["Score"]) is None:
            yield _NO_SCORE
        if user and user not in (links.people or ()) and not any(map(row.get, _NAMES)):
            if links.people is not None:
                yield _NO_USER
            elif not self._unnamed:
                self._unnamed = True
                yield _NO_USERS
        if kind == "question" and row.get("AcceptedAnswerId") and name not in links.accepted:
            yield _NOT_ACCEPTED
        if kind == "answer" and name not in links.question:
            yield _NO_QUESTION
        if kind == "comment" and row.get("PostId", "").strip() not in links.question:
            yield _NO_POST

    def _read(
        self, row: Attributes, kind: PostKind | None, notes: tuple[str, ...], _: bool
    ) -> tuple[Found]:
        links, name = self._links, _id(row)
        key = _key_of_comment(row) if kind == "comment" else name
        question = links.question.get(row.get("PostId", "").strip() if kind == "comment" else name)
        title = links.titles[question] if question else one_line(row.get("Title", ""))
        author, standing = (links.people or {}).get(_user(row), ("", None))
        author = author or next(filter(None, map(name_of_author, map(row.get, _NAMES))), "")
        about: dict[str, Any] = {
            "title": title,
            "notes": notes,
            "authors": (author,) if author else (),
            "date": date_of([row.get("CreationDate", "")]),
        }
        if kind:
            about["post"] = Post(
                kind,
                links.titles[question] if question else "",
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
    """Why a row gives no document; empty where it may give one."""
    if isinstance(row, BadRow):
        return row.reason
    if not _id(row):
        return "has no Id"
    return "" if any(row.get(name, "").strip() for name in ("Title", "Body", "Text")) else _NO_TEXT
