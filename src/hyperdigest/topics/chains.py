"""Chains of the sampler: each has its own state and generator, so threads change nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from threading import Event

import numpy as np
from numpy.typing import NDArray

from hyperdigest.progress import Progress
from hyperdigest.topics.concentrations import Concentrations, resample
from hyperdigest.topics.corpus import Corpus
from hyperdigest.topics.draws import generator
from hyperdigest.topics.gibbs import log_terms, sweep
from hyperdigest.topics.samples import TopicSample, sample
from hyperdigest.topics.starting import start
from hyperdigest.topics.state import State, state_of
from hyperdigest.topics.threads import in_threads

STARTING = 10
"""For so many sweeps there is one over every part of the documents that a chain starts with."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How chains run; `term_mass` is the prior mass of each term, `kept` the sweeps to keep."""

    seed: int
    sweeps: int
    kept: tuple[int, ...]
    start: Concentrations
    term_mass: float
    resample: bool


@dataclass(slots=True)
class Chain:
    """What a chain left behind; `best` is in the order of the corpus."""

    trace: NDArray[np.float64]
    concentrations: NDArray[np.float64]
    done: int = 0
    highest: float = -np.inf
    best: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    kept: list[TopicSample] = field(default_factory=list)


def run(corpus: Corpus, plan: Plan, chains: int, progress: Progress) -> list[Chain]:
    """Run all chains, as many at a time as there are processors."""
    made = [Chain(np.empty(plan.sweeps), np.empty((plan.sweeps, 3))) for _ in range(chains)]
    in_threads(
        [partial(run_chain, chain, corpus, plan, stream) for stream, chain in enumerate(made)],
        lambda: sum(chain.done for chain in made),
        chains * plan.sweeps,
        progress,
    )
    return made


def run_chain(chain: Chain, corpus: Corpus, plan: Plan, stream: int, stop: Event) -> None:
    """Run one chain until it has done its sweeps or `stop` is set.

    Concentrations are resampled after the first quarter only: drawn while most tokens are still in
    one topic they would become so small that hardly a second one opens.
    """
    state = state_of(corpus, plan.term_mass, generator(plan.seed, stream))
    start(state, plan.start, plan.term_mass, max(1, plan.sweeps // STARTING), stop)
    current, fixed = plan.start, log_lengths(state, plan.start.sentence)
    while chain.done < plan.sweeps and not stop.is_set():
        if plan.resample and chain.done >= plan.sweeps // 4:
            current = resample(state, current)
            fixed = log_lengths(state, current.sentence)
        joint = sweep(state, *current, plan.term_mass) - fixed + log_terms(state, plan.term_mass)
        chain.trace[chain.done] = joint
        chain.concentrations[chain.done] = current
        chain.done += 1
        if chain.done > plan.sweeps // 2 and joint > chain.highest:
            chain.highest, chain.best = joint, state.z.copy()
        while len(chain.kept) < len(plan.kept) and plan.kept[len(chain.kept)] == chain.done:
            chain.kept.append(sample(corpus, state.z))


def log_lengths(state: State, alpha: float) -> float:
    """The log of the product over sentences of alpha (alpha + 1) ... (alpha + n_i - 1)."""
    at_least = np.bincount(np.diff(state.sentence))[::-1].cumsum()[::-1][1:]
    return float((at_least * np.log(alpha + np.arange(len(at_least)))).sum())
