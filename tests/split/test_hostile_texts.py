"""Long texts that repeat one pattern are split within limits of memory, and as their parts are."""

import sys
from time import process_time

import pytest

from hyperdigest.base.isolation import IsolatedProcess, ProcessLimits
from hyperdigest.documents import Document
from hyperdigest.split.sentences import split
from hyperdigest.split.table import MOST_REPETITIONS, split_part

MEMORY = 640 << 20
"""Bytes of address space, of which the interpreter and the libraries need a third."""

PARTS = (
    "a-\n", "- a\n", "Dr. Mr. U.S. ", "x\n",
    "(", '"', ">", "|", "#", "`", "<", "&", "*", "_", "?! ",
    ". ", "a. ", "a\u0301", "\u0301", "- ", "> ", "=\n", "| a | b |\n", "Ann: a\n", "word ", "x",
    "](", "()", "<!--", "1.", "中。", "ก",
)  # fmt: skip


@pytest.fixture(scope="module")
def child():
    with IsolatedProcess("answering:cut", ProcessLimits(MEMORY, 0)) as made:
        yield made


@pytest.mark.skipif(sys.platform != "linux", reason="address space is bounded on Linux")
@pytest.mark.parametrize("most", [1 << 18, pytest.param(1 << 19, marks=pytest.mark.slow)])
@pytest.mark.parametrize("format", ["text", "markdown"])
@pytest.mark.parametrize("part", PARTS)
def test_repeated_texts_are_split_within_limited_memory(child, part, format, most):
    size = most if "\n" not in part else most // 4
    sentences, longest = child.call([part, size // len(part), format])
    assert 0 <= sentences <= size
    assert longest <= size


SENTENCE = "The old bridge carries no trams, and Dr. Maria L. Berg has asked nobody. "


def found(text):
    spans = split(Document("a", "a", text, format="markdown"))
    return [text[s:e] for s, e in zip(spans.start.tolist(), spans.end.tolist(), strict=True)]


def test_an_enormous_paragraph_has_the_sentences_of_its_parts():
    times = 5000
    assert found(SENTENCE * times) == [SENTENCE.strip()] * times


def test_an_enormous_sentence_is_cut_between_words():
    sentences = found("word " * 50_000)
    assert max(map(len, sentences)) <= 100_000
    assert " ".join(sentences).split() == ["word"] * 50_000


def test_an_enormous_word_is_cut():
    assert [len(sentence) for sentence in found("x" * 250_000)] == [100_000, 100_000, 50_000]


def test_lines_of_a_long_text_end_as_in_a_short_one():
    ends = ["\n", "\r\n", "\r", "\v", "\x85", "\u2028", "\n\n"]
    short = "".join(f"# Heading {n}{end}" for n, end in enumerate(ends))
    headings = [f"Heading {n}" for n in range(len(ends))]
    assert found(short) == headings
    assert found(short * 2000) == headings * 2000


def test_a_heading_with_many_spaces_takes_linear_time():
    began = process_time()
    assert len(found(f"# Dumps{' ' * 80_000}of systems ##")) == 1
    assert process_time() - began < 5  # over 20 s if each space starts a search


@pytest.mark.parametrize("sign", ["<", ">", "-", "±", "+-"])
def test_signs_without_a_number_take_linear_time(sign):
    text = f"Before {sign * 200_000} after."
    began = process_time()
    split_part([(Document("a", "a", text), "en")])
    assert process_time() - began < 5  # over a minute if each sign starts a search


def test_a_word_counts_so_many_times_in_one_sentence_and_all_others_count():
    text = f"{'ferry ' * 5000}and the harbour ferry"
    part = split_part([(Document("a", "a", text), "en")])
    words = [part.words[number][0] for number in part.tokens.tolist()]
    assert words == ["ferry"] * MOST_REPETITIONS + ["harbour"]


def test_the_end_of_an_endless_word_ends_a_sentence_as_that_of_a_short_one():
    for times in (3, 5000):
        word = "quay.[1]" * times
        assert found(f"{word}pier. The tug left.") == [f"{word}pier.", "The tug left."]


def test_an_endless_cell_takes_linear_time():
    text = f"|a|b|\n|-|-|\n|{'x' * 300_000}|\n"
    start = process_time()
    split(Document("a", "a", text, format="markdown"))
    assert process_time() - start < 5
