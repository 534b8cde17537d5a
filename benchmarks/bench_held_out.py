"""Perplexity of held-out tokens against CPU seconds: how fast topics become good, not only drawn.

    python benchmarks/bench_held_out.py [--documents 30 300] [--svg OUT.svg] [--no-peers]

A tenth of the tokens is hidden. After so many sweeps a state of each sampler gives every sentence a
mixture of topics, smoothed by its document's and that by the corpus's, and every topic its terms;
perplexity is that of the hidden tokens. The same sum scores every sampler's topics. Concentrations
are those of `bench_gibbs.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench_gibbs import ALPHA, BETA, GAMMA, PRIORS, fitted, groups
from corpora import Corpus, corpus
from hyperdigest.topics import fit_hdp
from measuring import MISSING, peer, table, timed

SWEEPS = 1, 2, 5, 10, 20, 50, 100, 200, 500
HIDDEN = 10
"""One token of so many is held out."""

Curve = list["Point"]


@dataclass(frozen=True)
class Point:
    """A state of a sampler: CPU seconds to get there, its topics, and what it is worth."""

    sweeps: int
    cpu: float
    topics: int
    perplexity: float


@dataclass(frozen=True)
class Held:
    """A corpus in two parts: the tokens that samplers see, and the hidden ones."""

    seen: Corpus
    terms: NDArray[np.int64]
    sentences: NDArray[np.int64]


def hold_out(data: Corpus, seed: int = 0) -> Held:
    """Hide tokens of sentences that keep others."""
    hidden = np.random.default_rng(seed).integers(0, HIDDEN, len(data.terms)) == 0
    left = np.bincount(data.sentences[~hidden], minlength=len(data.documents))
    hidden &= left[data.sentences] > 0
    seen = Corpus(data.terms[~hidden], data.sentences[~hidden], data.documents, data.n_terms)
    return Held(seen, data.terms[hidden], data.sentences[hidden])


def perplexity(held: Held, topics: NDArray[np.int64], zeta: float) -> float:
    """Of the hidden tokens, given the topic of each seen one, (T,) in 0..K-1."""
    seen, n_topics = held.seen, int(topics.max()) + 1
    shape = len(seen.documents), n_topics
    of_sentence = np.bincount(
        seen.sentences * n_topics + topics, minlength=shape[0] * n_topics
    ).reshape(shape)
    of_document = np.zeros((seen.documents[-1] + 1, n_topics))
    np.add.at(of_document, seen.documents, of_sentence)
    everywhere = of_document.sum(axis=0)
    prior = everywhere / everywhere.sum()
    here = smoothed(of_document, BETA, prior)
    mixture = smoothed(of_sentence, ALPHA, here[seen.documents])
    keys, counts = np.unique(topics * seen.n_terms + seen.terms, return_counts=True)
    chances = np.zeros(len(held.terms))
    for topic in range(n_topics):
        place = np.searchsorted(keys, topic * seen.n_terms + held.terms)
        place = np.minimum(place, len(keys) - 1)
        found = keys[place] == topic * seen.n_terms + held.terms
        term = (np.where(found, counts[place], 0) + zeta) / (
            everywhere[topic] + zeta * seen.n_terms
        )
        chances += mixture[held.sentences, topic] * term
    return float(np.exp(-np.log(chances).mean()))


def smoothed(
    counts: NDArray[np.float64], concentration: float, prior: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Rows of counts and prior as chances."""
    return np.asarray(
        (counts + concentration * prior) / (counts.sum(axis=1, keepdims=True) + concentration)
    )


def ours(held: Held, zeta: float) -> Iterator[Point]:
    """The last state of a run of so many sweeps, for each of `SWEEPS`."""
    for many in SWEEPS:
        fit, cpu = timed(lambda n=many: fitted(held.seen, zeta, n))
        state = fit.samples[-1]
        found = perplexity(held, state.assignments.astype(np.int64), zeta)
        yield Point(many, cpu, state.n_topics, found)


def tomotopy_curve(held: Held, zeta: float, by_sentence: bool) -> Iterator[Point]:
    """One run of tomotopy, given sentences or whole documents, looked at after each of `SWEEPS`."""
    tomotopy: Any = peer("tomotopy")
    concentration = ALPHA if by_sentence else BETA
    model = tomotopy.HDPModel(gamma=GAMMA, alpha=concentration, eta=zeta, seed=1)
    for group in groups(held.seen, by_sentence):
        model.add_doc(group)
    model.train(0)
    cpu = 0.0
    for before, many in pairwise((0, *SWEEPS)):
        cpu += timed(lambda n=many - before: model.train(n, workers=1))[1]
        topics = np.concatenate([document.topics for document in model.docs]).astype(np.int64)
        found = perplexity(held, np.unique(topics, return_inverse=True)[1], zeta)
        yield Point(many, cpu, model.live_k, found)


def until(curve: Curve, aim: float) -> float | None:
    """CPU seconds after which a curve is at `aim` or below."""
    return next((point.cpu for point in curve if point.perplexity <= aim), None)


def report(held: Held, zeta: float, with_peers: bool) -> dict[str, Curve]:
    """Print the curves and the seconds to what all of them reach; return the curves."""
    curves = {"hyperdigest": list(ours(held, zeta))}
    if with_peers and peer("tomotopy"):
        curves["tomotopy, sentences"] = list(tomotopy_curve(held, zeta, by_sentence=True))
        curves["tomotopy, documents"] = list(tomotopy_curve(held, zeta, by_sentence=False))
    elif with_peers:
        print(f"tomotopy {MISSING}\n")
    header = "sampler", "zeta a term", "sweeps", "CPU s", "topics", "perplexity"
    table(
        header,
        [
            (name, zeta, point.sweeps, point.cpu, point.topics, f"{point.perplexity:.0f}")
            for name, curve in curves.items()
            for point in curve
        ],
    )
    best = {name: min(point.perplexity for point in curve) for name, curve in curves.items()}
    aim = 1.01 * max(best.values())
    header = "sampler", "zeta a term", "best perplexity", f"CPU s to {aim:.0f}"
    table(header, [(n, zeta, f"{best[n]:.0f}", until(c, aim)) for n, c in curves.items()])
    return curves


def draw(figures: dict[str, dict[str, Curve]], path: Path) -> None:
    """A panel a corpus and prior: perplexity over CPU seconds."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "held out", "font.size": 9})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(figures), figsize=(4.2 * len(figures), 3.6))
    for axis, (title, curves) in zip(np.atleast_1d(axes), figures.items(), strict=True):
        for name, curve in curves.items():
            spent = [point.cpu for point in curve]
            values = [point.perplexity for point in curve]
            axis.semilogx(spent, values, marker="o", markersize=3, linewidth=1.2, label=name)
        axis.set(title=title, xlabel="CPU seconds", ylabel="held-out perplexity")
        axis.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--documents", type=int, nargs="+", default=[30, 300])
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--no-peers", action="store_true")
    arguments = parser.parse_args()
    fit_hdp([0, 1], [0, 0], [0], 2, sweeps=1)
    figures = {}
    for documents in arguments.documents:
        data = corpus(documents)
        print(f"{data.size}, one token of {HIDDEN} hidden\n")
        for zeta in PRIORS:
            title = f"{documents} documents, zeta {zeta:g}"
            figures[title] = report(hold_out(data), zeta, not arguments.no_peers)
    if arguments.svg:
        draw(figures, arguments.svg)


if __name__ == "__main__":
    main()
