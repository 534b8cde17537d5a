import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.render import render_csv
from oracles.digests import ECLIPSE, EMPTY, digest_of, one

ROW = (
    '1,"The shadow falls on Oregon first, before noon, in the middle of the morning.",1,'
    "Where the shadow falls,path.txt,news/path.txt,line 1,,,12,88,14,0.333333,0.25,"
    '"shadow, coast, path (75%)",'
)


def rows(digest):
    text = render_csv(digest)
    assert text.encode().startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True))


def test_columns_and_values_of_a_row():
    assert render_csv(ECLIPSE).split("\r\n")[1] == ROW


def test_every_line_ends_with_crlf():
    text = render_csv(ECLIPSE)
    assert text.endswith("\r\n")
    assert text.count("\r\n") == text.count("\n") == 1 + len(ECLIPSE.sentences)


def test_each_sentence_is_a_row():
    table = rows(ECLIPSE)
    assert [row["number"] for row in table] == ["1", "2", "3", "4"]
    assert [row["source"] for row in table] == ["1", "2", "3", "1"]
    assert table[1]["sentence"] == "The new moon covers the whole disc of the sun."
    assert table[2]["page"] == "2"
    assert [int(row["start"]) for row in table] == [s.start for s in ECLIPSE.sentences]


def test_an_empty_digest_has_only_the_header():
    assert render_csv(EMPTY).count("\r\n") == 1
    assert rows(EMPTY) == []


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1 degrees", "@SUM(A1)", "\t=1+1", "\r\n=1", " \u00a0@x", "＝1"]
)
def test_no_cell_is_a_formula(text):
    [row] = rows(one(text))
    assert row["sentence"] == "'" + " ".join(text.split())


def test_no_name_of_a_document_is_a_formula():
    from hyperdigest.documents import Document
    from oracles.digests import cite_range

    document = Document("=name", "@path", "It is.", "+title")
    [row] = rows(digest_of(cite_range(document, 0, 6), documents=(document,)))
    assert (row["document"], row["path"], row["title"]) == ("'=name", "'@path", "'+title")
    assert row["sentence"] == "It is."


@given(st.text(min_size=1).filter(str.strip))
def test_any_text_is_one_safe_cell(text):
    [row] = rows(one(text))
    assert row["sentence"][0] not in "=+-@"
    assert set(row) == set(rows(ECLIPSE)[0])
