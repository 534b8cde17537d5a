"""A part of a large saved collection is opened, and weighed as it is in the whole."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hyperdigest.store.opening as opening
from focusing import answer_from_file
from hyperdigest import Collection, Constraints, Document, Options
from hyperdigest.question import Question
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.question_index import terms_asked
from hyperdigest.ranking.weighing import (
    FromModel,
    match_question,
    question_weights,
    related_weights,
    weigh,
)
from hyperdigest.render import render_text
from hyperdigest.store.file import opened
from hyperdigest.store.outlined import OutlinedIndex
from town import OBJECTS, SUBJECTS, VERBS, texts


@pytest.fixture(scope="module")
def model():
    return Collection.of(texts(), language="en").fit(Options(sweeps=10, samples=2, language="en"))


@pytest.fixture(scope="module")
def saved(model, tmp_path_factory):
    path = tmp_path_factory.mktemp("opening") / "town.hdig"
    model.save(path)
    return path


@pytest.fixture
def large(monkeypatch):
    """Every collection counts as large, and few documents are opened."""
    monkeypatch.setattr(opening, "LARGE", 0)
    monkeypatch.setattr(opening, "MOST_SENTENCES", 40)


def outlined_for(store, question, options):
    """The index of an open file for a question."""
    index = OutlinedIndex.of(store)
    weights, _ = question_weights(index, question, options)
    related = related_weights(index, question, options, weights)
    index.read(terms_asked(index, question, options, weights, related)[0], question, options)
    return index


WORDS = st.sampled_from(
    [*SUBJECTS, *VERBS, *OBJECTS, "heron", "herons", "painter", "lighthouses", "crowns", "zebra"]
)


@settings(deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=6), st.booleans())
def test_a_question_is_weighed_in_the_outline_as_in_the_whole(model, saved, words, with_headings):
    question = Question.of(f"What of the {' '.join(words)}?")
    options = Options(language="en", heading_evidence=0.3 * with_headings)
    whole = Indexes.of(model)
    found = FromModel(np.zeros(len(model.collection.split.sentences)))
    with opened(saved) as store:
        outlined = outlined_for(store, question, options)
        pairs = []
        for index in (outlined, whole):
            weights = question_weights(index, question, options)
            related = related_weights(index, question, options, weights[0])
            matched = match_question(index, question, options, weights, related)
            pairs.append((matched.passages, weigh(matched, index.evidence, options, found)))
        (one_match, one), (other_match, other) = pairs
    np.testing.assert_allclose(one.evidence, other.evidence, rtol=1e-12)
    np.testing.assert_allclose(one.directness, other.directness, rtol=1e-12)
    assert one.warnings == other.warnings
    for name in ("sentences", "documents", "concentration", "share"):
        np.testing.assert_allclose(getattr(one_match, name), getattr(other_match, name), rtol=1e-12)
    np.testing.assert_array_equal(outlined.eligible(options), whole.eligible(options))


def test_the_outline_has_what_a_reader_sees_of_documents_besides_their_texts(model, saved):
    question = Question.of("What of the herons?")
    with opened(saved) as store:
        outlined = outlined_for(store, question, Options(language="en"))
    whole = Indexes.of(model)
    documents = outlined.collection.documents
    assert outlined.beside_texts == whole.beside_texts
    assert [each.name for each in documents[-2:]] == [
        each.name for each in model.collection.documents[-2:]
    ]


def test_the_answer_is_found_though_few_documents_are_opened(model, saved, large):
    question = "How many golden herons does the ferryman keep?"
    answer = answer_from_file(saved, question, words=20)
    expected = model.ask(question, words=20)
    names = [document.name for document in answer.model.collection.documents]
    assert "answer.txt" in names and len(names) < 20
    digest, whole = answer.digest(), expected.digest()
    assert [each.text for each in digest.sentences] == [each.text for each in whole.sentences]
    assert digest.sentences[0].text == "The ferryman keeps eleven golden herons."
    assert digest.languages == whole.languages
    assert f"from the {len(names)} best-matching documents of 43" in render_text(digest)
    assert json.loads(digest.to_json())["opened_documents"] == len(names)
    assert digest.signature != whole.signature
    assert answer.explain().opened_documents == len(names)


@pytest.mark.parametrize(
    "question", ["Who paints zebras in Quito?", "Which bakery needs a clock?", "Who painted it?"]
)
def test_what_the_doubt_says_is_about_the_whole(model, saved, large, question):
    opened_part = answer_from_file(saved, question, words=20)
    assert len(opened_part.model.collection.documents) < 43
    assert opened_part.digest().doubt == model.digest(question, words=20).doubt


def test_words_of_documents_that_are_not_opened_are_found(saved, large):
    digest = answer_from_file(saved, "Do golden herons repair the mill?", words=12).digest()
    assert "not found" not in digest.doubt and not any("not in" in w for w in digest.warnings)


def test_the_idf_of_terms_is_that_of_the_whole(model, saved, large):
    part = answer_from_file(saved, "Which bakery needs a clock?", words=20).model.collection
    isf = dict(zip(model.collection.split.vocabulary, Indexes.of(model).isf, strict=True))
    expected = [isf[term] for term in part.split.vocabulary]
    np.testing.assert_allclose(part.isf, expected, rtol=1e-12)


def test_pinned_documents_are_opened(model, saved, large):
    start = int(model.collection.split.sentences.start[0])
    wishes = Constraints(pinned=[("report-0.md", start)])
    pinned = answer_from_file(saved, "Who paints the heron?", wishes, words=40)
    assert pinned.digest().sentences


@pytest.mark.parametrize("changes", [{"whole": True}, {"coverage_balance": 0.5}])
def test_all_is_read_if_the_options_need_it(model, saved, large, changes):
    question = "Which bakery needs a clock?"
    answer = answer_from_file(saved, question, words=20, **changes)
    assert len(answer.model.collection.documents) == 43
    assert answer.digest().to_json() == model.digest(question, words=20, **changes).to_json()


@pytest.mark.parametrize("question", ["Describe all.", "Who knows Xyzzy?", "What does --xyzzy do?"])
def test_documents_from_everywhere_are_opened_if_none_matches_better(model, saved, large, question):
    answer = answer_from_file(saved, question, words=20)
    names = [document.name for document in model.collection.documents]
    found = [names.index(document.name) for document in answer.model.collection.documents]
    assert len(found) < 43 and max(np.diff([0, *found, 43])) <= 43 / len(found) + 1
    assert f"from {len(found)} documents of 43" in render_text(answer.digest())
    assert answer.digest().doubt == model.digest(question, words=20).doubt


@pytest.mark.parametrize("question", ["What does -x do?", "Where is /etc/lock.conf, and -x?"])
def test_options_and_paths_are_found_in_texts_that_are_not_opened(model, tmp_path, large, question):
    saved, manual = tmp_path / "more.hdig", "lock.md"
    text = "-x\n    Open the gate of the lock at night.\n\nSet it in /etc/lock.conf by hand.\n"
    whole = model.add([Document(manual, manual, text)])
    whole.save(saved)
    answer = answer_from_file(saved, question, words=20)
    assert len(answer.model.collection.documents) < 44
    digest, expected = answer.digest(), whole.digest(question, words=20)
    assert digest.sentences[0].document == manual
    assert digest.sentences[0].text == expected.sentences[0].text
    assert digest.doubt == expected.doubt
    options = Options(language="en")
    with opened(saved) as store:
        outlined = outlined_for(store, Question.of(question), options)
    np.testing.assert_array_equal(outlined.written(question), Indexes.of(whole).written(question))


def test_a_small_collection_is_read_whole(model, saved):
    answer = answer_from_file(saved, "Which bakery needs a clock?", words=20)
    assert len(answer.model.collection.documents) == 43
    assert "opened_documents" not in answer.digest().to_json()


@pytest.mark.parametrize("question", ["What does `main.cf` set?", "What does `master.cf` set?"])
def test_a_name_that_a_sentence_has_is_not_said_to_be_missing(tmp_path, large, question):
    first = "The file main.cf sets the name of the host. " + "The mill grinds rye at noon. " * 3
    documents = [Document("a", "a", first), *texts()]
    model = Collection.of(documents, language="en").fit(Options(sweeps=5, samples=1, language="en"))
    model.save(tmp_path / "c.hdig")
    found = answer_from_file(tmp_path / "c.hdig", question, words=30).doubt
    of_whole = model.ask(question, 30).doubt
    assert (found and found.lacking_name) == (of_whole and of_whole.lacking_name)
    assert bool(of_whole) == ("master" in question)
