"""The example package is built, installed in a folder, and used from the command line."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
LYRICS = """[ti:The plate]
[ar:The Harbour Choir]
[00:01.00]In 1851 a photographer
[00:03.50]stood in Königsberg and
[00:06.00]caught the corona on a plate.
[00:09.00]
[01:12.00]It was the first picture of totality, in 1851.
"""
VERSE = "the moon came up\nover the hill\n\nand the dog barked at the moon\n"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the package is installed in, without any download."""
    place = tmp_path_factory.mktemp("example")
    shutil.copytree(ROOT / "examples" / "plugin", place / "source")
    offline = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    install = [sys.executable, "-m", "pip", "install", "-q", *offline, "--target"]
    done = subprocess.run(
        [*install, str(place / "installed"), str(place / "source")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return place / "installed"


@pytest.fixture
def call(installed, tmp_path):
    """Call the command line in a folder of documents, with or without the package."""
    (tmp_path / "song.lrc").write_text(LYRICS, encoding="utf-8")
    (tmp_path / "verse.txt").write_text(VERSE, encoding="utf-8")

    def called(*arguments: str, plugin: bool = True) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join([str(ROOT / "src"), *([str(installed)] if plugin else [])])
        return subprocess.run(
            [sys.executable, "-m", "hyperdigest", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            encoding="utf-8",
        )

    return called


def test_the_plugins_are_listed(call):
    listed = json.loads(call("plugins", "--format", "json").stdout)
    assert {(p["kind"], p["name"], p["state"]) for p in listed} >= {
        ("readers", ".lrc", "ready"),
        ("splitters", "lines", "ready"),
        ("hyperedges", "numbers", "ready"),
        ("renderers", "org", "ready"),
        ("tokenizers", "quarters", "ready"),
        ("embeddings", "trigrams", "ready"),
    }
    assert "readers     .lrc      hyperdigest-example 0.1.0  ready" in call("plugins").stdout


def test_lyrics_are_read_only_with_the_package(call):
    shown = call("doctor", ".").stdout
    assert "song.lrc: lyrics, " in shown
    assert "00:01  prose       In 1851 a photographer stood in Königsberg and caught" in shown
    assert "01:12  prose       It was the first picture" in shown
    alone = call("doctor", ".", plugin=False).stdout
    assert "song.lrc: skipped, has an unsupported format" in alone


def test_a_collection_split_by_lines_is_saved_and_asked_without_the_package(call):
    assert call("fit", "verse.txt", "-o", "v.hdig", "--splitter", "lines").returncode == 0
    command = "ask", "dog", "v.hdig", "--words", "8", "--format", "json"
    answers = [json.loads(call(*command, plugin=plugin).stdout) for plugin in (True, False)]
    assert answers[0] == answers[1]
    assert [s["text"] for s in answers[0]["sentences"]] == ["and the dog barked at the moon"]
    added = call("add", "v.hdig", "song.lrc", plugin=False)
    assert added.returncode == 2
    assert "option splitter is 'lines', but no such plugin is installed" in added.stderr
    assert call("add", "v.hdig", "song.lrc").returncode == 0


def test_numbers_that_sentences_share_are_hyperedges_and_org_shows_the_digest(call):
    done = call("ask", "corona", ".", "--hyperedges", "numbers", "--format", "org")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("* corona\n- ")
    assert "- It was the first picture of totality, in 1851.\n  /song.lrc, 01:12/" in done.stdout
    lines = call("ask", "corona", ".", "--hyperedges", "numbers").stdout.splitlines()
    assert "|hyperedges:numbers@hyperdigest-example-0.1.0|" in lines[-1]


def test_without_the_package_its_names_are_refused_before_anything_is_read(call):
    for flag, value in (("--format", "org"), ("--hyperedges", "numbers"), ("--splitter", "lines")):
        done = call("ask", "corona", "no such folder", flag, value, plugin=False)
        assert done.returncode == 2
        assert f"'{value}'" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_the_format_is_that_of_the_output_files_suffix(call, tmp_path):
    done = call("ask", "corona", ".", "-o", str(tmp_path / "out.org"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.org").read_text(encoding="utf-8").startswith("* corona\n- ")


def test_help_and_completion_list_the_format(call):
    assert "|org]" in "".join(call("ask", "--help").stdout.split())


def test_a_budget_of_tokens_is_counted_by_the_package(call):
    command = "ask", "corona", ".", "--tokens", "40", "--tokenizer", "quarters", "--format", "json"
    shown = json.loads(call(*command).stdout)
    assert shown["unit"] == "tokens"
    assert 0 < shown["used"] <= 40
    assert "tokenizer:quarters@hyperdigest-example-0.1.0" in shown["signature"]


def test_sentences_are_compared_by_the_embeddings_of_the_package(call):
    named = "--embedding-model", "trigrams", "--format", "json"
    shown = json.loads(call("ask", "coronas photographed", ".", *named).stdout)
    assert "corona" in shown["sentences"][0]["text"]
    assert "embedding_model:trigrams@hyperdigest-example-0.1.0" in shown["signature"]


def test_tokens_are_counted(installed, monkeypatch):
    from hyperdigest import plugins
    from plugins_made import forget

    monkeypatch.syspath_prepend(str(installed))
    forget()
    try:
        assert plugins.tokenizer("quarters")("nine char") == 3
    finally:
        forget()
