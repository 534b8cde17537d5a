"""How many tokens a second the sampler visits, and what its compiled code costs to make or load.

    python benchmarks/bench_gibbs.py [DOCUMENTS]

The corpus is made here: about 47 sentences of 11 tokens a document, terms by a Zipf law, topics of
a truncated three-layer hierarchy. Numbers are CPU seconds of one core.
"""

import sys
import time

import numpy as np

TOPICS = 120


def sticks(rng: np.random.Generator, concentration: float) -> np.ndarray:
    """(TOPICS,) truncated stick-breaking weights."""
    breaks = rng.beta(1.0, concentration, TOPICS)
    breaks[-1] = 1.0
    return breaks * np.concatenate(([1.0], np.cumprod(1.0 - breaks[:-1])))


def corpus(documents: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Term and sentence of each token, document of each sentence, and the number of terms."""
    rng = np.random.default_rng(20270)
    pool = 9000 + 65 * documents
    base = 1.0 / (np.arange(pool) + 16.0)
    base /= base.sum()
    topics = rng.gamma(150.0 * base, size=(TOPICS, pool)) + 1e-300
    cumulative = np.cumsum(0.8 * topics / topics.sum(1, keepdims=True) + 0.2 * base, axis=1)
    everywhere = sticks(rng, 12.0)
    drawn, sentence_of, document_of = [], [], []
    for document in range(documents):
        here = rng.dirichlet(np.maximum(6.0 * everywhere, 1e-4))
        for _ in range(max(5, int(rng.normal(47.0, 12.0)))):
            mixture = rng.dirichlet(np.maximum(1.5 * here, 1e-5))
            length = int(np.clip(rng.poisson(11.4), 3, 35))
            for topic in rng.choice(TOPICS, length, p=mixture / mixture.sum()):
                row = cumulative[topic]
                drawn.append(np.searchsorted(row, rng.random() * row[-1]))
                sentence_of.append(len(document_of))
            document_of.append(document)
    used, terms = np.unique(drawn, return_inverse=True)
    return terms, np.array(sentence_of), np.array(document_of), len(used)


def main(documents: int) -> None:
    """Print one line for each thing measured."""
    began = time.process_time()
    from hyperdigest.topics import fit_hdp

    imported = time.process_time()
    fit_hdp([0, 1], [0, 0], [0], 2, sweeps=1)
    print(f"import {imported - began:.2f} s; first fit, compiled or loaded, "
          f"{time.process_time() - imported:.2f} s")  # fmt: skip
    data = corpus(documents)
    tokens, sweeps = len(data[0]), max(10, 6000 // documents)
    print(f"{tokens} tokens, {len(data[2])} sentences, {documents} documents, {data[3]} terms")
    for prior in ("total", "each"):
        began = time.process_time()
        fit = fit_hdp(*data, sweeps=sweeps, term_prior=prior)
        seconds = time.process_time() - began
        print(f"prior {prior:5}: {fit.best.n_topics:4} topics, "
              f"{tokens * sweeps / seconds / 1e6:.1f} Mtok/s, {seconds:.2f} s")  # fmt: skip


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
