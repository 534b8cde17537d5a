"""The data of the topic model: tokens as the sampler takes them, samples as the user gets them.

Also the prior of a topic's terms, H = Dir(zeta / V, ..., zeta / V).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.base.arrays import in_order_of_occurrence
from hyperdigest.errors import EmptyCollectionError, OptionError

TermPrior = Literal["total", "each"]
"""Whether zeta is the total mass, as in the paper, or the mass of each term (Teh et al. 2006)."""

FLOOR = 1e-300
"""No weight of a topic is below this, so that a topic can be drawn for every token."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Tokens in the order of documents, then sentences; `order` is where each stood before."""

    order: NDArray[np.int32]
    term: NDArray[np.uint32]
    sentence: NDArray[np.uint32]
    document: NDArray[np.int32]
    n_terms: int


def arrange(terms: ArrayLike, sentences: ArrayLike, documents: ArrayLike, n_terms: int) -> Corpus:
    """Check the columns and sort the tokens by document, then sentence; empty ones drop out."""
    check_whole("n_terms", n_terms, 1)
    term, sentence, document = (
        column(name, values)
        for name, values in (("terms", terms), ("sentences", sentences), ("documents", documents))
    )
    if len(term) == 0:
        raise EmptyCollectionError("no token to fit topics to: add text with words in it")
    if len(term) != len(sentence):
        raise OptionError(
            f"terms has {len(term)} tokens and sentences {len(sentence)}: give one of each a token"
        )
    within("terms", term, n_terms)
    within("sentences", sentence, len(document))
    within("documents", document, np.iinfo(np.int32).max)
    by_document = np.argsort(document, kind="stable")
    rank = np.empty(len(document), np.int32)
    rank[by_document] = np.arange(len(document), dtype=np.int32)
    place = rank[sentence]
    lengths = np.bincount(place, minlength=len(document))
    home = document[by_document[lengths > 0]]
    new_document = np.flatnonzero(np.diff(home, prepend=-1))
    order = np.argsort(place, kind="stable").astype(np.int32)
    return Corpus(
        order=order,
        term=term[order].astype(np.uint32),
        sentence=np.append(0, lengths[lengths > 0].cumsum()).astype(np.uint32),
        document=np.append(new_document, len(home)).astype(np.int32),
        n_terms=int(n_terms),
    )


@dataclass(frozen=True, slots=True)
class TopicSample:
    """The topic of each token in one state of a chain: (T,) in 0..n_topics - 1, none empty."""

    assignments: NDArray[np.int32]
    n_topics: int


def sample(corpus: Corpus, z: NDArray[np.integer]) -> TopicSample:
    """A state in the caller's order of tokens, its topics numbered as they first occur."""
    mine = np.empty(len(z), np.int32)
    mine[corpus.order] = z
    return occurring_topics(mine)


def occurring_topics(topics: NDArray[np.int32]) -> TopicSample:
    """The topics that occur among those of tokens, numbered as they first do."""
    used, numbers = in_order_of_occurrence(topics)
    return TopicSample(numbers, len(used))


def prior_mass(term_concentration: float, n_terms: int, term_prior: TermPrior = "total") -> float:
    """The total mass of the prior over `n_terms` terms; an OptionError for an unknown prior."""
    if term_prior not in get_args(TermPrior):
        raise OptionError(f"term_prior is {term_prior!r}: choose total or each")
    return term_concentration if term_prior == "total" else term_concentration * n_terms


def term_mass(term_concentration: float, n_terms: int, term_prior: TermPrior) -> float:
    """The mass of the prior on each term, as `prior_mass`, but never below `FLOOR`."""
    return max(prior_mass(term_concentration, n_terms, term_prior) / n_terms, FLOOR)


def column(name: str, values: ArrayLike) -> NDArray[np.integer]:
    """`values` as one column of whole numbers."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise OptionError(f"{name} has {array.ndim} dimensions: give one column")
    if array.size and array.dtype.kind not in "iu":
        raise OptionError(f"{name} holds {array.dtype}: give whole numbers")
    return array if array.size else array.astype(np.int32)


def within(name: str, values: NDArray[np.integer], end: int) -> None:
    """Raise an OptionError unless all `values` lie in 0..end - 1."""
    outside = values[(values < 0) | (values >= end)]
    if len(outside):
        raise OptionError(f"{name} holds {outside[0]}: give numbers from 0 to {end - 1}")


def check_whole(name: str, value: int, low: int) -> None:
    """Raise an OptionError unless `value` is a whole number from `low` on."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < low:
        raise OptionError(f"{name} is {value!r}: give a whole number from {low} on")
