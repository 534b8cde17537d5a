from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.topics import TopicSample
from hyperdigest.views.topics import occurrences, shares, strongest_terms
from strategies import CORPORA


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
