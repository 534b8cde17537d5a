"""A view of the hypergraph around a digest: its sentences, those near it, and their hyperedges.

Of all hyperedges those are shown that a step of the walk between the sentences follows most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hyperdigest.base.sparse import entries_of
from hyperdigest.digest import BACKGROUND
from hyperdigest.documents import Document
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.split import Split

MOST_IN_DIGEST, MOST_TOPICS, MOST_TERMS = 24, 6, 12
"""Limits of the view: sentences of the digest, topics, and terms."""


@dataclass(frozen=True, slots=True)
class Vertex:
    """A sentence of the view.

    Parameters
    ----------
    sentence : its number in the collection.
    number : its place in the digest, from 1; 0 for a sentence outside of the digest.
    chance : probability that a step of the walk leads to it from a uniformly drawn sentence of the
        digest in the view, or from the one in the middle; steps from itself do not count.
    text, displayed : the slice of its document, and the same without markup.
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
    """A topic or a term, and its sentences in the view.

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
        """Whether it is the background topic."""
        return self.kind == "topic" and self.label == BACKGROUND


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The view: vertices and hyperedges.

    Parameters
    ----------
    vertices : those of the digest first, in its order.
    around : the vertex in the middle; -1 for the digest as a whole.
    left_out : number of sentences of the digest that are not in the view.
    """

    question: str
    vertices: tuple[Vertex, ...]
    hyperedges: tuple[Hyperedge, ...]
    around: int
    left_out: int
    signature: str


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The data of a view: a collection, and the hypergraph of the walk over its sentences.

    Parameters
    ----------
    eligible : (N,) the sentences that may be shown outside of the digest.
    topics : the hyperedges of the most likely sample; None if topics have no share of the walk.
    labels : the names of the topics.
    topic_share : the share of topics in the weight of the walk's hyperedges, in [0, 1].
    """

    documents: Sequence[Document]
    split: Split
    walk: FuzzyHypergraph
    eligible: NDArray[np.bool_]
    topics: FuzzyHypergraph | None
    labels: Sequence[str]
    topic_share: float


def neighbourhood(
    data: Surroundings,
    shown: Sequence[int],
    middle: int | None,
    *,
    near: int,
    question: str,
    signature: str,
) -> Neighbourhood:
    """The view around a digest, or around one sentence.

    Parameters
    ----------
    shown : the sentences of the digest, in its order.
    middle : the sentence in the middle; None if the view is around the whole digest.
    near : number of other sentences: the likeliest next steps of the walk.
    """
    numbers = {sentence: number for number, sentence in enumerate(shown, 1)}
    seeds = list(shown[:MOST_IN_DIGEST]) if middle is None else [middle]
    found, chances = _next_steps(data, seeds, near if middle is None else near + MOST_TOPICS)
    sentences = [*seeds, *found]
    if middle is not None:
        sentences.sort(key=lambda i: numbers.get(i, len(numbers) + 1))
    columns, vertices = data.split.sentences, []
    for i in sentences:
        document = data.documents[columns.document[i]]
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
        hyperedges=_hyperedges(data, np.array(sentences, np.intp)),
        around=-1 if middle is None else sentences.index(middle),
        left_out=len(numbers) - sum(i in numbers for i in sentences),
        signature=signature,
    )


def _next_steps(
    data: Surroundings, seeds: list[int], most: int
) -> tuple[list[int], NDArray[np.float64]]:
    """The likeliest next sentences of each seed in turn, and the chance of each sentence, (N,).

    Sentences with equal words are taken once. The chance is that of a step from a uniformly drawn
    seed to another sentence.
    """
    walk, text_hash = data.walk, data.split.sentences.text_hash
    taken = {int(text_hash[seed]) for seed in seeds}
    total, queues = np.zeros(walk.n_sentences), []
    for seed in seeds:
        found = walk.incidence(np.array([seed]))
        entries, sizes = entries_of(walk.membership, found.edges)
        parts = walk.membership.data[entries] * found.chances.repeat(sizes)
        step = np.bincount(walk.membership.indices[entries], parts, walk.n_sentences)
        step[seed] = 0.0
        total += step
        step[~data.eligible] = 0.0
        best = np.argsort(-step, kind="stable")[: most + len(seeds)]
        queues.append([int(i) for i in best if step[i] > 0])
    near: list[int] = []
    while len(near) < most and any(queues):
        for queue in queues:
            while queue and int(text_hash[queue[0]]) in taken:
                queue.pop(0)
            if queue and len(near) < most:
                taken.add(int(text_hash[queue[0]]))
                near.append(queue.pop(0))
    return near, total / max(1, len(seeds))


def _hyperedges(data: Surroundings, sentences: NDArray[np.intp]) -> tuple[Hyperedge, ...]:
    """The topics of the most likely sample, then the terms, that connect the sentences most.

    If the walk has only one kind of hyperedge, more of that kind are taken.
    """
    split, walk, share = data.split, data.walk, data.topic_share
    mixed = 0 < share < 1
    topics, terms = (MOST_TOPICS, MOST_TERMS) if mixed else (MOST_TOPICS + MOST_TERMS,) * 2
    found: list[Hyperedge] = []
    if data.topics is not None:
        part = share / (data.topics.weights.sum() or 1.0)
        found += _strongest("topic", data.topics, sentences, topics, data.labels, part)
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
    """The hyperedges that connect some sentences most, strongest first.

    The strength of a hyperedge is w(e) times the sum of psi_ei psi_ej over pairs of the sentences.
    Half of those taken are the strongest. The others are the strongest with a sentence that is in
    none taken before, and then again the strongest.

    Parameters
    ----------
    most : number of hyperedges, at most.
    labels : names of the hyperedges from number `first` on; those before are left out.
    part : the factor from the weight of a hyperedge to its share of all weights.
    """
    found = graph.incidence(sentences)
    labelled = found.edges >= first
    edges, psi = found.edges[labelled], found.psi[labelled]
    members = np.repeat(np.arange(len(sentences)), found.sizes)[labelled]
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


def _spread(by_strength: list[int], members: dict[int, NDArray[np.intp]], most: int) -> list[int]:
    """Up to `most` hyperedges, half by strength only, the others so that they add sentences."""
    taken = by_strength[: most // 2]
    covered = {int(i) for n in taken for i in members[n]}
    for n in by_strength[most // 2 :]:
        if len(taken) < most and not covered.issuperset(members[n].tolist()):
            taken.append(n)
            covered.update(members[n].tolist())
    rest = [n for n in by_strength if n not in set(taken)]
    chosen = {*taken, *rest[: most - len(taken)]}
    return [n for n in by_strength if n in chosen]
