"""Hyperedges of plugins: a further family beside topics and terms, made by `family`."""

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

_LEAST = 1e-100
"""Smaller weights are taken as 0."""

_MOST = 1e100
"""The largest membership, so that no sum of them overflows."""


@dataclass(frozen=True, eq=False)
class SentencesView:
    """What a plugin is given to make hyperedges of: N sentences and their V terms.

    Parameters
    ----------
    documents : in reading order.
    document, start, end : (N,) the document of each sentence, by its place among `documents`, and
        the slice of its text.
    vocabulary : the V terms.
    counts : (V, N) sparse, how often each term stands in each sentence; not to be changed.
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
        """A sentence as it stands in its document."""
        start, end = int(self.start[sentence]), int(self.end[sentence])
        return self.documents[int(self.document[sentence])].text[start:end]

    def texts(self) -> Iterator[str]:
        """All sentences, in order."""
        return map(self.text, range(len(self)))


@dataclass(frozen=True, eq=False)
class Hyperedges:
    """What a plugin gives: K hyperedges, each with the sentences that belong to it.

    Parameters
    ----------
    membership : (K, N), sparse or dense, numbers >= 0; each row is scaled to sum to 1, and one
        without members is left out.
    weights : (K,) numbers >= 0; unless given, members times the log of N by members.
    edge_given_term : (V, K), sparse or dense, numbers >= 0, p(e|t); unless given, in proportion to
        how often the term stands in the members.
    """

    membership: Any
    weights: ArrayLike | None = None
    edge_given_term: Any = None


def family(name: str, view: SentencesView) -> FuzzyHypergraph | None:
    """The hyperedges that the plugin of a name finds in sentences; None where it finds none.

    Sentences that it leaves out share a hyperedge of weight 0. An OptionError is raised where no
    plugin is called so, and a PluginError where the plugin fails, or gives what are no hyperedges
    of the sentences.
    """
    plugin = named("hyperedges", name, "option hyperedges")
    given = plugin(_to_be_read(view))
    given = given if isinstance(given, Hyperedges) else Hyperedges(given)
    try:
        return hypergraph_of(plugin, given, view)
    except (TypeError, ValueError, OptionError) as error:
        raise plugin.gave(f"what are no hyperedges ({error})") from error


def _to_be_read(view: SentencesView) -> SentencesView:
    """The same, of arrays that cannot be written to: they are those of the collection itself."""
    counts = view.counts
    entries = tuple(map(_read_only, (counts.data, counts.indices, counts.indptr)))
    columns = {name: _read_only(getattr(view, name)) for name in ("document", "start", "end")}
    return replace(view, **columns, counts=sparse.csr_array(entries, counts.shape))


def _read_only(array: Numbers) -> Numbers:
    seen = array.view()
    seen.flags.writeable = False
    return seen


def hypergraph_of(plugin: Plugin, given: Hyperedges, view: SentencesView) -> FuzzyHypergraph | None:
    """The hyperedges that a plugin gave, checked; None where no sentence is in any."""
    held = _matrix(plugin, "membership", given.membership)
    if held.shape[1] != len(view):
        raise plugin.gave(f"hyperedges over {held.shape[1]} sentences, of {len(view)}")
    found = np.flatnonzero(np.diff(held.indptr))
    if not len(found):
        return None
    weights = _weights(plugin, given, held, found)
    terms = _terms(plugin, given, held, view)[:, found]
    membership = rows_to_one(held[found])
    lonely = np.flatnonzero(np.bincount(membership.indices, minlength=len(view)) == 0)
    if len(lonely):
        rest = (np.full(len(lonely), 1 / len(lonely)), (np.zeros(len(lonely), int), lonely))
        membership = sparse.vstack([membership, sparse.coo_array(rest, (1, len(view)))], "csr")
        weights = np.append(weights, 0.0)
        terms = sparse.hstack([terms, sparse.csr_array((terms.shape[0], 1))], "csr")
    return FuzzyHypergraph(membership, weights, rows_to_one(terms))


def _weights(
    plugin: Plugin, given: Hyperedges, held: Any, found: NDArray[np.intp]
) -> NDArray[np.float64]:
    """The weights of the hyperedges that have members, scaled to at most 1."""
    if given.weights is None:
        weights = edge_relevance((held[found] > 0).astype(np.float64))
    else:
        asked = np.asarray(given.weights, np.float64)
        if asked.shape != (held.shape[0],):
            raise plugin.gave(f"weights of shape {asked.shape} for {held.shape[0]} hyperedges")
        weights = asked[found]
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise plugin.gave("a weight that is no number >= 0")
    scaled = weights / (weights.max(initial=0.0) or 1.0)
    return np.where(scaled < _LEAST, 0.0, scaled)


def _terms(plugin: Plugin, given: Hyperedges, held: Any, view: SentencesView) -> Any:
    """(V, K) csr, in proportion to p(e|t)."""
    if given.edge_given_term is None:
        return sparse.csr_array(view.counts @ held.T)
    terms = _matrix(plugin, "edge_given_term", given.edge_given_term)
    if terms.shape != (len(view.vocabulary), held.shape[0]):
        raise plugin.gave(
            f"edge_given_term of shape {terms.shape} for {len(view.vocabulary)} terms and"
            f" {held.shape[0]} hyperedges"
        )
    return terms


def _matrix(plugin: Plugin, name: str, given: Any) -> Any:
    """`given` as csr of numbers >= 0, with no entry that is 0 or stored in parts."""
    matrix = sparse.csr_array(given, copy=True)
    if matrix.ndim != 2 or matrix.dtype.kind not in "biuf":
        raise plugin.gave(f"{name} that is no matrix of numbers >= 0")
    matrix = matrix.astype(np.float64)
    if not ((matrix.data >= 0) & (matrix.data <= _MOST)).all():
        raise plugin.gave(f"{name} with what is no number from 0 to {_MOST:g}")
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return matrix
