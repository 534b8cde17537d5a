"""The three-layer hierarchical Dirichlet process.

`fit_hdp` draws the topics of tokens, `fold_in` those of further documents given a fit.

G0 ~ DP(gamma, H); G_j ~ DP(beta, G0) for a document; G_ij ~ DP(alpha, G_j) for a sentence; each
token's term is drawn from a topic drawn from G_ij; H is a symmetric Dirichlet distribution over the
terms. `kernel_cache` says where the compiled sampler is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.errors import OptionError
from hyperdigest.progress import Progress, quiet
from hyperdigest.topics.data import (
    Corpus,
    TermPrior,
    TopicSample,
    arrange,
    check_whole,
    sample,
    term_mass,
)

if TYPE_CHECKING:
    from hyperdigest.topics.chains import Growth

LARGEST = 1e9
"""The largest concentration."""

NOWHERE = "no folder to keep them can be written, so set NUMBA_CACHE_DIR to one that can"


@dataclass(frozen=True, slots=True)
class TopicFit:
    """Samples of the posterior, and the course of the chains that drew them.

    `best` is the state of highest joint log-likelihood in the second half of the sweeps, `samples`
    are the states kept, chain by chain.
    """

    best: TopicSample
    samples: list[TopicSample]
    trace: NDArray[np.float64]  # (sweeps,) joint log-likelihood of the chain of `best`
    traces: NDArray[np.float64]  # (chains, sweeps) that of all chains
    concentrations: NDArray[np.float64]  # (chains, sweeps, 3) alpha, beta, gamma of each sweep


def fit_hdp(
    terms: ArrayLike,
    sentences: ArrayLike,
    documents: ArrayLike,
    n_terms: int,
    *,
    seed: int = 0,
    sweeps: int = 200,
    samples: int = 1,
    sentence_concentration: float = 0.75,
    document_concentration: float = 1.5,
    corpus_concentration: float = 7.0,
    term_concentration: float = 0.5,
    term_prior: TermPrior = "total",
    chains: int = 1,
    resample_concentrations: bool = False,
    progress: Progress = quiet,
) -> TopicFit:
    """Draw topics of all tokens from the posterior of a three-layer HDP by Gibbs sampling.

    Parameters
    ----------
    terms : (T,) term of each token, in 0..n_terms - 1.
    sentences : (T,) sentence of each token.
    documents : (N,) document of each sentence.
    n_terms : number of terms V.
    seed : the same seed gives the same fit, on any number of threads.
    sweeps : visits to every token, by each chain, after its start (`topics.chains.start`).
    samples : states S to keep of each chain: those after sweeps ceil(n/2 + k n/(2 S)), k = 1..S.
    sentence_concentration, document_concentration, corpus_concentration : alpha, beta, gamma.
    term_concentration : zeta, the prior mass of a topic's term distribution.
    term_prior : ``"total"``, zeta / V for each term, or ``"each"``, zeta for each term.
    chains : independent chains, run in threads.
    resample_concentrations : after the first quarter of the sweeps, resample alpha, beta, gamma
        before each, under priors Gamma(1, 1), Gamma(1, 1), Gamma(1, 0.1) (shape, rate).
    progress : called with ``"topics"``, sweeps done and sweeps in all.

    Raises
    ------
    OptionError, EmptyCollectionError
        where a parameter is out of its range; where there is no token.
    """
    start = (sentence_concentration, document_concentration, corpus_concentration)
    check_concentrations(*start, term_concentration)
    check_whole("seed", seed, 0)
    check_whole("sweeps", sweeps, 1)
    check_whole("samples", samples, 0)
    check_whole("chains", chains, 1)
    if samples > (sweeps + 1) // 2:
        raise OptionError(
            f"samples is {samples}: {sweeps} sweeps give at most {(sweeps + 1) // 2}, raise sweeps"
        )
    corpus = arrange(terms, sentences, documents, n_terms)

    from hyperdigest.topics.chains import Plan, run
    from hyperdigest.topics.gibbs import Concentrations

    plan = Plan(
        seed=seed,
        sweeps=sweeps,
        kept=tuple(-(-sweeps * (samples + k) // (2 * samples)) for k in range(1, samples + 1)),
        start=Concentrations(*map(float, start)),
        term_mass=term_mass(term_concentration, n_terms, term_prior),
        resample=resample_concentrations,
    )
    done = run(corpus, plan, chains, progress)
    best = max(done, key=lambda chain: chain.highest)
    return TopicFit(
        best=sample(corpus, best.best),
        samples=[kept for chain in done for kept in chain.kept],
        trace=best.trace,
        traces=np.array([chain.trace for chain in done]),
        concentrations=np.array([chain.concentrations for chain in done]),
    )


def check_concentrations(alpha: float, beta: float, gamma: float, zeta: float) -> None:
    """Raise an OptionError unless all are positive and not too large for double precision."""
    layers = {"sentence": alpha, "document": beta, "corpus": gamma, "term": zeta}
    for layer, value in layers.items():
        if not 0.0 < value <= LARGEST:
            given = f"{layer}_concentration is {value!r}"
            raise OptionError(f"{given}: give a number in (0, {LARGEST:g}]")


def fold_in(
    fit: TopicFit,
    terms: ArrayLike,
    sentences: ArrayLike,
    documents: ArrayLike,
    n_terms: int,
    *,
    seed: int = 0,
    sweeps: int = 50,
    term_concentration: float = 0.5,
    term_prior: TermPrior = "total",
    progress: Progress = quiet,
) -> TopicFit:
    """Draw the topics of new documents given those of the documents of a fit, which stay.

    Every sample of the fit, and its best, is continued on its own: the tables of its documents
    are drawn once, then the new tokens are visited again and again; they may open topics. The cost
    of a sweep depends on the new tokens alone. Alpha, beta and gamma are those the fit ended with,
    the mean of its chains.

    Parameters
    ----------
    fit : what `fit_hdp` or `fold_in` gave for the first tokens.
    terms : (T,) term of each token, in 0..n_terms - 1, the tokens of the fit first.
    sentences : (T,) sentence of each token.
    documents : (N,) document of each sentence; new ones have numbers above those of the fit.
    n_terms : number of terms V, new ones counted.
    seed : the same seed gives the same topics, on any number of threads.
    sweeps : visits to every new token.
    term_concentration, term_prior : as they were in the fit.
    progress : called with ``"topics"``, sweeps done and sweeps in all.

    Returns
    -------
    the fit with topics for all tokens. The topics of the fit keep their numbers; its traces and
    concentrations stay as they are.

    Raises
    ------
    OptionError
        where a parameter is out of its range or the tokens of the fit do not come first.
    """
    corpus = arrange(terms, sentences, documents, n_terms)
    growth = growth_of(corpus, fit, seed, sweeps, term_concentration, term_prior)

    from hyperdigest.topics.chains import grow

    starts = [in_order(corpus, old) for old in (fit.best, *fit.samples)]
    best, *samples = grow(growth, starts, progress)
    return replace(fit, best=best, samples=samples)


def growth_of(
    corpus: Corpus,
    fit: TopicFit,
    seed: int,
    sweeps: int,
    term_concentration: float,
    term_prior: TermPrior,
) -> Growth:
    """How the new documents of a corpus, behind those of a fit, get their topics; an OptionError
    where a parameter is out of its range or the first tokens are not those of documents."""
    alpha, beta, gamma = fit.concentrations[:, -1].mean(axis=0).tolist()
    check_concentrations(alpha, beta, gamma, term_concentration)
    check_whole("seed", seed, 0)
    check_whole("sweeps", sweeps, 1)
    mass = term_mass(float(term_concentration), corpus.n_terms, term_prior)
    fitted = fitted_documents(corpus, len(fit.best.assignments))

    from hyperdigest.topics.chains import Growth
    from hyperdigest.topics.gibbs import Concentrations

    return Growth(corpus, fitted, seed, sweeps, Concentrations(alpha, beta, gamma), mass)


def fitted_documents(corpus: Corpus, tokens: int) -> int:
    """How many documents hold the caller's first `tokens`; an OptionError where they are not the
    first of the corpus, or a new token stands in one of their documents."""
    first_tokens = corpus.sentence[corpus.document]
    if (corpus.order[:tokens] >= tokens).any() or tokens not in first_tokens:
        raise OptionError(
            f"the first {tokens} tokens are not those of the first documents: give the tokens of "
            "the fit first, and new documents higher numbers"
        )
    return int(np.searchsorted(first_tokens, tokens))


def in_order(corpus: Corpus, old: TopicSample) -> NDArray[np.int32]:
    """The topics of the tokens of a fit in the order of the corpus."""
    return old.assignments[corpus.order[: len(old.assignments)]]


def kernel_folder() -> Path | None:
    """The folder that keeps compiled kernels, None where none can be written."""
    from hyperdigest.topics.compiling import kept_in
    from hyperdigest.topics.gibbs import sweep

    return kept_in(sweep)


def kernel_cache() -> str:
    """Where compiled kernels are kept, or that none are yet."""
    from hyperdigest.topics.compiling import is_kept
    from hyperdigest.topics.gibbs import sweep

    if (folder := kernel_folder()) is None:
        return f"compiled in every run: {NOWHERE}"
    if is_kept(sweep):
        return f"compiled, in {folder}"
    return f"not compiled yet, to be kept in {folder}: `hyperdigest doctor --warm` does it"
