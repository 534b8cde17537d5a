"""Which hyperedges tie some sentences most."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hyperdigest.hypergraph import FuzzyHypergraph


class Tie(NamedTuple):
    """A hyperedge, its weight, and (position among the sentences, psi), the strongest first."""

    edge: int
    weight: float
    members: tuple[tuple[int, float], ...]


def strongest_ties(
    graph: FuzzyHypergraph, sentences: NDArray[np.intp], most: int, first: int = 0
) -> list[Tie]:
    """The hyperedges of two or more of some sentences with most to tie them, strongest first.

    A hyperedge ties as much as w(e) times the sum of psi_ei psi_ej over pairs of the sentences.
    Half of those taken are the strongest; the others, the strongest that hold a sentence which
    none of those taken before holds, and then the strongest again.

    Parameters
    ----------
    first : hyperedges before this number are left out.
    """
    found = graph.incidence(sentences)
    held = found.edges >= first
    edges, psi = found.edges[held], found.psi[held]
    members = np.repeat(np.arange(len(sentences)), found.sizes)[held]
    used, place = np.unique(edges, return_inverse=True)
    sums, squares = np.bincount(place, psi), np.bincount(place, psi**2)
    strength = graph.weights[used] * (sums**2 - squares)
    strength[np.bincount(place) < 2] = 0.0
    by_strength = [int(n) for n in np.argsort(-strength, kind="stable") if strength[n] > 0]
    of_edge = {n: members[place == n] for n in by_strength}
    return [
        _tie(int(used[n]), float(graph.weights[used[n]]), of_edge[n], psi[place == n])
        for n in _spread(by_strength, of_edge, most)
    ]


def _spread(by_strength: list[int], of_edge: dict[int, NDArray[np.intp]], most: int) -> list[int]:
    taken = by_strength[: most // 2]
    covered = {int(i) for n in taken for i in of_edge[n]}
    for n in by_strength[most // 2 :]:
        if len(taken) < most and not covered.issuperset(of_edge[n].tolist()):
            taken.append(n)
            covered.update(of_edge[n].tolist())
    rest = [n for n in by_strength if n not in set(taken)]
    chosen = {*taken, *rest[: most - len(taken)]}
    return [n for n in by_strength if n in chosen]


def _tie(edge: int, weight: float, members: NDArray[np.intp], psi: NDArray[np.float64]) -> Tie:
    order = np.argsort(-psi, kind="stable")
    pairs = ((int(members[n]), float(psi[n])) for n in order)
    return Tie(edge, weight, tuple(pairs))
