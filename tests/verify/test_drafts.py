"""Drafts that are digests of this program: each quotation is found where it is cited."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bridge import QUESTION, bridge_model
from hyperdigest import Collection
from hyperdigest.errors import ReadError
from hyperdigest.read import ReadingOptions, read_file
from hyperdigest.render import render_csv, render_json, renderer
from hyperdigest.verify import Pile, read_draft, verify
from hyperdigest.verify.quoting import find_quotations

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


WROTE = "On 3 Nov 2026 at 10:12, Bob <bob@example.org> wrote:"
MAILS = {
    "html": (
        "<p>The report says:</p><blockquote>The harbour opened in 1923.</blockquote><p>Not “in"
        f" 1924”.</p><p>{WROTE.replace('<', '&lt;')}</p><blockquote>Was it not “never closed at"
        " all”?</blockquote>"
    ),
    "plain": (
        "The report says:\n\n> The harbour opened in 1923.\n\nNot “in 1924”.\n\n"
        f"{WROTE}\n> Was it not “never closed at all”?\n"
    ),
}


@pytest.mark.parametrize("form", MAILS)
def test_a_mail_quotes_what_it_quotes_itself_and_tells_of_the_reply_below(form, tmp_path):
    mail = tmp_path / "memo.eml"
    mail.write_text(
        f"From: ann@example.org\nSubject: Memo\nContent-Type: text/{form}; charset=utf-8\n\n"
        + MAILS[form]
    )
    draft, _ = read_draft(mail, ReadingOptions())
    quotations, [warning] = find_quotations(draft)
    quoted = [draft.text[each.start : each.end] for each in quotations]
    assert quoted == ["The harbour opened in 1923.", "in 1924"]
    assert warning.startswith("not looked up, as a reply or a signature: ")


def test_a_draft_of_several_documents_is_refused(tmp_path):
    path = tmp_path / "d.jsonl"
    path.write_text('{"text": "One sentence."}\n{"text": "Another sentence."}\n')
    with pytest.raises(ReadError, match="has 2 documents: give a file with one"):
        read_draft(path, ReadingOptions())


TEXTS = {
    "harbour.txt": (
        "The harbour of Weir\n\nThe harbour opened in 1923 and has 14 berths for ships. It was"
        " never closed in winter by the council.\n\nTo reach the harbour:\n\n1. Take the bus to"
        " the old harbour gate.\n2. Walk along the harbour wall to berth 9.\n"
    ),
    "ferry.md": (
        "# The ferry\n\nThe ferry of the harbour leaves at **7.30 a.m.** and takes 2 hours to the"
        " island.\n\n## Fares\n\nA harbour ticket costs 12 crowns on all days of the week.\n"
    ),
}


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    folder = tmp_path_factory.mktemp("pile")
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    return Collection.read(folder)


@pytest.mark.parametrize("format", ["text", "markdown", "html", "docx"])
def test_every_quotation_of_a_digest_is_found(
    format: str, collection: Collection, tmp_path: Path
) -> None:
    suffix = {"text": "txt", "markdown": "md"}.get(format, format)
    digest = collection.fit().digest("When does the ferry leave the harbour?", words=80)
    digest = replace(digest, warnings=("skipped, because it is empty: pier.txt",))
    path, result = tmp_path / f"digest.{suffix}", renderer(format)(digest)
    path.write_bytes(result if isinstance(result, bytes) else result.encode())
    found = verify(read_file(path), Pile.of(collection))
    assert len(found.quotations) >= len(digest.sentences)
    assert found.counts["changed"] == found.counts["nowhere"] == 0
    assert found.counts["other_source"] == 0
    for quotation in found.quotations:
        assert quotation.named == (quotation.document,)


@pytest.mark.parametrize("format", ["text", "markdown", "html", "docx"])
def test_the_lines_below_a_sentence_of_a_digest_are_no_quotations_of_its_source(
    format: str, tmp_path: Path
) -> None:
    clause = "9.2 Either party may end this agreement by giving 90 days' written notice."
    folder = tmp_path / "pile"
    folder.mkdir()
    (folder / "msa.txt").write_text(
        f"MASTER SERVICES AGREEMENT\n\n9. Termination\n\n{clause}\n\n"
        "9.3 No charges are repaid by either party.\n"
    )
    (folder / "amendment.txt").write_text(
        "AMENDMENT\n\n1. In clause 9.2 of the Master Services Agreement, 90 days is replaced by 60"
        " days.\n"
    )
    pile = Collection.read(folder)
    digest = pile.fit().digest("How may either party end this agreement?", words=24)
    assert [bool(each.named_in) for each in digest.sentences] == [True, False]
    path, written = tmp_path / f"digest.{format}", renderer(format)(digest)
    path = path.with_suffix({"text": ".txt", "markdown": ".md"}.get(format, path.suffix))
    path.write_bytes(written if isinstance(written, bytes) else written.encode())
    found = verify(read_file(path), Pile.of(pile))
    assert {each.status for each in found.quotations} <= {"found", "found_but"}
    assert clause in {" ".join(each.quote.replace("\\", "").split()) for each in found.quotations}


def test_a_line_of_a_text_digest_may_begin_with_the_last_word_of_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "pile"
    folder.mkdir()
    words = "The harbour opened in the year 1923 and has fourteen berths for large ships"
    (folder / "a.txt").write_text(f"{words} today.\n")
    digest = Collection.read(folder).fit().digest("When did the harbour open?", words=25)
    path = tmp_path / "digest.txt"
    path.write_text(str(renderer("text")(digest)).replace("ships today.", "ships\ntoday."))
    (found,) = verify(read_file(path), Pile.of(Collection.read(folder))).quotations
    assert found.quote.split() == f"{words} today.".split()


def test_a_changed_digest_does_not_pass(collection: Collection) -> None:
    digest = collection.fit().digest("When does the ferry leave the harbour?", words=80)
    text = str(renderer("text")(digest)).replace("7.30", "8.30")
    assert collection.verify(text).counts["changed"] == 1
