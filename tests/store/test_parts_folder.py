"""Folders of parts that do not belong together, are not whole, or are damaged."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import hyperdigest.store.opening as opening
from hyperdigest import Collection, Document, Model, Options, Question
from hyperdigest.cli.tools import check_paths
from hyperdigest.errors import OptionError, StoreError
from hyperdigest.saved import SavedModel
from hyperdigest.store.finding import is_store
from hyperdigest.store.parts.splitting import split_saved
from hyperdigest.store.updating import remove_from
from town import split_town, texts

QUESTION = Question.of("Who repairs the bridge of the mill?", changes={"words": 30})


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    return split_town(tmp_path_factory.mktemp("town"))


@pytest.fixture(scope="module")
def whole(town):
    return town[0]


@pytest.fixture(scope="module")
def three(town):
    return town[1]


@pytest.fixture
def parts(three, tmp_path):
    """Three parts in a folder, each of which a test may change."""
    return shutil.copytree(three, tmp_path / "parts")


def error(folder):
    with pytest.raises(StoreError) as found:
        SavedModel(folder).answer(QUESTION)
    assert "\n" not in str(found.value)
    return str(found.value)


def test_a_missing_part_is_named(parts):
    (parts / "part-2-of-3.hdig").unlink()
    assert "has 2 of 3 parts, without number 2: copy" in error(parts)
    (parts / "part-1-of-3.hdig").unlink()
    assert "has 1 of 3 parts, without number 1, 2: copy" in error(parts)


def test_a_doubled_part_is_named(parts):
    shutil.copy(parts / "part-2-of-3.hdig", parts / "again.hdig")
    assert "part-2-of-3.hdig and " in error(parts) and "are both part 2" in error(parts)


def test_a_part_of_another_split_is_named(parts, whole, tmp_path):
    split_saved(whole, 2, tmp_path / "two")
    shutil.copy(tmp_path / "two" / "part-1-of-2.hdig", parts)
    message = error(parts)
    assert "part-1-of-2.hdig" in message and "are parts of different splits" in message


def test_a_part_that_has_grown_or_shrunk_is_named(parts, whole):
    path = parts / "part-3-of-3.hdig"
    before = path.read_bytes()
    Model.change_saved(path, lambda model: model.add(Document("n", "n", "A new roof is here.")))
    assert "part-3-of-3.hdig is no part of a split collection, or has changed" in error(parts)
    path.write_bytes(before)
    remove_from(path, [Model.load(path).collection.documents[0].name])
    assert "part-3-of-3.hdig is no part of a split collection, or has changed" in error(parts)
    shutil.copy(whole, path)
    assert "part-3-of-3.hdig is no part of a split collection, or has changed" in error(parts)


def test_other_files_beside_the_parts_do_not_matter(parts, three):
    (parts / "READ ME.txt").write_text("These are three parts.", encoding="utf-8")
    (parts / "more").mkdir()
    (parts / "part-1-of-3.hdig").rename(parts / "renamed.hdig")
    assert is_store(parts)
    found, expected = (SavedModel(path).answer(QUESTION).digest() for path in (parts, three))
    assert found.to_json() == expected.to_json()


def test_a_folder_of_documents_with_a_saved_collection_is_no_split_one(whole, tmp_path):
    shutil.copy(whole, tmp_path)
    (tmp_path / "a.txt").write_text("A text.", encoding="utf-8")
    assert not is_store(tmp_path)


@pytest.mark.parametrize(
    ("table", "most_tokens"),
    [("documents", 0), ("postings", 0), ("arrays", 0), ("documents", 10**9), ("arrays", 10**9)],
)
def test_a_damaged_part_is_named(parts, monkeypatch, table, most_tokens):
    monkeypatch.setattr(opening, "LARGE", most_tokens)
    path = parts / "part-2-of-3.hdig"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"UPDATE {table} SET sha256 = zeroblob(32)")
    asked = SavedModel(parts)
    for _ in range(2):
        with pytest.raises(StoreError, match=r"part-2-of-3\.hdig is damaged"):
            asked.answer(QUESTION)


def test_a_truncated_part_is_named(parts):
    path = parts / "part-2-of-3.hdig"
    path.write_bytes(path.read_bytes()[:-100])
    assert "part-2-of-3.hdig is truncated" in error(parts)


def test_parts_that_are_replaced_while_they_are_asked_are_an_error(parts):
    asked = SavedModel(parts)
    asked.answer(QUESTION)
    path = parts / "part-2-of-3.hdig"
    shutil.copy(path, parts / "copy")
    (parts / "copy").replace(path)
    asked._whole = None
    with pytest.raises(StoreError, match="has changed since it was opened"):
        asked.answer(QUESTION)


def test_a_split_that_cannot_be_made_leaves_no_file(whole, three, tmp_path):
    with pytest.raises(OptionError, match="parts is 44, but 43 documents with text"):
        split_saved(whole, 44, tmp_path / "new")
    with pytest.raises(OptionError, match="parts is 501: give a number from 1 to 500"):
        split_saved(whole, 501, tmp_path / "new")
    assert not (tmp_path / "new").exists()
    with pytest.raises(
        StoreError, match=r"part-1-of-3\.hdig is there already: give an empty folder"
    ):
        split_saved(whole, 3, three)
    with pytest.raises(StoreError, match="is a part of a split collection: split the whole"):
        split_saved(three / "part-1-of-3.hdig", 2, tmp_path / "new")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreError, match="cannot make the folder"):
        split_saved(whole, 3, tmp_path / "file")


def test_questions_in_turn_do_not_disturb_each_other(three, whole, monkeypatch):
    monkeypatch.setattr(opening, "LARGE", 0)
    monkeypatch.setattr(opening, "MOST_SENTENCES", 40)
    from hyperdigest.answer.answer import answer

    def digests(path):
        saved = SavedModel(path)
        questions = [Question.of(text) for text in ("Who paints zebras?", "Who eats the clok?")]
        opened = [(saved.open(question), question) for question in questions]
        for (model, options, scope), question in opened:
            yield answer(model, question, options, scope).digest().to_json()

    assert list(digests(three)) == list(digests(whole))


def test_parts_of_another_fit_of_the_same_documents_are_refused(parts, whole, tmp_path):
    options = Options(sweeps=6, samples=2, language="en", seed=1)
    Collection.of(texts(), language="en").fit(options).save(tmp_path / "other.hdig")
    split_saved(tmp_path / "other.hdig", 3, tmp_path / "other")
    shutil.copy(tmp_path / "other" / "part-2-of-3.hdig", parts / "part-2-of-3.hdig")
    assert "are parts of different splits" in error(parts)


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("is_there", [True, False])
def test_all_parts_are_written_or_none(whole, tmp_path, monkeypatch, failure, is_there):
    folder, place = tmp_path / "parts", Path.replace
    if is_there:
        folder.mkdir()
        (folder / "notes.txt").write_text("The mill is shut.\n", encoding="utf-8")

    def replace(self, target):
        if target.name == "part-3-of-3.hdig" and target.parent == folder:
            raise failure
        return place(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises((StoreError, KeyboardInterrupt)):
        split_saved(whole, 3, folder)
    left = [path.name for path in folder.iterdir()] if folder.exists() else []
    assert left == (["notes.txt"] if is_there else [])
    monkeypatch.undo()
    assert len(split_saved(whole, 3, folder)) == 3


def test_the_app_is_started_with_a_folder_of_parts_without_a_warning(parts, tmp_path, capsys):
    (tmp_path / "nothing").mkdir()
    check_paths((str(parts),))
    assert not capsys.readouterr().err
    check_paths((str(parts), str(tmp_path / "nothing")))
    assert "nothing" in capsys.readouterr().err
