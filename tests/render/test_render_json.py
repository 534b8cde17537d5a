import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.digest import Certificate
from hyperdigest.render import render_json
from oracles.digests import ECLIPSE, EMPTY, cite, digest_of, one

TOP = [
    "question", "words", "budget", "unit", "used", "languages", "doubt", "signature", "warnings",
    "certificate", "sentences",
]  # fmt: skip
SENTENCE = [
    "text", "document", "path", "start", "end", "place", "words", "size", "score", "gain", "topics",
    "kind", "context",
]  # fmt: skip


def test_keys_have_a_fixed_order():
    read = json.loads(render_json(ECLIPSE))
    assert list(read) == TOP
    assert list(read["certificate"]) == ["value", "bound", "ratio"]
    assert [list(sentence) for sentence in read["sentences"]] == [
        SENTENCE,
        SENTENCE,
        [*SENTENCE[:5], "page", *SENTENCE[5:]],
        SENTENCE,
    ]
    assert read["sentences"][0]["topics"] == [
        {"id": 4, "label": "shadow, coast, path", "share": 0.75}
    ]


def test_parsed_json_equals_the_digest():
    read = json.loads(ECLIPSE.to_json())
    texts = {document.name: document.text for document in ECLIPSE.documents}
    assert read["words"] == 36
    assert read["budget"] == 40
    assert read["sentences"][2]["page"] == 2
    for sentence in read["sentences"]:
        exact = texts[sentence["document"]][sentence["start"] : sentence["end"]]
        assert sentence["text"] == exact


def test_an_empty_digest_is_an_object():
    read = json.loads(render_json(EMPTY))
    assert read["sentences"] == []
    assert read["certificate"] == {"value": 0.0, "bound": 0.0, "ratio": 1.0}


@pytest.mark.parametrize(
    ("number", "shown"),
    [(1 / 3, "0.333333"), (123456.789, "123457.0"), (1.23456789e-9, "1.23457e-09"), (2, "2.0")],
)
def test_numbers_have_six_significant_digits(number, shown):
    sentence = cite(ECLIPSE.documents[2], "Glasses help.", score=number)
    digest = digest_of(sentence, documents=(), certificate=Certificate(number, 2 * number))
    written = render_json(digest)
    assert re.search(rf'"score": {re.escape(shown)},', written)
    assert re.search(rf'"value": {re.escape(shown)},', written)
    assert '"ratio": 0.5\n' in written


def test_only_control_characters_are_escaped():
    written = render_json(one("Æon 月 \x1b \x9b \u202e \ud800"))
    assert "Æon 月 \\u001b \\u009b \\u202e \\ud800" in written


@given(st.text(st.characters(exclude_categories=["Cs"]) | st.just("\udc80"), min_size=1))
def test_any_text_is_read_back_exactly_from_utf8(text):
    read = json.loads(render_json(one(text)).encode().decode())
    assert read["sentences"][0]["text"] == text
