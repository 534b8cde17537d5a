"""Windows are compared with a plain count of their words, and concentration with its definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection, Document, Options
from hyperdigest.ranking.indexes import Indexes
from hyperdigest.ranking.windows import (
    LEAST_MATCH,
    SIZES,
    WHOLE_DOCUMENT,
    WHOLE_PASSAGE,
    Match,
    concentrated,
    concentration_of,
    sections,
    walk_weight,
)

LINE = "The tide moves the old pump in the harbour of the town every night and every day."


def windows_of(*texts: str, title: str = "") -> tuple:
    documents = [Document(f"{n}", f"{n}", text, title) for n, text in enumerate(texts)]
    model = Collection.of(documents, language="en").fit(Options(sweeps=2, samples=1))
    return model, Indexes.of(model).windows


def test_a_short_document_is_one_window_and_a_long_one_is_cut_in_two_tilings():
    long = "\n\n".join(f"{LINE} {number}" for number in range(40))
    model, windows = windows_of(f"{LINE} {LINE}", long)
    sentences = model.collection.split.sentences
    short = np.flatnonzero(sentences.document == 0)
    assert sentences.words[sentences.document == 1].sum() > WHOLE_DOCUMENT
    for tiling, size in zip(windows.tilings, SIZES, strict=True):
        assert tiling.size == size
        for window in (tiling.first, tiling.second):
            assert len(set(window[short].tolist())) == 1
            assert (np.diff(window) >= 0).all()
            words = np.bincount(window - window[0], sentences.words)[1:]
            longest = int(sentences.words.max())
            assert words.max() <= size + longest
        assert not set(tiling.first.tolist()) & set(tiling.second.tolist())


def test_windows_end_at_headings():
    part = "\n\n".join([LINE] * 3)
    headed = "\n\n".join(f"# Part {number} of the guide\n\n{part}" for number in range(12))
    document = Document("guide.md", "guide.md", headed, format="markdown")
    model = Collection.of([document], language="en").fit(Options(sweeps=2, samples=1))
    windows = Indexes.of(model).windows
    starts = [n for n in range(len(model.collection.split.sentences))
              if model.collection.text(n).startswith("Part")]  # fmt: skip
    for tiling in windows.tilings:
        for start in starts[1:]:
            assert tiling.first[start] > tiling.first[start - 1]
            assert tiling.second[start] > tiling.second[start - 1]


@given(
    st.lists(st.tuples(st.integers(0, 2), st.booleans()), min_size=1, max_size=30),
)
def test_sections_begin_with_documents_and_first_headings(rows):
    document = np.cumsum([step for step, _ in rows])
    document -= document[0]
    is_heading = np.array([heading for _, heading in rows])
    expected, number = [], -1
    for place in range(len(rows)):
        new = place == 0 or document[place] != document[place - 1]
        headed = is_heading[place] and place > 0 and not is_heading[place - 1]
        number += new or headed
        expected.append(number)
    assert sections(document, is_heading).tolist() == expected


def test_the_concentration_is_that_of_the_largest_of_normal_numbers():
    scores = np.array([0.0, 0.0, 1.0, 0.0, 9.0])
    expected = (9 - 2) / np.std(scores) / np.sqrt(2 * np.log(5))
    assert concentration_of(scores) == pytest.approx(expected)
    assert concentration_of(np.ones(4)) == 0
    assert concentration_of(np.ones(1)) == 0
    drawn = np.random.default_rng(1).normal(size=100_000)
    assert concentration_of(drawn) == pytest.approx(1, abs=0.15)


def test_what_stands_out_gains_only_above_chance():
    relevance = np.array([0.5, 0.3, 0.2])
    match = Match(np.array([0.0, 1.0, 0.5]), np.array([1.0, 1.0, 0.5]), 3.0, 0.5)
    found = concentrated(relevance, match, 1.0)
    factors = np.array([LEAST_MATCH, 1.0, 0.5])
    assert found == pytest.approx(relevance * factors / (relevance * factors).sum())
    assert concentrated(relevance, match, 0.0) == pytest.approx(relevance)
    by_chance = Match(match.sentences, match.documents, 1.0, 1.0)
    assert concentrated(relevance, by_chance, 1.0) == pytest.approx(relevance)


def test_all_sentences_of_a_passage_that_stands_out_alone_are_relevant():
    relevance = np.array([0.9, 0.0, 0.0, 0.0])
    matches, documents = np.array([1.0, 1.0, 0.5, 0.5]), np.array([1.0, 1.0, 1.0, 0.5])
    match = Match(matches, documents, 2.5, 1.0)
    expected = [1 + WHOLE_PASSAGE / 4, WHOLE_PASSAGE / 4]
    expected += [WHOLE_PASSAGE / 4 * 0.5**4.75, WHOLE_PASSAGE / 4 * 0.5**5.75]
    assert concentrated(relevance, match, 1.0) == pytest.approx(np.array(expected) / sum(expected))
    further = concentrated(relevance, Match(matches, documents, 9.0, 1.0), 1.0)
    assert further[1] / further[0] == pytest.approx(WHOLE_PASSAGE / (1 + WHOLE_PASSAGE))


def test_the_passage_that_has_the_words_of_the_question_matches_best():
    other = "\n\n".join(
        f"The mill by the river grinds grain for the bakers, lot {n}." for n in range(40)
    )
    answer = "The pump runs at night. It is loud. The harbour master hears the pump."
    model, windows = windows_of(f"{other}\n\n{answer}\n\n{other}", other, other)
    numbers = model.collection.term_numbers
    question = np.zeros(len(numbers))
    question[[numbers["pump"], numbers["harbour"]]] = 1
    match = windows.match(question)
    best = {model.collection.text(n) for n in np.flatnonzero(match.sentences == 1).tolist()}
    assert set(answer.split(". ")) & {text.rstrip(".") for text in best}
    assert match.concentration > 1
    assert match.share == 1
    unknown = windows.match(np.zeros(len(numbers)))
    assert unknown.concentration == unknown.share == 0
    assert not unknown.sentences.any()


def test_the_words_of_a_title_count_in_each_window_of_its_document():
    documents = [
        Document("a", "a", LINE, "Rules of the pump"),
        Document("b", "b", LINE, "Rules of the mill"),
        Document("c", "c", "Bakers buy grain in the town."),
    ]
    model = Collection.of(documents, language="en").fit(Options(sweeps=2, samples=1))
    numbers = model.collection.term_numbers
    question = np.zeros(len(numbers))
    question[numbers["pump"]] = 1
    match = Indexes.of(model).windows.match(question).sentences
    assert match[0] > match[1] > match[2] == 0


@pytest.mark.parametrize(
    ("concentration", "share", "weight"),
    [(1.0, 1.0, 0.6), (0.4, 1.0, 0.6), (1.5, 0.5, 0.45), (1.5, 1.0, 0.3), (3.0, 0.5, 0.0)],
)
def test_the_walk_weighs_less_where_a_passage_stands_out(concentration, share, weight):
    match = Match(np.ones(3), np.ones(3), concentration, share)
    assert walk_weight(0.6, match, 1.0) == pytest.approx(weight)
    assert walk_weight(0.6, match, 0.0) == 0.6
