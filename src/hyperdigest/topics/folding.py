"""Folding new documents into fitted topics."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.errors import OptionError
from hyperdigest.progress import Progress, quiet
from hyperdigest.topics.data import Corpus, TermPrior, TopicSample, arrange, check_whole, term_mass
from hyperdigest.topics.hdp import TopicFit, check_concentrations

if TYPE_CHECKING:
    from hyperdigest.topics.chains import Growth


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
    """How the new documents of a corpus, behind those of a fit, get their topics.

    Raises
    ------
    OptionError
        where a parameter is out of its range or the first tokens are not those of documents.
    """
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
    """How many documents hold the caller's first `tokens`.

    Raises
    ------
    OptionError
        where they are not the first of the corpus, or a new token stands in one of their documents.
    """
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
