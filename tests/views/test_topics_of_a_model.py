from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import QUESTION, bridge_model, documents
from hyperdigest import Collection, Options
from hyperdigest.topics import TopicSample
from hyperdigest.views.topics import occurrences, shares, strongest_terms
from strategies import CORPORA


def test_the_shares_of_a_sentences_topics_sum_to_one():
    model = bridge_model()
    split, topics = model.collection.split, model.topics.best
    for sentence in range(len(split.sentences)):
        shares = model.topic_view.shares(sentence)
        assert sum(topic.share for topic in shares) == pytest.approx(1)
        counts = Counter(topics.assignments[split.sentence_of == sentence].tolist())
        expected = {k: n / counts.total() for k, n in counts.items()}
        assert {topic.id: topic.share for topic in shares} == pytest.approx(expected)
        assert shares == tuple(sorted(shares, key=lambda topic: (-topic.share, topic.id)))
        assert all(topic.label == model.topic_view.labels[topic.id] for topic in shares)


def test_the_topic_table_counts_every_token_once():
    model = bridge_model()
    split, best = model.collection.split, model.topics.best
    table = model.topic_table(top=4)
    assert sorted(topic.id for topic in table) == list(range(best.n_topics))
    assert sum(topic.share for topic in table) == pytest.approx(1)
    assert sum(topic.weight for topic in table) == pytest.approx(1)
    assert [topic.weight for topic in table] == sorted((t.weight for t in table), reverse=True)
    for topic in table:
        own = split.sentence_of[best.assignments == topic.id]
        assert topic.share == pytest.approx(len(own) / len(split.terms))
        assert topic.sentences == len(set(own.tolist()))
        assert topic.documents == len(set(split.sentences.document[own].tolist()))
        assert 1 <= len(topic.words) <= 4
        assert topic.label == model.topic_view.labels[topic.id]


def test_reading_the_topics_first_does_not_change_a_digest():
    changes = {"sweeps": 12, "term_concentration": 40.0}
    read_first, other = (Collection.of(documents()).fit(Options(**changes)) for _ in range(2))
    read_first.topic_table()
    digests = [
        model.digest(QUESTION, 60, preset="paper").to_json() for model in (read_first, other)
    ]
    assert digests[0] == digests[1]


def sample_of(corpus):
    return TopicSample(corpus.topics.astype(np.int32), int(corpus.topics.max()) + 1)


@given(CORPORA, st.integers(1, 12))
def test_strength_is_the_count_in_the_topic_times_the_share_of_the_term(corpus, top):
    together = Counter(zip(corpus.topics.tolist(), corpus.terms.tolist(), strict=True))
    everywhere = Counter(corpus.terms.tolist())
    topics = sample_of(corpus)
    found = strongest_terms(topics, corpus.terms, corpus.n_terms, top)
    assert len(found) == topics.n_topics
    for topic, strongest in enumerate(found):
        own = [term for z, term in together if z == topic]
        expected = sorted(own, key=lambda t: (-(together[topic, t] ** 2) / everywhere[t], t))
        assert strongest == expected[:top]


@given(CORPORA)
def test_occurrences_count_each_unit_once(corpus):
    topics = sample_of(corpus)
    found = occurrences(topics, corpus.sentences)
    for topic in range(topics.n_topics):
        assert found[topic] == len(set(corpus.sentences[corpus.topics == topic].tolist()))


def test_a_term_special_to_a_topic_comes_before_a_more_frequent_common_one():
    terms = np.array([0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0], np.int32)
    topics = TopicSample(np.array([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1], np.int32), 2)
    assert strongest_terms(topics, terms, 2, 2) == [[1, 0], [0]]


def test_shares_of_units_sum_to_one_or_are_zero():
    topics = TopicSample(np.array([0, 1, 1, 2, 1], np.int32), 3)
    found_shares = shares(topics, np.array([0, 0, 0, 0, 2], np.int32), 4)
    assert found_shares.tolist() == [[0.25, 0.5, 0.25], [0, 0, 0], [0, 1, 0], [0, 0, 0]]
