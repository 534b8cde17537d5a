"""Where the nodes of a drawing stand: springs and repulsion, then labels pushed off each other.

Only sums, products, quotients and square roots are taken, in a fixed order and from a fixed
start, so that the same drawing has the same coordinates wherever it is made.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.arrays import Floats

STEPS = 320
APART = 400
"""Steps in which labels are pushed off each other, at most, before the drawing grows."""

BY_ORDER = 0.6
"""How much the places of nodes follow their order alone, so that none is crowded out."""

_TURN = (-0.7373688780783197, 0.6754902942615238)
"""Cosine and sine of the golden angle: the start is a sunflower's spiral."""


@dataclass(frozen=True, slots=True, eq=False)
class Springs:
    """What is to be laid out."""

    sizes: Floats  # (n, 2) width and height of each node with its label
    ends: NDArray[np.intp]  # (m, 2) the nodes of each spring
    pulls: Floats  # (m,) its strength, in (0, 1]
    centre: int = -1  # a node that is kept in the middle, -1 for none


def laid_out(springs: Springs, width: float, height: float) -> tuple[Floats, float]:
    """(n, 2) centres of the nodes in a frame, and the height of it. The height grows until no two
    labels overlap."""
    if not len(springs.sizes):
        return np.empty((0, 2)), height
    places = _relaxed(springs, width / height)
    while True:
        frame = np.array([width, height])
        standing, apart = _apart(_filling(places, springs.sizes, frame), springs, frame)
        if apart:
            return np.round(standing, 1), height
        height = float(round(height * 1.15))


def _relaxed(springs: Springs, aspect: float) -> Floats:
    """Places of the nodes as points in the plane after Fruchterman and Reingold (1991)."""
    n = len(springs.sizes)
    places, (x, y) = np.empty((n, 2)), (1.0, 0.0)
    for node in range(n):
        radius = float(np.sqrt(node + 0.5))
        places[node] = radius * x, radius * y
        x, y = x * _TURN[0] - y * _TURN[1], x * _TURN[1] + y * _TURN[0]
    stretch = np.array([aspect**0.5, aspect**-0.5])
    one, other = springs.ends.T
    for step in range(STEPS):
        gaps = places[:, None, :] - places[None, :, :]
        squares = np.maximum(gaps[..., 0] ** 2 + gaps[..., 1] ** 2, 1e-4)
        push = _summed(gaps / squares[..., None])
        along = places[one] - places[other]
        length = np.sqrt(along[:, 0] ** 2 + along[:, 1] ** 2)
        pull = along * (springs.pulls * length)[:, None]
        np.subtract.at(push, one, pull)
        np.add.at(push, other, pull)
        push -= 0.12 * places
        if springs.centre >= 0:
            push[springs.centre] -= 4 * places[springs.centre]
        size = np.sqrt(push[:, 0] ** 2 + push[:, 1] ** 2)
        heat = 0.5 * (1 - step / STEPS)
        places = places + push * (np.minimum(size, heat) / np.maximum(size, 1e-9))[:, None]
    return np.asarray(places * stretch)


def _summed(gaps: Floats) -> Floats:
    """(n, 2) sums over the second axis, one after the other."""
    total = np.zeros((gaps.shape[0], 2))
    for other in range(gaps.shape[1]):
        total += gaps[:, other]
    return total


def _filling(places: Floats, sizes: Floats, frame: Floats) -> Floats:
    """The places stretched over the frame, as much by their order as by their distances."""
    low, high = places.min(axis=0), places.max(axis=0)
    spread = np.maximum(high - low, 1e-9)
    order = np.argsort(places, axis=0, kind="stable")
    ranks = np.empty_like(places)
    np.put_along_axis(ranks, order, np.arange(len(places))[:, None] + 0.5, axis=0)
    even = BY_ORDER * ranks / len(places) + (1 - BY_ORDER) * (places - low) / spread
    return np.asarray(sizes / 2 + even * np.maximum(frame - sizes, 0.0))


def _apart(places: Floats, springs: Springs, frame: Floats) -> tuple[Floats, bool]:
    """The places with overlapping labels pushed apart, and whether none overlap now."""
    half = springs.sizes / 2
    reach = half[:, None, :] + half[None, :, :]
    for _ in range(APART):
        gaps = places[:, None, :] - places[None, :, :]
        over = reach - np.abs(gaps)
        np.fill_diagonal(over[..., 0], -1.0)
        hit = (over[..., 0] > 0.05) & (over[..., 1] > 0.05)
        if not hit.any():
            return places, True
        sideways = over[..., 0] * 0.6 < over[..., 1]
        sign = np.where(gaps > 0, 1.0, -1.0)
        level = gaps == 0
        order = np.arange(len(places))
        sign = np.where(level, np.where(order[:, None] > order, 1.0, -1.0)[..., None], sign)
        step = np.zeros_like(gaps)
        step[..., 0] = np.where(hit & sideways, sign[..., 0] * over[..., 0] * 0.5, 0.0)
        step[..., 1] = np.where(hit & ~sideways, sign[..., 1] * over[..., 1] * 0.5, 0.0)
        places = np.clip(places + 0.7 * _summed(step), half, np.maximum(frame - half, half))
    return places, False
