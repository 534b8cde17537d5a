import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import HyperdigestError, OptionError
from hyperdigest.experiments.data.sets import load_sets
from hyperdigest.experiments.systems import DocumentIndex


def line(id="t1", **changes):
    value = {
        "id": id,
        "query": "Who mends the mill?",
        "documents": [
            {"id": "mill-01", "title": "The mill", "text": "The smith mends the mill in May."},
            {"id": "mill-02", "title": "", "text": "The miller sweeps the floor.\nHe whistles."},
        ],
        "references": ["The smith does.", "It is the smith."],
        "budget_words": 60,
    }
    return json.dumps({name: it for name, it in (value | changes).items() if it is not None})


def write(path, *lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    data = "\n".join(lines).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def load(folder, *names):
    told = []
    return load_sets(folder, names, warn=told.append), told


def test_a_task_is_read_as_it_stands(tmp_path):
    path = write(tmp_path / "mills" / "dev.jsonl.gz", line())
    [found], told = load(tmp_path)
    [task] = found.tasks
    assert (found.name, told) == ("mills/dev", [])
    assert (task.id, task.cluster, task.words) == ("t1", "mill", 60)
    assert task.question == "Who mends the mill?"
    assert [summary.text for summary in task.references] == ["The smith does.", "It is the smith."]
    assert len({summary.author for summary in task.references}) == 2
    assert task.dates == ("", "")
    assert task.peers == ()
    first, second = task.documents
    assert (first.name, first.title, first.path) == ("mill-01", "The mill", str(path))
    assert second.text == "The miller sweeps the floor.\nHe whistles."
    assert DocumentIndex(task.documents, task.dates).n_sentences == 3


def test_sets_are_found_at_any_depth_and_named_by_their_place(tmp_path):
    for name in ("b.jsonl", "a/deep/er.JSONL", "a/x.jsonl.gz", ".hidden/c.jsonl", "a/.d.jsonl"):
        write(tmp_path / name, line())
    sets, told = load(tmp_path)
    assert [found.name for found in sets] == ["a/deep/er", "a/x", "b"]
    assert told == []


def test_one_file_is_a_set_named_by_its_stem(tmp_path):
    path = write(tmp_path / "a" / "val.jsonl.gz", line())
    assert [found.name for found in load(path)[0]] == ["val"]


def test_sets_come_in_the_order_asked_for(tmp_path):
    for name in "abc":
        write(tmp_path / f"{name}.jsonl", line())
    assert [found.name for found in load(tmp_path, "c", "a")[0]] == ["c", "a"]


def test_a_name_that_is_not_there_is_answered_by_those_that_are(tmp_path):
    write(tmp_path / "a.jsonl", line())
    with pytest.raises(OptionError, match=r"no set 'b': .* contains a$"):
        load(tmp_path, "b")


def test_general_questions_form_a_set_of_their_own(tmp_path):
    plain = [line("squality-7-q2"), line("squality-7-q10"), line("mediqa-q1")]
    write(tmp_path / "s.jsonl", line("squality-7-q1"), *plain)
    write(tmp_path / "q.jsonl", line("qmsum-Bed2-g1"), line("qmsum-Bed2-g"), line("qmsum-Bed-s1"))
    sets, _ = load(tmp_path)
    assert {found.name: [task.id for task in found.tasks] for found in sets} == {
        "q": ["qmsum-Bed-s1"],
        "q (general)": ["qmsum-Bed2-g1", "qmsum-Bed2-g"],
        "s": ["squality-7-q2", "squality-7-q10", "mediqa-q1"],
        "s (general)": ["squality-7-q1"],
    }
    assert [found.name for found in load(tmp_path, "q (general)")[0]] == ["q (general)"]


def test_files_that_hold_other_json_are_passed_over(tmp_path):
    write(tmp_path / "a.jsonl", line())
    write(tmp_path / "scores.jsonl", '{"task": "t1", "rouge": 0.3}', "[]", "{broken")
    sets, told = load(tmp_path)
    assert ([found.name for found in sets], told) == (["a"], [])


BAD = {
    "is no JSON object": "{broken",
    "has no query": line("b", query=" "),
    "has no list of documents": line("b", documents="none"),
    "has no document with text": line("b", documents=[{"id": "x", "text": " "}, 3]),
    "has no list of references": line("b", references=None),
    "has no references": line("b", references=["", 3.5]),
    "has budget_words 0": line("b", budget_words=0),
    "has budget_words 'ten'": line("b", budget_words="ten"),
    "has the id 't1' of an earlier line": line(),
}


@pytest.mark.parametrize("reason", BAD)
def test_a_bad_line_is_named_and_the_rest_read(tmp_path, reason):
    path = write(tmp_path / "a.jsonl", line(), "", BAD[reason], line("t9"))
    [found], told = load(tmp_path)
    assert [task.id for task in found.tasks] == ["t1", "t9"]
    [message] = told
    assert message.startswith(f"skipped {path}, line 3: {reason}")


def test_what_may_be_missing_has_a_default(tmp_path):
    documents = [{"text": "The miller sweeps."}, {"text": "The smith hums."}]
    write(tmp_path / "a.jsonl", line(None, budget_words=None, documents=documents))
    [task] = load(tmp_path)[0][0].tasks
    assert (task.id, task.cluster, task.words) == ("1", "1", 250)
    assert [document.name for document in task.documents] == ["1", "2"]


def test_a_document_without_a_hyphen_is_its_own_cluster(tmp_path):
    write(tmp_path / "a.jsonl", line(documents=[{"id": "3_Answer8", "text": "Rest the knee."}]))
    assert load(tmp_path)[0][0].tasks[0].cluster == "3_Answer8"


def test_documents_get_names_of_their_own_and_each_text_counts_once(tmp_path):
    texts = ["One goose.", "Two geese.", "One  goose.", " "]
    write(tmp_path / "a.jsonl", line(documents=[{"id": "g-1", "text": text} for text in texts]))
    [task] = load(tmp_path)[0][0].tasks
    assert [(document.name, document.text) for document in task.documents] == [
        ("g-1", "One goose."), ("g-1 (2)", "Two geese."),
    ]  # fmt: skip
    assert len(task.dates) == 2


def test_a_file_that_is_broken_is_named_and_the_rest_read(tmp_path):
    write(tmp_path / "a.jsonl", line())
    broken = write(tmp_path / "b.jsonl.gz", line())
    broken.write_bytes(broken.read_bytes()[:-20])
    sets, told = load(tmp_path)
    assert [found.name for found in sets] == ["a"]
    assert told == [f"skipped {broken}: is an incomplete or broken gzip file: get it again"]


def test_a_file_packed_and_not_is_read_once(tmp_path):
    write(tmp_path / "a.jsonl", line("plain"))
    write(tmp_path / "a.jsonl.gz", line("packed"))
    [found], told = load(tmp_path)
    assert [task.id for task in found.tasks] == ["plain"]
    assert told == [f"skipped {tmp_path / 'a.jsonl.gz'}: there is a.jsonl beside it"]


def test_a_folder_that_is_not_there_or_holds_nothing_is_an_error(tmp_path):
    with pytest.raises(OptionError, match="no file or folder"):
        load_sets(tmp_path / "nowhere")
    (tmp_path / "notes.txt").write_text("Nothing.")
    with pytest.raises(OptionError, match=r"looked for JSON lines .* and for DUC 2005 to 2007"):
        load_sets(tmp_path)


def test_python_warns_where_nothing_else_is_asked_for(tmp_path):
    write(tmp_path / "a.jsonl", line(), "{broken")
    with pytest.warns(UserWarning, match="line 2: is no JSON object"):
        load_sets(tmp_path)


@given(st.binary(max_size=200) | st.text('{}[]":,\\ud0query docmentsid1\n', max_size=80))
def test_no_file_is_anything_worse_than_an_error_of_ours(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("fuzz") / "a.jsonl"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    try:
        sets = load_sets(path, warn=lambda message: None)
    except HyperdigestError:
        return
    assert all(task.documents and task.references for found in sets for task in found.tasks)
