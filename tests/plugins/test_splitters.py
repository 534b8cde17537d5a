"""Sentences of a plugin's splitter are checked and saved; the plugin is needed for updates only."""

import pytest

from hyperdigest import Collection, Document, Model
from hyperdigest.errors import OptionError, PluginError
from hyperdigest.split.table import get_splitter
from plugins_made import ONE_OF_EACH, forget

VERSE = Document("verse", "verse.txt", "the moon came up\n\nover the hill\nand the dog barked")

BAD = {
    "outside": ("[(0, 999)]", "0 to 999 is not within 0 to 50"),
    "negative": ("[(-3, 4)]", "-3 to 4"),
    "empty": ("[(4, 4)]", "4 to 4"),
    "overlapping": ("[(0, 9), (8, 16)]", "8 to 16 is not within 9 to 50"),
    "blank": ("[(16, 18)]", "16 to 18 is blank"),
    "form": ("[(0, 3, 'poem')]", "form 'poem' is none of prose, question"),
    "shape": ("[(1,)]", "missing 1 required"),
    "words": ("['the moon']", "invalid sentences of 'verse'"),
    "nothing": ("None", "not iterable"),
    "failing": ("1 / 0", "cannot be split"),
    "late": ("(1 / 0 for _ in '1')", "ZeroDivisionError"),
    "leaving": ("(exit(4) for _ in '1')", "SystemExit: 4"),
}


@pytest.fixture
def model(install):
    install("plain", ONE_OF_EACH)
    return Collection.of([VERSE], splitter="lines").fit()


def test_a_plugin_finds_the_sentences(model):
    texts = [model.collection.text(i) for i in range(3)]
    assert texts == ["the moon came up", "over the hill", "and the dog barked"]
    digest = model.digest("dog", words=4, shortest=2)
    assert [s.text for s in digest.sentences] == ["and the dog barked"]
    assert "|splitter:lines|" in digest.signature
    assert "nupunkt" not in digest.signature


def test_the_form_is_found_if_the_plugin_gives_none(install):
    source = "def cut(document): return [(0, 16), (18, 50)]"
    install("odd", {"splitters": {"cut": "odd:cut"}}, {"odd": source})
    assert get_splitter("cut")(VERSE).form.tolist() == [4, 4]


@pytest.mark.parametrize("name", BAD)
def test_invalid_sentences_are_an_error_that_names_the_document(install, name):
    given, reason = BAD[name]
    install("odd", {"splitters": {"cut": "odd:cut"}}, {"odd": f"def cut(document): return {given}"})
    with pytest.raises(
        PluginError, match=r"the splitter 'cut' of odd 1.0 (returned|failed)"
    ) as caught:
        Collection.of([VERSE], splitter="cut")
    assert reason in str(caught.value)
    assert "'verse'" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_saved_model_answers_without_the_plugin_but_cannot_be_extended(
    model, tmp_path, monkeypatch
):
    model.save(tmp_path / "case.hdig")
    before = model.digest("dog", words=6).to_json()
    grown = model.add(Document("more", "more.txt", "the cat slept\nby the fire"))
    assert grown.collection.text(4) == "by the fire"
    monkeypatch.setattr("sys.path", [p for p in __import__("sys").path if "installed" not in p])
    forget()
    loaded = Model.load(tmp_path / "case.hdig")
    assert loaded.digest("dog", words=6).to_json() == before
    assert loaded.collection.splitter == "lines"
    with pytest.raises(OptionError, match="option splitter is 'lines', but no such plugin"):
        loaded.add(Document("more", "more.txt", "the cat slept\nby the fire"))


def test_a_part_of_a_model_keeps_its_splitter(model):
    grown = model.add(Document("more", "more.txt", "the cat slept\nby the fire"))
    assert grown.remove("verse").collection.splitter == "lines"


def test_an_unknown_splitter_is_refused_before_anything_is_read(install):
    with pytest.raises(OptionError, match="option splitter is 'none'"):
        Collection.read("no such folder", splitter="none")
