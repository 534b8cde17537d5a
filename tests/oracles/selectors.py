"""Selection methods by the book, over all pairs of sentences."""

from __future__ import annotations

from itertools import permutations

from oracles.hypergraph import transition


def similarity(graph):
    """Sim, (N, N)."""
    rows = transition(graph)
    return (rows + rows.T) / 2


def q_of(graph, r, chi, chosen):
    """Q(S)."""
    sim = similarity(graph)
    relevance = sum(r[i] ** 2 for i in chosen)
    return chi * relevance - sum(r[i] * sim[i, j] * r[j] for i, j in permutations(chosen, 2))


def r_of(graph, chi, chosen):
    """R(S)."""
    sim = similarity(graph)
    cut = sum(sim[i, j] for i in range(len(sim)) if i not in chosen for j in chosen)
    return cut - chi * sum(sim[i, j] for i, j in permutations(chosen, 2))


def assert_grown(chosen, value, costs, lengths, budget, eligible):
    """Each pick had the best gain for its cost of all that fitted, and in the end none fitted."""
    room, taken = budget, []
    for pick in [*chosen, None]:
        fits = [
            i for i in range(len(lengths)) if eligible[i] and i not in taken and lengths[i] <= room
        ]
        if pick is None:
            assert fits == []
            return
        before = value(taken)
        ratios = {i: (value([*taken, i]) - before) / costs[i] for i in fits}
        scale = max(1e-9, max(map(abs, ratios.values())), abs(before))
        assert ratios[pick] >= max(ratios.values()) - 1e-9 * scale
        taken.append(pick)
        room -= lengths[pick]


def redundancy_removed(scores, cosines, threshold, lengths, budget, eligible):
    """GRR in one pass."""
    chosen = []
    for i in sorted(range(len(scores)), key=lambda i: -scores[i]):
        fits = sum(lengths[j] for j in chosen) + lengths[i] <= budget
        if eligible[i] and fits and all(cosines[i, j] <= threshold for j in chosen):
            chosen.append(i)
    return chosen


def one_per_hyperedge(graph, lengths, budget, eligible):
    """OPH in one pass."""
    psi, chosen = graph.membership.toarray(), []
    for e in sorted(range(len(psi)), key=lambda e: -graph.weights[e]):
        room = budget - sum(lengths[j] for j in chosen)
        able = [
            i for i in range(len(lengths)) if eligible[i] and psi[e, i] > 0 and lengths[i] <= room
        ]
        able = [i for i in able if i not in chosen]
        if able:
            chosen.append(max(able, key=lambda i: psi[e, i]))
    return chosen
