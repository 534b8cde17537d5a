"""Measures of reading: hand-made digests with known values, and the tables of a small pile."""

import json

import pytest

from hyperdigest.digest import Certificate, Citation, Digest, Slice
from hyperdigest.documents import Document
from hyperdigest.experiments import answers
from hyperdigest.experiments.data.piles import load_piles
from hyperdigest.experiments.data.tasks import Answers, Task
from hyperdigest.experiments.reading_measures import (
    BESIDE,
    CONTEXT,
    DANGLING,
    FIRST,
    HELD,
    PRECISION,
    RANK,
    RECALL,
    UNITS,
    USED,
    dangling,
    digest_measures,
    mean_measures,
    text_measures,
    units_as_shown,
    units_with_contexts,
)
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import Grid
from hyperdigest.experiments.runner import Runner

MILL = "The smith mends the mill. It stood still. However, it grinds in May."
YARD = "Carts stand in the yard."
DOCUMENTS = (Document("mill", "mill", MILL), Document("yard", "yard", YARD))


def task(*parts, chosen=False, cluster="mill", **changes):
    known = Answers(tuple((part,) for part in parts), chosen=chosen)
    dates = ("",) * len(DOCUMENTS)
    made = {"language": "en", "unit": "characters", **changes}
    return Task("t", cluster, "When?", DOCUMENTS, dates, (), 100, answers=known, **made)


def slice_of(document, text):
    start = document.text.index(text)
    return Slice(start, start + len(text), text, len(text.split()), len(text))


def digest(*cited, languages=("en",)):
    """Of (document, text, texts of its contexts)."""
    sentences = []
    for document, text, *contexts in cited:
        own = slice_of(document, text)
        place = own.start, own.end, None, "", own.words, own.size, 0.5, 0.1
        context = tuple(slice_of(document, each) for each in contexts)
        sentences.append(Citation(text, document.name, "", *place, context=context))
    counts = dict.fromkeys(languages, 1)
    certificate = Certificate(1.0, 1.0)
    return Digest(
        "When?", 100, tuple(sentences), certificate, "", unit="characters", languages=counts
    )


SMITH, STILL, GRINDS = "The smith mends the mill.", "It stood still.", "However, it grinds in May."


def test_the_answer_is_first_or_at_a_later_place():
    asked = task("in May")
    assert text_measures([GRINDS, YARD], asked) == {
        FIRST: 1, RANK: 1, HELD: 1, USED: (len(GRINDS) + len(YARD)) / 100
    }  # fmt: skip
    found = text_measures([YARD, SMITH, GRINDS], asked)
    assert (found[FIRST], found[RANK], found[HELD]) == (0, 1 / 3, 1)
    assert text_measures([], asked) == {FIRST: 0, RANK: 0, HELD: 0, USED: 0}


def test_an_answer_is_not_first_after_the_beginning_of_a_long_unit():
    late = "x" * 200 + " in May"
    assert text_measures([late], task("in May"))[FIRST] == 1
    assert text_measures([late], task("in May", language="zh"))[FIRST] == 0
    assert text_measures(["x" * 300 + " in May"], task("in May"))[FIRST] == 0


def test_questions_of_several_parts_and_without_an_answer_are_left_out():
    assert text_measures([GRINDS], task("in May", "the smith")) == {}
    assert text_measures([GRINDS], task()) == {}
    assert text_measures([GRINDS], task(chosen=True)) == {}


def test_chosen_sentences_are_recalled_by_runs_of_three_words():
    asked = task(SMITH, "The mill stood still all winter.", GRINDS, chosen=True)
    shown = ["Elsewhere the smith mends the mill.", YARD, GRINDS]
    assert text_measures(shown, asked) == {
        FIRST: 1, RECALL: 2 / 3, PRECISION: 2 / 3, UNITS: 3
    }  # fmt: skip
    assert text_measures([], asked) == {FIRST: 0, RECALL: 0, PRECISION: 0, UNITS: 0}


def test_a_unit_is_a_sentence_with_what_is_shown_for_its_sake():
    mill, yard = DOCUMENTS
    found = digest((mill, STILL, SMITH), (yard, YARD), (mill, GRINDS, SMITH, STILL))
    assert units_as_shown(found) == [f"{SMITH}\n{STILL}", YARD, GRINDS]
    assert units_with_contexts(found)[2] == f"{SMITH}\n{STILL}\n{GRINDS}"


def test_shares_of_other_documents_and_of_contexts():
    mill, yard = DOCUMENTS
    found = digest_measures(digest((mill, STILL, SMITH), (yard, YARD)), task("in May"))
    total = len(STILL + SMITH + YARD)
    assert found == {
        USED: total / 100,
        CONTEXT: len(SMITH) / total,
        UNITS: 2,
        DANGLING: 0,
        BESIDE: len(YARD) / total,
    }
    assert BESIDE not in digest_measures(digest((yard, YARD)), task("in May", cluster="1"))


@pytest.mark.parametrize(
    ("cited", "count"),
    [
        (((0, STILL),), 1),
        (((0, STILL, SMITH),), 0),
        (((0, SMITH), (0, STILL)), 0),
        (((0, SMITH), (1, YARD), (0, STILL)), 1),
        (((0, SMITH), (0, GRINDS)), 1),
        (((0, SMITH), (0, STILL), (0, GRINDS)), 0),
        (((1, YARD),), 0),
    ],
)
def test_sentences_dangle_without_the_one_before(cited, count):
    found = digest(*((DOCUMENTS[number], *texts) for number, *texts in cited))
    assert dangling(found) == count


def test_only_english_sentences_dangle():
    german = digest((DOCUMENTS[0], STILL), languages=("de", "en"))
    assert DANGLING not in digest_measures(german, task("in May"))


def test_means_are_over_sentences_and_over_digests_with_the_answer():
    one = {FIRST: 1.0, HELD: 1.0, DANGLING: 2.0, UNITS: 3.0, BESIDE: 0.5}
    other = {FIRST: 0.0, HELD: 0.0, DANGLING: 0.0, UNITS: 5.0, BESIDE: 1.0}
    failed = {FIRST: 0.0, HELD: 0.0}
    assert mean_measures([one, other, failed]) == {
        FIRST: pytest.approx(1 / 3),
        HELD: pytest.approx(1 / 3),
        DANGLING: pytest.approx(2 / 8),
        UNITS: pytest.approx(8 / 3),
        BESIDE: 0.5,
    }


@pytest.mark.slow
def test_the_report_begins_with_reading_and_chosen_sentences(tmp_path):
    asked = [{"query": "Who mends the mill?", "answers": ["The smith"], "document": "mill"}]
    documents = [{"id": d.name, "title": "", "text": d.text} for d in DOCUMENTS]
    pile = {"language": "en", "documents": documents, "questions": asked}
    chosen = [{**asked[0], "answers": [SMITH, GRINDS]}]
    without = ["Which comet passed the sun?"]
    for name, made in (
        ("articles", pile),
        ("chosen", pile | {"questions": chosen, "unanswerable": without}),
    ):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(made), encoding="utf-8")
    report = answers.run_answers(Runner(tuple(load_piles(tmp_path)), tmp_path / "out"), Choices())
    assert report.warnings == ()
    reading, sentences = [block for block in report.blocks if isinstance(block, Grid)][:2]
    assert [row[0].text for row in reading.rows] == [
        f"articles, {budget} characters" for budget in (150, 300, 600)
    ]
    assert [cell.text for cell in reading.rows[2]][1:4] == ["1.000"] * 3
    assert [row[0].text for row in sentences.rows] == [
        f"chosen, {budget} characters" for budget in (300, 600, 1200)
    ]
    [doubts] = [block for block in report.blocks if isinstance(block, Grid)][-1:]
    assert doubts.rows[0][0].text == "chosen"
