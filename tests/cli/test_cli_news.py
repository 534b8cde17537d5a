"""What new documents say beyond known ones, asked for on the command line."""

import json
import os
from datetime import UTC, datetime

import pytest

from oracles.cli import QUICK

QUESTION = "What must people know who watch the eclipse of the sun?"
LATER = (
    "People who watch the eclipse of the sun must park on the airfield, for the road is closed."
    " Police ask drivers to leave early, and to carry water in their cars.\n"
)


def dated(path, day):
    seconds = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
    os.utime(path, (seconds, seconds))


@pytest.fixture
def grown(folder, cli):
    """A saved collection of documents of one week, to which those of the next were added."""
    for path in (folder / "docs").iterdir():
        dated(path, "2026-11-16")
    assert cli("fit", "docs", "-o", "case.hdig", *QUICK).code == 0
    (folder / "week48").mkdir()
    (folder / "week48" / "parking.txt").write_text(LATER, encoding="utf-8")
    dated(folder / "week48" / "parking.txt", "2026-11-24")
    assert cli("add", "case.hdig", "week48", "--sweeps", "5").code == 0
    return folder


def asked(cli, *arguments, command="ask"):
    result = cli(command, QUESTION, *arguments, "--format", "json")
    assert result.code == 0, result.err
    return json.loads(result.out)


@pytest.mark.parametrize("command", ["ask", "explain"])
@pytest.mark.parametrize(
    "told",
    [
        ["--new-since", "2026-11-20"],
        ["--new", "week48"],
        ["--new", "week48/"],
        ["--new", "nix", "--new", "park*"],
        ["--new", "week48", "--focus", "1"],
    ],
)
def test_what_changed_this_week_is_two_commands(cli, grown, command, told):
    digest = asked(cli, "case.hdig", *told, command=command)
    assert [each["document"] for each in digest["sentences"]] == ["parking.txt"]
    assert "airfield" in digest["sentences"][0]["new"]
    assert digest["sentences"][0]["text"].startswith("People who watch")
    assert digest["new_documents"] == 1
    assert "|new:sha256-" in digest["signature"]


def test_documents_read_now_are_told_by_their_folder(cli, grown):
    digest = asked(cli, "docs", "week48", "--new", "week48", *QUICK)
    assert {each["document"] for each in digest["sentences"]} == {"parking.txt"}


def test_what_an_earlier_digest_told_is_known_too(cli, grown):
    first = ["--new-since", "2026-11-20"]
    assert cli("ask", QUESTION, "case.hdig", *first, "-o", "one.json").code == 0
    second = asked(cli, "case.hdig", "--after", "one.json")
    assert second["wishes"]["new_since"] == "2026-11-20"
    assert second["sentences"] == []
    assert second["doubt"].startswith("Nothing is new")
    third = asked(cli, "case.hdig", "--after", "one.json", "--new", "docs")
    assert {each["document"] for each in third["sentences"]} <= {"moon.txt", "roads.txt", "eyes.md"}
    assert "new_since" not in third["wishes"]


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json", "csv", "bibtex", "csl"])
def test_nothing_new_is_told_and_is_no_mistake(cli, grown, form):
    told = "Nothing is new: no document is dated 2099 or later; the last one is"
    result = cli("ask", QUESTION, "case.hdig", "--new-since", "2099", "--format", form)
    assert result.code == 0
    if form not in ("csv", "csl", "bibtex"):
        assert told in " ".join(result.out.split())
    assert "Traceback" not in result.err


def test_a_path_of_no_document_is_a_mistake(cli, grown):
    told = cli("ask", QUESTION, "case.hdig", "--new", "nix").mistake
    assert "no document is called nix: give a name, file, folder or pattern" in told


def test_a_day_that_is_none_is_a_mistake(cli, grown):
    told = cli("ask", QUESTION, "case.hdig", "--new-since", "yesterday").mistake
    assert "'yesterday', which is no date: give one such as 2026-11-22" in told


@pytest.mark.parametrize("option", ["new_since", "since", "until"])
def test_an_empty_day_is_a_mistake(cli, grown, option):
    told = cli("ask", QUESTION, "case.hdig", f"--{option.replace('_', '-')}", "").mistake
    assert f"{option} is empty: give a date" in told


def test_the_day_of_a_file_is_told_to_be_that(cli, grown):
    digest = asked(cli, "case.hdig", "--new-since", "2026-11-20")
    assert any("4 documents state no date and have the date" in w for w in digest["warnings"])
