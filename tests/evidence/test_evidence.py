import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import Sentences
from hyperdigest.evidence.bm25 import BM25
from hyperdigest.evidence.sources import SOURCES, Asked, evidence, feedback, largest, make_index
from hyperdigest.hypergraph import term_hypergraph, topic_hypergraph
from hyperdigest.hypergraph.counts import term_counts
from oracles import evidence as oracle
from oracles import hypergraph as walk
from strategies import CORPORA, SEEDS

WEIGHTS = st.fixed_dictionaries(dict.fromkeys(SOURCES, st.one_of(st.just(0.0), st.floats(0.05, 2))))


def sentences_of(document, words):
    """Sentences of which only their document and length matter."""
    document, words = np.array(document, np.int32), np.array(words, np.int32)
    form = words.astype(np.uint8)
    return Sentences(document, words, words, words, form, words, words, words, words, form)


def index_of(terms, sentences, document, n_terms):
    """The index of sentences of one word each."""
    held = sentences_of(document, [1] * len(document))
    counts = term_counts(terms, sentences, len(document), n_terms)
    return make_index(counts, np.array(terms), np.array(sentences), held)


def texts_of(corpus):
    return [corpus.terms[corpus.sentences == i].tolist() for i in range(corpus.n_sentences)]


def ask(corpus, rng, known=True):
    """A question to a corpus, and the document and words of each sentence."""
    n = corpus.n_sentences
    document, words = np.sort(rng.integers(0, 4, n)), rng.integers(1, 50, n)
    question = rng.integers(0, 3, corpus.n_terms) * (rng.random(corpus.n_terms) < 0.3) * 0.5
    question[rng.integers(corpus.n_terms)] = 1.0
    topics = topic_hypergraph(corpus.topics, corpus.terms, corpus.sentences, n, corpus.n_terms)
    held = sentences_of(document, words)
    counts = term_counts(corpus.terms, corpus.sentences, n, corpus.n_terms)
    index = make_index(counts, corpus.terms, corpus.sentences, held)
    likeness = (2 * rng.random(n) - 1) * known
    return Asked(index, topics, question * known, likeness), document, words


def slow_sources(corpus, asked, document, words):
    topic = walk.bias(asked.topics, asked.question)
    return oracle.sources(texts_of(corpus), document, words, asked.question, topic, asked.likeness)


@given(CORPORA, SEEDS)
def test_bm25_of_every_term_equals_the_formula(corpus, seed):
    asked, *_ = ask(corpus, np.random.default_rng(seed))
    texts = texts_of(corpus)
    for term, question in enumerate(np.eye(corpus.n_terms)):
        scores = asked.index.sentences.scores(question)
        np.testing.assert_allclose(scores, oracle.bm25(texts, {term: 1}), rtol=1e-12)
    for d, weight in enumerate(asked.index.documents.scores(np.eye(corpus.n_terms)[0])):
        held = corpus.terms[np.isin(corpus.sentences, np.flatnonzero(asked.index.document == d))]
        assert (weight > 0) == (0 in held)


def test_bm25_by_hand():
    index = index_of([0, 0, 1, 1, 2], [0, 0, 0, 1, 1], [0, 0], n_terms=3)
    idf = np.log(1 + (2 - 1 + 0.5) / 1.5)
    norm = 1.2 * (0.25 + 0.75 * 3 / 2.5)
    assert index.sentences.scores(np.eye(3)[0]) == pytest.approx([idf * 2 * 2.2 / (2 + norm), 0])


@given(CORPORA, SEEDS)
def test_feedback_equals_loops(corpus, seed):
    rng = np.random.default_rng(seed)
    asked, *_ = ask(corpus, rng)
    texts, found = texts_of(corpus), rng.random(corpus.n_sentences) * (rng.random() < 0.9)
    best = largest(found, 20)
    expanded = feedback(asked.question, asked.index.tokens[best], found[best])
    expected = oracle.feedback(texts, asked.question, found, corpus.n_terms)
    np.testing.assert_allclose(expanded, expected, rtol=1e-12)
    if found.any():
        assert expanded.sum() == pytest.approx(1)


def test_feedback_takes_the_best_sentences_and_their_strongest_terms_only():
    sentences = np.repeat(np.arange(60), [1] * 40 + [2] * 20)
    terms = np.arange(80)
    index = index_of(terms, sentences, [0] * 60, n_terms=80)
    question, found = np.eye(80)[79], np.arange(1.0, 61)
    best = largest(found, 20)
    expanded = feedback(question, index.tokens[best], found[best])
    assert np.flatnonzero(expanded).tolist() == list(range(50, 80))
    best = largest(np.where(np.arange(60) < 25, found, 0), 20)
    few = feedback(question, index.tokens[best], found[best])
    assert np.flatnonzero(few).tolist() == [*range(5, 25), 79]


@given(st.lists(st.integers(0, 3)), st.integers(1, 9))
def test_of_equal_values_the_first_are_the_largest(values, count):
    order = sorted(range(len(values)), key=lambda i: (-values[i], i))
    expected = [i for i in order if values[i] > 0][:count]
    assert largest(np.array(values, float), count).tolist() == expected


@given(CORPORA, SEEDS)
def test_every_source_equals_loops(corpus, seed):
    asked, document, words = ask(corpus, np.random.default_rng(seed))
    expected = slow_sources(corpus, asked, document, words)
    assert list(SOURCES) == list(expected)
    for name, source in SOURCES.items():
        np.testing.assert_allclose(source(asked), expected[name], rtol=1e-10, err_msg=name)


@given(CORPORA, SEEDS, WEIGHTS)
def test_evidence_is_the_weighted_sum_of_its_sources(corpus, seed, weights):
    asked, document, words = ask(corpus, np.random.default_rng(seed))
    expected = oracle.evidence(slow_sources(corpus, asked, document, words), weights)
    bias = evidence(asked, weights)
    np.testing.assert_allclose(bias, expected, rtol=1e-10)
    assert bias.sum() == pytest.approx(1)
    assert (bias >= 0).all()


@given(CORPORA, SEEDS, st.floats(0.01, 10))
def test_with_topics_alone_evidence_is_that_of_the_paper(corpus, seed, weight):
    asked, *_ = ask(corpus, np.random.default_rng(seed))
    weights = dict.fromkeys(SOURCES, 0.0) | {"topic": weight}
    expected = walk.bias(asked.topics, asked.question)
    np.testing.assert_allclose(evidence(asked, weights), expected, rtol=1e-12)


@given(CORPORA, SEEDS, WEIGHTS)
def test_an_unknown_question_speaks_for_all_sentences_alike(corpus, seed, weights):
    asked, *_ = ask(corpus, np.random.default_rng(seed), known=False)
    n = corpus.n_sentences
    of_question = weights | {"length": 0.0, "position": 0.0}
    assert evidence(asked, of_question) == pytest.approx(np.full(n, 1 / n))


def test_documents_without_a_sentence_change_nothing():
    terms, sentences = np.array([0, 1, 1, 2]), np.array([0, 0, 1, 2])
    dense = index_of(terms, sentences, [0, 1, 2], n_terms=3)
    sparse = index_of(terms, sentences, [2, 5, 9], n_terms=3)
    for question in np.eye(3):
        scores = dense.documents.scores(question)
        np.testing.assert_array_equal(scores, sparse.documents.scores(question))
    assert sparse.document.tolist() == [0, 1, 2]


def test_the_document_speaks_for_each_of_its_sentences():
    terms, sentences = np.array([0, 1, 2, 3]), np.array([0, 1, 2, 3])
    index = index_of(terms, sentences, [0, 0, 1, 1], n_terms=4)
    topics = term_hypergraph(terms, sentences, 4, 4)
    asked = Asked(index, topics, np.array([1.0, 0, 0, 0]), np.zeros(4))
    assert SOURCES["document"](asked)[0] == SOURCES["document"](asked)[1] > 0
    assert SOURCES["document"](asked)[2:].tolist() == [0, 0]


def test_bm25_of_empty_texts_is_zero():
    from scipy.sparse import csr_array

    index = BM25(csr_array(np.array([[0, 1], [0, 0]])))
    assert index.scores(np.array([1.0, 1.0]))[0] == 0
