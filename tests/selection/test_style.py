"""How fit sentences are to be quoted, by their wording."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import Document, Sentences
from hyperdigest.options import Options
from hyperdigest.selection.style import fitness, linking_share, speech_share
from hyperdigest.split import split_documents
from oracles import wording

COUNTS = st.tuples(
    st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), st.booleans(), st.integers(1, 40)
)
COLLECTIONS = st.lists(COUNTS, min_size=1, max_size=12)
WEIGHTS = st.tuples(*[st.sampled_from([0.0, 100.0]) | st.floats(0, 100)] * 3)


def sentences_of(rows):
    """Sentences of words to the speaker, to the hearer, linking, whether they point, and length."""
    first, second, linking, points, words = (np.array(c, np.int32) for c in zip(*rows, strict=True))
    zeros = np.zeros_like(words)
    form = zeros.astype(np.uint8)
    return Sentences(
        zeros, zeros, words, words, form, zeros, first, second, linking, points.astype(np.uint8)
    )


def read(*texts):
    return split_documents([Document(text, text, text) for text in texts]).sentences


@given(COLLECTIONS, WEIGHTS)
def test_it_is_what_its_definition_says(rows, weights):
    sentences = sentences_of(rows)
    expected = wording.fitness(sentences, *weights)
    np.testing.assert_allclose(fitness(sentences, *weights), expected, rtol=1e-11)


@given(COLLECTIONS)
def test_without_weights_all_are_as_fit(rows):
    assert fitness(sentences_of(rows), 0.0, 0.0, 0.0).tolist() == [1.0] * len(rows)


@given(COLLECTIONS, WEIGHTS)
def test_it_is_finite_and_above_zero(rows, weights):
    fit = fitness(sentences_of(rows), *weights)
    assert np.isfinite(fit).all()
    assert (fit > 0).all()


@given(COLLECTIONS, st.floats(0.01, 100))
def test_it_grows_with_linking_words_and_falls_with_speech_and_pointing(rows, weight):
    sentences = sentences_of(rows)
    measures = {
        (weight, 0.0, 0.0): linking_share(sentences),
        (0.0, weight, 0.0): -speech_share(sentences),
        (0.0, 0.0, weight): -sentences.points_back.astype(float),
    }
    for weights, measure in measures.items():
        ascending = fitness(sentences, *weights)[np.argsort(measure, kind="stable")]
        assert (np.diff(ascending) >= 0).all()


@given(COLLECTIONS)
def test_shares_lie_between_0_and_1(rows):
    for share in (speech_share(sentences_of(rows)), linking_share(sentences_of(rows))):
        assert ((share >= 0) & (share <= 1)).all()


def test_advice_that_never_says_i_is_no_speech():
    advice = read("Look through your glasses before you look up. Keep your children near you.")
    assert advice.second_person.tolist() == [2, 2]
    assert speech_share(advice).tolist() == [0, 0]
    assert fitness(advice, 0.0, 100.0, 0.0).tolist() == [1, 1]


def test_words_to_the_hearer_count_as_far_as_speakers_match_them():
    talk = read("You saw the tram. I saw your tram.", "You ran, you fell, you cried.")
    np.testing.assert_allclose(speech_share(talk), [1 / 20, (1 + 1 / 5) / 4, 3 / 5 / 6])


def test_a_whole_statement_is_fitter_than_a_remark_that_points_back():
    default = Options()
    weights = (default.linking_reward, default.speech_penalty, default.pointing_penalty)
    statement, remark, pointing = fitness(
        read(
            "The bridge was closed to trams by the council in May. I think we saw our trams close."
            " This was closed to trams by the council in May."
        ),
        *weights,
    )
    assert statement > pointing > remark


def test_the_published_method_knows_no_wording():
    paper = Options.preset("paper")
    assert (paper.linking_reward, paper.speech_penalty, paper.pointing_penalty) == (0, 0, 0)


@pytest.mark.parametrize("language", ["de", "fr", "ru"])
def test_a_language_without_lists_has_sentences_that_are_all_as_fit(language):
    text = "Die Brücke ist alt. I saw you in the tram. This is my bridge."
    sentences = split_documents([Document("d", "d", text)], language).sentences
    assert fitness(sentences, 100.0, 100.0, 100.0).tolist() == [1.0] * len(sentences)
