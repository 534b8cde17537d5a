import numpy as np
import pytest

from hyperdigest import Collection, Document
from hyperdigest.ranking.manual_words import MANUAL_WEIGHT, manual_terms, with_manual_words

MANUAL = """# The light of the pier

To ask about the light of the pier:

    lightctl --ask keeper

To enable the light of the pier:

    lightctl --enable pier

The nets are mended on the pier.
"""


@pytest.mark.parametrize(
    ("question", "written"),
    [
        ("How do I turn on the light?", {"enabl", "activ"}),
        ("How can I get rid of old nets?", {"remov", "delet", "purg"}),
        ("How do I swap the lamps?", {"replac"}),
        ("How many nets are there?", {"count"}),
        ("How do I cook fish?", set()),
    ],
)
def test_manuals_write_other_words_than_people_say(question, written):
    assert written <= set(manual_terms(question))
    assert written or not manual_terms(question)


def test_words_that_manuals_write_count_less_than_those_of_the_question():
    numbers = {"light": 0, "enabl": 1, "turn": 2, "pier": 3}
    asked = np.array([1.0, 0.0, 1.0, 0.0])
    weights = with_manual_words(asked, "How do I turn on the light?", numbers, ["en"])
    assert weights.tolist() == [1.0, MANUAL_WEIGHT, 1.0, 0.0]
    assert asked.tolist() == [1.0, 0.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("question", "languages", "asked"),
    [
        ("Who turned on the light?", ["en"], [1.0, 0.0]),
        ("How do I turn on the light?", ["de"], [1.0, 0.0]),
        ("How do I turn on the radio?", ["en"], [0.0, 0.0]),
    ],
)
def test_other_questions_keep_their_words(question, languages, asked):
    weights = with_manual_words(np.array(asked), question, {"light": 0, "enabl": 1}, languages)
    assert weights.tolist() == asked


def test_a_command_is_found_by_what_people_say_for_it():
    document = Document("pier", "pier", MANUAL, format="markdown")
    model = Collection.of([document], language="en").fit()
    question = "How do I switch on the light of the pier?"
    [quoted] = model.digest(question, 11).sentences
    assert quoted.text == "lightctl --enable pier"
    [reason] = model.explain(question, 11).reasons
    assert "enable" not in reason.question_words
    assert "pier" in reason.question_words
