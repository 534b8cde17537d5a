"""Data of the topic model: tokens for the sampler, samples for the user, and checks of input.

Also the prior of a topic's terms, H = Dir(zeta / V, ..., zeta / V).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.base.arrays import in_order_of_occurrence, occurring
from hyperdigest.errors import EmptyCollectionError, OptionError

TermPrior = Literal["total", "each"]
"""Whether zeta is the total mass, as in the paper, or the mass of each term (Teh et al. 2006)."""

FLOOR = 1e-300
"""Smallest weight of a topic, so that a topic can be drawn for every token."""


@dataclass(frozen=True, slots=True)
class TokenColumns:
    """The tokens of a corpus, sorted by document, then sentence.

    Parameters
    ----------
    order : (T,) index of each token in the caller's columns.
    term : (T,) term of each token.
    sentence : (N + 1,) first token of each sentence that has one, and T.
    document : (D + 1,) first such sentence of each document that has one, and N.
    """

    order: NDArray[np.int32]
    term: NDArray[np.uint32]
    sentence: NDArray[np.uint32]
    document: NDArray[np.int32]
    n_terms: int

    def to_document(self, end: int) -> TokenColumns:
        """The documents before one, whose tokens come first in the caller's order."""
        sentence = int(self.document[end])
        token = int(self.sentence[sentence])
        return TokenColumns(
            order=self.order[:token],
            term=self.term[:token],
            sentence=self.sentence[: sentence + 1],
            document=self.document[: end + 1],
            n_terms=self.n_terms,
        )

    def from_document(self, first: int) -> TokenColumns:
        """The documents from one on; the order is that of the caller's later tokens."""
        sentence = int(self.document[first])
        token = int(self.sentence[sentence])
        return TokenColumns(
            order=self.order[token:] - np.int32(token),
            term=self.term[token:],
            sentence=self.sentence[sentence:] - np.uint32(token),
            document=self.document[first:] - np.int32(sentence),
            n_terms=self.n_terms,
        )


def arrange(
    terms: ArrayLike, sentences: ArrayLike, documents: ArrayLike, n_terms: int
) -> TokenColumns:
    """Check the columns and sort the tokens; empty sentences and documents are left out.

    Raises OptionError if a column is invalid, EmptyCollectionError if there is no token.
    """
    check_integer("n_terms", n_terms, 1)
    term, sentence, document = (
        column(name, values)
        for name, values in (("terms", terms), ("sentences", sentences), ("documents", documents))
    )
    if len(term) == 0:
        raise EmptyCollectionError("no token to fit topics to: add text with words in it")
    if len(term) != len(sentence):
        raise OptionError(
            f"terms has {len(term)} tokens and sentences {len(sentence)}: give both for each token"
        )
    check_range("terms", term, n_terms)
    check_range("sentences", sentence, len(document))
    check_range("documents", document, np.iinfo(np.int32).max)
    order = np.arange(len(term), dtype=np.int32)
    if not (_ascend(document) and _ascend(sentence)):
        by_document = np.argsort(document, kind="stable")
        rank = np.empty(len(document), np.int32)
        rank[by_document] = np.arange(len(document), dtype=np.int32)
        order = np.argsort(rank[sentence], kind="stable").astype(np.int32)
        term, sentence, document = term[order], rank[sentence[order]], document[by_document]
    begins = np.ones(len(sentence), bool)
    np.not_equal(sentence[1:], sentence[:-1], out=begins[1:])
    first = np.flatnonzero(begins)
    document_of = document[sentence[first]]
    new_document = np.flatnonzero(np.diff(document_of, prepend=-1))
    return TokenColumns(
        order=order,
        term=term.astype(np.uint32),
        sentence=np.append(first, len(term)).astype(np.uint32),
        document=np.append(new_document, len(document_of)).astype(np.int32),
        n_terms=int(n_terms),
    )


def _ascend(values: NDArray[np.integer]) -> bool:
    return bool((values[1:] >= values[:-1]).all())


@dataclass(frozen=True, slots=True)
class TopicSample:
    """The topic of each token, (T,) in 0..n_topics - 1, at one sweep; no topic is empty."""

    assignments: NDArray[np.int32]
    n_topics: int

    def of(self, tokens: NDArray[np.intp]) -> TopicSample:
        """The topics of some tokens; those of others are left out, the order of the rest stays."""
        used, numbers = occurring(self.assignments[tokens])
        return TopicSample(numbers, len(used))

    def and_then(self, later: NDArray[np.int32]) -> TopicSample:
        """The topics with those of later tokens; new ones have the next numbers."""
        n_topics = max(self.n_topics, int(later.max(initial=-1)) + 1)
        return TopicSample(np.concatenate([self.assignments, later]), n_topics)


def sample(corpus: TokenColumns, z: NDArray[np.integer]) -> TopicSample:
    """The topics z of all tokens, in the caller's order, numbered by first occurrence."""
    topics = np.empty(len(z), np.int32)
    topics[corpus.order] = z
    return occurring_topics(topics)


def occurring_topics(topics: NDArray[np.int32]) -> TopicSample:
    """The topics of tokens, renumbered by first occurrence, without unused numbers."""
    used, numbers = in_order_of_occurrence(topics)
    return TopicSample(numbers, len(used))


def prior_mass(term_concentration: float, n_terms: int, term_prior: TermPrior) -> float:
    """The total mass of the prior over `n_terms` terms. Raises OptionError for unknown priors."""
    if term_prior not in get_args(TermPrior):
        raise OptionError(f"term_prior is {term_prior!r}: choose total or each")
    return term_concentration if term_prior == "total" else term_concentration * n_terms


def term_mass(term_concentration: float, n_terms: int, term_prior: TermPrior) -> float:
    """The prior mass of each term, at least `FLOOR`. Raises OptionError for unknown priors."""
    return max(prior_mass(term_concentration, n_terms, term_prior) / n_terms, FLOOR)


def column(name: str, values: ArrayLike) -> NDArray[np.integer]:
    """`values` as a column of integers. Raises OptionError if they are not."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise OptionError(f"{name} has {array.ndim} dimensions: give one column")
    if array.size and array.dtype.kind not in "iu":
        raise OptionError(f"{name} contains {array.dtype}: give whole numbers")
    return array if array.size else array.astype(np.int32)


def check_range(name: str, values: NDArray[np.integer], end: int) -> None:
    """Raise OptionError unless all `values` are in 0..end - 1."""
    if len(values) and (values.min() < 0 or values.max() >= end):
        outside = values[(values < 0) | (values >= end)]
        raise OptionError(f"{name} contains {outside[0]}: give numbers from 0 to {end - 1}")


def check_integer(name: str, value: int, low: int) -> None:
    """Raise OptionError unless `value` is an integer of at least `low`."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < low:
        raise OptionError(f"{name} is {value!r}: give a whole number from {low} on")
