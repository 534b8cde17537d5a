"""The sampler draws from the exact posterior, known by summing over all partitions."""

import numpy as np
import pytest

from hyperdigest.topics import fit_hdp
from oracles.topics import posterior

CASES = {
    "two documents": ([0, 0, 1, 1, 0, 2, 1], [0, 0, 0, 1, 1, 2, 2], [0, 0, 1], 3, 0.5),
    "words say nothing": ([0] * 6, [0, 0, 1, 1, 2, 2], [0, 1, 1], 1, 0.5),
    "words say much": ([0, 1, 0, 1, 0, 1], [0, 0, 1, 1, 2, 2], [0, 0, 1], 2, 0.05),
    "one sentence": ([0, 0, 1, 2, 2, 3], [0] * 6, [0], 4, 1.0),
    "a document each": ([0, 0, 1, 1, 0, 1], list(range(6)), list(range(6)), 2, 0.2),
    "nearly equal topics": ([0, 1, 2, 0, 1, 2], [0, 0, 0, 1, 1, 1], [0, 1], 3, 20.0),
}
BATCHES = 50


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(
    "concentrations", [(0.75, 1.5, 7.0), pytest.param((3.0, 0.4, 0.8), marks=pytest.mark.slow)]
)
def test_partitions_have_the_exact_posterior_distribution(name, concentrations):
    terms, sentences, documents, n_terms, mass = CASES[name]
    exact = posterior(terms, sentences, documents, n_terms, *concentrations, mass)
    alpha, beta, gamma = concentrations
    fit = fit_hdp(
        terms, sentences, documents, n_terms, seed=3, sweeps=24_000, samples=12_000,
        sentence_concentration=alpha, document_concentration=beta, corpus_concentration=gamma,
        term_concentration=mass, term_prior="each",
    )  # fmt: skip
    number = {partition: n for n, partition in enumerate(exact)}
    drawn = np.array([number[tuple(sample.assignments.tolist())] for sample in fit.samples])
    shares = np.array(
        [np.bincount(part, minlength=len(exact)) / len(part) for part in np.split(drawn, BATCHES)]
    )
    probability = np.array(list(exact.values()))
    error = shares.std(0, ddof=1) / BATCHES**0.5
    common = probability > 0.005
    shift = (shares.mean(0) - probability)[common] / error[common]
    assert abs(shift).max() < 4.5
    assert (shift**2).mean() < 2.0
