"""The models of hyperedges on a small corpus, against slow versions."""

import numpy as np
import pytest

from hyperdigest.documents import Document
from hyperdigest.experiments.baselines.cluster_edges import (
    AGGLOMERATIVE,
    DBSCAN,
    KMEANS,
    agglomerative_labels,
    cluster_hypergraph,
)
from hyperdigest.experiments.baselines.hyperedges import HDP, LDA, TERMS
from hyperdigest.experiments.task_input import Corpus
from hyperdigest.hypergraph import term_hypergraph, topic_hypergraph
from hyperdigest.options import Options
from hyperdigest.relevance import relevance
from hyperdigest.selection import select
from oracles.hyperedges import cluster_hyperedges

MODELS = [HDP(sweeps=20), LDA(topics=6, sweeps=20), TERMS(), KMEANS(9), AGGLOMERATIVE(), DBSCAN()]


def some_labels(corpus):
    """Clusters of three kinds, and noise, whatever the sentences say."""
    labels = np.arange(corpus.n_sentences) % 5
    return np.where(labels > 2, -1, labels)


def nobody(corpus):
    return np.full(corpus.n_sentences, -1)


def joined(corpus):
    return agglomerative_labels(corpus.tfisf)


@pytest.mark.parametrize("labels_of", [some_labels, nobody, joined])
def test_clusters_and_pairs_are_as_defined(corpus, labels_of):
    labels = labels_of(corpus)
    found = cluster_hypergraph(corpus, labels)
    rows, weights, given = cluster_hyperedges(corpus.counts.toarray(), corpus.isf, labels.tolist())
    np.testing.assert_allclose(found.membership.toarray(), rows, rtol=1e-12)
    np.testing.assert_allclose(found.weights, weights, rtol=1e-9)
    np.testing.assert_allclose(found.edge_given_term.toarray(), given, rtol=1e-12)


def test_a_sentence_like_no_other_stands_by_itself(corpus):
    [lonely] = np.flatnonzero(np.diff(corpus.cosines.indptr) == 0)
    assert corpus.text(lonely) == "Yes."
    found = cluster_hypergraph(corpus, nobody(corpus))
    assert found.membership[[-1]].indices.tolist() == [lonely]
    assert found.weights[-1] == 0


def test_sentences_all_alike_have_no_weight_but_are_there():
    same = Corpus(
        [Document(f"{n}.txt", f"{n}.txt", "The mill burned.") for n in range(3)], [""] * 3
    )
    for model in (KMEANS(2), AGGLOMERATIVE(), DBSCAN()):
        found = model(same)
        assert found.n_sentences == 3
        assert not found.weights.any()


def test_terms_are_the_hyperedges_of_the_package(corpus):
    split = corpus.split
    exact = term_hypergraph(split.terms, split.sentence_of, corpus.n_sentences, corpus.n_terms)
    found = TERMS()(corpus)
    assert (found.membership != exact.membership).nnz == 0
    assert (found.weights == exact.weights).all()


def test_the_papers_topics_are_those_of_its_preset(corpus):
    paper = Options.preset("paper")
    assert HDP().options == paper
    found, exact = HDP()(corpus), corpus.model(paper).prepared.topics(paper)
    assert (found.membership != exact.membership).nnz == 0
    assert (found.weights == exact.weights).all()
    assert HDP(alpha=0.25, beta=0.5, gamma=1.0, zeta=2.0).options == paper.changed(
        sentence_concentration=0.25,
        document_concentration=0.5,
        corpus_concentration=1.0,
        term_concentration=2.0,
    )


def test_lda_hyperedges_are_the_tags_of_tokens(corpus):
    model, split = LDA(topics=5, sweeps=30, term_concentration=0.2), corpus.split
    tags = model.tags(split.terms, corpus.document[split.sentence_of], corpus.n_terms)
    used = sorted(set(tags.tolist()))
    exact = topic_hypergraph(
        [used.index(tag) for tag in tags],
        split.terms,
        split.sentence_of,
        corpus.n_sentences,
        corpus.n_terms,
        0.2,
        term_prior="each",
    )
    found = model(corpus)
    assert (found.membership != exact.membership).nnz == 0
    assert (found.weights == exact.weights).all()


def test_lda_leaves_out_topics_without_a_token(corpus):
    found = LDA(topics=2000, sweeps=1)(corpus)
    assert found.membership.shape[0] < 2000
    assert (np.diff(found.membership.indptr) > 0).all()


def test_a_seed_of_lda_gives_the_same_bytes_and_another_others(corpus):
    a, b, c = (LDA(topics=8, sweeps=10, seed=seed)(corpus) for seed in (4, 4, 5))
    assert a.membership.data.tobytes() == b.membership.data.tobytes()
    assert a.weights.tobytes() == b.weights.tobytes()
    assert a.weights.tobytes() != c.weights.tobytes()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_a_summary_can_be_made_on_every_model(corpus, make_case, model):
    case = make_case(budget=40)
    graph = model(corpus)
    assert graph.n_sentences == corpus.n_sentences
    assert graph.n_terms == corpus.n_terms
    scores = relevance(graph, case.terms)
    assert (scores > 0).all()
    chosen = select(graph, scores, corpus.words, case.budget)
    assert 0 < corpus.words[chosen].sum() <= 40
    asked = {i for i in range(corpus.n_sentences) if case.question_cosines[i] > 0}
    assert scores[list(asked)].mean() > scores.mean()


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_a_model_is_named_by_its_parameters(model):
    assert eval(repr(model)) == model
    assert {model: 1}[type(model)(**vars(model))] == 1
