import json
import sys

import pytest

from bench_made import write_villages
from piles_made import write_manuals


@pytest.fixture
def data(tmp_path):
    return write_villages(tmp_path / "data")


def test_an_experiment_writes_its_report(cli, tmp_path, data):
    out = tmp_path / "out"
    done = cli("experiment", "rivals", "--data", data, "--out", out, "--sample", "1", "--jobs", "1")
    assert done.code == 0
    assert done.out.strip() == str(out / "rivals" / "report.html")
    report = (out / "rivals" / "report.md").read_text(encoding="utf-8")
    assert "| preset default |" in report
    assert "--sample 1" in report
    same = ("--data", data, "--out", out, "--sample", "1", "--jobs", "1", "--format", "json")
    told = json.loads(cli("experiment", "rivals", *same).out)
    assert [(r["name"], r["report"]) for r in told["reports"]] == [("rivals", done.out.strip())]


def test_an_unknown_experiment_names_those_there_are(cli, tmp_path, data):
    done = cli("experiment", "nonsense", "--data", data, "--out", tmp_path / "out")
    assert done.code == 2
    assert "'nonsense'" in done.err
    assert "hyperedges" in done.err


def test_a_folder_without_tasks_is_an_error(cli, tmp_path):
    (tmp_path / "empty").mkdir()
    done = cli("experiment", "rivals", "--data", tmp_path / "empty", "--out", tmp_path / "out")
    assert done.code == 2
    assert "contains no task set" in done.err
    assert len(done.err.splitlines()) == 1


def test_an_unknown_set_is_an_error(cli, tmp_path, data):
    arguments = ("--data", data, "--out", tmp_path / "out", "--sets", "town")
    done = cli("experiment", "rivals", *arguments)
    assert done.code == 2
    assert "no set 'town'" in done.err
    assert "village/dev" in done.err


def test_a_missing_library_is_told_with_the_command_that_brings_it(
    cli, tmp_path, data, monkeypatch
):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    done = cli("experiment", "rivals", "--data", data, "--out", tmp_path / "out")
    assert done.code == 2
    assert 'pip install "hyperdigest[experiments]"' in done.err
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_created_is_an_error(cli, tmp_path, data):
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = cli("experiment", "rivals", "--data", data, "--out", tmp_path / "file" / "out")
    assert done.code == 2
    assert "give another --out" in done.err


def test_an_interruption_says_where_the_scores_are(cli, tmp_path, data, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("hyperdigest.experiments.experiment.run_experiment", interrupted)
    done = cli("experiment", "rivals", "--data", data, "--out", tmp_path / "out", "--jobs", "1")
    assert done.code == 130
    assert "are saved in" in done.err
    assert "nothing was written" not in done.err


def test_the_example_reads_documents(cli, tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    text = "The bridge over the Alm was closed in May. Ice had cracked two arches of the bridge."
    (folder / "a.txt").write_text(text, encoding="utf-8")
    question = "Why was the bridge closed?"
    out = tmp_path / "out"
    done = cli("experiment", "example", "--data", folder, "--out", out, "--question", question)
    assert done.code == 0
    report = (out / "example" / "report.md").read_text(encoding="utf-8")
    assert "Ice had cracked two arches of the bridge." in report
    assert f'--question "{question}"' in report


def test_a_missing_model_is_a_failure_of_its_row_alone(cli, tmp_path, data):
    model, out = tmp_path / "no-model", tmp_path / "out"
    arguments = ("--data", data, "--out", out, "--sample", "1", "--jobs", "1", "--model", model)
    done = cli("experiment", "rivals", *arguments)
    assert done.code == 0
    assert "preset default + embeddings failed on village/dev/harbour-q0" in done.err
    assert "embeddings + MMR failed on village/dev/harbour-q0" in done.err
    for name in ("report.md", "report.html", "scores.json"):
        assert str(tmp_path) not in (out / "rivals" / name).read_text(encoding="utf-8")


def test_a_model_adds_two_rows_and_no_path(cli, tmp_path, data, embedding_model):
    out = tmp_path / "out"
    arguments = ("--sample", "1", "--jobs", "1", "--model", embedding_model)
    done = cli("experiment", "rivals", "--data", data, "--out", out, *arguments)
    assert done.code == 0
    assert "failed" not in done.err
    scores = (out / "rivals" / "scores.json").read_text(encoding="utf-8")
    assert "EmbeddingsMMR(model=MODEL, balance=0.7)" in scores
    assert "Preset(name='default', changes=(('embedding_model', MODEL),))" in scores
    for name in ("report.md", "report.html", "scores.json"):
        assert str(tmp_path) not in (out / "rivals" / name).read_text(encoding="utf-8")


def test_answers_are_asked_of_piles(cli, tmp_path):
    folder = write_manuals(tmp_path / "manuals", pile="documents")
    out = tmp_path / "out"
    arguments = ("--pile", folder / "documents", "--jobs", "1")
    done = cli("experiment", "answers", "--data", folder, "--out", out, *arguments)
    assert done.code == 0
    report = (out / "answers" / "report.md").read_text(encoding="utf-8")
    assert "hyperdigest experiment answers --data DATA --out OUT --pile PILE" in report
    assert "| manuals | auto | 2 | 4 | 12 |" in report
    assert "| plain BM25 |" in report
    assert str(tmp_path) not in report


def test_a_folder_without_questions_is_an_error(cli, tmp_path, data):
    done = cli("experiment", "answers", "--data", data, "--out", tmp_path / "out")
    assert done.code == 2
    assert "contains no questions with answers" in done.err
    assert len(done.err.splitlines()) == 1
