"""Budgets in tokens: the digest's text, a sentence a line, is never more than was asked for."""

import json
import re
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import QUESTION, TEXTS, bridge_model
from hyperdigest import Collection, Constraints, Model, Options, lengths
from hyperdigest.documents import Document
from hyperdigest.errors import BudgetError, OptionError, PluginError, StoreError
from hyperdigest.lengths import token_lengths, tokenizer_name
from hyperdigest.question import Question
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.render import FORMATS, render_explanation
from needed import needs
from plugins_made import ONE_OF_EACH
from tokenizers_made import KINDS, WORDS, write_tokenizer

MODEL = bridge_model()


@pytest.fixture(scope="module", params=KINDS)
def file(request, tmp_path_factory):
    return write_tokenizer(tmp_path_factory.mktemp("made") / request.param, request.param)


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    return write_tokenizer(tmp_path_factory.mktemp("made") / "tiny")


def plain(file):
    """The tokenizer in a file, that counts whatever it is given."""
    from tokenizers import Tokenizer

    made = Tokenizer.from_file(str(file))
    made.no_truncation()
    made.no_padding()
    return made


def count(tokenizer, text):
    return len(tokenizer.encode(text, add_special_tokens=False).ids)


@pytest.mark.parametrize("budget", [40, 90, 200, 411])
def test_the_text_of_the_digest_is_within_the_budget(file, budget):
    digest = MODEL.digest(QUESTION, tokens=budget, tokenizer=str(file))
    tokenizer = plain(file)
    text = "".join(f"{sentence.text}\n" for sentence in digest.sentences)
    assert 0 < count(tokenizer, text) <= digest.used <= digest.budget == budget
    assert [s.size for s in digest.sentences] == [
        count(tokenizer, f"{s.text}\n") for s in digest.sentences
    ]
    assert digest.unit == "tokens"
    assert digest.words == sum(len(s.text.split()) for s in digest.sentences)


@pytest.mark.parametrize("budget", range(40, 100))
def test_tokens_that_mark_the_ends_of_the_text_are_in_the_budget(file, budget):
    digest = MODEL.digest(QUESTION, tokens=budget, tokenizer=str(file))
    text = "\n".join(sentence.text for sentence in digest.sentences)
    assert len(plain(file).encode(text).ids) <= budget


def test_what_is_too_little_counts_the_ends(tmp_path):
    file = write_tokenizer(tmp_path, WORDS)
    ends = plain(file).num_special_tokens_to_add(False)
    assert ends == 2
    with pytest.raises(BudgetError, match="the shortest eligible one has") as caught:
        MODEL.digest(QUESTION, tokens=3, tokenizer=str(file))
    least = int(re.search(r"has (\d+)", str(caught.value))[1])
    digest = MODEL.digest(QUESTION, tokens=least, tokenizer=str(file))
    assert digest.used == least - ends
    pins = Constraints(pinned=tuple((s.document, s.start) for s in digest.sentences))
    with pytest.raises(OptionError, match=f"have {least} tokens together"):
        MODEL.digest(QUESTION, tokens=least - 1, tokenizer=str(file), wishes=pins)


SENTENCES = [line for text in TEXTS.values() for line in text.splitlines() if line.strip()]


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=12))
def test_sentences_one_a_line_have_no_more_tokens_than_they_have_alone(file, sentences):
    tokenizer = plain(file)
    lengths = token_lengths(str(file), sentences)
    assert count(tokenizer, "".join(f"{s}\n" for s in sentences)) <= lengths.sum()


def test_a_folder_is_as_good_as_its_file(one):
    by_file = MODEL.digest(QUESTION, tokens=90, tokenizer=str(one))
    by_folder = MODEL.digest(QUESTION, tokens=90, tokenizer=str(one.parent))
    assert by_file.to_json() == by_folder.to_json()


def test_a_function_counts_as_well(one):
    tokenizer = plain(one)
    ours = MODEL.digest(QUESTION, tokens=90, tokenizer=lambda text: count(tokenizer, text))
    theirs = MODEL.digest(QUESTION, tokens=90, tokenizer=str(one))
    assert ours.sentences == theirs.sentences
    assert "|budget:90t|" in ours.signature
    assert "|tokenizer:function-test_a_function_counts_as_well." in ours.signature


def test_numbers_of_numpy_are_whole_numbers():
    digest = MODEL.digest(QUESTION, tokens=40, tokenizer=lambda text: np.int64(len(text.split())))
    assert digest.used == digest.words


@pytest.mark.parametrize("given", [-1, 1.5, "3", None, 10**30])
def test_a_count_that_is_none_is_refused(given):
    with pytest.raises(OptionError, match="let it return a whole number"):
        MODEL.digest(QUESTION, tokens=40, tokenizer=lambda text: given)


def test_a_tokenizer_for_which_the_whole_is_more_than_its_parts_is_told_of():
    def odd(text):
        return 10 if text.count("\n") == 1 else 50

    digest = MODEL.digest(QUESTION, tokens=40, tokenizer=odd)
    assert digest.used == 40
    assert "have 50 tokens, more than the budget of 40" in digest.warnings[-1]
    assert not MODEL.digest(QUESTION, tokens=50, tokenizer=odd).warnings


def test_a_text_of_no_tokens_takes_room_all_the_same():
    assert token_lengths(lambda text: 0, ["a", "b"]).tolist() == [1, 1]


def test_a_plugin_counts_by_its_name(install):
    install("plain", ONE_OF_EACH)
    digest = bridge_model().digest(QUESTION, tokens=90, tokenizer="letters")
    assert digest.used <= 90
    assert "|tokenizer:letters@plain-1.0|" in digest.signature


def test_sentences_are_counted_once_and_in_parts(one, monkeypatch):
    monkeypatch.setattr(lengths, "TEXTS_PER_CALL", 3)
    texts = SENTENCES[:8]
    told = []
    found = token_lengths(str(one), texts, lambda *progress: told.append(progress))
    assert told == [("counting", done, 8) for done in (0, 3, 6, 8)]
    tokenizer = plain(one)
    assert found.tolist() == [count(tokenizer, f"{text}\n") for text in texts]
    options = MODEL.options.changed(tokens=40, tokenizer=str(one))
    counted = Indexes.of(MODEL).lengths(options)
    assert Indexes.of(MODEL).lengths(options.changed(tokens=90)) is counted


@pytest.mark.parametrize("format", ["text", "markdown", "html"])
@pytest.mark.parametrize(
    ("changes", "used"),
    [
        ({"tokens": 90, "tokenizer": lambda text: len(text.split()) + 1}, "of 90 tokens"),
        ({"characters": 700}, "of 700 characters"),
        ({"words": 60}, "of 60 words"),
    ],
)
def test_the_budget_is_told_in_its_unit(format, changes, used):
    digest = MODEL.digest(QUESTION, **changes)
    assert f"{digest.used} {used}" in FORMATS[format](digest)
    explanation = MODEL.explain(QUESTION, **changes)
    shown = render_explanation(explanation)
    assert f"{explanation.used} {used}" in shown
    assert f"{explanation.reasons[0].citation.size} {digest.unit}" in shown


def test_what_did_not_fit_lacks_some_of_the_unit():
    explanation = MODEL.explain(QUESTION, characters=300)
    left = 300 - explanation.used
    for runner in explanation.runners_up:
        assert runner.citation.size == len(runner.citation.text)
        assert runner.missing == max(0, runner.citation.size - left)


def test_characters_are_those_of_the_sentences():
    digest = MODEL.digest(QUESTION, characters=400)
    assert digest.used == sum(len(sentence.text) for sentence in digest.sentences) <= 400
    assert "|budget:400c|" in digest.signature


def test_a_budget_too_small_is_told_in_its_unit():
    with pytest.raises(OptionError, match="no sentence fits in 9 characters: the shortest"):
        MODEL.digest(QUESTION, characters=9)


def test_a_budget_of_words_too_small_is_told_before_the_topics_are_fitted():
    stages = []
    endless = "the tide and the moon met over the quay " * 99
    pile = Collection.of([Document("endless.txt", "endless", endless)])
    question = Question("moon", changes=(("words", 50),))
    with pytest.raises(BudgetError, match="no sentence fits in 50 words: the shortest"):
        pile.fit_for(question, progress=lambda *step: stages.append(step))
    assert not stages


@pytest.mark.parametrize(
    "changes",
    [{"words": 5, "tokens": 7}, {"words": 5, "characters": 7}, {"tokens": 5, "characters": 7}],
)
def test_a_digest_has_one_budget(changes):
    with pytest.raises(OptionError, match="two budgets"):
        MODEL.digest(QUESTION, tokenizer=len, **changes)
    if "words" not in changes:
        with pytest.raises(OptionError, match="two budgets"):
            Options(tokenizer="x", **changes)


def test_a_budget_takes_the_place_of_that_of_the_model(one, tmp_path):
    own = Options(tokens=90, tokenizer=str(one), sweeps=40)
    model = Model(MODEL.collection, own, MODEL.topics)
    model.save(tmp_path / "case.hdig")
    for asked in (model, Model.load(tmp_path / "case.hdig")):
        assert (asked.digest(QUESTION).budget, asked.digest(QUESTION).unit) == (90, "tokens")
        assert asked.digest(QUESTION, 60).unit == "words"
        assert asked.digest(QUESTION, characters=300).unit == "characters"
        assert asked.digest(QUESTION, tokens=50).budget == 50


def test_the_signature_names_the_tokenizer_by_what_it_is_not_where(one, tmp_path):
    moved = tmp_path / "elsewhere" / one.parent.name / one.name
    moved.parent.mkdir(parents=True)
    moved.write_bytes(one.read_bytes())
    assert tokenizer_name(str(moved)) == tokenizer_name(str(one.parent))
    assert tokenizer_name(str(one)).startswith("tiny@sha256-")
    signature = MODEL.digest(QUESTION, tokens=90, tokenizer=str(one)).signature
    assert f"|budget:90t|sweeps:40|tokenizer:{tokenizer_name(str(one))}|" in signature
    assert "tokenizer" not in MODEL.digest(QUESTION, 90, tokenizer=str(one)).signature


def test_tokens_need_a_tokenizer():
    with pytest.raises(OptionError, match="tokens is 90, but no tokenizer is named"):
        MODEL.digest(QUESTION, tokens=90)


@pytest.mark.parametrize("name", ["nowhere/tokenizer.json", "other.json", "/no/such/folder"])
def test_a_tokenizer_that_is_not_there_is_named(name):
    with pytest.raises(OptionError, match=f"no tokenizer at {name}"):
        MODEL.digest(QUESTION, tokens=90, tokenizer=name)


def test_a_file_that_is_no_tokenizer_is_refused(tmp_path):
    needs("tokenizers")
    bad = tmp_path / "tokenizer.json"
    bad.write_text('{"model": 1}', encoding="utf-8")
    with pytest.raises(OptionError, match="cannot be opened"):
        MODEL.digest(QUESTION, tokens=90, tokenizer=str(bad))


def test_a_name_that_no_plugin_has_is_refused():
    with pytest.raises((OptionError, PluginError), match="nobody"):
        MODEL.digest(QUESTION, tokens=90, tokenizer="nobody")


def test_without_the_library_the_extra_is_named(one, monkeypatch, tmp_path):
    other = write_tokenizer(tmp_path / "other")
    monkeypatch.setattr(
        lengths, "find_spec", lambda name: None if name == "tokenizers" else find_spec(name)
    )
    with pytest.raises(OptionError, match=r'pip install "hyperdigest\[tokens\]"'):
        MODEL.digest(QUESTION, tokens=90, tokenizer=str(other))


def test_a_function_cannot_be_saved(tmp_path):
    model = Model(MODEL.collection, Options(tokenizer=len, sweeps=40), MODEL.topics)
    with pytest.raises(StoreError, match="its tokenizer is a function"):
        model.save(tmp_path / "case.hdig")


def test_json_tells_unit_and_use(one):
    digest = MODEL.digest(QUESTION, tokens=90, tokenizer=str(one))
    read = json.loads(digest.to_json())
    assert (read["unit"], read["used"], read["budget"]) == ("tokens", digest.used, 90)
    assert read["words"] == digest.words
    assert [s["size"] for s in read["sentences"]] == [s.size for s in digest.sentences]
