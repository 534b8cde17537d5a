"""Constraints of a question: sentences to pin or exclude, what was read before, and dates."""

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
"""The most names, files, folders and patterns of new documents that one question may have."""

MOST_PATTERNS = 20
"""The most patterns among them: each is matched with every name."""

Place = tuple[str, int]
"""A sentence, as the name of its document and its start in the text of the document."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """What a reader asks for besides the question; the default has no constraints.

    A sentence is given as a pair: the name of its document, and its start in the document's text.

    Parameters
    ----------
    pinned : sentences that must be in the digest; they count towards the budget.
    excluded : sentences that must not be in it.
    read : sentences read before; they are not picked, nor is another one that says the same.
    earlier : the questions asked before, oldest first; their words count a little.
    since, until : the first and the last date of the documents that sentences are picked from. A
        document that is dated by its month or year counts if one of its days does.
    new_since : documents of this date or later are new: the digest has only what they say beyond
        all other documents.
    new : names, files, folders or patterns of further new documents; all others are known.

    Raises
    ------
    OptionError
        if a sentence is malformed, or both pinned and excluded, an earlier question is empty, a
        date is malformed, or `until` is before `since`.
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
        for name in _SENTENCE_LISTS:
            places = dict.fromkeys(parse_place(value, name) for value in _list_of(self, name))
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
        for name in DATE_CONSTRAINTS:
            object.__setattr__(self, name, given_date(name, getattr(self, name)))
        if self.until and first_day(self.since) > last_day(self.until):
            raise OptionError(
                f"since is {self.since}, and until is {self.until}, which is earlier: exchange them"
            )

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Constraints:
        """The constraints among `values` by name, such as the fields of a JSON object.

        A sentence may be a text ``DOCUMENT:START``, a pair, or an object with ``document`` and
        ``start``, such as a sentence of a digest, or of its JSON.
        """
        return cls(**{name: values[name] for name in CONSTRAINTS if values.get(name)})

    @classmethod
    def after(cls, digest: Any) -> Constraints:
        """The constraints of a question that follows a digest, which is the object of its JSON.

        Raises OptionError if it is not such an object.
        """
        values = digest if isinstance(digest, Mapping) else {}
        question, sentences = values.get("question"), values.get("sentences")
        before = values.get("wishes", {})
        if not question or not isinstance(sentences, list) or not isinstance(before, Mapping):
            raise OptionError(
                "this is not a digest: give the object that --format json writes, with its question"
                " and sentences"
            )
        contexts = [
            {"document": sentence.get("document"), **part}
            for sentence in sentences
            if isinstance(sentence, Mapping)
            for part in sentence.get("context") or ()
        ]
        return cls.of(before).followed_up(question, [*sentences, *contexts])

    def followed_up(self, question: str, sentences: Iterable[Any]) -> Constraints:
        """The constraints of a question that follows `question`, which was asked with these.

        New documents stay new. Pinned sentences and the dates `since` and `until` are dropped.

        Parameters
        ----------
        sentences : those of the digest, in any form that `of` takes.
        """
        read, earlier = (*self.read, *sentences), (*self.earlier, question)
        return replace(self, pinned=(), read=read, earlier=earlier, since="", until="")

    def merged(self, later: Constraints) -> Constraints:
        """These constraints with `later` ones.

        A sentence that is pinned later is no longer excluded. If `later` has new documents, they
        replace the new documents of these constraints.
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
        """The constraints that are set, by name, as `of` takes them; sentences as texts."""
        values: dict[str, Any] = {
            name: [f"{document}:{start}" for document, start in getattr(self, name)]
            for name in _SENTENCE_LISTS
        }
        values |= {"earlier": list(self.earlier), "new": list(self.new)}
        values |= {name: getattr(self, name) for name in DATE_CONSTRAINTS}
        return {name: value for name, value in values.items() if value}

    def __bool__(self) -> bool:
        return any(astuple(self))

    @property
    def dated(self) -> bool:
        """Whether sentences are picked only from documents of certain dates."""
        return bool(self.since or self.until)

    @property
    def wants_news(self) -> bool:
        """Whether the digest has only what new documents say beyond the known ones."""
        return bool(self.new_since or self.new)

    @property
    def places(self) -> tuple[Place, ...]:
        """All pinned, excluded and read sentences."""
        return (*self.pinned, *self.excluded, *self.read)

    @property
    def hash(self) -> str:
        """The first 12 digits of the SHA-256 of all constraints."""
        *first, since, until, new_since, new = astuple(self)
        dates = [since, until] if self.dated else []
        news = [[new_since, new]] if self.wants_news else []
        content = json.dumps([*first, *dates, *news]).encode()
        return hashlib.sha256(content).hexdigest()[:12]


Wishes = Constraints
"""Another name of the class."""


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
    """Whether a name is a pattern (``*``, ``?``, ``[...]``) that several names may match."""
    return any(sign in name for sign in "*?[")


def parse_place(value: Any, name: str) -> Place:
    """A sentence in any of the forms that `Constraints.of` takes.

    `name` is the constraint that contains it, for the message of the error. Raises OptionError if
    it is malformed.
    """
    document: Any = None
    start: Any = None
    if isinstance(value, str):
        document, _, start = value.rpartition(":")
        is_number = start.isascii() and start.isdigit() and len(start) <= 18
        start = int(start) if is_number else None
    elif isinstance(value, Mapping):
        document, start = value.get("document"), value.get("start")
    elif isinstance(value, list | tuple) and len(value) == 2:
        document, start = value
    else:
        document, start = getattr(value, "document", None), getattr(value, "start", None)
    if not isinstance(document, str) or not document or type(start) is not int:
        raise OptionError(
            f"{name} contains {value!r}: name a sentence as DOCUMENT:START, such as report.txt:120"
        )
    return document, start


def documents_named(places: Iterable[Place], numbers: Mapping[str, int]) -> list[int]:
    """The number of the document of each sentence; `numbers` has those of all documents by name.

    Raises OptionError if there is no document of a name.
    """
    documents = []
    for name, start in places:
        if name not in numbers:
            near = ", ".join(get_close_matches(name, numbers)) or ", ".join(list(numbers)[:3])
            raise OptionError(
                f"no document is called {name!r}, as in {name}:{start}: give a name such as {near}"
            )
        documents.append(numbers[name])
    return documents


CONSTRAINTS = tuple(field.name for field in fields(Constraints))
"""The names of all constraints."""

DATE_CONSTRAINTS = ("since", "until", "new_since")
"""The constraints that are dates."""

_SENTENCE_LISTS = ("pinned", "excluded", "read")
"""The constraints that are lists of sentences."""

NO_CONSTRAINTS = Constraints()
