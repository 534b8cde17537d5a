"""A doubt is seen before the digest, in every format that has a place for it."""

import csv
import io
import json
from dataclasses import replace
from html import unescape

import bibtexparser
import docx
import pytest

from hyperdigest.answer.explain import Explanation
from hyperdigest.render import (
    render_bibtex,
    render_csl,
    render_csv,
    render_docx,
    render_explanation,
    render_explanation_json,
    render_html,
    render_json,
    render_markdown,
    render_text,
)
from oracles.digests import ECLIPSE, EMPTY

DOUBT = "These documents may not answer this: no passage has more than 1 of the 3 words."
DOUBTED = replace(ECLIPSE, doubt=DOUBT)
EXPLAINED = Explanation(
    question=ECLIPSE.question,
    budget=40,
    unit="words",
    words=0,
    used=0,
    reasons=(),
    runners_up=(),
    signature="hyperdigest",
    warnings=(),
)


def in_word(digest):
    opened = docx.Document(io.BytesIO(render_docx(digest)))
    return "\n".join(paragraph.text for paragraph in opened.paragraphs)


SHOWN = {
    "text": lambda digest: render_text(digest, width=None),
    "markdown": render_markdown,
    "html": lambda digest: unescape(render_html(digest)),
    "docx": in_word,
}


@pytest.mark.parametrize("format", SHOWN)
def test_a_doubt_stands_between_the_question_and_the_first_sentence(format):
    shown = SHOWN[format](DOUBTED)
    question, doubt = shown.rindex(ECLIPSE.question, 0, shown.index(DOUBT)), shown.index(DOUBT)
    assert question < doubt < shown.index("The shadow falls on Oregon first")
    assert DOUBT not in SHOWN[format](ECLIPSE)


@pytest.mark.parametrize("format", SHOWN)
def test_warnings_do_not_stand_before_the_answer(format):
    shown = SHOWN[format](replace(ECLIPSE, warnings=("skipped tides: is empty",)))
    last = shown.index("It leaves the coast at Charleston.")
    assert last < shown.index("Warning: skipped tides: is empty") < shown.index(ECLIPSE.signature)


@pytest.mark.parametrize("format", SHOWN)
def test_the_certificate_stands_at_the_end_with_the_signature(format):
    shown = SHOWN[format](ECLIPSE)
    last = shown.index("It leaves the coast at Charleston.")
    proved = shown.index("Selection reaches at least 93% of the optimum of its objective")
    assert last < proved < shown.index(ECLIPSE.signature)


def test_json_has_the_doubt_as_a_string_always():
    assert json.loads(render_json(DOUBTED))["doubt"] == DOUBT
    assert json.loads(render_json(ECLIPSE))["doubt"] == ""


def test_each_row_of_a_table_has_the_doubt_in_its_last_column():
    def doubts(digest):
        table = io.StringIO(render_csv(digest).removeprefix("\ufeff"), newline="")
        return [list(row.items())[-1] for row in csv.DictReader(table, strict=True)]

    assert doubts(DOUBTED) == [("doubt", DOUBT)] * len(DOUBTED.sentences)
    assert doubts(ECLIPSE) == [("doubt", "")] * len(ECLIPSE.sentences)


def test_in_a_bibliography_it_is_a_comment_that_leaves_the_entries_as_they_are():
    assert render_bibtex(DOUBTED) == f"% {DOUBT}\n\n{render_bibtex(ECLIPSE)}"
    assert render_bibtex(replace(EMPTY, doubt=DOUBT)) == f"% {DOUBT}"
    steering = replace(ECLIPSE, doubt="no\n@misc{x, title = {y}}")
    plain, told = (
        bibtexparser.parse_string(render_bibtex(each)).entries_dict for each in (ECLIPSE, steering)
    )
    assert plain.keys() == told.keys()


def test_in_csl_it_is_beside_what_is_printed():
    plain, doubted = (json.loads(render_csl(each)) for each in (ECLIPSE, DOUBTED))
    assert [item["custom"].pop("doubt") for item in doubted] == [DOUBT] * len(plain)
    assert doubted == plain


def test_a_doubt_is_harmless_whatever_the_format():
    steering = replace(ECLIPSE, doubt="<b>\x1b[2J\n# *no*")
    assert "<b>" not in render_html(steering)
    assert "**\\<b\\>␛\\[2J \\# \\*no\\***" in render_markdown(steering)
    assert "<b>␛[2J # *no*" in render_text(steering)


def test_an_explanation_has_it_too():
    explained = replace(EXPLAINED, doubt=DOUBT)
    assert render_explanation(explained).startswith(f"{ECLIPSE.question}\n\n{DOUBT}\n")
    assert json.loads(render_explanation_json(explained))["doubt"] == DOUBT
    assert DOUBT not in render_explanation(EXPLAINED)
