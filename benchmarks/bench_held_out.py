"""Perplexity of new documents against CPU seconds: how fast topics become good, not only drawn.

    python benchmarks/bench_held_out.py [--documents 30 300] [--svg OUT.svg] [--no-peers]
                                        [--teh hdp.so]

A tenth of the documents is kept from the samplers. After so many sweeps the topics of each are
judged by `held_out_perplexity`: half of the tokens of the new documents are sampled against them in
three layers, and foretell the other half. The topics of Teh's sampler, which has the same three
layers, and of tomotopy, which is given sentences or whole documents, are judged in the same way.
Concentrations are those of `bench_gibbs.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import peer_teh
from bench_gibbs import ALPHA, BETA, GAMMA, PRIORS, Built, file, fitted, groups
from corpora import Corpus, corpus
from held_out_perplexity import held_out_perplexity
from hyperdigest.topics import TopicFit, TopicSample, fit_hdp
from hyperdigest.topics.data import occurring_topics
from measuring import MISSING, peer, table, timed

SWEEPS = 1, 2, 5, 10, 20, 50, 100, 200, 500
NEW = 10
"""One document of so many is new."""

COMPLETING = 20
"""Sweeps over the tokens of new documents."""

Curve = list["Point"]


@dataclass(frozen=True)
class Point:
    """A state of a sampler: CPU seconds to get there, its topics, and what it is worth."""

    sweeps: int
    cpu: float
    topics: int
    perplexity: float


def seen(data: Corpus) -> Corpus:
    """The corpus without its new documents, which are the last."""
    last = data.documents[-1] - data.documents[-1] // NEW  # the first new one
    documents = data.documents[data.documents < last]
    tokens = int(np.searchsorted(data.sentences, len(documents)))
    return Corpus(data.terms[:tokens], data.sentences[:tokens], documents, data.n_terms)


def perplexity(data: Corpus, topics: TopicSample, zeta: float) -> float:
    """Of the new documents of a corpus, given the topics of the other ones."""
    none, layers = np.zeros((1, 1)), np.array([[[ALPHA, BETA, GAMMA]]])
    return held_out_perplexity(
        TopicFit(topics, [topics], none[0], none, layers),
        *data.arrays,
        sweeps=COMPLETING,
        term_concentration=zeta,
        term_prior="each",
    )


def ours(data: Corpus, zeta: float) -> Iterator[Point]:
    """The last state of a run of so many sweeps, for each of `SWEEPS`."""
    known = seen(data)
    for many in SWEEPS:
        fit, cpu = timed(lambda n=many: fitted(known, zeta, n))
        topics = fit.samples[-1]
        yield Point(many, cpu, topics.n_topics, perplexity(data, topics, zeta))


def teh_curve(data: Corpus, zeta: float, library: Path | None) -> Iterator[Point]:
    """The state after a run of Teh's sampler from one seed, for each of `SWEEPS`."""
    if not peer_teh.installed(library):
        return
    known, layers = seen(data), (GAMMA, BETA, ALPHA)
    for many in SWEEPS:
        cpu, topics = peer_teh.sample(library, known, many, concentrations=layers, zeta=zeta)
        yield Point(many, cpu, topics.n_topics, perplexity(data, topics, zeta))


def tomotopy_curve(data: Corpus, zeta: float, by_sentence: bool) -> Iterator[Point]:
    """One run of tomotopy, given sentences or whole documents, looked at after each of `SWEEPS`."""
    tomotopy: Any = peer("tomotopy")
    if tomotopy is None:
        return
    concentration = ALPHA if by_sentence else BETA
    model = tomotopy.HDPModel(gamma=GAMMA, alpha=concentration, eta=zeta, seed=1)
    for group in groups(seen(data), by_sentence):
        model.add_doc(group)
    model.train(0)
    cpu = 0.0
    for before, many in pairwise((0, *SWEEPS)):
        cpu += timed(lambda n=many - before: model.train(n, workers=1))[1]
        drawn = np.concatenate([document.topics for document in model.docs])
        topics = occurring_topics(drawn.astype(np.int32))
        yield Point(many, cpu, topics.n_topics, perplexity(data, topics, zeta))


def until(curve: Curve, aim: float) -> float | None:
    """CPU seconds after which a curve stays at `aim` or below."""
    above = [n for n, point in enumerate(curve) if point.perplexity > aim]
    first = above[-1] + 1 if above else 0
    return curve[first].cpu if first < len(curve) else None


def samplers(data: Corpus, zeta: float, built: Built | None) -> dict[str, Iterator[Point]]:
    """The points of ours and of its peers, none where not installed; ours alone without `built`."""
    each = {"hyperdigest": ours(data, zeta)}
    if built is not None:
        each |= {
            "Teh, three layers": teh_curve(data, zeta, built.teh),
            "tomotopy, sentences": tomotopy_curve(data, zeta, by_sentence=True),
            "tomotopy, documents": tomotopy_curve(data, zeta, by_sentence=False),
        }
    return each


def report(data: Corpus, zeta: float, built: Built | None) -> dict[str, Curve]:
    """Print the curves and the seconds to what all of them reach; return the curves."""
    curves = {}
    for name, points in samplers(data, zeta, built).items():
        if curve := list(points):
            curves[name] = curve
        else:
            print(f"{name}: {MISSING}\n")
    header = "sampler", "zeta a term", "sweeps", "CPU s", "topics", "perplexity"
    table(
        header,
        [
            (name, zeta, point.sweeps, point.cpu, point.topics, f"{point.perplexity:.0f}")
            for name, curve in curves.items()
            for point in curve
        ],
    )
    last = {name: curve[-1].perplexity for name, curve in curves.items()}
    aim = 1.01 * max(last.values())
    header = "sampler", "zeta a term", "last perplexity", f"CPU s to {aim:.0f}"
    table(header, [(n, zeta, f"{last[n]:.0f}", until(c, aim)) for n, c in curves.items()])
    return curves


def draw(figures: dict[str, dict[str, Curve]], path: Path) -> None:
    """A panel a corpus and prior: perplexity over CPU seconds."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "held out", "font.size": 9})
    from matplotlib import pyplot

    size = 4.2 * len(figures), 3.8
    figure, axes = pyplot.subplots(1, len(figures), figsize=size, layout="constrained")
    for axis, (title, curves) in zip(np.atleast_1d(axes), figures.items(), strict=True):
        for name, curve in curves.items():
            spent = [point.cpu for point in curve]
            values = [point.perplexity for point in curve]
            axis.semilogx(spent, values, marker="o", markersize=3, linewidth=1.2, label=name)
        axis.set(title=title, xlabel="CPU seconds", ylabel="held-out perplexity")
    named = axis.get_legend_handles_labels()
    figure.legend(*named, loc="outside lower center", ncols=len(curves), frameon=False)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--documents", type=int, nargs="+", default=[30, 300])
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--teh", type=file, help="the shared library of R's package hdp")
    arguments = parser.parse_args()
    fit_hdp([0, 1], [0, 0], [0], 2, sweeps=1)
    built = None if arguments.no_peers else Built(teh=arguments.teh)
    figures = {}
    for documents in arguments.documents:
        data = corpus(documents)
        print(f"{data.size}, a tenth of the documents new\n")
        for zeta in PRIORS:
            title = f"{documents} documents, zeta {zeta:g}"
            figures[title] = report(data, zeta, built)
    if arguments.svg:
        draw(figures, arguments.svg)


if __name__ == "__main__":
    main()
