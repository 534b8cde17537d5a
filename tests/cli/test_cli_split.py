"""Saved collections that are split into parts."""

import json
from pathlib import Path

import pytest

from oracles.cli import QUICK

ASK = ("ask", "Who sees the corona?")


@pytest.fixture
def parts(cli, fitted, folder):
    """The documents in ``docs`` as ``case.hdig``, split into three files in ``parts``."""
    Path("case.hdig").write_bytes((fitted / "case.hdig").read_bytes())
    result = cli("split", "case.hdig", "--parts", 3, "-o", "parts", "--format", "json")
    files = [f"parts/part-{number}-of-3.hdig" for number in (1, 2, 3)]
    assert json.loads(result.out) == {"parts": files}
    assert result.err.startswith("3 parts of case.hdig in parts; ")
    return "parts"


@pytest.mark.parametrize(
    "options",
    [(), ("--format", "json", "--words", 30), ("--focus", 1, "--format", "json"), ("--whole",)],
)
def test_a_folder_of_parts_is_asked_as_the_whole_is(cli, parts, options):
    assert cli(*ASK, parts, *options).out == cli(*ASK, "case.hdig", *options).out


@pytest.mark.parametrize("command", [("explain", "Who sees the corona?"), ("topics",)])
def test_other_commands_take_the_folder_too(cli, parts, command):
    assert cli(*command, parts).out == cli(*command, "case.hdig").out


def test_a_batch_takes_the_folder_too(cli, parts):
    tasks = [{"question": ASK[1], "paths": [path], "words": 30} for path in (parts, "case.hdig")]
    Path("tasks.jsonl").write_text("\n".join(map(json.dumps, tasks)), encoding="utf-8")
    assert cli("batch", "tasks.jsonl", "-o", "out.jsonl", "--workers", 1).code == 0
    lines = map(json.loads, Path("out.jsonl").read_text(encoding="utf-8").splitlines())
    one, other = (line["digest"] for line in lines)
    assert one == other


def test_parts_can_be_fitted_again_as_one(cli, parts):
    assert cli("fit", parts, "-o", "new.hdig", *QUICK).code == 0
    assert cli("fit", "case.hdig", "-o", "again.hdig", *QUICK).code == 0
    assert cli(*ASK, "new.hdig").out == cli(*ASK, "again.hdig").out


def test_mistakes_are_told_in_one_line(cli, parts):
    assert "name no other paths with it" in cli(*ASK, parts, "docs").mistake
    assert "--workers and --address need a --backend" in cli(*ASK, parts, "--workers", 2).mistake
    assert "is no folder of parts" in cli(*ASK, "case.hdig", "--backend", "dask").mistake
    assert "make one with `hyperdigest split`" in cli(*ASK, "docs", "--backend", "dask").mistake
    assert "is there already" in cli("split", "case.hdig", "--parts", 2, "-o", parts).mistake
    assert "give fewer" in cli("split", "case.hdig", "-o", "new", "--parts", 9).mistake
    assert "split the whole" in cli("split", parts, "-o", "new").mistake
    assert "change the whole, and split it again" in cli("add", parts, "docs").mistake
    assert "change the whole, and split it again" in cli("remove", parts, "*").mistake
    Path(parts, "part-2-of-3.hdig").unlink()
    assert "has 2 of 3 parts, without number 2" in cli(*ASK, parts).mistake
