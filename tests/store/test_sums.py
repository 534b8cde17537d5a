"""Sums over documents are those counted token by token, after whatever is added and removed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.store.sums import Sums
from hyperdigest.topics.data import TopicSample, arrange
from hyperdigest.topics.sums import sums_of

N_STATES, N_TERMS, N_TOPICS = 2, 5, 4
TOKEN = st.tuples(st.integers(0, N_TERMS - 1), *[st.integers(0, N_TOPICS - 1)] * N_STATES)
DOCUMENTS = st.lists(st.lists(TOKEN, max_size=6), max_size=6)


def sums(documents):
    """The sums over documents, each given by its tokens: a term and its topic in each state."""
    tokens = [token for document in documents for token in document]
    terms, *topics = np.array(tokens, np.int32).reshape(-1, 1 + N_STATES).T
    numbers = np.repeat(np.arange(len(documents)), [len(each) for each in documents])
    return Sums.of(terms, numbers, topics)


def assert_counted(found, documents):
    """Fail unless sums are those of documents, counted one by one."""
    tokens, held = np.zeros((2, N_STATES, N_TOPICS), int)
    of_terms = np.zeros((N_TERMS, N_TOPICS, N_STATES), int)
    for document in documents:
        for state in range(N_STATES):
            for topic in {token[1 + state] for token in document}:
                held[state, topic] += 1
        for term, *topics in document:
            for state, topic in enumerate(topics):
                tokens[state, topic] += 1
                of_terms[term, topic, state] += 1
    for part, expected in ((found.tokens, tokens), (found.documents, held)):
        width = part.shape[1]
        assert part.tolist() == expected[:, :width].tolist()
        assert not expected[:, width:].any()
    rows, columns = found.term_topics.shape
    expected = of_terms.reshape(N_TERMS, -1)
    assert found.term_topics.toarray().tolist() == expected[:rows, :columns].tolist()
    assert found.term_topics.nnz == np.count_nonzero(expected)


@given(DOCUMENTS, DOCUMENTS, st.data())
def test_sums_are_those_counted_after_documents_are_added_and_removed(old, new, data):
    found = sums(old).and_then(sums(new))
    assert_counted(found, [*old, *new])
    gone = data.draw(st.sets(st.integers(0, 11)))
    stay = [each for number, each in enumerate([*old, *new]) if number not in gone]
    found = found.without(sums([d for n, d in enumerate([*old, *new]) if n in gone]))
    assert_counted(found, stay)
    arrays = found.arrays()
    read = Sums.read(arrays.__getitem__, arrays["topic_tokens"])
    assert_counted(read, stay)
    assert_counted(read.and_then(sums(new)), [*stay, *new])


@given(DOCUMENTS.filter(any))
def test_new_documents_see_what_is_counted_from_the_tokens_of_others(documents):
    tokens = [token for document in documents for token in document]
    numbers = np.repeat(np.arange(len(documents)), [len(each) for each in documents])
    terms, *topics = np.array(tokens).T
    corpus = arrange(terms, np.arange(len(tokens)), numbers, N_TERMS + 1)
    asked = np.array([3, -1, 0])
    for state, own in enumerate(topics):
        used, places = np.unique(own, return_inverse=True)
        expected = sums_of(TopicSample(places.astype(np.int32), len(used)), corpus)
        found = sums(documents).of_others(state, np.minimum(asked, terms.max()), N_TERMS + 1)
        assert found.tokens.tolist() == expected.tokens.tolist()
        assert found.documents.tolist() == expected.documents.tolist()
        rows = expected.of_terms.toarray()[np.minimum(asked, terms.max())]
        assert found.of_terms.toarray().tolist()[:3] == rows.tolist()
        assert found.of_terms.shape == (N_TERMS + 1, len(used))


def test_more_than_there_is_cannot_be_removed():
    one, other = sums([[(0, 0, 1), (1, 0, 1)]]), sums([[(0, 0, 1)], [(2, 0, 1)]])
    with pytest.raises(ValueError, match="have changed"):
        one.without(other)
