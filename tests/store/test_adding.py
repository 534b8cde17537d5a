from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import QUESTION, TEXTS, bridge_model, documents
from compared import same_model, same_split, states
from hyperdigest import Collection, Model, Options
from hyperdigest.documents import Document, beginning, fingerprint
from hyperdigest.errors import EmptyCollectionError, OptionError

NAMES = list(TEXTS)
SOME = st.lists(st.sampled_from(range(5)), min_size=1, max_size=4, unique=True)


def fitted(numbers):
    return Collection.of([documents()[n] for n in numbers]).fit(Options(sweeps=8))


@settings(max_examples=12)
@given(SOME)
def test_adding_the_remaining_documents_gives_the_split_of_all(numbers):
    rest = [number for number in range(5) if number not in numbers]
    model = fitted(numbers).add([documents()[number] for number in rest], sweeps=2)
    whole = Collection.of([documents()[number] for number in (*numbers, *rest)])
    assert model.collection.documents == whole.documents
    assert model.collection.corpus_hash == whole.corpus_hash
    same_split(model.collection.split, whole.split, words=False)


@settings(max_examples=12)
@given(SOME)
def test_adding_and_removing_documents_leaves_the_others_and_their_topics(numbers):
    model = fitted(numbers)
    rest = [document for n, document in enumerate(documents()) if n not in numbers]
    back = model.add(rest, sweeps=2).remove([document.name for document in rest])
    assert back.collection.documents == model.collection.documents
    assert back.collection.corpus_hash == model.collection.corpus_hash
    same_split(back.collection.split, model.collection.split)
    for before, after in zip(states(model), states(back), strict=True):
        np.testing.assert_array_equal(before.assignments, after.assignments)
        assert before.n_topics == after.n_topics


@settings(max_examples=12)
@given(SOME)
def test_old_tokens_have_the_same_topics_and_no_topic_is_empty(numbers):
    model = fitted(numbers)
    rest = [document for n, document in enumerate(documents()) if n not in numbers]
    grown = model.add(rest, sweeps=2)
    for before, after in zip(states(model), states(grown), strict=True):
        np.testing.assert_array_equal(
            after.assignments[: len(before.assignments)], before.assignments
        )
        assert len(after.assignments) == len(grown.collection.split.terms)
        assert sorted(set(after.assignments.tolist())) == list(range(after.n_topics))


def test_adding_is_reproducible_and_named_in_the_signature():
    one, other = (fitted([0, 1]).add(documents()[2:], sweeps=3) for _ in range(2))
    same_model(one, other)
    signatures = {
        model.digest(QUESTION, words=40).signature
        for model in (
            fitted(range(5)),
            one,
            fitted([0, 1]).add(documents()[2:], sweeps=4),
            fitted([0, 1]).add(documents()[2:4], sweeps=3).add(documents()[4:], sweeps=3),
        )
    }
    assert len(signatures) == 4
    assert (
        len({signature.partition("|v:")[0].partition("|grown:")[0] for signature in signatures})
        == 1
    )


def test_a_model_answers_from_added_documents():
    digest = fitted([0, 1, 2, 3]).add(documents()[4]).digest("How long is the bus ride?", words=40)
    assert "schools.txt" in {sentence.document for sentence in digest.sentences}


def test_known_documents_are_left_out_and_equal_names_made_distinct():
    model = fitted([0, 1])
    copy = Document("copy.txt", "copy.txt", TEXTS["council.txt"].replace("\n\n", "\n \n"))
    other = Document("council.txt", "other/council.txt", TEXTS["schools.txt"])
    grown = model.add([copy, other])
    assert [d.name for d in grown.collection.documents] == [*NAMES[:2], "council.txt (2)"]
    assert "left out copy.txt: same text as council.txt" in grown.collection.warnings
    assert model.add([copy]) is model


@pytest.fixture
def town(tmp_path, monkeypatch):
    """The texts as files in the folder ``town`` of the current one."""
    monkeypatch.chdir(tmp_path)
    Path("town").mkdir()
    for name, text in TEXTS.items():
        Path("town", name).write_text(text, encoding="utf-8")
    return Path("town")


def read(*names):
    return Collection.read([f"town/{name}" for name in names]).fit(Options(sweeps=8))


def test_files_are_added_by_their_paths(town):
    grown = read("council.txt", "history.txt").add("town", sweeps=2)
    assert sorted(d.name for d in grown.collection.documents) == sorted(NAMES)
    assert grown.add([town / "history.txt", str(town)]) is grown


def test_a_changed_file_replaces_its_older_version(town):
    model = read("council.txt", "history.txt")
    (town / "history.txt").write_text(TEXTS["history.txt"] + "\nSwans came.\n", encoding="utf-8")
    grown = model.add(town.absolute() / "history.txt", sweeps=2)
    assert [d.name for d in grown.collection.documents] == ["council.txt", "history.txt"]
    assert grown.collection.documents[1].text.endswith("Swans came.\n")
    alone = read("history.txt").add("town/history.txt")
    assert len(alone.collection.documents) == 1


def test_the_older_version_of_an_unreadable_file_remains(town):
    model = read("council.txt", "history.txt")
    (town / "history.txt").write_bytes(b"")
    grown = model.add([town / "history.txt", town / "schools.txt"], sweeps=2)
    names = [d.name for d in grown.collection.documents]
    assert names == ["council.txt", "history.txt", "schools.txt"]
    assert any(told.startswith("skipped town") for told in grown.collection.warnings)


def test_lines_of_a_file_are_replaced_one_by_one(town):
    line = '{{"id": "{}", "text": "{}"}}\n'
    lines = [line.format(key, f"The {key} bridge is closed today.") for key in ("old", "new")]
    file = town / "all.jsonl"
    file.write_text("".join(lines), encoding="utf-8")
    model = read("all.jsonl", "history.txt")
    lines[1] = line.format("new", "The ferry sails again.")
    file.write_text("".join(lines), encoding="utf-8")
    texts = {d.name: d.text for d in model.add(file, sweeps=2).collection.documents}
    assert texts == {
        "old": "The old bridge is closed today.",
        "history.txt": TEXTS["history.txt"],
        "new": "The ferry sails again.",
    }


def test_files_of_one_name_are_distinguished_by_their_folders(town):
    Path("city").mkdir()
    Path("city", "council.txt").write_text("A city has its own council.", encoding="utf-8")
    grown = read("council.txt").add("city", sweeps=2)
    assert [d.name for d in grown.collection.documents] == ["council.txt", "city/council.txt"]


def test_a_moved_file_is_not_added_again(town):
    model = read("council.txt", "history.txt")
    (town / "history.txt").rename("town/moved.txt")
    arrived = model.add([town / "moved.txt", town / "schools.txt"], sweeps=2)
    assert "left out moved.txt: same text as history.txt" in arrived.collection.warnings
    assert len(arrived.collection.documents) == 3


def test_adding_unreadable_files_or_texts_without_terms_is_refused(town):
    with pytest.raises(EmptyCollectionError, match="no document could be read"):
        read("council.txt").add("nowhere.txt")
    Path("stop.txt").write_text("the of and", encoding="utf-8")
    with pytest.raises(EmptyCollectionError, match="no sentence to digest"):
        read("council.txt").add("stop.txt")


def test_documents_are_removed_by_name_or_pattern():
    model = bridge_model()
    left = model.remove("*.txt").collection.documents
    assert [document.name for document in left] == ["engineers.md"]
    left = model.remove(["council.txt", "s*.txt"]).collection.documents
    assert [document.name for document in left] == ["engineers.md", "traders.txt", "history.txt"]
    odd = Document("[a].txt", "[a].txt", "Ferries sail in spring.")
    assert model.add(odd).remove("[a].txt").collection.documents == model.collection.documents


def test_warnings_about_a_document_are_removed_with_it():
    held, kept = bridge_model().collection, "council.txt has no page 2"
    warnings = ("council.txt.bak is odd", "history.txt has no text on page 2", kept)
    collection = Collection(held.documents, held.split, "en", warnings)
    model = Model(collection, bridge_model().options, bridge_model().topics)
    assert model.remove("history.txt").collection.warnings == (warnings[0], kept)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("histroy.txt", "no document is called 'histroy.txt': give a name such as history.txt"),
        ("q*", "no document is called 'q*': give a name such as council.txt"),
        (["*"], "all 5 documents would be removed"),
        (NAMES, "all 5 documents would be removed"),
    ],
)
def test_removing_an_unknown_name_or_all_documents_is_refused(names, said):
    with pytest.raises(OptionError) as error:
        bridge_model().remove(names)
    assert str(error.value).startswith(said)


@given(
    st.lists(st.sampled_from(["a", "bc", "\ufeff", "\n", "\u3000", "\t", "d"]), max_size=30),
    st.data(),
)
def test_texts_that_differ_in_white_space_have_the_same_fingerprint_and_beginning(words, data):
    spaces = st.sampled_from([" ", "\n", "  ", "\u3000\t"])
    texts = ["".join(word + data.draw(spaces) for word in words) for _ in range(2)]
    one, other = (Document("a.txt", "a.txt", text) for text in texts)
    assert fingerprint(one) == fingerprint(other)
    assert beginning(one) == beginning(other)


def test_names_of_topics_stay_until_the_collection_has_grown_by_a_tenth_or_a_topic_is_new():
    options = Options(sweeps=20, corpus_concentration=0.01)
    fitted_model = Collection.of(documents()[:3]).fit(options)
    known = tuple(f"known {number}" for number in range(len(fitted_model.topic_names)))
    model = replace(fitted_model, topic_names=known)
    word = model.collection.split.words[0]
    little = model.add([Document("little.txt", "", f"The {word} is a {word}.")], sweeps=2)
    assert little.topic_names == known
    much = model.add(documents()[3:], sweeps=2)
    assert not set(much.topic_names) & set(known)
    assert len(much.topic_names) == much.topics.best.n_topics
