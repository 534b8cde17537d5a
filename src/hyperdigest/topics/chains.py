"""Chains of the sampler, run in threads: `run` fits a corpus, `grow` adds documents to a fit.

Each chain has a state and a generator of its own, so that the number of threads changes nothing. In
`grow` a chain visits the new documents only, and begins at one state of the topics of the others.

In `run` the initialisation of a chain is incremental (`start`): later documents take up the topics
of earlier ones. A chain starts best with all tokens in one topic: when topics are drawn token by
token instead, 1000 sweeps do not reach the likelihood that 200 sweeps reach from one topic. But the
more documents there are, the more sweeps pass before that topic is split up. So it is split up
among the first few documents, and the number of documents is doubled again and again until all are
there. Where the prior of a topic's terms is heavy, one topic is hardly ever split up, because each
small topic predicts its own terms worse than the large one does. Then each of the first documents
has a topic of its own, and the sweeps over parts of the documents are made with a lighter prior.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from threading import Event

import numpy as np
from numpy.typing import NDArray

from hyperdigest.progress import Progress
from hyperdigest.topics.compiling import report_compilation
from hyperdigest.topics.data import Corpus, TopicSample, sample
from hyperdigest.topics.gibbs import (
    TOPICS,
    Concentrations,
    State,
    count,
    log_terms,
    resample,
    sample_tables,
    state_of,
    sweep,
)
from hyperdigest.topics.random import generator

SECONDS_BETWEEN_REPORTS = 0.1

STARTING = 10
"""Sweeps of a chain for each sweep over every part of the documents at its start."""

FIRST = 30
"""Documents that come first; then as many as are there already come each time."""

LIGHT = 200.0
"""Tokens to which the prior of a topic's terms may amount in the sweeps of a start."""

TABLE_DRAWS = 5
"""Draws of the tables of given topics, which begin with the fewest tables there can be."""


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
    """The results of a chain; `best` is in the order of the corpus."""

    trace: NDArray[np.float64]
    concentrations: NDArray[np.float64]
    done: int = 0
    highest: float = -np.inf
    best: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    kept: list[TopicSample] = field(default_factory=list)


def run(corpus: Corpus, plan: Plan, chains: int, progress: Progress) -> list[Chain]:
    """Run all chains, as many at a time as there are processors."""
    made = [Chain(np.empty(plan.sweeps), np.empty((plan.sweeps, 3))) for _ in range(chains)]
    tasks = [partial(run_chain, chain, corpus, plan, stream) for stream, chain in enumerate(made)]
    total = chains * plan.sweeps
    in_threads(tasks, lambda: sum(chain.done for chain in made), total, progress)
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


def start(
    state: State, concentrations: Concentrations, term_mass: float, visits: int, stop: Event
) -> None:
    """Give all tokens of an empty state topics and tables, unless `stop` is set.

    The first documents have all tokens in one topic, or each in its own where others follow and
    the prior is heavy; later ones have each token in the topic that has most of its term. Before
    others come, those that are there are swept over `visits` times.
    """
    n_documents, begun = len(state.tabled), 0
    light = min(term_mass, LIGHT / len(state.slots))
    for end in waves(n_documents):
        new = documents(state, begun, end)
        if begun:
            give_likely_topics(new)
        elif light < term_mass and end < n_documents:
            first = state.sentence[new.document]
            state.z[: first[-1]] = np.repeat(np.arange(end), np.diff(first))
        count(new, light)
        begun = end
        for _ in range(visits if end < n_documents else 0):
            if stop.is_set():
                return
            sweep(documents(state, 0, end), *concentrations, light)
    used = slice(int(state.size[TOPICS]))
    state.inverse[used] = 1.0 / (state.n_k[used] + len(state.slots) * term_mass)


def waves(n_documents: int) -> Iterator[int]:
    """How many documents are there each time; no fewer ever come than are there."""
    there = FIRST
    while 2 * there <= n_documents:
        yield there
        there *= 2
    yield n_documents


def documents(state: State, first: int, end: int) -> State:
    """The same state, whose sweeps visit the documents from `first` up to `end` alone."""
    return state._replace(document=state.document[first : end + 1], tabled=state.tabled[first:end])


def give_likely_topics(state: State) -> None:
    """Give each token that is to be visited the topic with most tokens of its term. Where a term is
    new this is the largest topic."""
    tokens = slice(state.sentence[state.document[0]], state.sentence[state.document[-1]])
    used, number = np.unique(state.term[tokens], return_inverse=True)
    likely = np.full(len(used), state.n_k.argmax(), np.int32)
    for at, w in enumerate(used):
        held = slice(state.slot[w], state.slot[w] + state.slots[w])
        if state.slots[w]:
            likely[at] = state.slot_topic[held][state.slot_count[held].argmax()]
    state.z[tokens] = likely[number]


def log_lengths(state: State, alpha: float) -> float:
    """The log of the product over sentences of alpha (alpha + 1) ... (alpha + n_i - 1)."""
    at_least = np.bincount(np.diff(state.sentence))[::-1].cumsum()[::-1][1:]
    return float((at_least * np.log(alpha + np.arange(len(at_least)))).sum())


@dataclass(frozen=True, slots=True)
class Growth:
    """A corpus of which the first `fitted` documents have topics, and how the others get theirs."""

    corpus: Corpus
    fitted: int
    seed: int
    sweeps: int
    concentrations: Concentrations
    term_mass: float


def grow(growth: Growth, starts: list[NDArray[np.int32]], progress: Progress) -> list[TopicSample]:
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
    """A chain that visits the new documents; those fitted have their counts and tables."""
    corpus, fitted = growth.corpus, growth.fitted
    whole = state_of(corpus, growth.term_mass, generator(growth.seed, stream))
    whole.z[: len(start)] = start
    old = documents(whole, 0, fitted)
    count(old, growth.term_mass)
    for _ in range(TABLE_DRAWS):
        sample_tables(old, *growth.concentrations)
    topics = int(whole.size[TOPICS])
    whole.m_kept[:topics] = whole.m_k[:topics]
    new = documents(whole, fitted, len(whole.tabled))
    give_likely_topics(new)
    count(new, growth.term_mass)
    return new


def in_threads(
    tasks: Sequence[Callable[[Event], None]],
    done: Callable[[], int],
    total: int,
    progress: Progress,
) -> None:
    """Run all tasks in threads, and report to `progress` how many of `total` sweeps are `done`.

    A task ends early where its event is set. On an interruption it is set for all, and the call
    returns without waiting for them, because they may be compiling.
    """
    stop = Event()
    pool = ThreadPoolExecutor(min(len(tasks), os.cpu_count() or 1))
    try:
        with report_compilation(progress):
            running = {pool.submit(task, stop) for task in tasks}
            while running:
                finished, running = wait(running, timeout=SECONDS_BETWEEN_REPORTS)
                for future in finished:
                    future.result()
                progress("topics", done(), total)
    finally:
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)
