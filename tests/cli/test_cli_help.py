"""Help: sections in the order of use, and examples that can be run."""

import json
import re
import shlex
import shutil
from pathlib import Path

import click
import pytest

from hyperdigest.cli.commands import COMMANDS, hyperdigest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LONG = {"serve": "it serves until it is interrupted", "mcp": "it serves until it is interrupted"}


def command(name):
    return hyperdigest.get_command(click.Context(hyperdigest), name)


def help_of(cli, name):
    result = cli(name, "--help")
    assert result.code == 0
    return result.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does(cli, name):
    assert command(name).short_help.endswith(".")
    assert len(help_of(cli, name).split("Options:")[0].split()) > 8


def test_the_options_of_a_question_come_before_those_of_the_method(cli):
    shown = help_of(cli, "ask")
    heads = re.findall(r"^(\w.*):$", shown, re.M)
    assert heads[0] == "Options"
    assert heads[1] == "Selection of sentences"
    assert len(heads) == 7
    assert shown.index("--words") < shown.index("--lambda") < shown.index("--alpha")


def examples():
    for name in COMMANDS:
        lines = (command(name).epilog or "").splitlines()
        for line in lines:
            if line.strip().startswith("hyperdigest ") and name not in LONG:
                yield pytest.param(line.strip(), id=line.strip())


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The example documents, and what the examples of help call by name."""
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    for folder in ("summaries", "references"):
        Path(folder).mkdir()
        Path(folder, "sun.txt").write_text("The moon covers the sun.", encoding="utf-8")
    task = {"question": "Who sees it?", "paths": ["eclipse"], "sweeps": 5}
    Path("tasks.jsonl").write_text(json.dumps(task), encoding="utf-8")


@pytest.mark.parametrize("line", list(examples()))
def test_the_examples_of_help_run(cli, place, line):
    words = shlex.split(line)[1:]
    if ">>" in words:
        words = words[: words.index(">>")]
    if "case.hdig" in words and words[0] != "fit":
        documents = "." if words[0] == "remove" else "eclipse"
        assert cli("fit", documents, "-o", "case.hdig", "--sweeps", "5").code == 0
    if "where.json" in words and words[-2] == "--after":
        assert cli("ask", "Where?", "eclipse/*", "--sweeps", "5", "-o", "where.json").code == 0
    assert cli(*words).code == 0
