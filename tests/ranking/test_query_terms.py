import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import OptionError
from hyperdigest.options import Options
from hyperdigest.question import check_text
from hyperdigest.ranking.terms import NO_KNOWN_WORD, asking_terms, question_terms
from hyperdigest.split import LANGUAGES, Analyzer
from hyperdigest.split.languages import analyzer_of

NUMBERS = {term: n for n, term in enumerate(["bridg", "close", "describ", "river", "1462"])}


def weights(question, asking_weight=1.0, language="en"):
    options = Options.preset("paper", asking_weight=asking_weight)
    found, warnings = question_terms(question, NUMBERS, (language,), options)
    assert found.shape == (len(NUMBERS),)
    return {term: found[n] for term, n in NUMBERS.items() if found[n]}, warnings


def test_words_are_stemmed_and_counted():
    found, warnings = weights("Why did they close the bridges? Was the BRIDGE built in 1462?")
    assert found == {"close": 1, "bridg": 2, "1462": 1}
    assert warnings == []


def test_interrogative_words_count_less():
    assert weights("Describe the river", 0.2) == ({"describ": 0.2, "river": 1}, [])
    assert weights("Describe the river", 1.0) == ({"describ": 1, "river": 1}, [])


def test_words_that_only_ask_of_a_text_count_in_a_question_how_to_do_something():
    numbers = {"plot": 0, "set": 1, "import": 2, "river": 3}

    def found(question):
        return question_terms(question, numbers, ("en",), Options())[0].tolist()

    assert found("What is the plot of the river story?") == [0.2, 0, 0, 1]
    assert found("How do I plot a river?") == [1, 0, 0, 1]
    assert found("Which river is the setting?")[1] == 0.2
    assert min(found("Who set an import of the river?")[1:]) > 0.5


def test_interrogative_words_weigh_nothing_unless_documents_have_them():
    assert weights("Describe, please.", 0.2) == ({}, [NO_KNOWN_WORD])
    assert weights("Describe it!", 1.0)[0] == {"describ": 1}


@pytest.mark.parametrize("question", ["the of and", "zebras", "?!", "Describe zebras"])
def test_a_question_of_unknown_words_has_zero_weights_and_a_warning(question):
    assert weights(question, 0.2) == ({}, [NO_KNOWN_WORD])


@pytest.mark.parametrize("question", ["", "  ", "\n\t\u2003"])
def test_an_empty_question_is_refused(question):
    with pytest.raises(OptionError, match="the question is empty") as error:
        weights(question)
    assert "\n" not in str(error.value)


@given(st.text(min_size=1).filter(str.strip), st.sampled_from([0.2, 1.0]))
def test_any_question_has_weights_or_a_warning(question, asking_weight):
    found, warnings = weights(question, asking_weight)
    foreign = bool(warnings) and warnings[0].startswith("the question seems to be in ")
    assert found or warnings[foreign:] == [NO_KNOWN_WORD]
    assert all(weight > 0 for weight in found.values())
    assert len(warnings) <= 1 + foreign


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_interrogative_words_are_terms_of_their_language(language):
    analyzer = Analyzer(language)
    assert "" not in asking_terms(language)
    known = asking_terms(language).keys()
    assert language != "en" or {analyzer.term("describing"), "summari"} <= known


@pytest.mark.parametrize("question", [None, 5, b"bytes"])
def test_a_question_that_is_no_text_is_refused_in_one_line(question):
    with pytest.raises(OptionError, match=r"the question is .*: give a text"):
        check_text(question)


JOINED = {"queuedepthlimit": 0, "timeout": 1, "limit": 2, "apart": 3, "part": 4}


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What is the queue depth limit?", {"queuedepthlimit", "limit"}),
        ("When does a time out happen?", {"timeout"}),
        ("Is a part missing?", {"part"}),
        ("What limit is there?", {"limit"}),
        ("queue the depth limit", {"limit"}),
    ],
)
def test_words_that_the_documents_write_as_one_with_others_are_found(question, found):
    weights, warnings = question_terms(question, JOINED, ["en"], Options())
    assert {term for term, number in JOINED.items() if weights[number]} == found
    assert warnings == []


def test_a_word_that_the_documents_have_is_not_joined_with_others():
    numbers = {"file": 0, "name": 1, "filenam": 2}
    weights, _ = question_terms("Is it the file name?", numbers, ["en"], Options())
    assert weights.tolist() == [1, 1, 0]


@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("en", "Which river comes by the mill?", {"river": 0.8, "come": 0.8, "mill": 1}),
        ("en", "The river comes by which mill?", {"river": 1, "come": 0.8, "mill": 0.8}),
        ("de", "Welcher Fluss kam an der Mühle vorbei?", {"fluss": 0.8, "muhl": 1}),
        ("de", "Welche Straße hat das Tor?", {"strass": 0.8, "tor": 1}),
        ("en", "Which “river” has a mill?", {"river": 0.8, "mill": 1}),
        ("en", "What limit comes?", {"limit": 0.8, "come": 0.8}),
    ],
)
def test_what_says_little_weighs_less(language, question, expected):
    term = analyzer_of(language).term
    numbers = {term(word): number for number, word in enumerate(expected)}
    weights, _ = question_terms(question, numbers, [language], Options())
    assert weights.tolist() == list(expected.values())
    plain, _ = question_terms(question, numbers, [language], Options.preset("paper"))
    assert plain.tolist() == [1] * len(expected)
