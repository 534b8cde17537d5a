"""`--format json`: one object on standard output, messages on standard error as ever."""

import json
from pathlib import Path

from hyperdigest import file_formats
from oracles.cli import QUICK, TEXTS

SIZES = {
    "collection",
    "documents",
    "languages",
    "sentences",
    "tokens",
    "topics",
    "corpus",
    "warnings",
}


def object_of(result):
    assert result.code == 0
    return json.loads(result.out)


def test_json_of_fit_add_and_remove_describes_the_file(cli, folder):
    plain = cli("fit", "docs", "-o", "plain.hdig", *QUICK)
    assert plain.out == ""
    result = cli("fit", "docs", "-o", "case.hdig", "--format", "json", *QUICK)
    fitted = object_of(result)
    assert set(fitted) == SIZES
    assert (fitted["collection"], fitted["documents"], fitted["sentences"]) == ("case.hdig", 3, 8)
    assert result.err.startswith("3 documents, 8 sentences, ")

    Path("docs/moon.txt").write_text("The moon has moved away from the sun.", encoding="utf-8")
    Path("new.txt").write_text("A comet crosses the sky over Iowa tonight.", encoding="utf-8")
    added = object_of(cli("add", "case.hdig", "new.txt", "docs", "--format", "json"))
    assert set(added) == SIZES | {"added", "replaced", "unchanged"}
    assert sorted(added["added"]) == ["moon.txt", "new.txt"]
    assert added["replaced"] == ["moon.txt"]
    assert (added["documents"], added["unchanged"]) == (4, 2)
    assert added["corpus"] != fitted["corpus"]

    removed = object_of(cli("remove", "case.hdig", "new.txt", "--format", "json"))
    assert set(removed) == SIZES | {"removed"}
    assert (removed["documents"], removed["removed"]) == (3, 1)


def test_json_of_doctor_describes_the_installation(cli):
    found = object_of(cli("doctor", "--format", "json"))
    known = {"hyperdigest", "python", "system", "packages", "kernels", "warnings", "formats"}
    assert set(found) == known
    assert found["formats"][".pdf"] == ""
    assert all(found["packages"].values())
    assert "numpy" in found["packages"]


def test_doctor_says_which_program_old_files_need(cli, monkeypatch):
    monkeypatch.setattr(file_formats, "which", lambda command: None)
    assert "cannot read .doc .dot: install LibreOffice or antiword or catdoc" in cli("doctor").out


def test_json_of_doctor_has_the_place_of_each_sentence(cli, folder):
    Path("docs/broken.pdf").write_bytes(b"%PDF-")
    found = object_of(cli("doctor", "docs", "--format", "json"))
    assert [skipped["path"] for skipped in found["skipped"]] == ["docs/broken.pdf"]
    assert {document["name"] for document in found["documents"]} == set(TEXTS)
    for document in found["documents"]:
        text = TEXTS[document["name"]]
        assert document["characters"] == len(text)
        for sentence in document["sentences"]:
            assert text[sentence["start"] : sentence["end"]] == sentence["text"]
            assert sentence["form"] in ("prose", "heading")
    assert cli("doctor", "docs", "--format", "json", "-o", "found.json").out == ""
    assert json.loads(Path("found.json").read_text(encoding="utf-8")) == found


def test_json_of_a_batch_counts_its_tasks(cli, folder):
    tasks = [{"question": "Who sees the sun?", "paths": ["docs"]}, {"question": "Who?"}]
    Path("tasks.jsonl").write_text("\n".join(map(json.dumps, tasks)), encoding="utf-8")
    call = ("batch", "tasks.jsonl", "-o", "answers.jsonl", "--workers", "1", *QUICK)
    result = cli(*call, "--format", "json")
    assert result.code == 1
    assert json.loads(result.out) == {"output": "answers.jsonl", "tasks": 2, "failed": 1}
