"""The view of the hypergraph around a digest agrees with what the digest was computed from."""

import numpy as np
import pytest

from bridge import QUESTION, bridge_model
from hyperdigest.errors import OptionError
from hyperdigest.ranking.indexes import Indexes


def ask(**changes):
    return bridge_model().ask(QUESTION, **({"words": 60} | changes))


def step(answer, sentence):
    """(N,) transition probabilities from a sentence, computed with dense matrices."""
    graph = answer.ranking.hypergraph
    psi = graph.membership.toarray()
    weighed = psi * graph.weights[:, None]
    return (weighed / weighed.sum(axis=0))[:, sentence] @ psi


@pytest.mark.parametrize("share", [0.0, 0.1, 1.0])
def test_every_membership_is_that_of_the_hypergraph(share):
    answer = ask(topic_share=share)
    drawn = answer.neighbourhood()
    model = answer.model
    walk = answer.ranking.hypergraph.membership.toarray()
    first = len(answer.ranking.hypergraph.weights) - len(model.collection.split.vocabulary)
    topics = Indexes.of(model).topics(answer.options.changed(samples=0)).membership.toarray()
    kinds = {edge.kind for edge in drawn.hyperedges}
    assert kinds == {0.0: {"term"}, 0.1: {"topic", "term"}, 1.0: {"topic"}}[share]
    for edge in drawn.hyperedges:
        row = topics[edge.id] if edge.kind == "topic" else walk[first + edge.id]
        sentences = [vertex.sentence for vertex in drawn.vertices]
        assert dict(edge.members) == {
            n: pytest.approx(row[i]) for n, i in enumerate(sentences) if row[i] > 0
        }
        assert len(edge.members) >= 2
        assert 0 < edge.weight <= 1


def test_sentences_of_the_digest_are_in_its_order():
    answer = ask()
    drawn = answer.neighbourhood()
    inside = [vertex for vertex in drawn.vertices if vertex.number]
    assert [vertex.number for vertex in inside] == list(range(1, len(inside) + 1))
    assert [(v.document, v.start) for v in inside] == [
        (s.document, s.start) for s in answer.digest().sentences
    ]
    assert (drawn.around, drawn.left_out) == (-1, 0)


def test_sentences_near_are_the_likeliest_next_steps():
    answer = ask()
    drawn = answer.neighbourhood(near=4)
    chosen = [vertex.sentence for vertex in drawn.vertices if vertex.number]
    steps = {s: np.where(answer.eligible, step(answer, s), 0.0) for s in chosen}
    for s in chosen:
        steps[s][chosen] = 0.0
    near = [vertex.sentence for vertex in drawn.vertices if not vertex.number]
    assert len(near) == 4
    for s, i in zip(chosen, near, strict=False):
        before = near[: near.index(i)]
        rest = steps[s].copy()
        rest[before] = 0.0
        assert rest[i] == pytest.approx(rest.max())


def test_chances_are_those_of_a_step_from_the_shown_digest():
    answer = ask()
    drawn = answer.neighbourhood()
    chosen = [vertex.sentence for vertex in drawn.vertices if vertex.number]
    total = np.zeros(answer.ranking.hypergraph.n_sentences)
    for s in chosen:
        reached = step(answer, s)
        reached[s] = 0.0
        total += reached / len(chosen)
    for vertex in drawn.vertices:
        assert vertex.chance == pytest.approx(total[vertex.sentence])


def test_another_sentence_can_be_in_the_middle():
    answer = ask()
    place = ("schools.txt", 0)
    drawn = answer.neighbourhood(around=place)
    middle = drawn.vertices[drawn.around]
    assert (middle.document, middle.start) == place
    numbers = [vertex.number for vertex in drawn.vertices if vertex.number]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (("schools.txt", 3), "no sentence of"),
        (("nowhere.txt", 0), "no document is called 'nowhere.txt'"),
    ],
)
def test_a_place_without_a_sentence_is_refused(place, message):
    with pytest.raises(OptionError, match=message):
        ask().neighbourhood(around=place)


def test_an_order_by_score_numbers_by_score():
    answer = ask(order="score")
    shown = [(v.document, v.start) for v in answer.neighbourhood().vertices if v.number]
    assert shown == [(s.document, s.start) for s in answer.digest().sentences]
