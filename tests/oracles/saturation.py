"""Relevance with diminishing returns, written out with loops."""

from __future__ import annotations

import math

import numpy as np


def chances(graph):
    """p(e|i) as (N, K), from its definition."""
    psi = graph.membership.toarray()
    rows = []
    for i in range(graph.n_sentences):
        weighed = psi[:, i] * graph.weights
        held = weighed if weighed.sum() > 0 else psi[:, i]
        rows.append(held / held.sum())
    return np.array(rows)


def value_of(graph, values, saturation, chosen):
    """The value of a set of sentences: the sum over e of k_e log(1 + x_e / k_e)."""
    amounts = values[:, None] * chances(graph)
    total = 0.0
    for e in range(amounts.shape[1]):
        room = amounts[:, e].max() / saturation
        brought = sum(amounts[s, e] for s in set(chosen))
        if room > 0:
            total += room * math.log1p(brought / room)
    return total
