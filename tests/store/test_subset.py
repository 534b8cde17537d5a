from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import QUESTION, bridge_model, documents
from compared import same_model, same_split, states
from hyperdigest import Collection, Model
from hyperdigest.base.arrays import in_order_of_occurrence
from hyperdigest.documents import Document
from hyperdigest.errors import EmptyCollectionError, OptionError

SUBSETS = [list(some) for size in (1, 2, 3, 5) for some in combinations(range(5), size)]


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "case.hdig"
    bridge_model().save(path)
    return path


@pytest.mark.parametrize("numbers", SUBSETS)
def test_the_split_of_a_subset_is_that_of_its_documents(numbers):
    part = bridge_model().subset(numbers)
    alone = Collection.of([documents()[number] for number in numbers])
    assert part.collection.documents == alone.documents
    same_split(part.collection.split, alone.split, words=False)
    assert part.collection.corpus_hash == alone.corpus_hash


@pytest.mark.parametrize("numbers", SUBSETS)
def test_tokens_of_a_subset_have_the_same_topics_and_no_topic_is_empty(numbers):
    whole, part = bridge_model(), bridge_model().subset(numbers)
    split = whole.collection.split
    own = np.isin(split.sentences.document[split.sentence_of], numbers)
    for before, after in zip(states(whole), states(part), strict=True):
        pairs = set(zip(before.assignments[own].tolist(), after.assignments.tolist(), strict=True))
        assert len(pairs) == after.n_topics == len(set(before.assignments[own].tolist()))
        assert sorted(number for _, number in pairs) == list(range(after.n_topics))


@pytest.mark.parametrize("numbers", SUBSETS)
def test_a_subset_loaded_from_a_file_is_the_same(saved, numbers):
    same_model(Model.load(saved, numbers), Model.load(saved).subset(numbers))


def test_a_subset_answers_and_its_signature_differs_from_a_fit_of_its_documents(saved):
    part = bridge_model().subset([0, 3])
    digest = part.digest(QUESTION, words=40)
    assert {s.document for s in digest.sentences} <= {"council.txt", "history.txt"}
    assert "|grown:sha256-" in digest.signature
    assert digest.signature != bridge_model().subset([0]).subset([0]).digest("ice", 40).signature


def test_the_order_in_which_documents_are_named_changes_nothing():
    same_model(bridge_model().subset([3, 0, 3]), bridge_model().subset(np.array([0, 3])))


@pytest.mark.parametrize("number", [-1, 5])
def test_a_missing_document_is_an_error(saved, number):
    for take in (bridge_model().subset, lambda numbers: Model.load(saved, numbers)):
        with pytest.raises(OptionError, match=f"no document {number}: give numbers from 0 to 4"):
            take([number])


def test_documents_without_a_sentence_are_refused():
    held = [*documents()[:1], Document("empty.txt", "empty.txt", "the of and")]
    model = Collection.of(held).fit(bridge_model().options)
    for numbers in ([1], []):
        with pytest.raises(EmptyCollectionError, match="no sentence to digest"):
            model.subset(numbers)
    assert model.subset([0, 1]).collection.documents == tuple(held)


@given(st.lists(st.integers(0, 9)))
def test_numbers_are_counted_as_they_first_occur(numbers):
    used, places = in_order_of_occurrence(np.array(numbers, np.int32))
    assert used.tolist() == list(dict.fromkeys(numbers))
    assert [used[place] for place in places] == numbers
    assert places.dtype == np.int32


@pytest.mark.parametrize("most", [3, 70_000])
def test_many_numbers_are_counted_as_they_first_occur(most):
    numbers = np.random.default_rng(1).integers(0, most, 200_000).astype(np.int32)
    used, places = in_order_of_occurrence(numbers)
    assert used.tolist() == list(dict.fromkeys(numbers.tolist()))
    np.testing.assert_array_equal(used[places], numbers)
    np.testing.assert_array_equal(in_order_of_occurrence(places)[1], places)
