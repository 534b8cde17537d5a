"""The three-layer hierarchical Dirichlet process (HDP).

`fit_hdp` samples the topics of tokens, `fold_in` those of new documents given a fit.

G0 ~ DP(gamma, H); G_j ~ DP(beta, G0) for document j; G_ij ~ DP(alpha, G_j) for its sentence i; each
token's term is drawn from a topic drawn from G_ij; H is a symmetric Dirichlet distribution over the
terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.base.arrays import in_order_of_occurrence
from hyperdigest.errors import OptionError
from hyperdigest.progress import Progress, quiet
from hyperdigest.topics.data import (
    TermPrior,
    TokenColumns,
    TopicSample,
    arrange,
    check_integer,
    sample,
    term_mass,
)

if TYPE_CHECKING:
    from hyperdigest.topics.chains import Growth
    from hyperdigest.topics.sums import TopicSums

LARGEST_CONCENTRATION = 1e9
NO_CACHE_FOLDER = "no cache folder is writable, so set NUMBA_CACHE_DIR to a folder that is"


@dataclass(frozen=True, slots=True)
class TopicFit:
    """Samples of the posterior, and the trace of the chains that drew them.

    Parameters
    ----------
    best : the sample of highest joint log-likelihood in the second half of the sweeps.
    samples : the samples kept, chain by chain.
    trace : (sweeps,) joint log-likelihood of the chain of `best`.
    traces : (chains, sweeps) that of all chains.
    concentrations : (chains, sweeps, 3) alpha, beta and gamma at each sweep.
    """

    best: TopicSample
    samples: list[TopicSample]
    trace: NDArray[np.float64]
    traces: NDArray[np.float64]
    concentrations: NDArray[np.float64]


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
    """Sample the topics of all tokens from the posterior of a three-layer HDP by Gibbs sampling.

    Parameters
    ----------
    terms : (T,) term of each token, in 0..n_terms - 1.
    sentences : (T,) sentence of each token.
    documents : (N,) document of each sentence.
    n_terms : number of terms V.
    seed : the same seed gives the same fit, on any number of threads.
    sweeps : number n of sweeps of each chain over all tokens, after its start
        (`topics.chains.start_chain`).
    samples : number S of samples kept of each chain, after sweeps ceil(n/2 + k n/(2 S)), k = 1..S.
    sentence_concentration, document_concentration, corpus_concentration : alpha, beta, gamma.
    term_concentration : zeta, the prior mass of a topic's term distribution.
    term_prior : ``"total"``, zeta / V for each term, or ``"each"``, zeta for each term.
    chains : number of independent chains, run in threads.
    resample_concentrations : resample alpha, beta and gamma before each sweep after the first
        quarter, with priors Gamma(1, 1), Gamma(1, 1), Gamma(1, 0.1) (shape, rate).
    progress : called with ``"topics"``, sweeps done and sweeps in all.

    Raises
    ------
    OptionError
        if a parameter is out of its range.
    EmptyCollectionError
        if there is no token.
    """
    initial = (sentence_concentration, document_concentration, corpus_concentration)
    check_concentrations(*initial, term_concentration)
    check_integer("seed", seed, 0)
    check_integer("sweeps", sweeps, 1)
    check_integer("samples", samples, 0)
    check_integer("chains", chains, 1)
    check_samples(samples, sweeps)
    corpus = arrange(terms, sentences, documents, n_terms)

    from hyperdigest.topics.chains import Plan, run_chains
    from hyperdigest.topics.gibbs import Concentrations

    plan = Plan(
        seed=seed,
        sweeps=sweeps,
        kept=tuple(-(-sweeps * (samples + k) // (2 * samples)) for k in range(1, samples + 1)),
        initial=Concentrations(*map(float, initial)),
        term_mass=term_mass(term_concentration, n_terms, term_prior),
        resample=resample_concentrations,
    )
    results = run_chains(corpus, plan, chains, progress)
    best = max(results, key=lambda chain: chain.highest)
    return TopicFit(
        best=sample(corpus, best.best),
        samples=[each for chain in results for each in chain.samples],
        trace=best.trace,
        traces=np.array([chain.trace for chain in results]),
        concentrations=np.array([chain.concentrations for chain in results]),
    )


def check_concentrations(alpha: float, beta: float, gamma: float, zeta: float) -> None:
    """Raise OptionError unless all are positive and not too large for double precision."""
    layers = {"sentence": alpha, "document": beta, "corpus": gamma, "term": zeta}
    for layer, value in layers.items():
        if not 0.0 < value <= LARGEST_CONCENTRATION:
            given = f"{layer}_concentration is {value!r}"
            raise OptionError(f"{given}: give a number in (0, {LARGEST_CONCENTRATION:g}]")


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
    """Sample the topics of new documents given the topics of a fit, which do not change.

    Every sample of the fit, and its best one, is continued separately: the new tokens get topics
    one after the other, given the sums over the fitted ones, and are swept over; they may open
    topics. The cost of a sweep depends only on the new tokens. Alpha, beta and gamma are the final
    ones of the fit, averaged over its chains.

    Parameters
    ----------
    fit : the result of `fit_hdp` or `fold_in` for the first tokens.
    terms : (T,) term of each token, in 0..n_terms - 1, the tokens of the fit first.
    sentences : (T,) sentence of each token.
    documents : (N,) document of each sentence; new ones have numbers above those of the fit.
    n_terms : number of terms V, with new ones.
    seed : the same seed gives the same topics, on any number of threads.
    sweeps : number of sweeps over the new tokens.
    term_concentration, term_prior : as in the fit.
    progress : called with ``"topics"``, sweeps done and sweeps in all.

    Returns
    -------
    the fit with topics for all tokens. The topics of the fit keep their numbers; its traces and
    concentrations are unchanged.

    Raises
    ------
    OptionError
        if a parameter is out of its range, or the tokens of the fit do not come first.
    """
    corpus = arrange(terms, sentences, documents, n_terms)
    first_new = fitted_documents(corpus, len(fit.best.assignments))
    new = corpus.from_document(first_new)
    growth = growth_of(new, fit.concentrations, seed, sweeps, term_concentration, term_prior)

    from hyperdigest.topics.sums import sums_of

    old = [fit.best, *fit.samples]
    fitted = corpus.to_document(first_new)
    drawn = topics_of_new(growth, [sums_of(sample, fitted) for sample in old], progress)
    best, *samples = (sample.and_then(topics) for sample, topics in zip(old, drawn, strict=True))
    return replace(fit, best=best, samples=samples)


def topics_of_new(
    growth: Growth, others: Sequence[TopicSums], progress: Progress = quiet
) -> list[NDArray[np.int32]]:
    """The topics of the tokens of new documents, in the caller's order, for each state of others.

    Topics of others keep their numbers; new ones follow, numbered as they occur.
    """
    from hyperdigest.topics.chains import grow

    drawn = grow(growth, others, progress)
    return [
        _numbered(growth.corpus, topics, len(sums.tokens))
        for sums, topics in zip(others, drawn, strict=True)
    ]


def _numbered(corpus: TokenColumns, drawn: NDArray[np.uint32], n_old: int) -> NDArray[np.int32]:
    topics = np.empty(len(drawn), np.int32)
    topics[corpus.order] = drawn
    used, places = in_order_of_occurrence(topics)
    is_new = used >= n_old
    return np.where(is_new, n_old - 1 + is_new.cumsum(), used).astype(np.int32)[places]


def growth_of(
    new: TokenColumns,
    concentrations: NDArray[np.float64],
    seed: int,
    sweeps: int,
    term_concentration: float,
    term_prior: TermPrior,
) -> Growth:
    """How to sample the topics of new documents, given the concentrations of the fit of others.

    Raises OptionError if a parameter is out of its range.
    """
    alpha, beta, gamma = concentrations[:, -1].mean(axis=0).tolist()
    check_concentrations(alpha, beta, gamma, term_concentration)
    check_integer("seed", seed, 0)
    check_integer("sweeps", sweeps, 1)
    mass = term_mass(float(term_concentration), new.n_terms, term_prior)

    from hyperdigest.topics.chains import Growth
    from hyperdigest.topics.gibbs import Concentrations

    return Growth(new, seed, sweeps, Concentrations(alpha, beta, gamma), mass)


def fitted_documents(corpus: TokenColumns, n_tokens: int) -> int:
    """The number of documents that the caller's first tokens fill.

    Raises OptionError if these tokens are not those of the first documents of the corpus.
    """
    first_tokens = corpus.sentence[corpus.document]
    if (corpus.order[:n_tokens] >= n_tokens).any() or n_tokens not in first_tokens:
        raise OptionError(
            f"the first {n_tokens} tokens are not those of the first documents: give the tokens of "
            "the fit first, and new documents higher numbers"
        )
    return int(np.searchsorted(first_tokens, n_tokens))


def kernel_folder() -> Path | None:
    """The cache folder of compiled kernels; None if none is writable."""
    from hyperdigest.topics.compiling import cache_folder
    from hyperdigest.topics.gibbs import sweep

    return cache_folder(sweep)


def kernel_cache() -> str:
    """A message that says whether the kernels are compiled, and where they are cached."""
    from hyperdigest.topics.compiling import is_cached
    from hyperdigest.topics.gibbs import sweep

    if (folder := kernel_folder()) is None:
        return f"compiled in every run: {NO_CACHE_FOLDER}"
    if is_cached(sweep):
        return f"compiled, in {folder}"
    return f"not compiled yet (cache folder {folder}): run `hyperdigest doctor --warm`"


def check_samples(samples: int, sweeps: int) -> None:
    """Raise OptionError if so many sweeps do not give so many samples."""
    if samples > (sweeps + 1) // 2:
        raise OptionError(
            f"samples is {samples}: {sweeps} sweeps give at most {(sweeps + 1) // 2}, raise sweeps"
        )
