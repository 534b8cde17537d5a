"""The preset ``paper`` against a slow reading of the paper, from topics to sentences."""

import numpy as np
import pytest

from bridge import QUESTION, documents
from hyperdigest import Collection, Options
from hyperdigest.hypergraph import FuzzyHypergraph
from hyperdigest.split import Analyzer
from oracles import hypergraph as slow
from oracles import selection
from strategies import Corpus

KEPT = ("council.txt", "history.txt")
QUESTIONS = (
    QUESTION,
    "What did ice do to the arches, and when was the bridge built?",
    "The river?",
)


@pytest.fixture(scope="module")
def model():
    chosen = [document for document in documents() if document.name in KEPT]
    return Collection.of(chosen).fit(Options.preset("paper", sweeps=60, seed=3))


def corpus_of(model):
    """The tokens of every sentence, taken from its text anew, with the topics of the model."""
    split, analyzer = model.collection.split, Analyzer("en")
    terms, sentences = [], []
    columns = split.sentences
    for i, (d, start, end) in enumerate(
        zip(columns.document, columns.start, columns.end, strict=True)
    ):
        found = analyzer.terms(model.collection.documents[d].text[start:end])
        terms += [split.vocabulary.index(term) for term in found]
        sentences += [i] * len(found)
    n, v = len(split.sentences), len(split.vocabulary)
    topics = model.topics.best.assignments
    return Corpus(topics, np.array(terms), np.array(sentences), n, v)


def counts_of(question, model):
    terms = Analyzer("en").terms(question)
    return np.array([float(terms.count(term)) for term in model.collection.split.vocabulary])


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    ("words", "changes"),
    [
        (30, {}),
        (75, {}),
        (140, {}),
        (75, {"query_balance": 0.3, "coverage_balance": 0.8, "damping": 0.6}),
        (75, {"coverage_balance": 0.05, "cost_exponent": 0.5}),
    ],
)
def test_the_digest_is_that_of_a_slow_reading(model, question, words, changes):
    answer = model.ask(question, words, **changes)
    options = answer.options
    graph = FuzzyHypergraph(*slow.topics(corpus_of(model), zeta=0.5))
    bias = slow.bias(graph, counts_of(question, model))
    scores = slow.scores(graph, bias, options.query_balance, options.damping)
    lengths = [len(text.split()) for text in all_texts(model)]
    values = selection.values_of_all(graph, scores, options.coverage_balance)
    expected = selection.greedy(
        values, lengths, words, options.cost_exponent, np.ones(len(lengths), bool)
    )

    np.testing.assert_allclose(answer.ranking.evidence, bias, rtol=1e-9, atol=1e-15)
    np.testing.assert_allclose(answer.ranking.relevance, scores, rtol=1e-8)
    assert list(answer.chosen) == expected
    texts = [sentence.text for sentence in answer.digest().sentences]
    assert texts == [all_texts(model)[i] for i in sorted(expected)]
    value = slow.value_of(graph, scores, expected, options.coverage_balance)
    assert answer.choice.value == pytest.approx(value)


def all_texts(model):
    columns, held = model.collection.split.sentences, model.collection.documents
    places = zip(columns.document, columns.start, columns.end, strict=True)
    return [held[d].text[start:end] for d, start, end in places]


def test_the_bound_of_a_digest_is_above_the_best_of_all(model):
    answer = model.ask(QUESTION, 75)
    values = selection.values_of_all(
        answer.ranking.hypergraph, answer.ranking.relevance, answer.options.coverage_balance
    )
    sizes = selection.length_of_all(model.collection.split.sentences.words)
    best = selection.optimum(values, sizes, 75, answer.eligible)
    certificate = answer.digest().certificate
    assert certificate.value - 1e-12 <= best <= certificate.bound + 1e-12
    exact = model.ask(QUESTION, 75, exact=True).choice
    assert exact.value == pytest.approx(best, rel=1e-6)
