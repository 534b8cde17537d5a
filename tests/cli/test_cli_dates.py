"""The command line asked about documents of some dates, and what it shows of dates."""

import json

import pytest

from oracles.cli import QUICK

QUESTION = "Where do the trams of the city stop?"
SAID = (
    "The trams of the city stop at the old harbour every ten minutes.",
    "The trams of the city stop at the new market since the spring.",
    "The trams of the city stop in front of the town hall again.",
)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--since", "soon"], "since is 'soon', which is no date: give one such as 2026-11-22"),
        (["--since", "2026-11", "--until", "2025"], "until is 2025, which is earlier: exchange"),
        (["--since", "2190"], "no document is dated 2190 or later: their dates are 2024-01-05"),
    ],
)
def test_an_invalid_range_of_dates_is_refused_in_one_line(given, told, tmp_path, cli):
    (tmp_path / "2024-01-05.txt").write_text(SAID[0])
    said = cli("ask", QUESTION, tmp_path, *given)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert told in said.err


def test_only_documents_within_the_dates_are_cited(tmp_path, cli):
    for name, sentence in zip(("2024-01-05.txt", "2026-01-05.txt"), SAID, strict=False):
        (tmp_path / name).write_text(sentence)
    said = cli("ask", QUESTION, tmp_path, "--since", "2025", "--format", "json", *QUICK)
    digest = json.loads(said.out)
    assert [sentence["date"] for sentence in digest["sentences"]] == ["2026-01-05"]
    assert digest["warnings"] == []


def test_doctor_states_where_a_date_comes_from(tmp_path, cli):
    (tmp_path / "2024-01-05.txt").write_text(SAID[0])
    (tmp_path / "a.md").write_text(f"---\ndate: 2026-11\n---\n\n{SAID[1]}")
    (tmp_path / "b.txt").write_text(SAID[2])
    found = json.loads(cli("doctor", tmp_path, "--format", "json").out)["documents"]
    assert [each["date_from"] for each in found] == ["name", "document", "file"]
    assert [each["date"] for each in found[:2]] == ["2024-01-05", "2026-11"]
    shown = cli("doctor", tmp_path).out
    assert "2024-01-05 (in its name)" in shown
    assert f"file changed {found[2]['date']}" in shown
