"""Drafts that are digests of this program, written for other programs."""

import json
from pathlib import Path

import pytest

from bridge import QUESTION, bridge_model
from hyperdigest.errors import ReadError
from hyperdigest.read import ReadingOptions
from hyperdigest.render import render_csv, render_json
from hyperdigest.verify import Pile, read_draft, verify

WRITERS = {"json": render_json, "csv": render_csv}


def looked_up(folder: Path, name: str, text: str):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    draft, warnings = read_draft(path, ReadingOptions())
    assert warnings == ()
    return verify(draft, Pile.of(bridge_model().collection))


@pytest.mark.parametrize("form", WRITERS)
def test_all_that_a_digest_in_json_or_csv_quotes_is_found_in_its_source(form, tmp_path):
    digest = bridge_model().digest(QUESTION, words=80)
    result = looked_up(tmp_path, f"d.{form}", WRITERS[form](digest))
    assert {each.status for each in result.quotations} <= {"found", "found_but"}
    quoted = {" ".join(each.quote.split()) for each in result.quotations}
    assert {" ".join(sentence.text.split()) for sentence in digest.sentences} <= quoted
    sources = {sentence.document for sentence in digest.sentences}
    assert {each.document for each in result.quotations} == sources


@pytest.mark.parametrize("form", WRITERS)
def test_a_changed_word_of_a_digest_in_json_or_csv_is_reported(form, tmp_path):
    digest = bridge_model().digest(QUESTION, words=80)
    word = max(digest.sentences[0].text.split(), key=len)
    text = WRITERS[form](digest).replace(word, "pineapple")
    statuses = [each.status for each in looked_up(tmp_path, f"d.{form}", text).quotations]
    assert "changed" in statuses


def test_a_digest_whose_source_was_exchanged_is_reported(tmp_path):
    digest = bridge_model().digest(QUESTION, words=80)
    names = [document.name for document in bridge_model().collection.documents]
    report = json.loads(render_json(digest))
    cited = report["sentences"][0]["document"]
    other = next(name for name in names if name != cited)
    report["sentences"][0]["document"] = other
    text = json.dumps(report, ensure_ascii=False, indent=2)
    statuses = [each.status for each in looked_up(tmp_path, "d.json", text).quotations]
    assert "other_source" in statuses


@pytest.mark.parametrize("text", ['{\n  "question": ', '{\n  "question": 1}', "[" * 100_000])
def test_json_that_is_no_digest_is_read_as_text(text, tmp_path):
    path = tmp_path / "d.json"
    path.write_text(text)
    assert read_draft(path, ReadingOptions())[0].text == text


def test_a_draft_of_several_documents_is_refused(tmp_path):
    path = tmp_path / "d.jsonl"
    path.write_text('{"text": "One sentence."}\n{"text": "Another sentence."}\n')
    with pytest.raises(ReadError, match="has 2 documents: give a file with one"):
        read_draft(path, ReadingOptions())
