"""The command `verify`: its exit codes, formats, and mistakes of the user."""

import json
from pathlib import Path

import pytest

from oracles.cli import Cli

QUOTED = "The harbour opened in 1923 and has 14 berths."


@pytest.fixture
def pile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, with a pile and drafts."""
    monkeypatch.chdir(tmp_path)
    Path("pile").mkdir()
    Path("pile/harbour.txt").write_text(f"{QUOTED} It was never closed.\n")
    Path("pile/ferry.md").write_text("# Ferry\n\nThe ferry leaves at noon on all working days.\n")
    Path("right.md").write_text(f"He wrote “{QUOTED}” today.\n")
    Path("wrong.md").write_text(f"He wrote “{QUOTED.replace('1923', '1932')}” today.\n")
    return tmp_path


def test_exit_codes(cli: Cli, pile: Path) -> None:
    assert cli("verify", "right.md", "pile").code == 0
    assert cli("verify", "wrong.md", "pile").code == 1
    Path("made.md").write_text("He wrote “Whales sang under the moon all night long.” today.\n")
    assert cli("verify", "made.md", "pile").code == 1
    Path("other.md").write_text(f"He wrote in ferry.md: “{QUOTED}”\n")
    assert cli("verify", "other.md", "pile").code == 0


def test_text_names_place_and_difference(cli: Cli, pile: Path) -> None:
    result = cli("verify", "wrong.md", "pile")
    assert "harbour.txt, line 1" in result.out
    assert "number: “1932” in the draft, “1923” in the source" in result.out
    assert "1 quotation looked up in 2 documents: 1 changed" in result.err


def test_the_column_of_a_table_beside_a_saved_collection(cli: Cli, pile: Path) -> None:
    assert cli("fit", "pile", "-o", "case.hdig").code == 0
    table = f"day,note,place\nMonday,{QUOTED.replace('1923', '1932')},Bergen\n"
    Path("table.csv").write_text(table)
    only = cli("verify", "wrong.md", "case.hdig", "table.csv", "--text-column", "note")
    assert (only.code, "found: table.csv" in only.out) == (0, True)
    refused = cli("verify", "wrong.md", "case.hdig", "--text-column", "note")
    assert refused.code == 2
    assert "text_column does not apply to case.hdig" in refused.err


def test_json(cli: Cli, pile: Path) -> None:
    values = json.loads(cli("verify", "wrong.md", "pile", "--format", "json").out)
    (quotation,) = values["quotations"]
    assert (quotation["status"], quotation["document"]) == ("changed", "harbour.txt")
    assert quotation["place"] == "line 1"
    draft = Path("wrong.md").read_text()
    assert draft[quotation["start"] : quotation["end"]] == quotation["quote"]


def test_html_is_written_by_the_suffix(cli: Cli, pile: Path) -> None:
    assert cli("verify", "wrong.md", "pile", "-o", "checked.html").code == 1
    page = Path("checked.html").read_text()
    assert "<del>1932</del>" in page
    assert "<ins>1923</ins>" in page


def test_claims(cli: Cli, pile: Path) -> None:
    Path("claims.md").write_text("The ferry leaves on working days. Whales are purple today.\n")
    result = cli("verify", "claims.md", "pile", "--claims")
    assert "The ferry leaves at noon" in result.out
    assert "no sentence of these documents says this" in result.out
    assert result.code == 0


def test_folders_files_and_saved_collections_together(cli: Cli, pile: Path, fitted: Path) -> None:
    result = cli("verify", "right.md", fitted / "case.hdig", "pile/harbour.txt", "pile")
    assert result.code == 0
    assert "1 found" in result.err


def test_the_draft_in_the_pile_is_not_searched(cli: Cli, pile: Path) -> None:
    result = cli("verify", "wrong.md", ".")
    assert "not searched, because it is the draft itself: wrong.md" in result.out
    assert result.code == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.md", "pile"], "missing.md"),
        (["right.md", "missing"], "missing"),
        (["pile", "pile"], "is a folder"),
        (["right.md"], "Missing argument"),
        (["right.md", "pile", "-o", "x.docx"], "no format has the suffix .docx"),
    ],
)
def test_mistakes_have_one_line(cli: Cli, pile: Path, arguments: list[str], said: str) -> None:
    result = cli("verify", *arguments)
    assert result.code == 2
    assert said in result.err
    assert len(result.err.strip().splitlines()) == 1
