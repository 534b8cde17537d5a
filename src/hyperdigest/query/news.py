"""What is new: the documents that a reader does not know yet, and what only they say.

New documents are named, or told by their dates; all others are known, and so is what a reader has
read. Letters: D documents, N sentences, V terms, K hyperedges.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import filter as matching
from itertools import islice, takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats
from hyperdigest.base.text import counted, printable
from hyperdigest.constraints import Wishes, is_pattern
from hyperdigest.dates import first_day, within
from hyperdigest.documents import Document, Sentences
from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.query.dates import doubtful_dates
from hyperdigest.query.passages import Passages
from hyperdigest.split.languages import analyzer_of
from hyperdigest.split.scripts import has_paired_letters, word_list
from hyperdigest.split.terms import tokens

OPENING = 0.05
"""How much more a sentence is worth whose topics new documents alone have opened."""

MOST_WORDS = 5
"""How many of its new words a sentence is shown with."""

LONGEST_WORD = 40
"""Characters; what is longer is an address, or no word."""

NAMED = 3
"""How many documents a warning names."""

ONLY_IN_NEW = 1e3
"""What is added to the rank of a word that no known document has at all."""

NONE_MATCHES = "Nothing is new: no new document has a word of the question."

NUMBER_WORDS = frozenset(
    (
        *("half", "once", "two", "three", "four", "five", "six", "ten"),
        *("hundred", "thousand", "million", "billion", "percent"),
    )
)
"""Light words of English that are numbers: another number is news."""

_OUTER_SIGNS = re.compile(r"^\W+|\W+$")


@dataclass(frozen=True, slots=True, eq=False)
class News:
    """Which documents are new to a reader.

    Parameters
    ----------
    since, named : the wishes that say so, `new_since` and `new`.
    new : (D,) which documents are new.
    warnings : what to know of it, a sentence each.
    nothing : why no document is new, one sentence; empty where one is.
    said : hashes of words that known documents say which are not looked into.
    """

    since: str
    named: tuple[str, ...]
    new: NDArray[np.bool_]
    warnings: tuple[str, ...]
    nothing: str = ""
    said: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))

    def of(self, documents: NDArray[np.integer[Any]], sentences: Sentences) -> News:
        """The same of those of the documents that match the question best, by their numbers.

        `sentences` are those of all documents: what they say in the same words stays known.
        """
        new = self.new[documents]
        nothing = self.nothing if self.nothing or new.any() else NONE_MATCHES
        left_out = ~self.new
        left_out[documents] = False
        said = np.unique(sentences.text_hash[left_out[sentences.document]])
        said = np.union1d(self.said, said)
        return replace(self, new=new, nothing=nothing, said=said)

    def answers(self, wishes: Wishes) -> bool:
        """Whether it is about what is wished."""
        return (self.since, self.named) == (wishes.new_since, wishes.new)


def which_are_new(documents: Sequence[Document], wishes: Wishes) -> News:
    """The documents that the wishes name as new, or that are dated as late as they say.

    A date without a day or a month counts where it may be as late; a document without any date is
    known unless it is named. Raises an OptionError where documents are named alone and none is
    called so.
    """
    new, warnings, names = np.zeros(len(documents), bool), list[str](), Names(documents)
    for path in wishes.new:
        found = names.called(path)
        new[found] = True
        if not found:
            warnings.append(
                f"no document is called {printable(path)}: give its name, its file or folder, or a"
                " pattern, for new ones"
            )
    if wishes.new and not new.any() and not wishes.new_since:
        raise OptionError(warnings[0])
    if wishes.new_since:
        warnings += _by_date(documents, wishes.new_since, new)
    if new.all():
        told = f"all {counted(len(documents), 'document')} are new"
        warnings.append(f"{told}: nothing is known, and this is a digest of all that they say")
    nothing = "" if new.any() else _nothing(documents, wishes)
    return News(wishes.new_since, wishes.new, new, tuple(warnings), nothing)


def _by_date(documents: Sequence[Document], since: str, new: NDArray[np.bool_]) -> list[str]:
    """Add the documents dated so late to those that are `new`; warnings of the dates."""
    dates = [document.dated.date for document in documents]
    undated = [
        d.name for d, date, n in zip(documents, dates, new, strict=True) if not date and not n
    ]
    late = np.array([within(date, since) for date in dates], bool)
    unsure = [
        f"{documents[number].name} ({dates[number]})"
        for number in np.flatnonzero(late & ~new).tolist()
        if first_day(dates[number]) < first_day(since)
    ]
    new |= late
    told = list(doubtful_dates(documents))
    if unsure:
        verb = "counts" if len(unsure) == 1 else "count"
        which = counted(len(unsure), "document")
        told.append(f"{which} without a day may be as late, and {verb} as new: {_named(unsure)}")
    if undated and any(dates):
        verb = "counts" if len(undated) == 1 else "count"
        which = counted(len(undated), "document")
        told.append(f"{which} without a date {verb} as known: {_named(undated)}")
    return told


def _nothing(documents: Sequence[Document], wishes: Wishes) -> str:
    """Why no document is new."""
    dates = [document.dated.date for document in documents]
    if not any(dates):
        return "Nothing can be told to be new: no document has a date. Name those that are new."
    told = f"Nothing is new: no document is dated {wishes.new_since} or later"
    return f"{told}; the last is of {max(dates)}."


class Names:
    """The names of documents and the paths of their files, to look documents up by."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._numbers: dict[str, list[int]] = {}
        for number, document in enumerate(documents):
            for name in {document.name, document.path}:
                self._numbers.setdefault(name, []).append(number)
        self._sorted = sorted(self._numbers)

    def called(self, path: str) -> list[int]:
        """The numbers of the documents of a name, a file or a folder, or of a pattern of these."""
        ways = {path, os.path.normpath(path), os.path.abspath(path), os.path.relpath(path)}  # noqa: PTH100 (links stay as they are)
        found = [way for way in ways if way in self._numbers]
        for way in ways - {os.curdir}:
            found += self._in_folder(f"{way.rstrip(os.sep)}{os.sep}")
            if is_pattern(path):
                found += matching(self._sorted, way)
        return [number for name in found for number in self._numbers[name]]

    def _in_folder(self, folder: str) -> list[str]:
        behind = islice(self._sorted, bisect_left(self._sorted, folder), None)
        return list(takewhile(lambda name: name.startswith(folder), behind))


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"{', '.join(map(printable, names[:NAMED]))}{more}"


def opened(topics: FuzzyHypergraph, new: NDArray[np.bool_]) -> Floats:
    """(N,) how far the topics of each sentence were opened by the `new` sentences, in [0, 1].

    A topic counts by how far its share in new sentences is above theirs in all, and 1 where no
    known sentence has it: the sum over e of p(e|i) max(0, o_e - n) / (1 - n), with o_e the sum of
    psi_ei over the new ones and n their share in the N sentences.
    """
    usual = new.mean()
    if usual in (0.0, 1.0):
        return np.zeros(len(new))
    excess = topics.membership @ new.astype(np.float64) - usual
    return np.asarray(topics.edge_given_sentence @ (np.maximum(excess, 0.0) / (1 - usual)))


def known_terms(
    passages: Passages, known: NDArray[np.bool_], asked: Iterable[int]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(V,) which terms known sentences have, and which they have near a word of the question.

    Near is what stands in the passage around a known sentence with one of the terms `asked`. Where
    known sentences have none of these, the two are the same.
    """
    counts = passages.sentences.counts
    anywhere = counts @ known > 0
    places = np.zeros(len(passages.norm), bool)
    for term in asked:
        holding = counts.indices[counts.indptr[term] : counts.indptr[term + 1]]
        places[passages.around(holding[known[holding]])] = True
    near = places[passages.place] & known
    return anywhere, (counts @ near > 0 if near.any() else anywhere)


def new_words(text: str, language: str, rank: Callable[[str], float]) -> tuple[str, ...]:
    """The `MOST_WORDS` words of a sentence that rank highest, as written and in its order.

    `text` is the sentence as a reader sees it, and `rank` says how special a term is, 0 for one
    that is not new. Light words of English are left out. In a language without spaces, what is new
    is told in runs of letters. Numbers are not light: another number is news.
    """
    analyzer, light = analyzer_of(language), frozenset[str]()
    if language == "en":
        light = word_list("light_words.txt") - NUMBER_WORDS
    found: dict[tuple[str, ...], tuple[float, int, str]] = {}
    for number, word in enumerate(_words(text, lambda token: rank(analyzer.term(token)) > 0)):
        terms = tuple(analyzer.terms(word))
        if not terms or len(word) > LONGEST_WORD or word.lower() in light:
            continue
        if (most := max(map(rank, terms))) > 0:
            found.setdefault(terms, (most, number, word))
    best = sorted(found.values(), key=lambda each: (-each[0], each[1]))[:MOST_WORDS]
    return tuple(word for _, _, word in sorted(best, key=lambda each: each[1]))


def _words(text: str, is_new: Callable[[str], bool]) -> list[str]:
    """The words between spaces without signs around them; runs of new letters without spaces."""
    if not has_paired_letters(text):
        return [_OUTER_SIGNS.sub("", word) for word in text.split()]
    lower, marked = text.lower(), np.zeros(len(text), bool)
    if len(lower) != len(text):
        return []
    for token in dict.fromkeys(tokens(text)):
        if is_new(token):
            for match in re.finditer(re.escape(token), lower):
                marked[slice(*match.span())] = True
    ends = np.flatnonzero(np.diff(marked, prepend=False, append=False)).reshape(-1, 2)
    return [text[first:last] for first, last in ends.tolist()]
