import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.passages import ANSWER, NOTHING, PASSAGES, QUESTION, UNKNOWN, thirds
from hyperdigest.adapters.context import (
    as_object,
    checked_options,
    digest_texts,
    excerpts,
)
from hyperdigest.errors import OptionError, missing_extra
from plugins_made import ONE_OF_EACH


def test_the_digest_contains_the_answer_within_the_budget():
    digest = digest_texts(PASSAGES, QUESTION, words=13)
    assert [sentence.text for sentence in digest.sentences] == [ANSWER]
    [excerpt] = excerpts(digest, "document")
    assert (excerpt.index, excerpt.text) == (1, ANSWER)


def test_excerpts_by_text_and_by_sentence_have_the_same_sentences():
    digest = digest_texts(PASSAGES, QUESTION, words=60)
    texts, sentences = excerpts(digest, "document"), excerpts(digest, "sentence")
    assert [each.index for each in texts] == list(dict.fromkeys(each.index for each in sentences))
    assert len(sentences) == len(digest.sentences) > len(texts)
    kept = [sentence for each in texts for sentence in each.sentences]
    assert kept == [each.sentences[0] for each in sentences] == list(digest.sentences)


def test_a_statement_of_several_texts_is_selected_once():
    overlapping = [*PASSAGES, PASSAGES[1], ANSWER, f"{ANSWER} {PASSAGES[2]}"]
    digest = digest_texts(overlapping, QUESTION, words=60)
    texts = [sentence.text for sentence in digest.sentences]
    assert ANSWER in texts
    assert len(set(texts)) == len(texts)


def test_texts_are_ordered_by_score_with_the_option():
    digest = digest_texts(PASSAGES, QUESTION, words=60, order="score")
    scores = [each.metadata["score"] for each in excerpts(digest, "document")]
    assert scores == sorted(scores, reverse=True)
    assert excerpts(digest, "document")[0].index == 1


@pytest.mark.parametrize("nothing", [[], [NOTHING[0]], list(NOTHING)])
def test_texts_without_terms_give_an_empty_digest(nothing):
    digest = digest_texts(nothing, QUESTION, words=40)
    assert (digest.sentences, digest.words, digest.budget) == ((), 0, 40)
    assert digest.warnings[0].startswith("there is no sentence to digest")
    assert "|budget:40w|" in digest.signature
    assert as_object(digest)["sentences"] == []


def test_options_of_every_stage_are_passed_on():
    given = {"words": 30, "sweeps": 12, "samples": 1, "lambda": 0.7, "chains": 2}
    digest = digest_texts(PASSAGES, QUESTION, **given)
    for shown in ("budget:30w", "sweeps:12", "samples:1", "query_balance:0.7", "chains:2"):
        assert f"|{shown}|" in digest.signature
    assert "|preset:paper|" in digest_texts(PASSAGES, QUESTION, "paper").signature


@given(st.integers(70, 400))
def test_selected_sentences_stay_within_a_budget_of_characters(most):
    digest = digest_texts(PASSAGES, QUESTION, characters=most)
    kept = [
        len(sentence.text) for each in excerpts(digest, "document") for sentence in each.sentences
    ]
    assert 0 < sum(kept) == digest.used <= most


@given(st.integers(25, 130))
def test_excerpts_of_all_texts_stay_within_a_budget_of_tokens(most):
    digest = digest_texts(PASSAGES, QUESTION, tokens=most, tokenizer=thirds)
    assert (
        thirds("\n".join(each.text for each in excerpts(digest, "document"))) <= digest.used <= most
    )
    assert (digest.unit, digest.budget) == ("tokens", most)
    accounts = [each.metadata for each in excerpts(digest, "document")]
    assert sum(account["tokens"] for account in accounts) == digest.used


def test_an_empty_digest_has_its_budget():
    digest = digest_texts([], QUESTION, tokens=9, tokenizer=thirds)
    assert (digest.unit, digest.budget, digest.used) == ("tokens", 9, 0)


@pytest.mark.parametrize(
    "budget", [{"words": 9, "characters": 90}, {"tokens": 9}, {"tokens": 9, "tokenizer": "absent"}]
)
def test_an_invalid_budget_is_an_error(budget):
    with pytest.raises(OptionError, match=r"two budgets|tokenizer"):
        digest_texts(PASSAGES, QUESTION, **budget)


def test_a_splitter_of_a_plugin_splits_the_texts(install):
    install("plain", ONE_OF_EACH)
    text = (
        "The moon. The sun and the moon meet over the river\nThe river is wide and the town is old"
    )
    digest = digest_texts([text], "river", splitter="lines", order="reading")
    assert [sentence.text for sentence in digest.sentences] == text.split("\n")


@pytest.mark.parametrize(
    ("preset", "options", "told"),
    [
        (None, {"wordz": 3}, "unknown option 'wordz'"),
        (None, {"words": 0}, "option words is 0"),
        ("best", {}, "preset is 'best'"),
    ],
)
def test_invalid_options_are_named(preset, options, told):
    with pytest.raises(OptionError, match=told):
        checked_options(preset, options)
    with pytest.raises(OptionError, match=told):
        digest_texts(PASSAGES, QUESTION, preset, **options)


@pytest.mark.parametrize("question", ["", "  ", None])
def test_an_empty_question_is_an_error_whatever_the_texts(question):
    with pytest.raises(OptionError, match="the question is"):
        digest_texts([], question)


def test_a_budget_that_nothing_fits_is_an_error():
    with pytest.raises(OptionError, match="no sentence fits in 2 words"):
        digest_texts(PASSAGES, QUESTION, words=2)


def test_a_question_of_unknown_words_gets_a_general_digest():
    digest = digest_texts(PASSAGES, UNKNOWN, words=30)
    assert digest.sentences
    assert "general" in digest.warnings[0]
    assert as_object(digest)["warnings"] == list(digest.warnings)


@given(st.lists(st.text(max_size=200), max_size=5))
def test_selected_sentences_are_in_the_texts_whatever_these_are(texts):
    digest = digest_texts(texts, QUESTION, sweeps=5)
    for excerpt in excerpts(digest, "document"):
        for sentence in excerpt.sentences:
            assert texts[excerpt.index][sentence.start : sentence.end] == sentence.text


def test_lone_surrogates_in_a_text_are_not_changed():
    text = "A lone \ud800 stands here in the shadow of the moon."
    digest = digest_texts([text], "moon")
    assert digest.sentences[0].text == text


@pytest.mark.parametrize(
    ("adapter", "library", "extra"),
    [
        ("haystack", "haystack", "haystack"),
        ("langchain", "langchain_core", "langchain"),
        ("llama_index", "llama_index", "llama-index"),
        ("mcp", "mcp", "mcp"),
    ],
)
def test_a_missing_library_is_named_with_the_extra_that_installs_it(adapter, library, extra):
    program = (
        f"import sys; sys.modules[{library!r}] = None\n"
        f"try:\n    import hyperdigest.adapters.{adapter}\n"
        "except ImportError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert f'pip install "hyperdigest[{extra}]"' in done.stdout
    assert not done.stderr


def test_the_error_has_the_name_of_the_missing_library():
    error = missing_extra(ModuleNotFoundError("No module named 'x'", name="x"), "some")
    assert error.name == "x"
    assert str(error) == (
        "hyperdigest for some needs the library x, which is not installed:"
        ' pip install "hyperdigest[some]"'
    )


def test_the_record_names_the_heading_above_a_sentence_if_there_is_one():
    texts = (PASSAGES[0], f"ADVICE TO DRIVERS\n\n{PASSAGES[1]}")
    digest = digest_texts(texts, QUESTION, words=60)
    told = [each for one in excerpts(digest, "document") for each in one.metadata["sentences"]]
    assert any(each["text"] == ANSWER for each in told)
    for each in told:
        expected = {"heading": "ADVICE TO DRIVERS"} if each["text"] in PASSAGES[1] else {}
        assert {name: each[name] for name in each.keys() & {"heading"}} == expected


STEPS = (
    "The pump is old.\n\nHow the filter of the pump is replaced:\n\n"
    "- Switch off the pump at the main switch.\n- Close the valve of the water.\n"
    "- Take the old filter of the pump out.\n"
)
LEAD_IN = "How the filter of the pump is replaced:"


def test_a_passage_has_the_context_of_its_sentences_once():
    how = {"words": 60, "prose_only": False, "order": "reading"}
    digest = digest_texts([STEPS], "How is the filter of the pump replaced?", context=True, **how)
    assert any(sentence.context for sentence in digest.sentences)
    [excerpt] = excerpts(digest, "document")
    lines = excerpt.text.split("\n")
    assert lines.count(LEAD_IN) == 1
    assert [text for text in lines if text not in (LEAD_IN, "[...]")] == [
        sentence.text for sentence in digest.sentences if sentence.text != LEAD_IN
    ]
    metadata = excerpt.metadata
    assert metadata["start"] == min(sentence.start for sentence in digest.sentences)
    assert metadata["words"] == digest.words
    alone = digest_texts([STEPS], "How is the filter of the pump replaced?", context=False, **how)
    assert not any(
        "context" in each for each in excerpts(alone, "document")[0].metadata["sentences"]
    )


def test_a_passage_has_the_numbers_of_steps():
    numbers, text = iter(("1.", "2.", "3.")), STEPS
    while "\n- " in text:
        text = text.replace("\n- ", f"\n{next(numbers)} ", 1)
    how = {"words": 60, "prose_only": False, "context": True, "order": "reading"}
    digest = digest_texts([text], "How is the filter of the pump replaced?", **how)
    [excerpt] = excerpts(digest, "document")
    assert excerpt.text == text[text.index(LEAD_IN) :].strip().replace("\n\n", "\n")


def test_code_in_a_passage_is_indented_as_in_its_text():
    code = "    for filter in filters:\n        filter.replace(pump)"
    text = f"The pump is old.\n\nThe filter of the pump is replaced by this::\n\n{code}\n"
    digest = digest_texts([text], "How is the filter of the pump replaced?", words=60)
    [excerpt] = excerpts(digest, "document")
    assert excerpt.text.endswith(f"replaced by this::\n{code}")


def test_a_passage_of_one_sentence_has_all_of_its_context():
    how = {"words": 60, "prose_only": False, "context": True, "order": "reading"}
    digest = digest_texts([STEPS], "How is the filter of the pump replaced?", **how)
    for sentence, excerpt in zip(digest.sentences, excerpts(digest, "sentence"), strict=True):
        expected = [part.text for part in sentence.context] + [sentence.text]
        assert [text for text in excerpt.text.split("\n") if text != "[...]"] == expected
        assert (excerpt.metadata["start"], excerpt.metadata["end"]) == (
            sentence.start,
            sentence.end,
        )
        [shown] = excerpt.metadata["sentences"]
        assert [each["text"] for each in shown.get("context", [])] == expected[:-1]
        gap = len(sentence.context) == 1 and not sentence.text.startswith("Switch")
        assert ("[...]" in excerpt.text) == gap
