"""The three-layer hierarchical Dirichlet process: what a user fits and gets.

Section (topicSection). G0 ~ DP(gamma, H); G_j ~ DP(beta, G0) for a document; G_ij ~ DP(alpha, G_j)
for a sentence; each token's term is drawn from a topic drawn from G_ij; H is a symmetric Dirichlet
distribution over the terms.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hyperdigest.errors import EmptyCollectionError, OptionError
from hyperdigest.progress import Progress, quiet

TermPrior = Literal["total", "each"]
LARGEST = 1e9


@dataclass(frozen=True, slots=True)
class TopicSample:
    """The topic of each token in one state of a chain: (T,) in 0..n_topics - 1, none empty."""

    assignments: NDArray[np.int32]
    n_topics: int


@dataclass(frozen=True, slots=True)
class TopicFit:
    """What the sampler saw.

    Parameters
    ----------
    best : the state of highest joint log-likelihood in the second half of the sweeps.
    samples : the states kept, chain by chain.
    trace : (sweeps,) joint log-likelihood of the chain of `best`.
    traces : (chains, sweeps) that of all chains.
    concentrations : (chains, sweeps, 3) alpha, beta and gamma used in each sweep.
    """

    best: TopicSample
    samples: list[TopicSample]
    trace: NDArray[np.float64]
    traces: NDArray[np.float64]
    concentrations: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Tokens in the order of documents, then sentences; `order` is where each stood before."""

    order: NDArray[np.int64]
    term: NDArray[np.int32]
    sentence: NDArray[np.int32]
    document: NDArray[np.int32]
    n_terms: int


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
    sweeps : visits to every token, by each chain, after a first one that gives it a topic.
    samples : states S to keep of each chain: those after sweeps ceil(n/2 + k n/(2 S)), k = 1..S.
    sentence_concentration, document_concentration, corpus_concentration : alpha, beta, gamma.
    term_concentration : zeta, the prior mass of a topic's term distribution.
    term_prior : ``"total"``, zeta / V for each term, or ``"each"``, zeta for each term.
    chains : independent chains, run in threads.
    resample_concentrations : resample alpha, beta, gamma after every sweep, under priors
        Gamma(1, 1), Gamma(1, 1), Gamma(1, 0.1) (shape, rate); the values given are the first.
    progress : called with ``"topics"``, sweeps done and sweeps in all.

    Raises
    ------
    OptionError, EmptyCollectionError
        where a parameter is out of its range; where there is no token.
    """
    for name, value in (
        ("sentence_concentration", sentence_concentration),
        ("document_concentration", document_concentration),
        ("corpus_concentration", corpus_concentration),
        ("term_concentration", term_concentration),
    ):
        if not 0.0 < value <= LARGEST:
            raise OptionError(f"{name} is {value!r}: give a number in (0, {LARGEST:g}]")
    if term_prior not in get_args(TermPrior):
        raise OptionError(f"term_prior is {term_prior!r}: choose total or each")
    check_whole("seed", seed, 0)
    check_whole("sweeps", sweeps, 1)
    check_whole("samples", samples, 0)
    check_whole("chains", chains, 1)
    if samples > (sweeps + 1) // 2:
        raise OptionError(f"samples is {samples}: take at most half of the {sweeps} sweeps")
    corpus = arrange(terms, sentences, documents, n_terms)

    from hyperdigest.topics.chains import Plan, run
    from hyperdigest.topics.concentrations import Concentrations

    plan = Plan(
        seed=seed,
        sweeps=sweeps,
        kept=tuple(-(-sweeps * (samples + k) // (2 * samples)) for k in range(1, samples + 1)),
        start=Concentrations(sentence_concentration, document_concentration, corpus_concentration),
        term_mass=term_concentration / n_terms if term_prior == "total" else term_concentration,
        resample=resample_concentrations,
    )
    done = run(corpus, plan, chains, progress)
    best = max(done, key=lambda chain: chain.highest)
    return TopicFit(
        best=sample(corpus, best.best),
        samples=[sample(corpus, z) for chain in done for z in chain.kept],
        trace=best.trace,
        traces=np.array([chain.trace for chain in done]),
        concentrations=np.array([chain.concentrations for chain in done]),
    )


def check_whole(name: str, value: int, low: int) -> None:
    """Raise an OptionError unless `value` is a whole number from `low` on."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < low:
        raise OptionError(f"{name} is {value!r}: give a whole number from {low} on")


def arrange(terms: ArrayLike, sentences: ArrayLike, documents: ArrayLike, n_terms: int) -> Corpus:
    """Check the columns and sort the tokens by document, then sentence; empty ones drop out."""
    check_whole("n_terms", n_terms, 1)
    term, sentence, document = (
        column(name, values)
        for name, values in (("terms", terms), ("sentences", sentences), ("documents", documents))
    )
    if len(term) == 0:
        raise EmptyCollectionError("no token to fit topics to: add text with words in it")
    if len(term) != len(sentence):
        raise OptionError(
            f"terms has {len(term)} tokens and sentences {len(sentence)}: give one of each a token"
        )
    within("terms", term, n_terms)
    within("sentences", sentence, len(document))
    within("documents", document, np.iinfo(np.int32).max)
    home = document[sentence]
    order = np.lexsort((sentence, home))
    new_document = np.diff(home[order], prepend=-1) != 0
    new_sentence = new_document | (np.diff(sentence[order], prepend=-1) != 0)
    first_tokens = np.flatnonzero(new_sentence)
    return Corpus(
        order=order,
        term=term[order].astype(np.int32),
        sentence=np.append(first_tokens, len(term)).astype(np.int32),
        document=np.append(np.flatnonzero(new_document[first_tokens]), len(first_tokens)).astype(
            np.int32
        ),
        n_terms=int(n_terms),
    )


def column(name: str, values: ArrayLike) -> NDArray[np.int64]:
    """`values` as one column of whole numbers."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise OptionError(f"{name} has {array.ndim} dimensions: give one column")
    if array.size and array.dtype.kind not in "iu":
        raise OptionError(f"{name} holds {array.dtype}: give whole numbers")
    return array.astype(np.int64)


def within(name: str, values: NDArray[np.int64], end: int) -> None:
    """Raise an OptionError unless all `values` lie in 0..end - 1."""
    outside = values[(values < 0) | (values >= end)]
    if len(outside):
        raise OptionError(f"{name} holds {outside[0]}: give numbers from 0 to {end - 1}")


def sample(corpus: Corpus, z: NDArray[np.int32]) -> TopicSample:
    """A state in the caller's order of tokens, its topics numbered as they first occur."""
    mine = np.empty_like(z)
    mine[corpus.order] = z
    used, first, number = np.unique(mine, return_index=True, return_inverse=True)
    rank = np.empty(len(used), np.int32)
    rank[np.argsort(first)] = np.arange(len(used), dtype=np.int32)
    return TopicSample(rank[number], len(used))
