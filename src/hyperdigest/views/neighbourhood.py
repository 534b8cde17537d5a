"""The fuzzy hypergraph around a digest: its sentences, those near it, and what ties them.

The strongest ties of two sentences are the hyperedges that a step between them follows most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.sparse import entries_of
from hyperdigest.documents import BACKGROUND, Document
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.split import Split

NEAR, DIGEST, TOPICS, TERMS = 12, 24, 6, 12
"""The most that is drawn: sentences near by, sentences of the digest, topics, and terms."""


@dataclass(frozen=True, slots=True)
class Vertex:
    """A sentence that is drawn.

    Parameters
    ----------
    sentence : its number in the collection.
    number : its place in the digest, from 1; 0 for a sentence outside.
    chance : of a step of the walk to it from a drawn sentence of the digest (or from the one in
        the middle) that leaves a uniformly drawn one of these; its own returns left out.
    text, displayed : as it stands in its document, and without the markup of its format.
    """

    sentence: int
    number: int
    chance: float
    text: str
    displayed: str
    document: str
    title: str
    place: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Hyperedge:
    """A topic or a term, and the drawn sentences it holds.

    Parameters
    ----------
    id : number of the topic or of the term.
    label : the topic's name, or the term's word.
    weight : its share of the weight of all hyperedges.
    members : (vertex, psi) pairs, the strongest first; psi over the whole collection sums to 1.
    """

    kind: Literal["topic", "term"]
    id: int
    label: str
    weight: float
    members: tuple[tuple[int, float], ...]

    @property
    def background(self) -> bool:
        """Whether it is the topic that lies under the whole collection."""
        return self.kind == "topic" and self.label == BACKGROUND


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What is drawn: vertices (those of the digest first, as numbered) and hyperedges.

    `around` is the vertex in the middle, -1 for the digest as a whole; `left_out` counts the
    sentences of the digest that are not drawn.
    """

    question: str
    vertices: tuple[Vertex, ...]
    hyperedges: tuple[Hyperedge, ...]
    around: int
    left_out: int
    signature: str


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is drawn from: a collection, and the hypergraph of the walk over its sentences.

    `eligible` (N,) are the sentences that may stand outside the digest. `topics` are the hyperedges
    of the most likely sample, `labels` their names, and `topic_share` in [0, 1] is their
    weight beside those of terms; None where topics have no share of the walk.
    """

    documents: Sequence[Document]
    split: Split
    walk: FuzzyHypergraph
    eligible: NDArray[np.bool_]
    topics: FuzzyHypergraph | None
    labels: Sequence[str]
    topic_share: float


def neighbourhood(
    drawn: Surroundings,
    shown: Sequence[int],
    middle: int | None = None,
    *,
    near: int = NEAR,
    question: str = "",
    signature: str = "",
) -> Neighbourhood:
    """The hypergraph around a digest, its sentences as `shown`, or around the one in the `middle`.

    Beside those of the digest are `near` sentences: the likeliest next steps of the walk from them.
    """
    numbers = {sentence: number for number, sentence in enumerate(shown, 1)}
    seeds = list(shown[:DIGEST]) if middle is None else [middle]
    found, chances = _next_steps(drawn, seeds, near if middle is None else near + TOPICS)
    sentences = [*seeds, *found]
    if middle is not None:
        sentences.sort(key=lambda i: numbers.get(i, len(numbers) + 1))
    columns, vertices = drawn.split.sentences, []
    for i in sentences:
        document = drawn.documents[columns.document[i]]
        start, end = int(columns.start[i]), int(columns.end[i])
        vertex = Vertex(
            sentence=i,
            number=numbers.get(i, 0),
            chance=float(chances[i]),
            text=document.text[start:end],
            displayed=document.displayed(start, end),
            document=document.name,
            title=document.title,
            place=document.place(start),
            start=start,
            end=end,
        )
        vertices.append(vertex)
    return Neighbourhood(
        question=question,
        vertices=tuple(vertices),
        hyperedges=_hyperedges(drawn, np.array(sentences, np.intp)),
        around=-1 if middle is None else sentences.index(middle),
        left_out=len(numbers) - sum(i in numbers for i in sentences),
        signature=signature,
    )


def _next_steps(
    drawn: Surroundings, seeds: list[int], most: int
) -> tuple[list[int], NDArray[np.float64]]:
    """The likeliest next sentences, those of each seed in turn; what they say said only once.

    Beside them (N,) the chances of a step from one of the seeds, each equally likely, to another
    place.
    """
    walk, said = drawn.walk, drawn.split.sentences.text_hash
    taken = {int(said[seed]) for seed in seeds}
    total, queues = np.zeros(walk.n_sentences), []
    for seed in seeds:
        found = walk.incidence(np.array([seed]))
        entries, sizes = entries_of(walk.membership, found.edges)
        parts = walk.membership.data[entries] * found.chances.repeat(sizes)
        step = np.bincount(walk.membership.indices[entries], parts, walk.n_sentences)
        step[seed] = 0.0
        total += step
        step[~drawn.eligible] = 0.0
        best = np.argsort(-step, kind="stable")[: most + len(seeds)]
        queues.append([int(i) for i in best if step[i] > 0])
    near: list[int] = []
    while len(near) < most and any(queues):
        for queue in queues:
            while queue and int(said[queue[0]]) in taken:
                queue.pop(0)
            if queue and len(near) < most:
                taken.add(int(said[queue[0]]))
                near.append(queue.pop(0))
    return near, total / max(1, len(seeds))


def _hyperedges(drawn: Surroundings, sentences: NDArray[np.intp]) -> tuple[Hyperedge, ...]:
    """The topics, then the terms, that tie the drawn sentences most; the walk may lack a kind.

    The topics are those of the most likely sample.
    """
    split, walk, share = drawn.split, drawn.walk, drawn.topic_share
    topics, terms = (TOPICS, TERMS) if 0 < share < 1 else (TOPICS + TERMS,) * 2
    found: list[Hyperedge] = []
    if drawn.topics is not None:
        part = share / (drawn.topics.weights.sum() or 1.0)
        found += _strongest("topic", drawn.topics, sentences, topics, drawn.labels, part)
    if share < 1:
        first, part = len(walk.weights) - len(split.vocabulary), 1 / walk.weights.sum()
        found += _strongest("term", walk, sentences, terms, split.words, part, first)
    return tuple(found)


def _strongest(
    kind: Literal["topic", "term"],
    graph: FuzzyHypergraph,
    sentences: NDArray[np.intp],
    most: int,
    labels: Sequence[str],
    part: float,
    first: int = 0,
) -> list[Hyperedge]:
    """The hyperedges of two or more of some sentences with most to tie them, strongest first.

    A hyperedge ties as much as w(e) times the sum of psi_ei psi_ej over pairs of the sentences.
    Half of those taken are the strongest; the others, the strongest that hold a sentence which
    none of those taken before holds, and then the strongest again.

    `labels` are of the hyperedges from number `first` on; those before are left out. `part` is the
    share of a weight of 1 in the weight of all hyperedges.
    """
    found = graph.incidence(sentences)
    held = found.edges >= first
    edges, psi = found.edges[held], found.psi[held]
    members = np.repeat(np.arange(len(sentences)), found.sizes)[held]
    used, place = np.unique(edges, return_inverse=True)
    sums, squares = np.bincount(place, psi), np.bincount(place, psi**2)
    strength = graph.weights[used] * (sums**2 - squares)
    strength[np.bincount(place) < 2] = 0.0
    by_strength = [int(n) for n in np.argsort(-strength, kind="stable") if strength[n] > 0]
    hyperedges = []
    for n in _spread(by_strength, {n: members[place == n] for n in by_strength}, most):
        own, number = np.flatnonzero(place == n), int(used[n]) - first
        own = own[np.argsort(-psi[own], kind="stable")]
        pairs = zip(members[own].tolist(), psi[own].tolist(), strict=True)
        weight = float(graph.weights[used[n]]) * part
        hyperedges.append(Hyperedge(kind, number, labels[number], weight, tuple(pairs)))
    return hyperedges


def _spread(by_strength: list[int], of_edge: dict[int, NDArray[np.intp]], most: int) -> list[int]:
    taken = by_strength[: most // 2]
    covered = {int(i) for n in taken for i in of_edge[n]}
    for n in by_strength[most // 2 :]:
        if len(taken) < most and not covered.issuperset(of_edge[n].tolist()):
            taken.append(n)
            covered.update(of_edge[n].tolist())
    rest = [n for n in by_strength if n not in set(taken)]
    chosen = {*taken, *rest[: most - len(taken)]}
    return [n for n in by_strength if n in chosen]
