"""The map of topics: its shares equal a simple count; its orders and its sums."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import bridge_model
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.model import Collection
from hyperdigest.options import Options
from hyperdigest.views.topic_map import rows_of


def counted_slowly(model):
    """(D, K) numbers of tokens of each topic in each document."""
    split = model.collection.split
    counts = Counter()
    for sentence, topic in zip(split.sentence_of, model.topics.best.assignments, strict=True):
        counts[int(split.sentences.document[sentence]), int(topic)] += 1
    return counts


@pytest.mark.parametrize(("documents", "topics"), [(40, 30), (40, 3), (2, 30), (2, 1), (1, 2)])
def test_shares_are_those_of_the_tokens(documents, topics):
    model = bridge_model()
    drawn = model.topics_map(documents, topics)
    counts = counted_slowly(model)
    names = [document.name for document in model.collection.documents]
    shown = [topic.id for topic in drawn.topics if topic.id >= 0]
    assert len(drawn.rows) <= documents
    assert len(shown) <= topics + 1
    for row, shares in zip(drawn.rows, drawn.shares, strict=True):
        if row.documents > 1:
            continue
        own = {k: n for (d, k), n in counts.items() if names[d] == row.first}
        assert row.tokens == sum(own.values())
        for topic, share in zip(drawn.topics, shares, strict=True):
            ids = [topic.id] if topic.id >= 0 else [k for k in own if k not in shown]
            assert share == pytest.approx(sum(own.get(k, 0) for k in ids) / row.tokens)
    assert sum(row.documents for row in drawn.rows) == len(names)
    assert sum(row.tokens for row in drawn.rows) == sum(counts.values())
    np.testing.assert_allclose(drawn.shares.sum(axis=1), 1)
    tokens = np.array([row.tokens for row in drawn.rows])
    overall = (drawn.shares * tokens[:, None]).sum(axis=0) / tokens.sum()
    np.testing.assert_allclose([topic.share for topic in drawn.topics], overall)


def test_columns_are_the_heaviest_topics():
    model = bridge_model()
    listed = [topic.id for topic in model.topic_table()]
    assert [topic.id for topic in model.topics_map(topics=4).topics] == [*listed[:4], -1]
    assert [topic.id for topic in model.topics_map().topics] == listed


def test_a_document_without_words_has_no_row():
    documents = [Document("a.txt", "a.txt", "The harbour master sold boats."),
                 Document("b.txt", "b.txt", "...")]  # fmt: skip
    drawn = Collection.of(documents).fit(Options(sweeps=5)).topics_map()
    assert [row.first for row in drawn.rows] == ["a.txt"]
    assert (drawn.n_documents, drawn.empty) == (2, 1)


def made(names, counts, most, order):
    documents = [Document(name, name, "") for name in names]
    counts = np.array(counts)
    return rows_of(documents, counts, list(range(counts.shape[1])), most, order)


def test_documents_with_the_same_distinctive_topic_are_together():
    counts = [[9, 0, 3], [0, 9, 3], [8, 1, 3], [1, 8, 3], [9, 0, 2], [0, 9, 2], [7, 1, 3]]
    rows = made("abcdefg", counts, 40, "similar")
    assert {*rows.labels[:4]} == {*"aceg"}
    assert {*rows.labels[4:]} == {*"bdf"}
    grouped = made("abcdefg", counts, 2, "similar")
    assert [sorted(members) for members in grouped.members] == [[0, 2, 4, 6], [1, 3, 5]]
    assert grouped.labels == ("4 documents", "3 documents")
    assert grouped.distinctive == [0, 1]


def test_documents_on_none_of_the_shown_topics_are_last():
    documents = [Document(name, name, "") for name in "abcdefg"]
    counts = np.array([[0, 1, 9], [5, 0, 1], [0, 1, 9], [0, 5, 1], [5, 0, 1], [0, 5, 1], [0, 1, 9]])
    rows = rows_of(documents, counts, [4, 2, -1], 3, "similar")
    assert [members.tolist() for members in rows.members] == [[1, 4], [3, 5], [0, 2, 6]]


def test_rows_of_several_dated_documents_are_labelled_with_first_and_last_date():
    names = [f"2019-{month:02d}/minutes.txt" for month in range(1, 9)]
    assert made(names, [[1]] * 8, 2, "auto").labels == ("2019-01 to 2019-04", "2019-05 to 2019-08")


def test_documents_with_dates_are_in_order_of_date():
    names = ["report 2019-03-01.txt", "2017_12.txt", "2018-06-30 minutes.txt"]
    rows = made(names, [[1], [1], [1]], 40, "auto")
    assert rows.order == "date"
    assert rows.labels == (names[1], names[2], names[0])
    assert made(["a", "b"], [[1], [1]], 40, "auto").order == "reading"
    assert made("abcdefgh", [[1]] * 8, 40, "auto").order == "similar"


def test_dates_in_documents_come_before_those_in_their_names():
    documents = [
        Document("2019-03-01.txt", "", "", date="2017"),
        Document("2018.txt", "", "", date="2018-06"),
        Document("b.txt", "", "", modified="2026-11-22"),
        *(Document(f"2020-0{month}.txt", "", "") for month in (4, 3)),
    ]
    rows = rows_of(documents, np.ones((5, 1)), [0], 40, "auto")
    assert rows.order == "date"
    assert [int(members[0]) for members in rows.members] == [2, 0, 1, 4, 3]
    assert rows_of(documents[2:4], np.ones((2, 1)), [0], 40, "auto").order == "reading"


def test_invalid_maps_are_refused():
    model = bridge_model()
    with pytest.raises(OptionError, match="give 1 or more"):
        model.topics_map(0)
    with pytest.raises(OptionError, match="order is 'size'"):
        model.topics_map(order="size")
    with pytest.raises(OptionError, match="few documents have a date"):
        model.topics_map(order="date")


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=1, max_size=30),
    st.integers(1, 12),
    st.sampled_from(["similar", "reading"]),
)
def test_every_document_with_words_is_in_one_row(counts, most, order):
    rows = made([f"d{n}" for n in range(len(counts))], counts, most, order)
    spoken = [n for n, row in enumerate(counts) if sum(row)]
    assert len(rows.members) <= most
    assert sorted(int(n) for members in rows.members for n in members) == spoken
    assert all(len(members) for members in rows.members)
