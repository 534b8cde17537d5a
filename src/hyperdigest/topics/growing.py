"""Chains that visit new documents only, each from one state of the topics of the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Event

import numpy as np
from numpy.typing import NDArray

from hyperdigest.progress import Progress
from hyperdigest.topics.concentrations import Concentrations
from hyperdigest.topics.corpus import Corpus
from hyperdigest.topics.draws import generator
from hyperdigest.topics.gibbs import sweep
from hyperdigest.topics.samples import TopicSample, sample
from hyperdigest.topics.seating import count, seat
from hyperdigest.topics.starting import documents, give_likely_topics
from hyperdigest.topics.state import State, state_of
from hyperdigest.topics.threads import in_threads

SEATINGS = 5
"""Draws of the tables of given topics, from the fewest there can be."""


@dataclass(frozen=True, slots=True)
class Growth:
    """A corpus of which the first `fitted` documents have topics, and how the others get theirs."""

    corpus: Corpus
    fitted: int
    seed: int
    sweeps: int
    concentrations: Concentrations
    term_mass: float


def run(growth: Growth, starts: list[NDArray[np.int32]], progress: Progress) -> list[TopicSample]:
    """The topics of all tokens for each of `starts`, the topics of the first ones."""
    grown: dict[int, TopicSample] = {}
    done = [0] * len(starts)

    def grow(stream: int, stop: Event) -> None:
        state = new_documents(growth, starts[stream], stream)
        while done[stream] < growth.sweeps and not stop.is_set():
            sweep(state, *growth.concentrations, growth.term_mass)
            done[stream] += 1
        grown[stream] = sample(growth.corpus, state.z)

    tasks: list[Callable[[Event], None]] = [partial(grow, stream) for stream in range(len(starts))]
    in_threads(tasks, lambda: sum(done), len(starts) * growth.sweeps, progress)
    return [grown[stream] for stream in range(len(starts))]


def new_documents(growth: Growth, start: NDArray[np.int32], stream: int) -> State:
    """A chain that visits the new documents, those fitted being counted and seated."""
    corpus, fitted = growth.corpus, growth.fitted
    whole = state_of(corpus, growth.term_mass, generator(growth.seed, stream))
    whole.z[: len(start)] = start
    old = documents(whole, 0, fitted)
    count(old, growth.term_mass)
    for _ in range(SEATINGS):
        seat(old, *growth.concentrations)
    topics = int(whole.size[0])
    whole.m_kept[:topics] = whole.m_k[:topics]
    new = documents(whole, fitted, len(whole.tabled))
    give_likely_topics(new)
    count(new, growth.term_mass)
    return new
