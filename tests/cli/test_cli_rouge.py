"""Summaries in files are scored against references in files; what cannot be scored is named."""

from dataclasses import asdict
from pathlib import Path

import pytest

from hyperdigest.evaluation.rouge import METRICS, STOP_WORDS, bootstrap, signature
from hyperdigest.evaluation.significance import compare
from summaries_made import GOOD, POOR, REFERENCES, lines, of, scored, write


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """The current directory, with the references in ``known``."""
    monkeypatch.chdir(tmp_path)
    write("known", REFERENCES)


def test_a_folder_is_one_system_paired_by_name(cli):
    write("mine", GOOD)
    report = scored(cli("rouge", "mine", "known", "--format", "json"))
    assert report["warnings"] == report["against_first"] == []
    [system] = report["systems"]
    assert system["name"] == "mine"
    assert {task["id"]: (task["references"], task["scores"]) for task in system["tasks"]} == {
        "bridge": (1, of(GOOD["bridge.txt"], "bridge.1")),
        "comet": (1, of(GOOD["comet.txt"], "comet.txt")),
        "mill": (2, of(GOOD["mill.txt"], "mill.A.txt", "mill.B.txt")),
    }
    assert {task["signature"] for task in system["tasks"]} == {signature()}


def test_averages_and_intervals_are_those_of_rouge(cli):
    write("mine", GOOD)
    report = scored(cli("rouge", "mine", "known", "--format", "json"))
    [system] = report["systems"]
    text = cli("rouge", "mine", "known").out
    for metric in METRICS:
        for measure in ("recall", "precision", "f"):
            by_task = [task["scores"][metric][measure] for task in system["tasks"]]
            expected = bootstrap(by_task)
            assert system["scores"][metric][measure] == asdict(expected)
            shown = f"{expected.average:.5f} ({expected.low:.5f} to {expected.high:.5f})"
            assert shown in text
    assert text.splitlines()[-1] == signature()


def test_options_of_rouge_change_the_scores(cli):
    write("mine", GOOD)
    report = scored(
        cli("rouge", "mine", "known", "--limit", "4", "--jackknife", "--format", "json")
    )
    mill = report["systems"][0]["tasks"][2]
    assert mill["scores"] == of(
        GOOD["mill.txt"], "mill.A.txt", "mill.B.txt", limit=4, jackknife=True
    )
    assert mill["signature"] == report["signature"] == signature(4, jackknife=True)


def test_two_files_are_a_pair_whatever_they_are_called(cli):
    Path("mine.txt").write_text(GOOD["mill.txt"], encoding="utf-8")
    report = scored(cli("rouge", "mine.txt", "known/mill.A.txt", "--format", "json"))
    [task] = report["systems"][0]["tasks"]
    assert task["scores"] == of(GOOD["mill.txt"], "mill.A.txt")


@pytest.mark.parametrize("end", [".jsonl", ".jsonl.gz"])
def test_json_lines_are_paired_by_id(cli, end):
    records = [{"id": name[:-4], "summary": text} for name, text in GOOD.items()]
    lines("mine" + end, *records)
    lines(
        "data" + end,
        {"id": "mill", "query": "Who?", "references": [REFERENCES["mill.A.txt"]]},
        {"id": "comet", "references": [REFERENCES["comet.txt"]]},
        {"id": "bridge.1", "references": [REFERENCES["bridge.1"]]},
    )
    report = scored(cli("rouge", "mine" + end, "data" + end, "--format", "json"))
    [system] = report["systems"]
    assert system["name"] == "mine"
    assert [task["id"] for task in system["tasks"]] == ["comet", "mill"]
    assert system["tasks"][1]["scores"] == of(GOOD["mill.txt"], "mill.A.txt")
    assert report["warnings"] == [
        "skipped summaries without references: bridge",
        "skipped references without a summary: bridge.1",
    ]
    folder = scored(cli("rouge", "mine" + end, "known", "--format", "json"))
    assert len(folder["systems"][0]["tasks"]) == 3


def test_each_folder_is_a_system_compared_to_the_first(cli):
    write("all/a", GOOD)
    write("all/b", POOR)
    write("all/c", GOOD)
    report = scored(cli("rouge", "all", "known", "--format", "json"))
    assert [system["name"] for system in report["systems"]] == ["a", "b", "c"]
    found = {
        (one["system"], one["measure"]): one
        for one in report["against_first"]
        if one["metric"] == "rouge-su4"
    }
    assert set(found) == {(s, m) for s in "bc" for m in ("recall", "f")}
    assert found["c", "recall"]["p"] == found["c", "recall"]["corrected_p"] == 1
    values = [
        [task["scores"]["rouge-su4"]["recall"] for task in system["tasks"]]
        for system in report["systems"]
    ]
    expected = compare(values[1], values[0], range(3))
    assert found["b", "recall"]["difference"] == expected.difference
    assert found["b", "recall"]["p"] == expected.p
    assert found["b", "recall"]["corrected_p"] == 2 * expected.p
    table = cli("rouge", "all", "known").out
    assert "rouge-su4 against a" in table
    assert f"{expected.difference:+.5f}" in table


def test_files_of_json_lines_in_a_folder_are_systems(cli):
    Path("all").mkdir()
    lines("all/one.jsonl", {"id": "mill", "summary": "A smith mends the mill."})
    lines("all/two.jsonl.gz", {"id": "mill", "summary": "The mill is old."})
    Path("all/notes.txt").write_text("Not a summary.", encoding="utf-8")
    report = scored(cli("rouge", "all", "known", "--format", "json"))
    assert [system["name"] for system in report["systems"]] == ["one", "two"]
    assert "skipped all/notes.txt: it is next to systems" in report["warnings"][0]


def test_tasks_of_the_same_documents_are_one_cluster(cli):
    Path("all").mkdir()
    lines("all/a.jsonl", *({"id": str(n), "summary": "The mill."} for n in range(4)))
    lines("all/b.jsonl", *({"id": str(n), "summary": "A comet."} for n in range(4)))
    documents = [{"id": "story-01", "text": "The mill is old."}]
    lines(
        "data.jsonl",
        *({"id": n, "references": ["The mill."], "documents": documents} for n in range(3)),
        {"id": 3, "references": ["The mill."], "cluster": "other"},
    )
    report = scored(cli("rouge", "all", "data.jsonl", "--format", "json"))
    assert {(one["tasks"], one["clusters"]) for one in report["against_first"]} == {(4, 2)}
    lines("data.jsonl", *({"id": n, "references": ["The mill."], "cluster": "x"} for n in (1, 2)))
    report = scored(cli("rouge", "all", "data.jsonl", "--format", "json"))
    assert report["against_first"][0]["low"] is report["against_first"][0]["high"] is None
    assert "(-inf to +inf)" in cli("rouge", "all", "data.jsonl").out


def test_the_result_goes_to_a_file_the_same_each_time(cli):
    write("mine", GOOD)
    for name in ("one.json", "two.json"):
        result = cli("rouge", "mine", "known", "--format", "json", "-o", name)
        assert (result.code, result.out) == (0, "")
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()


def test_stop_words_are_left_out_with_the_option(cli):
    write("mine", GOOD)
    report = scored(
        cli("rouge", "mine", "known", "--limit", "6", "--no-stop-words", "--format", "json")
    )
    mill = report["systems"][0]["tasks"][2]
    assert mill["scores"] == of(
        GOOD["mill.txt"], "mill.A.txt", "mill.B.txt", limit=6, stop_words=STOP_WORDS
    )
    assert mill["signature"] == report["signature"] == signature(6, stop_words=STOP_WORDS)
    assert cli("rouge", "mine", "known", "--no-stop-words").out.endswith(
        f"{signature(stop_words=STOP_WORDS)}\n"
    )


def test_stop_words_may_be_those_of_a_file(cli):
    write("mine", GOOD)
    Path("own.txt").write_text("# Ours.\nsmith\n", encoding="utf-8")
    report = scored(cli("rouge", "mine", "known", "--no-stop-words", "own.txt", "--format", "json"))
    mill = report["systems"][0]["tasks"][2]
    assert mill["scores"] == of(GOOD["mill.txt"], "mill.A.txt", "mill.B.txt", stop_words=["smith"])
    assert report["signature"] == signature(stop_words=["smith"])


def test_a_missing_file_of_stop_words_is_an_error(cli):
    write("mine", GOOD)
    done = cli("rouge", "mine", "known", "--no-stop-words", "nowhere.txt")
    assert done.code == 2
    assert "nowhere.txt" in done.err
    assert len(done.err.splitlines()) == 1


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
