"""What others take for the two halves of a question: PageRank, and greedy submodular selection.

Each peer gets matrices made of the very arrays that hyperdigest used for the same question.
PageRank is personalised by the question's evidence and follows a step with the same probability;
selection maximizes a sum over terms of logarithms of what the sentences bring to each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from hyperdigest.answer.answer import Answer
from measuring import peer, seconds, timed

LARGEST_MATRIX = 15_000
"""Sentences of which N x N numbers of 8 bytes still fit into 2 GB."""

LARGEST_GRAPH = 2_000
"""Sentences of which a graph library still holds all N x N edges."""

LARGEST_ROWS = 200_000
"""Sentences over which apricot takes no more than a minute."""

LARGEST_LISTS = 2_000
"""Sentences of which submodlib's lists of N x V Python numbers still fit."""


@dataclass(frozen=True)
class Run:
    """CPU seconds to prepare and to solve; a reason where there is none."""

    prepare: float = 0.0
    solve: float = 0.0
    reason: str = ""


def transitions(answer: Answer) -> np.ndarray:
    """(N, N) probability of a step from each row's sentence to each column's."""
    graph = answer.ranking.hypergraph
    return np.asarray((graph.edge_given_sentence @ graph.membership).toarray())


def _follow(answer: Answer) -> float:
    return answer.options.damping * answer.options.query_balance


def dense_pagerank(answer: Answer) -> Run:
    """Power iteration on a dense matrix, until no score moves by 1e-9 of the mean."""
    step, cpu = timed(lambda: np.ascontiguousarray(transitions(answer).T))
    follow, n = _follow(answer), len(answer.ranking.evidence)

    def solve() -> None:
        p, moved = answer.ranking.evidence, 1.0
        while moved > 1e-9 / n:
            to = follow * (step @ p) + (1 - follow) * answer.ranking.evidence
            moved, p = float(np.abs(to - p).max()), to

    return Run(cpu, seconds(solve))


def networkx_pagerank(answer: Answer) -> Run:
    """networkx on the same graph of sentences."""
    networkx = peer("networkx")
    if networkx is None:
        return Run(reason="not installed")
    matrix = transitions(answer)
    graph, cpu = timed(lambda: networkx.from_numpy_array(matrix, create_using=networkx.DiGraph))
    there = dict(enumerate(answer.ranking.evidence.tolist()))
    follow, tolerance = _follow(answer), 1e-9 / len(there)
    return Run(
        cpu,
        seconds(
            lambda: networkx.pagerank(
                graph, alpha=follow, personalization=there, tol=tolerance, max_iter=1000
            ),
            warm=False,
        ),
    )


def scikit_network_pagerank(answer: Answer) -> Run:
    """scikit-network on the same graph of sentences."""
    ranking = peer("sknetwork.ranking")
    if ranking is None:
        return Run(reason="not installed")
    matrix, cpu = timed(lambda: sparse.csr_matrix(transitions(answer)))
    pagerank = ranking.PageRank(damping_factor=_follow(answer), n_iter=1000, tol=1e-9)
    return Run(cpu, seconds(lambda: pagerank.fit(matrix, weights=answer.ranking.evidence)))


def amounts(answer: Answer) -> sparse.csr_matrix:
    """(N, V) what each sentence brings to each term: its score spread over its terms."""
    split = answer.model.collection.split
    shape = len(split.sentences), len(split.vocabulary)
    ones = np.ones(len(split.terms))
    counts = sparse.csr_matrix((ones, (split.sentence_of, split.terms)), shape=shape)
    return sparse.csr_matrix(sparse.diags_array(answer.ranking.relevance * shape[0]) @ counts)


def submodlib_greedy(answer: Answer) -> Run:
    """submodlib's lazy greedy for a sum of logarithms over terms, within the same budget."""
    submodlib = peer("submodlib")
    if submodlib is None:
        return Run(reason="not installed")
    matrix = amounts(answer)
    words = answer.model.collection.split.sentences.words.astype(float).tolist()
    function, cpu = timed(
        lambda: submodlib.FeatureBasedFunction(
            n=matrix.shape[0],
            features=matrix.toarray().tolist(),
            numFeatures=matrix.shape[1],
            sparse=False,
        )
    )
    return Run(
        cpu,
        seconds(
            lambda: function.maximize(
                budget=answer.options.words,
                optimizer="LazyGreedy",
                costs=words,
                costSensitiveGreedy=True,
                show_progress=False,
            ),
            runs=5,
        ),
    )


def apricot_greedy(answer: Answer) -> Run:
    """apricot's lazy greedy for a sum of logarithms over terms, within the same budget."""
    apricot = peer("apricot")
    if apricot is None:
        return Run(reason="not installed")
    matrix = amounts(answer)
    words = answer.model.collection.split.sentences.words.astype(float)

    def solve() -> None:
        selection = apricot.FeatureBasedSelection(
            answer.options.words, concave_func="log", optimizer="lazy"
        )
        selection.fit(matrix, sample_cost=words)

    return Run(0.0, seconds(solve))


Peer = tuple[str, Callable[[Answer], Run], int]

RELEVANCE: tuple[Peer, ...] = (
    ("dense numpy", dense_pagerank, LARGEST_MATRIX),
    ("scikit-network", scikit_network_pagerank, LARGEST_GRAPH),
    ("networkx", networkx_pagerank, LARGEST_GRAPH),
)
SELECTION: tuple[Peer, ...] = (
    ("submodlib", submodlib_greedy, LARGEST_LISTS),
    ("apricot", apricot_greedy, LARGEST_ROWS),
)


def runs(peers: tuple[Peer, ...], answer: Answer) -> Iterator[tuple[str, Run]]:
    """Each peer with what it took, or why it was left out."""
    for name, run, largest in peers:
        fits = len(answer.ranking.evidence) <= largest
        yield name, run(answer) if fits else Run(reason="does not fit")
