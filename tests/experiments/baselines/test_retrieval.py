"""Maximal marginal relevance, and the systems that rank by cosine, BM25 or embeddings."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from encoder import Encoder
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.experiments.baselines.retrieval import (
    BM25MMR,
    BM25FeedbackMMR,
    EmbeddingsMMR,
    TfIsfMMR,
    feedback,
    largest,
    maximal_marginal_relevance,
    sentence_bm25,
)
from hyperdigest.experiments.systems import Case, DocumentIndex
from oracles import evidence, today
from strategies import CORPORA, SEEDS

SYSTEMS = (TfIsfMMR(), BM25MMR(), BM25FeedbackMMR())


@given(SEEDS)
def test_mmr_picks_what_the_definition_says(corpus, seed):
    rng = np.random.default_rng(seed)
    n = corpus.n_sentences
    budget, balance = int(rng.integers(0, 80)), float(rng.choice([0, 0.5, 0.7, 1, rng.random()]))
    scores = rng.random(n) * (rng.random(n) < 0.8)
    eligible = rng.random(n) < 0.7
    case = Case(corpus, "Who?", budget, eligible)
    points = rng.normal(size=(n, 3))
    dense = points @ points.T
    for similarity in (dense, sparse.csr_array(dense * (np.abs(dense) > 0.5))):
        rows = similarity.toarray() if sparse.issparse(similarity) else similarity
        words = np.where(eligible, corpus.words, budget + 1)
        expected = today.mmr(list(scores), rows.tolist(), words.tolist(), budget, balance)
        assert maximal_marginal_relevance(case, scores, similarity, balance) == expected


def test_of_two_that_say_the_same_the_second_gives_way(make_case):
    case = make_case(budget=17)
    scores = np.zeros(case.corpus.n_sentences)
    scores[:3] = 10, 9, 5
    same = np.zeros((len(scores), len(scores)))
    same[0, 1] = same[1, 0] = 1.0
    assert case.corpus.words[:3].tolist() == [8, 9, 6]
    assert maximal_marginal_relevance(case, scores, same, 0.5)[:2] == [0, 2]
    assert maximal_marginal_relevance(case, scores, same, 1.0)[:2] == [0, 1]


def test_bm25_agrees_with_its_formula_and_with_the_product(make_case):
    case = make_case()
    corpus = case.corpus
    asked = {int(t): case.terms[t] for t in np.flatnonzero(case.terms)}
    expected = evidence.bm25(today.texts_of(corpus), asked)
    assert expected.max() > 0
    found = sentence_bm25(corpus, 1.2, 0.75).scores(case.terms)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_without_length_normalisation_only_the_matches_count(make_case):
    case = make_case()
    scores = sentence_bm25(case.corpus, 0.0, 0.0).scores(case.terms)
    for score, row in zip(scores, case.corpus.counts.toarray(), strict=True):
        n = case.corpus.n_sentences
        holding = [np.count_nonzero(case.corpus.counts.toarray()[:, t]) for t in range(len(row))]
        idf = np.log1p([(n - h + 0.5) / (h + 0.5) for h in holding])
        assert score == pytest.approx((case.terms * idf * (row > 0)).sum())


def test_feedback_searches_with_the_words_of_the_best_sentences(make_case):
    case = make_case()
    corpus, system = case.corpus, BM25FeedbackMMR()
    texts = today.texts_of(corpus)
    expected = today.with_documents(texts, corpus.document, case.terms, 0.6)
    found = system.search(case, case.terms)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    expanded = system.expanded(case, found)
    again = today.feedback(texts, case.terms, expected, corpus.n_terms)
    np.testing.assert_allclose(expanded, again, rtol=1e-10, atol=1e-15)
    assert np.count_nonzero(expanded) > np.count_nonzero(case.terms)


@pytest.mark.parametrize("system", SYSTEMS, ids=repr)
def test_the_answer_is_about_the_question(make_case, system):
    case = make_case("Which frost killed the apple blossom in the orchards?", 40)
    text = case.text(system(case))
    assert "Frost killed a third of the apple blossom." in text
    assert "choir" not in text


@pytest.mark.parametrize("system", SYSTEMS, ids=repr)
@pytest.mark.parametrize("question", ["What did the flood do to the mill?", "Quantum zebras?"])
@pytest.mark.parametrize("budget", [0, 1, 30, 10_000])
def test_only_eligible_sentences_once_each_within_the_budget(make_case, system, question, budget):
    everyone = make_case().eligible
    for eligible in (everyone, ~everyone, np.arange(len(everyone)) % 3 == 0):
        case = make_case(question, budget, eligible)
        chosen = system(case)
        assert all(type(i) is int for i in chosen)
        assert len(set(chosen)) == len(chosen)
        assert eligible[chosen].all()
        left = budget - case.corpus.words[chosen].sum()
        assert left >= 0
        unpicked = np.setdiff1d(np.flatnonzero(eligible), chosen)
        assert (case.corpus.words[unpicked] > left).all()
        assert system(case) == chosen


@pytest.mark.parametrize("system", SYSTEMS, ids=repr)
def test_a_single_sentence_and_an_empty_document(system):
    documents = [Document("a", "a", "Bridges of steel last."), Document("b", "b", "")]
    corpus = DocumentIndex(documents, ["", ""])
    assert system(Case(corpus, "What lasts?", 10, np.ones(1, bool))) == [0]


TERMS, SHARE = 30, 0.4


def counted(terms, sentences):
    """(n, V) how often each term stands in each sentence."""
    return sparse.csr_array((np.ones(len(terms)), (sentences, terms)))


@given(CORPORA, SEEDS)
def test_feedback_equals_loops(corpus, seed):
    rng = np.random.default_rng(seed)
    texts = [corpus.terms[corpus.sentences == i].tolist() for i in range(corpus.n_sentences)]
    question = rng.integers(0, 3, corpus.n_terms) * (rng.random(corpus.n_terms) < 0.3) * 0.5
    question[rng.integers(corpus.n_terms)] = 1.0
    found = rng.random(corpus.n_sentences) * (rng.random() < 0.9)
    best = largest(found, 20)
    tokens = counted(corpus.terms, corpus.sentences)
    expanded = feedback(question, tokens[best], found[best], TERMS, SHARE)
    expected = today.feedback(texts, question, found, corpus.n_terms)
    np.testing.assert_allclose(expanded, expected, rtol=1e-12)
    if found.any():
        assert expanded.sum() == pytest.approx(1)


def test_feedback_takes_the_best_sentences_and_their_strongest_terms_only():
    tokens = counted(np.arange(80), np.repeat(np.arange(60), [1] * 40 + [2] * 20))
    question, found = np.eye(80)[79], np.arange(1.0, 61)
    best = largest(found, 20)
    expanded = feedback(question, tokens[best], found[best], TERMS, SHARE)
    assert np.flatnonzero(expanded).tolist() == list(range(50, 80))
    best = largest(np.where(np.arange(60) < 25, found, 0), 20)
    few = feedback(question, tokens[best], found[best], TERMS, SHARE)
    assert np.flatnonzero(few).tolist() == [*range(5, 25), 79]


@given(st.lists(st.integers(0, 3)), st.integers(1, 9))
def test_of_equal_values_the_first_are_the_largest(values, count):
    order = sorted(range(len(values)), key=lambda i: (-values[i], i))
    expected = [i for i in order if values[i] > 0][:count]
    assert largest(np.array(values, float), count).tolist() == expected


def test_the_answer_is_mmr_on_the_cosines(make_case, embedding_model):
    case = make_case("How slow is the ferry?", 60)
    encoder = Encoder(embedding_model)
    texts = [case.corpus.text(i) for i in range(case.corpus.n_sentences)]
    found = encoder.encode(texts, True, False).astype(float)
    asked = encoder.encode([case.question], True, False)[0].astype(float)
    words = case.corpus.words.tolist()
    cosines = (found @ found.T).tolist()
    for balance in (0.5, 0.7, 1.0):
        expected = today.mmr((found @ asked).tolist(), cosines, words, 60, balance)
        assert EmbeddingsMMR(embedding_model, balance)(case) == expected
    assert "ferry" in case.text(EmbeddingsMMR(embedding_model)(case))


def test_ineligible_sentences_stay_out(make_case, embedding_model):
    eligible = np.arange(make_case().corpus.n_sentences) % 2 == 0
    chosen = EmbeddingsMMR(embedding_model)(make_case("Who sang?", 50, eligible))
    assert chosen and eligible[chosen].all()


def test_the_model_is_opened_and_the_documents_are_read_once_for_all_questions(
    make_case, embedding_model
):
    system, n = EmbeddingsMMR(embedding_model), make_case().corpus.n_sentences
    system(make_case("Who sang?"))
    system(make_case("What about the bees?"))
    assert Encoder.encoded == [1] * (n + 2)
    assert [asked["folder"] for asked in Encoder.asked_for] == [embedding_model]


def test_a_missing_model_is_told_in_a_line(make_case):
    with pytest.raises(OptionError, match="no embedding model in nowhere: give"):
        EmbeddingsMMR("nowhere")(make_case())


def test_the_name_in_records_tells_model_and_balance():
    assert repr(EmbeddingsMMR("here")) == "EmbeddingsMMR(model='here', balance=0.7)"
