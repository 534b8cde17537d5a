"""Configuration files: which wins, what they may not do, and how they are told of."""

import json
from pathlib import Path

import pytest

from oracles.cli import QUICK

ASK = ("ask", "Who sees the corona?")


@pytest.fixture
def files(folder, monkeypatch):
    """Writes the file of this folder, the user's own, and one for --config."""
    monkeypatch.setenv("HYPERDIGEST_CONFIG", str(folder / "own.toml"))
    (folder / "own.toml").write_text("", encoding="utf-8")

    def write(project=None, own="", named=None):
        (folder / "own.toml").write_text(own, encoding="utf-8")
        for name, text in (("hyperdigest.toml", project), ("named.toml", named)):
            if text is not None:
                (folder / name).write_text(text, encoding="utf-8")

    return write


def configuration(cli, *arguments):
    result = cli("config", "--format", "json", *arguments)
    assert (result.code, result.err) == (0, "")
    return json.loads(result.out)


def test_configuration_files_override_each_other_option_by_option(cli, files, folder):
    files(
        project="words = 40\nshortest = 3\npreset = 'paper'",
        own="words = 30\nsweeps = 7\nlambda = 0.25\npreset = 'default'",
        named="words = 50\nshortest = 4",
    )
    found = configuration(cli, "--config", "named.toml", "--words", "60")
    own = str(folder / "own.toml")
    expected = {
        "words": (60, "command line"),
        "shortest": (4, "named.toml"),
        "sweeps": (7, own),
        "query_balance": (0.25, own),
        "damping": (0.99, "preset paper"),
        "coverage_balance": (0.35, "preset paper"),
    }
    assert found["preset"] == {"value": "paper", "source": "hyperdigest.toml"}
    got = {name: tuple(found["options"][name].values()) for name in expected}
    assert got == expected
    assert [file["found"] for file in found["files"]] == [True, True]
    text = cli("config", "--config", "named.toml").out
    assert f"hyperdigest.toml: read\n{own}: read\n" in text
    assert any(row.split() == ["words", "50", "named.toml"] for row in text.splitlines())


def test_configuration_files_are_reported_signed_and_can_be_ignored(cli, files, folder):
    files(project="words = 40", own=f"sweeps = {QUICK[1]}\nsamples = 1\nwords = 20")
    result = cli(*ASK, "docs")
    assert result.err.startswith(
        f"hyperdigest.toml sets words = 40\n{folder / 'own.toml'} sets sweeps = 5, samples = 1\n"
    )
    assert "budget:40w" in result.out
    assert "sweeps:5" in result.out
    plain = cli(*ASK, "docs", "--no-config", *QUICK)
    assert plain.err.startswith("3 documents")
    assert "budget:250w" in plain.out


def test_configuration_does_not_change_how_a_saved_collection_was_fitted(cli, files):
    assert cli("fit", "docs", "-o", "case.hdig", *QUICK).code == 0
    files(own="words = 40\nsweeps = 9\nsamples = 0\nlanguage = 'de'\npreset = 'paper'")
    result = cli(*ASK, "case.hdig")
    assert result.err.startswith(f"{Path.cwd() / 'own.toml'} sets words = 40\n")
    assert "preset:default" in result.out
    assert "budget:40w" in result.out
    assert cli("topics", "case.hdig").code == 0


def test_a_batch_does_not_depend_on_the_current_folder(cli, files):
    task = {"question": "Who sees the sun?", "paths": ["docs"]}
    Path("tasks.jsonl").write_text(json.dumps(task), encoding="utf-8")
    files(project="words = 9")
    call = ("batch", "tasks.jsonl", "-o", "answers.jsonl", "--workers", "1", *QUICK)
    assert cli(*call).code == 0
    answer = json.loads(Path("answers.jsonl").read_text(encoding="utf-8"))
    assert answer["digest"]["budget"] == 250


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("words = 'many'", "hyperdigest.toml: option words is 'many': give a number"),
        ("preset = 'best'", "hyperdigest.toml: preset is 'best': choose one of default, paper"),
        ("colour = 'red'", ": unknown option 'colour'"),
        ("words =", "hyperdigest.toml is not TOML"),
        ("embedding_model = 'model'", "hyperdigest.toml sets embedding_model, which may run code"),
    ],
)
def test_an_invalid_file_is_an_error_before_the_work(cli, files, text, message):
    files(project=text)
    assert message in cli(*ASK, "docs").mistake


def test_an_option_that_was_removed_is_unknown_on_the_command_line(cli, folder):
    assert "--linking-reward" in cli(*ASK, "docs", "--linking-reward", "1").mistake


def test_a_configuration_file_that_is_named_must_exist(cli, folder, monkeypatch):
    monkeypatch.setenv("HYPERDIGEST_CONFIG", str(folder / "nowhere.toml"))
    assert "cannot read" in cli(*ASK, "docs").mistake


def test_the_default_path_of_the_configuration_file(cli, folder, monkeypatch):
    monkeypatch.delenv("HYPERDIGEST_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    (folder / "hyperdigest").mkdir()
    (folder / "hyperdigest" / "config.toml").write_text("words = 33", encoding="utf-8")
    assert configuration(cli)["options"]["words"]["value"] == 33


def test_an_empty_name_means_no_file(cli, folder, monkeypatch):
    monkeypatch.setenv("HYPERDIGEST_CONFIG", "")
    assert configuration(cli)["options"]["words"]["source"] == "preset default"
