"""Folding new documents into fitted topics."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.errors import OptionError
from hyperdigest.progress import Progress, quiet
from hyperdigest.topics.corpus import Corpus, arrange, check_whole
from hyperdigest.topics.hdp import TopicFit, check_concentrations
from hyperdigest.topics.prior import TermPrior, term_mass
from hyperdigest.topics.samples import TopicSample

if TYPE_CHECKING:
    from hyperdigest.topics.growing import Growth


def fold_in(
    fit: TopicFit,
    terms: ArrayLike,
    sentences: ArrayLike,
    documents: ArrayLike,
    n_terms: int,
    *,
    seed: int = 0,
    sweeps: int = 50,
    sentence_concentration: float = 0.75,
    document_concentration: float = 1.5,
    corpus_concentration: float = 7.0,
    term_concentration: float = 0.5,
    term_prior: TermPrior = "total",
    progress: Progress = quiet,
) -> TopicFit:
    """Draw the topics of new documents given those of the documents of a fit, which stay.

    Every sample of the fit, and its best, is continued on its own: the tables of its documents
    are drawn once, then the new tokens are visited again and again; they may open topics. The cost
    of a sweep depends on the new tokens alone.

    Parameters
    ----------
    fit : what `fit_hdp` or `fold_in` gave for the first tokens.
    terms : (T,) term of each token, in 0..n_terms - 1, the tokens of the fit first.
    sentences : (T,) sentence of each token.
    documents : (N,) document of each sentence; new ones have numbers above those of the fit.
    n_terms : number of terms V, new ones counted.
    seed : the same seed gives the same topics, on any number of threads.
    sweeps : visits to every new token.
    sentence_concentration, document_concentration, corpus_concentration, term_concentration,
    term_prior : as they were in the fit.
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
    start = (sentence_concentration, document_concentration, corpus_concentration)
    growth = growth_of(
        corpus, len(fit.best.assignments), seed, sweeps, (*start, term_concentration), term_prior
    )

    from hyperdigest.topics.growing import run

    starts = [in_order(corpus, old) for old in (fit.best, *fit.samples)]
    best, *samples = run(growth, starts, progress)
    return replace(fit, best=best, samples=samples)


def growth_of(
    corpus: Corpus,
    tokens: int,
    seed: int,
    sweeps: int,
    concentrations: tuple[float, float, float, float],
    term_prior: TermPrior,
) -> Growth:
    """How the new documents of a corpus, behind those of its first `tokens`, get their topics.

    Parameters
    ----------
    concentrations : of sentences, documents, corpus and terms.

    Raises
    ------
    OptionError
        where a parameter is out of its range or the first tokens are not those of documents.
    """
    check_concentrations(*concentrations)
    check_whole("seed", seed, 0)
    check_whole("sweeps", sweeps, 1)
    *start, zeta = map(float, concentrations)
    mass = term_mass(zeta, corpus.n_terms, term_prior)
    fitted = fitted_documents(corpus, tokens)

    from hyperdigest.topics.concentrations import Concentrations
    from hyperdigest.topics.growing import Growth

    return Growth(corpus, fitted, seed, sweeps, Concentrations(*start), mass)


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
