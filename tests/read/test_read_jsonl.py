import json
import os
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection
from hyperdigest.documents import FORMS, Post
from hyperdigest.errors import ReadError
from hyperdigest.read import read_paths
from hyperdigest.read.text import BadLine, Record, read_jsonl


def lines(*values: object) -> bytes:
    return "\n".join(json.dumps(value) for value in values).encode()


def test_a_record_is_named_by_its_name_its_id_or_its_line():
    data = lines({"text": "A.", "name": "n", "id": 1}, {"text": "B.", "id": 7, "title": "T"},
                 {"text": "C."})  # fmt: skip
    assert list(read_jsonl(data)) == [
        Record("n", "A.", ""), Record("7", "B.", "T"), Record("3", "C.", ""),
    ]  # fmt: skip


def test_a_task_gives_its_documents():
    task = {"id": "t1", "query": "?", "documents": [{"id": "x", "text": "A."}, {"text": "B."}]}
    assert list(read_jsonl(lines(task))) == [
        Record("x", "A.", "", "t1"),
        Record("2", "B.", "", "t1"),
    ]


def test_bad_lines_are_numbered_and_the_rest_read():
    data = b'{"text": "A."}\n{broken\n\n[1]\n{"text": 3}\n' + lines({"text": "B."})
    assert list(read_jsonl(data)) == [
        Record("1", "A.", ""),
        BadLine(2, "is not JSON"),
        BadLine(4, "has no text"),
        BadLine(5, "has no text"),
        Record("6", "B.", ""),
    ]


def test_a_bad_document_of_a_task_is_reported_and_the_rest_read():
    assert list(read_jsonl(lines({"documents": [{"id": "x"}, {"id": "y", "text": "B."}]}))) == [
        BadLine(1, "has no text in document 1"),
        Record("y", "B.", "", "1"),
    ]


def test_lone_surrogates_are_replaced():
    [record] = read_jsonl(b'{"text": "a \\ud800 b", "id": "\\udfff"}')
    assert isinstance(record, Record)
    assert record.text == "a \ufffd b"
    assert record.key == "\ufffd"


def test_deeply_nested_json_is_a_bad_line():
    assert list(read_jsonl(b'{"text": "A."}\n' + b"[" * 200_000)) == [
        Record("1", "A.", ""), BadLine(2, "is not JSON"),
    ]  # fmt: skip


@given(st.binary(max_size=200) | st.text('{}[]":,\\u text0\n', max_size=60).map(str.encode))
def test_any_bytes_give_records_or_bad_lines(data: bytes):
    try:
        found = list(read_jsonl(data))
    except ReadError:
        return
    assert all(isinstance(item, Record | BadLine) for item in found)


def posts(*values: object) -> list[Post | None]:
    return [item.post for item in read_jsonl(lines(*values)) if isinstance(item, Record)]


def doubts(*values: object) -> list[tuple[str, ...]]:
    return [item.notes for item in read_jsonl(lines(*values)) if isinstance(item, Record)]


def test_posts_have_a_thread_and_their_fields():
    assert posts(
        {"text": "How?", "thread": "T", "kind": "question", "score": 3},
        {"text": "So.", "thread": "T", "kind": "answer", "score": -2, "accepted": True,
         "standing": "120"},
        {"text": "Else.", "thread": "U"},
        {"text": "Too.", "thread": "T", "score": None},
    ) == [
        Post("question", "T", 1, 3),
        Post("answer", "T", 2, -2, True, 120),
        Post("message", "U", 1),
        Post("message", "T", 3),
    ]  # fmt: skip


def test_a_document_without_fields_of_a_post_is_no_post():
    ranked = {"text": "A.", "score": 0.7, "kind": "report", "accepted": 1, "title": "T", "id": 3}
    assert posts(ranked, {"documents": [ranked], "title": "Task"}) == [None, None]
    assert doubts(ranked) == [()]


def test_a_line_may_contain_the_posts_of_a_thread():
    listed = [{"text": "How?", "kind": "question"}, {"text": "So.", "title": "Own"}]
    for line in ({"posts": listed, "title": "T"}, {"documents": listed, "thread": "T"}):
        found = [item for item in read_jsonl(lines(line)) if isinstance(item, Record)]
        assert [(r.task, r.key, r.title) for r in found] == [("1", "1", "T"), ("1", "2", "Own")]
        assert [r.post for r in found] == [Post("question", "T", 1), Post("message", "T", 2)]
    assert posts({"posts": listed}) == [Post("question"), Post("message")]


def test_a_reply_is_in_the_thread_of_its_post_even_if_that_comes_later():
    assert posts(
        {"text": "Late.", "reply_to": 2},
        {"text": "So.", "id": "2", "reply_to": "1"},
        {"text": "How?", "id": 1, "title": "T"},
        {"text": "Apart.", "id": 4, "title": "V"},
    ) == [Post("message", "T", 1), Post("message", "T", 2), Post("message", "T", 3), None]


def test_replies_to_missing_posts_and_in_circles_are_reported():
    values = [
        {"text": "A.", "reply_to": "gone"},
        {"text": "B.", "id": "b", "reply_to": "c"},
        {"text": "C.", "id": "c", "reply_to": "b"},
        {"text": "D.", "id": "d", "reply_to": "d"},
    ]
    assert posts(*values) == [Post("message")] * 4
    missing = ("replies to a post that is not in its file",)
    circle = ("replies to itself, or to its own replies",)
    assert doubts(*values) == [missing, circle, circle, circle]


def test_a_long_chain_of_replies_is_one_thread():
    chain = [{"text": "A.", "id": n, "reply_to": n + 1} for n in range(5_000)]
    found = posts(*chain, {"text": "A.", "id": 5_000, "thread": "T"})
    assert {post and post.thread for post in found} == {"T"}


def test_invalid_fields_of_a_post_are_ignored_and_reported():
    odd = {"text": "A.", "thread": "T", "kind": "shout", "score": "x", "accepted": "yes",
           "standing": [3]}  # fmt: skip
    assert posts(odd) == [Post("message", "T", 1)]
    assert doubts(odd) == [
        (
            "has a kind that is none of message, question, answer, comment",
            "has a score that is not an integer",
            "has a standing that is not an integer",
            "has accepted neither true nor false",
        )
    ]
    huge = [{"text": "A.", "thread": "T", "score": score} for score in (10**12, 1e300, True, 2.5)]
    assert all(post and post.score is None for post in posts(*huge))


def test_of_many_posts_with_the_same_problem_the_first_are_reported():
    found = doubts(*[{"text": "A.", "thread": "T", "score": "x"}] * 9)
    assert [len(notes) for notes in found] == [1] * 5 + [0] * 4
    assert found[4] == ("has a score that is not an integer; others like it are not named",)


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
)
FIELDS = ("id", "reply_to", "thread", "kind", "score", "accepted", "standing", "title", "date")


ODD_POSTS = st.dictionaries(st.sampled_from(FIELDS), ODD).map(lambda odd: {"text": "A."} | odd)


@given(st.lists(ODD_POSTS, max_size=5))
def test_no_post_is_lost_whatever_its_fields_contain(values):
    found = list(read_jsonl(lines(*values)))
    assert len(found) == len(values)
    assert all(isinstance(item, Record) for item in found)


def test_records_without_a_date_get_that_of_their_file(tmp_path: Path):
    path = tmp_path / "notes.jsonl"
    path.write_bytes(lines({"text": "The ferry sails."}, {"text": "So?", "date": "2025-01-02"}))
    os.utime(path, (1_790_000_000, 1_790_000_000))
    documents = read_paths([path]).documents
    assert [(d.modified, d.dated.date) for d in documents] == [
        ("2026-09-21", "2026-09-21"), ("2026-09-21", "2025-01-02"),
    ]  # fmt: skip


def test_lists_and_replies_of_one_title_are_threads_of_their_own():
    lists = [{"posts": [{"text": text}, {"text": "Yes."}], "title": "Help"} for text in "AB"]
    found = list(read_jsonl(lines(*lists)))
    assert [(r.post.thread, r.post.position) for r in found] == [
        ("Help", 1), ("Help", 2), ("Help (2)", 1), ("Help (2)", 2),
    ]  # fmt: skip
    asked = [{"text": "A?", "id": n, "title": "Help"} for n in (1, 2)]
    found = list(
        read_jsonl(lines(*asked, {"text": "B.", "reply_to": 2}, {"text": "C.", "reply_to": 1}))
    )
    assert [r.post.thread for r in found] == ["Help", "Help (2)", "Help (2)", "Help"]
    named = [{"posts": [{"text": text}], "thread": "t1"} for text in "AB"]
    assert [r.post.position for r in read_jsonl(lines(*named))] == [1, 2]


def test_a_post_of_one_line_can_be_quoted_without_a_full_stop(tmp_path: Path):
    posts = (
        "the lights in the lane are broken",
        "Please open on Sundays, too",
        "Mill\n\nIt is old.",
    )
    path = tmp_path / "posts.jsonl"
    path.write_bytes(lines(*({"text": text} for text in posts)))
    collection = Collection.of(read_paths([path]).documents)
    forms = [FORMS[form] for form in collection.split.sentences.form]
    assert forms == ["prose", "prose", "heading", "prose"]
