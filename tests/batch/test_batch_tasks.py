"""What a line of a batch may hold."""

import gzip
import io
import json
import sys
from pathlib import Path

import pytest

from batch_made import documents, inline, write_tasks
from hyperdigest.batch import BadTask, Task, read_tasks
from hyperdigest.constraints import Constraints
from hyperdigest.errors import ReadError


def read(tmp_path, *lines, **more):
    return read_tasks(write_tasks(tmp_path / "tasks.jsonl", lines), **more)


def test_a_task_may_have_paths(tmp_path):
    line = {"id": "a", "question": "Why?", "paths": ["docs", "*.md"], "words": 40, "lambda": 0.3}
    [task] = read(tmp_path, line)
    changes = {"words": 40, "query_balance": 0.3}
    assert task == Task("a", "Why?", ("docs", "*.md"), changes=changes)


def test_one_path_may_be_given_without_a_list(tmp_path):
    [task] = read(tmp_path, {"question": "Why?", "paths": "case.hdig"})
    assert task.paths == ("case.hdig",)


def test_a_task_without_an_id_is_named_by_its_line(tmp_path):
    line = {"question": "Why?", "paths": "a"}
    found = read(tmp_path, line, "", line, {**line, "id": 0}, {**line, "id": ""})
    assert [task.id for task in found] == [1, 3, 0, ""]


def test_a_task_may_have_documents(tmp_path):
    [task] = read(tmp_path, inline(0))
    assert [document.name for document in task.documents] == ["bridge.txt", "theatre.txt"]
    assert {document.path for document in task.documents} == {str(tmp_path / "tasks.jsonl")}
    assert task.paths == ()


def test_documents_without_text_or_with_the_same_text_get_a_warning_and_names_are_unique(tmp_path):
    one, other = documents(0)
    given = [one, {"name": "empty", "text": " "}, {**other, "name": one["name"]}, one]
    [task] = read(tmp_path, {"question": "Why?", "documents": given})
    assert [document.name for document in task.documents] == ["bridge.txt", "bridge.txt (2)"]
    assert task.warnings == (
        "skipped a document: has no text in document 2",
        "left out bridge.txt (3): same text as bridge.txt",
    )


def test_options_of_a_task_override_those_of_the_batch(tmp_path):
    line = {"question": "Why?", "paths": "a"}
    common = {"preset": "paper", "changes": {"words": 9, "seed": 3}}
    one, other = read(tmp_path, line, {**line, "preset": "default", "words": 8}, **common)
    assert (one.preset, one.changes) == ("paper", {"words": 9, "seed": 3})
    assert (other.preset, other.changes) == ("default", {"words": 8, "seed": 3})


def test_a_task_may_have_constraints(tmp_path):
    wishes = {
        "pinned": ["a.txt:0", {"document": "b.txt", "start": 7}], "excluded": [["c.txt", 3]],
        "read": ["d.txt:1"], "earlier": ["Who?"], "new_since": "2026-11", "new": ["week48"],
        "since": "2026", "until": "2026-12-24",
    }  # fmt: skip
    [task] = read(tmp_path, {"question": "Why?", "paths": "a", **wishes})
    assert task.wishes == Constraints(
        (("a.txt", 0), ("b.txt", 7)), (("c.txt", 3),), (("d.txt", 1),), ("Who?",),
        since="2026", until="2026-12-24", new_since="2026-11", new=("week48",),
    )  # fmt: skip
    assert task.changes == {}


@pytest.mark.parametrize("name", ["since", "until", "new_since"])
def test_a_wrong_date_is_an_error_of_its_line(tmp_path, name):
    wrong, right = read(
        tmp_path,
        {"question": "Why?", "paths": "a", name: "soon"},
        {"question": "Why?", "paths": "a"},
    )
    assert isinstance(wrong, BadTask)
    assert f"{name} is 'soon', which is no date: give one such as" in wrong.reason
    assert not isinstance(right, BadTask)


def test_a_budget_of_a_task_replaces_that_of_the_batch(tmp_path):
    line = {"question": "Why?", "paths": "a"}
    common = {"changes": {"words": 9, "seed": 3}}
    one, two = read(
        tmp_path, {**line, "characters": 80}, {**line, "words": 7, "tokens": 5}, **common
    )
    assert one.changes == {"characters": 80, "seed": 3}
    assert isinstance(two, BadTask)
    assert "two budgets" in two.reason


@pytest.mark.parametrize("option", ["tokenizer", "embedding_model"])
def test_a_path_is_made_absolute_and_the_name_of_a_plugin_is_not(tmp_path, monkeypatch, option):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny").mkdir()
    file, plugin = read(tmp_path, inline(0, **{option: "tiny"}), inline(1, **{option: "letters"}))
    assert file.changes[option] == str(Path("tiny").absolute())
    assert plugin.changes[option] == "letters"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "line 1: is no JSON object"),
        ("[]", "line 1: is no JSON object"),
        ({"paths": "a"}, "line 1: has no question"),
        ({"question": 3, "paths": "a"}, "line 1: has no question"),
        ({"question": "Why?"}, "line 1: has no paths and no documents: give one"),
        (
            {"question": "Why?", "paths": "a", "documents": []},
            "line 1: has both paths and documents: give one",
        ),
        ({"question": "Why?", "paths": []}, "line 1: has the paths []: give a list of names"),
        ({"question": "Why?", "paths": [3]}, "line 1: has the paths [3]: give a list of names"),
        ({"question": "Why?", "paths": ["-"]}, "line 1: has the path '-'"),
        ({"question": "Why?", "documents": {}}, "line 1: has documents that are no list"),
        ({"question": "Why?", "documents": []}, "line 1: has no document with text"),
        ({"question": "Why?", "documents": ["text"]}, "line 1: has no document with text"),
        ({"question": "Why?", "paths": "a", "colour": 3}, "line 1: unknown option 'colour'"),
        ({"question": "Why?", "paths": "a", "preset": 3}, "line 1: has the preset 3"),
        ({"question": "Why?", "paths": "a", "id": []}, "line 1: has the id []"),
        ({"question": "Why?", "paths": "a", "nu": 0, "coverage_balance": 0}, "line 1: sets cov"),
    ],
)
def test_a_line_that_is_no_task_has_a_reason(tmp_path, line, reason):
    [bad] = read(tmp_path, line)
    assert isinstance(bad, BadTask)
    assert bad.reason.startswith(reason)


def test_a_compressed_file_and_standard_input_are_read(tmp_path, monkeypatch):
    line = json.dumps({"question": "Why?", "paths": "a"}).encode()
    (tmp_path / "tasks.jsonl.gz").write_bytes(gzip.compress(line))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
    for place in (tmp_path / "tasks.jsonl.gz", "-"):
        assert [task.question for task in read_tasks(place)] == ["Why?"]


def test_a_file_without_tasks_is_an_error(tmp_path):
    with pytest.raises(ReadError, match="contains no task"):
        read(tmp_path, "", " ")
    with pytest.raises(ReadError, match="nowhere does not exist"):
        read_tasks("nowhere")


@pytest.mark.parametrize(
    ("ids", "lines"),
    [
        (["a", "b", "a", "a"], "1 and 3"),
        ([3, None, None], "1 and 3"),
        (["", ""], "1 and 2"),
        ([1, "1"], "1 and 2"),
        (["2", None], "1 and 2"),
    ],
)
def test_two_tasks_with_one_id_are_a_mistake_before_any_is_done(tmp_path, ids, lines):
    tasks = [inline(n) | {"id": id} for n, id in enumerate(ids)]
    for task in tasks:
        if task["id"] is None:
            del task["id"]
    with pytest.raises(ReadError, match=f"has the id .* in the lines {lines}: give each task"):
        read(tmp_path, *tasks)


def test_an_id_stays_a_text_or_a_number(tmp_path):
    line = {"question": "Why?", "paths": "a"}
    assert [task.id for task in read(tmp_path, {**line, "id": "3"}, line)] == ["3", 2]
