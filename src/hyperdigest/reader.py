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

from hyperdigest.base.arrays import Indices
from hyperdigest.base.text import counted
from hyperdigest.constraints import Constraints
from hyperdigest.record import CollectionRecord

Mask = NDArray[np.bool_]


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
    """

    documents: NDArray[np.int32] | None
    dated: Mask
    new: Mask | None = None
    known_hashes: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    nothing_new: str = ""
    warnings: tuple[str, ...] = ()
    focus_warnings: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Reader:
    """What the constraints of a question say about each of N sentences.

    Parameters
    ----------
    pinned, excluded, read : numbers of sentences, in the order given; no pinned one is in `read`.
    dated : (N,) the sentences of documents of the dates asked for.
    new : (N,) the sentences of new documents; None unless only what is new is wanted.
    known_hashes : as in `Scope`.
    warnings : messages about constraints that contradict each other.
    """

    pinned: tuple[int, ...]
    excluded: tuple[int, ...]
    read: tuple[int, ...]
    dated: Mask
    new: Mask | None
    known_hashes: NDArray[np.uint64]
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
        dated = scope.dated[document]
        return cls(pinned, excluded, read, dated, new, scope.known_hashes, tuple(warnings))

    @property
    def wants_news(self) -> bool:
        """Whether only what is new is wanted."""
        return self.new is not None

    @cached_property
    def known(self) -> Mask | None:
        """(N,) the sentences of known documents, and those read; None if `new` is None."""
        if self.new is None:
            return None
        known = ~self.new
        known[list(self.read)] = True
        return known

    @property
    def constrained(self) -> Indices:
        """The pinned, excluded and read sentences, none of which the selection may pick."""
        return np.array([*self.pinned, *self.excluded, *self.read], np.intp)

    @property
    def already_known(self) -> Mask | None:
        """(N,) the sentences whose statements are not repeated: known ones, or without news those
        read; None if there are none."""
        if self.new is not None or not self.read:
            return self.known
        mask = np.zeros(len(self.dated), bool)
        mask[list(self.read)] = True
        return mask

    @property
    def known_elsewhere(self) -> Indices:
        """The sentences of known documents that are neither pinned nor read."""
        if self.new is None:
            return np.zeros(0, np.intp)
        others = ~self.new
        others[[*self.pinned, *self.read]] = False
        return np.flatnonzero(others)


def _sentences(number: int) -> str:
    return f"{counted(number, 'sentence')} {'is' if number == 1 else 'are'}"
