"""Archives among the files of a collection: their files come and go as those of a folder."""

from pathlib import Path

import pytest

from documents_made import zipped
from hyperdigest import Collection, Model, Options
from hyperdigest.errors import EmptyCollectionError

MILL = b"The miller keeps his ledger in the mill. The river rose against the wheel in March."
FORD = b"The ford is closed to carts. The ferry carries travellers across the river at night."
WEIR = b"The weir was mended in autumn. The eels return to the pond when the gate is open."


@pytest.fixture
def pile(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("papers").mkdir()
    return Path("papers/pile.zip")


def names(model):
    return [document.name for document in model.collection.documents]


@pytest.mark.parametrize("saved", [False, True])
def test_files_of_an_archive_are_added_changed_and_removed(pile: Path, saved: bool):
    pile.write_bytes(zipped({"mill.txt": MILL, "in/ford.txt": FORD}))
    model = Collection.read("papers").fit(Options(sweeps=5))
    assert names(model) == ["pile.zip/in/ford.txt", "pile.zip/mill.txt"]

    def add(model):
        if not saved:
            return model.add(["papers"], sweeps=2)
        model.save("case.hdig")
        return Model.load("case.hdig").add(["papers"], sweeps=2)

    assert names(add(model)) == names(model)
    pile.write_bytes(zipped({"mill.txt": MILL + b" It is a cold spring.", "weir.txt": WEIR}))
    model = add(model)
    assert sorted(names(model)) == ["pile.zip/mill.txt", "pile.zip/weir.txt"]
    texts = {document.name: document.text for document in model.collection.documents}
    assert texts["pile.zip/mill.txt"].endswith("cold spring.")


def test_the_documents_of_an_archive_that_cannot_be_read_any_more_are_kept(pile: Path):
    pile.write_bytes(zipped({"mill.txt": MILL}))
    Path("papers/ford.txt").write_bytes(FORD)
    model = Collection.read("papers").fit(Options(sweeps=5))
    pile.write_bytes(zipped({"weir.txt": WEIR})[:-30])
    Path("papers/weir.txt").write_bytes(WEIR)
    model = model.add(["papers"], sweeps=2)
    assert sorted(names(model)) == ["ford.txt", "pile.zip/mill.txt", "weir.txt"]
    with pytest.raises(EmptyCollectionError, match="is an incomplete or broken archive"):
        model.add([pile])
