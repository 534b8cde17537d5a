"""Invariants of the split of arbitrary texts, and the columns of a collection."""

import re
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperdigest.documents import FORMS, Block, Document
from hyperdigest.split import split, split_documents
from oracles.split import first_with_same_words, term_table

PIECES = [
    "The bridge", " is", " closed", ".", "!", "?", "...", " ", "  ", "\n", "\n\n", "\r\n", "\t",
    '"', "”", "(", ")", "[3]", "U.S.", "Dr. ", "p.m.", "e.g. ", "No. 5", "- ", "# ", "> ", "1. ",
    "| a |", "```", "---", "===", "Ann: ", "Tom: ", "http://x.org/a.b", "a@b.org", "<b>", "<li>",
    "&amp;", "**", "_", "[x](y)", "—", "•", "\x00", "\ufeff", "\ud800", "\u202e", "😀", "אב", "。",
    "é", "The", "a b c", "word", "12", "3.5",
]  # fmt: skip
patchwork = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
words = st.lists(
    st.sampled_from(
        ["the", "Bridge", "was", "old", "Trams", "run", "1,200.5", ".", "?", "\n", "\n\n"]
    ),
    max_size=40,
).map(" ".join)
any_text = patchwork | st.text(max_size=200)
formats = st.sampled_from(["text", "markdown"])


@settings(max_examples=400)
@given(any_text, formats)
def test_spans_are_ordered_trimmed_slices(text, format):
    document = Document("d", "d", text, format=format)
    spans = split(document)
    assert list(spans.start) == sorted(spans.start)
    assert all(spans.start[1:] >= spans.end[:-1])
    assert all(spans.start < spans.end)
    assert all(spans.form < len(FORMS))
    for start, end in zip(spans.start, spans.end, strict=True):
        sentence = text[start:end]
        assert sentence and sentence == sentence.strip()
    again = split(document)
    assert all(
        np.array_equal(getattr(spans, n), getattr(again, n)) for n in ("start", "end", "form")
    )


@settings(max_examples=200)
@given(words, formats)
def test_all_characters_of_prose_but_white_space_are_in_sentences(text, format):
    spans = split(Document("d", "d", text, format=format))
    sentences = "".join(text[start:end] for start, end in zip(spans.start, spans.end, strict=True))
    assert re.sub(r"\s", "", sentences) == re.sub(r"\s", "", text)


@settings(max_examples=200)
@given(st.lists(any_text, max_size=4), formats)
def test_columns_are_consistent(texts, format):
    documents = [Document(str(i), str(i), text, format=format) for i, text in enumerate(texts)]
    found = split_documents(documents)
    sentences = found.sentences
    n = len(sentences)
    assert all(len(getattr(sentences, field.name)) == n for field in fields(sentences))
    assert list(sentences.document) == sorted(sentences.document)
    assert list(np.unique(found.sentence_of)) == list(range(n))
    assert list(found.sentence_of) == sorted(found.sentence_of)
    first_met = list(dict.fromkeys(found.terms.tolist()))
    assert first_met == list(range(len(found.vocabulary)))
    assert found.terms.dtype == found.sentence_of.dtype == np.int32
    for i in range(n):
        text = texts[sentences.document[i]][sentences.start[i] : sentences.end[i]]
        cells = text.replace("|", " ") if text.startswith("|") else ""
        assert sentences.words[i] == max(len(text.split()), len(cells.split()))


@settings(max_examples=100)
@given(st.lists(words, max_size=4))
def test_columns_equal_those_of_the_oracle(texts):
    documents = [Document(str(i), str(i), text) for i, text in enumerate(texts)]
    found = split_documents(documents)
    sentences = found.sentences
    table = term_table(documents)
    assert [row[0] for row in table] == list(sentences.document)
    sentence_texts = [documents[d].text[a:b] for d, a, b in
            zip(sentences.document, sentences.start, sentences.end, strict=True)]  # fmt: skip
    assert [row[1] for row in table] == sentence_texts
    flat = [(i, term) for i, (_, _, terms) in enumerate(table) for term in terms]
    assert [i for i, _ in flat] == list(found.sentence_of)
    assert [term for _, term in flat] == [found.vocabulary[t] for t in found.terms]
    assert first_with_same_words(sentence_texts) == first_of_each(sentences.text_hash)


def first_of_each(column) -> list[int]:
    """For each value, the index of the first equal value."""
    _, first, group = np.unique(column, return_index=True, return_inverse=True)
    return first[group].tolist()


def test_equal_words_have_equal_hashes_whatever_case_and_punctuation():
    texts = [
        "The bridge is old. Trams run.",
        "Trams, run! THE BRIDGE IS OLD.",
        "The bridges are old.",
    ]
    found = split_documents([Document(t, t, t) for t in texts])
    assert first_of_each(found.sentences.text_hash) == [0, 1, 1, 0, 4]


@pytest.mark.parametrize(
    "one, other",
    [
        ("The lamp takes 5 mW at night.", "The lamp takes 5 MW at night."),
        ("It was -5 degrees in the shed.", "It was 5 degrees in the shed."),
        ("It was −5 °C in the shed.", "It was +5 °C in the shed."),
        ("The grain weighs 10⁻³ g.", "The grain weighs 10³ g."),
        ("The rent rose by 5% in May.", "The rent rose by $5 in May."),
        ("The tank holds < 40 litres.", "The tank holds > 40 litres."),
    ],
)
def test_numbers_of_other_signs_and_units_are_not_the_same_words(one, other):
    found = split_documents([Document(text, text, text) for text in (one, other)])
    assert first_of_each(found.sentences.text_hash) == [0, 1]


def test_sentences_without_a_term_are_left_out():
    found = split_documents([Document("d", "d", "It is so. The bridge is old. --- !")])
    assert found.vocabulary == ("bridg", "old")
    assert len(found.sentences) == 1


def test_markup_and_addresses_are_no_terms():
    text = (
        "See *the* [old bridge](http://example.org/trams 'x') and ![rust](rust.png) at"
        " <https://example.org/> now&nbsp;open.\n\n[1]: http://example.org/harbour\n"
    )
    found = split_documents([Document("d", "d", text, format="markdown")])
    assert found.vocabulary == ("see", "old", "bridg", "rust", "open")
    plain = split_documents(
        [Document("d", "d", "The <b>old</b> tram: https://example.org/bridge.")]
    )
    assert plain.vocabulary == ("old", "tram")


def test_given_blocks_of_a_document_are_used():
    text = "The bridge\nis old. Trams run.Rust"
    blocks = (Block(0, 10, "heading"), Block(11, 29), Block(29, 33, "table"))
    spans = split(Document("d", "d", text, format="html", blocks=blocks))
    assert [text[a:b] for a, b in zip(spans.start, spans.end, strict=True)] == [
        "The bridge", "is old.", "Trams run.", "Rust"
    ]  # fmt: skip
    assert [FORMS[form] for form in spans.form] == ["heading", "stub", "prose", "table"]


@pytest.mark.parametrize("texts", [[], [""], ["the of and"], ["\x00\x01", "\ud800", " \n "]])
def test_texts_without_terms_give_empty_columns(texts):
    found = split_documents([Document(str(i), str(i), text) for i, text in enumerate(texts)])
    assert len(found.sentences) == 0
    assert found.vocabulary == ()
    assert len(found.terms) == len(found.sentence_of) == 0


def test_progress_is_reported():
    steps = []
    documents = [Document("a", "a", "Trams run."), Document("b", "b", "Bridges rust.")]
    split_documents(documents, progress=lambda *step: steps.append(step))
    assert steps == [("split", 1, 2), ("split", 2, 2)]
