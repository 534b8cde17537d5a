"""How many tokens a CPU second the sampler visits, and its peers on the same corpus.

    python benchmarks/bench_gibbs.py [--documents 30 300 3000] [--runs 3] [--no-peers]
                                     [--teh hdp.so] [--hdp-faster hdp]

Concentrations: corpus 7, document 5, sentence 1; 0.01 or 0.5 a term. hyperdigest and Teh's sampler
have three layers (corpus, document, sentence); the other peers have two, and are given sentences
(concentration 1) or whole documents (concentration 5) as their documents. All sample as we do but
gensim, whose variational pass looks at every document once. A ratio says how many times as fast
hyperdigest is.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

import peer_blei
import peer_teh
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


@dataclass(frozen=True)
class Built:
    """The peers that are no packages of Python: where each was built, None where it was not."""

    teh: Path | None = None
    hdp_faster: Path | None = None


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


def teh_run(data: Corpus, zeta: float, sweeps: int, library: Path | None) -> Run | None:
    """Teh's sampler, of the same three layers."""
    if not peer_teh.installed(library):
        return None
    layers = GAMMA, BETA, ALPHA
    cpu, topics = peer_teh.sample(library, data, sweeps, concentrations=layers, zeta=zeta)
    return Run(len(data.terms) * sweeps / cpu, topics.n_topics)


def blei_run(
    data: Corpus, zeta: float, sweeps: int, by_sentence: bool, program: Path | None
) -> Run | None:
    """hdp-faster's two-layer sampler."""
    if program is None:
        return None
    alpha = ALPHA if by_sentence else BETA
    given = groups(data, by_sentence)
    cpu, topics = peer_blei.sample(program, given, sweeps, gamma=GAMMA, alpha=alpha, zeta=zeta)
    return Run(len(data.terms) * sweeps / cpu, topics)


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


def gensim_run(data: Corpus, zeta: float, by_sentence: bool) -> Run | None:
    """gensim's online variational inference: one pass."""
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


def samplers(
    data: Corpus, zeta: float, sweeps: int, built: Built | None
) -> dict[str, Callable[[], Run | None]]:
    """Ours first, then its peers by name; ours alone where `built` is None."""
    each: dict[str, Callable[[], Run | None]] = {"hyperdigest": lambda: ours(data, zeta, sweeps)}
    if built is None:
        return each
    each |= {
        "Teh, three layers": lambda: teh_run(data, zeta, sweeps, built.teh),
        "hdp-faster, sentences": lambda: blei_run(data, zeta, sweeps, True, built.hdp_faster),
        "hdp-faster, documents": lambda: blei_run(data, zeta, sweeps, False, built.hdp_faster),
        "tomotopy, sentences": lambda: tomotopy_run(data, zeta, sweeps, True),
        "tomotopy, documents": lambda: tomotopy_run(data, zeta, sweeps, False),
    }
    if data.documents[-1] < LARGEST_FOR_GENSIM:
        each["gensim, documents"] = lambda: gensim_run(data, zeta, False)
    return each


def rows(data: Corpus, built: Built | None, runs: int) -> Iterator[tuple[object, ...]]:
    """A row for each prior and sampler: its run of median speed, all having run in turn."""
    sweeps = sweeps_for(data)
    for zeta in PRIORS:
        named = samplers(data, zeta, sweeps, built)
        turns = [[sample() for sample in named.values()] for _ in range(runs)]
        we = None
        for name, of_one in zip(named, zip(*turns, strict=True), strict=True):
            ran = sorted((run for run in of_one if run is not None), key=lambda run: run.rate)
            if not ran:
                yield name, zeta, "", "", MISSING, ""
                continue
            run = ran[len(ran) // 2]
            we = we or run
            done = "one pass" if name.startswith("gensim") else sweeps
            yield name, zeta, done, run.topics, run.rate / 1e6, we.rate / run.rate


def file(path: str) -> Path:
    """A path of the command line, which has to be there."""
    if not Path(path).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {path}; build the peer first")
    return Path(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--documents", type=int, nargs="+", default=[30, 300, 3_000])
    parser.add_argument("--runs", type=int, default=1, help="of which the median counts")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--teh", type=file, help="the shared library of R's package hdp")
    parser.add_argument("--hdp-faster", type=file, help="the program hdp that hdp-faster builds")
    arguments = parser.parse_args()
    fit_hdp([0, 1], [0, 0], [0], 2, sweeps=1)
    built = None if arguments.no_peers else Built(arguments.teh, arguments.hdp_faster)
    for documents in arguments.documents:
        data = corpus(documents)
        print(f"{data.size}\n")
        header = "sampler", "zeta a term", "sweeps", "topics", "Mtok a CPU s", "ratio"
        table(header, rows(data, built, arguments.runs))


if __name__ == "__main__":
    main()
