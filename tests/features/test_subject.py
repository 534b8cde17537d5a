"""Sentences that begin with what a short question is about, compared with a plain reading."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection, Document, Options
from hyperdigest.features.subject import (
    OTHER_TERMS,
    SUBJECT_FACTOR,
    beginning_with,
    favour_subjects,
)
from hyperdigest.question import Question
from hyperdigest.ranking.rank import rank

YARD = [
    "The anchor was lifted by a capstan of oak and iron.",
    "Four men turned the capstan, and a capstan needs grease.",
    "A capstan is a drum that winds a rope.",
    "The tide fell before the rope was dry.",
]


def fitted(*texts, language="en"):
    documents = [Document(f"{n}", f"{n}", text) for n, text in enumerate(texts)]
    return Collection.of(documents, language=language).fit(Options(sweeps=5, samples=1))


def ratios(model, question):
    asked = Question.of(question)
    before = rank(model, asked, model.options)
    after = favour_subjects(before, model, asked, model.options)
    assert after.relevance.sum() == pytest.approx(1)
    assert after.value.sum() == pytest.approx(1)
    return after.relevance / before.relevance


def test_what_a_thing_is_leads():
    digest = fitted(" ".join(YARD)).digest("What is a capstan?", words=30)
    assert digest.sentences[0].text == YARD[2]


def test_what_explains_a_term_gains_like_the_term():
    turns, dries = "Turns the rope.", "Ropes of the mill get dry with -v."
    model = fitted(f"OPTIONS\n\n-v, --invert\n    {turns}\n\n-k\n    {dries}\n")
    ratio = ratios(model, "What does -v do?")
    of = {model.collection.text(n): gain for n, gain in enumerate(ratio)}
    assert of[turns] == of["-v, --invert"] > of[dries]


def test_what_stands_in_quotation_marks_is_the_subject_of_a_longer_question():
    model = fitted(*YARD)
    asked = "What does “capstan” mean in the yard of the harbour, where the tide is high?"
    assert ratios(model, asked).argmax() == YARD.index("A capstan is a drum that winds a rope.")
    np.testing.assert_allclose(ratios(model, asked.replace("“", "").replace("”", "")), 1)


def test_only_sentences_that_begin_with_the_subject_are_more_relevant():
    model = fitted(" ".join(YARD))
    ratio = ratios(model, "What is a capstan?")
    texts = [model.collection.text(n) for n in range(len(ratio))]
    raised = texts.index(YARD[2])
    assert np.unique(np.delete(ratio, raised).round(12)).size == 1
    assert ratio[raised] == pytest.approx(SUBJECT_FACTOR * np.delete(ratio, raised)[0])


def test_code_has_no_subject():
    asked, other = "A winch has two scopes.", "winch.scope = 2"
    model = fitted(f"{asked}\n\nThe scope is set so:\n\n    {other}\n    rope()\n")
    ratio = ratios(model, "What scopes can a winch have?")
    of = {model.collection.text(n).splitlines()[0]: gain for n, gain in enumerate(ratio)}
    assert of[asked] > of[other] == pytest.approx(of["The scope is set so:"])


@pytest.mark.parametrize(
    "question", ["What do four men, the tide, oak and iron do?", "What is a windlass?", "What?"]
)
def test_longer_questions_and_unknown_subjects_change_nothing(question):
    model, asked = fitted(" ".join(YARD)), Question.of(question)
    before = rank(model, asked, model.options)
    assert favour_subjects(before, model, asked, model.options) is before


def test_of_a_question_about_an_option_the_program_alone_is_not_the_subject():
    program, deletes = "Moor holds the ship at the quay.", "Delete the rope after use."
    model = fitted(f"{program}\n\nOPTIONS\n\n-d\n    {deletes}\n\n-k\n    Keep the rope dry.\n")
    question = "What does moor -d do?"
    of = {model.collection.text(n): gain for n, gain in enumerate(ratios(model, question))}
    assert of[deletes] == pytest.approx(of["-d"])
    assert of["-d"] > of[program]
    assert model.digest(question, words=12).sentences[0].text == deletes


@pytest.mark.parametrize("item", ["{}: {}", "`{}` {}", "-f, {} {}"])
def test_an_item_that_begins_with_an_option_explains_it(item):
    fast, dry = item.format("--fast", "leave the sails up"), "-d keep it dry, unlike `--fast`"
    model = fitted(f"The ferry knows these options:\n\n- {fast}\n- {dry}\n\nIt is fast.\n")
    of = {model.collection.text(n): gain for n, gain in enumerate(ratios(model, "--fast?"))}
    assert of[fast] == pytest.approx(SUBJECT_FACTOR * of[dry])
    assert of[dry] == pytest.approx(of["It is fast."])


def test_of_two_words_one_may_name_what_the_other_has():
    winds = "Wind the rope so often before it is cut."
    page = f"Winch winds ropes.\n\nOPTIONS\n\nwind count\n    {winds}\n\nrest\n    Rest by night.\n"
    ratio = ratios(model := fitted(page), "What does wind do in winch?")
    of = {model.collection.text(n): gain for n, gain in enumerate(ratio)}
    assert of[winds] == pytest.approx(of["wind count"])
    assert of["wind count"] > of["Rest by night."]


def test_a_question_how_to_do_something_has_no_subject():
    locked = "A user whose account is locked is not let in."
    model = fitted(f"{locked} Give the command to lock it. Others may go on.")
    asked = Question.of("How do I lock a user's account?")
    before = rank(model, asked, model.options)
    assert favour_subjects(before, model, asked, model.options) is before


def test_a_language_without_spaces_has_subjects_too():
    model = fitted("船用绞盘起锚。绞盘是卷绳的鼓。绳子干了。", language="zh")
    ratio = ratios(model, "什么是绞盘？")
    texts = [model.collection.text(n) for n in range(len(ratio))]
    assert ratio[texts.index("绞盘是卷绳的鼓。")] == ratio.max() > ratio.min()


WORDS = ["pump", "mill", "tide", "lamp", "rope"]
SENTENCES = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), min_size=1, max_size=6
)


@given(SENTENCES, st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True))
def test_sentences_begin_with_all_words(sentences, asked):
    model = fitted(" ".join(f"The {' '.join(words)} came." for words in sentences))
    split, numbers = model.collection.split, model.collection.term_numbers
    words = [[numbers[word]] if word in numbers else [] for word in asked]
    expected = []
    for number in range(len(split.sentences)):
        terms = split.terms[split.sentence_of == number].tolist()
        first = set(terms[: len(words) + OTHER_TERMS])
        if all(first.intersection(terms) for terms in words):
            expected.append(number)
    assert beginning_with(words, model).tolist() == expected
