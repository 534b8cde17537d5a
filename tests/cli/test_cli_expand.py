"""What stands around a sentence of a digest, on the command line."""

import json

import pytest

from oracles.cli import QUICK, TEXTS, write_documents


@pytest.fixture
def docs(tmp_path):
    write_documents(tmp_path / "docs")
    return tmp_path / "docs"


def test_what_a_digest_cites_is_expanded(cli, docs):
    asked = cli("ask", "Who looks at the sun?", docs, "--words", "30", "--format", "json", *QUICK)
    sentence = json.loads(asked.out)["sentences"][0]
    place = f"{sentence['document']}:{sentence['start']}"
    found = json.loads(cli("expand", place, docs, "--format", "json").out)
    assert found["text"] == TEXTS[sentence["document"]][found["start"] : found["end"]]
    assert sentence["text"] in found["text"]
    shown = cli("expand", place, docs).out
    assert shown.startswith(f"{sentence['document']}, {sentence['place']}")
    assert shown.endswith(f"\n\n{found['text']}\n")
    near = json.loads(cli("expand", place, docs, "--characters", "5", "--format", "json").out)
    assert near["end"] - sentence["end"] <= 5


def test_documents_and_their_saved_collection_say_the_same(cli, docs, tmp_path):
    saved = tmp_path / "case.hdig"
    cli("fit", docs, "-o", saved, *QUICK)
    assert cli("expand", "moon.txt:0", saved).out == cli("expand", "moon.txt:0", docs).out


def test_mistakes_are_told_in_one_line(cli, docs):
    for wrong, reason in (
        (("moon.txt",), "name a sentence as DOCUMENT:START"),
        (("sun.txt:0",), "no document is called 'sun.txt'"),
        (("moon.txt:0", "--paragraphs", "-1"), "paragraphs is -1"),
    ):
        place, *options = wrong
        assert reason in cli("expand", place, docs, *options).mistake
