"""Significance by every swap and every draw there is, for few clusters."""

from fractions import Fraction
from itertools import product


def by_cluster(values, clusters):
    return [
        [value for value, of in zip(values, clusters, strict=True) if of == cluster]
        for cluster in dict.fromkeys(clusters)
    ]


def randomization(differences, clusters):
    """Share of the swaps of systems, cluster by cluster, that differ as much as was seen."""
    sums = [sum(map(Fraction, group)) for group in by_cluster(differences, clusters)]
    swaps = list(product((1, -1), repeat=len(sums)))
    as_far = [
        swap
        for swap in swaps
        if abs(sum(sign * one for sign, one in zip(swap, sums, strict=True))) >= abs(sum(sums))
    ]
    return len(as_far) / len(swaps)


def drawn_means(values, clusters):
    """The mean over tasks of every draw of as many clusters as there are, sorted."""
    groups = [list(map(Fraction, group)) for group in by_cluster(values, clusters)]
    draws = product(groups, repeat=len(groups))
    return sorted(
        sum(sum(group) for group in draw) / sum(len(group) for group in draw) for draw in draws
    )
