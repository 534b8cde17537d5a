import json

from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import ReadError
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


def test_a_bad_document_of_a_task_is_named_and_the_rest_read():
    assert list(read_jsonl(lines({"documents": [{"id": "x"}, {"id": "y", "text": "B."}]}))) == [
        BadLine(1, "has no text in document 1"),
        Record("y", "B.", "", "1"),
    ]


def test_halves_of_surrogate_pairs_are_replaced():
    [record] = read_jsonl(b'{"text": "a \\ud800 b", "id": "\\udfff"}')
    assert isinstance(record, Record)
    assert record.text == "a \ufffd b"
    assert record.key == "\ufffd"


def test_nesting_without_end_is_a_bad_line():
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
