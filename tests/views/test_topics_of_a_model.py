from collections import Counter

import pytest

from bridge import QUESTION, bridge_model, documents
from hyperdigest import Collection, Options


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
