"""The languages of texts, documents and questions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperdigest import Document
from hyperdigest.split import LANGUAGES, Analyzer, count_languages, languages_of
from hyperdigest.split.languages import language_of, language_of_question, name_of
from languages_made import SENTENCES, text_in


def languages(*texts, default=""):
    documents = [Document(str(n), str(n), text) for n, text in enumerate(texts)]
    return languages_of(documents, default)


@pytest.mark.parametrize("language", SENTENCES)
def test_the_language_of_a_paragraph_is_identified(language):
    assert language_of(text_in(language)) == language
    assert language_of(text_in(language).upper()) == language


@pytest.mark.parametrize("language", SENTENCES)
def test_the_language_of_a_sentence_is_identified(language):
    found = [language_of(sentence) for sentence in SENTENCES[language]]
    assert set(found) <= {language, ""}
    assert found.count(language) >= 3


@pytest.mark.parametrize(
    "text", ["", " ", "12.5 – 1990", "Bonn", "OK. Yes.", "https://example.org/die/bruecke", "😀",
             "ძველი ხიდი აშენდა სოფლის დურგლების მიერ.", "\ud800\x00"],
)  # fmt: skip
def test_numbers_and_few_words_have_no_language(text):
    assert language_of(text) == ""


@settings(max_examples=100)
@given(st.text(max_size=300))
def test_any_text_has_a_supported_language_or_none(text):
    assert language_of(text) in {"", *LANGUAGES}
    assert language_of(text) == language_of(text)


def test_the_language_is_identified_despite_broken_characters():
    assert language_of("Le vieux pont a \udce9t\udce9 construit par des charpentiers.") == "fr"


def test_numbers_and_unknown_scripts_get_the_language_of_most_documents():
    german = text_in("de")
    assert languages(german, "1 2 3", german, "ძველი ხიდი აშენდა.") == ("de",) * 4
    assert languages("1 2 3", "") == ("en", "en")
    assert languages("1 2 3", "", default="ru") == ("ru", "ru")
    assert languages() == ()


def test_documents_keep_their_own_language():
    found = languages(text_in("en"), text_in("de"), text_in("zh"), text_in("en"))
    assert found == ("en", "de", "zh", "en")
    assert count_languages(found) == {"en": 2, "de": 1, "zh": 1}
    assert list(count_languages(found)) == ["en", "de", "zh"]


def test_a_short_document_keeps_its_language_if_its_stop_words_are_of_it():
    short = "Das Hochwasser im Frühling riss zwei Pfeiler fort."
    assert languages(short, text_in("en"))[0] == "de"
    assert languages(short, *[text_in("en")] * 40)[0] == "de"
    assert languages(text_in("de"), *[text_in("en")] * 40)[0] == "de"


def test_an_entry_of_a_glossary_gets_the_language_of_most_documents():
    entry = "Cantilever: ES: ménsula, I: mensola, F: porte-à-faux, D: Kragträger, NL: uitkraging."
    assert languages(entry)[0] != "en"
    assert languages(entry, *[text_in("en")] * 40)[0] == "en"


def test_the_language_of_a_long_document_is_that_of_samples_from_all_its_parts():
    licence = "Permission is hereby granted to anybody who wants to read this. " * 12
    assert languages(licence + text_in("de") * 20) == ("de",)


def known(language):
    return set(Analyzer(language).terms(text_in(language)))


@pytest.mark.parametrize(
    ("question", "collection", "expected"),
    [
        ("How long did the repair take?", ["en"], ("en", True)),
        ("Wie lange dauerte die Reparatur der Anlage?", ["en"], ("de", False)),
        ("Wie lange dauerte die Reparatur der Anlage?", ["en", "de"], ("de", True)),
        ("修理花了多长时间？", ["en"], ("zh", False)),
        ("修理花了多长时间？", ["en", "zh"], ("zh", True)),
        ("東京大橋修理", ["ja"], ("ja", True)),
        ("zebra quantum", ["en"], ("en", True)),
        ("bridge pillars flood", ["en"], ("en", True)),
        ("1894?", ["de"], ("de", True)),
        ("How was the old bridge repaired?", ["ru"], ("en", False)),
        ("Кто построил старый мост?", ["ru"], ("ru", True)),
        ("Was bedeutet die Flood der Bridge in der Region?", ["en"], ("de", False)),
        ("Wie groß ist die Bridge?", ["en"], ("de", False)),
        ("¿Qué es la flood?", ["en"], ("es", False)),
        ("Comment réparer les pillars de la bridge ?", ["en"], ("fr", False)),
        ("How old is the bridge in the village?", ["de"], ("en", False)),
        ("Was the bridge die cast?", ["en"], ("en", True)),
        ("Die flood?", ["en"], ("en", True)),
        ("bridge de facto", ["en"], ("en", True)),
        ("What did the pont des arts cost in the flood?", ["en"], ("en", True)),
    ],
)
def test_the_language_of_a_question_is_identified(question, collection, expected):
    terms = dict.fromkeys(set().union(*map(known, collection)), 0)
    assert language_of_question(question, collection, terms) == expected


def test_languages_have_names():
    assert [name_of(code) for code in ("en", "de", "zh", "no")] == [
        "English", "German", "Chinese", "Norwegian"
    ]  # fmt: skip
    assert all(name_of(code)[0].isupper() for code in LANGUAGES)
