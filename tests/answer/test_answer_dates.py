"""Digests of documents of some dates, and in the order of their dates."""

import json

import pytest

from focusing import answer_from_file
from hyperdigest import Collection
from hyperdigest.constraints import Constraints
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.render import render_csv, render_html, render_markdown, render_text

QUESTION = "Where do the trams of the city stop?"
SAID = (
    "The trams of the city stop at the old harbour every ten minutes.",
    "The trams of the city stop at the new market since the spring.",
    "The trams of the city stop in front of the town hall again.",
    "The trams of the city stop at the hospital late in the evening.",
    "The trams of the city stop nowhere near the airport at present.",
)


def document(number, name, **known):
    return Document(name, name, SAID[number], **known)


DOCUMENTS = (
    document(0, "c.txt", date="2026-11-03"),
    document(1, "2025-06-minutes.txt"),
    document(2, "b.txt", date="2026"),
    document(3, "a.txt", modified="2024-02-01"),
    document(4, "none.txt"),
)
MODEL = Collection.of(DOCUMENTS).fit()


def cited(digest):
    return {sentence.document for sentence in digest.sentences}


@pytest.mark.parametrize(
    ("since", "until", "names"),
    [
        ("2026-11-04", "", {"b.txt"}),
        ("2026-11-03", "", {"c.txt", "b.txt"}),
        ("2025-06-30", "2025", {"2025-06-minutes.txt"}),
        ("", "2025-06-01", {"2025-06-minutes.txt", "a.txt"}),
        ("", "1 February 2024", {"a.txt"}),
    ],
)
def test_only_sentences_of_documents_within_the_dates_are_selected(since, until, names):
    digest = MODEL.digest(QUESTION, wishes=Constraints(since=since, until=until))
    assert cited(digest) == names
    assert "left out 1 document without a date: none.txt" in digest.warnings
    assert all(sentence in SAID for sentence in (s.text for s in digest.sentences))


def test_a_sentence_also_in_an_older_document_is_cited_from_the_one_within_the_dates():
    model = Collection.of((document(0, "2024-01.txt"), document(0, "2026-01.txt"))).fit()
    assert cited(model.digest(QUESTION, wishes=Constraints(since="2025"))) == {"2026-01.txt"}


def test_using_dates_of_files_is_reported():
    digest = MODEL.digest(QUESTION, wishes=Constraints(until="2024"))
    told = "1 document states no date and has the date on which the file was changed: a.txt"
    assert told in digest.warnings
    digest = MODEL.digest(QUESTION, wishes=Constraints(since="2025"))
    assert not any("file was changed" in warning for warning in digest.warnings)


def test_documents_whose_text_may_be_older_than_their_file_are_reported_as_left_out():
    dated, undated = document(0, "2020-01.txt"), document(1, "a.txt", modified="2026-05-05")
    model = Collection.of((dated, undated)).fit()
    told = "left out 1 document with only the date of a file, as the file was changed later: a.txt"
    assert told in model.digest(QUESTION, wishes=Constraints(until="2021")).warnings
    later = model.digest(QUESTION, wishes=Constraints(until="2027"))
    assert not any("left out" in warning for warning in later.warnings)


def test_dates_of_files_tell_nothing_new_where_documents_state_dates():
    digest = MODEL.digest(QUESTION, wishes=Constraints(new_since="2024"))
    assert "a.txt" not in cited(digest)
    told = "2 documents state no date and count as known: a.txt, none.txt"
    assert sum(told in warning for warning in digest.warnings) == 1
    assert not any("file was changed" in warning for warning in digest.warnings)
    by_file = Collection.of([document(3, "a.txt", modified="2024-02-01"), document(4, "none.txt")])
    digest = by_file.fit().digest(QUESTION, wishes=Constraints(new_since="2024"))
    assert cited(digest) == {"a.txt"}
    assert any("file was changed: a.txt" in warning for warning in digest.warnings)


def test_dates_in_the_future_are_reported():
    late = document(0, "late.txt", date="2031-05-01", modified="2026-11-22")
    tomorrow = document(1, "tomorrow.txt", date="2026-11-23", modified="2026-11-22")
    model = Collection.of((late, tomorrow)).fit()
    told = [
        "1 document is dated in the future, later than the file was changed: late.txt (2031-05-01)"
    ]
    assert list(model.digest(QUESTION, wishes=Constraints(since="2026")).warnings) == told
    assert list(model.digest(QUESTION, order="date").warnings) == told
    assert not model.digest(QUESTION).warnings


def test_a_range_without_documents_says_which_there_are():
    with pytest.raises(
        OptionError, match="no document is dated 2027 or later: their dates are 2024"
    ):
        MODEL.digest(QUESTION, wishes=Constraints(since="2027"))
    with pytest.raises(
        OptionError, match="dated 2023 or earlier: their dates are 2024-02-01 to 2026-"
    ):
        MODEL.digest(QUESTION, wishes=Constraints(until="2023"))
    undated = Collection.of((DOCUMENTS[-1],)).fit()
    with pytest.raises(OptionError, match="dated from 2025 to 2026: none has a date, so ask wit"):
        undated.digest(QUESTION, wishes=Constraints(since="2025", until="2026"))


def test_a_range_that_ends_before_it_begins_is_refused():
    with pytest.raises(OptionError, match="since is 2026-11-03, and until is 2026-10, which is ea"):
        Constraints(since="2026-11-03", until="2026-10")
    assert Constraints(since="2026-11-03", until="2026-11").dated


def test_a_digest_and_its_signature_have_the_dates():
    wishes = Constraints(since="2026", until="2027")
    digest = MODEL.digest(QUESTION, wishes=wishes)
    assert json.loads(digest.to_json())["wishes"] == {"since": "2026", "until": "2027"}
    assert Constraints.of(wishes.to_dict()) == wishes
    hashes = {
        Constraints(since="2026").hash,
        Constraints(until="2026").hash,
        Constraints().hash,
        wishes.hash,
    }
    assert len(hashes) == 4
    assert not digest.follow_up().dated


def test_the_hash_of_constraints_without_dates_does_not_change():
    assert Constraints(pinned=(("a.txt", 0),), earlier=("Why?",)).hash == "dee1fa68ac74"


def test_a_focus_is_found_among_documents_within_the_dates(tmp_path):
    wishes = Constraints(since="2026")
    digest = MODEL.digest(QUESTION, wishes=wishes, focus=1)
    assert cited(digest) <= {"c.txt", "b.txt"}
    assert "left out 1 document without a date: none.txt" in digest.warnings
    MODEL.save(tmp_path / "saved.hdig")
    again = answer_from_file(tmp_path / "saved.hdig", QUESTION, wishes, focus=1).digest()
    assert again.sentences == digest.sentences
    assert again.signature == digest.signature


def test_in_order_of_dates_the_oldest_is_first_and_undated_sentences_last():
    digest = MODEL.digest(QUESTION, order="date")
    names = [sentence.document for sentence in digest.sentences]
    assert names == ["a.txt", "2025-06-minutes.txt", "b.txt", "c.txt", "none.txt"]
    assert "sorted last without a date: none.txt" in digest.warnings
    assert any("a.txt" in warning for warning in digest.warnings)


def test_every_format_shows_dates_except_those_of_files():
    digest = MODEL.digest(QUESTION)
    known = {sentence.document: sentence.date for sentence in digest.sentences}
    assert known["c.txt"] == "2026-11-03"
    assert known["2025-06-minutes.txt"] == "2025-06"
    assert known["a.txt"] == known["none.txt"] == ""
    for render in (render_text, render_markdown, render_html, render_csv):
        shown = render(digest).replace("\\", "")
        assert "2026-11-03" in shown
        assert "2024-02-01" not in shown


def test_a_table_has_dates_if_there_are_any():
    assert render_csv(MODEL.digest(QUESTION)).splitlines()[0].endswith("doubt,date")
    undated = Collection.of((DOCUMENTS[-1],)).fit().digest(QUESTION)
    assert render_csv(undated).splitlines()[0].endswith("doubt")
