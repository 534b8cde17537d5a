"""The command line with a stand-in model of sentence embeddings."""

import json
import sys

import pytest

from encoder import Encoder
from hyperdigest.ranking.embeddings import model_name
from oracles.cli import QUICK


def test_embeddings_select_from_documents(cli, folder, embedding_model):
    named = ("--embedding-model", embedding_model)
    result = cli("ask", "sun", "docs", *QUICK, *named, "--format", "json")
    assert result.code == 0, result.err
    assert f"|embedding_model:{model_name(embedding_model)}|" in json.loads(result.out)["signature"]
    assert str(folder) not in result.out
    assert Encoder.encoded


@pytest.mark.parametrize("command", ["ask", "explain"])
def test_embeddings_select_from_a_saved_collection(cli, case, embedding_model, command):
    result = cli(command, "heavens", case, "--embedding-model", embedding_model, "--words", "40")
    assert result.code == 0, result.err
    assert "sun" in result.out
    assert Encoder.encoded


def test_a_missing_model_is_an_error(cli, folder, embedding_model):
    named = ("--embedding-model", "nowhere")
    for arguments in (("ask", "sun", "docs"), ("explain", "sun", "docs"), ("fit", "docs")):
        output = ("-o", "case.hdig") if arguments[0] == "fit" else ()
        assert "no embedding model in nowhere: give" in cli(*arguments, *output, *named).mistake
    assert not (folder / "case.hdig").exists()


def test_a_missing_model_of_a_saved_collection_is_an_error(cli, case):
    assert "no embedding model in x" in cli("ask", "sun", case, "--embedding-model", "x").mistake


def test_a_missing_library_is_an_error(cli, folder, embedding_model, monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    mistake = cli("ask", "sun", "docs", "--embedding-model", embedding_model).mistake
    assert 'pip install "hyperdigest[embeddings]"' in mistake
