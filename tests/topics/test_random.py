"""Draws follow their distributions, also at shapes at which they underflow."""

import numpy as np
import pytest
from scipy import stats

from hyperdigest.topics.random import gamma, generator, log_beta, log_gamma, normal, tables, uniform
from oracles.topics import tables_prior

N = 4000


def test_the_generator_is_xoshiro256_plus_plus():
    state = np.array([1, 2, 3, 4], np.uint64)
    uniform(state)
    assert state.tolist() == [7, 0, 262146, 6 << 45]
    first = 41943041
    assert uniform(np.array([1, 2, 3, 4], np.uint64)) == ((first >> 12) + 0.5) * 2.0**-52


def test_streams_and_seeds_differ():
    firsts = {uniform(generator(seed, stream)) for seed in range(50) for stream in range(50)}
    assert len(firsts) == 2500


def test_uniform_draws_are_strictly_between_0_and_1():
    lowest = np.array([0, 1, 2, 0], np.uint64)
    highest = np.array([2**64 - 1, 1, 2, 0], np.uint64)
    assert 0.0 < uniform(lowest) < 1.0
    assert 0.0 < uniform(highest) < 1.0


def test_uniform_and_normal_draws_have_their_distributions():
    rng = generator(1, 0)
    assert stats.kstest([uniform(rng) for _ in range(N)], "uniform").pvalue > 0.001
    assert stats.kstest([normal(rng) for _ in range(N)], "norm").pvalue > 0.001


@pytest.mark.parametrize("shape", [1e-3, 0.02, 0.5, 1.0, 1.5, 7.0, 1e6])
@pytest.mark.parametrize("draw", [gamma, lambda rng, shape: np.exp(log_gamma(rng, shape))])
def test_gamma_draws_have_their_distribution(draw, shape):
    rng = generator(2, 0)
    drawn = np.array([draw(rng, shape) for _ in range(N)])
    assert stats.kstest(drawn[drawn > 0], lambda x: inside(x, shape)).pvalue > 0.001


def inside(x, shape):
    """Distribution function of Gamma(shape, 1), given that the draw does not underflow."""
    below = stats.gamma.cdf(5e-324, shape)
    return (stats.gamma.cdf(x, shape) - below) / (1 - below)


def test_a_gamma_draw_that_underflows_is_zero():
    rng = generator(3, 0)
    assert [gamma(rng, shape) for shape in (0.0, 5e-324, 1e-300)] == [0.0, 0.0, 0.0]


def test_log_gamma_draws_of_vanishing_shapes_are_finite():
    rng = generator(3, 0)
    assert all(np.isfinite(log_gamma(rng, shape)) for shape in (0.0, 5e-324, 1e-300, 1e-10))


@pytest.mark.parametrize(("a", "b"), [(1.02, 0.4), (0.05, 0.05), (3.0, 40.0)])
def test_beta_draws_have_their_distribution(a, b):
    rng = generator(4, 0)
    logs = np.array([log_beta(rng, a, b) for _ in range(N)])
    assert np.allclose(np.exp(logs).sum(1), 1.0)
    for column, exact in ((0, stats.beta(a, b)), (1, stats.beta(b, a))):
        drawn = np.exp(logs[:, column])
        lower, share = drawn[drawn < 0.9], exact.cdf(0.9)
        assert stats.binomtest(len(lower), N, share).pvalue > 0.001
        assert stats.kstest(lower, lambda x, d=exact, s=share: d.cdf(x) / s).pvalue > 0.001


def test_beta_draws_with_a_zero_parameter_are_at_the_ends():
    rng = generator(5, 0)
    assert log_beta(rng, 1.0, 0.0)[0] == 0.0
    assert log_beta(rng, 0.0, 1.0)[1] == 0.0


@pytest.mark.parametrize("customers", [0, 1, 2, 9])
def test_numbers_of_tables_have_their_distribution(customers):
    rng = generator(6, 0)
    seen = np.bincount([tables(rng, customers, 0.8) for _ in range(N)], minlength=customers + 1)
    exact = tables_prior(np.eye(customers + 1)[customers], 0.8)
    possible = exact > 0
    assert seen[~possible].sum() == 0
    assert stats.chisquare(seen[possible], N * exact[possible]).pvalue > 0.001 or customers < 2
