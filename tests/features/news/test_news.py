"""Which documents are new, what only they say, and which topics they opened."""

import os
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.answer.document_dates import date_warnings
from hyperdigest.constraints import Constraints
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.features.news.novelty import topic_novelty
from hyperdigest.features.news.scope import new_documents
from hyperdigest.features.news.words import new_words
from strategies import SEEDS, random_hypergraph


def document(name, path="", **known):
    return Document(name, path or name, "The mill is old.", **known)


def new_among(documents, **wishes):
    news = new_documents(documents, Constraints(**wishes))
    return [d.name for d, new in zip(documents, news.new, strict=True) if new]


DATED = [
    document("a", date="2026-11-01"),
    document("b", date="2026-10-31"),
    document("c", date="2026-11"),
    document("d", date="2026"),
    document("e", modified="2026-11-02"),
    document("f", date="last week", modified="2026-01-01"),
    document("g"),
]


@pytest.mark.parametrize(
    ("since", "names"),
    [
        ("2026-11-01", "acd"),
        ("2026-11-02", "cd"),
        ("2026-11", "acd"),
        ("2026", "abcd"),
        ("2027", ""),
    ],
)
def test_documents_are_new_by_their_date_else_by_that_of_their_file(since, names):
    assert new_among(DATED, new_since=since) == list(names)


DAYS = st.dates(date(2020, 1, 1), date(2030, 12, 31))


@given(DAYS, st.sampled_from([4, 7, 10]), DAYS, st.sampled_from([4, 7, 10]))
def test_a_date_counts_where_one_of_its_days_may_be_as_late(day, known, since, asked):
    said, wanted = day.isoformat()[:known], since.isoformat()[:asked]
    earliest = date.fromisoformat((wanted + "-01-01")[:10])
    days = (day + timedelta(days=n) for n in range(-366, 367))
    of_it = [each for each in days if each.isoformat().startswith(said)]
    new = new_among([document("a", date=said)], new_since=wanted)
    assert bool(new) == any(each >= earliest for each in of_it)


def test_warnings_count_the_documents_whose_dates_leave_open_whether_they_are_new():
    news = new_documents(DATED, Constraints(new_since="2026-11-02"))
    told = " ".join(news.warnings)
    assert date_warnings(DATED) == [
        "2 documents state no date and have the date on which the file was changed: e, f"
    ]
    unsure = "2 documents without the day of the date may be new, and count as new: "
    assert f"{unsure}c (2026-11), d (2026)" in told
    assert "3 documents state no date and count as known: e, f, g; name those" in told
    assert news.new.sum() == 2


def test_the_dates_of_files_count_if_no_document_states_one():
    news = new_documents(DATED[4:], Constraints(new_since="2026-11-02"))
    assert news.new.tolist() == [True, False, False]
    assert news.warnings == (
        "1 document states no date and counts as known: g; name those that are new (--new PATH, in"
        " programs `new`)",
    )


def test_a_document_that_states_no_date_is_new_if_it_is_named():
    news = new_documents(DATED, Constraints(new_since="2026-11-02", new=("g", "f")))
    assert [d.name for d, new in zip(DATED, news.new, strict=True) if new] == list("cdfg")
    assert any("1 document states no date and counts as known: e;" in w for w in news.warnings)


def test_a_warning_names_documents_dated_later_than_their_files():
    [warning] = date_warnings([document("a", date="2099-01-01", modified="2026-11-02"), DATED[1]])
    assert "dated in the future" in warning and "a (2099-01-01)" in warning


def test_if_no_document_is_new_the_reason_is_given():
    news = new_documents(DATED, Constraints(new_since="2099"))
    assert not news.new.any()
    assert (
        "no document is dated 2099 or later; the last one is dated 2026-11-01" in news.nothing_new
    )


@pytest.mark.parametrize("names", [("zebra", "nix"), ("week4",), ("[",)])
def test_names_of_no_document_are_a_mistake(names):
    with pytest.raises(OptionError) as told:
        new_documents([*DATED, *FILES], Constraints(new=names))
    assert f"no document is called {names[0]}: give a name, file, folder or pattern" in str(
        told.value
    )


def test_without_dates_no_document_is_new():
    news = new_documents([document("a"), document("b")], Constraints(new_since="2026"))
    assert "no document has a date" in news.nothing_new
    assert not news.warnings


def test_if_all_documents_are_new_nothing_is_known():
    news = new_documents(DATED[:2], Constraints(new_since="1999"))
    assert news.new.all()
    assert not news.nothing_new
    assert "all 2 documents are new: none is known" in news.warnings[-1]


FILES = [
    document("week47/a.txt", "notes/week47/a.txt"),
    document("week48/a.txt", "notes/week48/a.txt"),
    document("week48/b.txt", "notes/week48/b.txt"),
    document("week480.txt", "notes/week480.txt"),
    document("-", "-"),
]


@pytest.mark.parametrize(
    ("path", "numbers"),
    [
        ("week48/a.txt", [1]),
        ("notes/week48/a.txt", [1]),
        ("./notes//week48/a.txt", [1]),
        ("week48", [1, 2]),
        ("notes/week48/", [1, 2]),
        ("*/b.txt", [2]),
        ("week4*", [0, 1, 2, 3]),
        ("notes/week4?/a.txt", [0, 1]),
        ("-", [4]),
    ],
)
def test_new_documents_are_named_by_name_file_folder_or_pattern(path, numbers):
    assert new_among(FILES, new=(path,)) == [FILES[number].name for number in numbers]


def test_a_whole_path_names_what_a_relative_one_does(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert new_among(FILES, new=(f"{tmp_path}{os.sep}notes/week47",)) == ["week47/a.txt"]
    whole = [document("a.txt", str(tmp_path / "notes" / "a.txt"))]
    assert new_among(whole, new=("notes",)) == ["a.txt"]


def test_a_document_is_new_by_its_name_or_by_its_date():
    assert new_among(DATED, new_since="2026-11-01", new=("b", "nix")) == list("abcd")
    news = new_documents(DATED, Constraints(new_since="2026-11-01", new=("b", "nix")))
    assert sum("no document is called nix" in told for told in news.warnings) == 1


@given(SEEDS, st.integers(0, 2**16))
def test_topics_are_new_by_their_share_in_new_sentences(seed, bits):
    graph = random_hypergraph(np.random.default_rng(seed))
    new = np.array([bool(bits >> i & 1) for i in range(graph.n_sentences)])
    found = topic_novelty(graph, new)
    assert ((found >= 0) & (found <= 1 + 1e-9)).all()
    if new.all() or not new.any():
        assert not found.any()
        return
    psi, chances = graph.membership.toarray(), graph.edge_given_sentence.toarray()
    usual = new.sum() / len(new)
    for i in range(len(new)):
        total = 0.0
        for e in range(len(psi)):
            share = psi[e][new].sum()
            total += chances[i, e] * max(0.0, share - usual) / (1 - usual)
        assert found[i] == pytest.approx(total, abs=1e-9)


def ranked(*terms):
    places = {term: len(terms) - n for n, term in enumerate(terms)}
    return lambda term: places.get(term, 0.0)


def test_new_words_are_listed_as_written_in_the_order_of_the_sentence():
    text = "In Honshu, a quake of 7.4 (the third since March) shook the towns; they shook again."
    found = new_words(text, "en", ranked("7.4", "honshu", "quak", "march", "town", "shook"))
    assert found == ("Honshu", "quake", "7.4", "March", "towns")


def test_function_words_addresses_and_repetitions_are_not_new():
    text = f"They began to bring bread, Bread and www.{'x' * 60}.org."
    rank = ranked("began", "bring", "bread", "www", "x" * 60, "org")
    assert new_words(text, "en", rank) == ("bread",)


def test_another_number_is_new_even_if_written_in_words():
    text = "The council asked for five million euros and for two boats."
    assert new_words(text, "en", ranked("five", "asked")) == ("five",)


def test_in_languages_without_spaces_new_letters_are_joined():
    assert new_words("东京发生地震。", "zh", ranked("地震", "东京")) == ("东京", "地震")


@given(st.text(max_size=60), st.sampled_from(["en", "zh", "ja", "th", "de"]))
def test_new_words_stand_in_any_sentence(text, language):
    for word in new_words(text, language, lambda term: 1.0):
        assert word in text
