import sqlite3
from collections import Counter
from contextlib import closing
from math import log
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import QUESTION, TEXTS, bridge_model, documents
from compared import same_model
from focusing import answer_from_file, part_in_file, part_of
from hyperdigest import Collection, Model, Options
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError, StoreError
from hyperdigest.ranking.focus import FocusIndex, best_documents
from hyperdigest.split.terms import Analyzer

QUESTIONS = [QUESTION, "Who wants a ferry?", "Describe ice and winter", "Quantum zebras?"]


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "case.hdig"
    bridge_model().save(path)
    return path


def ranked(terms, held):
    """Numbers of the documents that hold one of `terms`, by BM25, best first: the formula."""
    counts = [Counter(Analyzer("en").terms(text)) for text in held]
    held = [number for number, count in enumerate(counts) if count]
    mean = sum(counts[number].total() for number in held) / len(held)

    def score(number):
        norm = 1.2 * (0.25 + 0.75 * counts[number].total() / mean)
        total = 0.0
        for term in terms:
            n = sum(term in count for count in counts)
            idf = log(1 + (len(held) - n + 0.5) / (n + 0.5))
            times = counts[number][term]
            total += idf * times * 2.2 / (times + norm)
        return total

    best = sorted(held, key=lambda number: (-round(score(number), 9), number))
    return [number for number in best if score(number) > 0]


WORDS = st.lists(st.sampled_from(["bridge", "river", "stone", "ice", "of"]), max_size=6)


@given(st.lists(WORDS.map(" ".join), min_size=1, max_size=8), WORDS, st.integers(1, 8))
def test_the_documents_of_a_focus_are_the_best_by_bm25(texts, words, most):
    texts = ["an ice cold bridge", *texts]
    held = [Document(f"{n}.txt", f"{n}.txt", text) for n, text in enumerate(texts)]
    collection = Collection.of(held, language="en")
    terms = set(Analyzer("en").terms(" ".join(words))) & collection.term_numbers.keys()
    weights = np.zeros(len(collection.term_numbers))
    for term in terms:
        weights[collection.term_numbers[term]] = 1.0
    postings = FocusIndex.of(collection).postings
    found, _ = best_documents(weights, most, postings, np.zeros(0, np.int32))
    with_terms = [n for n, text in enumerate(texts) if Analyzer("en").terms(text)]
    expected = ranked(terms, texts)[:most] if terms else with_terms[:most]
    assert found.tolist() == sorted(expected)


def test_a_warning_says_which_documents_were_searched():
    digest = bridge_model().digest(QUESTION, words=60, focus=2)
    message = "the option focus limited the search to the 2 best-matching of 5 documents"
    assert digest.warnings[-1] == message
    assert "|focus:2|" in digest.signature
    assert len({s.document for s in digest.sentences}) <= 2
    few = bridge_model().digest("ferry", words=60, focus=4)
    assert "limited the search to the 1 best-matching of 5 documents" in few.warnings[-1]


def test_without_a_known_term_the_first_documents_are_searched():
    digest = bridge_model().digest("Quantum zebras?", words=60, focus=2)
    message = "the option focus limited the search to the first 2 of 5 documents"
    assert digest.warnings[-1] == message
    assert {s.document for s in digest.sentences} <= set(list(TEXTS)[:2])


def test_the_signature_names_the_whole_collection():
    wide, narrow = (bridge_model().digest(QUESTION, 60, focus=focus) for focus in (0, 2))
    assert wide.signature == narrow.signature.replace("focus:2|", "")


@pytest.mark.parametrize("focus", [5, 6])
def test_a_focus_on_all_documents_does_not_change_the_digest(focus):
    wide = bridge_model().digest(QUESTION, words=60)
    narrow = bridge_model().digest(QUESTION, words=60, focus=focus)
    assert (narrow.sentences, narrow.warnings) == (wide.sentences, wide.warnings)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("focus", [0, 1, 3, 5])
def test_a_saved_collection_loads_only_the_focus_and_answers_the_same(saved, question, focus):
    whole = Model.load(saved)
    same_model(part_in_file(saved, question, focus=focus), part_of(whole, question, focus=focus))
    asked = {"words": 60, "focus": focus}
    digest = answer_from_file(saved, question, **asked).digest()
    assert digest.to_json() == whole.digest(question, **asked).to_json()


def test_the_focus_of_a_saved_collection_is_its_default(tmp_path):
    path = tmp_path / "case.hdig"
    model = bridge_model()
    Model(model.collection, model.options.changed(focus=2), model.topics).save(path)
    assert len(part_in_file(path, QUESTION).collection.documents) == 2
    assert len(part_in_file(path, QUESTION, focus=0).collection.documents) == 5


def test_documents_are_focused_before_they_are_fitted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    collection = Collection.of(documents())
    part = part_of(collection, QUESTION, focus=2)
    assert len(part.documents) == 2
    assert part.corpus_hash == collection.corpus_hash
    names = [document.name for document in part.documents]
    alone = Collection.of([d for d in documents() if d.name in names])
    fitted = [c.fit(Options(sweeps=20)).digest(QUESTION, 60) for c in (part, alone)]
    assert fitted[0].sentences == fitted[1].sentences


@pytest.mark.parametrize("words", [6, 8])
def test_it_looks_further_if_no_sentence_of_the_focus_fits(tmp_path, words):
    long = "The ferry of the harbour takes sheep, goats, hens and cows across the bay each day."
    texts = {"long.txt": f"{long} Ferry, ferry, harbour.", "short.txt": "The ferry takes sheep."}
    held = [Document(name, name, text) for name, text in texts.items()]
    held += [Document(f"{n}.txt", f"{n}.txt", f"Ward {n} is calm in winter.") for n in range(9)]
    model = Collection.of(held, language="en").fit(Options(sweeps=4, samples=1, language="en"))
    model.save(tmp_path / "case.hdig")
    asked = {"words": words, "focus": 1, "shortest": 4}
    digest = model.digest("Which ferry of the harbour takes sheep?", **asked)
    assert digest.sentences[0].text == "The ferry takes sheep."
    found = answer_from_file(tmp_path / "case.hdig", digest.question, **asked).digest()
    assert found.to_json() == digest.to_json()


@pytest.mark.parametrize("focus", [-1, 2.5, "many"])
def test_an_invalid_focus_is_refused(focus):
    with pytest.raises(OptionError, match="option focus is"):
        bridge_model().digest(QUESTION, focus=focus)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE postings SET documents = zeroblob(length(documents))",
        "UPDATE postings SET times = times || times",
        "DELETE FROM postings",
        "UPDATE arrays SET data = zeroblob(length(data)) WHERE name = 'document_tokens'",
    ],
)
def test_damage_to_the_index_of_the_focus_is_detected(saved, tmp_path, change):
    path = tmp_path / "bad.hdig"
    path.write_bytes(Path(saved).read_bytes())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(change)
    with pytest.raises(StoreError, match=r"bad\.hdig is damaged \(.* changed\)"):
        part_in_file(path, QUESTION, focus=2)


@pytest.mark.parametrize("focus", [1, 2, 3])
def test_the_name_of_a_topic_does_not_depend_on_the_focus(saved, focus):
    whole = Model.load(saved)
    part = part_in_file(saved, QUESTION, focus=focus)
    held = whole.collection
    numbers = [held.document_numbers[document.name] for document in part.collection.documents]
    document = held.split.sentences.document[held.split.sentence_of]
    topics = np.unique(whole.topics.best.assignments[np.isin(document, numbers)])
    assert sorted(part.topic_view.labels) == sorted(whole.topic_view.labels[k] for k in topics)
