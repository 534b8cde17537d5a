"""Saved collections that are none, or not whole, or not alone."""

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hyperdigest.base import parallel
from oracles.cli import QUICK


@pytest.fixture
def data(fitted) -> bytes:
    return (fitted / "case.hdig").read_bytes()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data[:3000], "is truncated (3000 of "),
        (lambda data: data[:-1], "is truncated ("),
        (lambda data: data[:50], "is not a saved collection"),
        (lambda data: b"", "is not a saved collection"),
        (lambda data: b"Just a text.", "is not a saved collection"),
        (lambda data: data[:60] + (99).to_bytes(4, "big") + data[64:], "has format 99, newer than"),
        (lambda data: data[:100] + b"\xff" * 4000 + data[4100:], "is damaged ("),
    ],
)
def test_a_file_that_is_no_whole_collection(cli, folder, data, change, said):
    Path("bad.hdig").write_bytes(change(data))
    for command in (("ask", "sun"), ("explain", "sun"), ("topics",), ("doctor",)):
        mistake = cli(*command, "bad.hdig").mistake
        assert f"bad.hdig {said}" in mistake
    assert f"bad.hdig {said}" in cli("fit", "bad.hdig", "-o", "new.hdig", *QUICK).mistake
    assert not Path("new.hdig").exists()


def test_damage_anywhere_is_found_or_does_no_harm(cli, folder, data):
    Path("bad.hdig").write_bytes(data)
    expected = cli("ask", "sun", "bad.hdig").out
    random_bytes = random.Random(4)
    for _ in range(60):
        changed = bytearray(data)
        for _ in range(random_bytes.choice((1, 4, 40))):
            changed[random_bytes.randrange(len(data))] = random_bytes.randrange(256)
        Path("bad.hdig").write_bytes(changed)
        result = cli("ask", "sun", "bad.hdig")
        if result.code:
            assert "bad.hdig" in result.mistake
        else:
            assert result.out == expected


def test_a_table_changed_by_another_tool_is_found(cli, folder, data):
    Path("bad.hdig").write_bytes(data)
    with closing(sqlite3.connect("bad.hdig")) as database, database:
        database.execute("UPDATE documents SET words = zeroblob(length(words)) WHERE id = 0")
    assert "document 0 has changed" in cli("ask", "sun", "bad.hdig").mistake


@pytest.mark.parametrize("name", ["none.hdig", "folder.hdig"])
def test_a_collection_that_is_not_there(cli, folder, name):
    Path("folder.hdig").mkdir()
    assert f"cannot open {name}: " in cli("ask", "sun", name).mistake


def test_a_collection_is_known_by_its_content_too(cli, folder, data):
    Path("case.db").write_bytes(data)
    assert cli("ask", "sun", "case.db").code == 0


def test_a_foreign_database_is_no_document(cli, folder):
    with closing(sqlite3.connect("foreign.db")) as database, database:
        database.execute("CREATE TABLE t (a)")
    assert "is a database, not text" in cli("ask", "sun", "foreign.db").mistake


@pytest.mark.parametrize("others", [["docs"], ["-"], ["other.hdig"], ["nowhere"]])
def test_a_collection_is_asked_alone(cli, folder, data, others):
    for name in ("case.hdig", "other.hdig"):
        Path(name).write_bytes(data)
    for paths in (["case.hdig", *others], [*others, "case.hdig"]):
        assert "is a saved collection: name no other paths" in cli("ask", "sun", *paths).mistake
        assert "name no other paths" in cli("fit", *paths, "-o", "new.hdig").mistake


def test_a_collection_in_a_folder_that_is_read_is_no_document(cli, folder, data):
    Path("docs/case.hdig").write_bytes(data)
    told = json.loads(cli("ask", "sun", "docs", "--format", "json", *QUICK).out)["warnings"]
    assert told == ["skipped, because their format is not supported: docs/case.hdig"]


def test_documents_need_not_be_there_to_be_cited(cli, folder, data):
    Path("case.hdig").write_bytes(data)
    for file in Path("docs").iterdir():
        file.unlink()
    digest = json.loads(cli("ask", "sun", "case.hdig", "--format", "json").out)
    assert {Path(s["path"]).parent.as_posix() for s in digest["sentences"]} == {"docs"}
    assert "<mark" in cli("ask", "sun", "case.hdig", "--format", "html").out


def test_a_focus_is_told_and_looks_into_no_other_document(cli, folder, data):
    Path("case.hdig").write_bytes(data)
    for paths in (["case.hdig"], ["docs", *QUICK]):
        result = cli("ask", "corona in Nebraska", *paths, "--focus", "1", "--format", "json")
        digest = json.loads(result.out)
        message = "the option focus limited the search to the 1 best-matching of 3 documents"
        assert digest["warnings"] == [message]
        assert {sentence["document"] for sentence in digest["sentences"]} == {"moon.txt"}
        assert "|focus:1|" in digest["signature"]
        assert result.err.startswith("1 document, ")
        assert "moon.txt" in cli("explain", "corona in Nebraska", *paths, "--focus", "1").out


def test_the_file_is_the_same_bytes_whatever_the_number_of_processes(cli, folder, monkeypatch):
    monkeypatch.setattr(parallel, "LEAST_WORK", 0)
    monkeypatch.setattr(parallel, "CHUNK", 100)
    for jobs in ("1", "2"):
        done = cli("fit", "docs", "-o", f"{jobs}.hdig", *QUICK, "--jobs", jobs)
        assert done.code == 0
        assert done.err.count("\n") == 1
    assert Path("1.hdig").read_bytes() == Path("2.hdig").read_bytes()
