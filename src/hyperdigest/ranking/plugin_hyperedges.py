"""Hyperedges of plugins, which the walk can have besides those of topics and terms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from hyperdigest.base.plugins import Plugin, named
from hyperdigest.base.sparse import rows_to_one
from hyperdigest.documents import Document
from hyperdigest.equations import edge_relevance
from hyperdigest.errors import OptionError
from hyperdigest.hypergraph import FuzzyHypergraph

Numbers = TypeVar("Numbers", bound=NDArray[Any])

_SMALLEST_WEIGHT = 1e-100
"""Smaller weights are set to 0."""

_LARGEST_MEMBERSHIP = 1e100
"""The limit of a membership, so that no sum overflows."""


@dataclass(frozen=True, eq=False)
class SentencesView:
    """The input of a plugin that makes hyperedges: N sentences and their V terms.

    Parameters
    ----------
    documents : in reading order.
    document, start, end : (N,) the document of each sentence, as an index into `documents`, and the
        slice of its text.
    vocabulary : the V terms.
    counts : (V, N) sparse and read-only, how often each term occurs in each sentence.
    """

    documents: tuple[Document, ...]
    document: NDArray[np.int32]
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    vocabulary: tuple[str, ...]
    counts: Any

    def __len__(self) -> int:
        return len(self.document)

    def text(self, sentence: int) -> str:
        """A sentence, verbatim."""
        start, end = int(self.start[sentence]), int(self.end[sentence])
        return self.documents[int(self.document[sentence])].text[start:end]

    def texts(self) -> Iterator[str]:
        """All sentences, in order."""
        return map(self.text, range(len(self)))


@dataclass(frozen=True, eq=False)
class Hyperedges:
    """The result of a plugin: K hyperedges, each with the sentences that belong to it.

    Parameters
    ----------
    membership : (K, N), sparse or dense, numbers >= 0; each row is scaled to sum to 1, and a row
        without members is left out.
    weights : (K,) numbers >= 0; by default n log(N / n) with n the number of members.
    edge_given_term : (V, K), sparse or dense, numbers >= 0, p(e|t); by default in proportion to how
        often the term occurs in the members.
    """

    membership: Any
    weights: ArrayLike | None = None
    edge_given_term: Any = None


def family(name: str, view: SentencesView) -> FuzzyHypergraph | None:
    """The hyperedges that the plugin of a name finds in sentences; None if it finds none.

    Sentences in no hyperedge share one of weight 0. Raises OptionError if no plugin has the name,
    and PluginError if the plugin fails, or returns no hyperedges of the sentences.
    """
    plugin = named("hyperedges", name, "option hyperedges")
    result = plugin(_read_only_view(view))
    hyperedges = result if isinstance(result, Hyperedges) else Hyperedges(result)
    try:
        return hypergraph_of(plugin, hyperedges, view)
    except (TypeError, ValueError, OptionError) as error:
        raise plugin.invalid_result(f"invalid hyperedges ({error})") from error


def _read_only_view(view: SentencesView) -> SentencesView:
    """The view with read-only arrays, as they are those of the collection itself."""
    counts = view.counts
    entries = tuple(map(_read_only, (counts.data, counts.indices, counts.indptr)))
    columns = {name: _read_only(getattr(view, name)) for name in ("document", "start", "end")}
    return replace(view, **columns, counts=sparse.csr_array(entries, counts.shape))


def _read_only(array: Numbers) -> Numbers:
    frozen = array.view()
    frozen.flags.writeable = False
    return frozen


def hypergraph_of(
    plugin: Plugin, hyperedges: Hyperedges, view: SentencesView
) -> FuzzyHypergraph | None:
    """The hypergraph of a plugin's hyperedges, which are checked; None if they are all empty."""
    given = _matrix(plugin, "membership", hyperedges.membership)
    if given.shape[1] != len(view):
        raise plugin.invalid_result(f"hyperedges over {given.shape[1]} sentences, of {len(view)}")
    nonempty = np.flatnonzero(np.diff(given.indptr))
    if not len(nonempty):
        return None
    weights = _weights(plugin, hyperedges, given, nonempty)
    terms = _terms(plugin, hyperedges, given, view)[:, nonempty]
    membership = rows_to_one(given[nonempty])
    isolated = np.flatnonzero(np.bincount(membership.indices, minlength=len(view)) == 0)
    if len(isolated):
        shares = np.full(len(isolated), 1 / len(isolated))
        row = sparse.coo_array((shares, (np.zeros(len(isolated), int), isolated)), (1, len(view)))
        membership = sparse.vstack([membership, row], "csr")
        weights = np.append(weights, 0.0)
        terms = sparse.hstack([terms, sparse.csr_array((terms.shape[0], 1))], "csr")
    return FuzzyHypergraph(membership, weights, rows_to_one(terms))


def _weights(
    plugin: Plugin, hyperedges: Hyperedges, membership: Any, nonempty: NDArray[np.intp]
) -> NDArray[np.float64]:
    """The weights of the hyperedges that have members, scaled to at most 1."""
    if hyperedges.weights is None:
        weights = edge_relevance((membership[nonempty] > 0).astype(np.float64))
    else:
        given, n_edges = np.asarray(hyperedges.weights, np.float64), membership.shape[0]
        if given.shape != (n_edges,):
            raise plugin.invalid_result(f"weights of shape {given.shape} for {n_edges} hyperedges")
        weights = given[nonempty]
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise plugin.invalid_result("a weight that is no number >= 0")
    scaled = weights / (weights.max(initial=0.0) or 1.0)
    return np.where(scaled < _SMALLEST_WEIGHT, 0.0, scaled)


def _terms(plugin: Plugin, hyperedges: Hyperedges, membership: Any, view: SentencesView) -> Any:
    """(V, K) csr, in proportion to p(e|t)."""
    if hyperedges.edge_given_term is None:
        return sparse.csr_array(view.counts @ membership.T)
    terms = _matrix(plugin, "edge_given_term", hyperedges.edge_given_term)
    if terms.shape != (len(view.vocabulary), membership.shape[0]):
        raise plugin.invalid_result(
            f"edge_given_term of shape {terms.shape} for {len(view.vocabulary)} terms and"
            f" {membership.shape[0]} hyperedges"
        )
    return terms


def _matrix(plugin: Plugin, name: str, values: Any) -> Any:
    """`values` as csr of numbers >= 0, without duplicate or explicit zero entries."""
    matrix = sparse.csr_array(values, copy=True)
    if matrix.ndim != 2 or matrix.dtype.kind not in "biuf":
        raise plugin.invalid_result(f"{name} that is no matrix of numbers >= 0")
    matrix = matrix.astype(np.float64)
    if not ((matrix.data >= 0) & (matrix.data <= _LARGEST_MEMBERSHIP)).all():
        raise plugin.invalid_result(
            f"{name} with an entry that is no number from 0 to {_LARGEST_MEMBERSHIP:g}"
        )
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return matrix
