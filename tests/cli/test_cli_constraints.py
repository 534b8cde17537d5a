"""`--pin`, `--exclude` and `--after`, and budgets in characters and tokens, on the command line."""

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
    file = Path(arguments[arguments.index("-o") + 1]) if "-o" in arguments else None
    return json.loads(file.read_text(encoding="utf-8") if file else result.out)


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


@pytest.mark.parametrize("command", ["ask", "explain"])
def test_a_question_after_digests_adds_to_them(cli, fitted, monkeypatch, command):
    monkeypatch.chdir(fitted)
    first = asked(cli, "case.hdig", "--words", "20", "--exclude", SCHOOLS, "-o", "first.json")
    assert first["wishes"] == {"excluded": [SCHOOLS]}
    after = "case.hdig", "--words", "20", "--after", "first.json"
    second = asked(cli, *after, "-o", "second.json", command=command)
    read = places(first)
    assert not {*read, SCHOOLS} & set(places(second))
    assert second["wishes"] == {"excluded": [SCHOOLS], "read": read, "earlier": [QUESTION]}
    third = asked(cli, "case.hdig", "--words", "20", "--after", "second.json", "--pin", SCHOOLS)
    assert SCHOOLS in places(third)
    assert third["wishes"]["read"] == [*read, *places(second)]
    assert third["wishes"]["earlier"] == [QUESTION, QUESTION]
    assert "excluded" not in third["wishes"]


def test_digests_of_two_questions_are_both_followed(cli, fitted, monkeypatch):
    monkeypatch.chdir(fitted)
    first = asked(cli, "case.hdig", "--words", "20", "-o", "first.json")
    other = "ask", "Which roads are closed?", "case.hdig", "--words", "20", "-o", "other.json"
    assert cli(*other).code == 0
    both = asked(cli, "case.hdig", "--after", "other.json", "--after", "first.json")["wishes"]
    assert set(both["read"]) >= set(places(first))
    assert both["earlier"] == ["Which roads are closed?", QUESTION]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (None, "cannot read first.json: No such file"),
        ("How long?", "first.json is not JSON"),
        ("[" * 99999, "first.json is not JSON"),
        ("[]", "--after first.json: this is not a digest"),
        ('{"question": "Why?", "sentences": 3}', "--after first.json: this is not a digest"),
        ('{"question": 3, "sentences": []}', "an earlier question is 3"),
        ('{"question": "Why?", "sentences": [{}]}', "read contains {}"),
        (
            '{"question": "Why?", "sentences": [{"document": "sun.txt", "start": 0}]}',
            "no document is called 'sun.txt', as in sun.txt:0",
        ),
        (
            '{"question": "Why?", "sentences": [{"document": "moon.txt", "start": 1}]}',
            "no sentence of 'moon.txt' begins at character 1",
        ),
    ],
)
def test_what_cannot_be_followed_is_one_line(cli, fitted, monkeypatch, written, told):
    monkeypatch.chdir(fitted)
    Path("first.json").unlink(missing_ok=True)
    if written is not None:
        Path("first.json").write_text(written, encoding="utf-8")
    assert told in cli("ask", QUESTION, "case.hdig", "--after", "first.json").mistake


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
def test_an_impossible_budget_is_an_error(cli, fitted, monkeypatch, source, budget, told):
    monkeypatch.chdir(fitted)
    assert told in cli("ask", QUESTION, source, *budget).mistake


def test_an_endless_digest_is_an_error(cli, fitted, monkeypatch):
    monkeypatch.chdir(fitted)
    found = cli("ask", QUESTION, "case.hdig", "--after", "/dev/zero")
    assert "--after /dev/zero: the file is larger than 16 MB: give a digest" in found.mistake
