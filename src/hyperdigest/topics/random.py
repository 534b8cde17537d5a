"""Random draws compiled by numba; each takes the state of a generator and changes only that.

The generator is xoshiro256++ (Blackman & Vigna 2021), seeded with splitmix64. If all shapes may be
near 0, gamma draws are computed as logarithms, which can be compared far below the smallest double.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from hyperdigest.topics.compiling import routine

Generator = NDArray[np.uint64]
"""(4,) state of a generator."""

WORD_MASK = 2**64 - 1


def generator(seed: int, stream: int) -> Generator:
    """A generator; different streams of one seed are independent."""
    counter = _mixed(_mixed(seed) + stream)
    return np.array([_mixed(counter + i) for i in range(4)], np.uint64)


def _mixed(word: int) -> int:
    """The output of splitmix64 (Steele, Lea & Flood 2014) at state `word`."""
    word = (word + 1) * 0x9E3779B97F4A7C15 & WORD_MASK
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD_MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD_MASK
    return word ^ word >> 31


@routine
def uniform(rng: Generator) -> float:
    """A double strictly between 0 and 1."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    drawn = a + d
    drawn = ((drawn << np.uint64(23)) | (drawn >> np.uint64(41))) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    rng[1] = b ^ c
    rng[0] = a ^ d
    rng[2] = c ^ shifted
    rng[3] = (d << np.uint64(45)) | (d >> np.uint64(19))
    return (np.int64(drawn >> np.uint64(12)) + 0.5) * 2.0**-52


@routine
def normal(rng: Generator) -> float:
    """A standard normal draw by the polar method."""
    while True:
        x = 2.0 * uniform(rng) - 1.0
        y = 2.0 * uniform(rng) - 1.0
        square = x * x + y * y
        if 0.0 < square < 1.0:
            return x * math.sqrt(-2.0 * math.log(square) / square)


@routine
def gamma(rng: Generator, shape: float) -> float:
    """A Gamma(shape, 1) draw (Marsaglia & Tsang 2000; below 1 Ahrens & Dieter 1974)."""
    if shape < 1.0:
        return small_gamma(rng, shape)
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = normal(rng)
        v = 1.0 + c * x
        if v > 0.0:
            v, u, square = v * v * v, uniform(rng), x * x
            if u < 1.0 - 0.0331 * square * square:
                return d * v
            if math.log(u) < 0.5 * square + d * (1.0 - v + math.log(v)):
                return d * v


@routine
def small_gamma(rng: Generator, shape: float) -> float:
    """A Gamma(shape, 1) draw for a shape below 1; 0 if it underflows."""
    bound = 1.0 + shape / math.e
    while True:
        p, u = bound * uniform(rng), uniform(rng)
        if p <= 1.0:
            x = math.exp(math.log(p) / shape)
            if u <= 1.0 - x or u <= math.exp(-x):
                return x
        else:
            x = -math.log((bound - p) / shape)
            if u <= x ** (shape - 1.0):
                return x


@routine
def log_gamma(rng: Generator, shape: float) -> float:
    """Logarithm of a Gamma(shape, 1) draw; finite for shape 0."""
    if shape >= 1.0:
        return math.log(gamma(rng, shape))
    return math.log(gamma(rng, shape + 1.0)) + math.log(uniform(rng)) / max(shape, 1e-300)


@routine
def log_beta(rng: Generator, a: float, b: float) -> tuple[float, float]:
    """Logarithms of x and 1 - x for x ~ Beta(a, b)."""
    x = log_gamma(rng, a)
    y = log_gamma(rng, b)
    most = max(x, y)
    total = most + math.log(math.exp(x - most) + math.exp(y - most))
    return x - total, y - total


@routine
def tables(rng: Generator, customers: int, concentration: float) -> int:
    """The number of tables that `customers` occupy in a Chinese restaurant (Antoniak 1974)."""
    occupied = min(customers, 1)
    for seated in range(1, customers):
        if uniform(rng) * (concentration + seated) < concentration:
            occupied += 1
    return occupied
