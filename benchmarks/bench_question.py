"""Time one question over a collection already fitted: relevance, then selection.

    python benchmarks/bench_question.py [SENTENCES ...]

The collection is made up: topics drawn for documents and sentences, Zipf terms, six noisy samples
of the topics stacked with the terms. Times are CPU milliseconds, the best of several runs.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from hyperdigest.hypergraph import FuzzyHypergraph, stack, term_hypergraph, topic_hypergraph
from hyperdigest.relevance import relevance
from hyperdigest.selection import RelevanceAndCoverage, greedy

SAMPLES = 6
SENTENCES_A_DOCUMENT = 46


def collection(
    n_sentences: int, rng: np.random.Generator
) -> tuple[FuzzyHypergraph, np.ndarray, np.ndarray]:
    """A stacked hypergraph, the words of each sentence, and a question of six terms."""
    n_topics = 100 + n_sentences // 40
    n_terms = min(2_000 + n_sentences, 60_000)
    lengths = 1 + rng.poisson(10, n_sentences)
    sentences = np.repeat(np.arange(n_sentences), lengths)
    documents = sentences // SENTENCES_A_DOCUMENT
    favourites = rng.integers(0, n_topics, (documents.max() + 1, 12))
    drawn = np.minimum(rng.geometric(0.25, len(sentences)) - 1, 11)
    topics = favourites[documents, drawn]
    ranks = (n_terms ** rng.random(len(sentences))).astype(int) - 1
    terms = np.where(rng.random(len(sentences)) < 0.2, ranks, (ranks + topics * 97) % n_terms)
    edges = []
    for _ in range(SAMPLES):
        moved = np.minimum(rng.geometric(0.25, len(sentences)) - 1, 11)
        sample = np.where(rng.random(len(sentences)) < 0.3, favourites[documents, moved], topics)
        _, sample = np.unique(sample, return_inverse=True)
        edges.append(topic_hypergraph(sample, terms, sentences, n_sentences, n_terms))
    edges.append(term_hypergraph(terms, sentences, n_sentences, n_terms))
    question = np.zeros(n_terms)
    question[terms[rng.integers(0, len(terms), 6)]] = 1
    return stack(edges, [0.6 / SAMPLES] * SAMPLES + [0.4]), 2 * lengths, question


def best(work: Callable[[], object], runs: int) -> float:
    """CPU milliseconds of the fastest run, the first left out."""
    work()
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def report(n_sentences: int) -> None:
    """Print what a question costs over a collection of this size."""
    graph, words, question = collection(n_sentences, np.random.default_rng(0))
    runs = 200 if n_sentences < 10_000 else 5
    size = f"{len(graph.weights)} hyperedges, {graph.membership.nnz} memberships"
    print(f"{n_sentences} sentences, {size}")
    for balance, damping in ((0.75, 0.99), (0.5, 0.99), (1.0, 0.999)):
        walk = best(partial(relevance, graph, question, balance, damping), runs)
        print(f"  relevance, lambda {balance}, mu {damping}: {walk:.2f} ms")
    scores = relevance(graph, question)
    chosen = best(lambda: greedy(RelevanceAndCoverage(graph, scores), words, 250), runs)
    print(f"  selection of 250 words with its certificate: {chosen:.2f} ms")


if __name__ == "__main__":
    for argument in sys.argv[1:] or ["1400", "14000", "140000"]:
        report(int(argument))
