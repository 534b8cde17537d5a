"""The constraints of a question as masks over documents (`Scope`) and over sentences (`Reader`).

The scope comes first: it says which documents are searched. The reader is made for the sentences of
these documents.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Indices, Mask
from hyperdigest.base.text import counted
from hyperdigest.constraints import Constraints
from hyperdigest.ranking.weighing import Whole
from hyperdigest.record import CollectionRecord


@dataclass(frozen=True, eq=False)
class Scope:
    """The D documents that are searched for the answer to a question.

    Parameters
    ----------
    documents : their numbers in the whole collection, in order; None for all documents.
    dated : (D,) the documents of the dates asked for, from which sentences may be picked.
    new : (D,) the documents that are new to the reader; None unless only what is new is wanted.
    known_hashes : hashes of the words of sentences in known documents that are not searched.
    nothing_new : why no document is new, one sentence; empty if one is.
    warnings : messages about dates and new documents.
    focus_warnings : messages about the documents that the option `focus` chose.
    whole : the collection in which the question is weighed; None if it is that of these documents.
    """

    documents: NDArray[np.int32] | None
    dated: Mask
    new: Mask | None = None
    known_hashes: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    nothing_new: str = ""
    warnings: tuple[str, ...] = ()
    focus_warnings: tuple[str, ...] = ()
    whole: Whole | None = None

    @property
    def opened(self) -> int:
        """How many documents of a saved collection were opened; 0 if all were."""
        return len(self.dated) if self.whole else 0


@dataclass(frozen=True, eq=False)
class Reader:
    """What the constraints of a question say about each of N sentences in D documents.

    Parameters
    ----------
    pinned, excluded, read : numbers of sentences, in the order given; no pinned one is in `read`.
    searched : (D,) the documents from which sentences may be picked.
    allowed : (N,) the sentences that may be picked, if they are not pinned, excluded or read.
    new : (N,) the sentences of new documents; None unless only what is new is wanted.
    warnings : messages about constraints that contradict each other.
    """

    pinned: tuple[int, ...]
    excluded: tuple[int, ...]
    read: tuple[int, ...]
    searched: Mask
    allowed: Mask
    new: Mask | None
    warnings: tuple[str, ...]

    @classmethod
    def of(cls, collection: CollectionRecord, constraints: Constraints, scope: Scope) -> Self:
        """The reader of a collection that consists of the documents of the scope.

        Raises OptionError if no sentence begins where a constraint says.
        """
        document = collection.split.sentences.document
        both = [place for place in constraints.read if place in constraints.pinned]
        unpinned = [place for place in constraints.read if place not in constraints.pinned]
        pinned, excluded, read = (
            tuple(collection.sentences_at(places))
            for places in (constraints.pinned, constraints.excluded, unpinned)
        )
        warnings = []
        if both:
            warnings.append(
                f"{_sentences(len(both))} pinned and marked as read: the digest contains what is"
                " pinned"
            )
        new = None if scope.new is None else scope.new[document]
        if new is not None and (out := int(np.count_nonzero(new[list(excluded)]))):
            warnings.append(
                f"{_sentences(out)} new and excluded: the digest does not contain what is excluded"
            )
        allowed = scope.dated[document]
        return cls(pinned, excluded, read, scope.dated, allowed, new, tuple(warnings))

    @property
    def wants_news(self) -> bool:
        """Whether only what is new is wanted."""
        return self.new is not None

    @cached_property
    def known(self) -> Mask:
        """(N,) the sentences read, and if only what is new is wanted those of known documents."""
        known = np.zeros(len(self.allowed), bool) if self.new is None else ~self.new
        known[list(self.read)] = True
        return known

    @property
    def unknown(self) -> Mask | None:
        """(N,) the sentences that are not known; None unless only what is new is wanted."""
        return ~self.known if self.wants_news else None

    @property
    def constrained(self) -> Indices:
        """The pinned, excluded and read sentences, none of which the selection itself picks."""
        return np.array([*self.pinned, *self.excluded, *self.read], np.intp)


def _sentences(number: int) -> str:
    return f"{counted(number, 'sentence')} {'is' if number == 1 else 'are'}"
