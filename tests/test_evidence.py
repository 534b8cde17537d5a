import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.evidence import SOURCES, Asked, bm25, evidence, feedback, make_index
from hyperdigest.hypergraph import term_hypergraph, topic_hypergraph
from oracles import evidence as oracle
from oracles import hypergraph as walk
from strategies import CORPORA, SEEDS

WEIGHTS = st.fixed_dictionaries(dict.fromkeys(SOURCES, st.one_of(st.just(0.0), st.floats(0.05, 2))))


def texts_of(corpus):
    return [corpus.terms[corpus.sentences == i].tolist() for i in range(corpus.n_sentences)]


def ask(corpus, rng, known=True):
    """The index of a corpus, a question to it, and the document of each sentence."""
    document = np.sort(rng.integers(0, 4, corpus.n_sentences))
    question = rng.integers(0, 3, corpus.n_terms) * (rng.random(corpus.n_terms) < 0.3) * 0.5
    question[rng.integers(corpus.n_terms)] = 1.0
    tokens = corpus.terms, corpus.sentences, corpus.n_sentences, corpus.n_terms
    index = make_index(corpus.terms, corpus.sentences, document, corpus.n_terms)
    return Asked(index, topic_hypergraph(corpus.topics, *tokens), question * known), document


@given(CORPORA, SEEDS)
def test_bm25_of_every_term_equals_the_formula(corpus, seed):
    asked, _ = ask(corpus, np.random.default_rng(seed))
    texts = texts_of(corpus)
    weights = asked.index.by_sentence.toarray()
    assert weights.shape == (corpus.n_terms, corpus.n_sentences)
    for term in range(corpus.n_terms):
        np.testing.assert_allclose(weights[term], oracle.bm25(texts, {term: 1}), rtol=1e-12)
    for d, weight in enumerate(asked.index.by_document.toarray()[0]):
        held = corpus.terms[np.isin(corpus.sentences, np.flatnonzero(asked.index.document == d))]
        assert (weight > 0) == (0 in held)


def test_bm25_by_hand():
    index = make_index(
        np.array([0, 0, 1, 1, 2]), np.array([0, 0, 0, 1, 1]), np.array([0, 0]), n_terms=3
    )
    idf = np.log(1 + (2 - 1 + 0.5) / 1.5)
    norm = 1.2 * (0.25 + 0.75 * 3 / 2.5)
    assert index.by_sentence.toarray()[0] == pytest.approx([idf * 2 * 2.2 / (2 + norm), 0])


@given(CORPORA, SEEDS)
def test_feedback_equals_loops(corpus, seed):
    rng = np.random.default_rng(seed)
    asked, _ = ask(corpus, rng)
    texts, found = texts_of(corpus), rng.random(corpus.n_sentences) * (rng.random() < 0.9)
    expanded = feedback(asked.question, asked.index.counts, found)
    expected = oracle.feedback(texts, asked.question, found, corpus.n_terms)
    np.testing.assert_allclose(expanded, expected, rtol=1e-12)
    if found.any():
        assert expanded.sum() == pytest.approx(1)


def test_feedback_takes_the_strongest_terms_of_the_best_sentences_only():
    terms, sentences = np.arange(60), np.arange(60)
    index = make_index(terms, sentences, np.zeros(60, int), n_terms=60)
    question, found = np.eye(60)[59], np.arange(60.0)
    expanded = feedback(question, index.counts, found)
    assert np.flatnonzero(expanded).tolist() == list(range(40, 60))


@given(CORPORA, SEEDS)
def test_every_source_equals_loops(corpus, seed):
    asked, document = ask(corpus, np.random.default_rng(seed))
    topic = walk.bias(asked.hypergraph, asked.question)
    expected = oracle.sources(texts_of(corpus), document, asked.question, topic)
    assert list(SOURCES) == list(expected)
    for name, source in SOURCES.items():
        np.testing.assert_allclose(source(asked), expected[name], rtol=1e-10, err_msg=name)


@given(CORPORA, SEEDS, WEIGHTS)
def test_evidence_is_the_weighted_sum_of_its_sources(corpus, seed, weights):
    asked, document = ask(corpus, np.random.default_rng(seed))
    topic = walk.bias(asked.hypergraph, asked.question)
    by_source = oracle.sources(texts_of(corpus), document, asked.question, topic)
    bias = evidence(asked, weights)
    np.testing.assert_allclose(bias, oracle.evidence(by_source, weights), rtol=1e-10)
    assert bias.sum() == pytest.approx(1)
    assert (bias >= 0).all()


@given(CORPORA, SEEDS, st.floats(0.01, 10))
def test_with_topics_alone_evidence_is_that_of_the_paper(corpus, seed, weight):
    asked, _ = ask(corpus, np.random.default_rng(seed))
    weights = dict.fromkeys(SOURCES, 0.0) | {"topic": weight}
    expected = walk.bias(asked.hypergraph, asked.question)
    np.testing.assert_allclose(evidence(asked, weights), expected, rtol=1e-12)


@given(CORPORA, SEEDS, WEIGHTS)
def test_an_unknown_question_speaks_for_all_sentences_alike(corpus, seed, weights):
    asked, _ = ask(corpus, np.random.default_rng(seed), known=False)
    n = corpus.n_sentences
    assert evidence(asked, weights) == pytest.approx(np.full(n, 1 / n))


def test_documents_without_a_sentence_change_nothing():
    terms, sentences = np.array([0, 1, 1, 2]), np.array([0, 0, 1, 2])
    dense = make_index(terms, sentences, np.array([0, 1, 2]), n_terms=3)
    sparse = make_index(terms, sentences, np.array([2, 5, 9]), n_terms=3)
    assert (dense.by_document != sparse.by_document).nnz == 0
    assert sparse.document.tolist() == [0, 1, 2]


def test_the_document_speaks_for_each_of_its_sentences():
    terms, sentences = np.array([0, 1, 2, 3]), np.array([0, 1, 2, 3])
    index = make_index(terms, sentences, np.array([0, 0, 1, 1]), n_terms=4)
    asked = Asked(index, term_hypergraph(terms, sentences, 4, 4), np.array([1.0, 0, 0, 0]))
    assert SOURCES["document"](asked)[0] == SOURCES["document"](asked)[1] > 0
    assert SOURCES["document"](asked)[2:].tolist() == [0, 0]


def test_bm25_of_empty_texts_is_zero():
    from scipy.sparse import csr_array

    weights = bm25(csr_array(np.array([[0.0, 0.0], [1.0, 0.0]])))
    assert weights.toarray()[:, 0].tolist() == [0, 0]
