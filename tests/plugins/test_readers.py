"""Files that plugins read, and files at which plugins fail."""

from pathlib import Path

import pytest

from hyperdigest import Collection
from hyperdigest.base import parallel
from hyperdigest.read import read_file, read_paths
from hyperdigest.read.formats import is_known, kind_of, suffixes
from plugins_made import ONE_OF_EACH

BAD = {
    "raising": "1 / 0",
    "nothing": "None",
    "no-str": "Content(b'bytes', 'notes')",
    "outside": "Content('text', 'notes', blocks=(Block(0, 9),))",
    "empty-block": "Content('text', 'notes', blocks=(Block(2, 2),))",
    "overlapping": "Content('text', 'notes', blocks=(Block(0, 3), Block(2, 4)))",
    "page-outside": "Content('text', 'notes', pages=(0, 5))",
    "pages-mixed": "Content('text', 'notes', pages=(0, 3, 2))",
    "late-page": "Content('text', 'notes', pages=(1,))",
    "half": "Content('text', 'notes', blocks=(Block(0.5, 3.5),))",
    "odd-kind": "Content('text', 'notes', blocks=(Block(0, 3, 'zebra'),))",
    "no-block": "Content('text', 'notes', blocks=((0, 3),))",
    "no-blocks": "Content('text', 'notes', blocks=None)",
    "page-number": "Content('text', 'notes', pages=3)",
    "half-page": "Content('text', 'notes', pages=(0, 2.5))",
    "places-mixed": "Content('text', 'notes', places=(Place(3, 'b'), Place(1, 'a')))",
    "place-outside": "Content('text', 'notes', places=(Place(9, 'a'),))",
    "no-places": "Content('text', 'notes', places=3)",
    "no-place": "Content('text', 'notes', places=((0, 'a', ''),))",
    "no-note": "Content('text', 'notes', notes=(3,))",
    "own-words": "refuse()",
}
REFUSE = "def refuse(): raise ReadError('is no note: write one')"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    docs = tmp_path / "docs"
    docs.mkdir()
    monkeypatch.chdir(docs)
    Path("a.txt").write_text("The moon hides the sun.")
    Path("b.NOTES").write_text("The birds fall silent. The wind dies.")
    Path("c.xyz").write_text("Nobody reads this.")
    return docs


def test_files_that_plugins_read_are_found_in_folders(install, folder):
    assert [d.name for d in read_paths(["."]).documents] == ["a.txt"]
    install("plain", ONE_OF_EACH)
    read = read_paths(["."]).documents
    assert [(d.name, d.format, d.title) for d in read] == [
        ("a.txt", "text", ""),
        ("b.NOTES", "notes", "Notes"),
    ]
    assert read_file("b.NOTES").format == "notes"
    assert (kind_of("b.NOTES"), kind_of("c.xyz"), kind_of("notes")) == (".notes", "text", "text")
    assert is_known("b.notes")
    assert not is_known("c.xyz")
    assert suffixes()[-1] == ".notes"


@pytest.mark.parametrize("name", BAD)
def test_a_file_at_which_a_plugin_fails_is_skipped_and_the_others_are_read(install, folder, name):
    source = "from hyperdigest.plugins import Block, Content, Place, ReadError\n"
    source += f"{REFUSE}\ndef read(data): return {BAD[name]}"
    install("odd", {"readers": {".notes": "odd:read"}}, {"odd": source})
    reading = read_paths(["."])
    assert [d.name for d in reading.documents] == ["a.txt"]
    (skipped,) = (each for each in reading.skipped if each.path != "c.xyz")
    expected = "is no note" if name == "own-words" else "the reader '.notes' of odd 1.0 "
    assert skipped.path == "b.NOTES"
    assert expected in skipped.reason


def test_a_reader_that_cannot_be_loaded_names_its_package(install, folder):
    install("odd", {"readers": {"notes": "absent:read"}}, {})
    assert read_paths(["."]).warnings == (
        "skipped b.NOTES: cannot be read: the reader '.notes' of odd 1.0 cannot be loaded"
        " (ModuleNotFoundError: No module named 'absent'): fix or uninstall odd",
        "skipped, because their format is not supported: c.xyz",
    )


def test_lone_surrogates_are_replaced_and_titles_put_on_one_line(install, folder):
    source = (
        "from hyperdigest.plugins import Block, Content\n"
        "def read(data):\n"
        "    return Content('a\\ud83d b.', 'notes', 'One\\n\\ud83d\\ude00', (Block(3, 5),))"
    )
    install("odd", {"readers": {".notes": "odd:read"}}, {"odd": source})
    document = read_file("b.NOTES")
    assert (document.text, document.title) == ("a\ufffd b.", "One \U0001f600")
    assert document.text[document.blocks[0].start : document.blocks[0].end] == "b."


def test_several_processes_read_and_split_with_plugins_as_one_does(install, folder, monkeypatch):
    install("plain", ONE_OF_EACH)
    for n in range(3):
        Path(f"{n}.notes").write_text(f"Line {n} of birds\nand {n + 7} winds")
    alone = Collection.read(".", splitter="lines")
    monkeypatch.setattr(parallel, "LEAST_WORK", 0)
    monkeypatch.setattr(parallel, "CHUNK", 20)
    shared = Collection.read(".", splitter="lines", jobs=2)
    assert shared.documents == alone.documents
    assert [shared.text(i) for i in range(8)] == [alone.text(i) for i in range(8)]
    assert len(alone.split.sentences) == 8
