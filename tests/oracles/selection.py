"""Selection by trying everything."""

from __future__ import annotations

import numpy as np

from hyperdigest.selection.costs import MOST_SHARING
from oracles.hypergraph import transition


def values_of_all(graph, p, nu):
    """(2^N,) the objective of every set, a set being the number whose bits are its sentences."""
    rows, n = transition(graph), graph.n_sentences
    sets = np.arange(2**n)[:, None] >> np.arange(n) & 1
    exchanged = ((sets @ rows) * sets).sum(axis=1)
    covered = sets.sum(axis=1) + sets @ rows.sum(axis=0) - exchanged
    return (1 - nu) * sets @ p + nu / n * covered


def length_of_all(lengths):
    """(2^N,) the length of every set."""
    n = len(lengths)
    return (np.arange(2**n)[:, None] >> np.arange(n) & 1) @ lengths


def shown_by(chosen, contexts):
    """All that is quoted for some sentences: they and their contexts."""
    return {*chosen, *(int(c) for i in chosen for c in contexts[i] if c >= 0)}


def length_of_all_shown(lengths, contexts):
    """(2^N,) the length of all that is quoted for every set."""
    n = len(lengths)
    sets = ([j for j in range(n) if mask >> j & 1] for mask in range(2**n))
    return np.array([sum(lengths[j] for j in shown_by(chosen, contexts)) for chosen in sets])


def greedy_with_contexts(values, lengths, contexts, capacity, exponent, eligible):
    """The greedy by the book, if contexts are paid once; what is shown is picked at once.

    Sentences are compared as if those that may be picked shared the length of a context.
    """

    def paid(chosen):
        return sum(lengths[j] for j in shown_by(chosen, contexts))

    def gain(j):
        return values[mask | 1 << j] - values[mask]

    chosen, mask, free = [], 0, set()
    able = [j for j in range(len(lengths)) if eligible[j] and paid([j]) <= capacity]
    nearest = [c[0] if len(c) else -1 for c in contexts]
    alike = [sum(nearest[i] == nearest[j] for i in able) for j in range(len(lengths))]
    sharing = [
        min(max(n, 1), MOST_SHARING) if c >= 0 else 1 for n, c in zip(alike, nearest, strict=True)
    ]
    while True:
        shown, cost = shown_by(chosen, contexts), paid(chosen)
        added = {j: paid([*chosen, j]) - cost for j in able if j not in chosen and j not in free}
        fits = [j for j in added if cost + added[j] <= capacity]
        if not fits:
            break
        of_contexts = {j: added[j] - (0 if j in shown else lengths[j]) for j in fits}
        ratios = {j: gain(j) / (lengths[j] + of_contexts[j] / sharing[j]) ** exponent for j in fits}
        best = max(ratios.values())
        pick = next(j for j in fits if ratios[j] >= best - 1e-11 * abs(best))
        chosen.append(pick)
        mask |= 1 << pick
        now = shown_by(chosen, contexts)
        for j in sorted(now - shown - {pick}):
            if j in able and shown_by([j], contexts) <= now:
                free.add(j)
                if gain(j) > 1e-14:
                    chosen.append(j)
                    mask |= 1 << j
    return chosen, values[mask]


def optimum(values, sizes, capacity, eligible):
    """The best value of a set that fits."""
    barred = sum(1 << j for j in range(len(eligible)) if not eligible[j])
    allowed = (sizes <= capacity) & (np.arange(len(values)) & barred == 0)
    return values[allowed].max()


def greedy(values, lengths, capacity, exponent, eligible):
    """The greedy by the book, on the values of all sets; a close tie goes to the earlier."""
    chosen, mask, room = [], 0, capacity
    alone = [j for j in range(len(lengths)) if eligible[j] and lengths[j] <= capacity]
    while fits := [j for j in alone if j not in chosen and lengths[j] <= room]:
        ratios = {j: (values[mask | 1 << j] - values[mask]) / lengths[j] ** exponent for j in fits}
        best = max(ratios.values())
        pick = next(j for j in fits if ratios[j] >= best - 1e-11 * abs(best))
        chosen.append(pick)
        mask, room = mask | 1 << pick, room - lengths[pick]
    single = max(alone, key=lambda j: values[1 << j], default=None)
    if single is not None and values[1 << single] > values[mask] * (1 + 1e-11):
        return [single]
    return chosen


def eager(function, lengths, capacity, exponent, eligible, least_share=0.0):
    """(chosen, gains, bound) of the greedy that knows the gain of every sentence at every step.

    It ends before what fits has less than a share of the best ratio of what does not fit any more.
    """
    everyone, grown = np.arange(len(lengths)), function.copy()
    least, able = grown.min_gains(everyone), eligible & (lengths <= capacity)
    chosen, gains, bounds, room = [], [], [], capacity
    while True:
        now = grown.marginal_gains(everyone)()
        profits = np.where(np.isin(everyone, chosen), least, np.maximum(now, 0))
        constant = grown.value - least[chosen].sum()
        bounds.append(constant + knapsack(profits[able], lengths[able], capacity))
        fits = able & (lengths <= room) & ~np.isin(everyone, chosen)
        if not fits.any():
            return chosen, gains, min(bounds)
        ratios = np.where(fits, now / lengths**exponent, -np.inf)
        left = able & ~fits & ~np.isin(everyone, chosen)
        most = (now / lengths**exponent)[left].max(initial=0.0)
        if ratios.max() < least_share * most:
            return chosen, gains, min(bounds)
        chosen.append(int(np.argmax(ratios >= ratios.max() * (1 - 1e-12))))
        gains.append(grown.add(chosen[-1]))
        room -= lengths[chosen[-1]]


def knapsack(profits, lengths, capacity):
    """The fractional knapsack, item by item, the densest first; what never fits is left out."""
    total, room = 0.0, capacity
    for j in sorted(range(len(profits)), key=lambda j: -profits[j] / lengths[j]):
        if lengths[j] <= capacity:
            part = min(1.0, room / lengths[j])
            total += part * profits[j]
            room -= part * lengths[j]
    return total
