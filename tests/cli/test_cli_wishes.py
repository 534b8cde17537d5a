"""`--pin` and `--exclude`, and budgets in characters and tokens, on the command line."""

import json
from pathlib import Path

import pytest

from oracles.cli import QUICK, TEXTS
from tokenizers_made import write_tokenizer

QUESTION = "Who should watch the eclipse with glasses?"
ROADS = "roads.txt:0"
SCHOOLS = f"moon.txt:{TEXTS['moon.txt'].index('Schools')}"


def asked(cli, *arguments, command="ask"):
    result = cli(command, QUESTION, *arguments, "--format", "json")
    assert result.code == 0, result.err
    return json.loads(result.out)


def places(digest):
    return [f"{sentence['document']}:{sentence['start']}" for sentence in digest["sentences"]]


@pytest.mark.parametrize("command", ["ask", "explain"])
@pytest.mark.parametrize("source", ["docs", "case.hdig"])
def test_sentences_are_pinned_and_excluded(cli, folder, fitted, monkeypatch, command, source):
    monkeypatch.chdir(fitted)
    quick = QUICK if source == "docs" else ()
    best = places(asked(cli, source, "--words", "45", *quick, command=command))[0]
    wishes = "--pin", ROADS, "--pin", SCHOOLS, "--exclude", best
    digest = asked(cli, source, "--words", "45", *wishes, *quick, command=command)
    assert {ROADS, SCHOOLS} <= set(places(digest))
    assert best not in places(digest)
    assert digest["words"] <= 45
    assert "|wishes:sha256-" in digest["signature"]


@pytest.mark.parametrize("source", ["docs", "case.hdig"])
def test_a_focus_keeps_the_documents_of_what_is_pinned(cli, fitted, monkeypatch, source):
    monkeypatch.chdir(fitted)
    quick = QUICK if source == "docs" else ()
    digest = asked(cli, source, "--focus", "1", "--pin", ROADS, *quick)
    assert {sentence["document"] for sentence in digest["sentences"]} == {"roads.txt"}
    digest = asked(cli, source, "--focus", "2", "--pin", ROADS, *quick)
    assert len({sentence["document"] for sentence in digest["sentences"]}) == 2


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        (["--pin", "roads.txt"], "DOCUMENT:START"),
        (["--exclude", "roads.txt:1"], "no sentence of 'roads.txt' begins at character 1"),
        (["--pin", "road.txt:0"], "give a name such as roads.txt"),
        (["--pin", ROADS, "--exclude", ROADS], "both pinned and excluded"),
        (["--pin", ROADS, "--words", "3"], "and the budget is 3"),
    ],
)
def test_wishes_that_cannot_be_are_one_line(cli, fitted, monkeypatch, wishes, told):
    monkeypatch.chdir(fitted)
    assert told in cli("ask", QUESTION, "case.hdig", *wishes).mistake


def test_a_budget_in_characters(cli, fitted, monkeypatch):
    monkeypatch.chdir(fitted)
    digest = asked(cli, "case.hdig", "--characters", "150")
    assert (digest["unit"], digest["budget"]) == ("characters", 150)
    assert digest["used"] == sum(len(s["text"]) for s in digest["sentences"]) <= 150
    shown = cli("ask", QUESTION, "case.hdig", "--characters", "150").out
    assert f"{digest['used']} of 150 characters" in shown


@pytest.mark.parametrize("source", ["docs", "case.hdig"])
def test_a_budget_in_tokens(cli, fitted, monkeypatch, source):
    monkeypatch.chdir(fitted)
    quick = QUICK if source == "docs" else ()
    file = write_tokenizer(fitted / "tiny")
    digest = asked(cli, source, "--tokens", "180", "--tokenizer", "tiny", *quick)
    assert (digest["unit"], digest["budget"]) == ("tokens", 180)
    assert 0 < digest["used"] == sum(s["size"] for s in digest["sentences"]) <= 180
    assert "|budget:180t|" in digest["signature"]
    shown = cli("ask", QUESTION, source, "--tokens", "180", "--tokenizer", file, *quick).out
    assert f"{digest['used']} of 180 tokens" in shown


def test_a_budget_of_the_command_line_takes_the_place_of_that_of_a_file(cli, fitted, monkeypatch):
    monkeypatch.chdir(fitted)
    Path("words.toml").write_text("words = 40\n", encoding="utf-8")
    digest = asked(cli, "case.hdig", "--config", "words.toml", "--characters", "150")
    assert digest["unit"] == "characters"


@pytest.mark.parametrize(
    ("budget", "told"),
    [
        (["--words", "9", "--characters", "9"], "words 9 and characters 9 are two budgets"),
        (["--tokens", "9"], "option tokens is 9, but no tokenizer is named"),
        (["--tokens", "9", "--tokenizer", "no/where"], "no tokenizer at no/where"),
        (["--tokens", "9", "--tokenizer", "nobody"], "tokenizer is 'nobody'"),
    ],
)
@pytest.mark.parametrize("source", ["docs", "case.hdig"])
def test_budgets_that_cannot_be_are_one_line(cli, fitted, monkeypatch, source, budget, told):
    monkeypatch.chdir(fitted)
    assert told in cli("ask", QUESTION, source, *budget).mistake
