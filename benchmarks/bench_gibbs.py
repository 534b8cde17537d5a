"""How many tokens a CPU second the sampler visits, and its peers on the same corpus.

    python benchmarks/bench_gibbs.py [--documents 30 300 3000] [--no-peers]

Concentrations: corpus 7, document 5, sentence 1; 0.01 or 0.5 a term. hyperdigest samples three
layers (corpus, document, sentence); tomotopy and gensim know two, and are given sentences
(concentration 1) or whole documents (concentration 5) as their documents. tomotopy samples as we
do, gensim's variational pass looks at every document once. A ratio says how many times as fast
hyperdigest is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from corpora import Corpus, corpus
from hyperdigest.topics import TopicFit, fit_hdp
from measuring import MISSING, peer, table, timed

GAMMA, BETA, ALPHA = 7.0, 5.0, 1.0
PRIORS = 0.01, 0.5
VISITS = 8_000_000
"""Visits to a token in a run, so that every size takes some tenths of a second or more."""

LARGEST_FOR_GENSIM = 300
"""In documents: its pass over more takes minutes."""


@dataclass(frozen=True)
class Run:
    """How fast one sampler went: tokens a CPU second and the topics it ended with."""

    rate: float
    topics: int


def sweeps_for(data: Corpus) -> int:
    """As many as make `VISITS`, between 10 and 200."""
    return int(np.clip(VISITS // len(data.terms), 10, 200))


def fitted(data: Corpus, zeta: float, sweeps: int) -> TopicFit:
    """What the three-layer sampler of this project finds."""
    return fit_hdp(
        *data.arrays,
        sweeps=sweeps,
        corpus_concentration=GAMMA,
        document_concentration=BETA,
        sentence_concentration=ALPHA,
        term_concentration=zeta,
        term_prior="each",
    )


def ours(data: Corpus, zeta: float, sweeps: int) -> Run:
    """The three-layer sampler of this project."""
    fit, cpu = timed(lambda: fitted(data, zeta, sweeps))
    return Run(len(data.terms) * sweeps / cpu, fit.best.n_topics)


def groups(data: Corpus, by_sentence: bool) -> list[list[str]]:
    """The terms of each sentence or document, as the strings peers take."""
    of = data.sentences if by_sentence else data.documents[data.sentences]
    names = [str(term) for term in range(data.n_terms)]
    bounds = np.searchsorted(of, np.arange(of[-1] + 2)).tolist()
    drawn = [names[term] for term in data.terms.tolist()]
    return [drawn[a:b] for a, b in pairwise(bounds)]


def tomotopy_run(data: Corpus, zeta: float, sweeps: int, by_sentence: bool) -> Run | None:
    """tomotopy's two-layer sampler."""
    tomotopy = peer("tomotopy")
    if tomotopy is None:
        return None
    concentration = ALPHA if by_sentence else BETA
    model = tomotopy.HDPModel(gamma=GAMMA, alpha=concentration, eta=zeta, seed=1)
    for group in groups(data, by_sentence):
        model.add_doc(group)
    model.train(0)
    _, cpu = timed(lambda: model.train(sweeps, workers=1))
    return Run(len(data.terms) * sweeps / cpu, model.live_k)


def gensim_run(data: Corpus, zeta: float, sweeps: int, by_sentence: bool) -> Run | None:
    """gensim's online variational inference: one pass, whatever `sweeps`."""
    models = peer("gensim.models")
    dictionary = peer("gensim.corpora")
    if models is None or dictionary is None:
        return None
    named = groups(data, by_sentence)
    words = dictionary.Dictionary(named)
    bags = [words.doc2bow(group) for group in named]
    concentration = ALPHA if by_sentence else BETA
    _, cpu = timed(
        lambda: models.HdpModel(
            bags, words, gamma=GAMMA, alpha=concentration, eta=zeta, random_state=1
        )
    )
    return Run(len(data.terms) / cpu, 150)


def peers(data: Corpus, zeta: float, sweeps: int) -> Iterator[tuple[str, Run | None]]:
    """Each peer with what it did, None where it is not installed."""
    yield "tomotopy, sentences", tomotopy_run(data, zeta, sweeps, by_sentence=True)
    yield "tomotopy, documents", tomotopy_run(data, zeta, sweeps, by_sentence=False)
    if data.documents[-1] < LARGEST_FOR_GENSIM:
        yield "gensim, documents", gensim_run(data, zeta, sweeps, by_sentence=False)


def rows(data: Corpus, with_peers: bool) -> Iterator[tuple[object, ...]]:
    """A row for each prior and sampler."""
    sweeps = sweeps_for(data)
    for zeta in PRIORS:
        we = ours(data, zeta, sweeps)
        yield "hyperdigest", zeta, sweeps, we.topics, we.rate / 1e6, ""
        for name, run in peers(data, zeta, sweeps) if with_peers else ():
            if run is None:
                yield name, zeta, "", "", MISSING, ""
            else:
                done = "one pass" if name.startswith("gensim") else sweeps
                yield name, zeta, done, run.topics, run.rate / 1e6, we.rate / run.rate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--documents", type=int, nargs="+", default=[30, 300, 3_000])
    parser.add_argument("--no-peers", action="store_true")
    arguments = parser.parse_args()
    fit_hdp([0, 1], [0, 0], [0], 2, sweeps=1)
    for documents in arguments.documents:
        data = corpus(documents)
        print(f"{data.size}\n")
        header = "sampler", "zeta a term", "sweeps", "topics", "Mtok a CPU s", "ratio"
        table(header, rows(data, not arguments.no_peers))


if __name__ == "__main__":
    main()
