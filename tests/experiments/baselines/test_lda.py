"""The sampler of latent Dirichlet allocation draws from the model's own distributions."""

import numpy as np
import pytest

from hyperdigest.experiments.baselines.lda import count, first_allocation, sweep_lda, weigh_topics
from hyperdigest.topics.random import generator
from oracles.lda import conditional, posterior

ALPHA, ETA = 0.6, 0.2


def made(terms, documents, n_terms, n_topics, seed=0, z=None):
    start = np.random.default_rng(seed).integers(n_topics, size=len(terms)) if z is None else z
    columns = (np.array(column, np.int32) for column in (terms, documents, start))
    return first_allocation(generator(seed, 0), *columns, n_terms, n_topics)


@pytest.mark.parametrize("token", [0, 3, 8, 11])
def test_weights_of_topics_equal_the_exact_conditional(token):
    rng = np.random.default_rng(token)
    terms, documents = rng.integers(0, 4, 12), np.sort(rng.integers(0, 3, 12))
    chain = made(terms, documents, 4, 3, seed=token)
    z = chain.z.tolist()
    count(chain, token, -1)
    total = weigh_topics(chain, token, ALPHA, ETA)
    drawn = np.diff(chain.below, prepend=0.0) / total
    exact = conditional(z, token, terms.tolist(), documents.tolist(), 4, 3, ALPHA, ETA)
    np.testing.assert_allclose(drawn, exact, rtol=1e-12)


@pytest.mark.parametrize("sweeps", [0, 1, 40])
def test_counts_are_those_of_the_topics(sweeps):
    rng = np.random.default_rng(5)
    chain = made(rng.integers(0, 9, 80), np.sort(rng.integers(0, 4, 80)), 9, 5)
    for _ in range(sweeps):
        sweep_lda(chain, ALPHA, ETA)
    again = first_allocation(chain.rng, chain.term, chain.document, chain.z, 9, 5)
    assert (again.n_jk == chain.n_jk).all()
    assert (again.n_wk == chain.n_wk).all()
    assert (again.n_k == chain.n_k).all()


@pytest.mark.parametrize(
    ("terms", "documents", "n_terms", "alpha", "eta"),
    [
        ([0, 0, 1, 1, 0, 2], [0, 0, 0, 1, 1, 1], 3, 0.6, 0.2),
        ([0, 1, 0, 1, 2, 2, 0], [0, 0, 1, 1, 1, 2, 2], 3, 25.0, 0.1),
        ([0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1], 1, 0.3, 1.0),
    ],
)
def test_assignments_have_the_exact_posterior_distribution(terms, documents, n_terms, alpha, eta):
    exact = posterior(terms, documents, n_terms, 2, alpha, eta)
    chain = made(terms, documents, n_terms, 2, seed=1)
    place = 2 ** np.arange(len(terms))[::-1]
    drawn = np.empty(50_000, int)
    for n in range(len(drawn)):
        sweep_lda(chain, alpha, eta)
        drawn[n] = chain.z @ place
    shares = np.array(
        [np.bincount(part, minlength=len(exact)) / len(part) for part in np.split(drawn, 50)]
    )
    probability = np.array([exact[z] for z in sorted(exact)])
    common = probability > 0.002
    error = shares.std(0, ddof=1)[common] / 50**0.5
    shift = (shares.mean(0) - probability)[common] / error
    assert abs(shift).max() < 4.5
    assert (shift**2).mean() < 2.0


def test_planted_topics_are_found():
    rng = np.random.default_rng(2)
    topic = rng.integers(0, 3, 1200)
    documents = np.repeat(np.arange(30), 40)
    topic = np.where(rng.random(1200) < 0.9, documents % 3, topic)
    terms = topic * 10 + rng.integers(0, 10, 1200)
    chain = made(terms, documents, 30, 3)
    for _ in range(100):
        sweep_lda(chain, 0.5, 0.1)
    meeting = np.zeros((3, 3), int)
    np.add.at(meeting, (topic, chain.z), 1)
    assert (meeting.max(axis=1) > 0.9 * meeting.sum(axis=1)).all()
    assert sorted(meeting.argmax(axis=1)) == [0, 1, 2]


def test_the_initial_topics_are_not_changed():
    start = np.array([0, 1, 0, 1], np.int32)
    chain = made([0, 1, 2, 3], [0, 0, 1, 1], 4, 2, z=start)
    for _ in range(5):
        sweep_lda(chain, ALPHA, ETA)
    assert start.tolist() == [0, 1, 0, 1]
