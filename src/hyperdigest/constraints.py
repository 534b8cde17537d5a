"""What a reader wants beside the question: sentences to hold or to bar, what was read, dates."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, fields, replace
from difflib import get_close_matches
from typing import Any

from hyperdigest.dates import first_day, given_date, last_day
from hyperdigest.errors import OptionError

DIGITS = 18
"""Most of the start of a sentence, as it is written."""

MOST_NAMED = 1000
"""How many names, files, folders or patterns say which documents are new."""

Place = tuple[str, int]
"""A sentence by the name of its document and its start in the text of that."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a reader wants beside the question; the default wants nothing.

    Places are given as pairs (name of a document, start of a sentence in its text).

    Parameters
    ----------
    pinned : sentences that must be in the digest; they count in the budget.
    excluded : sentences that must not.
    read : sentences read already: they are not picked again, and what they say counts no more.
    earlier : the questions asked before, oldest first, whose words still count a little.
    since, until : the dates between which, both included, the documents are from which sentences
        are picked; a document that says no day counts where one of the days it may be of does.
    new_since : a date; what documents of it or later say beyond all others is wanted.
    new : names, files, folders or patterns of documents; the same of these. A document is new where
        either of the two says so, and all others are known.

    Raises
    ------
    OptionError
        where a place is none, a sentence is both pinned and excluded, an earlier question is
        empty, or a date is none or before that which it is to follow.
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
        for name in PLACED:
            places = dict.fromkeys(place_of(each, name) for each in _listed(self, name))
            object.__setattr__(self, name, tuple(places))
        object.__setattr__(self, "earlier", tuple(_listed(self, "earlier")))
        for question in self.earlier:
            if not isinstance(question, str) or not question.strip():
                raise OptionError(f"an earlier question is {question!r}: give a text")
        for document, start in set(self.pinned) & set(self.excluded):
            raise OptionError(
                f"the sentence {document}:{start} is both pinned and excluded: choose one"
            )
        object.__setattr__(self, "new", tuple(dict.fromkeys(map(_name, _listed(self, "new")))))
        if len(self.new) > MOST_NAMED:
            raise OptionError(
                f"new names {len(self.new)} documents: give {MOST_NAMED} at most, or their folder"
            )
        for name in DATED:
            object.__setattr__(self, name, given_date(name, getattr(self, name)))
        if self.until and first_day(self.since) > last_day(self.until):
            raise OptionError(
                f"since is {self.since} and until is {self.until}, which is earlier: exchange them"
            )

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Wishes:
        """The wishes among `values` by name, such as the fields of a JSON object.

        A place may be a text ``DOCUMENT:START``, a pair, or an object with ``document`` and
        ``start``, such as a sentence of a digest.
        """
        return cls(**{name: values[name] for name in NAMES if values.get(name)})

    @classmethod
    def after(cls, digest: Any) -> Wishes:
        """What to wish of a question that follows a digest, given as the object of its JSON.

        An OptionError is raised where it is none.
        """
        fields = digest if isinstance(digest, Mapping) else {}
        question, sentences = fields.get("question"), fields.get("sentences")
        wishes = fields.get("wishes", {})
        if not question or not isinstance(sentences, list) or not isinstance(wishes, Mapping):
            raise OptionError("no digest with its question and sentences, as --format json gives")
        return cls.of(wishes).followed_up(question, sentences)

    def followed_up(self, question: str, sentences: Iterable[Any]) -> Wishes:
        """What to wish of the question after `question`, which was asked with these wishes: what is
        new stays so, and the dates of what may be picked were of that question alone.

        Parameters
        ----------
        sentences : those of the digest, in any form of a place.
        """
        read, earlier = (*self.read, *sentences), (*self.earlier, question)
        return replace(self, pinned=(), read=read, earlier=earlier, since="", until="")

    def and_then(self, later: Wishes) -> Wishes:
        """These wishes with `later` ones; what is pinned later is excluded no more, and where these
        say what is new, nothing said so before counts."""
        excluded = [place for place in self.excluded if place not in later.pinned]
        asked = [question for question in later.earlier if question not in self.earlier]
        news = later if later.updates else self
        return Wishes(
            pinned=(*self.pinned, *later.pinned),
            excluded=(*excluded, *later.excluded),
            read=(*self.read, *later.read),
            earlier=(*self.earlier, *asked),
            since=later.since or self.since,
            until=later.until or self.until,
            new_since=news.new_since,
            new=news.new,
        )

    def told(self) -> dict[str, Any]:
        """What is wished, by name, as `of` takes it; places are texts ``DOCUMENT:START``."""
        texts: dict[str, Any] = {
            name: [f"{document}:{start}" for document, start in getattr(self, name)]
            for name in PLACED
        }
        texts |= {"earlier": list(self.earlier), "new": list(self.new)}
        texts |= {name: getattr(self, name) for name in DATED}
        return {name: values for name, values in texts.items() if values}

    def __bool__(self) -> bool:
        return any(astuple(self))

    @property
    def dated(self) -> bool:
        """Whether documents of some dates alone are wanted."""
        return bool(self.since or self.until)

    @property
    def updates(self) -> bool:
        """Whether what is new is wanted alone."""
        return bool(self.new_since or self.new)

    @property
    def places(self) -> tuple[Place, ...]:
        """All sentences named."""
        return (*self.pinned, *self.excluded, *self.read)

    @property
    def hash(self) -> str:
        """SHA-256 of all that is wished, 12 digits."""
        *first, since, until, new_since, new = astuple(self)
        dates = [since, until] if self.dated else []
        news = [[new_since, new]] if self.updates else []
        content = json.dumps([*first, *dates, *news]).encode()
        return hashlib.sha256(content).hexdigest()[:12]


def _listed(wishes: Wishes, name: str) -> Iterable[Any]:
    value = getattr(wishes, name)
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise OptionError(f"{name} is {value!r}: give a list")
    return value


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise OptionError(f"new holds {value!r}: give the name of a document, a file or a folder")
    return value


def place_of(value: Any, name: str) -> Place:
    """A place in any of the forms that `Wishes.of` knows; an OptionError names what holds it."""
    document: Any = None
    start: Any = None
    if isinstance(value, str):
        document, _, start = value.rpartition(":")
        start = int(start) if start.isascii() and start.isdigit() and len(start) <= DIGITS else None
    elif isinstance(value, Mapping):
        document, start = value.get("document"), value.get("start")
    elif isinstance(value, list | tuple) and len(value) == 2:
        document, start = value
    if not isinstance(document, str) or not document or type(start) is not int:
        raise OptionError(
            f"{name} holds {value!r}: name a sentence as DOCUMENT:START, such as report.txt:120"
        )
    return document, start


def documents_named(places: Iterable[Place], numbers: Mapping[str, int]) -> list[int]:
    """The number of the document of each place; an OptionError where there is none of a name."""
    found = []
    for name, start in places:
        if name not in numbers:
            near = ", ".join(get_close_matches(name, numbers)) or ", ".join(list(numbers)[:3])
            raise OptionError(
                f"no document of the sentence {name}:{start}: give a name such as {near}"
            )
        found.append(numbers[name])
    return found


NAMES = tuple(field.name for field in fields(Wishes))
PLACED = ("pinned", "excluded", "read")
"""The wishes that name sentences."""

DATED = ("since", "until", "new_since")
"""The wishes that are dates."""

NOTHING = Wishes()
