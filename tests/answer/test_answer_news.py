"""Digests of what is new: what new documents say beyond all that is known."""

import json
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import QUESTION, TEXTS, bridge_model, documents
from focusing import answer_from_file
from hyperdigest import Collection, Model, Options
from hyperdigest.constraints import Constraints
from hyperdigest.documents import Document
from hyperdigest.errors import BudgetError, OptionError
from hyperdigest.render import render_csv, render_docx, render_html, render_markdown, render_text
from hyperdigest.render.parts import usage
from hyperdigest.split.terms import Analyzer

LATER = {
    "december.txt": (
        "The council closed the old bridge over the river Aune on Monday after engineers found"
        " cracks in two of its stone arches. The state refused to pay for the repair of the bridge,"
        " and the council now wants a toll of two crowns from every lorry. A diver died under the"
        " third arch of the bridge on Friday.\n"
    ),
    "january.txt": (
        "The toll for the repair of the bridge was voted down by nine to four. Shipyard owner"
        " Petra Lund offered to pay for a steel bridge beside the old one.\n"
    ),
}
NEW = Constraints(new=tuple(LATER))
PRESETS = st.sampled_from(["default", "paper"])


@cache
def model() -> Model:
    old = [*documents()]
    later = [Document(name, f"later/{name}", text) for name, text in LATER.items()]
    return Collection.of([*old, *later]).fit(Options(sweeps=40))


def asked(words=60, wishes=NEW, **more):
    preset = more.get("preset")
    changes = {"samples": 0} if preset == "paper" else {}
    return model().digest(QUESTION, words, wishes=wishes, **more | changes)


def cited(digest):
    return {sentence.document for sentence in digest.sentences}


@pytest.mark.parametrize("preset", ["default", "paper"])
@pytest.mark.parametrize("exact", [False, True])
def test_only_sentences_of_new_documents_that_repeat_nothing_known_are_selected(preset, exact):
    digest = asked(preset=preset, exact=exact)
    assert cited(digest) <= set(LATER)
    assert digest.sentences
    assert not any(sentence.text in TEXTS["council.txt"] for sentence in digest.sentences)
    assert digest.words <= 60
    assert 0 < digest.certificate.ratio <= 1
    assert digest.new_documents == 2
    assert usage(digest).endswith(", from 2 new documents of 7")


@pytest.mark.parametrize("shortest", [1, 5])
def test_a_sentence_with_the_words_of_a_known_one_is_never_selected(shortest):
    digest = asked(500, prose_only=False, shortest=shortest)
    assert all("closed the old bridge" not in sentence.text for sentence in digest.sentences)


def test_each_sentence_lists_its_new_words():
    digest = asked(200)
    by_text = {sentence.text: sentence.new for sentence in digest.sentences}
    diver = next(new for text, new in by_text.items() if text.startswith("A diver"))
    assert "diver" in diver
    assert not {"bridge", "council", "arch"} & {word for new in by_text.values() for word in new}
    analyzer, known = Analyzer("en"), set()
    for text in TEXTS.values():
        known |= set(analyzer.terms(text))
    for sentence in digest.sentences:
        assert len(sentence.new) <= 5
        words = set(analyzer.terms(sentence.text))
        if words - known - {"two", "nine", "four", "now", "one", "everi"}:
            assert sentence.new
        for word in sentence.new:
            assert word in sentence.text


def test_new_words_are_shown_in_every_format():
    digest = asked()
    first = next(sentence for sentence in digest.sentences if sentence.new)
    told = ", ".join(first.new)
    assert f"   New: {told}" in render_text(digest, width=None)
    assert f"> New: {told}" in render_markdown(digest)
    assert f"<b>New</b> {told}" in render_html(digest)
    assert render_csv(digest).splitlines()[0].endswith(",new")
    assert told in render_csv(digest)
    assert len(render_docx(digest)) > 0
    written = json.loads(digest.to_json())["sentences"]
    assert [tuple(each.get("new", ())) for each in written] == [s.new for s in digest.sentences]
    plain = model().digest(QUESTION, 60)
    assert all("new" not in each for each in json.loads(plain.to_json())["sentences"])
    assert "New:" not in render_text(plain)


def test_gains_shrink_with_similarity_to_known_sentences():
    told = [asked(known_weight=weight).certificate.value for weight in (0.0, 0.5, 1.0)]
    assert told[0] > told[1] > told[2] > 0


@given(PRESETS, st.integers(20, 200), st.sets(st.sampled_from([*TEXTS, *LATER]), min_size=1))
def test_whichever_documents_are_new_budget_bound_and_sources_are_right(preset, words, names):
    digest = asked(words, Constraints(new=tuple(sorted(names))), preset=preset)
    assert cited(digest) <= names
    assert digest.words <= words
    assert digest.certificate.value <= digest.certificate.bound * (1 + 1e-9)
    assert digest.sentences or digest.doubt


def test_without_new_documents_the_digest_is_empty_with_one_reason():
    wishes, told = (
        Constraints(new_since="2026"),
        "Cannot tell what is new: no document has a date.",
    )
    digest = asked(wishes=wishes)
    assert digest.sentences == ()
    assert digest.doubt.startswith(told)
    assert "Nothing new." in render_text(digest)
    assert "Nothing new." in render_html(digest)
    assert "Nothing new." in render_markdown(digest)
    assert json.loads(digest.to_json())["sentences"] == []
    explanation = model().ask(QUESTION, 60, wishes=wishes).explain()
    assert explanation.doubt == digest.doubt
    assert explanation.reasons == explanation.runners_up == ()


def test_sentences_read_in_new_documents_count_as_known():
    first = asked(200)
    second = model().digest(QUESTION, 200, wishes=first.follow_up())
    assert second.wishes.new == NEW.new
    assert not {s.text for s in first.sentences} & {s.text for s in second.sentences}
    while second.sentences:
        second = model().digest(QUESTION, 200, wishes=second.follow_up())
    assert second.doubt.startswith("Nothing is new: all that the new documents say")


def test_if_all_documents_are_new_the_sentences_are_the_usual_ones():
    plain = bridge_model().digest(QUESTION, 60)
    digest = bridge_model().digest(QUESTION, 60, wishes=Constraints(new=("town",)))
    rounded = [
        [replace(each, gain=round(each.gain, 12)) for each in found.sentences]
        for found in (digest, plain)
    ]
    assert rounded[0] == rounded[1]
    assert any("all 5 documents are new" in told for told in digest.warnings)
    assert not any(sentence.new for sentence in digest.sentences)


def test_sentences_of_known_words_are_doubted():
    shuffled = "The bridge closed after engineers found cracks in the stone arches of the river."
    held = [*documents(), Document("again.txt", "again.txt", shuffled)]
    digest = (
        Collection.of(held)
        .fit(Options(sweeps=10))
        .digest(
            "Which cracks in the bridge did engineers find?", wishes=Constraints(new=("again.txt",))
        )
    )
    assert [sentence.new for sentence in digest.sentences] == [()]
    assert digest.doubt.startswith("These sentences may not be new")


def test_new_documents_about_something_else_are_doubted():
    held = [*documents(), Document("bees.txt", "b", "Bees make honey in the garden of the monks.")]
    digest = (
        Collection.of(held)
        .fit(Options(sweeps=10))
        .digest(
            "Which engineers found cracks in the arches?", wishes=Constraints(new=("bees.txt",))
        )
    )
    assert digest.doubt.startswith("The new documents may not answer this")


def test_a_pinned_sentence_of_a_known_document_stays():
    pinned = ("history.txt", 0)
    digest = asked(80, Constraints(pinned=(pinned,), new=NEW.new))
    assert pinned in {(s.document, s.start) for s in digest.sentences}
    assert cited(digest) <= {"history.txt", *LATER}
    assert digest.certificate.value <= digest.certificate.bound * (1 + 1e-9)
    alone = asked(80, Constraints(pinned=(pinned,), new_since="2099"))
    assert cited(alone) == {"history.txt"}
    assert alone.doubt.startswith("Cannot tell what is new")


def test_a_too_small_budget_gives_the_usual_error():
    with pytest.raises(BudgetError, match="no sentence fits in 3 words"):
        asked(3)


def test_fragments_of_new_documents_are_selected_if_they_have_nothing_else():
    held = [
        *documents(),
        Document("list.txt", "list.txt", "New bridge plans\n\nToll: two crowns\n"),
    ]
    digest = (
        Collection.of(held)
        .fit(Options(sweeps=10))
        .digest(QUESTION, wishes=Constraints(new=("list.txt",)))
    )
    assert cited(digest) == {"list.txt"}
    assert any("fragments were allowed" in told for told in digest.warnings)


def test_if_all_sentences_were_read_a_heading_is_not_new():
    known = Document("known", "known.txt", "The bridge of Aune was closed on Monday.")
    text = "# Toll\n\nThe council wants a toll for the bridge of Aune."
    fitted = Collection.of([known, Document("new", "new.md", text, format="markdown")]).fit()
    first = fitted.digest("What about the bridge?", 40, wishes=Constraints(new=("new",)))
    assert [sentence.text for sentence in first.sentences] == [text.partition("\n\n")[2]]
    second = fitted.digest("What about the toll?", 40, wishes=first.follow_up())
    assert not second.sentences and second.doubt.startswith("Nothing is new: all that")


@pytest.mark.parametrize("focus", [1, 2, 3])
def test_a_focus_has_new_and_known_documents(focus, tmp_path):
    path = tmp_path / "case.hdig"
    model().save(path)
    digests = [
        answer_from_file(path, QUESTION, NEW, focus=focus, words=60).digest(),
        model().digest(QUESTION, 60, wishes=NEW, focus=focus),
    ]
    places = [[(s.document, s.start) for s in digest.sentences] for digest in digests]
    assert places[0] == places[1]
    for digest in digests:
        new = min(focus, 2)
        message = f"to the {new} best-matching new and {focus} known of 7 documents"
        assert sum(message in each for each in digest.warnings) == 1
        assert digest.new_documents == new
        assert digest.sentences


def test_with_a_focus_only_a_path_that_matches_nothing_is_reported_once():
    wishes = Constraints(new=("december.txt", "january.txt", "nix"))
    digest = asked(60, wishes, focus=1)
    assert sum("no document is called" in told for told in digest.warnings) == 1
    assert any("no document is called nix" in told for told in digest.warnings)


def test_the_signature_has_hashes_of_constraints_and_new_documents():
    signatures = [asked(wishes=w).signature for w in (NEW, Constraints(new=("later",)))]
    parts = [dict(p.split(":", 1) for p in s.split("|")[1:]) for s in signatures]
    assert parts[0]["wishes"] != parts[1]["wishes"]
    assert parts[0]["new"] == parts[1]["new"]
    assert "new" not in dict(
        p.split(":", 1) for p in model().digest(QUESTION, 60).signature.split("|")[1:]
    )


def test_the_same_question_gives_the_same_bytes():
    assert asked().to_json() == asked().to_json()


def test_documents_added_to_a_collection_are_the_new_ones():
    later = [Document(n, n, text, date="2026-12-01") for n, text in LATER.items()]
    old = [Document(d.name, d.path, d.text, date="2026-11-01") for d in documents()]
    grown = Collection.of(old).fit(Options(sweeps=20)).add(later, sweeps=20)
    digest = grown.digest(QUESTION, 60, wishes=Constraints(new_since="2026-11-15"))
    assert cited(digest) <= set(LATER)
    assert digest.sentences
    assert digest.new_documents == 2
    assert usage(digest).endswith(", from 2 new documents of 7")


@pytest.mark.parametrize(
    "values",
    [
        {"new": "a.txt"}, {"new": [""]}, {"new": ["a\0b"]}, {"new": [3]}, {"new": {"a": 1}},
        {"new": ["x"] * 3 + [f"{n}" for n in range(1001)]}, {"new": [f"{n}*" for n in range(21)]},
        {"new_since": "soon"},
        {"new_since": 2026}, {"new_since": ["2026"]}, {"new_since": "2026-13"},
        {"new_since": "2026-02-30"},
    ],
)  # fmt: skip
def test_invalid_names_and_dates_of_news_are_refused(values):
    with pytest.raises(OptionError, match="new"):
        Constraints.of(values)


def test_constraints_of_a_follow_up_are_combined_and_later_ones_win():
    first = Constraints(new_since="2026-11", new=("a",), read=(("x", 1),))
    assert Constraints.of(json.loads(json.dumps(first.to_dict()))) == first
    then = first.followed_up("Why?", [("x", 5)])
    assert (then.new_since, then.new) == ("2026-11", ("a",))
    later = first.merged(Constraints(new=("b",)))
    assert (later.new_since, later.new) == ("", ("b",))
    assert first.merged(Constraints(earlier=("Who?",))).new == ("a",)
    hashes = {
        w.hash
        for w in (
            Constraints(),
            first,
            later,
            Constraints(new=("2026-11",)),
            Constraints(new_since="2026-11"),
        )
    }
    assert len(hashes) == 5


@pytest.mark.parametrize(
    "new", [5, "a.txt", [None], {"a": []}, ["*"] * 2 + [f"{n}?" for n in range(20)]]
)
def test_a_digest_with_invalid_constraints_is_refused(new):
    digest = {"question": "Why?", "sentences": [], "wishes": {"new": new}}
    with pytest.raises(OptionError, match="new"):
        Constraints.after(digest)
