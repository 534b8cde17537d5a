"""Run the chains of the sampler in threads: `run_chains` fits a corpus, `grow` adds documents.

Each chain has its own state and random generator, so that the result does not depend on the number
of threads. In `grow` a chain visits only the new documents, and begins at one sample of the topics
of the others.

In `run_chains` a chain is initialized incrementally (`start_chain`): later documents take the
topics of earlier ones. The best start is one topic for all tokens: if topics are drawn token by
token instead, 1000 sweeps do not reach the likelihood that 200 sweeps reach from one topic. But the
more documents there are, the more sweeps it takes to split this topic. So it is split among the
first few documents, and then the number of documents is doubled until all are included. If the
prior of a topic's terms is heavy, one topic is hardly ever split, because each small topic predicts
its own terms worse than the large one does. Then each of the first documents starts in its own
topic, and the sweeps over parts of the documents use a lighter prior.
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

from hyperdigest.base.arrays import runs
from hyperdigest.progress import Progress
from hyperdigest.topics.compiling import report_compilation
from hyperdigest.topics.data import TokenColumns, TopicSample, sample
from hyperdigest.topics.gibbs import (
    Concentrations,
    count,
    log_terms,
    resample,
    seat,
    sweep,
)
from hyperdigest.topics.random import generator
from hyperdigest.topics.state import TOPICS, State, state_of
from hyperdigest.topics.sums import TopicSums

FIRST_DOCUMENTS = 30
"""Documents in the first step of a start; each later step doubles their number."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How chains run.

    Parameters
    ----------
    kept : the sweeps after which a sample is kept.
    initial : the concentrations at the start.
    term_mass : the prior mass of each term.
    resample : whether the concentrations are resampled.
    """

    seed: int
    sweeps: int
    kept: tuple[int, ...]
    initial: Concentrations
    term_mass: float
    resample: bool


@dataclass(slots=True)
class Chain:
    """The results of a chain.

    Parameters
    ----------
    trace : (sweeps,) joint log-likelihood.
    concentrations : (sweeps, 3) alpha, beta and gamma.
    done : the number of sweeps so far.
    highest : the highest joint log-likelihood in the second half of the sweeps.
    best : (T,) the topics at that sweep, in the order of the `TokenColumns`.
    samples : the samples kept so far.
    """

    trace: NDArray[np.float64]
    concentrations: NDArray[np.float64]
    done: int = 0
    highest: float = -np.inf
    best: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    samples: list[TopicSample] = field(default_factory=list)


def run_chains(corpus: TokenColumns, plan: Plan, chains: int, progress: Progress) -> list[Chain]:
    """Run this number of chains, as many at a time as there are processors."""
    results = [Chain(np.empty(plan.sweeps), np.empty((plan.sweeps, 3))) for _ in range(chains)]
    tasks = [partial(run_chain, chain, corpus, plan, n) for n, chain in enumerate(results)]
    total = chains * plan.sweeps
    run_in_threads(tasks, lambda: sum(chain.done for chain in results), total, progress)
    return results


def run_chain(chain: Chain, corpus: TokenColumns, plan: Plan, stream: int, stop: Event) -> None:
    """Run one chain until it has done its sweeps, or `stop` is set.

    The concentrations are fixed in the first quarter of the sweeps: resampled while most tokens are
    still in one topic, they would become so small that hardly a second one is opened.
    """
    state = state_of(corpus, plan.term_mass, generator(plan.seed, stream))
    start_chain(state, plan.initial, plan.term_mass, max(1, plan.sweeps // 10), stop)
    current, constant = plan.initial, log_lengths(state, plan.initial.sentence)
    while chain.done < plan.sweeps and not stop.is_set():
        if plan.resample and chain.done >= plan.sweeps // 4:
            current = resample(state, current)
            constant = log_lengths(state, current.sentence)
        joint = sweep(state, *current, plan.term_mass) - constant + log_terms(state, plan.term_mass)
        chain.trace[chain.done] = joint
        chain.concentrations[chain.done] = current
        chain.done += 1
        if chain.done > plan.sweeps // 2 and joint > chain.highest:
            chain.highest, chain.best = joint, state.z.copy()
        while len(chain.samples) < len(plan.kept) and plan.kept[len(chain.samples)] == chain.done:
            chain.samples.append(sample(corpus, state.z))


def start_chain(
    state: State, concentrations: Concentrations, term_mass: float, sweeps: int, stop: Event
) -> None:
    """Give all tokens of an empty state topics and tables, unless `stop` is set.

    The first documents have all tokens in one topic, or, if the prior is heavy and more documents
    follow, each document in its own. In later documents each token gets the most frequent topic of
    its term. Each time, before more are added, the documents so far are swept over `sweeps` times.
    """
    n_documents, begun = len(state.tabled), 0
    light = min(term_mass, 200.0 / len(state.slots))  # a prior mass of at most 200 tokens per topic
    for end in growing_counts(n_documents):
        new = documents(state, begun, end)
        if begun:
            give_likely_topics(new)
        elif light < term_mass and end < n_documents:
            first = state.sentence[new.document]
            state.z[: first[-1]] = np.repeat(np.arange(end), np.diff(first))
        count(new, light)
        begun = end
        for _ in range(sweeps if end < n_documents else 0):
            if stop.is_set():
                return
            sweep(documents(state, 0, end), *concentrations, light)
    used = slice(int(state.size[TOPICS]))
    state.inverse[used] = 1.0 / (state.n_k[used] + len(state.slots) * term_mass)


def growing_counts(n_documents: int) -> Iterator[int]:
    """The number of documents included at each step of a start; each step at least doubles it."""
    included = FIRST_DOCUMENTS
    while 2 * included <= n_documents:
        yield included
        included *= 2
    yield n_documents


def documents(state: State, first: int, end: int) -> State:
    """The same state, whose sweeps visit only the documents from `first` up to `end`."""
    return state._replace(document=state.document[first : end + 1], tabled=state.tabled[first:end])


def give_likely_topics(state: State) -> None:
    """Give each token to be visited the most frequent topic of its term.

    A token of a new term gets the largest topic.
    """
    tokens = slice(state.sentence[state.document[0]], state.sentence[state.document[-1]])
    used, number = np.unique(state.term[tokens], return_inverse=True)
    likely = np.full(len(used), state.n_k.argmax(), np.int32)
    for n, w in enumerate(used):
        slots = slice(state.slot[w], state.slot[w] + state.slots[w])
        if state.slots[w]:
            likely[n] = state.slot_topic[slots][state.slot_count[slots].argmax()]
    state.z[tokens] = likely[number]


def log_lengths(state: State, alpha: float) -> float:
    """The log of the product over sentences of alpha (alpha + 1) ... (alpha + n_i - 1)."""
    at_least = np.bincount(np.diff(state.sentence))[::-1].cumsum()[::-1][1:]
    return float((at_least * np.log(alpha + np.arange(len(at_least)))).sum())


@dataclass(frozen=True, slots=True)
class Growth:
    """New documents, and how to sample their topics."""

    corpus: TokenColumns
    seed: int
    sweeps: int
    concentrations: Concentrations
    term_mass: float


def grow(
    growth: Growth, others: Sequence[TopicSums], progress: Progress
) -> list[NDArray[np.uint32]]:
    """The topics of the new tokens, sampled once for each state of the documents there were."""
    results: dict[int, NDArray[np.uint32]] = {}
    done = [0] * len(others)

    def run(stream: int, stop: Event) -> None:
        state = new_documents(growth, others[stream], stream)
        while done[stream] < growth.sweeps and not stop.is_set():
            sweep(state, *growth.concentrations, growth.term_mass)
            done[stream] += 1
        results[stream] = state.z

    tasks: list[Callable[[Event], None]] = [partial(run, stream) for stream in range(len(others))]
    run_in_threads(tasks, lambda: sum(done), len(others) * growth.sweeps, progress)
    return [results[stream] for stream in range(len(others))]


def new_documents(growth: Growth, others: TopicSums, stream: int) -> State:
    """The state of a chain of new documents, in which the sums of others count.

    The new tokens have got topics one after the other, each given those before.
    """
    rng, n_topics = generator(growth.seed, stream), len(others.tokens)
    slots = np.diff(others.of_terms.indptr)
    state = state_of(growth.corpus, growth.term_mass, rng, slots, n_topics)
    places = runs(state.slot[:-1], slots)
    state.slot_topic[places] = others.of_terms.indices
    state.slot_count[places] = others.of_terms.data
    state.slots[:] = slots
    state.n_k[:n_topics] = others.tokens
    state.m_fixed[:n_topics] = state.m_k[:n_topics] = others.documents
    state.size[TOPICS] = n_topics
    state.inverse[:] = 1.0 / (state.n_k + len(slots) * growth.term_mass)
    seat(state, *growth.concentrations, growth.term_mass)
    return state


def run_in_threads(
    tasks: Sequence[Callable[[Event], None]],
    done: Callable[[], int],
    total: int,
    progress: Progress,
) -> None:
    """Run all tasks in threads, and report to `progress` how many of `total` sweeps are `done`.

    A task ends early if its event is set. At an interruption it is set for all tasks, and the call
    returns without waiting for them, because they may be compiling.
    """
    stop = Event()
    pool = ThreadPoolExecutor(min(len(tasks), os.cpu_count() or 1))
    try:
        with report_compilation(progress):
            running = {pool.submit(task, stop) for task in tasks}
            while running:
                finished, running = wait(running, timeout=0.1)
                for future in finished:
                    future.result()
                progress("topics", done(), total)
    finally:
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)
