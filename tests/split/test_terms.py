"""Terms: tokens, stop words, stems and languages."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from hyperdigest.errors import OptionError
from hyperdigest.split import LANGUAGES, Analyzer
from hyperdigest.split.scripts import stop_words
from hyperdigest.split.terms import tokens


def test_won_is_a_word_to_ask_for_and_no_english_stop_word():
    words = stop_words("en")
    assert len(words) == 152
    assert "won" not in words
    assert {"i", "don", "shouldn", "wouldn", "ma", "s", "t"} <= words
    assert not any("'" in word for word in words)


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("ties", "ti"), ("cats", "cat"),
        ("feed", "feed"), ("agreed", "agre"), ("plastered", "plaster"), ("motoring", "motor"),
        ("conflated", "conflat"), ("hopping", "hop"), ("filing", "file"), ("happy", "happi"),
        ("relational", "relat"), ("digitizer", "digit"), ("hopefulness", "hope"),
        ("formalize", "formal"), ("electricity", "electr"), ("adjustment", "adjust"),
        ("probate", "probat"), ("controlling", "control"), ("sky", "sky"),
    ],
)  # fmt: skip
def test_stems_equal_those_of_porter(word, stem):
    assert Analyzer().terms(word) == [stem]


def test_what_is_founded_is_not_found():
    term = Analyzer("en").term
    assert term("founded") == term("founding") != term("found")


def test_terms_are_lower_case_without_stop_words():
    text = "The U.S. didn't re-open 2 Bridges; it's Ann's 1,200th!"
    assert Analyzer().terms(text) == ["u", "open", "2", "bridg", "ann", "1,200th"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("well-known don’t_x", ["well", "known", "don", "t", "x"]),
        ("CO₂ naïve STRASSE", ["co₂", "naïve", "strasse"]),
        ("cafe\u0301 re\u0301sume\u0301", ["cafe\u0301", "re\u0301sume\u0301"]),
        ("हिन्दी भाषा।", ["हिन्दी", "भाषा"]),
        ("كِتاب، قلم", ["كِتاب", "قلم"]),
        ("soft\xadhyphen", ["softhyphen"]),
        ("می\u200cشود", ["می\u200cشود"]),
        ("İstanbul", ["i\u0307stanbul"]),
        ("1,015,078 of 12.5% in 3.4.1990, 2,", ["1,015,078", "of", "12.5", "in", "3.4.1990", "2"]),
        ("3rd covid19 covid19.5 1.a .5 7.", ["3rd", "covid19", "covid19", "5", "1", "a", "5", "7"]),
        ("हिन्दी 1,000", ["हिन्दी", "1,000"]),
        ("😀 -- \x00 \ud800", []),
        ("", []),
    ],
)
def test_text_is_divided_into_tokens(text, expected):
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "Die Häuser und die Brücken", ["haus", "bruck"]),
        ("fr", "C'est l'histoire des continuations", ["histoir", "continu"]),
        ("es", "Las casas y los puentes de la ciudad", ["cas", "puent", "ciud"]),
        ("ru", "и дома, и мосты", ["дом", "мост"]),
    ],
)
def test_words_of_other_languages_are_stemmed(language, text, expected):
    assert Analyzer(language).terms(text) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_stop_words_and_a_stemmer(language):
    words = stop_words(language)
    assert len(words) > 25
    analyzer = Analyzer(language)
    for word in words:
        *ideographs, whole = tokens(word)
        assert whole == word
        assert set(ideographs) <= set(word)
        assert set(analyzer.terms(word)) <= set(ideographs)
    assert language in ("ja", "zh") or analyzer.terms(" ".join(sorted(words))) == []
    assert Analyzer(language).terms("zebra") != []


@pytest.mark.parametrize("language", ["xx", "", "EN", "english", "../en"])
def test_an_unknown_language_is_refused(language):
    with pytest.raises(OptionError, match=r"choose one of ar, .*, vi, zh$"):
        Analyzer(language)


def test_very_long_words_are_not_stemmed():
    word = "running" * 30_000
    assert Analyzer().terms(word) == [word]


@pytest.mark.parametrize(
    ("language", "words"),
    [("lt", "aš ir dėl jūs"), ("tr", "şey nasıl mı altı"), ("no", "før først")],
)
def test_stop_words_are_in_the_script_of_their_language(language, words):
    assert Analyzer(language).terms(words) == []


def test_an_exponent_is_a_token_of_its_own():
    assert tokens("Colorado 300² weighs 10⁻³ kg, on 5 km² of X¹².") == (
        ["colorado", "300", "2", "weighs", "10", "3", "kg", "on", "5", "km", "2", "of", "x", "12"]
    )


def test_threads_that_share_an_analyzer_get_the_stems_that_one_alone_gets():
    stems = "relat", "nation", "organ", "gener", "continu"
    endings = "ional", "ization", "ising", "ously", "fulness", "ations", "ivities", "ically"
    words = [stem + "a" * n + ending for stem in stems for n in range(20) for ending in endings]
    alone = list(map(Analyzer("en").term, words))
    shared, before = Analyzer("en"), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(list, map(shared.term, words[n:] + words[:n])) for n in range(8)]
            found = [each.result() for each in asked]
    finally:
        sys.setswitchinterval(before)
    for n, each in enumerate(found):
        assert each == alone[n:] + alone[:n]
