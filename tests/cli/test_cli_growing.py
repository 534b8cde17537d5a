"""Saved collections that grow: what is told of it, and mistakes."""

import json
import os
from pathlib import Path

import pytest

from oracles.cli import TEXTS

MORE = "Ferries carry visitors across the lake, and the harbour stays open until midnight.\n"


@pytest.fixture
def saved(fitted, folder):
    Path("case.hdig").write_bytes((fitted / "case.hdig").read_bytes())
    return "case.hdig"


def add(cli, *paths):
    return cli("add", "case.hdig", *paths, "--sweeps", "3")


def documents(cli, question="lake"):
    result = cli("ask", question, "case.hdig", "--words", "500", "--format", "json")
    return {sentence["document"] for sentence in json.loads(result.out)["sentences"]}


def test_documents_are_added_and_removed(cli, saved):
    Path("lake.txt").write_text(MORE, encoding="utf-8")
    result = add(cli, "docs", "lake.txt")
    assert (result.code, result.out) == (0, "")
    first, last = result.err.splitlines()
    assert first == "added 1 document; 3 there already, unchanged"
    assert last.startswith("4 documents, 9 sentences, ")
    assert "; in case.hdig; " in last
    assert "lake.txt" in documents(cli)
    result = cli("remove", "case.hdig", "lake*")
    assert result.err.startswith("removed 1 document; 3 documents, 8 sentences, ")
    assert "lake.txt" not in documents(cli)


def test_an_older_version_is_replaced_and_unreadable_files_get_a_warning(cli, saved):
    Path("docs/roads.txt").write_text(TEXTS["roads.txt"] + MORE, encoding="utf-8")
    Path("copy.txt").write_text(TEXTS["moon.txt"], encoding="utf-8")
    Path("bad.pdf").write_bytes(b"%PDF-1.7 no more")
    lines = add(cli, "docs", "copy.txt", "bad.pdf").err.splitlines()
    assert lines[0] == "replaced roads.txt: its file has changed"
    assert lines[1].startswith("warning: skipped bad.pdf: ")
    assert lines[2] == "warning: left out copy.txt: same text as moon.txt"
    assert lines[3] == "added 1 document; 2 there already, unchanged"
    assert lines[4].startswith("3 documents, 9 sentences, ")


def test_a_folder_that_may_not_be_written_to_is_told_before_the_work(cli, saved, monkeypatch):
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    monkeypatch.setattr("hyperdigest.store.growing.from_paths", None)
    assert "may not be written to; nothing was changed" in add(cli, "docs").mistake


def test_nothing_new_leaves_the_file_as_it_is(cli, saved):
    before = Path(saved).stat()
    told = before.st_ino, before.st_size, before.st_mtime_ns
    assert "added 0 documents; 3 there already" in add(cli, "docs").err
    after = Path(saved).stat()
    assert (after.st_ino, after.st_size, after.st_mtime_ns) == told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["add", "none.hdig", "docs"], "cannot open none.hdig"),
        (["add", "docs/moon.txt", "docs"], "docs/moon.txt is not a saved collection"),
        (["add", "case.hdig"], "Missing argument 'PATH...'"),
        (["add", "case.hdig", "nowhere.txt"], "no document could be read (nowhere.txt"),
        (["add", "case.hdig", "docs", "--sweeps", "0"], "'--sweeps'"),
        (["remove", "case.hdig", "mon.txt"], "no document is called 'mon.txt': give a name such"),
        (["remove", "case.hdig", "*"], "all 3 documents would be removed"),
        (["remove", "case.hdig"], "Missing argument 'NAME...'"),
        (["remove", "docs", "moon.txt"], "cannot open docs"),
    ],
)
def test_mistakes_are_told_and_change_nothing(cli, saved, arguments, said):
    before = Path(saved).read_bytes()
    assert said in cli(*arguments).mistake
    assert Path(saved).read_bytes() == before


def test_a_collection_may_have_any_name(cli, saved):
    Path("odd name").write_bytes(Path(saved).read_bytes())
    assert cli("remove", "odd name", "moon.txt").code == 0
    assert cli("topics", "odd name").code == 0
