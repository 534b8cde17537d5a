"""Digests with the option `compress`: what is quoted, counted and shown of a sentence."""

import json

import pytest

from hyperdigest import Collection, Document, Model
from hyperdigest.constraints import Wishes
from hyperdigest.errors import BudgetError
from hyperdigest.explain import explain
from hyperdigest.render import renderer
from hyperdigest.render.source_text import marked

TEXT = """The harbour was closed for eleven days (the notice hung on the old customs house) in May.
Fishermen lost their nets, and the council promised to pay for new ones.
The storm, which came from the north-west and was the strongest of the year, broke the *breakwater*
of the harbour in two places.
A breakwater of stone will be built in spring.
The museum shows paintings of ships.
"""
QUESTION = "What did the storm do to the breakwater?"
SHORT = "The storm [...] broke the *breakwater*\nof the harbour in two places."


def model_of(text=TEXT, name="storm.md", format="markdown", **how):
    return Collection.of([Document(name, name, text, format=format)], **how).fit()


@pytest.fixture(scope="module")
def model():
    return model_of()


@pytest.fixture(scope="module")
def digest(model):
    return model.digest(QUESTION, words=14, compress=True)


def storm(digest):
    (found,) = [sentence for sentence in digest.sentences if sentence.parts]
    return found


def test_a_compressed_sentence_is_slices_of_its_document_with_marks_between(digest):
    sentence = storm(digest)
    assert sentence.text == SHORT
    assert sentence.parts == sentence.slices
    assert [TEXT[start:end] for start, end in sentence.parts] == [
        "The storm",
        "broke the *breakwater*\nof the harbour in two places.",
    ]
    whole = TEXT[sentence.start : sentence.end]
    assert whole.startswith("The storm, which") and whole.endswith("two places.")


def test_the_mark_counts_nothing(model, digest):
    sentence = storm(digest)
    assert sentence.words == sentence.size == digest.used == 11
    by_characters = storm(model.digest(QUESTION, characters=90, compress=True))
    assert by_characters.size == sum(end - start for start, end in by_characters.parts)
    counted = []

    def tokenizer(text):
        counted.append(text)
        return len(text.split())

    by_tokens = model.digest(QUESTION, tokens=14, tokenizer=tokenizer, compress=True)
    assert storm(by_tokens).size == 11
    assert not any("[...]" in text for text in counted)
    assert not by_tokens.warnings


def test_without_the_option_all_is_as_it_was(model):
    plain = model.digest(QUESTION, words=14)
    assert "parts" not in plain.to_json()
    assert "compress" not in plain.signature
    assert plain.to_json() == model.digest(QUESTION, words=14, compress=False).to_json()
    assert not any(sentence.parts for sentence in plain.sentences)


def test_json_gives_the_parts_where_a_sentence_was_compressed(model, digest):
    (told,) = json.loads(digest.to_json())["sentences"]
    assert told["text"] == SHORT
    assert next(TEXT[part["start"] : part["end"]] for part in told["parts"]) == "The storm"
    assert "compress:True" in digest.signature
    whole = model.digest(QUESTION, words=60, compress=True)
    for sentence in json.loads(whole.to_json())["sentences"]:
        assert ("parts" in sentence) == ("[...]" in sentence["text"])


@pytest.mark.parametrize("form", ["text", "markdown", "html", "csv"])
def test_all_forms_of_output_show_the_mark_and_no_markup(digest, form):
    shown = renderer(form)(digest).replace("\\", "")
    assert "The storm [...] broke the breakwater of the harbour in two places." in shown


def test_a_word_file_shows_it_too(digest):
    import io

    import docx

    written = docx.Document(io.BytesIO(renderer("docx")(digest)))
    assert any("storm [...] broke" in paragraph.text for paragraph in written.paragraphs)


def test_the_source_marks_the_slices_alone(digest):
    (document,) = digest.documents
    shown = marked(document, [(1, storm(digest))])
    assert '<mark id="m1">The storm</mark>, which came' in shown
    assert '<mark data-of="m1">broke' in shown
    assert shown.count('id="m1"') == shown.count('class="back"') == 1


def test_marks_stand_at_an_end_too_and_before_no_closing_sign():
    model = model_of(
        "However, the storm broke the breakwater in two places, including the new one.",
        "a.txt",
        "text",
    )
    found = model.digest("storm breakwater", words=8, compress=True).sentences
    assert [sentence.text for sentence in found] in (
        [["[...] the storm broke the breakwater in two places [...]."]]
    )


def test_a_pinned_sentence_stays_whole_and_an_excluded_or_read_one_away(model, digest):
    place = "storm.md", storm(digest).start
    pinned = model.digest(QUESTION, words=30, compress=True, wishes=Wishes(pinned=[place]))
    (held,) = [sentence for sentence in pinned.sentences if sentence.start == place[1]]
    assert held.parts == ()
    for name in ("excluded", "read"):
        without = model.digest(QUESTION, words=30, compress=True, wishes=Wishes(**{name: [place]}))
        assert place[1] not in [sentence.start for sentence in without.sentences]


def test_a_follow_up_does_not_tell_a_compressed_sentence_again(model, digest):
    after = model.digest("And the harbour?", words=30, compress=True, wishes=digest.follow_up())
    assert storm(digest).start not in [sentence.start for sentence in after.sentences]
    again = type(digest.follow_up()).after(json.loads(digest.to_json()))
    assert again == digest.follow_up()


def test_what_is_new_in_a_compressed_sentence_is_in_what_is_left_of_it():
    known = "The harbour was closed on Monday. The museum shows paintings of ships."
    documents = [Document("known", "known.txt", known), Document("new", "new.md", TEXT)]
    model = Collection.of(documents).fit()
    wishes = Wishes(new=("new",))
    whole = model.digest(QUESTION, words=40, wishes=wishes)
    assert "north-west" in next(s for s in whole.sentences if "storm" in s.text).new
    short = storm(model.digest(QUESTION, words=14, compress=True, wishes=wishes))
    assert short.new == ("storm", "broke", "breakwater", "two")
    assert all(word in short.text for word in short.new)


@pytest.mark.parametrize("how", [{}, {"enough": True}, {"exact": True}, {"preset": "paper"}])
@pytest.mark.parametrize("words", [11, 14, 20, 25, 30, 45])
def test_the_budget_holds_and_the_value_is_no_less_than_without(model, how, words):
    short = model.digest(QUESTION, words=words, compress=True, **how)
    assert short.used <= words
    assert len({sentence.start for sentence in short.sentences}) == len(short.sentences)
    assert 0 < short.certificate.value <= short.certificate.bound * (1 + 1e-9)
    if "enough" not in how:
        plain = model.digest(QUESTION, words=words, **how)
        assert short.certificate.value >= plain.certificate.value * (1 - 1e-9)


def test_a_sentence_that_fits_in_no_form_is_left_out(model):
    short = model.digest(QUESTION, words=10, compress=True)
    assert not any(sentence.parts for sentence in short.sentences)
    with pytest.raises(BudgetError, match="no sentence fits"):
        model.digest(QUESTION, words=2, compress=True)


def test_it_is_explained_by_what_it_keeps(model):
    told = explain(model.ask(QUESTION, words=14, compress=True))
    (reason,) = told.reasons
    assert reason.citation.parts
    assert set(reason.question_words) == {"storm", "breakwater"}
    assert told.shown(reason.citation) == SHORT.replace("*", "").replace("\n", " ")
    assert all(not runner.citation.parts for runner in told.runners_up)


def test_documents_in_a_language_without_rules_stay_whole_and_are_named():
    text = (
        "Der Sturm, der aus dem Norden kam, zerbrach den alten Hafen der Stadt.\n"
        "Der Hafen wurde (wie wir hörten) im Mai für elf Tage geschlossen.\n"
    )
    model = model_of(text, "sturm.txt", "text", language="de")
    found = model.digest("Was tat der Sturm?", words=30, compress=True)
    (warning,) = [each for each in found.warnings if "English" in each]
    assert "de" in warning
    assert not any(sentence.parts for sentence in found.sentences)
    assert not any("English" in each for each in model.digest("Sturm", words=30).warnings)


def test_the_same_question_gives_the_same_bytes(model, digest):
    assert model.digest(QUESTION, words=14, compress=True).to_json() == digest.to_json()


def test_a_saved_collection_gives_the_same_bytes(model, digest, tmp_path):
    model.save(tmp_path / "storm.npz")
    again = Model.load(tmp_path / "storm.npz").digest(QUESTION, words=14, compress=True)
    assert again.to_json() == digest.to_json()


@pytest.mark.parametrize("words", [14, 30])
def test_it_holds_the_budget_of_a_question_on_the_best_documents_alone(words):
    other = "The library of the town lends books about storms (and a few maps) to all who ask.\n"
    documents = [
        Document("storm.txt", "storm.txt", TEXT),
        Document("books.txt", "books.txt", other),
    ]
    model = Collection.of(documents).fit()
    found = model.digest(QUESTION, words=words, compress=True, focus=1)
    assert {sentence.document for sentence in found.sentences} == {"storm.txt"}
    assert found.used <= words
    assert any(sentence.parts for sentence in found.sentences) == (words == 14)
