from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection
from hyperdigest.documents import FORMS, SENTENCE_KINDS, Document, Place, Sentences
from hyperdigest.documents.quotable import may_be_quoted
from hyperdigest.read.html.reader import read_html

ROWS = st.lists(
    st.tuples(st.integers(1, 12), st.sampled_from(FORMS), st.integers(0, 5)), min_size=1
)


def sentences_of(rows):
    """Sentences of (words, form, text); equal texts repeat."""
    n, said = len(rows), [text for *_, text in rows]
    column = np.zeros(n, np.int32)
    return Sentences(
        document=column,
        start=column,
        end=column,
        words=np.array([words for words, *_ in rows], np.int32),
        form=np.array([FORMS.index(form) for _, form, _ in rows], np.uint8),
        text_hash=np.array(said, np.uint64),
        kind=column.astype(np.uint8),
        **dict.fromkeys(("context", "list_number", "ordinal", "of"), column),
    )


@given(ROWS, st.integers(1, 12))
def test_with_any_form_length_alone_counts(rows, shortest):
    eligible = may_be_quoted(sentences_of(rows), shortest, any_form=True)
    assert eligible.tolist() == [words >= shortest for words, *_ in rows]


@given(ROWS, st.integers(1, 12))
def test_prose_only_takes_the_first_long_enough_prose_of_each_text(rows, shortest):
    eligible = may_be_quoted(sentences_of(rows), shortest, prose_only=True)
    said, expected = set(), []
    for words, form, text in rows:
        fit = words >= shortest and form in ("prose", "incomplete") and text not in said
        said |= {text} if fit else set()
        expected.append(fit)
    assert eligible.tolist() == expected


def test_every_form_but_prose_and_what_may_be_incomplete_is_left_out():
    rows = [(20, form, n) for n, form in enumerate(FORMS)]
    eligible = may_be_quoted(sentences_of(rows), 8, prose_only=True)
    assert [FORMS[n] for n in np.flatnonzero(eligible)] == ["prose", "incomplete"]


def test_prose_that_says_what_a_heading_says_may_be_picked():
    rows = [(9, "heading", 0), (9, "prose", 0), (9, "prose", 0)]
    eligible = may_be_quoted(sentences_of(rows), 8, prose_only=True)
    assert eligible.tolist() == [False, True, False]


def test_parts_of_lists_count_however_short_and_again_after_another_context():
    sentences = replace(
        sentences_of([(6, "stub", 0), (1, "table", 1), (6, "stub", 2), (1, "table", 1)] * 2),
        kind=np.array([0, SENTENCE_KINDS.index("row")] * 4, np.uint8),
        context=np.array([0, 1] * 4, np.int32),
    )
    assert np.flatnonzero(may_be_quoted(sentences, 5)).tolist() == [1, 3]
    assert not may_be_quoted(sentences, 5, prose_only=True).any()


def test_an_item_of_a_word_or_two_needs_a_context():
    sentences = replace(
        sentences_of([(2, "stub", n) for n in range(2)] + [(3, "stub", 2), (1, "stub", 3)]),
        kind=np.array([SENTENCE_KINDS.index(kind) for kind in ("item", "item", "item", "step")]),
        context=np.array([0, 1, 0, 0], np.int32),
    )
    assert np.flatnonzero(may_be_quoted(sentences, 5)).tolist() == [1, 2, 3]


@pytest.mark.parametrize(("items", "picked"), [((0, 1, 2, 3), [2, 3, 4, 5]), ((0, 1, 2), [4])])
def test_items_with_the_words_of_headings_are_left_out_if_most_of_their_list_are(items, picked):
    headings = [(3, "heading", 0), (3, "heading", 1)]
    sentences = sentences_of(headings + [(3, "stub", n) for n in items])
    in_list = np.array([0, 0] + [1] * len(items))
    kind = SENTENCE_KINDS.index("item") * in_list
    sentences = replace(sentences, kind=kind, list_number=in_list)
    assert np.flatnonzero(may_be_quoted(sentences, 5)).tolist() == picked


def test_the_words_of_a_heading_that_are_no_whole_sentence_are_not_quoted_again():
    forms = ["heading", "incomplete", "incomplete", "prose"]
    sentences = sentences_of([(6, form, number // 2) for number, form in enumerate(forms)])
    sentences = replace(sentences, text_hash=np.array([7, 7, 8, 7], np.uint64))
    assert np.flatnonzero(may_be_quoted(sentences, 5)).tolist() == [2, 3]


def test_contexts_are_the_nearest_sentences_first_and_at_most_two():
    sentences = replace(
        sentences_of([(5, "prose", n) for n in range(5)]),
        context=np.array([0, 1, 1, 1, 0], np.int32),
    )
    assert sentences.contexts().tolist() == [[-1, -1], [0, -1], [1, 0], [2, 1], [-1, -1]]


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        (["term", "prose", "prose", "prose"], [2, 0]),
        (["term", "prose", "prose", "prose", "prose"], [3, 0]),
        (["term", "term", "prose", "prose", "prose"], [3, 1, 0]),
        (["term", "term", "term", "prose"], [2, 1, 0]),
        (["term"] * 5 + ["prose"], [4, 3, 2, 1]),
        (["prose", "term", "prose"], [1, 0]),
        (["prose", "prose", "term", "prose", "prose"], [3, 2]),
    ],
)
def test_a_sentence_that_leans_on_others_of_its_entry_is_quoted_after_all_its_terms(
    forms, expected
):
    sentences = replace(
        sentences_of([(5, form, n) for n, form in enumerate(forms)]),
        context=np.array([0] + [1] * (len(forms) - 1), np.int32),
    )
    assert [number for number in sentences.contexts()[-1].tolist() if number >= 0] == expected


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        (["header", "header", "header", "table"], [2, 1, 0]),
        (["header"] * 6 + ["table"], [5, 4, 3, 2]),
        (["prose", "header", "header", "table"], [2, 1]),
    ],
)
def test_a_row_is_quoted_after_the_header_rows_of_its_table(forms, expected):
    sentences = replace(
        sentences_of([(5, form, n) for n, form in enumerate(forms)]),
        context=np.array([0] + [1] * (len(forms) - 1), np.int32),
    )
    assert [number for number in sentences.contexts()[-1].tolist() if number >= 0] == expected


def test_a_long_chain_of_sentences_leads_to_the_term_above_it():
    sentences = sentences_of([(5, "term", 0), *((5, "prose", n) for n in range(1, 5_000))])
    sentences = replace(sentences, context=np.array([0] + [1] * 4_999, np.int32))
    assert sentences.contexts()[[1, 2, 3, 4_999]].tolist() == [[0, -1], [1, 0], [2, 0], [4_998, 0]]


def test_a_page_is_named_by_its_label_and_by_its_number_where_that_differs():
    document = Document("a.pdf", "a.pdf", "One. Two. Three. Four.", pages=(0, 5, 10, 17))
    labelled = replace(document, page_labels=("iii", "2", "", "1"))
    places = [(labelled.place(n), labelled.page(n), labelled.page_label(n)) for n in (0, 5, 10, 17)]
    assert places == [
        ("p. iii (1st)", 1, "iii"),
        ("p. 2", 2, "2"),
        ("p. 3", 3, ""),
        ("p. 1 (4th)", 4, "1"),
    ]
    assert (document.place(17), document.page_label(17)) == ("p. 4", None)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(end: str):
    text = end.join(["One.", "", "Three.", "Four."])
    document = Document("a.txt", "a.txt", text)
    places = [document.place(text.index(word)) for word in ("One", "Three", "Four")]
    assert places == ["line 1", "line 3", "line 4"]


def test_a_named_place_is_told_with_who_speaks_there():
    places = Place(0, "00:00:01"), Place(12, "00:00:09", "Anna Bell")
    document = Document("a.srt", "a.srt", "The ferry. It sank.", authors=("X",), places=places)
    assert [document.place(offset) for offset in (0, 11)] == ["00:00:01", "00:00:01"]
    assert document.place(12) == "00:00:09, Anna Bell"
    assert document.authors_at(3) == ("X",)
    assert document.authors_at(15) == ("Anna Bell",)


def test_what_stands_before_the_first_named_place_is_at_that_place():
    document = Document("a.csv", "a.csv", "\ufeffa", places=(Place(1, "row 2"),))
    assert document.place(0) == "row 2"


def test_the_same_words_below_another_term_are_another_sentence():
    said = "Opens the valve. This is useful in winter. It may be given many times."
    names = "-a, --air", "-b, --brine"
    terms = "".join(f"<dt>{name}</dt><dd>{said}</dd>" for name in names)
    page = read_html(f"<html><body><h1>Pump</h1><dl>{terms}</dl></body></html>".encode())
    document = Document("pump", "pump", page.text, format="html", blocks=page.blocks)
    collection = Collection.of([document], language="en")
    eligible = np.flatnonzero(may_be_quoted(collection.split.sentences, 3)).tolist()
    last = [number for number in eligible if "many times" in collection.text(number)]
    contexts = collection.split.sentences.contexts()
    assert [collection.text(contexts[number, 1]) for number in last] == list(names)
