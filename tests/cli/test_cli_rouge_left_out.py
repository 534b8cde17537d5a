"""What of files of summaries cannot be scored is named, and the rest is scored."""

from pathlib import Path

import pytest

from summaries_made import GOOD, REFERENCES, lines, of, scored, write


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """The current directory, with the references in ``known``."""
    monkeypatch.chdir(tmp_path)
    write("known", REFERENCES)


def test_summaries_without_references_are_named(cli):
    write("all/a", GOOD | {"moon.txt": "The moon."})
    write("all/b", {name: GOOD[name] for name in ("mill.txt", "comet.txt")})
    write("all/none", {"sun.txt": "The sun."})
    Path("known/river.txt").write_text("The river.", encoding="utf-8")
    result = cli("rouge", "all", "known", "--format", "json")
    report = scored(result)
    assert [len(system["tasks"]) for system in report["systems"]] == [3, 2]
    assert report["warnings"] == [
        "skipped summaries without references: moon, sun",
        "skipped references without a summary: river.txt",
        "b has no summary of: bridge",
        "none has no summary of: bridge, comet, mill",
    ]
    assert result.err.splitlines() == [f"warning: {text}" for text in report["warnings"]]


def test_a_reference_belongs_to_the_longest_name_that_fits(cli):
    write("mine", {"mill.txt": "A smith.", "mill.A.txt": "A mill."})
    report = scored(cli("rouge", "mine", "known", "--format", "json"))
    assert {task["id"]: task["scores"] for task in report["systems"][0]["tasks"]} == {
        "mill": of("A smith.", "mill.B.txt"),
        "mill.A": of("A mill.", "mill.A.txt"),
    }


def test_bad_files_are_named_and_the_rest_is_scored(cli):
    write("mine", GOOD)
    Path("mine/comet.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 100)
    Path("mine/bridge.txt").write_bytes(b"")
    Path("mine/mill.md").write_text("Another.", encoding="utf-8")
    Path("known/mill.C.txt").write_bytes(b"%PDF-1.7")
    Path("known/inner").mkdir()
    lines("known/more.jsonl", {"id": "x"}, ["no object"], {"id": "mill", "references": ["A mill."]})
    report = scored(cli("rouge", "mine", "known", "--format", "json"))
    tasks = {task["id"]: task for task in report["systems"][0]["tasks"]}
    assert set(tasks) == {"mill", "bridge"}
    assert tasks["mill"]["references"] == 3
    assert tasks["bridge"]["scores"]["rouge-1"]["f"] == 0
    said = "\n".join(report["warnings"])
    for part in (
        "mine/bridge.txt is empty, and counts as a text without words",
        "skipped mine/comet.txt: is an image, not text",
        "skipped mine/mill.txt: there is another summary of mill before it",
        "skipped known/inner: is a folder, where files were looked for",
        "skipped known/mill.C.txt: is a PDF, not text",
        "skipped known/more.jsonl, line 1: has no references",
        "skipped known/more.jsonl, line 2: is no JSON object with an id",
        "skipped references without a summary: comet.txt",
    ):
        assert part in said


def test_nothing_to_score_is_an_error(cli):
    write("mine", {"sun.txt": "The sun."})
    assert "nowhere does not exist" in cli("rouge", "nowhere", "known").mistake
    assert "nowhere does not exist" in cli("rouge", "mine", "nowhere").mistake
    mistake = cli("rouge", "mine", "known").mistake
    assert "skipped summaries without references: sun" in mistake
    assert "called NAME or NAME.*" in mistake
    Path("empty").mkdir()
    assert "none is there" in cli("rouge", "empty", "empty").mistake
    assert "--limit" in cli("rouge", "mine", "known", "--limit", "-1").mistake
    assert "Missing argument 'REFERENCES'" in cli("rouge", "mine").mistake


def test_control_characters_of_names_are_escaped(cli):
    write("all/a\x1b[31m", GOOD)
    write("all/b", GOOD | {"x\ny.txt": "Text."})
    result = cli("rouge", "all", "known")
    assert result.code == 0
    assert "\x1b" not in result.out + result.err
    assert "x\\ny" in result.err
