"""What a reader asks for beside the question: sentences to pin or exclude, what was read, dates."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, fields, replace
from difflib import get_close_matches
from typing import Any

from hyperdigest.dates import first_day, given_date, last_day
from hyperdigest.errors import OptionError

MOST_NEW_NAMES = 1000
"""The most names, files, folders or patterns that may say which documents are new."""

MOST_PATTERNS = 20
"""The most of them that may be patterns, each of which is matched with every name."""

Place = tuple[str, int]
"""A sentence, by the name of its document and its start in the text of that."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """What a reader asks for beside the question; the default asks for nothing.

    Places are given as pairs (name of a document, start of a sentence in its text).

    Parameters
    ----------
    pinned : sentences that must be in the digest; they count in the budget.
    excluded : sentences that must not be in it.
    read : sentences read already: they are not picked again, and what they say counts no more.
    earlier : the questions asked before, oldest first, whose words still count a little.
    since, until : the first and the last date of the documents from which sentences are picked. A
        document dated by its month or year counts if one of its days does.
    new_since : a date; the digest says what documents of it or later say beyond all others.
    new : names, files, folders or patterns of documents; the same of these. A document is new if
        either of the two says so; all others are known.

    Raises
    ------
    OptionError
        if a place is malformed, a sentence is both pinned and excluded, an earlier question is
        empty, or a date is malformed or before the one that it must follow.
    """

    pinned: tuple[Place, ...] = ()
    excluded: tuple[Place, ...] = ()
    read: tuple[Place, ...] = ()
    earlier: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    new_since: str = ""
    new: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in PLACES:
            places = dict.fromkeys(parse_place(each, name) for each in _list_of(self, name))
            object.__setattr__(self, name, tuple(places))
        object.__setattr__(self, "earlier", tuple(_list_of(self, "earlier")))
        for question in self.earlier:
            if not isinstance(question, str) or not question.strip():
                raise OptionError(f"an earlier question is {question!r}: give a text")
        for document, start in set(self.pinned) & set(self.excluded):
            raise OptionError(
                f"the sentence {document}:{start} is both pinned and excluded: choose one"
            )
        new = dict.fromkeys(map(_checked_name, _list_of(self, "new")))
        object.__setattr__(self, "new", tuple(new))
        if len(self.new) > MOST_NEW_NAMES:
            raise OptionError(
                f"new names {len(self.new)} documents: give at most {MOST_NEW_NAMES}, or their"
                " folder"
            )
        patterns = sum(map(is_pattern, self.new))
        if patterns > MOST_PATTERNS:
            raise OptionError(
                f"new has {patterns} patterns: give at most {MOST_PATTERNS}, or names or folders"
            )
        for name in DATES:
            object.__setattr__(self, name, given_date(name, getattr(self, name)))
        if self.until and first_day(self.since) > last_day(self.until):
            raise OptionError(
                f"since is {self.since} and until is {self.until}, which is earlier: exchange them"
            )

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Constraints:
        """The constraints among `values` by name, such as the fields of a JSON object.

        A place may be a text ``DOCUMENT:START``, a pair, or an object with ``document`` and
        ``start``, such as a sentence of a digest.
        """
        return cls(**{name: values[name] for name in NAMES if values.get(name)})

    @classmethod
    def after(cls, digest: Any) -> Constraints:
        """The constraints of a question that follows a digest, given as the object of its JSON.

        Raises an OptionError if it is no such object.
        """
        values = digest if isinstance(digest, Mapping) else {}
        question, sentences = values.get("question"), values.get("sentences")
        before = values.get("wishes", {})
        if not question or not isinstance(sentences, list) or not isinstance(before, Mapping):
            raise OptionError(
                "this is not a digest: give an object with its question and sentences, as"
                " --format json writes it"
            )
        return cls.of(before).followed_up(question, sentences)

    def followed_up(self, question: str, sentences: Iterable[Any]) -> Constraints:
        """The constraints of the question after `question`, which was asked with these.

        Which documents are new stays; the dates of the documents to pick from do not.

        Parameters
        ----------
        sentences : those of the digest, in any form of a place.
        """
        read, earlier = (*self.read, *sentences), (*self.earlier, question)
        return replace(self, pinned=(), read=read, earlier=earlier, since="", until="")

    def merged(self, later: Constraints) -> Constraints:
        """These constraints with `later` ones.

        What is pinned later is no longer excluded. If `later` says which documents are new, that
        replaces what these say.
        """
        excluded = [place for place in self.excluded if place not in later.pinned]
        asked = [question for question in later.earlier if question not in self.earlier]
        news = later if later.wants_news else self
        return Constraints(
            pinned=(*self.pinned, *later.pinned),
            excluded=(*excluded, *later.excluded),
            read=(*self.read, *later.read),
            earlier=(*self.earlier, *asked),
            since=later.since or self.since,
            until=later.until or self.until,
            new_since=news.new_since,
            new=news.new,
        )

    def to_dict(self) -> dict[str, Any]:
        """The constraints that are set, by name, as `of` takes them; places as texts."""
        values: dict[str, Any] = {
            name: [f"{document}:{start}" for document, start in getattr(self, name)]
            for name in PLACES
        }
        values |= {"earlier": list(self.earlier), "new": list(self.new)}
        values |= {name: getattr(self, name) for name in DATES}
        return {name: value for name, value in values.items() if value}

    def __bool__(self) -> bool:
        return any(astuple(self))

    @property
    def dated(self) -> bool:
        """Whether sentences are picked from documents of certain dates only."""
        return bool(self.since or self.until)

    @property
    def wants_news(self) -> bool:
        """Whether the digest says only what new documents add to the known ones."""
        return bool(self.new_since or self.new)

    @property
    def places(self) -> tuple[Place, ...]:
        """All sentences named."""
        return (*self.pinned, *self.excluded, *self.read)

    @property
    def hash(self) -> str:
        """SHA-256 of all constraints, 12 digits."""
        *first, since, until, new_since, new = astuple(self)
        dates = [since, until] if self.dated else []
        news = [[new_since, new]] if self.wants_news else []
        content = json.dumps([*first, *dates, *news]).encode()
        return hashlib.sha256(content).hexdigest()[:12]


Wishes = Constraints
"""The name under which `hyperdigest` exports the class too."""


def _list_of(constraints: Constraints, name: str) -> Iterable[Any]:
    value = getattr(constraints, name)
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise OptionError(f"{name} is {value!r}: give a list")
    return value


def _checked_name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise OptionError(
            f"new contains {value!r}: give the name of a document, a file or a folder"
        )
    return value


def is_pattern(name: str) -> bool:
    """Whether a name is a pattern that several names may match."""
    return any(sign in name for sign in "*?[")


def parse_place(value: Any, name: str) -> Place:
    """A place in any of the forms that `Constraints.of` takes.

    Raises an OptionError that says which constraint, by its `name`, contains a malformed one.
    """
    document: Any = None
    start: Any = None
    if isinstance(value, str):
        document, _, start = value.rpartition(":")
        written = start.isascii() and start.isdigit() and len(start) <= 18
        start = int(start) if written else None
    elif isinstance(value, Mapping):
        document, start = value.get("document"), value.get("start")
    elif isinstance(value, list | tuple) and len(value) == 2:
        document, start = value
    if not isinstance(document, str) or not document or type(start) is not int:
        raise OptionError(
            f"{name} contains {value!r}: name a sentence as DOCUMENT:START, such as report.txt:120"
        )
    return document, start


def documents_named(places: Iterable[Place], numbers: Mapping[str, int]) -> list[int]:
    """The number of the document of each place.

    Raises an OptionError if no document has that name; `numbers` has the number of each name.
    """
    found = []
    for name, start in places:
        if name not in numbers:
            near = ", ".join(get_close_matches(name, numbers)) or ", ".join(list(numbers)[:3])
            raise OptionError(
                f"no document of the sentence {name}:{start}: give a name such as {near}"
            )
        found.append(numbers[name])
    return found


NAMES = tuple(field.name for field in fields(Constraints))
PLACES = ("pinned", "excluded", "read")
"""The constraints that name sentences."""

DATES = ("since", "until", "new_since")
"""The constraints that are dates."""

NO_CONSTRAINTS = Constraints()
