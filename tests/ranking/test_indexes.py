import numpy as np
import pytest

from bridge import bridge_model
from hyperdigest import Collection, Document
from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.hypergraph import cosine_hypergraph, term_counts, topic_hypergraph
from hyperdigest.ranking.indexes import Indexes


@pytest.fixture
def prepared():
    model = bridge_model(samples=2)
    return Indexes(model)


def options(**changes):
    return bridge_model(samples=2).options.changed(**changes)


def tokens():
    split = bridge_model(samples=2).collection.split
    return split.terms, split.sentence_of, len(split.sentences), len(split.vocabulary)


def same(mine, theirs):
    """Whether two hypergraphs have the same members and, up to scale, the same weights."""
    np.testing.assert_allclose(mine.weights * theirs.weights.sum(), theirs.weights)
    for name in ("membership", "edge_given_term"):
        np.testing.assert_allclose(getattr(mine, name).toarray(), getattr(theirs, name).toarray())


def test_hyperedge_weights_follow_the_shares_of_topics_and_terms(prepared):
    walk = prepared.walk(options(topic_share=0.3))
    n_topics = sum(sample.n_topics for sample in bridge_model(samples=2).topics.samples)
    assert walk.weights[:n_topics].sum() == pytest.approx(0.3)
    assert walk.weights[n_topics:].sum() == pytest.approx(0.7)
    assert len(walk.weights) == n_topics + len(bridge_model().collection.split.vocabulary)


def test_every_sample_has_the_same_weight(prepared):
    topics = prepared.topics(options())
    first, second = bridge_model(samples=2).topics.samples
    assert topics.weights[: first.n_topics].sum() == pytest.approx(0.5)
    assert topics.weights[first.n_topics :].sum() == pytest.approx(0.5)
    assert len(topics.weights) == first.n_topics + second.n_topics


def test_a_share_of_zero_leaves_out_topics_or_terms(prepared):
    best = bridge_model(samples=2).topics.best
    alone = prepared.walk(options(samples=0, topic_share=1.0))
    zeta = options().term_concentration
    same(alone, topic_hypergraph(best.assignments, *tokens(), zeta))
    terms = prepared.walk(options(topic_share=0.0))
    np.testing.assert_allclose(
        terms.edge_given_sentence.toarray(),
        cosine_hypergraph(term_counts(*tokens())).edge_given_sentence.toarray(),
    )


def test_topics_use_the_concentration_they_were_fitted_with():
    model = bridge_model(term_concentration=20.0, term_prior="each")
    found = Indexes.of(model).topics(model.options.changed(samples=0))
    best = model.topics.best
    same(found, topic_hypergraph(best.assignments, *tokens(), 20.0, term_prior="each"))


def test_each_index_is_computed_once(prepared):
    for make in (prepared.walk, prepared.topics):
        assert make(options()) is make(options(damping=0.1))
        assert make(options()) is not make(options(samples=0))
    assert prepared.walk(options()) is not prepared.walk(options(topic_share=0.9))
    assert prepared.evidence is prepared.evidence


def test_a_part_matches_at_least_as_well_as_what_introduces_it_of_rows_only_the_named_ones():
    filler = " ".join(
        f"The harbour has a crane number {n}, which lifts what is heavy." for n in range(40)
    )
    rows = "\n".join(f"| {'boiler' if n == 8 else 'crane'} | {n} |" for n in range(9))
    items = "\n".join(
        f"- Take part {n} away, and put it where all of the others are." for n in range(9)
    )
    table = f"| pump | drain |\n|---|---|\n{rows}"
    text = "\n\n".join([filler, "To drain the pump:", items, table, filler])
    model = Collection.of([Document("d", "d", text, format="markdown")], language="en").fit()
    index = Indexes.of(model)
    question = np.zeros(len(index.term_numbers))
    question[[index.term_numbers[term] for term in ("drain", "pump", "boiler")]] = 1
    match, sentences = index.match(question).sentences, model.collection.split.sentences
    introduced = index.evidence.introduction
    kinds = sentences.kind
    parts = np.flatnonzero((introduced >= 0) & (kinds == SENTENCE_KINDS.index("item")))
    assert len(parts) == 9
    assert (match[parts] >= match[introduced[parts]]).all()
    of_table = np.flatnonzero(kinds == SENTENCE_KINDS.index("row"))
    assert match[of_table[:-1]].min() < match[introduced[of_table]].max()
    assert match[of_table[-1]] >= match[introduced[of_table[-1]]]
